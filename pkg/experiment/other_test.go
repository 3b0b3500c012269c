package experiment

import (
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// otherSources lets this program have other sources until the test ends.
func otherSources(t *testing.T, sum string) {
	t.Helper()
	identity.Sums.Store("pkg/solver", sum)
	t.Cleanup(func() { identity.Sums.Delete("pkg/solver") })
}

// Records of other code are left aside, named with the package that differs, also by
// a plan that has grown since; all of them are kept, and reused where that is asked
// for.
func TestRecordsOfOtherCode(t *testing.T) {
	var calls int
	dir := t.TempDir()
	plan := counting(examplePlan(3, 2), &calls)
	first := mustRun(t, plan, In(dir))
	all := calls
	calls = 0
	otherSources(t, "another")
	grown := plan
	grown.Runs++
	asked := mustRun(t, grown, In(dir), OtherCode())
	if want := all / 2; calls != want { // one run more on each puzzle
		t.Errorf("%d runs made as asked, want %d", calls, want)
	}
	for _, r := range first.Records() {
		if !slices.ContainsFunc(asked.Records(), func(o Record) bool {
			return o.Code == r.Code && o.Digest == r.Digest && o.Seed == r.Seed && o.Puzzle == r.Puzzle
		}) {
			t.Errorf("the record of run %d of %s on %s is not reused", r.Run, r.Label(), r.Puzzle)
		}
	}
	if !strings.Contains(asked.Reuse, "records of coins/flips") || !strings.Contains(asked.Reuse, "yours differs in pkg/solver) are reused as asked") || strings.Contains(asked.Reuse, "left aside") {
		t.Errorf("asked: %s", asked.Reuse)
	}
	calls = 0
	plain := mustRun(t, grown, In(dir))
	alltest.Check(t, calls == all && strings.Contains(plain.Reuse, "yours differs in pkg/solver) and are left aside"), "%d runs made, want %d: %s", calls, all, plain.Reuse)
	calls = 0
	again := mustRun(t, grown, In(dir))
	alltest.Check(t, calls == 0 && !strings.Contains(again.Reuse, "aside"), "%d runs made at last: %s", calls, again.Reuse)
}

// Where rules are funcs of somebody's own, asking is not enough: what was rerun
// must come out the same.
func TestOtherCodeOfRules(t *testing.T) {
	dir := t.TempDir()
	plan := examplePlan(4, 3)
	ruled := func(heads float64) []solver.Solver {
		return []solver.Solver{experimenttest.Flips{Bias: heads, Custom: true, Variant: "rule"}}
	}
	plan.Engines = ruled(0.2)
	mustRun(t, plan, In(dir))
	otherSources(t, "another")
	same := mustRun(t, plan, In(dir), OtherCode())
	if !strings.Contains(same.Reuse, "12 records of coins/flips \"rule\" made by other sources (") || !strings.Contains(same.Reuse, "as asked (3 runs rerun now came out the same)") {
		t.Errorf("the same rule: %s", same.Reuse)
	}

	dir = t.TempDir()
	mustRun(t, plan, In(dir))
	otherSources(t, "a third")
	plan.Engines = []solver.Solver{experimenttest.Flips{Bias: 0.2, Custom: true, Variant: "rule", Crash: func(p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
		return solver.Outcome{Status: solver.Exhausted, Cost: 1, Iterations: 7, Evaluations: 7}, nil
	}}}
	other := mustRun(t, plan, In(dir), OtherCode())
	alltest.Check(t, strings.Contains(other.Reuse, "and are left aside") && !strings.Contains(other.Reuse, "reused"), "another rule: %s", other.Reuse)
	for _, r := range other.Records() {
		alltest.Equal(t, r.Iterations, 7, "a run of the other rule counts: %+v", r)
	}
}
