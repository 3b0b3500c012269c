package pencil

import (
	"formicary/pkg/model"
)

// Creek: numbers at the corners count the shaded cells around them, and the others are connected.
var Creek = &model.Kind{
	Name: "creek", Title: "Creek", Parts: []*model.Part{model.Corners},
	Make:    &model.Making{Size: side(10), Places: []*model.Part{model.Corners}, Signs: signs(model.Numbers(0, 4)...)},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		shaded := m.Cells(model.Shade, 2, nil)
		m.Rule("unshaded cells are connected")
		m.Connected(shaded.Is(0))
		m.Rule("a number counts the shaded cells around it")
		cols := m.Size().Cols + 1
		for corner := range (m.Size().Rows + 1) * cols {
			if n, ok := in.Number(model.Corners, corner); ok {
				m.Exactly(n, shaded.In(1, m.Block(corner/cols-1, corner%cols-1, 2, 2)...)...)
			}
		}
	},
	Sign: one("-", "x"),
}
