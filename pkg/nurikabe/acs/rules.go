package acs

import (
	"slices"

	"formicary/pkg/colony"
)

// hooks are the rules of your own that package colony does not know, under
// the run's guard; nil where the rule is the paper's.
type hooks struct {
	filter func(v *View, candidates []int32) []int32
	order  func(v *View, left []int32) int
	cost   func(v *View) float64
}

// hooks puts the engine's own rules under a guard.
func (s *Solver) hooks(g *colony.Guard) (h hooks) {
	if f := s.Filter; f != nil {
		rule := colony.NewRule("Filter", f)
		h.filter = func(v *View, candidates []int32) (kept []int32) {
			g.Call(rule, func() { kept = f(v, candidates) })
			for _, cell := range kept {
				// The list that it was lent may have changed; the ant's own has not.
				if !slices.Contains(v.ant.candidates, cell) || v.ant.wall.isCut(int(v.ant.position[cell])) {
					g.Refuse(rule, "it returned cell %d, which is none of its candidates", cell)
				}
			}
			return kept
		}
	}
	h.order = colony.GuardPlace(g, "Order", "islands", s.Order)
	h.cost = colony.GuardCost(g, "Cost", s.Cost)
	return h
}

// askOrder lets the replaced island order choose among the islands left.
func (a *ant) askOrder(t *colony.Trail, order func(*View, []int32) int) int32 {
	it := &a.itinerary
	it.swap(it.next + order(&a.view, it.left[it.next:]))
	island := it.left[it.next]
	it.next++
	return island
}

// stepFiltered is Step for a replaced candidate filter, which is to see only
// cells that may be taken: all are tested first.
func (a *ant) stepFiltered(t *colony.Trail) bool {
	a.legal = a.legal[:0]
	for _, cell := range a.candidates {
		if !a.wall.isCut(int(a.position[cell])) {
			a.legal = append(a.legal, cell)
		}
	}
	var kept []int32
	if len(a.legal) > 0 {
		kept = a.hooks.filter(&a.view, a.legal)
	}
	if len(kept) == 0 {
		a.nextIsland(t)
		return a.need > 0
	}
	cell := kept[0]
	if len(kept) > 1 {
		cell = kept[t.Choose(kept, t.Greedy())]
	}
	last := len(a.candidates) - 1
	i := slices.Index(a.candidates, cell)
	a.candidates[i] = a.candidates[last]
	a.candidates = a.candidates[:last]
	pos := int(a.position[cell])
	a.wall.isCut(pos) // for take: it passed before, and nothing has changed
	a.take(t, pos, cell)
	return a.need > 0
}
