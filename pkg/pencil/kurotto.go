package pencil

import (
	"formicary/pkg/model"
)

// Kurotto: a number in a circle is the size of all groups of shaded cells that touch it, together.
var Kurotto = &model.Kind{
	Name: "kurotto", Title: "Kurotto", Parts: []*model.Part{model.Clues},
	Marks: map[string]model.Mark{"": model.Circled},
	Make:  &model.Making{Size: side(8), Dense: 0.4, Places: clued, Signs: signs(model.Numbers(0, 20)...)},
	Declare: func(m *model.Model, in *model.Instance) {
		free := func(cell int) bool { return in.Sign(model.Clues, cell) == model.None }
		shaded := m.Cells(model.Shade, 2, free)
		lits := shaded.Is(1)
		for cell := range shaded {
			if in.Sign(model.Clues, cell) == "o" {
				continue
			}
			if n, ok := in.Number(model.Clues, cell); ok {
				m.Rule("a number counts the cells of the shaded groups that touch it", cell)
				m.Reach(n, n, lits, beside(m, cell)...)
			}
		}
	},
	Sign: one("-", "x"),
}
