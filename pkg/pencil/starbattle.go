package pencil

import (
	"math/rand/v2"
	"strconv"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// Starbattle: as many stars in every row, column and region, none of which touch. A puzzle has a solution only where there are as
// many rows as columns and as regions.
var Starbattle = &model.Kind{
	Name: "starbattle", Title: "Star Battle", Set: "Starbattle", Parts: []*model.Part{model.Regions}, Header: 1,
	Make: &model.Making{
		Sizes: square, Size: side(8),
		Header: func(said puzzle.Size) []string { return []string{strconv.Itoa(perLine(said.Rows))} },
		Base: func(in *model.Instance, r *rand.Rand) bool {
			in.Divide(r, in.Size.Rows, in.Size.Rows/2, in.Size.Rows*2)
			return true
		},
		Plant:  skies,
		Repair: true,
	},
	Declare: func(m *model.Model, in *model.Instance) {
		n := in.HeaderNumber(0, 1, 100)
		areas, _ := in.Areas(nil)
		stars := m.Cells(model.Star, 2, nil)
		m.Rule("as many stars in every row, column and region")
		if m.Size().Rows != m.Size().Cols || len(areas) != m.Size().Rows {
			m.Any() // no number of stars is right for all of them
		}
		for row := range m.Size().Rows {
			m.Exactly(n, stars.In(1, m.Row(row)...)...)
		}
		for col := range m.Size().Cols {
			m.Exactly(n, stars.In(1, m.Col(col)...)...)
		}
		for _, area := range areas {
			m.Exactly(n, stars.In(1, area.Cells...)...)
		}
		m.Rule("stars do not touch")
		for cell := range stars {
			for _, other := range around(m, cell) {
				if other > cell {
					m.NotAll(stars.In(1, cell, other)...)
				}
			}
		}
	},
	Sign: one("-", "x"),
}
