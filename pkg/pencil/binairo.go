package pencil

import "formicary/pkg/model"

// Binairo: as many of one number as of the other in every line, and never three in a row. Equal lines are
// allowed. A board with lines of an odd number of cells has no solution.
var Binairo = &model.Kind{
	Name: "binairo", Title: "Binairo", Parts: []*model.Part{model.Clues},
	Make: &model.Making{Sizes: even, Size: side(10), Places: clued, Signs: signs("1", "2")},
	Declare: func(m *model.Model, in *model.Instance) {
		twos := m.Cells(model.Number, 2, nil)
		m.Rule("given numbers stay")
		for cell, v := range twos {
			if n, ok := in.Number(model.Clues, cell); ok {
				if n < 1 || n > 2 {
					in.Expected(model.Clues, cell, "1, 2 or -")
				}
				m.Is(v.Is(n - 1))
			}
		}
		line := func(cells []int) {
			m.Rule("as many 1 as 2 in every line")
			if len(cells)%2 == 1 {
				m.Any() // no line has
			}
			m.Exactly(len(cells)/2, twos.In(1, cells...)...)
			m.Rule("no three equal numbers in a row")
			for i := range len(cells) - 2 {
				m.NotAll(twos.In(1, cells[i:i+3]...)...)
				m.Any(twos.In(1, cells[i:i+3]...)...)
			}
		}
		for row := range m.Size().Rows {
			line(m.Row(row))
		}
		for col := range m.Size().Cols {
			line(m.Col(col))
		}
	},
	Sign: one("1", "2"),
}
