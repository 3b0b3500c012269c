// Package tabu solves declared puzzles by min-conflicts with a tabu list: the plain local search
// that other engines are held against.
//
// A board is complete: every variable has a value. An iteration picks one of the constraints that
// the board breaks, at random, and looks at all values of all variables that may mend it. It takes the
// one that lowers the sum of the constraints' measures ([model.Constraint]) most, or raises it least
// (S. Minton, M. D. Johnston, A. B. Philips and P. Laird, "Minimizing conflicts: a heuristic repair
// method for constraint satisfaction and scheduling problems", Artificial Intelligence 58, 1992).
// A value that a variable left may not return for a number of iterations, unless it leads to the
// lowest cost of the run (F. Glover, "Tabu search, part I", ORSA Journal on Computing 1(3), 1989);
// where all values are tabu, a random one is taken. Ties are broken at random.
//
// # Choices
//
//   - Values that unit propagation refutes before the search are left out.
//   - Weights: where no value lowers the sum, each broken constraint counts one more from then on
//     (P. Morris, "The breakout method for escaping from local minima", AAAI 1993).
//   - Variables that may mend a constraint are those that its literals follow from: of a sum those
//     whose change brings it nearer, of unconnected nodes all pieces but the largest and the nodes beside them, of a cycle its edges.
//   - The search begins anew on a random board after a number of iterations without a better one.
//
// Its opinion: a comparator is to be plain. What it knows of a puzzle is the declaration's
// measures; atoms that follow from others, and measures, are kept up to date move by move.
//
// Its limits: measures of rules about a board as a whole, and of atoms that follow from many others, say little about
// the way. It ran for ten seconds on 20 puzzles of each kind, of up to 100 cells. It solved all of most kinds, but 7
// of LITS and 15 of Shikaku. Ants solve all of those within milliseconds (BenchmarkLocal of package pencil). It
// proves nothing but what propagation proves.
package tabu

import (
	"context"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Solver is the engine for one kind of puzzle. Make one with [New], and do not change it while it runs.
type Solver struct {
	kind *model.Kind
	// Tenure is the least number of iterations for which a value may not return to a variable, at
	// least 0.
	Tenure int
	// TenureRange is the greatest random number that is added, at least 0.
	TenureRange int
	// Weights says that constraints that stay broken count more and more.
	Weights bool
	// Stagnation is the number of iterations without a better board after which the search begins
	// anew; 0 means never.
	Stagnation int
	// Variant is the name in tables and legends; empty means the engine's.
	Variant string
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine for a kind, with its defaults: those that solved most of 140 puzzles of the
// seven hardest kinds within half a second (106; 101 with a tenure of 1 to 4).
func New(kind *model.Kind) *Solver {
	return &Solver{kind: kind, Tenure: 0, TenureRange: 2, Weights: true, Stagnation: 20000}
}

// Table are the parameters.
func (s *Solver) Table() solver.Table {
	return solver.Table{
		solver.Int("tenure", &s.Tenure, "least number of iterations for which a value may not return, 0 to 2^30").Between(0, 1<<30).Live(),
		solver.Int("tenure-range", &s.TenureRange, "greatest random number added to the tenure, 0 to 2^30").Between(0, 1<<30).Live(),
		solver.Bool("weights", &s.Weights, "constraints that stay broken count more and more").Live(),
		solver.Int("stagnation", &s.Stagnation, "iterations without a better board before a new beginning; 0: never").AtLeast(0).Live(),
	}
}

// Describe says which engine this is.
func (s *Solver) Describe() solver.Description {
	return solver.Description{Engine: s.name(), Variant: s.Variant, Parameters: s.Table().Values(), Custom: s.kind.Custom()}
}

// name is the engine's name in the registry. Unlike Describe, which defines flags, it may be asked by
// several runs at a time.
func (s *Solver) name() string { return s.kind.Name + "/tabu" }

// Endless says that it proves nothing ([solver.Endless]).
func (s *Solver) Endless() bool { return true }

// Solve runs the search. One iteration is one move; one evaluation is a board or a move that was judged, and
// a budget of them is checked between iterations. The cost is the sum of the measures of the
// constraints that the board breaks.
func (s *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	instance, err := s.kind.Ready(s.name(), s, p)
	if err != nil {
		return solver.Outcome{}, err
	}
	m := solver.Start(ctx, p, run)
	if m.Expired() {
		return m.Finish(solver.Outcome{Status: m.Undecided(), Cost: -1})
	}
	q, none := newSearch(s, instance.Form(), m, solver.NewPCG(run.Seed))
	switch {
	case none:
		return m.Finish(solver.Outcome{Status: solver.Unsolvable, Cost: -1})
	case q == nil:
		return m.Finish(solver.Outcome{Status: m.Undecided(), Cost: -1})
	}
	out := solver.Outcome{Status: q.run(), Best: q.best, Cost: float64(q.lowest)}
	out.Statistics = []solver.Statistic{{Name: "restarts", Value: float64(q.restarts)}}
	return m.Finish(out)
}
