package sets_test

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// named is a puzzle that is nothing but its id.
type named struct {
	puzzle.Puzzle
	id string
}

func (n named) ID() string        { return n.id }
func (n named) Size() puzzle.Size { return puzzle.Size{Rows: 1, Cols: 1} }
func (n named) Hash() puzzle.Hash { return puzzle.HashOf("plain", n.id) }

// readNames reads an id a line; "bad" is an error.
func readNames(source string, r io.Reader) (puzzle.Set, error) {
	c, lines := sets.Collect(source), bufio.NewScanner(r)
	for lines.Scan() {
		if lines.Text() == "bad" {
			return puzzle.Set{}, puzzle.Errorf(source, 1, 1, "expected something good")
		}
		if err := c.Add(puzzle.Item{Puzzle: named{id: lines.Text()}}); err != nil {
			return puzzle.Set{}, err
		}
	}
	return sets.Reader(func(string, io.Reader) puzzle.Set { return c.Finish(sets.NewLines(source, r), "an id") })(source, r)
}

// plainKind has one format, an id a line, and no folders.
var plainKind = sets.Kind{Name: "plain", Formats: []sets.Format{{Name: "ids", Read: readNames}}}

// write makes a file of a text, and the folders above it.
func write(t *testing.T, text string, path ...string) string {
	t.Helper()
	name := filepath.Join(path...)
	alltest.OK(t, os.MkdirAll(filepath.Dir(name), 0o755))
	alltest.OK(t, os.WriteFile(name, []byte(text), 0o644))
	return name
}

func TestOpen(t *testing.T) {
	root, shared := t.TempDir(), t.TempDir()
	t.Setenv(sets.RootEnv, root)
	t.Setenv(sets.DataEnv, shared)
	write(t, "own", root, "data", "plain", "open.txt")
	write(t, "hidden behind our own", shared, "plain", "open.json")
	theirs := write(t, "theirs", shared, "plain", "big.set.json")
	for name, want := range map[string]string{"open": "own", "big.set": "theirs", theirs: "theirs"} {
		set, err := plainKind.Open(name)
		alltest.Check(t, err == nil && set.Len() == 1 && set.Items[0].ID() == want, "%s: %v, %v", name, set, err)
	}
	set := plainKind.MustOpenFirst("nothing", "big.set", "open")
	alltest.Check(t, set.Name == "big.set", "opened %s first", set.Name)
	if _, err := plainKind.Open(shared); err == nil || !strings.HasSuffix(err.Error(), "expected a file of plain puzzles, found a folder") {
		t.Errorf("a kind without folders opens one: %v", err)
	}
}

// TestOpenMissing: the error names what was looked for, where, and how to point
// to it.
func TestOpenMissing(t *testing.T) {
	root, shared, away := t.TempDir(), t.TempDir(), t.TempDir()
	t.Chdir(away)
	for _, tt := range []struct {
		root, data string
		want       []string
	}{
		{"", "", []string{"data/plain of a checkout", away, "set FORMICARY_ROOT to its folder", "plain under FORMICARY_DATA (not set)"}},
		{root, "", []string{filepath.Join(root, "data", "plain"), "plain under FORMICARY_DATA (not set)"}},
		{root, shared, []string{filepath.Join(root, "data", "plain"), filepath.Join(shared, "plain")}},
	} {
		t.Setenv(sets.RootEnv, tt.root)
		t.Setenv(sets.DataEnv, tt.data)
		_, err := plainKind.Open("open")
		alltest.Require(t, errors.Is(err, fs.ErrNotExist), "root %q, data %q: %v", tt.root, tt.data, err)
		for _, want := range append(tt.want, `no plain set "open"`, "open.*") {
			alltest.Check(t, strings.Contains(err.Error(), want), "root %q, data %q: %v, want %q in it", tt.root, tt.data, err, want)
		}
	}
}

func TestOpenFolder(t *testing.T) {
	root, shared := t.TempDir(), t.TempDir()
	t.Setenv(sets.RootEnv, root)
	t.Setenv(sets.DataEnv, shared)
	for path, text := range map[string]string{
		"plain/many/b.txt":      "1\n2\n",
		"plain/many/a.txt":      "x\n",
		"plain/many/.hidden":    "bad\n",
		"plain/many/deep/c.txt": "y\n",
		"plain/twice/a.txt":     "x\n",
		"plain/twice/a.text":    "x\n",
		"plain/broken/a.txt":    "bad\n",
		"plain/empty/.hidden":   "x\n",
		"plain/one.txt":         "z\n",
	} {
		write(t, text, shared, filepath.FromSlash(path))
	}
	kind := plainKind
	kind.Folders, kind.Rename = true, func(_ puzzle.Puzzle, id string) puzzle.Puzzle { return named{id: id} }
	for _, tt := range []struct {
		name, set string
		ids       []string
	}{
		{"many", "many", []string{"a", "b/1", "b/2"}},
		{"many/deep", "deep", []string{"c"}},
		{"many/b", "b", []string{"1", "2"}},
		{"many/deep/c", "c", []string{"y"}},
		{"one", "one", []string{"z"}},
		{filepath.Join(shared, "plain", "many"), "many", []string{"a", "b/1", "b/2"}},
	} {
		set, err := kind.Open(tt.name)
		var ids []string
		for _, item := range set.Items {
			ids = append(ids, item.ID())
		}
		alltest.Check(t, err == nil && set.Name == tt.set && slices.Equal(ids, tt.ids), "%s: the set %s of %q, %v", tt.name, set.Name, ids, err)
	}
	for name, want := range map[string]string{
		"twice":   `both have a puzzle "a"`,
		"broken":  "a.txt:1:1: expected something good",
		"empty":   "no file in this folder",
		"nothing": `no plain set "nothing"`,
	} {
		alltest.Refused(kind.Open(name))(t, want, name)
	}
}

func TestRoot(t *testing.T) {
	t.Setenv(sets.RootEnv, "")
	root := alltest.Must(sets.Root())(t)
	_, err := os.Stat(filepath.Join(root, "pkg", "puzzle"))
	alltest.Check(t, err == nil, "%v", err)
	t.Chdir(t.TempDir())
	root, err = sets.Root()
	alltest.Check(t, err != nil, "found a module root %s where there is none", root)
}
