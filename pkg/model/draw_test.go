package model_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
)

// A sheet is a puzzle of a kind that is declared for one drawing, and a board of it.
type sheet struct {
	name    string
	kind    model.Kind
	declare func(m *model.Model)
	text    string
	// values are those of the variables, in the order of [model.Form.Variables]; '?' is one that is not known, and
	// none at all is no board.
	values string
	view   puzzle.View
	known  bool   // what is known of the board is drawn
	rows   string // those of the board
}

// letters has a letter for each value above 0 of a cell.
func letters(_ *model.Instance, _ int, values []int) string {
	for _, x := range values {
		if x > 0 {
			return string(rune('a' + x - 1))
		}
	}
	return model.None
}

// digits has the value of the last layer, from 1 on.
func digits(_ *model.Instance, _ int, values []int) string {
	return fmt.Sprint(values[len(values)-1] + 1)
}

func (s *sheet) make(t *testing.T) (p *model.Puzzle, board puzzle.Grid, holds []model.Lit) {
	kind := s.kind
	kind.Name, kind.Title = "sheet", "Sheet"
	kind.Declare = func(m *model.Model, _ *model.Instance) { s.declare(m) }
	if kind.Sign == nil {
		kind.Sign = letters
	}
	p = read(t, &kind, s.text)
	if s.values == "" {
		return p, board, nil
	}
	vars := p.Form().Variables()
	alltest.Require(t, len(vars) == len(s.values), "%s: %d values for %d variables", s.name, len(s.values), len(vars))
	values := make([]int16, len(vars))
	for i, r := range s.values {
		if values[i] = int16(r - '0'); r == '?' {
			values[i] = -1
		} else {
			holds = append(holds, vars[i].Is(int(values[i])))
		}
	}
	return p, p.Form().Show(vars, values), holds
}

func ramp(n int) (out []float64) {
	for i := range n {
		out = append(out, float64(i))
	}
	out[0] = math.NaN()
	return out
}

func at(cells ...int) (out []puzzle.Cell) {
	for _, c := range cells {
		out = append(out, puzzle.Cell{Row: c / 10, Col: c % 10})
	}
	return out
}

func cells(look model.Look, values int) func(m *model.Model) {
	return func(m *model.Model) { m.Cells(look, values, nil) }
}

var (
	clues   = []*model.Part{model.Clues}
	corner  = &model.Part{Name: "corners", At: model.AtCorners}
	below   = &model.Part{Name: "below", At: model.Below}
	right   = &model.Part{Name: "right", At: model.OnRight}
	corners = []*model.Part{model.Clues, corner}
	around  = []*model.Part{model.Above, below, model.Left, right}
	regions = []*model.Part{model.Clues, model.Regions}
	marks   = map[string]model.Mark{
		"": model.Plain, "w": model.White, "b": model.Black, "3": model.Circled, "o": model.Circled, "7": model.Cornered, "8": model.Wall,
		"x": model.Wall, "t": model.Tree, "0": model.Centre, "1": model.Centre, "2": model.Centre, "4n": model.Arrow, "4e": model.Arrow,
		"4s": model.Arrow, "12w": model.Arrow, "5z": model.Arrow, "16,23": model.Sums, ",4": model.Sums, "5,": model.Sums, "z": model.Blank,
	}
	boxes = func(size puzzle.Size) puzzle.Size { return puzzle.Size{Rows: 2, Cols: size.Cols / 2} }
	areas = model.Kind{Parts: clues, Areas: true}
	walls = model.Kind{Parts: clues, Marks: map[string]model.Mark{"": model.Wall, "c": model.Centre, "7": model.Cornered, "5n": model.Arrow, "9": model.Plain}}
	cages = model.Kind{Parts: regions, Sign: digits, Marks: map[string]model.Mark{"": model.Cornered}, Boxes: boxes}
)

const (
	marked  = "4 6\n- w b 3 o 7\n8 x t 0 1 2\n4n 4e 4s 12w 5z 16,23\n,4 5, z 10 q -"
	cornery = "2 3\n5 - -\n- - 6\n0 - 1 -\n- 2 - -\n- 12 - 4"
	caged   = "4 4\n3 - 9 -\n- - - -\n- 12 - -\n- - - -\na a b b\na c c b\nd c c b\nd d d e"
	islands = "3 4\n2 - - 3\n- - - -\n1 1 - 2"
)

