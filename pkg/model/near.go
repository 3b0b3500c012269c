package model

import (
	"slices"

	"formicary/pkg/puzzle"
)

// near says which part of a board is open while a puzzle is declared. Elsewhere variables have the values of the board, and conditions
// are [True] or [False].
type near struct {
	board puzzle.Grid
	in    []bool // of cells; nil: none is open
}

// Near is the puzzle of a text as it stands, on a board that is known but in some cells. Its form has variables for these cells alone,
// and the constraints on them; of other constraints those alone that the board breaks, so that Check judges all of a board which is the
// known one elsewhere. What is connected or divided elsewhere is one node for each piece. The puzzle has no id and no hash, and is used
// before the text changes.
func (k *Kind) Near(in *Instance, board puzzle.Grid, open []bool) (*Puzzle, error) {
	return k.declared(in, &near{board, open})
}

// opens says whether one of the places that show a variable is open.
func (n *near) opens(shown []spot) bool {
	return slices.ContainsFunc(shown, func(s spot) bool { return n.in != nil && n.in[s.cell] })
}

// value is that of a variable on the board, by one of its places; 0 where the board has none.
func (n *near) value(s spot, values int) int {
	if x, ok := s.on(n.board, Var{values: values}); ok {
		return x
	}
	return 0
}

// left is what is left of a constraint; nil where nothing is open and the board obeys it.
func (n *near) left(m *Model, c Constraint) Constraint {
	switch whole := c.(type) {
	case *Connected:
		c = whole.contracted()
	case *Division:
		values, bad := m.form.Values(n.board)
		if bad != nil {
			break
		}
		if _, measure := c.Broken(values); measure == 0 {
			part, fixed := whole.contracted(func(l Lit) bool { return l.holds(values) })
			c = part
			m.Is(fixed...)
		}
	}
	open := false
	each(c, func(l Lit) { open = open || l.Atom() > 0 })
	if !open {
		if _, measure := c.Broken([]bool{true}); measure == 0 {
			return nil
		}
	}
	return c
}

// merged are nodes, and for each one that stands for those that it was joined with.
type merged []int32

func newMerged(nodes int) merged {
	u := make(merged, nodes)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

func (u merged) of(n int32) int32 {
	for u[n] != n {
		u[n] = u[u[n]]
		n = u[n]
	}
	return n
}

// contracted is the rule with one node for each piece of nodes that hold for certain, and without those that never do.
func (c *Connected) contracted() *Connected {
	pieces := newMerged(len(c.Nodes))
	for _, p := range c.Pairs {
		if c.Nodes[p[0]] == True && c.Nodes[p[1]] == True {
			pieces[pieces.of(p[1])] = pieces.of(p[0])
		}
	}
	node := slices.Repeat([]int32{-1}, len(c.Nodes))
	out := &Connected{}
	for i, l := range c.Nodes {
		if root := pieces.of(int32(i)); l != False && node[root] < 0 {
			node[root] = int32(len(out.Nodes))
			out.Nodes = append(out.Nodes, l)
		}
	}
	met := map[[2]int32]bool{}
	for _, p := range c.Pairs {
		a, b := node[pieces.of(p[0])], node[pieces.of(p[1])]
		if p := [2]int32{min(a, b), max(a, b)}; p[0] >= 0 && a != b && !met[p] {
			met[p] = true
			out.Pairs = append(out.Pairs, p)
		}
	}
	return out
}

// contracted is the rule for the shares that have nodes of which no condition is known. They have their other nodes for certain. Fixed
// are the conditions of edges at nodes of other shares, as they hold on the board.
func (c *Division) contracted(holds func(l Lit) bool) (part *Division, fixed []Lit) {
	open, pieces := slices.Repeat([]bool{true}, c.Nodes), newMerged(c.Nodes)
	for _, e := range c.Edges {
		if e.Lit.Atom() == 0 {
			open[e.A], open[e.B] = false, false
		}
		if holds(e.Lit) {
			pieces[pieces.of(e.B)] = pieces.of(e.A)
		}
	}
	within := make([]bool, c.Nodes) // of roots: a node of the piece is open
	for n, is := range open {
		root := pieces.of(int32(n))
		within[root] = within[root] || is
	}
	node := slices.Repeat([]int32{-1}, c.Nodes)
	var kept []int32
	for n := range node {
		if within[pieces.of(int32(n))] {
			node[n] = int32(len(kept))
			kept = append(kept, int32(n))
		}
	}
	part = &Division{Nodes: len(kept)}
	for _, s := range c.Shares {
		root := pieces.of(s.Core[0])
		if !within[root] {
			continue
		}
		var own Share
		for _, n := range kept {
			if pieces.of(n) == root && (!open[n] || slices.Contains(s.Core, n)) {
				own.Core = append(own.Core, node[n])
			}
			image := s.Image[n]
			if image >= 0 {
				image = node[image]
			}
			own.Image = append(own.Image, image)
		}
		part.Shares = append(part.Shares, own)
	}
	for _, e := range c.Edges {
		if a, b := node[e.A], node[e.B]; a >= 0 && b >= 0 {
			part.Edges = append(part.Edges, Edge{a, b, e.Lit})
		} else if e.Lit.Atom() > 0 {
			fixed = append(fixed, e.Lit^Lit(b2i(!holds(e.Lit))))
		}
	}
	return part, fixed
}
