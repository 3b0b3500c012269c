//go:build linux || darwin

package experiment

import (
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// filesUpTo lets no file grow beyond a size until the function that it returns is
// called: the disk is full.
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
