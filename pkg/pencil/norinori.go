package pencil

import (
	"formicary/pkg/model"
)

// Norinori: two shaded cells in every region, and all of them in dominoes that do not touch.
var Norinori = &model.Kind{
	Name: "norinori", Title: "Norinori", Parts: []*model.Part{model.Clues, model.Regions},
	Make: &model.Making{Size: side(8), Regions: [2]int{3, 6}, Repair: true},
	Declare: func(m *model.Model, in *model.Instance) {
		areas, _ := in.Areas(nil)
		shaded := m.Cells(model.Shade, 2, nil)
		m.Rule("two shaded cells in every region")
		for _, area := range areas {
			m.Exactly(2, shaded.In(1, area.Cells...)...)
		}
		m.Rule("every shaded cell has one shaded neighbour")
		for cell, v := range shaded {
			neighbours := shaded.In(1, beside(m, cell)...)
			m.If(v.Is(1), neighbours...)
			for i, a := range neighbours {
				for _, b := range neighbours[i+1:] {
					m.NotAll(v.Is(1), a, b)
				}
			}
		}
	},
	Sign: one("-", "x"),
}
