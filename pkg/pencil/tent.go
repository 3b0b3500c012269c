package pencil

import (
	"math/rand/v2"

	"formicary/pkg/model"
)

// Tent, or Tents: a tent beside every tree, one to one, none touching; numbers count the tents of a line.
var Tent = &model.Kind{
	Name: "tent", Title: "Tent", Parts: []*model.Part{model.Above, model.Left, model.Clues},
	Marks: map[string]model.Mark{"x": model.Tree},
	Make: &model.Making{
		Size: side(10), Base: plant, Places: []*model.Part{model.Above, model.Left},
		Signs: func(in *model.Instance) []string { return model.Numbers(0, (max(in.Size.Rows, in.Size.Cols)+1)/2) },
	},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		tree := func(cell int) bool { return in.Sign(model.Clues, cell) == "x" }
		tents := m.Cells(model.Tent, 2, func(cell int) bool { return !tree(cell) })
		m.Rule("tents do not touch")
		var pairs [][2]int32
		var trees []model.Lit
		var clues []int
		for cell := range tents {
			if tree(cell) {
				for _, c := range beside(m, cell) {
					pairs = append(pairs, [2]int32{int32(len(trees)), int32(c)})
				}
				trees, clues = append(trees, model.True), append(clues, cell)
			} else if in.Sign(model.Clues, cell) != model.None {
				in.Expected(model.Clues, cell, "x for a tree, or -")
			}
			for _, other := range around(m, cell) {
				if other > cell {
					m.NotAll(tents.In(1, cell, other)...)
				}
			}
		}
		m.Rule("every tree has a tent beside it, and every tent a tree")
		m.Matched(trees, tents.Is(1), pairs, clues...)
		m.Rule("a number counts the tents of its line")
		for col := range m.Size().Cols {
			if n, ok := in.Number(model.Above, col); ok {
				m.Exactly(n, tents.In(1, m.Col(col)...)...)
			}
		}
		for row := range m.Size().Rows {
			if n, ok := in.Number(model.Left, row); ok {
				m.Exactly(n, tents.In(1, m.Row(row)...)...)
			}
		}
	},
	Sign: func(in *model.Instance, cell int, values []int) string {
		if values[0] == 1 {
			return "o"
		}
		return in.Sign(model.Clues, cell)
	},
}

// plant puts trees beside tents that do not touch.
func plant(in *model.Instance, r *rand.Rand) bool {
	m := model.NewModel(in.Size)
	taken := make([]int, in.Size.Cells()) // 1: beside a tent or with a tree, 2: a tent
	tents := 0
	for _, cell := range r.Perm(len(taken)) {
		if taken[cell] > 0 || tents >= in.Size.Cells()/5 {
			continue
		}
		for _, tree := range shuffled(beside(m, cell), r) {
			if taken[tree] < 2 && in.Sign(model.Clues, tree) == model.None {
				in.Put(model.Clues, tree, "x")
				for _, c := range append(around(m, cell), tree) {
					taken[c] = max(taken[c], 1)
				}
				taken[cell] = 2
				tents++
				break
			}
		}
	}
	return tents > 0
}
