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
		sparse(m, areas, shaded)
	},
	Sign: one("-", "x"),
}

// sparse says what follows from the rules where the clues ask for nearly as many shaded cells as there can be: then they are on nearly
// every second cell of the rim, and unshaded cells are in no squares. A search does not see that otherwise.
//
// Shaded cells do not touch. So each takes its own sides from the graph of unshaded cells, and on the rim shaded cells
// are half of all that are not in one of its pairs of unshaded cells. The graph is connected: it has one side less than cells, and one more
// for each circle, such as a square. With S shaded cells of C, P pairs of cells side by side, Q squares, and at the edge of the board
// M missing sides of shaded cells, that is P - (4S - M) ≥ C - S - 1 + Q; and with R cells on the rim, W of its pairs unshaded and
// K corners shaded, M is (R - W)/2 + K.
func sparse(m *model.Model, areas []model.Area, shaded model.Field) {
	size := m.Size()
	missing := size.Cells() - len(m.Pairs()) - 1 // M is as much at least
	for _, area := range areas {
		if area.HasClue {
			missing += 3 * area.Clue
		}
	}
	// All shaded cells together miss Rows+Cols sides at most.
	if size.Rows == 1 || size.Cols == 1 || 5*missing < 4*(size.Rows+size.Cols) {
		return
	}
	var terms []model.Term
	edge := rim(m)
	for i, cell := range edge {
		pair := shaded.In(0, cell, edge[(i+1)%len(edge)])
		terms = append(terms, model.Term{Lit: m.And(pair...), Weight: 1})
		if len(beside(m, cell)) == 2 {
			terms = append(terms, model.Term{Lit: shaded[cell].Is(1), Weight: -2})
		}
	}
	for row := range size.Rows - 1 {
		for col := range size.Cols - 1 {
			square := shaded.In(0, m.Block(row, col, 2, 2)...)
			terms = append(terms, model.Term{Lit: m.And(square...), Weight: 2})
		}
	}
	m.Rule("unshaded cells are connected")
	most := len(edge) - 2*missing
	m.Sum(min(most, -8), most, terms...)
}