var sheets = []sheet{
	{name: "marks", kind: model.Kind{Parts: clues, Marks: marks}, declare: cells(model.Hidden, 2), text: marked},
	{
		name: "marks-shaded", kind: model.Kind{Parts: clues, Marks: marks}, declare: cells(model.Shade, 2), text: marked,
		values: "101101" + "000101" + "111111" + "11111?",
		view:   puzzle.View{CellSize: 21, Coordinates: true, Violations: []puzzle.Violation{{Rule: "r", Cells: at(3, 20, 21, 25)}}},
		rows:   "#w##o# 8■T#1# ###### #####?",
	},
	{name: "corners", kind: model.Kind{Parts: corners}, declare: cells(model.Diagonal, 2), text: cornery, values: "01?011", rows: `\/? \//`},
	{
		name: "corners-heat", kind: model.Kind{Parts: corners}, declare: cells(model.Diagonal, 2), text: cornery, values: "011?01",
		view: puzzle.View{Heat: ramp(6), CellSize: 10}, rows: `\// ?\/`,
	},
	{
		name: "outside", kind: model.Kind{Parts: around}, declare: cells(model.Shade, 3), text: "2 3\n1 - 12\n- 3 1234\n- 5\n67 -",
		values: "0121?0", view: puzzle.View{Coordinates: true}, rows: ".ab a?.",
	},
	{name: "outside-left", kind: model.Kind{Parts: []*model.Part{model.Left}}, declare: cells(model.Shade, 2), text: "2 1\n- 1", view: puzzle.View{CellSize: 11}},
	{
		name: "numbers", kind: model.Kind{Parts: clues, Sign: digits}, declare: cells(model.Number, 12), text: "2 3\n3 - 5\n- 4 -", values: "20;?31",
		view: puzzle.View{CellSize: 33, Changed: at(0), Because: at(11)}, rows: "31c ?42",
	},
	{
		name: "cages", kind: cages, declare: cells(model.Number, 4), text: caged, values: "0123" + "23?1" + "1032" + "3210",
		rows: "1234 34?2 2143 4321",
	},
	{
		name: "cages-heat", kind: cages, declare: cells(model.Number, 4), text: caged, values: "0123" + "23?1" + "1032" + "3210",
		view: puzzle.View{Heat: ramp(16), HeatName: "h"}, rows: "1234 34?2 2143 4321",
	},
	{
		name: "cages-pairs", kind: cages, declare: cells(model.Number, 4), text: caged, values: "0123" + "23?1" + "1032" + "3210",
		view: puzzle.View{Heat: []float64{2, 1}, Pairs: [][2]int32{{0, 5}, {2, 3}}}, rows: "1234 34?2 2143 4321",
	},
	{name: "regions", kind: model.Kind{Parts: regions, Sign: letters}, declare: func(m *model.Model) {
		m.Cells(model.Shade, 2, func(cell int) bool { return cell != 4 })
		m.Cells(model.Star, 2, func(cell int) bool { return cell > 2 })
	}, text: "2 4\n- - - 1\n- - - -\na a b b\na c c b", values: "1101" + "10" + "1" + "01" + "1" + "11", rows: "##.* .#**"},
	{name: "groups", kind: model.Kind{Parts: clues, Groups: true, Sign: digits}, declare: cells(model.Number, 3), text: "2 3\n- 1 -\n2 - -", values: "001?12", rows: "112 ?23"},
	{name: "areas", kind: areas, declare: func(m *model.Model) { m.Links(model.Border, nil) }, text: "2 3\n1 - -\n- 2 -", values: "1010010", rows: "112 113"},
	{name: "areas-known", kind: areas, declare: func(m *model.Model) { m.Links(model.Border, nil) }, text: "2 3\n1 - -\n- 2 -", values: "1??0?10", known: true},
	{
		name: "lines", kind: model.Kind{Parts: clues, Marks: marks}, declare: func(m *model.Model) { m.Links(model.Line, nil) },
		text: "3 3\n- w b\n- 9 -\n- - -", values: "110111110110", rows: "┌─┐ ├┐│ └┘╵",
	},
	{
		name: "lines-heat", kind: model.Kind{Parts: clues}, declare: func(m *model.Model) { m.Links(model.Line, nil) },
		text: "3 3\n- - -\n- 9 -\n- - -", values: "110101011010", view: puzzle.View{Heat: ramp(9)}, rows: "┌─╴ │┌╴ └┘.",
	},
	{
		name: "lines-known", kind: model.Kind{Parts: clues}, declare: func(m *model.Model) { m.Links(model.Line, nil) },
		text: "3 3\n- - -\n- 9 -\n- - -", values: "10?1?001?0?1", known: true,
	},
	{name: "bridges", kind: model.Kind{Parts: clues, Marks: map[string]model.Mark{"": model.Circled}}, declare: func(m *model.Model) {
		m.Cells(model.Bridge, 3, func(cell int) bool { return cell != 3 && cell < 11 })
		m.Cells(model.Bridge, 3, func(cell int) bool { return cell < 8 })
	}, text: islands, values: "11" + "20" + "20" + "1" + "01" + "01" + "02" + "0?" + "2" + "1" + "1", rows: "┌══│ ││║? ═──2"},
	{name: "inside", kind: model.Kind{Parts: clues, Sign: func(*model.Instance, int, []int) string { return "-" }}, declare: func(m *model.Model) {
		m.Cells(model.Inside, 2, nil)
	}, text: "3 3\n- 3 -\n- - 1\n2 - -", values: "11101?100", rows: "### .#? #.."},
	{
		name: "glyphs", kind: walls, declare: func(m *model.Model) {
			for i, look := range []model.Look{model.Disc, model.Star, model.Tent, model.Bulb} {
				m.Cells(look, 2, func(cell int) bool { return cell%4 == i })
			}
		}, text: "3 4\n- - - -\n- - - -\n- - 3 -", values: "1111" + "00?0" + "0111", rows: "●*Ao ○.?. ○*Ao",
		view: puzzle.View{Violations: []puzzle.Violation{{Rule: "r", Cells: at(1, 2)}}},
	},
	{
		name: "bulbs", kind: walls, declare: cells(model.Bulb, 2), text: "4 4\n- x - -\n- - 5n -\n- c 7 9\n0 - - -", values: "0100" + "00?0" + "0001" + "0000",
		rows: ".o.. ..?. .c.o 0...",
	},
	{name: "shaded-heat", kind: walls, declare: func(m *model.Model) {
		m.Cells(model.Shade, 3, func(cell int) bool { return cell != 6 })
		m.Cells(model.Star, 2, func(cell int) bool { return cell == 1 })
	}, text: "3 3\n- - 9\nx - 12\n- 9 -", values: "2010210?2", view: puzzle.View{Heat: ramp(9), Title: "a <b>"}, rows: "b*9 bac .?b"},
	{
		name: "long", kind: model.Kind{
			Parts: clues, Sign: func(_ *model.Instance, _ int, values []int) string { return strings.Repeat("9", 3*values[0]+1) },
			Marks: map[string]model.Mark{"": model.Wall, "123456789n": model.Arrow, "123456789e": model.Arrow, "123456,234567": model.Sums, "777777": model.Circled, "123456": model.Cornered},
		},
		declare: func(m *model.Model) { m.Cells(model.Number, 3, func(cell int) bool { return cell > 6 }) },
		text:    "2 5\n3 123456789n 123456789e 123456,234567 777777\n8 123456 - - -", values: "012",
		view: puzzle.View{Changed: at(12)}, known: true,
	},
	{name: "areas-some", kind: model.Kind{Parts: clues, Areas: true}, declare: func(m *model.Model) {
		m.Links(model.Border, func(a, b int) bool { return a != 1 })
	}, text: "2 3\n- - -\n- - -", values: "10110", rows: "123 113"},
	{
		name: "small", kind: model.Kind{Parts: []*model.Part{model.Above, model.Left, model.Clues}, Marks: map[string]model.Mark{"": model.Cornered}, Sign: digits}, declare: cells(model.Number, 99),
		text: "1 2\n- -\n77\n12345 7", view: puzzle.View{CellSize: 9},
	},
	{name: "one-value", kind: model.Kind{Parts: clues, Sign: digits}, declare: func(m *model.Model) {
		m.CellsOf(model.Number, func(cell int) int { return cell })
	}, text: "1 4\n- - - 3", values: "?2", known: true},
	{
		name: "triangles-heat", kind: model.Kind{Parts: clues, Sign: halves.Sign}, declare: cells(model.Triangle, 5), text: "1 5\n- - - - -", values: "01234",
		view: puzzle.View{Heat: ramp(5)}, rows: ".◥◢◣◤",
	},
}

