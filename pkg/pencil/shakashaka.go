package pencil

import (
	"math/rand/v2"
	"slices"
	"sync"

	"formicary/pkg/model"
)

// Shakashaka: triangles in white cells, so that what stays white are rectangles, upright or turned.
//
// A white area is such a rectangle if, and only if, at every corner of cells each white angle is of 90, 180 or
// 360 degrees: an area without angles above 180 is convex and has no holes; one with right angles only is a
// rectangle; and its sides are those of cells or of triangles.
var Shakashaka = &model.Kind{
	Name: "shakashaka", Title: "Shakashaka", Parts: []*model.Part{model.Clues},
	Marks: map[string]model.Mark{"": model.Wall},
	Make:  &model.Making{Size: side(8), Base: walls, Places: clued, Blank: "x", Signs: signs(model.Numbers(0, 4)...)},
	Declare: func(m *model.Model, in *model.Instance) {
		size := m.Size()
		white := func(cell int) bool { return in.Sign(model.Clues, cell) == model.None }
		filled := m.Cells(model.Triangle, 5, white) // 1 to 4: the right angle is at nw, ne, se, sw
		m.Rule("white areas are rectangles")
		for row := range size.Rows + 1 {
			for col := range size.Cols + 1 {
				var corner [][]model.Lit
				for i, d := range [4][2]int{{-1, -1}, {-1, 0}, {0, 0}, {0, -1}} { // clockwise
					var v model.Var
					if cell := m.Block(row+d[0], col+d[1], 1, 1); len(cell) > 0 {
						v = filled[cell[0]]
					}
					corner = append(corner, angles(m, v, i))
				}
				m.Fits(rightAngles(), corner...)
			}
		}
		for cell := range filled {
			if white(cell) || in.Sign(model.Clues, cell) == "x" {
				continue
			}
			if n, ok := in.Number(model.Clues, cell); ok {
				m.Rule("a number counts the triangles at the sides of its wall", cell)
				var triangles []model.Lit
				for _, c := range beside(m, cell) {
					if white(c) {
						triangles = append(triangles, filled[c].Is(0).Not())
					}
				}
				m.Exactly(n, triangles...)
			}
		}
	},
	Sign: one("-", "nw", "ne", "se", "sw"),
}

// What is white of a cell's angle at one of its corners.
const (
	none   = iota
	first  // the half that comes first, clockwise around the corner
	second // the other half
	whole
)

// angles are the conditions that the i-th cell around a corner, clockwise from the top left, has each of those.
func angles(m *model.Model, v model.Var, i int) []model.Lit {
	if v.Values() == 0 { // a wall, or outside
		return []model.Lit{none: model.True, first: model.False, second: model.False, whole: model.False}
	}
	at := func(k int) model.Lit { return v.Is(1 + (i+k)%4) } // from the far corner on, clockwise
	return []model.Lit{none: at(2), first: at(1), second: at(3), whole: m.Or(v.Is(0), at(0))}
}

// rightAngles are the white angles of four cells around a corner that are of 90, 180 or 360 degrees.
var rightAngles = sync.OnceValue(func() *model.Table {
	return model.NewTable(func(cells []int) bool {
		white := make([]bool, 2*len(cells)) // by 45 degrees
		for i, x := range cells {
			white[2*i], white[2*i+1] = x == first || x == whole, x == second || x == whole
		}
		start := slices.Index(white, false)
		if start < 0 {
			return true
		}
		run := 0
		for i := range white {
			if white[(start+1+i)%len(white)] {
				run++
			} else if run != 0 && run != 2 && run != 4 {
				return false
			} else {
				run = 0
			}
		}
		return true
	}, 4, 4, 4, 4)
})

// walls lays turned rectangles and then upright ones onto the board, which do not touch, and puts walls elsewhere.
func walls(in *model.Instance, r *rand.Rand) bool {
	const wall, turned, upright = 0, 1, 2
	m := model.NewModel(in.Size)
	at := make([]int, in.Size.Cells())
	lay := func(cells []int, what int) {
		for _, c := range cells {
			if at[c] != wall {
				return
			}
			if what == upright && slices.ContainsFunc(beside(m, c), func(c int) bool { return at[c] == upright }) {
				return
			}
		}
		for _, c := range cells {
			at[c] = what
		}
	}
	for range 2 * len(at) {
		corner, a, b := in.Size.At(r.IntN(len(at))), 1+r.IntN(3), 1+r.IntN(3)
		if len(m.Block(corner.Row, corner.Col, a+b, a+b)) < (a+b)*(a+b) {
			continue
		}
		var cells []int
		for row := range a + b {
			from, to := max(a-1-row, row-a), min(a+row, a+2*b-1-row)
			cells = append(cells, m.Block(corner.Row+row, corner.Col+from, 1, to-from+1)...)
		}
		lay(cells, turned)
	}
	for _, cell := range r.Perm(len(at)) {
		corner := in.Size.At(cell)
		lay(m.Block(corner.Row, corner.Col, 1+r.IntN(2), 1+r.IntN(3)), upright)
	}
	for cell, what := range at {
		if what == wall {
			in.Put(model.Clues, cell, "x")
		}
	}
	return true
}
