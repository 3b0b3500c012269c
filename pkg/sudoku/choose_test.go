package sudoku_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// item is a puzzle of a set, and stranger one of another kind.
func item(t *testing.T, line string) puzzle.Item {
	t.Helper()
	set, err := sudoku.Kind.Read("test", strings.NewReader(line))
	if err != nil {
		t.Fatal(err)
	}
	return set.Items[0]
}

type stranger struct{ puzzle.Puzzle }

func TestFixed(t *testing.T) {
	for _, tt := range []struct {
		line  string
		fixed float64
	}{
		{"................", 0},
		{"1...............", 5},
		{"12..............", 15}, // halves go up
		{"1234341221434321", 100},
	} {
		it := item(t, tt.line)
		if got := sudoku.Fixed(it); got != tt.fixed {
			t.Errorf("%s: fixed %v, want %v", tt.line, got, tt.fixed)
		}
	}
	if x := sudoku.Fixed(puzzle.Item{Puzzle: stranger{}}); !math.IsNaN(x) {
		t.Errorf("another kind of puzzle has the share %v", x)
	}
}

// The open sets by share of cells given have ten boards for each share.
func TestFixedOfTheOpenSets(t *testing.T) {
	for _, name := range []string{"open-general-9x9", "open-general-16x16", "open-general-25x25"} {
		count := map[float64]int{}
		for _, it := range sudoku.Kind.MustOpen(name).Items {
			count[sudoku.Fixed(it)]++
		}
		for share := 5.0; share <= 95; share += 5 {
			if count[share] != 10 {
				t.Errorf("%s: %d boards of %v %%, want 10", name, count[share], share)
			}
		}
	}
}

func TestMustOpenFirst(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(sets.RootEnv, dir)
	t.Setenv(sets.DataEnv, "")
	folder := filepath.Join(dir, "data", "sudoku")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"small.txt": "12..............\n", "broken.txt": "1 oops\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if set := sudoku.Kind.MustOpenFirst("large", "small", "broken"); set.Name != "small" || set.Len() != 1 {
		t.Errorf("opened %s with %d puzzles", set.Name, set.Len())
	}
	for name, want := range map[string]string{"large": `no sudoku set "large"`, "broken": "broken.txt:1:"} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.Contains(text, want) {
					t.Errorf("%s: panics with %q, want %q in it", name, text, want)
				}
			}()
			sudoku.Kind.MustOpenFirst(name, "nothing")
		}()
	}
}
