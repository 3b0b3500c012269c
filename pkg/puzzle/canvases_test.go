package puzzle_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
)

// canvases are drawings of all that a canvas can draw.
var canvases = map[string]func() puzzle.SVG{
	"labels": func() puzzle.SVG {
		c := puzzle.NewCanvas(puzzle.Size{Rows: 3, Cols: 4}, puzzle.View{Coordinates: true, CellSize: 31}, puzzle.Margin{Right: 9, Bottom: 4})
		c.Fill("paper", func(int) bool { return true })
		c.Fill("solid", func(cell int) bool { return cell%5 < 2 })
		c.Fill("open", func(int) bool { return false })
		c.Grid()
		c.Marks(puzzle.View{
			Changed: []puzzle.Cell{{Row: 0, Col: 1}, {Row: 0, Col: 2}, {Row: 1, Col: 2}}, Because: []puzzle.Cell{{Row: 2, Col: 0}},
			Violations: []puzzle.Violation{
				{Rule: "a", Cells: []puzzle.Cell{{Row: 1, Col: 1}, {Row: 2, Col: 1}}, Text: "a: b"},
				{Rule: "c", Text: "all"},
				{Rule: "d", Cells: []puzzle.Cell{{Row: 1, Col: 1}, {Row: 2, Col: 1}}, Text: "<e>"},
				{Rule: "f", Cells: []puzzle.Cell{{Row: 2, Col: 3}}, Text: "g"},
			},
		})
		c.Labels([]puzzle.Label{{Cell: 0, Text: "1", Class: "ink"}, {Cell: 5, Text: "12", Class: "chalk x"}, {Cell: 6, Text: "<", Class: "ink"}, {Cell: 7, Text: "", Class: "ink"}, {Cell: 8, Text: "äöüß", Class: "ink"}})
		c.Group("note high", 9, "<text/>")
		c.Group("note", 0, "<text/>")
		c.Group("note", 1, "<text/>")
		c.Group("note", 5, "")
		c.Rule("own", "fill:none")
		c.Path("own", "M1 2h3")
		return c.SVG("tests", "labels & marks")
	},
	"notes": func() puzzle.SVG {
		c := puzzle.NewCanvas(puzzle.Size{Rows: 2, Cols: 2}, puzzle.View{CellSize: 50}, puzzle.Margin{})
		c.Marks(puzzle.View{Violations: []puzzle.Violation{{Cells: []puzzle.Cell{{Row: 1, Col: 0}}}}})
		c.Notes(puzzle.View{Notes: [][]uint8{{1, 6}, {}, {9, 2}, {5}}}, puzzle.Size{Rows: 2, Cols: 3}, func(cell int, value uint8) (int, string, string) {
			return int(value)%9 - 1, fmt.Sprint("&", value), []string{"ink", "low x"}[value%2]
		})
		return c.SVG("tests", "notes")
	},
	"heat": func() puzzle.SVG {
		view := puzzle.View{Heat: []float64{1, 2, 3, math.NaN(), 100, 1000, 1e4, 1e4, 0}, HeatMin: 1, HeatMax: 1e4, HeatLog: true, HeatName: "a <b>", Coordinates: true}
		c := puzzle.NewCanvas(puzzle.Size{Rows: 3, Cols: 3}, view, puzzle.Margin{Left: 20, Top: 10, Right: 5, Bottom: 6})
		c.Heat(view, puzzle.Inset{Class: "solid", Name: "wall", Of: func(cell int) bool { return cell != 4 }},
			puzzle.Inset{Class: "open", Name: "none", Of: func(int) bool { return false }}, puzzle.Inset{Class: "open", Name: "openings", Of: func(cell int) bool { return cell == 4 }})
		return c.SVG("tests", "heat")
	},
	"heat-wide": func() puzzle.SVG {
		view := puzzle.View{Heat: make([]float64, 40), CellSize: 17}
		for i := range view.Heat {
			view.Heat[i] = float64(i)
		}
		c := puzzle.NewCanvas(puzzle.Size{Rows: 2, Cols: 20}, view, puzzle.Margin{})
		c.Heat(view)
		return c.SVG("tests", "")
	},
	"heat-small": func() puzzle.SVG {
		view := puzzle.View{Heat: []float64{5, 6}, CellSize: 9}
		c := puzzle.NewCanvas(puzzle.Size{Rows: 1, Cols: 2}, view, puzzle.Margin{Left: 40})
		c.Heat(view, puzzle.Inset{Class: "solid", Name: "a name that is longer than the scale", Of: func(cell int) bool { return cell == 1 }})
		c.Notes(puzzle.View{Notes: [][]uint8{{1}, {2}}}, puzzle.Size{Rows: 3, Cols: 3}, func(_ int, value uint8) (int, string, string) { return int(value), "1", "ink" })
		return c.SVG("tests", "small")
	},
	"heat-pairs": func() puzzle.SVG {
		view := puzzle.View{Heat: []float64{0, 5, 10, 3}, Pairs: [][2]int32{{0, 1}, {1, 3}, {3, 5}, {2, 4}}, CellSize: 15}
		c := puzzle.NewCanvas(puzzle.Size{Rows: 3, Cols: 2}, view, puzzle.Margin{})
		c.Heat(view)
		return c.SVG("tests", "pairs")
	},
	"narrow": func() puzzle.SVG { // coordinates of every fifth column, and many faults
		view := puzzle.View{Coordinates: true, CellSize: 9}
		for i := range 13 {
			view.Violations = append(view.Violations, puzzle.Violation{Rule: fmt.Sprint("r", i), Text: "t"})
		}
		c := puzzle.NewCanvas(puzzle.Size{Rows: 1, Cols: 12}, view, puzzle.Margin{Bottom: 3})
		c.Marks(view)
		return c.SVG("tests", "narrow")
	},
}

