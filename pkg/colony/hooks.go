package colony

import (
	"cmp"
	"math"
	"slices"
)

// Hooks are the rules that see an ant while it builds: V is the view of it that the
// package of a problem gives, components are the problem's. A nil field is the
// problem's own rule, and costs nothing. What is said of [Rules] about state, checks
// and rounding holds for them, too.
type Hooks[V any] struct {
	// Filter is given the candidates of a choice (at least one) and answers those
	// to choose from. Where the problem refuses the one chosen, Filter is asked
	// again about the others. An empty answer gives the choice up. nil keeps all.
	Filter func(v V, candidates []int32) []int32
	// Order picks what the ant works on next, among what is left (at least one),
	// and answers its place in the slice.
	Order func(v V, left []int32) int
	// Eta is η, the heuristic information: how good a component seems by itself,
	// a finite number of at least 0. Choices are by τ·η^β then, greedy or by
	// roulette, and take the same random numbers as without.
	Eta func(v V, component int32) float64
	// Beta is β, 0 to 64 in steps of 1/1024; 0 stands for 1.
	Beta float64
	// Improve improves the finished board before its cost is asked for, through the
	// view. It judges budget boards at most (see [Rules.Effort]) and answers how
	// many it did, which count as evaluations.
	Improve func(v V, budget int) (evaluations int)
	// Cost judges a finished board that is no solution, above 0.
	Cost func(v V) float64

	orders, etas, costs *Rule // Order, Eta and Cost, under the guard
}

// Custom says whether any rule is replaced.
func (h *Hooks[V]) Custom() bool {
	return h.Filter != nil || h.Order != nil || h.Eta != nil || h.Improve != nil || h.Cost != nil
}

// Under returns the hooks under the guard of a run, for the ants of that run.
func (h Hooks[V]) Under(g *Guard) Hooks[V] {
	return Hooks[V]{
		Filter: guardFilter(g, h.Filter), Improve: guardImprove(g, h.Improve),
	}.judged(g, h.Cost).ordered(g, h.Order).attracted(g, h.Eta, h.Beta)
}

// attracted puts the rule Eta under the guard, which [Trail] asks.
func (h Hooks[V]) attracted(g *Guard, f func(v V, component int32) float64, beta float64) Hooks[V] {
	if f == nil {
		return h
	}
	h.Eta, h.Beta, h.etas = f, cmp.Or(beta, 1), g.Rule("Eta", f)
	if !(h.Beta >= 0 && h.Beta <= mostBeta) {
		h.etas.Refuse("its exponent Beta is %v: expected 0 to %d", beta, mostBeta)
	}
	return h
}

// ordered puts the rule Order under the guard.
func (h Hooks[V]) ordered(g *Guard, f func(v V, left []int32) int) Hooks[V] {
	if f == nil {
		return h
	}
	rule := g.Rule("Order", f)
	h.orders = rule
	h.Order = func(v V, left []int32) int {
		before := rule.Begin()
		place := f(v, left)
		rule.End(before)
		if uint(place) >= uint(len(left)) {
			rule.Refuse("it returned place %d of %d that are left", place, len(left))
		}
		if g.counting {
			rule.count(place != 0)
		}
		return place
	}
	return h
}

// Orderly refuses an Order rule that did more to the lists it was lent than to change
// their order: after it has picked all, they must hold what they held before.
func (h *Hooks[V]) Orderly(before, after []int32) {
	if h.orders != nil && sum(before) != sum(after) {
		h.Overwritten()
	}
}

// Overwritten refuses the Order rule, which put into its list what was not there.
func (h *Hooks[V]) Overwritten() { h.orders.Refuse("it overwrote its list: a member is missing") }

// sum tells lists apart that do not have the same members, in any order: all
// lists that differ in one member, nearly all others.
func sum(list []int32) (sum uint64) {
	for _, x := range list {
		sum += uint64(int64(x) * int64(x))
	}
	return sum
}

