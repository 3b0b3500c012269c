package experiment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// work makes trials of a plan as a worker does.
func work(t *testing.T, plan Plan, dir, task string, trials []Trial, options ...Option) int {
	t.Helper()
	s := alltest.Must(plan.Open(append(options, In(dir), Worker("j", task))...))(t)
	made, err := s.Stream(t.Context(), slices.Values(trials), len(trials))
	if err = errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return made
}

// Any number of workers write one folder at the same time, each attempt a journal of
// its own, and all readers take what they wrote.
func TestAttempts(t *testing.T) {
	plan := examplePlan(6, 4)
	want := mustRun(t, plan)
	dir := t.TempDir()
	trials := trialsOf(plan)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for range 2 { // everything twice
				alltest.Equal(t, work(t, plan, dir, fmt.Sprint(i), trials[i*12:(i+1)*12]), 12, "worker %d made runs", i)
			}
		})
	}
	all.Wait()
	paths, err := Journals(dir)
	alltest.Check(t, err == nil && len(paths) == 8 && filepath.Base(paths[3]) == "W-j_1-1.jsonl", "%q, %v", paths, err)
	for _, path := range paths {
		text, _ := os.ReadFile(path)
		alltest.Check(t, bytes.Count(text, []byte(`"session":"`+journal.AttemptOf(path).Name+`"`)) == 12, "%s is not the session of its records", path)
		a := journal.AttemptOf(path)
		alltest.Check(t, !a.Finished.IsZero() && !a.Finished.Before(a.Started) && a.Host != "" && a.Seen.IsZero(), "%+v", a)
	}
	left, _ := os.ReadDir(filepath.Join(dir, "running"))
	alltest.Check(t, len(left) <= 0, "left: %v", left)
	c, err := journal.Read(dir)
	alltest.Require(t, err == nil && c.Records.Len() == len(want.Records()) && len(c.Warnings) == 0, "%d records, %v, %q", c.Records.Len(), err, c.Warnings)
	var last Progress
	got := mustRun(t, plan, In(dir), OnProgress(func(p Progress) { last = p }))
	diff := cmp.Diff(experimenttest.Timeless(want.Records()), experimenttest.Timeless(got.Records()))
	alltest.Check(t, diff == "" && last.Reused == 48 && len(got.Warnings) <= 0, "%d reused, %q\n%s", last.Reused, got.Warnings, diff)
	kept, err := folder.Read(dir)
	alltest.Check(t, err == nil && len(kept.Plans[0].Records) == 48 && kept.Others == 0, "%d kept, %v", len(kept.Plans[0].Records), err)
}

// Where the file system has no locks a plan writes an attempt of its own.
func TestNoLocks(t *testing.T) {
	for _, refusal := range []error{syscall.ENOSYS, syscall.ENOLCK, syscall.EOPNOTSUPP, syscall.ENOTSUP} {
		journal.Disk.Lock = func(*os.File) (bool, error) { return false, refusal }
		t.Cleanup(func() { journal.Disk.Lock = lockOf })
		dir := t.TempDir()
		small := examplePlan(3, 2)
		mustRun(t, small, In(dir))
		plan := examplePlan(3, 4)
		var last Progress
		got := mustRun(t, plan, In(dir), OnProgress(func(p Progress) { last = p }))
		want := mustRun(t, plan)
		diff := cmp.Diff(experimenttest.Timeless(want.Records()), experimenttest.Timeless(got.Records()))
		alltest.Check(t, diff == "" && last.Reused == 12, "%v: %d reused\n%s", refusal, last.Reused, diff)
		paths, _ := Journals(dir)
		alltest.Check(t, len(paths) == 3 && strings.HasSuffix(paths[2], "-1.jsonl"), "%v: %q", refusal, paths)
		left, _ := os.ReadDir(filepath.Join(dir, "running"))
		alltest.Check(t, len(left) <= 0, "%v: a marker is left", refusal)
	}
	journal.Disk.Lock = func(*os.File) (bool, error) { return false, syscall.EIO }
	alltest.Refused(examplePlan(2, 1).Run(t.Context(), In(t.TempDir())))(t, syscall.EIO, "another error of a lock")
}

var lockOf = journal.Disk.Lock

// No run is begun that is longer than the time left, and none goes on after it.
func TestUntil(t *testing.T) {
	slow := experimenttest.Flips{Bias: 0.1, Crash: func(_ puzzle.Puzzle, run solver.Run) (solver.Outcome, error) { return solver.Outcome{}, nil }}
	plan := examplePlan(2, 2)
	plan.Engines = []solver.Solver{slow}
	trials := trialsOf(plan)
	hash := plan.Engines[0].Describe().Hash()
	soon := time.Now().Add(time.Minute)
	for _, c := range []struct {
		name   string
		budget solver.Budget
		until  Option
		made   int
	}{
		{"time enough", solver.Iterations(2), Until(soon, nil), 4},
		{"over", solver.Iterations(2), Until(time.Now().Add(-time.Second), nil), 0},
		{"too long as seen", solver.Iterations(2), Until(soon, map[string]float64{hash: 59}), 0},
		{"short as seen", solver.Iterations(2), Until(soon, map[string]float64{hash: 1}), 4},
		{"too long a budget", solver.Budget{Iterations: 2, Wall: time.Hour}, Until(soon, nil), 0},
		{"the shorter of two limits", solver.Budget{Iterations: 2, Wall: time.Hour, CPU: time.Second}, Until(soon, nil), 4},
		{"the budget, whatever was seen", solver.Budget{Iterations: 2, Wall: time.Second}, Until(soon, map[string]float64{hash: 59}), 4},
	} {
		plan.Budget = c.budget
		alltest.Equal(t, work(t, plan, t.TempDir(), "0", trials, c.until), c.made, "%s runs made", c.name)
	}
	plan.Budget = solver.Budget{} // never ends
	plan.Engines = []solver.Solver{experimenttest.Flips{Bias: 0}}
	alltest.Equal(t, work(t, plan, t.TempDir(), "0", trials, Until(time.Now().Add(300*time.Millisecond), nil)), 0, "runs ended that have no end")
	s := alltest.Must(plan.Open(Until(time.Now().Add(-time.Second), nil)))(t)
	alltest.Refused(s.Do(t.Context(), trials...))(t, context.DeadlineExceeded, "after the time")
}
