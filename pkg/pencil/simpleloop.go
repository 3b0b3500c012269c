package pencil

import (
	"math/rand/v2"

	"formicary/pkg/model"
)

// SimpleLoop: a loop through all cells that are not blocked.
var SimpleLoop = &model.Kind{
	Name: "simpleloop", Title: "Simple Loop", Set: "SimpleLoop", Parts: []*model.Part{model.Clues},
	Marks: map[string]model.Mark{"x": model.Wall},
	Make: &model.Making{Size: side(8), From: Masyu, Dense: 0.8, Plant: thin.plant, Move: thin.move, Clues: func(in *model.Instance, at func(cell int) []int, _ *rand.Rand) bool {
		blocked := 0
		for cell := range in.Size.Cells() {
			if looped(in, cell, at(cell)) == model.None {
				in.Put(model.Clues, cell, "x")
				blocked++
			}
		}
		return 5*blocked <= 2*in.Size.Cells() // a loop around more of them is dull
	}},
	Declare: func(m *model.Model, in *model.Instance) {
		free := func(cell int) bool { return in.Sign(model.Clues, cell) == model.None }
		loop := m.Links(model.Line, func(a, b int) bool { return free(a) && free(b) })
		m.Rule("the line is one loop")
		visits := m.Loop(loop)
		m.Rule("the loop visits every free cell")
		for cell, l := range visits {
			if free(cell) {
				m.Is(l)
			} else if in.Sign(model.Clues, cell) != "x" {
				in.Expected(model.Clues, cell, "x or -")
			}
		}
	},
	Sign: looped,
}
