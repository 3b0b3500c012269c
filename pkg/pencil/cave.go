package pencil

import (
	"formicary/pkg/model"
)

// Cave, or Corral: a connected cave without holes; numbers count what is seen from them.
var Cave = &model.Kind{
	Name: "cave", Title: "Cave", Parts: []*model.Part{model.Clues},
	Marks:   map[string]model.Mark{"": model.Circled},
	Make:    &model.Making{Size: side(10), Dense: 0.6, Places: clued, Signs: sights},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		cave := m.Cells(model.Inside, 2, nil)
		m.Rule("the cave is connected")
		m.Connected(cave.Is(1))
		m.Rule("what is outside is connected to the edge")
		m.Bordered(cave.Is(0))
		m.Rule("numbers are in the cave and count the cells seen from them")
		for cell := range cave {
			if in.Sign(model.Clues, cell) != model.None {
				m.Is(cave[cell].Is(1))
			}
			if n, ok := in.Number(model.Clues, cell); ok {
				m.Exactly(n, sees(m, cell, cave.Is(1))...)
			}
		}
	},
	Sign: one("-", "x"),
}
