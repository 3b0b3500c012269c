package pencil

import (
	"strings"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// Yajilin: shaded cells apart, and a loop through all others; clues count shaded cells in a direction.
var Yajilin = &model.Kind{
	Name: "yajilin", Title: "Yajilin", Parts: []*model.Part{model.Clues},
	Marks: map[string]model.Mark{"x": model.Wall, "": model.Arrow},
	Make:  &model.Making{Size: side(9), Base: walled(0.12), Clues: arrow},
	Declare: func(m *model.Model, in *model.Instance) {
		free := func(cell int) bool { return in.Sign(model.Clues, cell) == model.None }
		shaded := m.Cells(model.Shade, 2, free)
		loop := m.Links(model.Line, func(a, b int) bool { return free(a) && free(b) })
		m.Rule("the line is one loop")
		visits := m.Loop(loop)
		m.Rule("shaded cells do not touch")
		m.Apart(shaded.Is(1))
		for cell := range shaded {
			sign := in.Sign(model.Clues, cell)
			if free(cell) {
				m.Rule("the loop visits every cell that is not shaded")
				m.Same(visits[cell], shaded[cell].Is(0))
				continue
			}
			d := strings.IndexByte("nesw", sign[len(sign)-1])
			n, ok := puzzle.ParseNatural(sign[:len(sign)-1])
			switch {
			case sign == "x":
			case d < 0 || !ok:
				in.Expected(model.Clues, cell, "a number and a direction, such as 2e, x or -")
			default:
				m.Rule("a clue counts the shaded cells in its direction", cell)
				m.Exactly(n, shaded.In(1, m.Ray(cell, model.Direction(d), nil)...)...)
			}
		}
	},
	Sign: func(in *model.Instance, cell int, values []int) string {
		if values[0] == 1 {
			return "x"
		}
		return looped(in, cell, values[1:])
	},
}
