package theory

import (
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
)

// forest adds the rule that edges close no cycle.
func (t *Theory) forest(c *model.Forest) {
	f := newForest(c)
	t.add(f, len(c.Edges), func(watch func(model.Lit, int32)) {
		for i, e := range c.Edges {
			watch(e.Lit, int32(i))
		}
	})
}

func newForest(c *model.Forest) *forest {
	f := &forest{Forest: c, piece: make([]int32, c.Nodes), from: make([]int32, c.Nodes), at: make([][]int32, c.Nodes)}
	for i, e := range c.Edges {
		f.at[e.A] = append(f.at[e.A], int32(i))
		f.at[e.B] = append(f.at[e.B], int32(i))
	}
	return f
}

type forest struct {
	*model.Forest
	piece []int32   // of nodes: a node of their tree
	at    [][]int32 // of nodes: their edges
	from  []int32   // of nodes: the edge of a search that led there
	queue []int32
}

func (f *forest) assigned(cdcl.Lit, int32) {}

func (f *forest) undone(cdcl.Lit, int32) {}

// root is the node that stands for a node's tree.
func (f *forest) root(n int32) int32 {
	for f.piece[n] != n {
		f.piece[n] = f.piece[f.piece[n]]
		n = f.piece[n]
	}
	return n
}

// join finds the trees; false where an edge closes a cycle.
func (f *forest) join(t *Theory) bool {
	s := t.Solver
	for i := range f.piece {
		f.piece[i] = int32(i)
	}
	for i, e := range f.Edges {
		if s.Value(cdcl.Lit(e.Lit)) <= 0 {
			continue
		}
		a, b := f.root(e.A), f.root(e.B)
		if a == b {
			because := f.path(t, int32(i), 1<<30, nil)
			return s.Fail(append(because, cdcl.Lit(e.Lit)))
		}
		f.piece[a] = b
	}
	return true
}

func (f *forest) propagate(t *Theory, base int32) bool {
	s := t.Solver
	if !f.join(t) {
		return false
	}
	for i, e := range f.Edges {
		if s.Value(cdcl.Lit(e.Lit)) == 0 && f.root(e.A) == f.root(e.B) && !s.Imply(cdcl.Lit(e.Lit).Not(), base+int32(i)) {
			return false
		}
	}
	return true
}

// spread finds the ways from a node over edges that were true before an index of the trail, without one, to all nodes, or
// until it comes to a goal.
func (f *forest) spread(t *Theory, start, goal, without, index int32) {
	for i := range f.from {
		f.from[i] = unseen
	}
	f.queue = append(f.queue[:0], start)
	f.from[start] = origin
	for i := 0; i < len(f.queue) && (goal < 0 || f.from[goal] == unseen); i++ {
		n := f.queue[i]
		for _, e := range f.at[n] {
			next := f.Edges[e].A ^ f.Edges[e].B ^ n
			if e != without && f.from[next] == unseen && t.before(cdcl.Lit(f.Edges[e].Lit), index) {
				f.from[next] = e
				f.queue = append(f.queue, next)
			}
		}
	}
}

// What from has for nodes to which no edge led.
const unseen, origin = -1, -2

// back appends the edges of the way that the last spread found to a node.
func (f *forest) back(n int32, out []cdcl.Lit) []cdcl.Lit {
	for f.from[n] != origin {
		e := f.from[n]
		out = append(out, cdcl.Lit(f.Edges[e].Lit))
		n ^= f.Edges[e].A ^ f.Edges[e].B
	}
	return out
}

// path appends the edges, true before an index of the trail, that join the ends of an edge
// without it.
func (f *forest) path(t *Theory, edge, index int32, out []cdcl.Lit) []cdcl.Lit {
	e := f.Edges[edge]
	f.spread(t, e.A, e.B, edge, index)
	return f.back(e.B, out)
}

func (f *forest) explain(t *Theory, lit cdcl.Lit, note int32, out []cdcl.Lit) []cdcl.Lit {
	return f.path(t, note, t.Solver.TrailIndex(lit.Var()), out)
}
