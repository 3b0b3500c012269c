package model

// Division says that the nodes are divided into pieces, one for each share. A piece are all nodes that one reaches
// from one over edges whose condition holds; all edges between its nodes hold.
type Division struct {
	Nodes  int
	Edges  []Edge
	Shares []Share
}

// Share says what a piece of a division has.
type Share struct {
	// Core are nodes that it has, at least one.
	Core []int32
	// Image has for each node one that the piece has, too, if it has this one; -1 where it has it not.
	Image []int32
}

// Broken is of [Constraint]: the conditions are those of edges within a piece that do not hold, and of edges at nodes that
// are in a wrong piece, and at the core of that piece.
func (c *Division) Broken(values []bool) (lits []Lit, measure int) {
	beside, at := make([][]int32, c.Nodes), make([][]Lit, c.Nodes)
	for _, e := range c.Edges {
		at[e.A], at[e.B] = append(at[e.A], e.Lit), append(at[e.B], e.Lit)
		if e.Lit.holds(values) {
			beside[e.A], beside[e.B] = append(beside[e.A], e.B), append(beside[e.B], e.A)
		}
	}
	share := make([]int, c.Nodes) // of nodes: that of their piece, from 1
	wrong := func(n int32) {
		lits = append(append(lits, False), at[n]...)
		measure++
	}
	for i, s := range c.Shares {
		if share[s.Core[0]] > 0 {
			wrong(s.Core[0])
			continue
		}
		share[s.Core[0]] = i + 1
		for queue := s.Core[:1:1]; len(queue) > 0; queue = queue[1:] {
			for _, n := range beside[queue[0]] {
				if share[n] == 0 {
					share[n] = i + 1
					queue = append(queue, n)
				}
			}
		}
		for _, n := range s.Core {
			if share[n] != i+1 {
				wrong(n)
			}
		}
	}
	for n, i := range share {
		if i == 0 {
			wrong(int32(n))
		} else if image := c.Shares[i-1].Image[n]; image < 0 || share[image] != i {
			wrong(int32(n))
			lits = append(lits, at[c.Shares[i-1].Core[0]]...)
		}
	}
	for _, e := range c.Edges {
		if share[e.A] == share[e.B] && !e.Lit.holds(values) {
			lits = append(lits, e.Lit)
			measure++
		}
	}
	return lits, measure
}

// Divide says that nodes are divided into pieces over edges whose condition holds, one for each share, and that all edges
// within them hold.
func (m *Model) Divide(nodes int, edges []Edge, shares ...Share) {
	m.post(&Division{nodes, edges, shares})
}

// Edges are the links as edges of a graph of cells.
func (l *Links) Edges() (out []Edge) {
	for cell := range l.right {
		for _, d := range [2]Direction{East, South} {
			if lit := l.At(cell, d); lit != False {
				next, _ := l.Beside(cell, d)
				out = append(out, Edge{int32(cell), int32(next), lit})
			}
		}
	}
	return out
}
