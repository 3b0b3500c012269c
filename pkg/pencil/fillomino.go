package pencil

import (
	"math/rand/v2"
	"strconv"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// Fillomino: a number in every cell; groups of equal numbers have as many cells as their number says. Groups of more than
// 253 cells, which a board cannot say, are left out.
var Fillomino = &model.Kind{
	Name: "fillomino", Title: "Fillomino", Parts: []*model.Part{model.Clues}, Groups: true,
	Make:    &model.Making{Size: side(8), From: polyominoes, Dense: 0.3, Places: clued, Clues: filledIn},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		const most = puzzle.Unset - 2
		largest := 1
		for cell := range m.Size().Cells() {
			n, _ := in.Number(model.Clues, cell)
			if n > min(m.Size().Cells(), most) {
				in.Expected(model.Clues, cell, "the number of cells of a group")
				return
			}
			largest = max(largest, n)
		}
		// A group without a given number is among cells without one.
		open := roomSizes(m, func(cell int) bool {
			_, given := in.Number(model.Clues, cell)
			return !given
		})
		filled := numbers(m, func(cell int) int {
			if n, ok := in.Number(model.Clues, cell); ok {
				return n
			}
			return min(max(largest, open[cell]), most)
		}, nil)
		given(m, in, filled)
		m.Rule("a group of equal numbers has as many cells as they say")
		for x := range most {
			m.Pieces(x+1, x+1, filled.Is(x+1))
		}
	},
	Sign: number,
}

// polyominoes has the boards of Fillomino whose groups are small.
var polyominoes = &model.Kind{
	Name: "polyominoes", Title: "Polyominoes", Parts: clued,
	Declare: func(m *model.Model, _ *model.Instance) {
		const most = 7
		filled := numbers(m, func(int) int { return most }, nil)
		for x := range most {
			m.Pieces(x+1, x+1, filled.Is(x+1))
		}
	},
	Sign: number,
}

// filledIn gives every number.
func filledIn(in *model.Instance, at func(cell int) []int, _ *rand.Rand) bool {
	for cell := range in.Size.Cells() {
		in.Put(model.Clues, cell, strconv.Itoa(at(cell)[0]))
	}
	return true
}

// roomSizes are the sizes of the pieces of cells that in says, for each of them.
func roomSizes(m *model.Model, in func(cell int) bool) []int {
	out := make([]int, m.Size().Cells())
	for cell := range out {
		if out[cell] > 0 || !in(cell) {
			continue
		}
		piece := []int{cell}
		out[cell] = 1
		for i := 0; i < len(piece); i++ {
			for _, next := range beside(m, piece[i]) {
				if out[next] == 0 && in(next) {
					out[next] = 1
					piece = append(piece, next)
				}
			}
		}
		for _, c := range piece {
			out[c] = len(piece)
		}
	}
	return out
}
