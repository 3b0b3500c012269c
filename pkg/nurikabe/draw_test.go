package nurikabe

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
)

// drawings are the views that the golden files and the structural tests look
// at. Board and heat are made by hand, so that nothing but the drawing can
// change them.
func drawings(t *testing.T) map[string]puzzle.SVG {
	p := parse(t, small)
	wrong := board("..##\n.###\n##.?\n.###\n")
	heat := make([]float64, 16)
	for i := range heat {
		heat[i] = float64(i) / 10
	}
	return map[string]puzzle.SVG{
		"bare":     p.Draw(puzzle.View{}),
		"solution": p.Draw(puzzle.View{Board: board(solved), Title: "solved & <done>"}),
		"broken":   p.Draw(puzzle.View{Board: wrong, Violations: p.Check(wrong), Changed: []puzzle.Cell{{Row: 0, Col: 1}, {Row: 3, Col: 3}}}),
		"heat":     p.Draw(puzzle.View{Board: board(solved), Heat: heat, HeatMax: 2, HeatName: "pheromone"}),
	}
}

// TestDrawGolden compares drawings with those that somebody has looked at.
func TestDrawGolden(t *testing.T) { puzzletest.Golden(t, drawings(t)) }

func TestDrawStructure(t *testing.T) {
	want := map[string]struct {
		title  string
		counts map[string]int
	}{
		"bare":     {"nurikabe 1, 4×4", map[string]int{".paper": 1, ".solid": 0, ".open": 0, ".heat": 0, "text": 3, "desc": 0}},
		"solution": {"solved & <done>", map[string]int{".solid": 1, ".open": 0, ".ink": 1, ".chalk": 0, ".hatch": 0}},
		"broken":   {"nurikabe 1, 4×4", map[string]int{".solid": 1, ".open": 1, ".hatch": 1, ".fault": 3, ".changed": 1, ".halo": 1, ".ring": 1, "desc": 1}},
		"heat":     {"nurikabe 1, 4×4", map[string]int{".solid": 4, ".inset": 3, ".heat": 2, ".note": 3, "text": 10}},
	}
	for name, svg := range drawings(t) {
		d := puzzletest.Look(t, svg)
		alltest.Check(t, d.Counts["svg"] == 1 && d.Counts["title"] == 1 && d.Counts["style"] == 1, "%s: %v", name, d.Counts)
		title := strings.Join(d.Texts["title"], "")
		alltest.Check(t, title == want[name].title, "%s: title %q", name, title)
		for what, n := range want[name].counts {
			alltest.Check(t, d.Counts[what] == n, "%s has %d %s, want %d", name, d.Counts[what], what, n)
		}
		alltest.Check(t, strings.HasPrefix(string(svg), `<svg xmlns="http://www.w3.org/2000/svg" class="formicary-board nurikabe" role="img" viewBox="0 0 `),
			"%s starts with %.120s", name, svg)
	}
	desc := strings.Join(puzzletest.Look(t, drawings(t)["broken"]).Texts["desc"], "")
	if want := "cell-unset: the cell r3c4 is neither wall nor island; wall-2x2: the 2x2 block from r1c3 to r2c4 is all wall; island-size: the island at r1c1 has 3 cells, its clue says 2"; desc != want {
		t.Errorf("the description is %q", desc)
	}
	scale := puzzletest.Look(t, drawings(t)["heat"]).Texts["text"]
	alltest.Check(t, len(scale) >= 7 && slices.Equal(scale[:7], []string{"pheromone, 0 to 2", "0", "0.5", "1", "1.5", "2", "wall"}), "the scale says %q", scale)
}

// TestDrawSmall: a board of 50×50 cells with heat stays below 80 kB, and its
// text fits a notebook 900 pixels wide.
func TestDrawSmall(t *testing.T) {
	const side = 50
	r := rand.New(rand.NewPCG(1, 2))
	clues := make([]int, side*side)
	heat := make([]float64, len(clues))
	b := puzzle.NewGrid(puzzle.Size{Rows: side, Cols: side}, Wall)
	for i := range clues {
		if r.IntN(6) == 0 {
			clues[i] = 1 + r.IntN(30)
		}
		heat[i] = r.Float64()
		b.Values[i] = uint8(r.IntN(2))
	}
	p := alltest.Must(New("large", b.Size, clues))(t)
	plain, hot := p.Draw(puzzle.View{Board: b}), p.Draw(puzzle.View{Board: b, Heat: heat})
	alltest.Check(t, len(plain) <= 40_000 && len(hot) <= 100_000, "%d and %d bytes", len(plain), len(hot))
	for _, svg := range []puzzle.SVG{plain, hot} {
		var width, height int
		_, err := fmt.Sscanf(string(svg[strings.Index(string(svg), "viewBox"):]), `viewBox="0 0 %d %d"`, &width, &height)
		alltest.Check(t, err == nil && width <= 900 && width >= 400, "%d pixels wide, %v", width, err)
		puzzletest.Look(t, svg)
	}
}

// TestDrawAgain: one view gives one drawing, and drawing changes no input.
func TestDrawAgain(t *testing.T) {
	once, twice := drawings(t), drawings(t)
	for name := range once {
		alltest.Check(t, once[name] == twice[name], "%s is drawn in two ways", name)
	}
}

// TestDrawOdd: what is on a board need not make sense to be drawn.
func TestDrawOdd(t *testing.T) {
	p := parse(t, ". 123\n4567 ?\n")
	nan := []float64{0, 1, 2, 3}
	for i := range nan {
		nan[i] /= nan[0] // NaN and infinities
	}
	wall := puzzle.NewGrid(p.Size(), Wall)
	views := []puzzle.View{
		{Board: wall, Violations: p.Check(wall)},
		{Board: puzzle.NewGrid(p.Size(), 9)},
		{Heat: nan},
		{Heat: []float64{1, 1, 1, 1}},
		{Heat: nan, Board: wall, CellSize: 1},
		{CellSize: -5},
		{Heat: make([]float64, 4), HeatMin: 3, HeatMax: 1},
		{Violations: p.Check(puzzle.Grid{})},
		{Title: "\x00\xff"},
	}
	for i, view := range views {
		d := puzzletest.Look(t, p.Draw(view))
		alltest.Check(t, d.Counts["title"] == 1, "view %d: %v", i, d.Counts)
	}
	alltest.Equal(t, alltest.Panics(t, func() { p.Draw(puzzle.View{Board: board("..\n")}) }), "nurikabe: Draw: a board of 1x2 with 2 values for a puzzle of 2x2")
}
