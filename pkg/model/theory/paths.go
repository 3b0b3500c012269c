package theory

import (
	"math/bits"
	"slices"

	"formicary/pkg/model"
)

// mostLabels is the number of pairs of a node and a label up to which each has a variable. Above they would not fit: then a node has the
// binary digits of its label.
var mostLabels = 200_000

// paths says so with variables of its own: the label of the path at each node, or that there is none. Where the whole
// puzzle is paths, the search is for tight ones only, unless its steps are told: they are to follow from the rules alone.
func (t *Theory) paths(c *model.Paths) {
	tight := t.loose == nil && !t.tells && onlyPaths(t.form, c)
	most := slices.Max(append([]int{0}, c.Labels...))
	at := make([][]model.Lit, len(c.Labels)) // of nodes: their edges
	for _, e := range c.Edges {
		at[e.A], at[e.B] = append(at[e.A], e.Lit), append(at[e.B], e.Lit)
	}
	of := make([][]model.Lit, len(c.Labels)) // of nodes and labels, or digits; 0 is no path
	digits := most*len(c.Labels) > mostLabels
	for n, label := range c.Labels {
		if t.grow(4 * (most + 1)) {
			return
		}
		count := most + 1
		if digits {
			count = 1 + bits.Len(uint(most))
		}
		of[n] = make([]model.Lit, count)
		for k := range of[n] {
			switch {
			case label == 0:
				of[n][k] = t.variable()
			case digits && k > 0 && label>>(k-1)&1 == 1, !digits && label == k:
				of[n][k] = model.True
			default:
				of[n][k] = model.False
			}
		}
		if label > 0 {
			t.linear(&model.Linear{Terms: model.Each(1, at[n]...), Least: 1, Most: 1})
			continue
		}
		if digits {
			for _, digit := range of[n][1:] {
				t.any(of[n][0].Not(), digit.Not())
			}
		} else {
			t.linear(&model.Linear{Terms: model.Each(1, of[n]...), Least: 1, Most: 1})
		}
		t.linear(&model.Linear{Terms: append(model.Each(1, at[n]...), model.Term{Lit: of[n][0], Weight: 2}), Least: 2, Most: 2})
	}
	for _, e := range c.Edges {
		if t.ended {
			return
		}
		for k := range of[e.A] {
			a, b := of[e.A][k], of[e.B][k]
			t.any(e.Lit.Not(), a.Not(), b)
			t.any(e.Lit.Not(), b.Not(), a)
		}
	}
	if digits { // what follows would take them for labels
		for n := range of {
			of[n] = of[n][:1]
		}
	}
	if tight {
		t.tight = newTight(c, of)
		if t.tight.restrict(t); !t.ended {
			t.chords(t.tight)
		}
		return
	}
	t.forest(&model.Forest{Nodes: len(c.Labels), Edges: c.Edges})
	if t.loose != nil {
		t.loose.labels = of
	}
}