// guardFilter puts a Filter under a guard: it is lent a copy, and what it keeps must be
// of its list.
func guardFilter[V any](g *Guard, f func(v V, candidates []int32) []int32) func(v V, candidates []int32) []int32 {
	if f == nil {
		return nil
	}
	rule := g.Rule("Filter", f)
	lent := new([]int32)
	guarded := func(v V, candidates []int32) []int32 {
		list := *lent
		if len(list) < len(candidates) {
			list = make([]int32, 2*len(candidates))
			*lent = list
		}
		list = list[:len(candidates):len(candidates)] // what it appends stands elsewhere
		copy(list, candidates)
		before := rule.Begin()
		kept := f(v, list)
		rule.End(before)
		if len(kept) == len(candidates) { // it keeps all
			differ := int32(0)
			for i, x := range candidates {
				differ |= x ^ kept[i]
			}
			if differ == 0 {
				return kept
			}
		}
		if !inOrder(kept, candidates) {
			rule.sublist(kept, candidates)
		}
		return kept
	}
	if !g.counting {
		return guarded
	}
	return func(v V, candidates []int32) []int32 {
		kept := guarded(v, candidates)
		rule.count(!slices.Equal(kept, candidates))
		return kept
	}
}

// inOrder says whether a list is another one without some of its members.
func inOrder(kept, of []int32) bool {
	if len(kept) == 0 {
		return true
	}
	at, last := 0, len(kept)-1
	for _, x := range of {
		next := at + 1
		if kept[at] == x { // nothing could predict it: it compiles without a branch
			at = next
		}
		if at > last {
			return true
		}
	}
	return false
}

// sublist refuses a list with members that are not of another, or there twice.
func (r *Rule) sublist(kept, of []int32) {
	for i, x := range kept {
		if !slices.Contains(of, x) {
			r.Refuse("it returned %d, which is none of its candidates", x)
		}
		if slices.Contains(kept[:i], x) {
			r.Refuse("it returned %d twice", x)
		}
	}
}

// Attraction is the rule Eta about one ant, whose view is v; nil where there is none.
func (h *Hooks[V]) Attraction(v V) *Attraction {
	eta := h.Eta
	if eta == nil {
		return nil
	}
	a := NewAttraction(func(component int32) float64 { return eta(v, component) }, h.Beta)
	if a.rule = h.etas; a.rule != nil {
		a.counts = a.rule.countWeights()
	}
	return a
}

// guardImprove puts an Improve under a guard.
func guardImprove[V any](g *Guard, f func(v V, budget int) int) func(v V, budget int) int {
	if f == nil {
		return nil
	}
	rule := g.Rule("Improve", f)
	return func(v V, budget int) int {
		before := rule.Begin()
		n := f(v, budget)
		rule.End(before)
		if n < 0 || n > budget {
			rule.Refuse("it says that it judged %d boards: expected 0 to %d", n, budget)
		}
		return n
	}
}

// judged puts the rule Cost under a guard.
func (h Hooks[V]) judged(g *Guard, f func(v V) float64) Hooks[V] {
	if f == nil {
		return h
	}
	rule := g.Rule("Cost", f)
	h.costs = rule
	h.Cost = func(v V) float64 {
		before := rule.Begin()
		cost := f(v)
		rule.End(before)
		if !(cost > 0 && cost <= math.MaxFloat64) {
			rule.Refuse("it returned %v for a board that is no solution: expected a finite number above 0", cost)
		}
		return cost
	}
	return h
}

// Judge is the cost of a finished board that the problem's own cost is above 0 of: that of the rule Cost, or the
// problem's.
func (h *Hooks[V]) Judge(v V, own float64) float64 {
	if h.Cost == nil {
		return own
	}
	cost := h.Cost(v)
	if h.costs != nil {
		h.costs.count(unequal(cost, own))
	}
	return cost
}
