package model_test

import (
	"regexp"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// even fits where both places choose alike.
var even = model.NewTable(func(choice []int) bool { return choice[0] == choice[1] }, 2, 2)

// TestMisdeclared: what makes no sense is an error that names the constraint, its rule, and the line.
func TestMisdeclared(t *testing.T) {
	for want, declare := range map[string]func(m *model.Model){
		`Connected, of “all are one”: expected a condition for each of 4 cells, found 1`:       func(m *model.Model) { m.Connected(m.Cells(model.Shade, 2, nil).In(1, 0)) },
		`NoSquare, of “all are one”: expected a condition for each of 4 cells, found 0`:        func(m *model.Model) { m.Cells(model.Shade, 2, nil); m.NoSquare(nil, 2) },
		`Bordered, of “all are one”: expected a condition for each of 4 cells, found 0`:        func(m *model.Model) { m.Cells(model.Shade, 2, nil); m.Bordered(nil) },
		`Apart, of “all are one”: expected a condition for each of 4 cells, found 5`:           func(m *model.Model) { m.Cells(model.Shade, 2, nil); m.Apart(make([]model.Lit, 5)) },
		`NoChequer, of “all are one”: expected a condition for each of 4 cells, found 0`:       func(m *model.Model) { m.Cells(model.Shade, 2, nil); m.NoChequer(nil) },
		`Pieces or Reach, of “all are one”: expected a condition for each of 4 cells, found 0`: func(m *model.Model) { m.Cells(model.Shade, 2, nil); m.Pieces(1, 2, nil) },
		`Pieces, of “all are one”: expected conditions of different atoms, found one twice`: func(m *model.Model) {
			l := m.Cells(model.Shade, 2, nil).Is(1)
			m.Pieces(1, 2, []model.Lit{l[0], l[1], l[1].Not(), l[3]})
		},
		`a variable, of “all are one”: expected at least one value, found -1`: func(m *model.Model) { m.Spans(model.Line, -1, [][]int{{0}}) },
		`a variable, of “all are one”: expected at least one value, found 0`:  func(m *model.Model) { m.Spans(model.Line, 0, [][]int{{0}}) },
		`Sum, of “all are one”: expected the least sum to be at most the most, found 3 and 2`: func(m *model.Model) {
			m.Count(3, 2, m.Cells(model.Shade, 2, nil).Is(1)...)
		},
		`Fits, of “all are one”: expected the 2 places of the table, found 1`: func(m *model.Model) {
			m.Fits(even, [][]model.Lit{m.Cells(model.Shade, 2, nil).Is(1)}...)
		},
		`Fits, of “all are one”: expected 2 conditions at place 0, found 4`: func(m *model.Model) {
			f := m.Cells(model.Shade, 2, nil)
			m.Fits(even, f.Is(1), f.Is(0))
		},
		`Fits, of “all are one”: expected a table, found none`:      func(m *model.Model) { m.Cells(model.Shade, 2, nil); m.Fits(nil) },
		`a board, of “all are one”: expected variables, found none`: func(*model.Model) {},
	} {
		kind := &model.Kind{
			Name: "odd", Title: "Odd", Parts: []*model.Part{model.Clues},
			Declare: func(m *model.Model, _ *model.Instance) { m.Rule("all are one"); declare(m) },
			Sign:    func(*model.Instance, int, []int) string { return "-" },
		}
		_, err := kind.New("1", "typed", "2 2\n- -\n- -")
		alltest.Check(t, err != nil && regexp.MustCompile(`^misdeclared(_test)?\.go:\d+: model: `+regexp.QuoteMeta(want)+`$`).MatchString(err.Error()),
			"error %v, want one of %s", err, want)
	}
}

// TestUnnamed: a kind that lacks what every kind has is refused.
func TestUnnamed(t *testing.T) {
	kind := *halves
	kind.Name = ""
	_, err := kind.New("1", "typed", "1 1\nt")
	alltest.Check(t, err != nil && err.Error() == `model: kind "": expected a Name and Declare`, "%v", err)
}

// TestTable: fits is asked once for each choice, and what it forbids is one fault, however many clauses say it.
func TestTable(t *testing.T) {
	asked := map[[3]int]int{}
	table := model.NewTable(func(choice []int) bool {
		asked[[3]int(choice)]++
		return choice[0]+choice[1]+choice[2] == 2
	}, 2, 3, 2)
	alltest.Check(t, len(asked) == 12, "asked of %d choices, want 12", len(asked))
	for choice, n := range asked {
		alltest.Check(t, n == 1, "asked %d times of %v", n, choice)
	}
	kind := &model.Kind{
		Name: "tables", Title: "Tables", Parts: []*model.Part{model.Clues},
		Declare: func(m *model.Model, _ *model.Instance) {
			f := m.CellsOf(model.Number, func(cell int) int { return []int{2, 3, 2}[cell] })
			m.Rule("the sum is two")
			var places [][]model.Lit
			for _, v := range f {
				var lits []model.Lit
				for x := range v.Values() {
					lits = append(lits, v.Is(x))
				}
				places = append(places, lits)
			}
			m.Fits(table, places...)
		},
		Sign: func(_ *model.Instance, _ int, values []int) string { return string(rune('0' + values[0])) },
	}
	p := read(t, kind, "1 3\n- - -")
	for code := range 12 {
		values := []uint8{uint8(code % 2), uint8(code / 2 % 3), uint8(code / 6)}
		bad := p.Check(puzzle.Grid{Size: p.Size(), Values: values})
		fits := values[0]+values[1]+values[2] == 2
		alltest.Check(t, fits == (len(bad) == 0) && len(bad) <= 1, "%v: %v", values, bad)
	}
}
