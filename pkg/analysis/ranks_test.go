package analysis

import (
	"strings"
	"testing"

	"formicary/pkg/alltest"
)

// Each of these sentences compares, and no conclusion may say it as a fact.
func TestRanks(t *testing.T) {
	for text := range strings.SplitSeq(strings.TrimSpace(`
Ants are twice as fast
Ants need half of the solver's time
The time of ants exceeds a minute of theirs
The solver leads
The ants' time is below the complete solver's on 172 of 636
Ants are first on 62 of 908 puzzles
Ants have a solution before the complete solver on 62 boards
Ants outrun the solver
Restarts outdo Luby's sequence
Ants solve fewer than 40
Ants solve more than half
Ants trail
The tabu search trails on 40 boards
Ants beat it
The solver is ahead on 40 boards
Ants solve three times as many
Ants need 3 times the iterations
Ants have double the success
Ants take two thirds of its time
The solver has the lead
Ants took the lead
The solver surpassed them
The swarm dominates
The swarm overtook the solver
The solver is the quicker one
Ants are sleeker
The colony gets fitter
Its boards are much tidier
The wildest board was solved
Ants are above the solver's share
The time lies well under the solver's
It lies under the median of ants
Ants come first
Ants finish second
Ants rank high
The swarm is the winner
The swarm won on 40 boards
The solver loses on 40 boards
The solver lost to ants
Ants keep up with the solver
The share doubles with restarts
The time is halved
A ten-fold speed
It is less by a factor of 3
A time two orders of magnitude away
Ants solve 40 against 30
Ants solve 40 boards against 30
Ants solve 40 versus 30
Compared with ants it solves 40
Restarts improve success
Restarts raise the odds
Bounded pheromone lowers the time
What the rule gains it loses
Ants end sooner
Ants arrive after the solver
Ants solve as many as the solver
Ants perform on par
The solver has an advantage
Ants win by a wide margin
Ants need 30 % of its iterations, or 10 % less
The gap is 40 boards
Ants solve 40, whereas the solver solves 30
“ants” smokes “solver”
“ants” runs past the “solver”
“Ants” solve most.
The portfolio tops both
Ants lag
The solver undercuts ants
Ants outgun it
Ants pip the solver on 40 boards
Ants match the solver
The solver falls short of ants
The solver is no match for “ants”
The solver has the edge
Ants precede the solver on 40 boards
Ants get there first
Ants have a solution prior to the solver
Ants have the upper hand
Ants solve 1.5 times what the solver solves
The tabu search equals the swarm
The majority of boards is for ants
`), "\n") {
		alltest.Check(t, Ranks(text) != "", "%q passes as a fact", text)
	}
}

// None of these compares.
func TestRanksNothing(t *testing.T) {
	for text := range strings.SplitSeq(strings.TrimSpace(`
The solver solves 40 of 50 puzzles of at least 9 and at most 40 cells
“largest first” and “best” solve 3 of 4 puzzles other than the first
“ants” solves “hard-17” in 40 steps
“ants” and “solver” end as solved
“ants” solves 272 puzzles that “solver” does not
A run without a solution ends after 201 ms of processor time; the paper's hour is 3.75 min here
0 of 7,200 runs were lost, 0 differed, and 0 were made twice
Each egg against its own nest solves three puzzles in 172 of 300 tries
The first of these readings takes 249 evaluations an iteration
Within as many evaluations the first reading solves them in 113 of 300 tries
The request of a forest is a test of interest, and the rest is never over
Pheromone trails of 40 ants are drawn, as well as their order
Of 32 statements 12 are reproduced, 3 are close and 6 differ
The time rises with “cells” in 33 of 33 kinds
The cutoff chosen on the other half, of 17 and 50, is 200
The parameter of the paper is a number of the corner filter
`), "\n") {
		word := Ranks(text)
		alltest.Check(t, word == "", "%q is refused for %q", text, word)
	}
}
