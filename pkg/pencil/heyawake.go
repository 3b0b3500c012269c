package pencil

import "formicary/pkg/model"

// Heyawake: shaded cells apart, the others connected, and no line of them through three regions.
var Heyawake = &model.Kind{
	Name: "heyawake", Title: "Heyawake", Parts: []*model.Part{model.Clues, model.Regions}, Unknown: true,
	Address: &model.Address{Name: "heyawake", Also: []string{"heyawacky"}, Body: []model.Code{model.CodeBorders(), model.CodeRooms(model.Clues)}},
	Make:    &model.Making{Size: side(10), Base: rooms(3, 9), Places: clued, First: true, Signs: signs(model.Numbers(0, 5)...)},
	Declare: func(m *model.Model, in *model.Instance) {
		areas, of := in.Areas(model.Clues)
		shaded := m.Cells(model.Shade, 2, nil)
		m.Rule("shaded cells do not touch")
		m.Apart(shaded.Is(1))
		m.Rule("unshaded cells are connected")
		m.Connected(shaded.Is(0))
		m.Rule("a number counts the shaded cells of its region")
		for _, area := range areas {
			if area.HasClue {
				m.Exactly(area.Clue, shaded.In(1, area.Cells...)...)
			}
		}
		m.Rule("no line of unshaded cells runs through three regions")
		for cell := range shaded {
			for _, d := range []model.Direction{model.East, model.South} {
				line, borders := []int{cell}, 0
				for _, next := range m.Ray(cell, d, nil) {
					if of[next] != of[line[len(line)-1]] {
						borders++
					}
					if line = append(line, next); borders == 2 {
						if of[line[1]] != of[cell] {
							m.Any(shaded.In(1, line...)...)
						}
						break
					}
				}
			}
		}
	},
	Sign: one("-", "x"),
}
