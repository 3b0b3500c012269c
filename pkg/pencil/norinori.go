package pencil

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"

	"formicary/pkg/lists"
	"formicary/pkg/model"
)

// Norinori: two shaded cells in every region, and all of them in dominoes that do not touch.
var Norinori = &model.Kind{
	Name: "norinori", Title: "Norinori", Parts: []*model.Part{model.Clues, model.Regions},
	Make: &model.Making{Size: side(8), Regions: [2]int{3, 6}, Repair: true, Plant: dominoes},
	Declare: func(m *model.Model, in *model.Instance) {
		areas, _ := in.Areas(nil)
		shaded := m.Cells(model.Shade, 2, nil)
		m.Rule("two shaded cells in every region")
		for _, area := range areas {
			m.Exactly(2, shaded.In(1, area.Cells...)...)
		}
		m.Rule("every shaded cell has one shaded neighbour")
		for cell, v := range shaded {
			neighbours := shaded.In(1, beside(m, cell)...)
			m.If(v.Is(1), neighbours...)
			for i, a := range neighbours {
				for _, b := range neighbours[i+1:] {
					m.NotAll(v.Is(1), a, b)
				}
			}
		}
	},
	Sign: one("-", "x"),
}

// dominoes puts many dominoes apart, grows a piece around each half, and joins two pieces side by side in each region. Those of
// a domino are such; other pairs come from them by exchange.
func dominoes(_ context.Context, in *model.Instance, r *rand.Rand) [][]int {
	m, other := model.NewModel(in.Size), slices.Repeat([]int{-1}, in.Size.Cells()) // the other half of a shaded cell
	const sweeps = 60
	for range sweeps * len(other) {
		cell := r.IntN(len(other))
		to := beside(m, cell)
		half, old := to[r.IntN(len(to))], -1 // a half of the only domino in the way
		free := true
		for _, c := range append(beside(m, half), to...) {
			if other[c] >= 0 && c != old && other[c] != old {
				free = free && old < 0
				old = c
			}
		}
		if !free {
			continue
		}
		if old >= 0 {
			other[other[old]], other[old] = -1, -1
		}
		other[cell], other[half] = half, cell
	}
	piece := slices.Repeat([]int{-1}, len(other))
	var seeds []int // of pieces
	for cell, half := range other {
		if half > cell {
			piece[cell], piece[half] = len(seeds), len(seeds)+1
			seeds = append(seeds, cell, half)
		}
	}
	values := make([][]int, len(piece))
	for cell, k := range piece {
		values[cell] = []int{0}
		if k >= 0 {
			values[cell][0] = 1
		}
	}
	spread(in.Size, piece, func(int) bool { return true }, func(int, int) {}, r)
	var pairs [][2]int // of pieces side by side
	touch := map[[2]int]bool{}
	for _, p := range m.Pairs() {
		for _, pair := range [2][2]int{{piece[p[0]], piece[p[1]]}, {piece[p[1]], piece[p[0]]}} {
			if pair[0] != pair[1] && !touch[pair] {
				touch[pair] = true
				pairs = append(pairs, pair)
			}
		}
	}
	with := lists.Of(len(seeds), func(k int) int { return k ^ 1 })
	for range 4 * len(pairs) {
		pair := pairs[r.IntN(len(pairs))]
		a, b := pair[0], pair[1]
		if c, d := with[a], with[b]; c != b && touch[[2]int{c, d}] {
			with[a], with[b], with[c], with[d] = b, a, d, c
		}
	}
	for cell, k := range piece {
		in.Put(model.Regions, cell, strconv.Itoa(min(k, with[k])+1))
	}
	return values
}
