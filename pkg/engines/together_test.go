package engines_test

import (
	"sync"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// TestTogether makes two runs of one engine on one puzzle at the same time, with the
// engines of the goldens: they come out the same. What a run writes to its engine or to
// its puzzle is a race, which the detector finds here (.ci/race): nothing else is
// between the two.
func TestTogether(t *testing.T) {
	eachRun(t, func(t *testing.T, engine solver.Solver, p puzzle.Puzzle, _ solver.Budget) {
		var outs [2]solver.Outcome
		var errs [2]error
		var runs sync.WaitGroup
		for i := range outs {
			runs.Go(func() {
				outs[i], errs[i] = engine.Solve(t.Context(), p, solver.Run{Seed: 1, Budget: solver.Iterations(2)})
			})
		}
		runs.Wait()
		alltest.Require(t, errs[0] == nil && errs[1] == nil, "%v", errs)
		if !solvertest.Same(outs[0], outs[1]) {
			t.Errorf("two runs of one seed at a time differ: %s\n%s", figures(outs[0]), figures(outs[1]))
		}
	})
}
