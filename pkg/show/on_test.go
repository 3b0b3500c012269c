package show

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/cluster"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/solver"
)

// TestOn: the processes of a scheduler make the runs of a cell, which shows them and
// has the same records as if it had made them itself. The next cell submits nothing.
func TestOn(t *testing.T) {
	home := t.TempDir()
	t.Setenv(assets.RunsEnv, home)
	program := filepath.Join(t.TempDir(), "formicary")
	out, err := exec.Command("go", "build", "-o", program, "formicary/pkg/cmd/formicary").CombinedOutput()
	alltest.Require(t, err == nil, "%v: %s", err, out)
	r := record(t)
	plan := experiment.Plan{Name: "elsewhere", Runs: 2, Budget: solver.Iterations(5)}
	plan.Puzzles = nonograms.Kind.MustOpen("open").Take(6).Puzzles()
	e := alltest.Must(engines.New("nonogram/genetic"))(t)
	plan.Engines = []solver.Solver{e}
	told := 0
	on := On(cluster.Local{}, cluster.Wish{Shards: 2, Program: program})
	got := Run(plan, on, experiment.OnRecord(func(experiment.Record) { told++ }))
	want := alltest.Must(plan.Run(t.Context()))(t)
	alltest.Require(t, !got.Interrupted && told == 12 && len(got.Records()) == len(want.Records()),
		"%d told, %d records, %v", told, len(got.Records()), got.Warnings)
	for i := range want.Records() {
		alltest.Check(t, got.Records()[i].Digest == want.Records()[i].Digest && want.Records()[i].Digest != 0,
			"run %d: digest %x, expected %x", i, got.Records()[i].Digest, want.Records()[i].Digest)
	}
	alltest.Check(t, said(r, "12 runs in "), "no summary")
	dir := filepath.Join(home, "elsewhere")
	submitted := func() int {
		all := alltest.Must(cluster.Submissions(dir))(t)
		return len(all)
	}
	alltest.Equal(t, submitted(), 1, "submissions")
	if _, err := os.Stat(filepath.Join(dir, experiment.PlanName)); err != nil {
		t.Error(err)
	}
	if again := Run(plan, on); len(again.Records()) != 12 || submitted() != 1 {
		t.Errorf("the next time: %d records, %d submissions", len(again.Records()), submitted())
	}
	// Tasks that end too early: their runs are submitted again.
	plan.Name = "early"
	first := filepath.Join(t.TempDir(), "first") // a program that does nothing the first time
	script := "#!/bin/sh\nif mkdir " + first + " 2>/dev/null; then exit 1; fi\nexec " + program + " \"$@\"\n"
	early := filepath.Join(t.TempDir(), "early")
	alltest.OK(t, os.WriteFile(early, []byte(script), 0o755))
	if got := Run(plan, On(cluster.Local{}, cluster.Wish{Program: early, Again: 1})); got.Interrupted || len(got.Records()) != 12 {
		t.Errorf("submitted again: %d records, interrupted %v", len(got.Records()), got.Interrupted)
	}
	// Tasks that cannot begin: nobody lives, and the cell says so.
	plan.Name = "broken"
	r = record(t)
	if got := Run(plan, On(cluster.Local{}, cluster.Wish{Program: "/bin/false"})); !got.Interrupted || !said(r, "No task lives any more, and 12 runs are missing.") {
		t.Errorf("%d records, interrupted %v", len(got.Records()), got.Interrupted)
	}
}
