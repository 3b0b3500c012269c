package model

import "slices"

// Pieces says that each piece of the nodes whose condition holds has at least Least of them and
// at most Most. A piece are all nodes that one reaches from one over pairs of such nodes.
type Pieces struct {
	Nodes       []Lit
	Pairs       [][2]int32 // of nodes
	Least, Most int
}

// Broken is of [Constraint]: the conditions are those of all pieces of another size.
func (c *Pieces) Broken(values []bool) (lits []Lit, measure int) {
	known, beside := make([]bool, len(c.Nodes)), neighbours(len(c.Nodes), c.Pairs)
	for start := range c.Nodes {
		piece := reached(c.Nodes, beside, known, []int32{int32(start)}, values)
		if len(piece) == 0 {
			continue
		}
		if away := max(c.Least-len(piece), len(piece)-c.Most); away > 0 {
			measure += away
			for _, n := range piece {
				lits = append(lits, c.Nodes[n])
			}
		}
	}
	return lits, measure
}

// Reach says that of the nodes whose condition holds at least Least and at most Most are in pieces
// with one of the nodes From. A piece is as in [Pieces].
type Reach struct {
	Nodes       []Lit
	Pairs       [][2]int32 // of nodes
	From        []int32
	Least, Most int
}

// Broken is of [Constraint]: the conditions are those of the pieces, and of From.
func (c *Reach) Broken(values []bool) (lits []Lit, measure int) {
	n := len(c.Nodes)
	found := reached(c.Nodes, neighbours(n, c.Pairs), make([]bool, n), c.From, values)
	if len(found) >= c.Least && len(found) <= c.Most {
		return nil, 0
	}
	for _, n := range append(found, c.From...) {
		lits = append(lits, c.Nodes[n])
	}
	if len(lits) == 0 {
		lits = append(lits, False)
	}
	return lits, max(c.Least-len(found), len(found)-c.Most)
}

// neighbours are those of each node.
func neighbours(nodes int, pairs [][2]int32) [][]int32 {
	beside := make([][]int32, nodes)
	for _, p := range pairs {
		beside[p[0]] = append(beside[p[0]], p[1])
		beside[p[1]] = append(beside[p[1]], p[0])
	}
	return beside
}

// reached are the nodes whose condition holds that one reaches from some over neighbours whose condition does, but for
// those that are known, and makes them known.
func reached(nodes []Lit, beside [][]int32, known []bool, from []int32, values []bool) (out []int32) {
	for i := -1; i < len(out); i++ {
		if i >= 0 {
			from = beside[out[i]]
		}
		for _, n := range from {
			if !known[n] && nodes[n].holds(values) {
				known[n] = true
				out = append(out, n)
			}
		}
	}
	return out
}

// Pieces says that each piece of the cells whose condition holds has at least least cells and at
// most most, over the sides of cells. The conditions are of different atoms, but for True and
// False: reasons name one cell for an atom.
func (m *Model) Pieces(least, most int, cells []Lit) {
	nodes, pairs, _ := m.within(cells, func(int) bool { return true })
	met := map[int]bool{}
	for _, l := range nodes {
		if l != True && met[l.Atom()] {
			m.fail("Pieces", "expected conditions of different atoms, found one twice")
		}
		met[l.Atom()] = true
	}
	if len(nodes) > 0 {
		m.post(&Pieces{nodes, pairs, least, most})
	}
}

// Reach says that of the cells whose condition holds at least least and at most most are connected to
// one of some, themselves included, over the sides of cells.
func (m *Model) Reach(least, most int, cells []Lit, from ...int) {
	// No cell further away than most is needed to see that there are too few or too many.
	away := map[int]int{}
	var queue []int
	for _, c := range from {
		if cells[c] != False {
			away[c] = 1
			queue = append(queue, c)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for next := range m.form.Size.Neighbours(queue[0]) {
			if away[next] == 0 && cells[next] != False && away[queue[0]] <= most {
				away[next] = away[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
	nodes, pairs, of := m.within(cells, func(cell int) bool { return away[cell] > 0 })
	c := &Reach{Nodes: nodes, Pairs: pairs, Least: least, Most: most}
	for _, cell := range from {
		if away[cell] > 0 {
			c.From = append(c.From, of[cell])
		}
	}
	m.post(c)
}

// within are the conditions of the cells that in says and that may hold, as nodes, the pairs of them side by side,
// and the node of each cell.
func (m *Model) within(cells []Lit, in func(cell int) bool) (nodes []Lit, pairs [][2]int32, of []int32) {
	m.all("Pieces or Reach", cells)
	of = make([]int32, len(cells))
	for cell, l := range cells {
		of[cell] = -1
		if l != False && in(cell) {
			of[cell] = int32(len(nodes))
			nodes = append(nodes, l)
		}
	}
	if m.graph.of != nil && slices.Equal(of, m.graph.of) {
		return nodes, m.graph.pairs, of
	}
	for cell, a := range of {
		if a < 0 {
			continue
		}
		if next := cell + 1; next%m.form.Size.Cols > 0 && of[next] >= 0 {
			pairs = append(pairs, [2]int32{a, of[next]})
		}
		if next := cell + m.form.Size.Cols; next < len(of) && of[next] >= 0 {
			pairs = append(pairs, [2]int32{a, of[next]})
		}
	}
	m.graph.of, m.graph.pairs = of, pairs
	return nodes, pairs, of
}

// Paths says that the edges whose condition holds are paths without a node in common: each node with a label is an
// end of one, the ends of a path have one label, and all other nodes have none.
type Paths struct {
	Edges  []Edge
	Labels []int // of nodes; 0 is none
}

// Broken is of [Constraint]: the conditions are those of the edges at nodes with too few or too many, of paths between different labels
// and of closed ones.
func (c *Paths) Broken(values []bool) (lits []Lit, measure int) {
	at, on := make([][]Lit, len(c.Labels)), make([][]Edge, len(c.Labels))
	for _, e := range c.Edges {
		for _, n := range [2]int32{e.A, e.B} {
			at[n] = append(at[n], e.Lit)
			if e.Lit.holds(values) {
				on[n] = append(on[n], e)
			}
		}
	}
	for n, label := range c.Labels {
		if label > 0 && len(on[n]) != 1 || label == 0 && len(on[n]) != 0 && len(on[n]) != 2 {
			lits = append(append(lits, False), at[n]...)
			measure++
		}
	}
	if lits != nil {
		return lits, measure
	}
	done := make([]bool, len(c.Labels))
	walk := func(n int32) (path []Lit, end int32) {
		for done[n] = true; ; done[n] = true {
			moved := false
			for _, e := range on[n] {
				if next := e.A ^ e.B ^ n; !done[next] {
					path, n, moved = append(path, e.Lit), next, true
					break
				}
			}
			if !moved {
				return path, n
			}
		}
	}
	for n, label := range c.Labels {
		if label == 0 || done[n] {
			continue
		}
		if path, end := walk(int32(n)); c.Labels[end] != label {
			lits = append(lits, path...)
			measure++
		}
	}
	for n := range c.Labels {
		if len(on[n]) > 0 && !done[n] {
			path, _ := walk(int32(n))
			lits = append(lits, path...)
			measure++
		}
	}
	return lits, measure
}

// Paths says that the edges whose condition holds are paths, each between two nodes of one label, above 0, through nodes without
// one; and every node with a label is an end. labels are those of all nodes.
func (m *Model) Paths(labels []int, edges ...Edge) { m.post(&Paths{edges, labels}) }

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
