package colony

import (
	"math"
	"time"

	"formicary/pkg/solver"
)

// Rules replace rules of the algorithm. A nil field is the paper's rule.
//
// State. An engine is a description that many runs share, at the same time on
// several workers, and so are its funcs: a func that keeps something in a
// variable outside itself (a counter, an average) mixes up the runs, and the
// results depend on who came first. A rule with state is made anew for every
// run, by the engine's field Each (of nurikabe/acs and sudoku/acs, with the same
// meaning): it is called at the start of each run on the run's own copy of the
// engine, declares the state, and assigns the rules that use it. A rule takes
// every random number from the run ([Trail.Random], [Trail.Float64]), never from
// a global generator. Package experiment runs one run of every engine with funcs
// of your own twice, and warns where the two differ.
//
// Checks. Where a rule panics, ends its goroutine, asks itself, does not return
// ([Rules.CallLimit]) or answers what it must not, the run ends with a
// [*RuleError] that names the line. An answer is checked in every call, the
// pheromone once an iteration after the ants are done, and after Update,
// GlobalUpdate and Restart: each amount finite and at least 0, one above 0. A list that a
// rule is lent may be put into another order and no more: the candidate that an
// ant takes is checked in every turn, what is left of the list once an ant.
//
// Rounding. Write float64(x*y)+z for x*y+z: Go rounds the latter once on some
// processors and twice on others, and runs then differ.
//
// Cost. A typed func costs a call and a few instructions, about a tenth
// of the run's time at most (go test -bench 'Hooks|CompiledIn' ./pkg/nurikabe/acs
// measures it beside the same rules compiled in). Only Filter costs more, about a
// sixth: its list is a copy, and its answer is checked.
type Rules struct {
	// Choose picks one of the candidates (at least two) and returns its place
	// in the slice. Where the problem then refuses the candidate, Choose is
	// asked again with the others. [Trail.GreedyTurn] says what q was drawn
	// for the turn. nil: the most pheromone with probability q0, ties at
	// random; otherwise by roulette over the pheromone (paper, equations 1 to
	// 3).
	Choose func(t *Trail, candidates []int32) int
	// LocalUpdate gives a component's pheromone after an ant took it. nil:
	// (1-ξ)τ + ξτ0 (equation 4).
	LocalUpdate func(tau, tau0 float64) float64
	// Deposit gives Δτ of a cost above 0. nil: 1/cost (equation 5).
	Deposit func(cost float64) float64
	// Update lets the colony learn from an iteration: it sees all ants and writes
	// the pheromone. It stands in place of GlobalUpdate and Evaporate, which are
	// to be nil then. nil: as those two say. Package colony/family has the update
	// rules of the best known families of ant colonies.
	Update func(g *Generation)
	// GlobalUpdate changes t.Tau once an iteration; best are the components of
	// the best solution, amount is τbest. nil: τ ← (1-ρ)τ + ρτbest on the
	// components of best, nothing elsewhere (equation 6).
	GlobalUpdate func(t *Trail, best []int32, amount float64)
	// Evaporate gives τbest after an iteration. nil: τbest(1-fBVE)
	// (equation 7).
	Evaporate func(tauBest float64) float64
	// Restart says, after an iteration, whether to begin again: all pheromone
	// at τ0, no best solution. nil: never.
	Restart func(s State) bool

	// Effort is how many boards an ant may judge while it improves its own
	// ([Improver]); 0 means the number of components.
	Effort int

	// CallLimit is how long one call of a rule may take before [Rules.Solve]
	// gives it up as one that does not return; 0 means 10 s.
	CallLimit time.Duration

	// Knobs are numbers that the rules read: With makes one a parameter.
	solver.Knobs

	guard   *Guard // that all of them are under
	chooses *Rule  // Choose, under the guard
	updates *Rule  // LocalUpdate
}

// Under returns the rules under a guard that their engine has for rules of its
// own, too. [New] puts rules that are under none under one.
func (r Rules) Under(g *Guard) Rules {
	r = r.guarded(g)
	r.guard = g
	return r
}

// Custom says whether any rule is replaced, or has a number that is a parameter.
func (r *Rules) Custom() bool {
	return r.Choose != nil || r.LocalUpdate != nil || r.Deposit != nil || r.GlobalUpdate != nil || r.Evaporate != nil || r.Restart != nil ||
		r.Update != nil || r.Names() != nil
}

// State is what a restart rule sees.
type State struct {
	Iterations, Evaluations int64
	// Cost is the lowest of this iteration, Best that of the run.
	Cost, Best float64
	// TauBest is the best deposit, after evaporation.
	TauBest float64
	Trail   *Trail
}

// Impatient is a restart rule for one run: it begins again after so many iterations
// without one of a lower cost than all since the last beginning.
func Impatient(patience int) func(State) bool {
	lowest, since := math.Inf(1), int64(0)
	return func(s State) bool {
		if s.Cost < lowest {
			lowest, since = s.Cost, s.Iterations
		}
		if s.Iterations-since < int64(patience) {
			return false
		}
		lowest, since = math.Inf(1), s.Iterations
		return true
	}
}
