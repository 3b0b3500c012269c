package nonogram

import (
	"regexp"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
)

func rainbow(t *testing.T) (*Puzzle, puzzle.Grid) {
	t.Helper()
	board := grid("1122.", "..123", "3....")
	p := alltest.Must(FromPicture("rain", board, append(BlackAndWhite(), Ink{"red", [3]uint8{255, 0, 0}}, Ink{"gold", [3]uint8{255, 215, 0}})))(t)
	return p, board
}

func TestDraw(t *testing.T) {
	p, board := rainbow(t)
	half := dancing.Clone()
	for i := range 20 {
		half.Values[i] = puzzle.Unset
	}
	wrong := dancing.Clone()
	wrong.Values[0] = Filled
	open := puzzle.NewGrid(p.Size(), puzzle.Unset)
	notes := make([][]uint8, len(open.Values))
	notes[0], notes[1], notes[2] = []uint8{1}, []uint8{0, 2}, []uint8{0, 1, 2, 3}
	for _, tt := range []struct {
		name   string
		svg    puzzle.SVG
		title  string
		counts map[string]int
		clues  string // of rows, or of all chips
	}{
		{"bare", dancer.Draw(puzzle.View{}), "nonogram dancer, 10×5", map[string]int{".paper": 1, ".solid": 0, ".open": 0, ".grid": 1, ".five": 1, ".row": 1, ".col": 1}, "2|2 1|1 1|3|1 1|1 1|2|1 1|1 2|2"},
		{"half a board", dancer.Draw(puzzle.View{Board: half, Changed: []puzzle.Cell{{}}, Because: []puzzle.Cell{{Row: 1}}}), "nonogram dancer, 10×5", map[string]int{".solid": 1, ".open": 1, ".changed": 1, ".because": 1}, ""},
		{"a wrong board", dancer.Draw(puzzle.View{Board: wrong, Violations: dancer.Check(wrong), Title: "wrong"}), "wrong", map[string]int{".hatch": 1, ".fault": 2, "desc": 1}, ""},
		{"heat", dancer.Draw(puzzle.View{Heat: make([]float64, 50), HeatName: "h"}), "nonogram dancer, 10×5", map[string]int{".heat": 2}, ""},
		{
			"colours", p.Draw(puzzle.View{Board: board}), "nonogram rain, 3×5, in the colours b black, r red, g gold",
			// Two paths of each: cells and the grounds of clues.
			map[string]int{".ink-000000": 2, ".ink-ff0000": 2, ".ink-ffd700": 2, ".solid": 0, ".letter": 2},
			"b|b|r|r|g|g|2r",
		},
		{"candidates", p.Draw(puzzle.View{Board: open, Notes: notes}), "nonogram rain, 3×5, in the colours b black, r red, g gold", map[string]int{".ink-000000": 2, ".ink-ff0000": 2, ".ink-ffd700": 1, ".paper": 2}, ""},
		{"small cells", dancer.Draw(puzzle.View{Board: dancing, CellSize: 4}), "nonogram dancer, 10×5", map[string]int{"text": 0, ".grid": 0, ".border": 1}, ""},
	} {
		d := puzzletest.Look(t, tt.svg)
		alltest.Equal(t, strings.Join(d.Texts["title"], ""), tt.title, "%s: title", tt.name)
		for what, n := range tt.counts {
			alltest.Check(t, d.Counts[what] == n, "%s has %d %s, want %d", tt.name, d.Counts[what], what, n)
		}
		texts := strings.Join(d.Texts["text"], "|")
		alltest.Check(t, strings.Contains(texts, tt.clues), "%s: the texts %q lack %q", tt.name, texts, tt.clues)
	}
}

// TestDrawClues: each block of the columns is drawn, nearest to the board the
// last one, with one place for each digit.
func TestDrawClues(t *testing.T) {
	p := alltest.Must(New("p", make([]Clue, 30), clues("12 3", "", "1 2 10"), nil))(t)
	d := puzzletest.Look(t, p.Draw(puzzle.View{}))
	texts, want := strings.Join(d.Texts["text"], "|"), "3010|122|1"
	alltest.Check(t, strings.HasSuffix(texts, want), "the columns' levels are %q, want %q", texts, want)
	for _, m := range regexp.MustCompile(`<text x="([^"]*)" y="[^"]*">(\d+)</text>`).FindAllStringSubmatch(string(p.Draw(puzzle.View{})), -1) {
		places := len(strings.Fields(m[1]))
		alltest.Check(t, places <= 1 || places == len(m[2]), "%d places for the digits %s", places, m[2])
	}
}

// TestDrawLarge: the paper's largest board keeps its clues, larger boards are
// pictures; both stay small enough for a page of many.
func TestDrawLarge(t *testing.T) {
	for _, tt := range []struct {
		rows, cols    int
		texts         bool
		bytes, widest int
	}{
		{60, 145, true, 80_000, 2600},
		{512, 512, false, 1_000_000, 1100},
	} {
		board := puzzle.NewGrid(puzzle.Size{Rows: tt.rows, Cols: tt.cols}, Blank)
		for i := range board.Values {
			board.Values[i] = uint8((i/tt.cols/7 + i%tt.cols/5) % 2)
		}
		p := alltest.Must(FromPicture("large", board, nil))(t)
		svg := p.Draw(puzzle.View{Board: board})
		d := puzzletest.Look(t, svg)
		alltest.Check(t, len(svg) <= tt.bytes && d.Width <= tt.widest && (d.Counts["text"] > 0) == tt.texts,
			"%dx%d: %d bytes, %d pixels wide, %d texts", tt.rows, tt.cols, len(svg), d.Width, d.Counts["text"])
	}
}

func TestDrawPanics(t *testing.T) {
	for name, view := range map[string]puzzle.View{
		"another size": {Board: puzzle.NewGrid(puzzle.Size{Rows: 5, Cols: 10}, Blank)},
		"few values":   {Board: puzzle.Grid{Size: dancer.Size(), Values: make([]uint8, 3)}},
		"heat":         {Heat: make([]float64, 3)},
		"notes":        {Notes: make([][]uint8, 3)},
		"off":          {Changed: []puzzle.Cell{{Row: 10}}},
	} {
		alltest.Panics(t, func() { dancer.Draw(view) }, "%s: drawn", name)
	}
}

// TestTextOn: dark text stands on light colours. The contrast of either kind of
// text on red is 5.3 and 4.0 (WCAG 2.1), on blue 2.4 and 8.6.
func TestTextOn(t *testing.T) {
	for rgb, want := range map[[3]uint8]string{{}: "chalk", {255, 255, 255}: "ink", {255, 255, 0}: "ink", {0, 0, 255}: "chalk", {255, 0, 0}: "ink", {0, 0, 128}: "chalk", {0, 255, 0}: "ink"} {
		got := textOn(Ink{RGB: rgb})
		alltest.Check(t, got == want, "%s on %v", got, rgb)
	}
}