// TestSheets compares drawings of all looks and marks with those that somebody has looked at, and the rows of their boards
// with what is written beside them.
func TestSheets(t *testing.T) {
	all := map[string]puzzle.SVG{}
	for _, s := range sheets {
		p, board, holds := s.make(t)
		if s.known {
			all[s.name] = p.DrawKnown(holds, s.view)
			continue
		}
		all[s.name] = p.Draw(puzzle.View{
			Board: board, CellSize: s.view.CellSize, Title: s.view.Title, Coordinates: s.view.Coordinates, Heat: s.view.Heat, HeatName: s.view.HeatName,
			Pairs: s.view.Pairs, Violations: s.view.Violations, Changed: s.view.Changed, Because: s.view.Because,
		})
		alltest.Equal(t, strings.Join(p.Rows(board), " "), s.rows, "%s: the rows are", s.name)
	}
	puzzletest.Golden(t, all)
}

// TestDrawOther: a board of another size is a programmer error, and a value that no cell has is none.
func TestDrawOther(t *testing.T) {
	p := read(t, looped, "2 2\n- -\n- -")
	svg, bare := p.Draw(puzzle.View{Board: puzzle.Grid{Size: p.Size(), Values: []uint8{254, 254, 255, 255}}}), p.Draw(puzzle.View{Board: puzzle.NewGrid(p.Size(), puzzle.Unset)})
	alltest.Check(t, svg == bare, "%s", svg)
	d := puzzletest.Look(t, read(t, halves, "1 1\nt").Draw(puzzle.View{Board: puzzle.NewGrid(puzzle.Size{Rows: 1, Cols: 1}, 0)}))
	alltest.Check(t, d.Counts[".solid"] == 0, "a half is drawn where there is none")
	for _, board := range []puzzle.Grid{{Size: p.Size(), Values: []uint8{0}}, puzzle.NewGrid(puzzle.Size{Rows: 1, Cols: 4}, 0)} {
		want := fmt.Sprintf("model: Draw: a board of %v with %d values for a puzzle of 2x2", board.Size, len(board.Values))
		alltest.Equal(t, alltest.Panics(t, func() { p.Draw(puzzle.View{Board: board}) }), want)
	}
}

