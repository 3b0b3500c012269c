package pencil

import (
	"formicary/pkg/model"
)

// Kuromasu, or Kurodoko: shaded cells apart, the others connected; numbers count what is seen from them.
var Kuromasu = &model.Kind{
	Name: "kuromasu", Title: "Kuromasu", Parts: []*model.Part{model.Clues},
	Make:    &model.Making{Size: side(9), Places: clued, Signs: sights},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		shaded := m.Cells(model.Shade, 2, nil)
		m.Rule("shaded cells do not touch")
		m.Apart(shaded.Is(1))
		m.Rule("unshaded cells are connected")
		m.Connected(shaded.Is(0))
		m.Rule("numbers are unshaded and count the cells seen from them")
		for cell := range shaded {
			if in.Sign(model.Clues, cell) != model.None {
				m.Is(shaded[cell].Is(0))
			}
			if n, ok := in.Number(model.Clues, cell); ok {
				m.Exactly(n, sees(m, cell, shaded.Is(0))...)
			}
		}
	},
	Sign: one("-", "x"),
}
