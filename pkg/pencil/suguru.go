package pencil

import (
	"formicary/pkg/model"
)

// Suguru, or Tectonic: 1 to k in a region of k cells, and equal numbers do not touch.
var Suguru = &model.Kind{
	Name: "suguru", Title: "Suguru", Parts: []*model.Part{model.Clues, model.Regions},
	Make:    &model.Making{Size: side(8), Regions: [2]int{4, 5}, Places: clued, Signs: signs(model.Numbers(1, 9)...)},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		filled := regional(m, in)
		m.Rule("equal numbers do not touch")
		for cell, v := range filled {
			for _, other := range around(m, cell) {
				if other > cell {
					differ(m, v, filled[other])
				}
			}
		}
	},
	Sign: number,
}
