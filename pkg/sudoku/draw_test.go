package sudoku

import (
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
)

// drawings are the views that the golden files and the structural tests look
// at.
func drawings(t *testing.T) map[string]puzzle.SVG {
	p := parse(t, "1..............1")
	wrong := board(p, "12.1.4......2..1")
	heat := make([]float64, 16)
	for i := range heat {
		heat[i] = float64(i) / 10
	}
	notes := make([][]uint8, 16)
	notes[0], notes[1], notes[6], notes[9] = []uint8{2}, []uint8{1, 2, 3, 4}, []uint8{2, 4}, []uint8{77}
	wide := parse(t, "f..............0"+strings.Repeat(".", 240))
	return map[string]puzzle.SVG{
		"bare":   p.Draw(puzzle.View{}),
		"solved": p.Draw(puzzle.View{Board: board(p, solvedFour), Title: "solved & <done>"}),
		"broken": p.Draw(puzzle.View{Board: wrong, Violations: p.Check(wrong), Changed: []puzzle.Cell{{Row: 0, Col: 1}, {Row: 3, Col: 3}}}),
		"heat":   p.Draw(puzzle.View{Board: board(p, solvedFour), Heat: heat, HeatMax: 2, HeatName: "pheromone"}),
		"notes":  p.Draw(puzzle.View{Notes: notes, Heat: heat}),
		"large":  wide.Draw(puzzle.View{}),
	}
}

// TestDrawGolden compares drawings with those that somebody has looked at.
func TestDrawGolden(t *testing.T) {
	all := drawings(t)
	delete(all, "large")
	puzzletest.Golden(t, all)
}

// TestDrawLarge: the largest board with candidates stays below 700 kB, without
// below 60 kB, and a cell below 15 pixels wide has letters of 9 at least.
func TestDrawLarge(t *testing.T) {
	box := puzzle.Size{Rows: MaxBox, Cols: MaxBox}
	g := puzzle.NewGrid(puzzle.Size{Rows: MaxN, Cols: MaxN}, MaxN)
	p, err := New("large", box, g.Values)
	alltest.OK(t, err)
	plain := string(p.Draw(puzzle.View{}))
	alltest.Check(t, len(plain) <= 60_000 && strings.Contains(plain, `font-size="10"`), "%d bytes, starting with %.300s", len(plain), plain)
	notes := make([][]uint8, len(g.Values))
	for c := range notes {
		g.Values[c] = puzzle.Unset
		for v := uint8(1); v <= MaxN; v += 3 {
			notes[c] = append(notes[c], v)
		}
	}
	if p, err = New("large", box, g.Values); err != nil {
		t.Fatal(err)
	}
	svg := p.Draw(puzzle.View{Notes: notes})
	alltest.Check(t, len(svg) <= 700_000, "%d bytes with candidates", len(svg))
}

// TestDrawOdd: what is on a board need not make sense to be drawn; what has
// the wrong size panics.
func TestDrawOdd(t *testing.T) {
	p := parse(t, "1..............1")
	d := puzzletest.Look(t, p.Draw(puzzle.View{Board: puzzle.NewGrid(p.Size(), 200), CellSize: 1}))
	alltest.Check(t, d.Groups["label ink digit"] == strings.Repeat("?", 16), "got %v", d.Groups)
	for want, view := range map[string]puzzle.View{
		"sudoku: Draw: a board of 1x2 with 2 values for a puzzle of 4x4": {Board: puzzle.NewGrid(puzzle.Size{Rows: 1, Cols: 2}, 1)},
		"puzzle: a view with notes for 1 cells for a board of 4x4":       {Notes: make([][]uint8, 1)},
	} {
		alltest.Equal(t, alltest.Panics(t, func() { p.Draw(view) }), want)
	}
}
