//go:build linux || darwin

package journal

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"formicary/pkg/alltest"
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
	program := alltest.Must(os.Executable())(t)
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
		alltest.OK(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was))
	}
}

// Of a record for which the disk has no room nothing is left in the journal, and
// the next one that has room follows the last whole one, however the journal
// ended when it was opened.
func TestFullDisk(t *testing.T) {
	if !alone(t) {
		return
	}
	text, records := some(t, 4)
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
			path := filepath.Join(dir, FileName)
			alltest.OK(t, os.WriteFile(path, []byte(c.start), 0o666))
			j, known, _, err := openJournal(dir)
			alltest.Require(t, err == nil && known.Len() == c.known, "%d records, %v", known.Len(), err)
			want := c.left
			for _, r := range []int{2, 3} {
				free := filesUpTo(t, int64(len(want)+20))
				err := j.add(records[r])
				free()
				alltest.Require(t, errors.Is(err, syscall.EFBIG), "no room, and the error is %v", err)
				got, _ := os.ReadFile(path)
				alltest.Require(t, string(got) == want, "after a write that failed the journal is\n%s\nwant\n%s", got, want)
				alltest.OK(t, j.add(records[r]))
				want += lines[r]
				got, _ = os.ReadFile(path)
				alltest.Require(t, string(got) == want, "after a write the journal is\n%s\nwant\n%s", got, want)
			}
			alltest.OK(t, j.close())
			alltest.Fails(t, j.add(records[0]), os.ErrClosed, "a closed journal takes records")
		})
	}
}

// Rescued records that cannot be written once more are those that were.
func TestRescuedCopyIsReplacedWhole(t *testing.T) {
	if !alone(t) {
		return
	}
	_, records := some(t, 2)
	path := filepath.Join(t.TempDir(), "rescued-1.jsonl")
	alltest.OK(t, writeRescued(path, setOf(records[:1])))
	want, _ := os.ReadFile(path)
	free := filesUpTo(t, 100)
	err := writeRescued(path, setOf(records[1:]))
	free()
	got, _ := os.ReadFile(path)
	alltest.Check(t, err != nil && bytes.Equal(got, want), "%v, and the file is %q", err, got)
}

// Without room for the notes the plan runs, and says so.
func TestNoRoomForNotes(t *testing.T) {
	f, _ := openFlights(t.TempDir(), nil)
	free := filesUpTo(t, 700)
	f.Start(2)
	free()
	f.Begin(0, "mark", "what", false)
	f.End(0)
	w := f.Warnings()
	alltest.Check(t, len(w) == 1 && strings.Contains(w[0], "cannot be noted"), "%q", w)
	f.close(true)
}
