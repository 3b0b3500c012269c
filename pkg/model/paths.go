package model

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
