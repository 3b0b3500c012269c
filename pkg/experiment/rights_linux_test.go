package experiment

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/solver"
)

// withoutRights calls f on a thread that may read a folder but not write it. Root
// may write everything, so the thread is nobody's as far as files go.
func withoutRights(t *testing.T, dir string, f func()) {
	t.Helper()
	paths := alltest.Must(filepath.Glob(filepath.Join(dir, "*")))(t)
	for _, path := range append(paths, dir) {
		mode := os.FileMode(0o444)
		if path == dir {
			mode = 0o555
		}
		alltest.OK(t, os.Chmod(path, mode))
	}
	alltest.OK(t, os.Chmod(filepath.Dir(dir), 0o755))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer os.Chmod(dir, 0o777)
	if os.Getuid() == 0 {
		const nobody = 65534
		if err := syscall.Setfsuid(nobody); err != nil {
			t.Skip(err)
		}
		defer func() {
			if err := syscall.Setfsuid(0); err != nil {
				t.Error(err)
			}
		}()
	}
	f()
}

// A plan whose journal cannot be written is read, if it is complete; what is
// missing is told.
func TestReadOnly(t *testing.T) {
	plan := examplePlan(3, 2)
	dir, _, want := journalOf(t, plan)
	more := plan
	more.Runs = 3
	custom := plan
	custom.Engines = []solver.Solver{experimenttest.Flips{Bias: 0.5, Custom: true}}
	mustRun(t, custom, In(dir))
	before := listing(t, dir)
	withoutRights(t, dir, func() {
		runs, err := plan.Run(t.Context(), In(dir))
		if err != nil || len(runs.Warnings) != 1 || !contains(runs.Warnings, "only read") {
			t.Fatalf("%+v, %v", runs, err)
		}
		if diff := cmp.Diff(want, runs.Records()); diff != "" {
			t.Error(diff)
		}
		runs, err = more.Run(t.Context(), In(dir))
		if err == nil || !strings.Contains(err.Error(), "6 runs are missing in it, the first is run 2 of ") || len(runs.Records()) != 12 || !runs.Interrupted {
			t.Errorf("%+v, %v", runs, err)
		}
		s := alltest.Must(plan.Open(In(dir)))(t)
		if records, err := s.Do(t.Context(), Trial{Puzzle: 1}); err != nil || len(records) != 1 {
			t.Errorf("a session: %v", err)
		}
		if _, err := s.Do(t.Context(), Trial{Run: 9}); err == nil || !strings.Contains(err.Error(), "1 run is missing in it, the first is run 9 of fair on c00") {
			t.Errorf("a session with a missing run: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if runs := mustRun(t, custom, In(dir)); len(runs.Warnings) != 1 {
			t.Errorf("an engine with funcs: %q", runs.Warnings)
		}
		if _, err := plan.Run(t.Context(), In(filepath.Join(dir, "new"))); !errors.Is(err, os.ErrPermission) {
			t.Errorf("a new folder: %v", err)
		}
	})
	if diff := cmp.Diff(before, listing(t, dir)); diff != "" {
		t.Errorf("the folder was changed:\n%s", diff)
	}
}

// listing has the files of a folder and what they hold.
func listing(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	entries := alltest.Must(os.ReadDir(dir))(t)
	for _, e := range entries {
		text := alltest.Must(os.ReadFile(filepath.Join(dir, e.Name())))(t)
		out[e.Name()] = string(text)
	}
	return out
}
