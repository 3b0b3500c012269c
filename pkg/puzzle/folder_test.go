package puzzle_test

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/puzzle"
)

// named is a puzzle that is nothing but its id.
type named struct {
	puzzle.Puzzle
	id string
}

func (n named) ID() string { return n.id }

// readNames reads an id a line; "bad" is an error.
func readNames(source string, r io.Reader) (puzzle.Set, error) {
	c, lines := puzzle.Collect(source), bufio.NewScanner(r)
	for lines.Scan() {
		if lines.Text() == "bad" {
			return puzzle.Set{}, puzzle.Errorf(source, 1, 1, "expected something good")
		}
		if err := c.Add(puzzle.Item{Puzzle: named{id: lines.Text()}}); err != nil {
			return puzzle.Set{}, err
		}
	}
	return c.Finish(puzzle.NewLines(source, r), "an id")
}

func TestOpenFolder(t *testing.T) {
	root, shared := t.TempDir(), t.TempDir()
	t.Setenv(puzzle.RootEnv, root)
	t.Setenv(puzzle.DataEnv, shared)
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
		name := filepath.Join(shared, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	open := func(name string) (puzzle.Set, error) {
		return puzzle.OpenFolder("plain", name, readNames, func(_ puzzle.Puzzle, id string) puzzle.Puzzle { return named{id: id} })
	}
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
		set, err := open(tt.name)
		var ids []string
		for _, item := range set.Items {
			ids = append(ids, item.ID())
		}
		if err != nil || set.Name != tt.set || !slices.Equal(ids, tt.ids) {
			t.Errorf("%s: the set %s of %q, %v", tt.name, set.Name, ids, err)
		}
	}
	for name, want := range map[string]string{
		"twice":   `both have a puzzle "a"`,
		"broken":  "a.txt:1:1: expected something good",
		"empty":   "no file in this folder",
		"nothing": `no plain set "nothing"`,
	} {
		if _, err := open(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
