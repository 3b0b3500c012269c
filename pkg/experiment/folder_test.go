package experiment_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
)

// TestKept: a folder says what it has, in the plan's order, while a plan has it open
// and after; put aside, the plan makes all runs anew; removed, it is gone.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	puzzles := nurikabes.Kind.MustOpen("open-908").Take(3).Puzzles()
	engine := acs.New()
	plan := experiment.Plan{Name: "kept", Puzzles: puzzles, Engines: []solver.Solver{engine}, Runs: 2, Budget: solver.Iterations(3), Seed: 5}
	made := alltest.Must(plan.Run(t.Context(), experiment.In(dir)))(t)
	k, err := folder.Read(dir)
	alltest.Require(t, err == nil && len(k.Warnings) == 0, "%v %v", err, k.Warnings)
	alltest.Require(t, len(k.Plans) == 1 && k.Others == 0 && k.Bytes != 0, "it keeps %+v", k)
	p := k.Plans[0]
	alltest.Check(t, p.Name == "kept" && p.Planned == 6 && p.Puzzles == 3 && p.Runs == 2 && p.Seed == 5 && !p.Started.IsZero(), "the plan is %+v", p)
	alltest.Check(t, reflect.DeepEqual(p.Records, made.Records()), "other records than the plan's")
	open := alltest.Must(plan.Open(experiment.In(dir)))(t)
	alltest.Equal(t, len(alltest.Must(folder.Read(dir))(t).Plans[0].Records), 6, "while it is open")
	alltest.Refused(experiment.Reset(dir))(t, experiment.ErrLocked, "a journal that is open is put aside")
	alltest.OK(t, open.Close())
	for n := 1; n <= 2; n++ {
		aside, err := experiment.Reset(dir)
		alltest.Require(t, err == nil && aside == filepath.Join(dir, fmt.Sprint("aside-", n)), "%v %v", aside, err)
		alltest.Equal(t, len(alltest.Must(folder.Read(aside))(t).Plans[0].Records), 6, "aside records")
		reused := -1
		again, err := plan.Run(t.Context(), experiment.In(dir), experiment.OnProgress(func(p experiment.Progress) { reused = p.Reused }))
		alltest.Check(t, err == nil && len(again.Records()) == 6 && reused == 0,
			"afresh: %v, %d records, %d reused", err, len(again.Records()), reused)
	}
	alltest.OK(t, experiment.Remove(dir))
	alltest.Refused(os.Stat(dir))(t, os.ErrNotExist, "it is still there")
	alltest.Fails(t, experiment.Remove(filepath.Join(t.TempDir(), "none")), os.ErrNotExist, "a folder without a journal")
}
