//go:build linux || darwin

package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
)

// filesEnv makes a process of this test one on a disk that has so many bytes left
// for every file. It tells what came of its plan.
const filesEnv = "FORMICARY_TEST_FILES"

// told is what came of a plan.
type told struct {
	Result  *Result
	Records []Record // of the result
	Full    bool     // the error is that of a full disk
	Error   string
}

func fullChild(dir string, size int64) error {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(size), Max: uint64(size)}); err != nil {
		return err
	}
	result, err := killPlan().Run(context.Background(), In(dir))
	out := told{Result: result, Records: result.Records(), Full: errors.Is(err, syscall.EFBIG)}
	if err != nil {
		out.Error = err.Error()
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}

// A disk that is full or becomes full while a plan runs ends it with an error; what
// was made is returned, and once there is room the plan goes on. A complete plan
// needs none.
func TestPlanOnAFullDisk(t *testing.T) {
	want := mustRun(t, killPlan())
	on := func(dir string, size int64) (out told) {
		t.Helper()
		program := alltest.Must(os.Executable())(t)
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), killEnv+"="+dir, filesEnv+"="+strconv.FormatInt(size, 10))
		text, err := cmd.Output()
		if err == nil {
			err = json.Unmarshal(text, &out)
		}
		alltest.Require(t, err == nil && out.Result != nil, "%d bytes: %v, %s", size, err, text)
		return out
	}
	for _, size := range []int64{0, 700, 9000} {
		dir := t.TempDir()
		first := on(dir, size)
		alltest.Check(t, first.Full && len(first.Records) != 0 && first.Result.Interrupted, "%d bytes: %+v", size, first)
		alltest.Check(t, size >= 700 || contains(first.Result.Warnings, "the manifest: ") && contains(first.Result.Warnings, "cannot be noted"),
			"%d bytes: %q", size, first.Result.Warnings)
		again := mustRun(t, killPlan(), In(dir))
		alltest.Equal(t, cmp.Diff(experimenttest.Timeless(want.Records()), experimenttest.Timeless(again.Records())), "", "%d bytes", size)
		third := on(dir, 0)
		diff := cmp.Diff(again.Records(), third.Records)
		alltest.Check(t, diff == "" && !third.Result.Interrupted, "%d bytes: a complete plan on a full disk: %s\n%s", size, third.Error, diff)
	}
}
