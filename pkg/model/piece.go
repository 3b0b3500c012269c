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
	for _, p := range m.Pairs() {
		if a, b := of[p[0]], of[p[1]]; a >= 0 && b >= 0 {
			pairs = append(pairs, [2]int32{a, b})
		}
	}
	m.graph.of, m.graph.pairs = of, pairs
	return nodes, pairs, of
}
