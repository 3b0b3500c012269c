// Package exact decides declared puzzles: it finds the solution and proves that it is the only one, by
// a search with clause learning over the declaration's atoms (package theory).
//
// Its opinion: a declaration says all that there is to know; nothing here is about a kind.
//
// Its limits: it knows no technique beyond the propagation of single constraints, and memory grows
// with the values of all variables. A puzzle with more than two million conditions (package theory) is exhausted at once.
package exact

import (
	"context"

	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/theory"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Solver is the engine for one kind of puzzle. Make one with [New].
type Solver struct {
	kind *model.Kind
	// Proof says to go on after the first solution until a second one is found or excluded. Without
	// it the outcome is at best "solved".
	Proof bool
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine for a kind: KIND/exact.
func New(kind *model.Kind) *Solver { return &Solver{kind: kind, Proof: true} }

// Table are the parameters.
func (e *Solver) Table() solver.Table {
	return solver.Table{solver.Bool("proof", &e.Proof, "prove or refute that the solution is the only one")}
}

// Describe says which engine this is.
func (e *Solver) Describe() solver.Description {
	return solver.Description{Engine: e.name(), Parameters: e.Table().Values(), Custom: e.kind.Custom()}
}

// name is the engine's name in the registry. Unlike Describe, which defines flags, it may be asked by
// several runs at a time.
func (e *Solver) name() string { return e.kind.Name + "/exact" }

// Solve decides the puzzle. An iteration is a conflict, an evaluation a solution. The run's seed is
// not used: nothing is random.
func (e *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	instance, err := e.kind.Ready(e.name(), e, p)
	if err != nil {
		return solver.Outcome{}, err
	}
	x := &search{proof: e.Proof, form: instance.Form(), meter: solver.Start(ctx, p, run)}
	if x.meter.Expired() {
		return x.meter.Finish(solver.Found(x.meter.Undecided()))
	}
	x.theory = theory.Within(x.form, x.meter.Expired)
	status := x.decide()
	out := solver.Found(status, x.found...)
	out.Statistics = x.whole.List()
	return x.meter.Finish(out)
}

// search is one run.
type search struct {
	proof  bool
	form   *model.Form
	theory *theory.Theory
	meter  *solver.Meter
	found  []puzzle.Grid
	whole  cdcl.Statistics // at the end of the last iteration
	told   int64           // conflicts that the meter knows of
}

func (x *search) decide() solver.Status {
	for {
		result := x.theory.Solve(x.more)
		if result == cdcl.Unsatisfiable || result == cdcl.Satisfiable && (len(x.found) > 0 || !x.proof) {
			x.whole = x.theory.Solver.Stats
		}
		switch {
		case result == cdcl.Stopped && len(x.found) > 0:
			x.meter.Continue()
			return solver.Solved
		case result == cdcl.Stopped:
			return x.meter.Undecided()
		case result == cdcl.Unsatisfiable && len(x.found) == 0:
			return solver.Unsolvable
		case result == cdcl.Unsatisfiable:
			return solver.Unique
		}
		board := x.form.Board(x.theory.Values())
		x.meter.Evaluated(1)
		x.found = append(x.found, board)
		switch {
		case len(x.found) > 1:
			return solver.Multiple
		case !x.proof:
			x.meter.Improved(0, board, nil)
			return solver.Solved
		}
		x.meter.Improved(0, board, nil)
		x.theory.Block()
	}
}

// more tells the meter of conflicts and says whether to go on.
func (x *search) more() bool {
	if x.told < x.theory.Solver.Stats.Conflicts {
		x.whole = x.theory.Solver.Stats
	}
	for ; x.told < x.theory.Solver.Stats.Conflicts; x.told++ {
		x.meter.Iterated(-1, puzzle.Grid{}, nil)
	}
	return x.meter.Continue()
}
