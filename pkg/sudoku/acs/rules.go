package acs

import "formicary/pkg/colony"

// hooks are the rules of one's own that package colony does not know, under
// the run's guard; nil where the rule is the paper's.
type hooks struct {
	filter func(v *View, candidates []int32) []int32
	next   func(v *View, open []int32) int
	cost   func(v *View) float64
}

// hooks puts the engine's own rules under a guard.
func (s *Solver) hooks(g *colony.Guard) (h hooks) {
	if f := s.Filter; f != nil {
		rule := colony.NewRule("Filter", f)
		h.filter = func(v *View, candidates []int32) (kept []int32) {
			cell := int(candidates[0]) / v.ant.board.n
			g.Call(rule, func() { kept = f(v, candidates) })
			can := v.ant.board.can[cell]
			for _, c := range kept {
				if int(c)/v.ant.board.n != cell || can>>(int(c)%v.ant.board.n)&1 == 0 {
					g.Refuse(rule, "it answered component %d, which is none of its candidates", c)
				}
			}
			return kept
		}
	}
	h.next = colony.GuardPlace(g, "Next", "cells", s.Next)
	h.cost = colony.GuardCost(g, "Cost", s.Cost)
	return h
}

// stepCustom is Step with a replaced order or filter.
func (a *ant) stepCustom(t *colony.Trail) bool {
	a.view.trail = t
	var cell int
	if next := a.hooks.next; next != nil {
		a.cells = a.cells[:0]
		for _, c := range a.open {
			if a.board.open(int(c)) {
				a.cells = append(a.cells, c)
			}
		}
		if len(a.cells) == 0 {
			return false
		}
		cell = int(a.cells[next(&a.view, a.cells)])
	} else if cell = a.next(); cell < 0 {
		return false
	}
	if !a.board.open(cell) {
		return a.turns > 0
	}
	list := a.list(cell)
	if filter := a.hooks.filter; filter != nil && len(list) > 0 {
		list = filter(&a.view, list)
	}
	if len(list) > 0 {
		a.fill(t, list)
	}
	return a.turns > 0
}
