package pencil

import (
	"slices"

	"formicary/pkg/lists"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// LITS: a tetromino in every region, all connected, without squares, and equal ones apart.
var LITS = &model.Kind{
	Name: "lits", Title: "LITS", Parts: []*model.Part{model.Regions},
	Make: &model.Making{Size: side(8), Regions: [2]int{5, 7}, Repair: true},
	Declare: func(m *model.Model, in *model.Instance) {
		areas, of := in.Areas(nil)
		shapes := m.Cells(model.Shade, 5, nil)
		shaded := lists.Map(shapes, func(v model.Var) model.Lit { return v.Is(0).Not() })
		m.Rule("shaded cells are connected")
		m.Connected(shaded)
		m.Rule("no square is shaded")
		m.NoSquare(shaded, 2)
		m.Rule("a tetromino in every region")
		for _, area := range areas {
			var ways []model.Lit
			large := len(area.Cells) > mostTold
			if large {
				m.Exactly(4, pick(shaded, area.Cells)...)
			}
			for _, four := range tetrominoes(m.Size(), area.Cells) {
				var lits []model.Lit
				cells := area.Cells
				if large {
					cells = four.cells
				}
				for _, cell := range cells {
					shape := 0
					if slices.Contains(four.cells, cell) {
						shape = four.shape
					}
					lits = append(lits, shapes[cell].Is(shape))
				}
				ways = append(ways, m.And(lits...))
			}
			m.Any(ways...)
		}
		m.Rule("equal tetrominoes do not touch")
		for _, p := range m.Pairs() {
			if of[p[0]] != of[p[1]] {
				for shape := 1; shape <= 4; shape++ {
					m.NotAll(shapes[p[0]].Is(shape), shapes[p[1]].Is(shape))
				}
			}
		}
	},
	Sign: one("-", "L", "I", "T", "S"),
}

// mostTold bounds the cells of a region for which each place of a tetromino says all of them. In larger ones it says its own, and there
// are four.
const mostTold = 100

// tetromino is a place of one: its shape is 1 to 4 for L, I, T and S.
type tetromino struct {
	shape int
	cells []int
}

// tetrominoes are all places of tetrominoes but squares within some cells.
func tetrominoes(size puzzle.Size, cells []int) (out []tetromino) {
	seen := map[[4]int]bool{} // sets of up to four cells, in order, then -1
	within := make([]bool, size.Cells())
	for _, c := range cells {
		within[c] = true
	}
	var grow func(some []int)
	grow = func(some []int) {
		key := [4]int{-1, -1, -1, -1}
		slices.Sort(key[:copy(key[:], some)])
		if seen[key] {
			return
		}
		seen[key] = true
		if len(some) == 4 {
			if shape := shapeOf(size, some); shape > 0 {
				out = append(out, tetromino{shape, key[:]})
			}
			return
		}
		for _, c := range some {
			for next := range size.Neighbours(c) {
				if within[next] && !slices.Contains(some, next) {
					grow(append(some[:len(some):len(some)], next))
				}
			}
		}
	}
	for _, c := range cells {
		grow([]int{c})
	}
	return out
}

// shapeOf is the shape of four connected cells; 0 for a square.
func shapeOf(size puzzle.Size, four []int) int {
	var ends, most int // cells with one neighbour among them, and most neighbours
	rows, cols := map[int]int{}, map[int]int{}
	for _, c := range four {
		n := 0
		for next := range size.Neighbours(c) {
			if slices.Contains(four, next) {
				n++
			}
		}
		if n == 1 {
			ends++
		}
		most = max(most, n)
		rows[size.At(c).Row]++
		cols[size.At(c).Col]++
	}
	switch {
	case most == 3:
		return 3
	case ends == 0:
		return 0
	case len(rows) == 1 || len(cols) == 1:
		return 2
	}
	for _, n := range rows {
		if n == 3 {
			return 1
		}
	}
	for _, n := range cols {
		if n == 3 {
			return 1
		}
	}
	return 4
}
