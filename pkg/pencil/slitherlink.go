package pencil

import (
	"formicary/pkg/model"
)

// Slitherlink: a loop along the lines of the grid; numbers count the sides of their cell on it. The loop is the
// border between what is inside and what is outside: each of the two is in one piece.
var Slitherlink = &model.Kind{
	Name: "slitherlink", Title: "Slitherlink", Parts: []*model.Part{model.Clues},
	Make:    &model.Making{Size: side(10), Places: clued, Signs: signs("0", "1", "2", "3")},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		inside := m.Cells(model.Inside, 2, nil)
		m.Rule("the line is one loop")
		m.Connected(inside.Is(1))
		m.Bordered(inside.Is(0))
		m.Any(inside.Is(1)...)
		m.NoChequer(inside.Is(1))
		m.Rule("a number counts the sides of its cell on the loop")
		for cell, v := range inside {
			n, ok := in.Number(model.Clues, cell)
			if !ok {
				continue
			}
			var sides []model.Lit
			for d := model.North; d <= model.West; d++ {
				other := model.False
				if ray := m.Ray(cell, d, nil); len(ray) > 0 {
					other = inside[ray[0]].Is(1)
				}
				sides = append(sides, m.Differ(v.Is(1), other))
			}
			m.Exactly(n, sides...)
		}
	},
	Sign: one("-", "x"),
}
