package pencil

import (
	"formicary/pkg/model"
)

// Heyawake: shaded cells apart, the others connected, and no line of them through three regions.
var Heyawake = &model.Kind{
	Name: "heyawake", Title: "Heyawake", Parts: []*model.Part{model.Clues, model.Regions},
	Make:    &model.Making{Size: side(10), Base: rooms(3, 9), Places: clued, First: true, Signs: signs(model.Numbers(0, 5)...)},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		areas, of := in.Areas(model.Clues)
		shaded := m.Cells(model.Shade, 2, nil)
		m.Rule("shaded cells do not touch")
		m.Apart(shaded.Is(1))
		m.Rule("unshaded cells are connected")
		m.Connected(shaded.Is(0))
		for _, area := range areas {
			if area.HasClue {
				m.Rule("a number counts the shaded cells of its region", area.At)
				m.Exactly(area.Clue, shaded.In(1, area.Cells...)...)
			}
		}
		m.Rule("a number counts the shaded cells of its region")
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

// crowded says what follows where numbers ask for nearly as many shaded cells as there can be, in all of their regions
// together or in one of ten and more.
func crowded(m *model.Model, shaded model.Field, areas []model.Area) {
	const many = 10
	size := m.Size()
	var all model.Area
	for _, area := range areas {
		if area.HasClue {
			all.Cells, all.Clue = append(all.Cells, area.Cells...), all.Clue+area.Clue
		}
	}
	together := 3*all.Clue > (size.Rows-1)*(size.Cols-1)
	if together {
		leaves(m, shaded, all)
	}
	for _, area := range areas {
		if area.HasClue && len(area.Cells) > 1 && (together || area.Clue >= many) {
			leaves(m, shaded, area)
		}
	}
}

// leaves says what the shaded cells of some regions, so many as their clue, leave for the others to be connected.
//
// Were only they shaded, all others would be connected still, as each shaded cell has an unshaded one beside it. Of the
// board's pairs of neighbours a shaded cell takes all of its own, since shaded cells are apart. To be connected the
// others need one pair less than there are cells, and one more for each circle: around a square of four, and around a
// shaded cell inside the board without another at its corners. So over the shaded cells the number of neighbours less
// one, with the number of such circles, is at most that of all squares of the board, (rows-1)(columns-1). Squares with no
// cell of the regions are circles for sure. Inside the board a shaded cell counts 3, at its border 2, in a corner 1: where
// many are asked for, many must be at the border, and there one at most of two neighbours is shaded.
func leaves(m *model.Model, shaded model.Field, area model.Area) {
	size := m.Size()
	if size.Rows == 1 || size.Cols == 1 {
		return
	}
	m.Rule("as many shaded cells as are asked for leave the others connected")
	in := make([]bool, len(shaded))
	for _, cell := range area.Cells {
		in[cell] = true
	}
	of := func(value int, cells ...int) (lits []model.Lit) {
		for _, cell := range cells {
			if in[cell] {
				lits = append(lits, shaded[cell].Is(value))
			}
		}
		return lits
	}
	need := 3 * area.Clue
	var terms []model.Term
	for row := range size.Rows - 1 {
		for col := range size.Cols - 1 {
			if square := of(0, m.Block(row, col, 2, 2)...); len(square) > 0 {
				need--
				terms = append(terms, model.Term{Lit: m.And(square...), Weight: -1})
			}
		}
	}
	for _, cell := range area.Cells {
		if at := size.At(cell); at.Row > 0 && at.Row < size.Rows-1 && at.Col > 0 && at.Col < size.Cols-1 {
			alone := append(of(0, cell-size.Cols-1, cell-size.Cols+1, cell+size.Cols-1, cell+size.Cols+1), shaded[cell].Is(1))
			terms = append(terms, model.Term{Lit: m.And(alone...), Weight: -1})
		}
	}
	edge := rim(m)
	for _, cell := range edge {
		if in[cell] && len(beside(m, cell)) == 2 { // a corner counts once more
			terms = append(terms, model.Term{Lit: shaded[cell].Is(1), Weight: 1})
		}
	}
	for first := range 2 {
		paired := terms[:len(terms):len(terms)]
		for i := first; i < len(edge)+first; i += 2 {
			if pair := of(1, edge[i%len(edge)], edge[(i+1)%len(edge)]); len(pair) > 0 {
				paired = append(paired, model.Term{Lit: m.Or(pair...), Weight: 1})
			}
		}
		m.Sum(need, max(need, len(shaded)), paired...)
	}
}
