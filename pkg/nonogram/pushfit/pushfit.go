// Package pushfit solves black-and-white nonograms by line solving in two strengths and guessing, as
// Steve Simpson's solver does. S. Salcedo-Sanz et al. compare their heuristics to it ("Solving
// Japanese Puzzles with Heuristics", CIG 2007, Table II, "Solver in [11]").
//
//  1. fast: the blocks of a line are pushed as far to the left as they go, and
//     as far to the right. What a block covers both times is filled, what no
//     block reaches is blank.
//  2. complete: a line that fast leaves open is fitted with all arrangements;
//     what they agree on is known. This is for when fast has nothing left to
//     do on any line.
//  3. guess: when both are exhausted a cell is chosen and made a dot (blank),
//     and, once all that follows from that is done with, solid (filled).
//
// The paper calls the solver one of constraint programming and says no more.
// These readings are ours:
//
//   - Of the lines to do, the one with most cells that became known since it
//     was last done comes first; of equal ones that whose blocks have the least
//     slack, then rows before columns.
//   - The cell to guess is the first unknown one of the line with fewest
//     unknown cells ([Tight]), or of the board ([First]).
//   - complete is found by dynamic programming (package line), or by going
//     through the arrangements one by one ([Enumerate]), which takes
//     exponential time. The solver's author writes of his first complete that it
//     goes through all of them and can be very slow on the more difficult lines
//     (stevocity.me.uk/nonogram/theory). The paper does not say which it ran.
//   - The search goes on after the first solution until there is a second one
//     or none ([Solver.Prove]).
//
// One iteration is a line that was done, one evaluation an arrangement that was
// looked at; a budget of either ends a run, evaluations also within a line. The cost is the number of unknown cells.
//
// In the paper the solver "fails to finish" one of twelve puzzles, for a reason
// that is not given; [New] finishes all twelve of the set table-1, which are of
// the same sizes and were generated to need no guess. An engine that guesses
// otherwise, or enumerates, may well not.
//
// Its limits: no colours, no probing before a guess, and nothing is learned from
// a guess that failed. Puzzles that need more than a few guesses take too long.
package pushfit

import (
	"context"
	"fmt"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Name is the engine's name in the registry.
const Name = "nonogram/pushfit"

// Complete is how complete line solving is done.
type Complete uint8

const (
	// Program: by dynamic programming.
	Program Complete = iota
	// Enumerate: by going through all arrangements, until all unknown cells
	// have been seen blank and filled.
	Enumerate
	// Never: not at all; guesses take its place.
	Never
)

var completes = []string{"program", "enumerate", "never"}

// Guess is which cell is guessed.
type Guess uint8

const (
	// Tight: the first unknown cell of the line with fewest of them, rows
	// before columns.
	Tight Guess = iota
	// First: the first unknown cell of the board, row by row.
	First
)

var guesses = []string{"tight", "first"}

// Solver is the engine with its parameters. Make one with [New], and do not
// change it while it runs.
type Solver struct {
	// Fast says to push before anything else; without it all lines are done
	// completely.
	Fast bool
	// Complete is how complete line solving is done.
	Complete Complete
	// Guess is which cell is guessed.
	Guess Guess
	// Solid says to try solid before dot.
	Solid bool
	// Prove says to search on for a second solution.
	Prove bool
	// Nodes is the number of guesses after which to give up; 0 is no limit.
	Nodes int
	// Variant is the name in tables and legends; empty means the engine's.
	Variant string
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine with its defaults.
func New() *Solver { return &Solver{Fast: true, Complete: Program, Guess: Tight, Prove: true} }

// Table are the parameters.
func (s *Solver) Table() solver.Table {
	return solver.Table{
		solver.Option("complete", &s.Complete, completes, "how lines are done completely: program, enumerate or never"),
		solver.Bool("fast", &s.Fast, "push blocks left and right before lines are done completely").Must(s.Fast || s.Complete != Never, "true where complete is never"),
		solver.Option("guess", &s.Guess, guesses, "which cell is guessed: tight or first"),
		solver.Bool("solid", &s.Solid, "try solid before dot"),
		solver.Bool("prove", &s.Prove, "search on for a second solution"),
		solver.Int("nodes", &s.Nodes, "guesses after which to give up; 0: no limit").AtLeast(0),
	}
}

// Describe says which engine this is.
func (s *Solver) Describe() solver.Description {
	return solver.Description{Engine: Name, Variant: s.Variant, Parameters: s.Table().Values()}
}

// Solve decides a puzzle, unless the budget or [Solver.Nodes] ends it before.
// Statistics are nodes (guesses), depth (the most guesses at a time), fast and
// complete (lines done each way) and arrangements. A puzzle with colours is an
// error that wraps [solver.ErrPuzzle].
func (s *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	instance, err := solver.Ready[*nonogram.Puzzle](Name, s.Table(), p)
	if err != nil {
		return solver.Outcome{}, err
	}
	if n := instance.Colours(); n > 1 {
		return solver.Outcome{}, fmt.Errorf("%s: %w: it has %d colours; this engine solves black-and-white puzzles only", Name, solver.ErrPuzzle, n)
	}
	m := solver.Start(ctx, p, run)
	if !instance.Fits() {
		return m.Finish(solver.Outcome{Status: solver.Unsolvable, Cost: -1})
	}
	return m.Finish(newSearch(s, instance, m, run.Budget.Evaluations).run())
}
