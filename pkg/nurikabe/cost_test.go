package nurikabe

import (
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

func TestCost(t *testing.T) {
	for _, tt := range []struct {
		name, clues, board string
		want               int
	}{
		{"solved", small, solved, 0},
		{"clues of any size", "?...\n....\n..?.\n1...\n", solved, 0},
		{"no clue, all wall", "..\n", "##\n", 0},
		{"the start of an ant: 2 cells missing, 3 blocks", small, ".###\n####\n##.#\n.###\n", 5},
		{"an island one too small, 2 blocks", small, ".###\n.###\n##.#\n.###\n", 3},
		{"an island one too large", small, "..##\n.#.#\n##.#\n.###\n", 1},
		{"clues joined: one clue and one cell too many", small, ".###\n.#.#\n.#.#\n.###\n", 2},
		{"a clue of 2 under wall: 2 blocks", small, "####\n##.#\n##.#\n.###\n", 4},
		{"an island of 2 without a clue", "1.\n..\n..\n", ".#\n##\n..\n", 2},
		{"a wall in two pieces", "..1..\n", "##.##\n", 1},
		{"a clue of any size under wall", "?.\n", "##\n", 1},
	} {
		got := parse(t, tt.clues).Cost(board(tt.board))
		alltest.Check(t, got == tt.want, "%s: cost %d, want %d", tt.name, got, tt.want)
	}
	alltest.Panics(t, func() { parse(t, small).Cost(board("##\n")) }, "a board of another size has a cost")
}

// TestCostAgreesWithCheck: the cost is 0 exactly where Check finds nothing.
func TestCostAgreesWithCheck(t *testing.T) {
	solutions := 0
	rapid.Check(t, func(t *rapid.T) {
		size := puzzle.Size{Rows: rapid.IntRange(1, 4).Draw(t, "rows"), Cols: rapid.IntRange(1, 4).Draw(t, "cols")}
		g, clues := puzzle.NewGrid(size, Island), make([]int, size.Cells())
		for i := range clues {
			g.Values[i] = rapid.SampledFrom([]uint8{Wall, Wall, Island}).Draw(t, "value")
		}
		// Clues that fit the islands more often than not.
		for i := range clues {
			if g.Values[i] != Island && rapid.IntRange(0, 9).Draw(t, "wall clue") > 0 || rapid.IntRange(0, 2).Draw(t, "clue") > 0 {
				continue
			}
			clues[i] = rapid.SampledFrom([]int{1, 1, 1, 2, 2, 3, 4, Unknown}).Draw(t, "number")
		}
		p := alltest.Must(New("p", size, clues))(t)
		cost, broken := p.Cost(g), p.Check(g)
		alltest.Require(t, (cost == 0) == (len(broken) == 0) && cost >= 0, "cost %d, but %v\n%v %q", cost, broken, clues, p.Rows(g))
		if cost == 0 {
			solutions++
		}
	})
	alltest.Check(t, solutions != 0, "no board was a solution: the comparison says nothing")
}

func BenchmarkCost(b *testing.B) {
	p := alltest.Must(New("p", puzzle.Size{Rows: 10, Cols: 10}, make([]int, 100)))(b)
	g := puzzle.NewGrid(p.Size(), Wall)
	for i := 0; i < 100; i += 3 {
		g.Values[i] = Island
	}
	for b.Loop() {
		p.Cost(g)
	}
}
