package pencil

import (
	"cmp"
	"context"
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
	Make:    &model.Making{Size: side(10), Base: islands, Plant: islandsPlanted, Move: islandsMoved},
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
	return len(grown(in, r).islands) > 1
}

// grown are islands and bridges at random, with their numbers in the text.
func grown(in *model.Instance, r *rand.Rand) *archipelago {
	a := newArchipelago(in, func(int) []int { return []int{0, 0} })
	a.grow(r)
	a.number()
	return a
}

// islandsPlanted is [model.Making.Plant] with the bridges that were built.
func islandsPlanted(_ context.Context, in *model.Instance, r *rand.Rand) [][]int {
	return grown(in, r).values
}

// islandsMoved builds more islands and bridges near some cells, takes ends away, and changes how many bridges there are between two islands.
func islandsMoved(in *model.Instance, at func(cell int) []int, near func(cell int) bool, r *rand.Rand) [][]int {
	a := newArchipelago(in, at)
	var cells []int
	for cell := range a.values {
		if near(cell) {
			cells = append(cells, cell)
		}
	}
	const few = 12 // cells for each change
	for range 1 + len(cells)/few {
		a.vary(cells[r.IntN(len(cells))], r)
	}
	a.number()
	return a.values
}

// archipelago are islands and bridges, while they are built. All are connected.
type archipelago struct {
	in      *model.Instance
	m       *model.Model
	values  [][]int // of cells: bridges to the right and down
	islands []int
	island  []bool // of cells
}

// newArchipelago has the islands of a text, and the bridges that cells have.
func newArchipelago(in *model.Instance, at func(cell int) []int) *archipelago {
	a := &archipelago{in: in, m: model.NewModel(in.Size), island: make([]bool, in.Size.Cells())}
	for cell := range in.Size.Cells() {
		a.values = append(a.values, slices.Clone(at(cell)))
		if in.Sign(model.Clues, cell) != model.None {
			a.found(cell)
		}
	}
	return a
}

func (a *archipelago) found(cell int) { a.islands, a.island[cell] = append(a.islands, cell), true }

// bridge says whether a cell is under one.
func (a *archipelago) bridge(cell int) bool { return a.values[cell][0]+a.values[cell][1] > 0 }

// look are the cells that an island sees in a direction up to a bridge, and the index of the island among them; -1 if it sees none.
func (a *archipelago) look(from int, d model.Direction) (ray []int, far int) {
	ray = a.m.Ray(from, d, a.bridge)
	return ray, slices.IndexFunc(ray, func(cell int) bool { return a.island[cell] })
}

// build makes so many bridges over some cells.
func (a *archipelago) build(cells []int, d model.Direction, n int) {
	for _, cell := range cells {
		a.values[cell][layer(d)] = n
	}
}

// layer is that of bridges in a direction: 0 to the right, 1 down.
func layer(d model.Direction) int { return 1 - int(d)%2 }

// lonely says whether no island is beside a cell.
func (a *archipelago) lonely(cell int) bool {
	return !slices.ContainsFunc(beside(a.m, cell), func(c int) bool { return a.island[c] })
}

// grow builds bridges at random, from one island on.
func (a *archipelago) grow(r *rand.Rand) {
	a.found(r.IntN(len(a.values)))
	for range 3 * len(a.values) {
		from := a.islands[r.IntN(len(a.islands))]
		d := model.Direction(r.IntN(4))
		ray, far := a.look(from, d)
		switch {
		case len(ray) < 2 || far == 0:
		case far > 0:
			if r.IntN(3) == 0 {
				a.build(ray[:far], d, 1+r.IntN(2))
			}
		default:
			n := 1 + min(r.IntN(len(ray)-1), r.IntN(len(ray)-1))
			if to := ray[n]; a.lonely(to) {
				a.found(to)
				a.build(ray[:n], d, 1+r.IntN(2))
			}
		}
	}
}

// vary changes something at a cell: bridges over it become one or two, or go by way of a new island; an island that is an end goes,
// one sees another and has bridges to it, and water becomes an island if it sees one.
func (a *archipelago) vary(cell int, r *rand.Rand) {
	d := model.Direction(r.IntN(4))
	switch {
	case a.bridge(cell) && r.IntN(2) == 0 && a.lonely(cell):
		a.values[cell] = []int{0, 0}
		a.found(cell)
	case a.bridge(cell):
		d = model.East
		if a.values[cell][layer(d)] == 0 {
			d = model.South
		}
		n := 3 - a.values[cell][layer(d)]
		a.values[cell][layer(d)] = n
		for _, way := range []model.Direction{d, (d + 2) % 4} {
			a.build(a.m.Ray(cell, way, func(c int) bool { return a.island[c] }), d, n)
		}
	case a.island[cell]:
		var ways []model.Direction
		for way := model.North; way <= model.West; way++ {
			if next := a.m.Ray(cell, way, nil); len(next) > 0 && a.values[next[0]][layer(way)] > 0 {
				ways = append(ways, way)
			}
		}
		if ray, far := a.look(cell, d); far > 0 {
			a.build(ray[:far], d, 1+r.IntN(2))
		} else if len(ways) == 1 {
			a.build(a.m.Ray(cell, ways[0], func(c int) bool { return a.island[c] }), ways[0], 0)
			a.island[cell] = false
			a.islands = slices.DeleteFunc(a.islands, func(c int) bool { return c == cell })
		}
	case a.lonely(cell):
		if ray, far := a.look(cell, d); far > 0 {
			a.build(ray[:far], d, 1+r.IntN(2))
			a.found(cell)
		}
	}
}

// number writes the islands: how many bridges each has.
func (a *archipelago) number() {
	for cell := range a.values {
		a.in.Put(model.Clues, cell, model.None)
	}
	for _, cell := range a.islands {
		n := 0
		for d := model.North; d <= model.West; d++ {
			if next := a.m.Ray(cell, d, nil); len(next) > 0 {
				n += a.values[next[0]][layer(d)]
			}
		}
		a.in.Put(model.Clues, cell, strconv.Itoa(n))
	}
}
