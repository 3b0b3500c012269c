package exact

import (
	"fmt"
	"slices"

	"formicary/pkg/cdcl"
)

// Explain tells why a rule implied lit, in literals older than it. Each set is
// made small: blocked nodes are opened again, the youngest first, as long as
// the reason holds without them.
func (r *rules) Explain(lit cdcl.Lit, note int32, out []cdcl.Lit) []cdcl.Lit {
	s := r.s
	v := int32(lit.Var())
	place := s.TrailIndex(lit.Var())
	switch note & 15 {
	case noteLast:
		p := v - int32(r.cells)
		c := r.pairCell[p]
		out = append(out, white(c))
		for _, q := range r.pairs(c) {
			if q != p {
				out = append(out, r.member(q).Not())
			}
		}
	case noteNone:
		for _, q := range r.pairs(v) {
			out = append(out, r.member(q).Not())
		}
	case noteBlock:
		c, pair := note>>6, corners[note>>4&3]
		a, b := r.around[c][pair[0]], r.around[c][pair[1]]
		for _, e := range [4]int32{c, a, b, a + b - c} {
			if e != v {
				out = append(out, white(e).Not())
			}
		}
	case noteExit:
		out = r.explainExit(v, place, out)
	default:
		g := &r.wall
		if v >= int32(r.cells) {
			g = &r.islands[r.pairIsland[v-int32(r.cells)]]
		}
		k := v - g.base
		switch note {
		case noteCut:
			out = append(out, g.lit(r.oldest()))
			out = r.explainCut(g, r.oldest(), k, -1, place, out)
		case noteMust:
			out = r.explainMust(g, k, place, out)
		default:
			root := int32(0)
			if g.sign != 0 {
				root = r.oldest()
				out = append(out, g.lit(root))
			}
			out = r.explainFar(g, root, k, place, out)
		}
	}
	return out
}

// before says whether the literal was true before a place on the trail.
func (r *rules) before(l cdcl.Lit, place int32) bool {
	return r.s.Value(l) > 0 && r.s.TrailIndex(l.Var()) < place
}

// oldest is the wall cell that is certain for longest. The wall's rules start
// from it, and so do their explanations.
func (r *rules) oldest() int32 {
	for _, l := range r.s.Trail() {
		if int32(l.Var()) < int32(r.cells) && !l.Positive() {
			return int32(l.Var())
		}
	}
	panic("exact: there is no wall to start from")
}

// flood marks what can be reached from a node without blocked nodes and
// without the node except. w.flooded lists it, w.edge the blocked nodes met.
func (r *rules) flood(g *region, from, except, place int32) {
	w := &r.work
	w.floodStamp += 2
	w.flooded = append(w.flooded[:0], from)
	w.edge = w.edge[:0]
	w.floodMark[from] = w.floodStamp
	r.extend(g, 0, except, place, nil)
}

// extend goes on flooding from w.flooded[first:]. Where stop says true of a
// node it gives up and returns false.
func (r *rules) extend(g *region, first int, except, place int32, stop func(k int32) bool) bool {
	w := &r.work
	for i := first; i < len(w.flooded); i++ {
		for _, to := range g.next[w.flooded[i]] {
			if to < 0 || to == except || w.floodMark[to] == w.floodStamp || w.floodMark[to] == w.floodStamp-1 {
				continue
			}
			if r.before(g.lit(to).Not(), place) {
				w.floodMark[to] = w.floodStamp - 1
				w.edge = append(w.edge, to)
				continue
			}
			if stop != nil && stop(to) {
				return false
			}
			w.floodMark[to] = w.floodStamp
			w.flooded = append(w.flooded, to)
		}
	}
	return true
}

// shrink opens blocked nodes at the edge of the flood as long as stop says
// false of all nodes that come with them, and appends the literals of those
// that must stay blocked. stop is asked once a node, and told by reset that
// what it was asked of since the last success does not count.
func (r *rules) shrink(g *region, except, place int32, stop func(k int32) bool, reset func(), out []cdcl.Lit) []cdcl.Lit {
	s, w := r.s, &r.work
	variable := func(k int32) cdcl.Var { return g.lit(k).Var() }
	slices.SortFunc(w.edge, func(a, b int32) int { return int(s.TrailIndex(variable(b)) - s.TrailIndex(variable(a))) })
	for i := 0; i < len(w.edge); i++ {
		k := w.edge[i]
		if s.VarLevel(variable(k)) > 0 {
			nodes, edge := len(w.flooded), len(w.edge)
			if !stop(k) {
				w.floodMark[k] = w.floodStamp
				w.flooded = append(w.flooded, k)
				if r.extend(g, nodes, except, place, stop) {
					reset()
					continue
				}
			}
			reset()
			for _, n := range w.flooded[nodes:] {
				w.floodMark[n] = 0
			}
			for _, n := range w.edge[edge:] {
				w.floodMark[n] = 0
			}
			w.flooded, w.edge = w.flooded[:nodes], w.edge[:edge]
			w.floodMark[k] = w.floodStamp - 1
		}
		out = append(out, g.lit(k).Not())
	}
	return out
}

