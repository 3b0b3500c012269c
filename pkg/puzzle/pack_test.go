package puzzle_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

// TestPack: whatever board is written comes back.
func TestPack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := puzzle.Size{Rows: rapid.IntRange(1, 12).Draw(t, "rows"), Cols: rapid.IntRange(1, 12).Draw(t, "columns")}
		most := rapid.IntRange(0, 254).Draw(t, "most")
		g := puzzle.NewGrid(size, 0)
		for i := range g.Values {
			g.Values[i] = uint8(rapid.IntRange(0, most).Draw(t, "value"))
			if rapid.IntRange(0, 4).Draw(t, "open") == 0 {
				g.Values[i] = puzzle.Unset
			}
		}
		text := g.Pack()
		got, err := puzzle.Unpack(size, text)
		alltest.Require(t, err == nil && got.Equal(g), "%v as %q comes back as %v, %v", g, text, got, err)
	})
	board := puzzle.NewGrid(puzzle.Size{Rows: 12, Cols: 12}, 1)
	text := board.Pack()
	alltest.Check(t, len(text) == 25, "a board of 144 cells that are 0 or 1 takes %d letters, want 25: %s", len(text), text)
	none, err := puzzle.Unpack(board.Size, puzzle.Grid{}.Pack())
	alltest.Check(t, err == nil && none.IsZero(), "no board comes back as %v, %v", none, err)
}

func FuzzUnpack(f *testing.F) {
	f.Add("1gA", 1, 1)
	f.Add("u2", 0, 3)
	f.Fuzz(func(t *testing.T, text string, rows, cols int) {
		size := puzzle.Size{Rows: min(max(rows, 1), 20), Cols: min(max(cols, 1), 20)}
		g, err := puzzle.Unpack(size, text)
		if err != nil {
			alltest.Check(t, strings.Contains(err.Error(), "expected"), "%q: %v", text, err)
			return
		}
		again, err := puzzle.Unpack(size, g.Pack())
		alltest.Check(t, err == nil && again.Equal(g), "%q: %v is written as %q", text, g, g.Pack())
	})
}
