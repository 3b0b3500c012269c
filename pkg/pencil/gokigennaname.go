package pencil

import (
	"formicary/pkg/model"
)

// GokigenNaname, or Slant: a diagonal in every cell; numbers count those that end there; they close no loop.
var GokigenNaname = &model.Kind{
	Name: "gokigennaname", Title: "Gokigen Naname", Set: "GokigenNaname", Parts: []*model.Part{model.Corners},
	Make:    &model.Making{Size: side(10), Places: []*model.Part{model.Corners}, Signs: signs(model.Numbers(0, 4)...)},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		rising := m.Cells(model.Diagonal, 2, nil) // 0: \, 1: /
		cols := m.Size().Cols + 1
		ends := make([][]model.Lit, (m.Size().Rows+1)*cols)
		var edges []model.Edge
		for cell, v := range rising {
			at := m.Size().At(cell)
			corner := at.Row*cols + at.Col // at the top left
			for x, pair := range [2][2]int{{corner, corner + cols + 1}, {corner + 1, corner + cols}} {
				edges = append(edges, model.Edge{A: int32(pair[0]), B: int32(pair[1]), Lit: v.Is(x)})
				for _, end := range pair {
					ends[end] = append(ends[end], v.Is(x))
				}
			}
		}
		m.Rule("diagonals close no loop")
		m.Forest(len(ends), edges...)
		m.Rule("a number counts the diagonals that end there")
		for corner, lits := range ends {
			if n, ok := in.Number(model.Corners, corner); ok {
				m.Exactly(n, lits...)
			}
		}
	},
	Sign: one(`\`, "/"),
}
