package pencil

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"

	"formicary/pkg/model"
)

// Hashi, or Bridges: one or two bridges between islands in sight of each other, all connected and none crossing. An island with ? has
// some number of bridges, at least one.
//
// Where no cell lies between two islands, the one above or to the left has their bridges: in a solution's text 1 or 2 to the
// right, a or b down, and 1a, 1b, 2a or 2b both.
var Hashi = &model.Kind{
	Name: "hashi", Title: "Hashi", Parts: []*model.Part{model.Clues},
	Marks:   map[string]model.Mark{"": model.Circled},
	Make:    &model.Making{Size: side(10), Base: islands},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		water := func(cell int) bool { return in.Sign(model.Clues, cell) == model.None }
		island := map[int]int32{}
		var nodes []model.Lit
		var clues []int
		for cell := range m.Size().Cells() {
			if !water(cell) {
				island[cell] = int32(len(nodes))
				nodes, clues = append(nodes, model.True), append(clues, cell)
			}
		}
		bridges := map[int][]model.Var{} // of islands
		var pairs [][2]int32
		for _, d := range []model.Direction{model.East, model.South} {
			var spans [][]int
			var ends [][2]int
			for cell := range m.Size().Cells() {
				if water(cell) {
					continue
				}
				span := m.Ray(cell, d, func(c int) bool { return !water(c) })
				far := m.Ray(cell, d, nil)
				if len(span) == len(far) {
					continue // nothing but water
				}
				ends = append(ends, [2]int{cell, far[len(span)]})
				if len(span) == 0 {
					span = []int{cell}
				}
				spans = append(spans, span)
			}
			for i, v := range m.Spans(model.Bridge, 3, spans) {
				node := int32(len(nodes))
				nodes = append(nodes, v.Is(0).Not())
				for _, end := range ends[i] {
					bridges[end] = append(bridges[end], v)
					pairs = append(pairs, [2]int32{island[end], node})
				}
			}
		}
		m.Rule("bridges do not cross")
		m.OneLayer(water)
		m.Rule("all islands are connected")
		m.ConnectedBy(nodes, pairs, clues...)
		for cell := range m.Size().Cells() {
			if water(cell) {
				continue
			}
			m.Rule("a number counts the bridges of its island", cell)
			var terms []model.Term
			for _, v := range bridges[cell] {
				terms = append(terms, v.Weighted(nil)...)
			}
			if n, ok := in.Number(model.Clues, cell); ok {
				m.Sum(n, n, terms...)
			} else {
				m.Sum(1, 8, terms...)
			}
		}
	},
	Sign: func(_ *model.Instance, _ int, values []int) string {
		return cmp.Or([]string{"", "1", "2"}[values[0]]+[]string{"", "a", "b"}[values[1]], model.None)
	},
}

// islands builds bridges from island to island, each to a new one, and some between those that see each
// other, and numbers the islands.
func islands(in *model.Instance, r *rand.Rand) bool {
	m := model.NewModel(in.Size)
	const water, bridge = -1, -2
	at := make([]int, in.Size.Cells()) // bridges of an island
	for cell := range at {
		at[cell] = water
	}
	start := r.IntN(len(at))
	at[start] = 0
	all := []int{start}
	build := func(from, to int, between []int) {
		n := 1 + r.IntN(2)
		at[from], at[to] = at[from]+n, at[to]+n
		for _, cell := range between {
			at[cell] = bridge
		}
	}
	lonely := func(cell int) bool {
		for _, c := range beside(m, cell) {
			if at[c] >= 0 {
				return false
			}
		}
		return true
	}
	for range 3 * len(at) {
		from := all[r.IntN(len(all))]
		ray := m.Ray(from, model.Direction(r.IntN(4)), func(cell int) bool { return at[cell] == bridge })
		far := slices.IndexFunc(ray, func(cell int) bool { return at[cell] >= 0 })
		switch {
		case len(ray) < 2 || far == 0:
		case far > 0:
			if r.IntN(3) == 0 {
				build(from, ray[far], ray[:far])
			}
		default:
			n := 1 + min(r.IntN(len(ray)-1), r.IntN(len(ray)-1))
			if to := ray[n]; lonely(to) {
				at[to] = 0
				all = append(all, to)
				build(from, to, ray[:n])
			}
		}
	}
	for _, cell := range all {
		in.Put(model.Clues, cell, strconv.Itoa(at[cell]))
	}
	return len(all) > 1
}
