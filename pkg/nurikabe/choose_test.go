package nurikabe_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

func TestMustOpenFirst(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(sets.RootEnv, dir)
	t.Setenv(sets.DataEnv, "")
	folder := filepath.Join(dir, "data", "nurikabe")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("small.txt", "1 .\n\n? .\n")
	write("broken.txt", "1 oops\n")
	if set := nurikabe.Kind.MustOpenFirst("large", "small", "broken"); set.Name != "small" || set.Len() != 2 || set.Where(nurikabe.Known).Len() != 1 {
		t.Errorf("opened %s with %d puzzles", set.Name, set.Len())
	}
	for name, want := range map[string]string{"large": `no nurikabe set "large"`, "broken": "broken.txt:1:3"} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.Contains(text, want) {
					t.Errorf("%s: panics with %q, want %q in it", name, text, want)
				}
			}()
			nurikabe.Kind.MustOpenFirst(name, "nothing")
		}()
	}
}

func TestIslands(t *testing.T) {
	p, err := nurikabe.New("p", puzzle.Size{Rows: 2, Cols: 3}, []int{0, 0, 2, 1, 0, 0})
	if err != nil {
		t.Fatal(err)
	}
	bare, err := nurikabe.New("bare", puzzle.Size{Rows: 1, Cols: 1}, []int{0})
	if err != nil {
		t.Fatal(err)
	}
	set := puzzle.Set{Items: []puzzle.Item{{Puzzle: p}, {Puzzle: bare}}}
	counts, means := set.Values(nurikabe.IslandCount), set.Values(nurikabe.MeanIsland)
	if counts["p"] != 2 || counts["bare"] != 0 || means["p"] != 1.5 || !math.IsNaN(means["bare"]) {
		t.Errorf("%v islands of %v cells", counts, means)
	}
	if n := nurikabe.IslandCount(puzzle.Item{}); !math.IsNaN(n) {
		t.Errorf("%v islands of nothing", n)
	}
	if n := nurikabe.MeanIsland(puzzle.Item{}); !math.IsNaN(n) {
		t.Errorf("islands of nothing have %v cells", n)
	}
}
