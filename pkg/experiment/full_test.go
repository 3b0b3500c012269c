//go:build linux || darwin

package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// aloneEnv makes a process of this test one that may limit the size of its files.
const aloneEnv = "FORMICARY_TEST_ALONE"

// alone runs the test in a process of its own and is true there. The limit of
// filesUpTo holds for a whole process, and "go test" has each test's process
// write which files it opened.
func alone(t *testing.T) bool {
	t.Helper()
	if os.Getenv(aloneEnv) != "" {
		return true
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.v", "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), aloneEnv+"=1")
	text, err := cmd.CombinedOutput()
	switch {
	case err != nil || !strings.Contains(string(text), "=== RUN   "+t.Name()+"\n"):
		t.Fatalf("%v\n%s", err, text)
	case strings.Contains(string(text), "--- SKIP"):
		t.Skip(string(text))
	}
	return false
}

// filesUpTo lets no file of the process grow beyond a size until the function that
// it returns is called: the disk is full.
func filesUpTo(t *testing.T, size int64) (free func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		t.Skip(err)
	}
	limit := was
	limit.Cur = uint64(size)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Skip(err)
	}
	return func() {
		t.Helper()
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
			t.Fatal(err)
		}
	}
}

// Of a record for which the disk has no room nothing is left in the journal, and
// the next one that has room follows the last whole one, however the journal
// ended when it was opened.
func TestFullDisk(t *testing.T) {
	if !alone(t) {
		return
	}
	_, text, records := journalOf(t, examplePlan(2, 1))
	lines := strings.SplitAfter(string(text), "\n")
	for name, c := range map[string]struct {
		start, left string // of the file
		known       int
	}{
		"new":      {"", "", 0},
		"whole":    {lines[0] + lines[1], lines[0] + lines[1], 2},
		"open":     {strings.TrimSuffix(lines[0], "\n"), lines[0], 1},
		"torn":     {lines[0] + lines[1][:9], lines[0], 1},
		"bad line": {"no record\n" + lines[0], "         \n" + lines[0], 1},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, journalFile)
			if err := os.WriteFile(path, []byte(c.start), 0o666); err != nil {
				t.Fatal(err)
			}
			j, known, _, err := openJournal(dir)
			if err != nil || len(known) != c.known {
				t.Fatalf("%d records, %v", len(known), err)
			}
			want := c.left
			for _, r := range []int{2, 3} {
				free := filesUpTo(t, int64(len(want)+20))
				err := j.add(records[r])
				free()
				if !errors.Is(err, syscall.EFBIG) {
					t.Fatalf("no room, and the error is %v", err)
				}
				if got, _ := os.ReadFile(path); string(got) != want {
					t.Fatalf("after a write that failed the journal is\n%s\nwant\n%s", got, want)
				}
				if err := j.add(records[r]); err != nil {
					t.Fatal(err)
				}
				want += lines[r]
				if got, _ := os.ReadFile(path); string(got) != want {
					t.Fatalf("after a write the journal is\n%s\nwant\n%s", got, want)
				}
			}
			if err := j.close(); err != nil {
				t.Fatal(err)
			}
			if err := j.add(records[0]); !errors.Is(err, os.ErrClosed) {
				t.Errorf("a closed journal takes records: %v", err)
			}
		})
	}
}

// filesEnv makes a process of this test one on a disk that has so many bytes left
// for every file. It tells what came of its plan.
const filesEnv = "FORMICARY_TEST_FILES"

// told is what came of a plan.
type told struct {
	Result *Result
	Full   bool // the error is that of a full disk
	Error  string
}

func fullChild(dir string, size int64) error {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(size), Max: uint64(size)}); err != nil {
		return err
	}
	result, err := killPlan().Run(context.Background(), In(dir))
	out := told{Result: result, Full: errors.Is(err, syscall.EFBIG)}
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
		program, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), killEnv+"="+dir, filesEnv+"="+strconv.FormatInt(size, 10))
		text, err := cmd.Output()
		if err == nil {
			err = json.Unmarshal(text, &out)
		}
		if err != nil || out.Result == nil {
			t.Fatalf("%d bytes: %v, %s", size, err, text)
		}
		return out
	}
	for _, size := range []int64{0, 700, 9000} {
		dir := t.TempDir()
		first := on(dir, size)
		if !first.Full || len(first.Result.Records) == 0 || !first.Result.Interrupted {
			t.Errorf("%d bytes: %+v", size, first)
		}
		if size < 700 && (!contains(first.Result.Warnings, "the manifest: ") || !contains(first.Result.Warnings, "cannot be noted")) {
			t.Errorf("%d bytes: %q", size, first.Result.Warnings)
		}
		again := mustRun(t, killPlan(), In(dir))
		if diff := cmp.Diff(timeless(want.Records), timeless(again.Records)); diff != "" {
			t.Errorf("%d bytes:\n%s", size, diff)
		}
		third := on(dir, 0)
		if diff := cmp.Diff(again.Records, third.Result.Records); diff != "" || third.Result.Interrupted {
			t.Errorf("%d bytes: a complete plan on a full disk: %s\n%s", size, third.Error, diff)
		}
	}
}
