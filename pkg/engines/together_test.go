package engines_test

import (
	"os"
	"strings"
	"sync"
	"testing"

	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// TestTogether makes two runs of one engine on one puzzle at the same time, with the
// engines of the goldens: they come out the same. What a run writes to its engine or to
// its puzzle is a race, which the detector finds here (.ci/race): nothing else is
// between the two.
func TestTogether(t *testing.T) {
	text, err := os.ReadFile(goldens)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		run, _, ok := strings.Cut(line, " => ")
		if !ok || strings.HasPrefix(run, "formicary") {
			continue
		}
		t.Run(strings.ReplaceAll(run, "/", " "), func(t *testing.T) {
			engine, p, _ := planned(t, strings.Fields(run))
			var outs [2]solver.Outcome
			var errs [2]error
			var runs sync.WaitGroup
			for i := range outs {
				runs.Go(func() {
					outs[i], errs[i] = engine.Solve(t.Context(), p, solver.Run{Seed: 1, Budget: solver.Iterations(2)})
				})
			}
			runs.Wait()
			if errs[0] != nil || errs[1] != nil {
				t.Fatal(errs)
			}
			if !solvertest.Same(outs[0], outs[1]) {
				t.Errorf("two runs of one seed at a time differ: %s\n%s", figures(outs[0]), figures(outs[1]))
			}
		})
	}
}
