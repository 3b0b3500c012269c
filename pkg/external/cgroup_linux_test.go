package external

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/solver"
)

// TestGroup: what clears its environment and leaves its process group ends with the run, too, where this user may make
// control groups; no group is left.
func TestGroup(t *testing.T) {
	if ownGroup() == "" {
		t.Skip("this user may make no control group of Linux 5.14 or later here")
	}
	pids := filepath.Join(t.TempDir(), "pids")
	for _, budget := range []solver.Budget{{}, {Wall: 2e9}} {
		last := map[bool]string{true: `printf '` + solution + `\n'`, false: `exec sleep 1000`}[budget.Wall == 0]
		out, err := run(t, `(env -i setsid sh -c 'echo $$ >> `+pids+`; (echo $$; exec sleep 1000) >> `+pids+` & exec sleep 1000' > /dev/null 2>&1 &)
			until [ -s `+pids+` ]; do sleep 0.01; done; sleep 0.2; `+last, budget)
		alltest.Check(t, err == nil && (out.Status == solver.Solved) == (budget.Wall == 0), "%v, %v", out.Status, err)
		words := strings.Fields(string(alltest.Must(os.ReadFile(pids))(t)))
		alltest.Check(t, len(words) > 0, "nothing was started")
		for _, pid := range words {
			stat, err := os.ReadFile(fmt.Sprintf("/proc/%s/stat", pid))
			alltest.Check(t, err != nil || strings.Contains(string(stat), ") Z "), "process %s is left: %s", pid, stat)
		}
		alltest.OK(t, os.Remove(pids))
	}
	left, err := filepath.Glob(filepath.Join(ownGroup(), fmt.Sprintf("formicary_command-%d-*", os.Getpid())))
	alltest.Check(t, err == nil && len(left) == 0, "groups are left: %v", left)
}
