package sudokus_test

import (
	"math"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku/sudokus"
)

// item is a puzzle of a set, and stranger one of another kind.
func item(t *testing.T, line string) puzzle.Item {
	t.Helper()
	set := alltest.Must(sudokus.Kind.Read("test", strings.NewReader(line)))(t)
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
		alltest.Equal(t, sudokus.Fixed(it), tt.fixed, "%s: fixed", tt.line)
	}
	x := sudokus.Fixed(puzzle.Item{Puzzle: stranger{}})
	alltest.Check(t, math.IsNaN(x), "another kind of puzzle has the share %v", x)
}

func TestNamedShare(t *testing.T) {
	for id, want := range map[string]float64{"45 12": 45, "0 0": 0} {
		alltest.Equal(t, sudokus.NamedShare(id), want, id)
	}
	for _, id := range []string{"45", "aiescargot", "x 1"} {
		alltest.Check(t, math.IsNaN(sudokus.NamedShare(id)), "%q has a share", id)
	}
}

// The open sets by share of cells given have ten boards for each share.
func TestFixedOfTheOpenSets(t *testing.T) {
	for _, name := range []string{"open-general-9x9", "open-general-16x16", "open-general-25x25"} {
		count := map[float64]int{}
		for _, it := range sudokus.Kind.MustOpen(name).Items {
			count[sudokus.Fixed(it)]++
		}
		for share := 5.0; share <= 95; share += 5 {
			alltest.Check(t, count[share] == 10, "%s: %d boards of %v %%, want 10", name, count[share], share)
		}
	}
}
