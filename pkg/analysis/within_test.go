package analysis

import (
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
)

// A run cut off at a smaller budget is the run that is made with it.
func TestWithin(t *testing.T) {
	plan := experiment.Plan{
		Puzzles: nurikabes.Kind.MustOpen("open-908").Between(64, 100).Sample(12, 1).Puzzles(), Engines: []solver.Solver{acs.New()}, Runs: 3, Seed: 1,
	}
	made := func(b solver.Budget) []experiment.Record {
		plan.Budget = b
		return plan.MustRun(t.Context()).Records()
	}
	for _, c := range []struct{ long, short solver.Budget }{
		{solver.Iterations(300), solver.Iterations(40)},
		{solver.Evaluations(3000), solver.Evaluations(400)},
	} {
		long, short := made(c.long), made(c.short)
		before, after := 0, 0
		for i, got := range Within(long, c.short) {
			want := short[i]
			if got.Status != want.Status || got.Cost != want.Cost || got.Iterations != want.Iterations || got.Evaluations != want.Evaluations ||
				got.Budget != want.Budget || len(got.Trace) != len(want.Trace) {
				t.Errorf("cut off at %+v: %+v, a run of its own: %+v", c.short, got, want)
			}
			if long[i].Solved() {
				after++
			}
			if got.Solved() {
				before++
			}
		}
		alltest.Check(t, before != 0 && before < after && after != len(long),
			"%d and %d of %d solved: the comparison says nothing", before, after, len(long))
	}
	last := []experiment.Record{{Status: solver.Solved, Iterations: 40, Budget: solver.Iterations(300)}}
	alltest.Check(t, Within(last, solver.Iterations(40))[0].Solved() && !Within(last, solver.Iterations(39))[0].Solved(),
		"a solution of iteration 40 is there within 40 iterations, and not within 39")
	untraced := made(solver.Iterations(50))
	for i := range untraced {
		untraced[i].Trace = nil
	}
	for _, r := range Within(untraced, solver.Iterations(2)) {
		alltest.Check(t, r.Solved() || r.Cost == -1, "cost %v, which nothing tells", r.Cost)
	}
	for want, b := range map[string]solver.Budget{"not known": solver.Iterations(51), "at iterations or at evaluations": solver.CPU(time.Second)} {
		alltest.Has(t, alltest.Panics(t, func() { Within(untraced, b) }), want, b)
	}
}
