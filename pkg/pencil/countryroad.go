package pencil

import (
	"formicary/pkg/model"
)

// CountryRoad: a loop that enters every region once. Where the whole board is one region it is within it.
var CountryRoad = &model.Kind{
	Name: "countryroad", Title: "Country Road", Set: "CountryRoad", Parts: []*model.Part{model.Clues, model.Regions},
	Marks:   map[string]model.Mark{"": model.Cornered},
	Make:    &model.Making{Size: side(8), Regions: [2]int{3, 8}, Places: clued, First: true, Signs: signs(model.Numbers(1, 12)...)},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		areas, of := in.Areas(model.Clues)
		road := m.Links(model.Line, nil)
		m.Rule("the road is one loop")
		visits := m.Loop(road)
		crossings := make([][]model.Lit, len(areas))
		for _, p := range m.Pairs() {
			a, b := p[0], p[1]
			if of[a] == of[b] {
				continue
			}
			d := model.East
			if b != a+1 {
				d = model.South
			}
			for _, k := range []int{of[a], of[b]} {
				crossings[k] = append(crossings[k], road.At(a, d))
			}
			m.Rule("cells off the road do not touch across a border")
			m.Any(visits[a], visits[b])
		}
		for k, area := range areas {
			if len(areas) > 1 {
				m.Rule("the road enters every region once")
				m.Exactly(2, crossings[k]...)
			}
			if area.HasClue {
				m.Rule("a number counts the cells of its region on the road", area.At)
				m.Exactly(area.Clue, pick(visits, area.Cells)...)
			}
		}
	},
	Sign: looped,
}

// pick are the conditions of some cells.
func pick(lits []model.Lit, cells []int) (out []model.Lit) {
	for _, c := range cells {
		out = append(out, lits[c])
	}
	return out
}
