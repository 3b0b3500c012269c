package pencil

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"

	"formicary/pkg/lists"
	"formicary/pkg/model"
)

// CountryRoad: a loop that enters every region once. Where the whole board is one region it is within it.
var CountryRoad = &model.Kind{
	Name: "countryroad", Title: "Country Road", Set: "CountryRoad", Parts: []*model.Part{model.Clues, model.Regions},
	Marks: map[string]model.Mark{"": model.Cornered},
	Make: &model.Making{
		Size: side(8), Regions: [2]int{3, 8}, Plant: roadPlanted, Move: roadMoved, Places: clued, First: true, Signs: signs(model.Numbers(1, mostOnRoad)...), Clues: onRoad,
	},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		areas, of := in.Areas(model.Clues)
		road := m.Links(model.Line, nil)
		m.Rule("the road is one loop")
		visits := m.Loop(road)
		crossings := make([][]model.Lit, len(areas))
		for _, p := range m.Pairs() {
			a, b := p[0], p[1]
			if of[a] == of[b] {
				continue
			}
			d := model.East
			if b != a+1 {
				d = model.South
			}
			for _, k := range []int{of[a], of[b]} {
				crossings[k] = append(crossings[k], road.At(a, d))
			}
			m.Rule("cells off the road do not touch across a border")
			m.Any(visits[a], visits[b])
		}
		for k, area := range areas {
			if len(areas) > 1 {
				m.Rule("the road enters every region once")
				m.Exactly(2, crossings[k]...)
			}
			if area.HasClue {
				m.Rule("a number counts the cells of its region on the road", area.At)
				m.Exactly(area.Clue, pick(visits, area.Cells)...)
			}
		}
	},
	Sign: looped,
}

// pick are the conditions of some cells.
func pick(lits []model.Lit, cells []int) []model.Lit {
	return lists.Map(cells, func(c int) model.Lit { return lits[c] })
}

// roadPlanted is [model.Making.Plant]: a loop, and regions along it.
func roadPlanted(_ context.Context, in *model.Instance, r *rand.Rand) [][]int {
	w := newRing(in.Size, roads, r)
	counties(in, w, func(int) bool { return true }, r)
	return w.values()
}

// roadMoved changes the loop near some cells, mostly, and draws other regions there.
func roadMoved(in *model.Instance, at func(cell int) []int, near func(cell int) bool, r *rand.Rand) [][]int {
	const same = 3 // one in how many keeps the loop
	w := ringOf(in.Size, roads, at, 0)
	if r.IntN(same) > 0 {
		w.vary(near, r)
	}
	counties(in, w, near, r)
	return w.values()
}

// mostOnRoad is the largest number that is made.
const mostOnRoad = 12

// onRoad writes how many cells of each region are on the road.
func onRoad(in *model.Instance, at func(cell int) []int, _ *rand.Rand) bool {
	areas, _ := in.Areas(nil)
	for _, area := range areas {
		n := lists.Count(area.Cells, func(cell int) bool { return slices.Contains(at(cell), 1) })
		if n > 0 && n <= mostOnRoad {
			in.Put(model.Clues, area.Cells[0], strconv.Itoa(n))
		}
	}
	return true
}

// counties divides the board into regions that a loop enters once: a stretch of the loop each, with cells off the loop beside it, all of
// those that are connected. What is near some cells is divided again; borders elsewhere stay.
func counties(in *model.Instance, w *ring, near func(cell int) bool, r *rand.Rand) {
	const least, most = 3, 5 // cells of a stretch
	old := func(cell int) string { return in.Sign(model.Regions, cell) }
	stay := func(a, b int) bool { return !near(a) && !near(b) }
	loop := w.loop()
	for i := range loop { // begins behind a border
		if last := loop[(i+len(loop)-1)%len(loop)]; stay(last, loop[i]) && old(last) != old(loop[i]) {
			loop = append(slices.Clone(loop[i:]), loop[:i]...)
			break
		}
	}
	region := make([]int, in.Size.Cells()) // from 1
	regions, length := 0, most
	for i, cell := range loop {
		last := loop[max(i-1, 0)]
		border := length >= most || length >= least && r.IntN(most-least+1) == 0
		if i > 0 && stay(last, cell) {
			border = old(last) != old(cell)
		}
		if border {
			regions, length = regions+1, 0
		}
		region[cell], length = regions, length+1
	}
	m := model.NewModel(in.Size)
	for start := range region {
		if region[start] > 0 {
			continue
		}
		all, home := []int{start}, 0 // cells off the loop, and a region beside them
		region[start] = -1
		stays := false
		for i := 0; i < len(all); i++ {
			for _, next := range shuffled(beside(m, all[i]), r) {
				switch k := region[next]; {
				case k == 0:
					region[next] = -1
					all = append(all, next)
				case k > 0 && !stays:
					stays = stay(all[i], next) && old(all[i]) == old(next)
					if home == 0 || stays || r.IntN(2) == 0 {
						home = k
					}
				}
			}
		}
		for _, cell := range all {
			region[cell] = home
		}
	}
	names, taken := make([]string, regions+1), map[string]bool{}
	for cell, k := range region { // as before where the region stays
		if name := old(cell); names[k] == "" && !near(cell) && !taken[name] {
			names[k], taken[name] = name, true
		}
	}
	for cell, k := range region { // else that of a cell, which no other part of the board takes
		for n := cell + 1; names[k] == ""; n += len(region) {
			if name := strconv.Itoa(n); !taken[name] {
				names[k], taken[name] = name, true
			}
		}
	}
	for cell, k := range region {
		in.Put(model.Regions, cell, names[k])
	}
}