// TestRowsOfNumbers: numbers beyond the letters begin again at 1, and what a row has no sign for.
func TestRowsOfNumbers(t *testing.T) {
	zero := func(p *model.Puzzle) string { return strings.Join(p.Rows(puzzle.NewGrid(p.Size(), 0)), "") }
	kind := model.Kind{Name: "rows", Title: "Rows", Parts: clues, Marks: map[string]model.Mark{"xx": model.Wall, "k": model.Cornered, "t": model.Tree}}
	kind.Declare = func(m *model.Model, _ *model.Instance) {
		m.Cells(model.Hidden, 2, func(cell int) bool { return cell == 3 })
	}
	got, want := zero(read(t, &kind, "1 13\n9 10 35 36 61 62 63 122 123 xx k é 12e")), "9azAZ12Z1■.éc"
	alltest.Check(t, got == want, "%s, want %s", got, want)
	kind.Sign = func(_ *model.Instance, cell int, _ []int) string { return []string{"7", "?", "", "-1", "x"}[cell] }
	kind.Declare = func(m *model.Model, _ *model.Instance) { m.Cells(model.Number, 2, nil) }
	got, want = zero(read(t, &kind, "1 5\n- - 5 - t")), "7.5.T"
	alltest.Check(t, got == want, "%s, want %s", got, want)
	kind.Declare = func(m *model.Model, _ *model.Instance) {
		m.Cells(model.Bridge, 4, nil)
		m.Cells(model.Bridge, 4, nil)
		m.Cells(model.Disc, 3, func(cell int) bool { return cell == 4 })
	}
	p := read(t, &kind, "1 5\n- - - - -")
	got, want = p.Rows(puzzle.Grid{Size: p.Size(), Values: []uint8{3, 12, 5, 15, 32}})[0], "═║┌╔●"
	alltest.Check(t, got == want, "%s, want %s", got, want)
}
