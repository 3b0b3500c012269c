package experiment

import (
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
			alltest.OK(t, syscall.Setfsuid(0))
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
		alltest.Require(t, err == nil && len(runs.Warnings) == 1 && contains(runs.Warnings, "only read"), "%+v, %v", runs, err)
		alltest.Equal(t, cmp.Diff(want, runs.Records()), "")
		runs, err = more.Run(t.Context(), In(dir))
		if err == nil || !strings.Contains(err.Error(), "6 runs are missing in it, the first is run 2 of ") || len(runs.Records()) != 12 || !runs.Interrupted {
			t.Errorf("%+v, %v", runs, err)
		}
		s := alltest.Must(plan.Open(In(dir)))(t)
		alltest.Equal(t, len(alltest.Must(s.Do(t.Context(), Trial{Puzzle: 1}))(t)), 1, "a session")
		alltest.Refused(s.Do(t.Context(), Trial{Run: 9}))(t, "1 run is missing in it, the first is run 9 of fair on c00", "a session with a missing run")
		alltest.OK(t, s.Close())
		if runs := mustRun(t, custom, In(dir)); len(runs.Warnings) != 1 {
			t.Errorf("an engine with funcs: %q", runs.Warnings)
		}
		alltest.Refused(plan.Run(t.Context(), In(filepath.Join(dir, "new"))))(t, os.ErrPermission, "a new folder")
	})
	alltest.Equal(t, cmp.Diff(before, listing(t, dir)), "", "the folder was changed")
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
