package pencil

import "formicary/pkg/model"

// Mosaic, or Fill-a-Pix: numbers count the shaded cells around them, their own included.
var Mosaic = &model.Kind{
	Name: "mosaic", Title: "Mosaic", Parts: []*model.Part{model.Clues},
	Make: &model.Making{Size: side(10), Places: clued, Signs: signs(model.Numbers(0, 9)...)},
	Declare: func(m *model.Model, in *model.Instance) {
		shaded := m.Cells(model.Shade, 2, nil)
		m.Rule("a number counts the shaded cells of the square around it")
		for cell := range shaded {
			if n, ok := in.Number(model.Clues, cell); ok {
				m.Exactly(n, shaded.In(1, append(around(m, cell), cell)...)...)
			}
		}
	},
	Sign: one("-", "x"),
}
