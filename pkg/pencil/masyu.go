package pencil

import (
	"formicary/pkg/model"
)

// Masyu: a loop through all pearls, straight through white ones and around the corner at black ones.
var Masyu = &model.Kind{
	Name: "masyu", Title: "Masyu", Parts: []*model.Part{model.Clues},
	Marks: map[string]model.Mark{"w": model.White, "b": model.Black},
	Make:  &model.Making{Size: side(10), Dense: 0.7, Climb: true, Plant: pearled.plant, Move: pearled.move, Places: clued, Signs: signs("w", "b")},
	Declare: func(m *model.Model, in *model.Instance) {
		loop := m.Links(model.Line, nil)
		m.Rule("the line is one loop")
		visits := m.Loop(loop)
		for cell := range visits {
			pearl := in.Sign(model.Clues, cell)
			switch pearl {
			case model.None:
				continue
			case "w", "b":
			default:
				in.Expected(model.Clues, cell, "w, b or -")
			}
			m.Rule("the loop passes every pearl")
			m.Is(visits[cell])
			for d := model.North; d <= model.West; d++ {
				here, back := loop.At(cell, d), loop.At(cell, (d+2)%4)
				straight := model.False // on to the next but one cell
				if next, ok := loop.Beside(cell, d); ok {
					straight = loop.At(next, d)
				}
				if pearl == "b" {
					m.Rule("the loop turns on a black pearl, and goes straight before and after it")
					m.NotAll(here, back)
					m.If(here, straight)
					continue
				}
				m.Rule("the loop goes straight through a white pearl, and turns before or after it")
				m.If(here, back)
				if d == model.North || d == model.West {
					other := model.False
					if next, ok := loop.Beside(cell, (d+2)%4); ok {
						other = loop.At(next, (d+2)%4)
					}
					m.NotAll(here, straight, other)
				}
			}
		}
	},
	Sign: looped,
}
