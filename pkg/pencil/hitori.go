package pencil

import (
	"math/rand/v2"
	"strconv"

	"formicary/pkg/model"
)

// Hitori: shade cells, so that no line has a number twice. Numbers are any signs, 0 among them; a cell with - or ? has none, and so
// repeats none.
var Hitori = &model.Kind{
	Name: "hitori", Title: "Hitori", Parts: []*model.Part{model.Clues},
	Make: &model.Making{Size: side(8), From: Kuromasu, Clues: repeat},
	Declare: func(m *model.Model, in *model.Instance) {
		shaded := m.Cells(model.Shade, 2, nil)
		m.Rule("shaded cells do not touch")
		m.Apart(shaded.Is(1))
		m.Rule("unshaded cells are connected")
		m.Connected(shaded.Is(0))
		m.Rule("no number is twice unshaded in a line")
		for cell := range shaded {
			if sign := in.Sign(model.Clues, cell); sign == model.None || sign == model.Unknown {
				continue
			}
			for _, d := range []model.Direction{model.East, model.South} {
				for _, other := range m.Ray(cell, d, nil) {
					if in.Sign(model.Clues, cell) == in.Sign(model.Clues, other) {
						m.Any(shaded.In(1, cell, other)...)
					}
				}
			}
		}
	},
	Sign: one("-", "x"),
}

// repeat writes numbers of which no line has one twice unshaded: each shaded cell has one that is unshaded in its
// row or column.
func repeat(in *model.Instance, at func(cell int) []int, r *rand.Rand) bool {
	size, m := in.Size, model.NewModel(in.Size)
	numbers := make([]int, size.Cells())
	rows, cols := r.Perm(max(size.Rows, size.Cols)), r.Perm(max(size.Rows, size.Cols))
	names := r.Perm(len(rows))
	for cell := range numbers {
		c := size.At(cell)
		numbers[cell] = 1 + names[(rows[c.Row]+cols[c.Col])%len(rows)]
	}
	for cell := range numbers {
		if at(cell)[0] == 1 {
			c := size.At(cell)
			var others []int
			for _, other := range append(m.Row(c.Row), m.Col(c.Col)...) {
				if at(other)[0] == 0 {
					others = append(others, numbers[other])
				}
			}
			numbers[cell] = others[r.IntN(len(others))]
		}
		in.Put(model.Clues, cell, strconv.Itoa(numbers[cell]))
	}
	return true
}
