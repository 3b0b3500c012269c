package model_test

import (
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/modeltest"
	"formicary/pkg/puzzle"
)

// What Show makes of values, Values reads back, for boards of all sorts of layers.
func TestShow(t *testing.T) {
	p := modeltest.New(t, 2, 3, func(m *model.Model) {
		m.Links(model.Line, nil)
		m.CellsOf(model.Number, func(cell int) int { return cell })
		m.Spans(model.Line, 2, [][]int{{0, 3}, {5, 4}})
	})
	form := p.Form()
	vars := form.Variables()
	// Seven links, cells 2 to 5 with as many values, two spans.
	alltest.Require(t, len(vars) == 7+4+2, "%d variables", len(vars))
	first := -1
	for _, v := range vars {
		cells := v.Cells()
		alltest.Check(t, slices.IsSorted(cells) && cells[0] >= first, "cells %v after %d", cells, first)
		first = cells[0]
	}
	for k := range 100 {
		values := make([]int16, len(vars))
		for i, v := range vars {
			values[i] = int16((k*7 + i*k + i) % v.Values())
		}
		atoms, bad := form.Values(form.Show(vars, values))
		alltest.Require(t, bad == nil, "%v", bad)
		for i, v := range vars {
			for x := range v.Values() {
				l := v.Is(x)
				alltest.Require(t, (atoms[l.Atom()] == l.Positive()) == (x == int(values[i])), "variable %d has not %d", i, values[i])
			}
		}
		open := k % len(vars)
		values[open] = -1
		board := form.Show(vars, values)
		for cell, x := range board.Values {
			alltest.Require(t, (x == puzzle.Unset) == slices.Contains(vars[open].Cells(), cell), "cell %d is %d where variable %d is open", cell, x, open)
		}
	}
}
