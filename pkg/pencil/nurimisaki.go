package pencil

import (
	"math/rand/v2"
	"strconv"

	"formicary/pkg/model"
)

// Nurimisaki: unshaded cells are connected, without squares of one colour; circles are their dead ends.
var Nurimisaki = &model.Kind{
	Name: "nurimisaki", Title: "Nurimisaki", Parts: []*model.Part{model.Clues},
	Marks:   map[string]model.Mark{"": model.Circled},
	Make:    &model.Making{Size: side(8), From: labyrinth, Dense: 0.5, Places: clued, Lesser: "?", Clues: deadEnds},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		shaded := m.Cells(model.Shade, 2, nil)
		white := shaded.Is(0)
		m.Rule("unshaded cells are connected")
		m.Connected(white)
		m.Rule("no square of one colour")
		m.NoSquare(white, 2)
		m.NoSquare(shaded.Is(1), 2)
		for cell := range shaded {
			neighbours := pick(white, beside(m, cell))
			if in.Sign(model.Clues, cell) == model.None {
				m.Rule("an unshaded cell with one unshaded neighbour has a circle")
				for i, l := range neighbours {
					others := append([]model.Lit{white[cell].Not(), l.Not()}, neighbours[:i]...)
					m.Any(append(others, neighbours[i+1:]...)...)
				}
				continue
			}
			m.Rule("a circle is unshaded and has one unshaded neighbour", cell)
			m.Is(white[cell])
			m.Exactly(1, neighbours...)
			if n, ok := in.Number(model.Clues, cell); ok {
				m.Rule("a number is the length of the line from its circle", cell)
				m.Exactly(n, sees(m, cell, white)...)
			}
		}
	},
	Sign: one("-", "x"),
}

// labyrinth has the boards of Nurimisaki without circles: no squares, and unshaded cells connected.
var labyrinth = &model.Kind{
	Name: "labyrinth", Title: "Labyrinth", Parts: clued,
	Declare: func(m *model.Model, _ *model.Instance) {
		shaded := m.Cells(model.Shade, 2, nil)
		m.Connected(shaded.Is(0))
		m.NoSquare(shaded.Is(0), 2)
		m.NoSquare(shaded.Is(1), 2)
	},
	Sign: one("-", "x"),
}

// deadEnds puts circles with the lengths of their lines on dead ends.
func deadEnds(in *model.Instance, at func(cell int) []int, _ *rand.Rand) bool {
	m := model.NewModel(in.Size)
	black := func(cell int) bool { return at(cell)[0] == 1 }
	for cell := range in.Size.Cells() {
		ways, length := 0, 1
		for d := model.North; d <= model.West; d++ {
			if line := m.Ray(cell, d, black); len(line) > 0 {
				ways, length = ways+1, len(line)+1
			}
		}
		if ways == 1 && !black(cell) {
			in.Put(model.Clues, cell, strconv.Itoa(length))
		}
	}
	return true
}
