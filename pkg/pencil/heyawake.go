package pencil

import "formicary/pkg/model"

// Heyawake: shaded cells apart, the others connected, and no line of them through three regions.
var Heyawake = &model.Kind{
	Name: "heyawake", Title: "Heyawake", Parts: []*model.Part{model.Clues, model.Regions},
	Address: &model.Address{Name: "heyawake", Also: []string{"heyawacky"}, Body: []model.Code{model.CodeBorders(), model.CodeRooms(model.Clues)}},
	Make:    &model.Making{Size: side(10), Base: rooms(3, 9), Places: clued, First: true, Signs: signs(model.Numbers(0, 5)...)},
	Unknown: true,
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
		crowded(m, shaded, areas)
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

// crowded says what follows where numbers ask for nearly as many shaded cells as there can be.
//
// Of the board's edges between neighbours, a shaded cell takes all of its own, as shaded cells are apart; the others join
// unshaded cells, and to connect those takes one less than there are, and one more for each square of four. So over all
// shaded cells the number of neighbours less one, with the number of unshaded squares, is at most (rows-1)(columns-1).
// Inside the board a shaded cell counts 3, at its border 2, in a corner 1: many must be at the border, where of two
// neighbours one at most is shaded.
func crowded(m *model.Model, shaded model.Field, areas []model.Area) {
	size, asked := m.Size(), 0
	counted := make([]bool, len(shaded))
	for _, area := range areas {
		if area.HasClue {
			asked += area.Clue
			for _, cell := range area.Cells {
				counted[cell] = true
			}
		}
	}
	need := 3*asked - (size.Rows-1)*(size.Cols-1)
	if need <= 0 || size.Rows < 2 || size.Cols < 2 {
		return
	}
	m.Rule("as many shaded cells as are asked for leave the others connected")
	ring := rim(m)
	var others []model.Term // corners count once more
	for _, cell := range ring {
		at := size.At(cell)
		if counted[cell] && (at.Row == 0 || at.Row == size.Rows-1) && (at.Col == 0 || at.Col == size.Cols-1) {
			others = append(others, model.Term{Lit: shaded[cell].Is(1), Weight: 1})
		}
	}
	for row := range size.Rows - 1 {
		for col := range size.Cols - 1 {
			others = append(others, model.Term{Lit: m.And(shaded.In(0, m.Block(row, col, 2, 2)...)...), Weight: -1})
		}
	}
	for first := range 2 {
		terms := others
		for i := first; i < len(ring)+first; i += 2 {
			var pair []model.Lit
			for k := range 2 {
				if cell := ring[(i+k)%len(ring)]; counted[cell] {
					pair = append(pair, shaded[cell].Is(1))
				}
			}
			terms = append(terms[:len(terms):len(terms)], model.Term{Lit: m.Or(pair...), Weight: 1})
		}
		m.Sum(need, max(need, len(shaded)), terms...)
	}
}
