package experiment

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// A sample is spread over engines, versions of code and the ways in which runs end,
// then over puzzles; failed and long runs are not drawn, and all there are is the most.
func TestSample(t *testing.T) {
	plan := examplePlan(6, 20)
	plan.Budget = solver.Iterations(2) // some find nothing
	records := mustRun(t, plan).Records()
	var failed Record
	for i := range records {
		records[i].Code = "src-1"
		if records[i].Run%2 == 1 {
			records[i].Code = "src-2"
		}
		if records[i].Run == 19 {
			records[i].CPU = 100
		}
	}
	failed, failed.Status = records[0], Failed
	made, err := Replicate(t.Context(), Sampling{Runs: 40, Longest: 50, Seed: 1}, Evidence{plan, Held(append(records, failed)...)})
	alltest.Require(t, err == nil && len(made) == 4, "%+v, %v", made, err)
	for _, m := range made {
		want := 60
		if m.Code == "src-2" {
			want = 54 // without the long ones
		}
		alltest.Check(t, m.Made == 10 && len(m.Differences) <= 0 && m.Records == want && m.Engine == "coins/flips", "%+v, want 10 of %d", m, want)
	}
	if made, err = Replicate(t.Context(), Sampling{Runs: 10_000}, Evidence{plan, Held(records[:30]...)}); err != nil {
		t.Error(err)
	}
	sum := 0
	for _, m := range made {
		sum += m.Made
	}
	alltest.Equal(t, sum, 30, "of 30: %+v", made)
}

// Records of other code count in every plan of the folder once a sample of them came
// out the same, whichever of the two codes is asked, and no more once one did not.
func TestVerify(t *testing.T) {
	var calls int
	dir := t.TempDir()
	plan := examplePlan(4, 3)
	first := mustRun(t, plan, In(dir))
	old := first.Records()[0].Code
	otherSources(t, "another")
	made, err := plan.Verify(t.Context(), dir, Sampling{Runs: 6})
	alltest.Require(t, err == nil && len(made) == 2 && made[0].Made == 3 && made[1].Made == 3 && made[0].Records == 12 && made[0].Code == old, "%+v, %v", made, err)
	calls = 0
	again := mustRun(t, counting(plan, &calls), In(dir))
	if calls != 0 || len(again.Records()) != 24 || again.Records()[0].Code != old || !strings.Contains(again.Reuse, "yours differs in pkg/solver) are reused since 3 runs rerun on 2") {
		t.Errorf("%d runs made: %s", calls, again.Reuse)
	}
	kept, err := folder.Read(dir)
	if err != nil || len(kept.Plans) != 1 || len(kept.Plans[0].Records) != 24 || len(kept.Plans[0].Others) > 0 || kept.Others != 0 {
		t.Errorf("kept %d records, %+v, %d others, %v", len(kept.Plans[0].Records), kept.Plans[0].Others, kept.Others, err)
	}
	verified, err := folder.ReadVerified(dir)
	hash := plan.Engines[0].Describe().Hash()
	alltest.Require(t, len(verified) == 2 && err == nil && verified[0].Theirs == old && verified[0].Runs == 3, "%+v, %v", verified, err)
	for _, pair := range [][2]string{{verified[0].Theirs, verified[0].Ours}, {verified[0].Ours, verified[0].Theirs}} {
		_, ok := verified.Find(hash, pair[0], pair[1])
		alltest.Check(t, ok && len(verified.With(hash, pair[0])) == 1, "%v is not found", pair)
	}
	for _, other := range [][3]string{{"other", old, verified[0].Ours}, {hash, old, old}, {hash, "src-0", old}} {
		_, ok := verified.Find(other[0], other[1], other[2])
		alltest.Check(t, !ok, "%v is found", other)
	}

	// The engine now does something else: that is told, and its records do not count.
	changed := plan
	changed.Engines = []solver.Solver{plan.Engines[0], experimenttest.Flips{Variant: "loaded", Bias: 0.8, Crash: func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) {
		return solver.Outcome{Status: solver.Exhausted, Cost: 1, Iterations: 7, Evaluations: 7}, nil
	}}}
	made, err = changed.Verify(t.Context(), dir, Sampling{Runs: 6})
	alltest.Require(t, err == nil && len(made) == 2 && len(made[0].Differences)+len(made[1].Differences) == 3, "%+v, %v", made, err)
	mustRun(t, changed, In(dir))
	kept, err = folder.Read(dir)
	alltest.Require(t, err == nil && len(kept.Plans[0].Records) == 24 && len(kept.Plans[0].Others) == 1, "%+v, %v", kept.Plans[0].Others, err)
	o := kept.Plans[0].Others[0]
	alltest.Check(t, o.Engine == 1 && o.Code == old && o.Records == 12 && slices.Equal(o.Differs, []string{"pkg/solver"}), "others: %+v", o)

	alltest.OK(t, os.WriteFile(filepath.Join(dir, "verified.json"), []byte("{"), 0o666))
	alltest.Refused(plan.Verify(t.Context(), dir, Sampling{Runs: 1}))(t, "", "a damaged file is no error")
	runs := mustRun(t, changed, In(dir))
	alltest.Check(t, contains(runs.Warnings, "verified.json: expected"), "%q", runs.Warnings)
}
