package pencil

import (
	"errors"
	"math/rand/v2"
	"strconv"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// sums has the sum of each column, below the digits.
var sums = &model.Part{Name: "sums", At: model.Below}

// TennerGrid: 0 to 9 in every row, equal digits apart, and sums of the columns. The first line counts that of the
// sums as a row.
var TennerGrid = &model.Kind{
	Name: "tennergrid", Title: "Tenner Grid", Set: "TennerGrid", Parts: []*model.Part{model.Clues, sums}, Copied: []*model.Part{sums},
	Board: func(said puzzle.Size) puzzle.Size { return puzzle.Size{Rows: said.Rows - 1, Cols: said.Cols} },
	Make: &model.Making{
		Sizes: func(said puzzle.Size) error {
			if said.Cols != 10 {
				return errors.New("expected 10 columns")
			}
			return nil
		},
		Size: puzzle.Size{Rows: 6, Cols: 10}, Large: 150, Places: clued, Clues: columns,
	},
	Declare: func(m *model.Model, in *model.Instance) {
		if m.Size().Cols != 10 {
			in.ExpectedBoard("10 columns")
			return
		}
		digits := m.Cells(model.Number, 10, nil)
		given(m, in, digits)
		m.Rule("every digit once in a row")
		for row := range m.Size().Rows {
			m.Different(of(digits, m.Row(row))...)
		}
		m.Rule("equal digits do not touch")
		for cell, v := range digits {
			for _, other := range around(m, cell) {
				if other > cell {
					differ(m, v, digits[other])
				}
			}
		}
		m.Rule("digits of a column add up to its sum")
		for col := range m.Size().Cols {
			var terms []model.Term
			for _, cell := range m.Col(col) {
				terms = append(terms, digits[cell].Weighted(nil)...)
			}
			if n, ok := in.Number(sums, col); ok {
				m.Sum(n, n, terms...)
			}
		}
	},
	Sign: number,
}

// columns gives all digits, and the sums of columns.
func columns(in *model.Instance, at func(cell int) []int, _ *rand.Rand) bool {
	total := make([]int, in.Size.Cols)
	for cell := range in.Size.Cells() {
		x := at(cell)[0]
		in.Put(model.Clues, cell, strconv.Itoa(x))
		total[cell%in.Size.Cols] += x
	}
	for col, n := range total {
		in.Put(sums, col, strconv.Itoa(n))
	}
	return true
}
