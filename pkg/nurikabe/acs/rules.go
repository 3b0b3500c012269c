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
	orders *colony.Rule // order, under the guard
	cost   func(v *View) float64
}

// hooks puts the engine's own rules under a guard.
func (s *Solver) hooks(g *colony.Guard) (h hooks) {
	if f := s.Filter; f != nil {
		rule := g.Rule("Filter", f)
		h.filter = func(v *View, candidates []int32) []int32 {
			before := rule.Begin()
			kept := f(v, candidates)
			rule.End(before)
			a := v.ant
			for _, cell := range kept {
				if uint(cell) >= uint(len(a.lentAt)) || a.lentAt[cell] != a.turn {
					a.refuse(rule, cell)
				}
				a.lentAt[cell]--
			}
			return kept
		}
	}
	if s.Order != nil {
		h.orders, h.order = colony.GuardPlace(g, "Order", "islands", s.Order)
	}
	h.cost = colony.GuardCost(g, "Cost", s.Cost)
	return h
}

// askOrder lets the replaced island order choose among the islands left.
func (a *ant) askOrder(t *colony.Trail, order func(*View, []int32) int) int32 {
	it := &a.itinerary
	it.swap(it.next + order(&a.view, it.left[it.next:]))
	island := it.left[it.next]
	it.next++
	if !it.more() && colony.Sum(it.left) != colony.Sum(it.base) {
		a.hooks.orders.Refuse("it overwrote its list of islands: an island is missing")
	}
	return island
}

// isCandidate says whether a cell borders the growing island and no other one.
func (a *ant) isCandidate(cell int32) bool {
	if uint(cell) >= uint(len(a.position)) {
		return false
	}
	pos := int(a.position[cell])
	return a.beside[pos] == a.island && a.wall.isBlack(pos)
}

// checkList looks at what is left of the last island's candidates: a rule that
// chose among them may have changed their order only. One island an ant is
// enough for a rule that does it again and again.
func (a *ant) checkList(choose *colony.Rule) {
	a.turn += 2
	for _, cell := range a.candidates {
		if !a.isCandidate(cell) || a.lentAt[cell] == a.turn {
			choose.Refuse("it overwrote its list of candidates: %d is none, or there twice", cell)
		}
		a.lentAt[cell] = a.turn
	}
}

// refuse refuses a cell that a filter returned.
func (a *ant) refuse(filter *colony.Rule, cell int32) {
	if uint(cell) < uint(len(a.lentAt)) && a.lentAt[cell] == a.turn-1 {
		filter.Refuse("it returned cell %d twice", cell)
	}
	filter.Refuse("it returned cell %d, which is none of its candidates", cell)
}

// askFilter asks the replaced filter about candidates and chooses among what it
// keeps: the place in the list, -1 where it keeps none.
func (a *ant) askFilter(t *colony.Trail, candidates []int32, greedy bool) int {
	a.turn += 2
	lent := a.lent[:len(candidates)]
	for k, cell := range candidates {
		lent[k] = cell
		a.lentAt[cell] = a.turn
	}
	// What a filter appends stands elsewhere.
	kept := a.hooks.filter(&a.view, lent[:len(lent):len(lent)])
	if len(kept) == 0 {
		return -1
	}
	cell := kept[0]
	if len(kept) > 1 {
		cell = kept[t.Choose(kept, greedy)]
		if c := t.Chooser(); c != nil && !(a.isCandidate(cell) && a.lentAt[cell] == a.turn-1) {
			c.Refuse("it overwrote its list of candidates: %d is none", cell)
		}
	}
	return slices.Index(candidates, cell)
}
