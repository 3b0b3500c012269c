package theory

import "formicary/pkg/model"

// division says so with variables of its own, that a share has a node, and that these nodes are connected.
func (t *Theory) division(c *model.Division) {
	beside := make([][]int32, c.Nodes)
	for _, e := range c.Edges {
		beside[e.A], beside[e.B] = append(beside[e.A], e.B), append(beside[e.B], e.A)
	}
	core := make([]int, c.Nodes) // of nodes: the share that has them, from 1
	for i, s := range c.Shares {
		for _, n := range s.Core {
			if core[n] > 0 && core[n] != i+1 {
				t.any()
			}
			core[n] = i + 1
		}
	}
	has := make([][]model.Lit, len(c.Shares)) // of shares and nodes
	owners := make([][]model.Lit, c.Nodes)
	for i, s := range c.Shares {
		if t.grow(16 * c.Nodes) {
			return
		}
		has[i] = t.share(s, func(n int32) bool { return core[n] == 0 || core[n] == i+1 }, beside)
		var nodes []model.Lit
		of := make([]int32, c.Nodes)
		for n, l := range has[i] {
			if l != model.False {
				of[n] = int32(len(nodes))
				nodes = append(nodes, l)
				owners[n] = append(owners[n], l)
			}
		}
		var pairs [][2]int32
		for _, e := range c.Edges {
			a, b := has[i][e.A], has[i][e.B]
			if a == model.False && b == model.False {
				continue // most are far from the share
			}
			if a != model.False && b != model.False {
				pairs = append(pairs, [2]int32{of[e.A], of[e.B]})
			}
			t.any(a.Not(), e.Lit.Not(), b)
			t.any(b.Not(), e.Lit.Not(), a)
			t.any(a.Not(), b.Not(), e.Lit)
		}
		t.connected(&model.Connected{Nodes: nodes, Pairs: pairs})
	}
	for _, lits := range owners {
		t.linear(&model.Linear{Terms: model.Each(1, lits...), Least: 1, Most: 1})
	}
}

// share are the variables that a share has nodes: those that may be its, together with their images, and that one
// reaches from its core over such nodes.
func (t *Theory) share(s model.Share, may func(n int32) bool, beside [][]int32) []model.Lit {
	has := make([]model.Lit, len(beside))
	for n := range has {
		has[n] = model.False
	}
	for _, n := range s.Core {
		has[n] = model.True
	}
	for queue := append([]int32(nil), s.Core...); len(queue) > 0; queue = queue[1:] {
		for _, n := range beside[queue[0]] {
			image := s.Image[n]
			if has[n] != model.False || !may(n) || image < 0 || !may(image) {
				continue
			}
			if s.Image[image] == n && has[image] != model.False {
				has[n] = has[image]
			} else {
				has[n] = t.variable()
			}
			queue = append(queue, n)
		}
	}
	for n, l := range has {
		if l == model.False {
			continue
		}
		if image := s.Image[n]; image < 0 {
			t.any(l.Not())
		} else {
			t.any(l.Not(), has[image])
		}
	}
	return has
}
