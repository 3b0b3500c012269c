package sets_test

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// endless is an input without an end that counts what is taken of it.
type endless struct {
	unit  string
	taken int
}

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e.unit[(e.taken+i)%len(e.unit)]
	}
	e.taken += len(p)
	return len(p), nil
}

// slack is what a reader may take beyond a limit, of memory that is read at once.
const slack = 1 << 20

// An input without an end is read up to its limit and refused there.
func TestEndlessInput(t *testing.T) {
	for _, c := range []struct {
		unit, want string
		most       int
	}{
		{"\x00", "<stdin>:1:16777217: expected at most 16 MB in a line, found more", sets.MostLine},
		{"ä", "<stdin>:1:8388609: expected at most 16 MB in a line, found more", sets.MostLine},
		{"a line\n", "<stdin>:9586981:", sets.MostBytes},
	} {
		in := &endless{unit: c.unit}
		l := sets.NewLines("<stdin>", in)
		for l.Next() {
		}
		var wrong *puzzle.ParseError
		if err := l.Err(); !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), c.want) || in.taken > c.most+slack {
			t.Errorf("%q as lines: %v, after %d bytes", c.unit, err, in.taken)
		}
		in = &endless{unit: c.unit}
		_, err := sets.ReadAll("<stdin>", in)
		alltest.Check(t, errors.As(err, &wrong) && strings.HasSuffix(err.Error(), "expected at most 64 MB in a file, found more") && in.taken <= sets.MostBytes+slack,
			"%q as a whole: %v, after %d bytes", c.unit, err, in.taken)
	}
	// A line as long as may be is one, and so is a text of such lines.
	long := strings.Repeat("x", sets.MostLine-1) + "\n"
	l := sets.NewLines("file", strings.NewReader(long+long))
	for range 2 {
		alltest.Check(t, l.Next() && len(l.Text()) == sets.MostLine-1, "a line of %d bytes: %v", len(l.Text()), l.Err())
	}
	text, err := sets.ReadAll("file", strings.NewReader(long+long))
	alltest.Check(t, err == nil && len(text) == 2*sets.MostLine, "%d bytes, %v", len(text), err)
	_, err = sets.ReadAll("file", strings.NewReader("1\n"+strings.Repeat("x", sets.MostLine+1)))
	alltest.Check(t, err != nil && err.Error() == "file:2:16777217: expected at most 16 MB in a line, found more", "a line that is too long: %v", err)
	// What breaks off is an error of its own.
	broken := io.MultiReader(strings.NewReader("ab"), &broken{})
	_, err = sets.ReadBytes("file", broken)
	alltest.Check(t, err != nil && err.Error() == "file: broken", "%v", err)
}

type broken struct{}

func (*broken) Read([]byte) (int, error) { return 0, errors.New("broken") }

// A pipe that nobody writes to is refused and not waited for, as are devices and
// folders, for every kind of puzzle.
func TestOtherThanFiles(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := exec.Command("mkfifo", "-m", "600", pipe).Run(); err != nil {
		t.Skip(err)
	}
	empty := filepath.Join(dir, "empty")
	alltest.OK(t, os.WriteFile(empty, nil, 0o600))
	for path, want := range map[string]string{
		pipe:       pipe + ": expected a regular file, found a pipe (- reads the standard input)",
		os.DevNull: os.DevNull + ": expected a regular file, found a device (- reads the standard input)",
		dir:        dir + ": expected a file, found a folder",
		empty:      "",
		dir + "/x": "stat " + dir + "/x: no such file or directory",
	} {
		got := ""
		if _, err := sets.ReadFile(path); err != nil {
			got = err.Error()
		}
		alltest.Check(t, got == want, "%s: %q, want %q", path, got, want)
	}
	for _, folders := range []bool{false, true} {
		kind := sets.Kind{Name: "kind", Folders: folders}
		for _, path := range []string{pipe, os.DevNull} {
			alltest.Refused(kind.Open(path))(t, "expected a regular file, found a", path)
		}
		want := dir + ": expected a file of kind puzzles, found a folder"
		if folders { // its files are read
			want = "expected a regular file, found a pipe"
			alltest.OK(t, os.Remove(empty))
		}
		alltest.Refused(kind.Open(dir))(t, want, "a folder")
	}
}

// A set has at most so many cells and so many puzzles.
func TestLargestSet(t *testing.T) {
	alltest.Only(t, "it makes a million boards")
	c := sets.Collect("set")
	var err error
	n := 0
	for ; err == nil; n++ {
		err = c.Add(puzzle.Item{Puzzle: sized{named{id: strconv.Itoa(n)}, 1024}})
	}
	alltest.Check(t, n == sets.MostSetCells/(1<<20)+1 && err.Error() == "expected at most 67,108,864 cells in all puzzles of a set, found more",
		"%d boards of the largest size: %v", n, err)
	c, err, n = sets.Collect("set"), nil, 0
	for ; err == nil; n++ {
		err = c.Add(puzzle.Item{Puzzle: sized{named{id: strconv.Itoa(n)}, 1}})
	}
	alltest.Check(t, n == sets.MostPuzzles+1 && err.Error() == "expected at most 1,048,576 puzzles in a set, found more",
		"%d boards of one cell: %v", n, err)
}

// sized is a puzzle of side×side cells.
type sized struct {
	named
	side int
}

func (s sized) Size() puzzle.Size { return puzzle.Size{Rows: s.side, Cols: s.side} }
