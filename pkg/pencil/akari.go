package pencil

import (
	"formicary/pkg/model"
)

// Akari, or Light Up: bulbs light all white cells, and none lights another.
var Akari = &model.Kind{
	Name: "akari", Title: "Akari", Parts: []*model.Part{model.Clues},
	Marks: map[string]model.Mark{"": model.Wall},
	Same:  map[string]string{"x": model.None}, // some sets write all walls so
	Make:  &model.Making{Size: side(10), Base: walled(0.2), Places: clued, Blank: "x", Signs: signs(model.Numbers(0, 4)...)},
	Declare: func(m *model.Model, in *model.Instance) {
		wall := func(cell int) bool { return in.Sign(model.Clues, cell) != model.None }
		bulbs := m.Cells(model.Bulb, 2, func(cell int) bool { return !wall(cell) })
		for cell := range bulbs {
			if wall(cell) {
				if in.Sign(model.Clues, cell) == "x" {
					continue
				}
				m.Rule("a number counts the bulbs beside it", cell)
				if n, ok := in.Number(model.Clues, cell); ok {
					m.Exactly(n, bulbs.In(1, beside(m, cell)...)...)
				}
				continue
			}
			lights := []model.Lit{bulbs[cell].Is(1)}
			m.Rule("no bulb lights another")
			for d := model.North; d <= model.West; d++ {
				ray := bulbs.In(1, m.Ray(cell, d, wall)...)
				if lights = append(lights, ray...); d == model.East || d == model.South {
					for _, other := range ray {
						m.NotAll(lights[0], other)
					}
				}
			}
			m.Rule("every white cell is lit")
			m.Any(lights...)
		}
	},
	Sign: func(in *model.Instance, cell int, values []int) string {
		if values[0] == 1 {
			return "o"
		}
		return in.Sign(model.Clues, cell)
	},
}
