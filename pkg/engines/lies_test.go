package engines_test

import (
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// What engines report passes for true, whatever ends a run: no run of any engine
// fails on the sets of its kind, whose solutions are known.
func TestEnginesDoNotLie(t *testing.T) {
	sets := map[string][]string{"nonogram": {"open", "open-colour"}, "nurikabe": {"open-908"}, "sudoku": {"open", "open-general-16x16"}}
	for _, e := range engines.Groups() {
		if e.Declared {
			sets[e.Kind] = []string{"open"}
		}
	}
	for kind, names := range sets {
		k := alltest.Must(engines.FindKind(kind))(t)
		plan := experiment.Plan{Runs: 2, Seed: 1}
		for _, name := range names {
			plan.Puzzles = append(plan.Puzzles, k.MustOpen(name).Between(25, 900).Sample(3, 1).Puzzles()...)
		}
		for _, e := range engines.All() {
			if e.Kind == kind {
				plan.Engines = append(plan.Engines, e.New())
			}
		}
		for _, plan.Budget = range []solver.Budget{solver.Iterations(1), solver.Iterations(40), solver.Evaluations(1), solver.Evaluations(300), {Wall: 3 * time.Millisecond}, solver.CPU(time.Nanosecond)} {
			for _, r := range plan.MustRun(t.Context()).Records() {
				alltest.Check(t, r.Status != experiment.Failed || strings.Contains(r.Error, solver.ErrPuzzle.Error()),
					"%s on %s, %+v: %s", r.Label(), r.Puzzle, r.Budget, r.Error)
			}
		}
	}
}
