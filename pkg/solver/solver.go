// Package solver is the contract that every engine meets: what an engine is
// given (a puzzle, a seed, a budget, somebody who watches), what it answers
// (an [Outcome]), and the one [Meter] that counts, keeps time and judges for
// all of them.
//
// Its opinion: not finding a solution is an outcome, never an error; an error is a broken input or a
// bug. A solution is reported only after the puzzle's own Check has accepted it. [Meter.Finish] asks
// it, so that no engine can forget it. A budget in iterations or evaluations gives the same outcome
// bit for bit on amd64, amd64 v3 and arm64. Runs of all engines are compared on these. Engines round
// each product by itself, float64(x*y)+z, and take [Log] and [Exp]. A budget in time only stops a run,
// between iterations: with as many iterations the outcome is the same. But a solution that a complete
// engine finds in the iteration that time ends is kept.
//
// Its limits: one puzzle a run, and one goroutine that reports it. Many runs at once are
// the business of package experiment.
package solver

import (
	"context"
	"errors"
	"fmt"
	"time"

	"formicary/pkg/puzzle"
)

// ErrPuzzle is wrapped by the error of an engine that cannot take a puzzle: of
// another kind, or with givens that the engine does not understand.
var ErrPuzzle = errors.New("this engine cannot take this puzzle")

// ErrParameter is wrapped by the error of an engine whose parameters are out
// of range.
var ErrParameter = errors.New("parameter out of range")

// Solver is an engine with its parameters. A Solver is a description, not a
// state: Solve may be called many times, also at the same time.
type Solver interface {
	// Describe says which engine this is and with which parameters.
	Describe() Description
	// Solve works on a puzzle until it is decided, the budget is spent or the
	// context is cancelled.
	Solve(ctx context.Context, p puzzle.Puzzle, run Run) (Outcome, error)
}

// Run is what one call of Solve is given besides the puzzle.
type Run struct {
	// Seed determines everything random.
	Seed uint64
	// Budget says when to give up; the zero Budget never does.
	Budget Budget
	// Observer receives every improvement and every iteration; nil costs
	// nothing.
	Observer Observer
	// Trace receives the improvements alone, without board and pheromone: what
	// a curve of convergence needs; those of a round that a time limit ended are left
	// out (see [Meter.Expired]), which an Observer has seen. A run that has a Trace and no Observer is
	// not [Meter.Watched], and its engine prepares nothing to be looked at.
	Trace Observer
	// Clock tells the processor time of many short runs, which the caller makes in
	// turn on one goroutine; nil asks the system at begin and end of the run. A run
	// with a budget of processor time does without.
	Clock *Clock
}

// Budget limits a run. Zero means unlimited, in each field.
type Budget struct {
	// Iterations counts the engine's own rounds: generations of ants,
	// conflicts of a search.
	Iterations int64 `json:"iterations,omitempty"`
	// Evaluations counts complete candidate solutions that were judged.
	Evaluations int64 `json:"evaluations,omitempty"`
	// Wall is time on the clock.
	Wall time.Duration `json:"wall,omitempty"`
	// CPU is processor time of the run's own thread, or the sum of its threads', which a
	// loaded machine does not change. Where the system cannot tell it, it is wall time.
	CPU time.Duration `json:"cpu,omitempty"`
}

// CPU is a budget of processor time.
func CPU(d time.Duration) Budget { return Budget{CPU: d} }

// Wall is a budget of time on the clock.
func Wall(d time.Duration) Budget { return Budget{Wall: d} }

// Iterations is a budget of an engine's own rounds: bit-for-bit repeatable.
func Iterations(n int64) Budget { return Budget{Iterations: n} }

// Evaluations is a budget of judged candidate solutions: bit-for-bit
// repeatable.
func Evaluations(n int64) Budget { return Budget{Evaluations: n} }

// Endless is an engine that may prove nothing: Endless says whether a run that finds no solution ends by
// its budget or its context only.
type Endless interface {
	Endless() bool
}