// TestCanvases compares drawings with those that somebody has looked at.
func TestCanvases(t *testing.T) {
	all := map[string]puzzle.SVG{}
	for name, draw := range canvases {
		all[name] = draw()
	}
	puzzletest.Golden(t, all)
	defer func() {
		got, want := recover(), "puzzle: a view with notes for 1 cells for a board of 1x2"
		alltest.Check(t, got == want, "panic %v, want %s", got, want)
	}()
	puzzle.NewCanvas(puzzle.Size{Rows: 1, Cols: 2}, puzzle.View{}, puzzle.Margin{}).Notes(puzzle.View{Notes: make([][]uint8, 1)}, puzzle.Size{Rows: 1, Cols: 1}, nil)
}

// TestSides: a cell is 480 pixels over the longer side wide, within limits, and a text fits into it.
func TestSides(t *testing.T) {
	for _, c := range []struct {
		rows, cols, side int
		text, size       string
	}{
		{1, 1, 40, "1", "21"},
		{12, 3, 40, "1234", "12"},
		{3, 13, 36, "12", "19"},
		{30, 20, 16, "1", "10"},
		{34, 2, 14, "1", "10"},
		{35, 35, 14, "123456789", "4"},
		{0, 0, 40, "", ""},
	} {
		canvas := puzzle.NewCanvas(puzzle.Size{Rows: c.rows, Cols: c.cols}, puzzle.View{}, puzzle.Margin{})
		alltest.Check(t, canvas.Side() == c.side, "%dx%d: %d, want %d", c.rows, c.cols, canvas.Side(), c.side)
		if c.text == "" {
			continue
		}
		canvas.Labels([]puzzle.Label{{Text: c.text, Class: "ink"}})
		if svg := string(canvas.SVG("tests", "")); !strings.Contains(svg, fmt.Sprintf(`font-size="%s"`, c.size)) {
			t.Errorf("%q in a cell of %d is not of size %s: %s", c.text, c.side, c.size, svg[len(svg)-150:])
		}
	}
}

// TestNarrow: columns are numbered each, or every fifth, where a cell is as wide as a number and two pixels.
func TestNarrow(t *testing.T) {
	for _, c := range []struct{ side, cols, want int }{{8, 9, 10}, {7, 9, 3}, {14, 10, 11}, {13, 10, 4}, {20, 100, 101}, {19, 100, 22}} {
		canvas := puzzle.NewCanvas(puzzle.Size{Rows: 1, Cols: c.cols}, puzzle.View{Coordinates: true, CellSize: c.side}, puzzle.Margin{})
		alltest.Equal(t, strings.Count(string(canvas.SVG("tests", "")), "<text"), c.want, "%d columns of %d pixels have numbers, with that of the row", c.cols, c.side)
	}
}