// explainSmall tells why the region, rooted at root and without the node
// except, has too few nodes.
func (r *rules) explainSmall(g *region, root, except, place int32, out []cdcl.Lit) []cdcl.Lit {
	w := &r.work
	if g.sign != 0 {
		out = append(out, g.lit(root))
	}
	r.flood(g, root, except, place)
	count := 0
	stop := func(int32) bool {
		count++
		return len(w.flooded)+1 >= g.least
	}
	return r.shrink(g, except, place, stop, func() {}, out)
}

// explainCut tells why the nodes a and b cannot be joined without the node
// except. It starts from the side with the shorter edge.
func (r *rules) explainCut(g *region, a, b, except, place int32, out []cdcl.Lit) []cdcl.Lit {
	r.flood(g, a, except, place)
	first := r.price(g)
	r.flood(g, b, except, place)
	if first < r.price(g) {
		a, b = b, a
		r.flood(g, b, except, place)
	}
	stop := func(k int32) bool { return k == a }
	return r.shrink(g, except, place, stop, func() {}, out)
}

// price counts the edge nodes that are not blocked for good.
func (r *rules) price(g *region) int {
	n := 0
	for _, k := range r.work.edge {
		if r.s.VarLevel(g.lit(k).Var()) > 0 {
			n++
		}
	}
	return n
}

// explainMust tells why the region cannot do without node k.
func (r *rules) explainMust(g *region, k, place int32, out []cdcl.Lit) []cdcl.Lit {
	w := &r.work
	root := int32(0)
	if g.sign != 0 {
		root = r.oldest()
	}
	r.flood(g, root, k, place)
	lost, at := int32(-1), place
	for n := range g.next {
		lit := g.lit(int32(n))
		if int32(n) != k && w.floodMark[n] != w.floodStamp && r.s.Value(lit) > 0 && r.s.TrailIndex(lit.Var()) < at {
			lost, at = int32(n), r.s.TrailIndex(lit.Var())
		}
	}
	if lost < 0 {
		return r.explainSmall(g, root, k, place, out)
	}
	out = append(out, g.lit(lost))
	if g.sign != 0 {
		out = append(out, g.lit(root))
	}
	return r.explainCut(g, root, lost, k, place, out)
}

// explainExit tells why white cells come to a clue through cell c only.
func (r *rules) explainExit(c, place int32, out []cdcl.Lit) []cdcl.Lit {
	w := &r.work
	g := &region{next: r.around}
	for _, d := range r.around[c] {
		if d < 0 || r.before(white(d).Not(), place) {
			continue
		}
		r.flood(g, d, c, place)
		trapped, at := int32(-1), place
		for _, k := range w.flooded {
			if r.clueAt[k] >= 0 {
				trapped = -1
				break
			}
			if r.s.Value(white(k)) > 0 && r.s.TrailIndex(white(k).Var()) < at {
				trapped, at = k, r.s.TrailIndex(white(k).Var())
			}
		}
		if trapped < 0 {
			continue
		}
		r.flood(g, trapped, c, place)
		stop := func(k int32) bool { return r.clueAt[k] >= 0 }
		return r.shrink(g, c, place, stop, func() {}, append(out, white(trapped)))
	}
	panic(fmt.Sprintf("exact: nothing needs the exit at cell %d", c))
}

// explainFar tells why the region cannot take node p: first by the length of
// the way alone, then with what the region has already, then with the pieces
// of white cells on the way.
func (r *rules) explainFar(g *region, root, p, place int32, out []cdcl.Lit) []cdcl.Lit {
	start := len(out)
	if out, ok := r.farAway(g, root, p, place, false, false, out); ok {
		return out
	}
	out = out[:start]
	if out, ok := r.farAway(g, root, p, place, true, false, out); ok {
		return out
	}
	out = out[:start]
	if out, ok := r.farAway(g, root, p, place, true, true, out); ok {
		return out
	}
	panic(fmt.Sprintf("exact: node %d is not too far from %d", p, root))
}

