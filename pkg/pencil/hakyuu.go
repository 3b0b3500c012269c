package pencil

import (
	"formicary/pkg/model"
)

// Hakyuu, or Ripple Effect: 1 to k in a region of k cells; between two equal numbers in a line are at least as many
// cells.
var Hakyuu = &model.Kind{
	Name: "hakyuu", Title: "Hakyuu", Parts: []*model.Part{model.Clues, model.Regions},
	Make:    &model.Making{Size: side(8), Regions: [2]int{2, 5}, Places: clued, Signs: signs(model.Numbers(1, 9)...)},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		filled := regional(m, in)
		m.Rule("equal numbers in a line are as far apart as they say")
		for cell, v := range filled {
			for _, d := range []model.Direction{model.East, model.South} {
				for i, other := range m.Ray(cell, d, nil) {
					for x := i + 1; x < min(v.Values(), filled[other].Values()); x++ {
						m.NotAll(v.Is(x), filled[other].Is(x))
					}
				}
			}
		}
	},
	Sign: number,
}

// regional declares numbers of which each region of k cells has 1 to k.
func regional(m *model.Model, in *model.Instance) model.Field {
	areas, at := in.Areas(nil)
	filled := numbers(m, func(cell int) int { return len(areas[at[cell]].Cells) }, nil)
	given(m, in, filled)
	m.Rule("a region of k cells has 1 to k")
	for _, area := range areas {
		m.Different(of(filled, area.Cells)...)
	}
	return filled
}
