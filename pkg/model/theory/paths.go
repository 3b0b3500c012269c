package theory

import (
	"slices"

	"formicary/pkg/model"
)

// paths says so with variables of its own: the label of the path at each node, or that there is none. Where the whole
// puzzle is paths, the search is for tight ones only, unless its steps are told: they are to follow from the rules alone.
func (t *Theory) paths(c *model.Paths) {
	most := slices.Max(append([]int{0}, c.Labels...))
	at := make([][]model.Lit, len(c.Labels)) // of nodes: their edges
	for _, e := range c.Edges {
		at[e.A], at[e.B] = append(at[e.A], e.Lit), append(at[e.B], e.Lit)
	}
	of := make([][]model.Lit, len(c.Labels)) // of nodes and labels; 0 is no path
	for n, label := range c.Labels {
		if t.grow(4 * (most + 1)) {
			return
		}
		of[n] = make([]model.Lit, most+1)
		for k := range of[n] {
			switch {
			case label == 0:
				of[n][k] = t.variable()
			case label == k:
				of[n][k] = model.True
			default:
				of[n][k] = model.False
			}
		}
		if label > 0 {
			t.linear(&model.Linear{Terms: model.Each(1, at[n]...), Least: 1, Most: 1})
			continue
		}
		t.linear(&model.Linear{Terms: model.Each(1, of[n]...), Least: 1, Most: 1})
		t.linear(&model.Linear{Terms: append(model.Each(1, at[n]...), model.Term{Lit: of[n][0], Weight: 2}), Least: 2, Most: 2})
	}
	for _, e := range c.Edges {
		if t.ended {
			return
		}
		for k := range most + 1 {
			a, b := of[e.A][k], of[e.B][k]
			t.any(e.Lit.Not(), a.Not(), b)
			t.any(e.Lit.Not(), b.Not(), a)
		}
	}
	if t.loose == nil && !t.tells && onlyPaths(t.form, c) {
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