// Ends is nil unless the budget is the zero Budget and one of the engines is endless: the error
// names it and the remedy.
func (b Budget) Ends(engines ...Solver) error {
	for _, e := range engines {
		if x, ok := e.(Endless); ok && b == (Budget{}) && x.Endless() {
			return fmt.Errorf("%s proves nothing, and without a budget a run that finds no solution never ends: give it one, such as solver.Iterations(1000) or solver.CPU(time.Second)", e.Describe().Label())
		}
	}
	return nil
}

// Status says how a run ended.
type Status string

// How a run can end. An incomplete engine knows the first three, and at most
// Unsolvable besides, where the givens contradict each other at once.
const (
	// Exhausted: the budget was spent, nothing was decided.
	Exhausted Status = "exhausted"
	// Cancelled: the context ended the run, nothing was decided.
	Cancelled Status = "cancelled"
	// Solved: a solution was found; whether it is the only one is not known.
	Solved Status = "solved"
	// Unique: a solution was found and proved to be the only one.
	Unique Status = "unique"
	// Multiple: two different solutions were found.
	Multiple Status = "multiple"
	// Unsolvable: it was proved that there is no solution.
	Unsolvable Status = "unsolvable"
)

// HasSolution says whether a run that ended so has a solution to show.
func (s Status) HasSolution() bool { return s == Solved || s == Unique || s == Multiple }

// Decided says whether the run ended with an answer about the puzzle.
func (s Status) Decided() bool { return s.HasSolution() || s == Unsolvable }

// Outcome is what a run came to.
type Outcome struct {
	Status Status
	// Best is the best board that the run met: a checked solution when
	// Status.HasSolution, else the board of the lowest cost, or the zero Grid
	// where the engine has none.
	Best puzzle.Grid
	// Second is the other checked solution when Status is Multiple.
	Second puzzle.Grid
	// Cost is that of Best: 0 for a solution, at least 0 else; -1 where the
	// engine knows no cost.
	Cost float64
	// Iterations and Evaluations count what Budget limits.
	Iterations, Evaluations int64
	// Digest is a hash of the costs of all rounds, in order: where two runs of a
	// seed differ anywhere it nearly always differs, also where they come to the
	// same. [Meter.Finish] fills it in.
	Digest uint64
	// Elapsed and CPU are the run's wall time and processor time, without the
	// check of its solutions. With a [Clock] CPU is right within 50 µs.
	Elapsed, CPU time.Duration
	// Statistics are an engine's own counters (conflicts, learned clauses), in
	// a fixed order.
	Statistics []Statistic
}

// Statistic is one named number of an engine.
type Statistic struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// Event is an iteration that an engine has finished, or an improvement: a board
// better than every one before it in the run, which comes before the event of
// its iteration. Board, Pheromone and Costs are the engine's own memory: read
// them during the call, copy what you keep.
type Event struct {
	// Improved marks an improvement.
	Improved                bool
	Iterations, Evaluations int64
	// Elapsed is the run's wall time; zero for iterations of runs without a
	// limit of time, which do not read the clock.
	Elapsed time.Duration
	// Cost is that of Board: the best of the iteration, or of the run in an
	// improvement.
	Cost float64
	// Best is the lowest cost of the run so far.
	Best  float64
	Board puzzle.Grid
	// Pheromone is one number a component of the problem (for Nurikabe: a
	// cell); nil where the engine has none. Layout says what components are.
	Pheromone []float64
	Layout    Layout
	// Costs are those of all members of the iteration (a colony's ants, in
	// their order); nil in an improvement, and where the engine has none.
	Costs []float64
}

// Observer receives a run's events, in order, on the run's own goroutine.
type Observer func(Event)

// Cast gives an engine the puzzle as the type it works on, or an error that
// wraps [ErrPuzzle].
func Cast[P puzzle.Puzzle](p puzzle.Puzzle) (P, error) {
	for {
		if q, ok := p.(P); ok {
			return q, nil
		}
		item, ok := p.(puzzle.Item)
		if !ok {
			var zero P
			return zero, fmt.Errorf("%s %s: %w: it solves puzzles of type %T", p.Kind(), p.ID(), ErrPuzzle, zero)
		}
		p = item.Puzzle
	}
}