// farAway searches from the root to p through everything that is not blocked.
// Blocked nodes are part of the reason only where a way over them might be
// short enough, by a lower bound of the rest of the way.
func (r *rules) farAway(g *region, root, p, place int32, has, pieces bool, out []cdcl.Lit) ([]cdcl.Lit, bool) {
	s, w := r.s, &r.work
	budget := int32(g.most)
	w.stamp++
	// in: nodes that cost nothing.
	in := func(k int32) bool { return has && r.before(g.lit(k), place) }
	if has {
		for k := range g.next {
			if in(int32(k)) {
				budget--
				out = append(out, g.lit(int32(k)))
			}
		}
	} else {
		budget-- // the root
	}
	if budget < 0 {
		return out, true
	}
	// Lower bounds from p backwards, over all nodes that are not blocked for
	// good; the cost of p itself is part of them.
	w.empty(budget)
	w.farMark[p] = w.stamp
	w.far[p] = 1
	if in(p) {
		w.far[p] = 0
	}
	if w.far[p] <= budget {
		w.put(w.far[p], p)
	}
	for cost := int32(0); cost <= budget && int(cost) < len(w.buckets); cost++ {
		for i := 0; i < len(w.buckets[cost]); i++ {
			k := w.buckets[cost][i]
			if w.far[k] != cost {
				continue
			}
			for _, to := range g.next[k] {
				if to < 0 || s.Value(g.lit(to)) < 0 && s.VarLevel(g.lit(to).Var()) == 0 && s.TrailIndex(g.lit(to).Var()) < place {
					continue
				}
				c := cost + 1
				if in(to) || to == root {
					c = cost
				}
				if c <= budget && (w.farMark[to] != w.stamp || w.far[to] > c) {
					w.farMark[to], w.far[to] = w.stamp, c
					w.put(c, to)
				}
			}
		}
	}
	if w.farMark[root] != w.stamp {
		return out, true
	}
	// Forwards. The cost of a node is part of its own g and of far.
	w.empty(budget)
	w.floodStamp += 2
	w.edge = w.edge[:0]
	w.mark[root], w.cost[root] = w.stamp, 0
	w.put(0, root)
	for cost := int32(0); cost <= budget && int(cost) < len(w.buckets); cost++ {
		for i := 0; i < len(w.buckets[cost]); i++ {
			k := w.buckets[cost][i]
			if w.cost[k] != cost {
				continue
			}
			if k == p {
				return out, false
			}
			for _, to := range g.next[k] {
				if to < 0 || w.farMark[to] != w.stamp || cost+w.far[to] > budget {
					continue
				}
				if r.before(g.lit(to).Not(), place) {
					if w.floodMark[to] != w.floodStamp {
						w.floodMark[to] = w.floodStamp
						w.edge = append(w.edge, to)
					}
					continue
				}
				c := cost + 1
				switch {
				case in(to):
					c = cost
				case pieces && g.sign == 0 && r.before(white(r.cellOf(g, to)), place):
					if w.mark[to] == w.stamp {
						continue
					}
					out = r.piece(g, to, cost, budget, place, out)
					continue
				}
				if c <= budget && (w.mark[to] != w.stamp || w.cost[to] > c) {
					w.mark[to], w.cost[to] = w.stamp, c
					w.put(c, to)
				}
			}
		}
	}
	for _, k := range w.edge {
		out = append(out, g.lit(k).Not())
	}
	return out, true
}

func (r *rules) cellOf(g *region, k int32) int32 { return r.pairCell[g.base-int32(r.cells)+k] }

// piece enters a piece of white cells as spread does, and appends the literals
// that make it one piece.
func (r *rules) piece(g *region, first, cost, budget, place int32, out []cdcl.Lit) []cdcl.Lit {
	w := &r.work
	w.group = append(w.group[:0], first)
	w.mark[first] = w.stamp
	for i := 0; i < len(w.group); i++ {
		for _, to := range g.next[w.group[i]] {
			if to >= 0 && w.mark[to] != w.stamp && !r.before(g.lit(to), place) && r.before(white(r.cellOf(g, to)), place) {
				w.mark[to] = w.stamp
				w.group = append(w.group, to)
			}
		}
	}
	cost += int32(len(w.group))
	for _, k := range w.group {
		if len(w.group) > 1 {
			out = append(out, white(r.cellOf(g, k)))
		}
		w.cost[k] = cost
		if cost <= budget {
			w.put(cost, k)
		}
	}
	return out
}
