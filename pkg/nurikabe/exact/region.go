package exact

import "formicary/pkg/cdcl"

// workspace is memory that the far-looking rules share, by node.
type workspace struct {
	mark    []int32 // == stamp: reached
	stamp   int32
	cost    []int32
	buckets [][]int32 // of nodes, by cost
	group   []int32
	depthFirst
	explaining
}

// depthFirst is memory of the search for cut nodes.
type depthFirst struct {
	entered   []int32 // order of discovery
	low       []int32
	size      []int32 // nodes below
	cutSize   []int32
	inside    []bool // a certain node at or below
	cutInside []bool
	way       []int8
	parent    []int32
	stack     []int32
}

// explaining is memory of explanations.
type explaining struct {
	far           []int32 // lower bound of the cost to the node asked about
	farMark       []int32
	floodMark     []int32
	floodStamp    int32
	flooded, edge []int32
}

func newWorkspace(n int) workspace {
	ints := func() []int32 { return make([]int32, n) }
	return workspace{
		mark: ints(), cost: ints(),
		depthFirst: depthFirst{
			entered: ints(), low: ints(), size: ints(), cutSize: ints(),
			inside: make([]bool, n), cutInside: make([]bool, n), way: make([]int8, n), parent: ints(),
		},
		explaining: explaining{far: ints(), farMark: ints(), floodMark: ints()},
	}
}

// put adds a node to the bucket of a cost.
func (w *workspace) put(cost int32, k int32) {
	for int(cost) >= len(w.buckets) {
		w.buckets = append(w.buckets, nil)
	}
	w.buckets[cost] = append(w.buckets[cost], k)
}

// empty empties the buckets of all costs up to the given one.
func (w *workspace) empty(most int32) {
	for i := 0; i <= int(most) && i < len(w.buckets); i++ {
		w.buckets[i] = w.buckets[i][:0]
	}
}

// grow applies the rules of one island: which cells it can still reach with
// the cells it may still take, whether they are enough, and which of them it
// cannot do without.
func (r *rules) grow(g *region) bool {
	if g.known > g.most {
		return r.s.Fail(r.tooMany(g))
	}
	reached := r.spread(g, 0)
	s, w := r.s, &r.work
	if reached < len(g.next) {
		for k := range g.next {
			if w.mark[k] != w.stamp {
				if lit := g.lit(int32(k)); s.Value(lit) >= 0 && !s.Imply(lit.Not(), noteFar) {
					return false
				}
			}
		}
	}
	if reached < g.least {
		r.why = r.explainSmall(g, 0, -1, int32(len(s.Trail())), r.why[:0])
		return s.Fail(r.why)
	}
	if reached == g.known {
		return true
	}
	return r.cuts(g, 0, reached)
}

// tooMany lists one node more than the region may have.
func (r *rules) tooMany(g *region) []cdcl.Lit {
	r.why = r.why[:0]
	for k := range g.next {
		if lit := g.lit(int32(k)); r.s.Value(lit) > 0 {
			r.why = append(r.why, lit)
			if len(r.why) == g.most+1 {
				break
			}
		}
	}
	return r.why
}

// spread marks the nodes that an island can reach from the root at a cost of
// at most what it may still take, and counts them. A node that is in costs
// nothing; white cells in one piece cost as many as they are, once.
func (r *rules) spread(g *region, root int32) int {
	s, w := r.s, &r.work
	w.stamp++
	budget := int32(g.most - g.known)
	w.empty(budget)
	w.mark[root], w.cost[root] = w.stamp, 0
	w.put(0, root)
	reached := 0
	for cost := int32(0); cost <= budget && int(cost) < len(w.buckets); cost++ {
		for i := 0; i < len(w.buckets[cost]); i++ {
			k := w.buckets[cost][i]
			if w.cost[k] != cost {
				continue // reached for less meanwhile
			}
			reached++
			for _, to := range g.next[k] {
				if to < 0 {
					continue
				}
				v := s.Value(g.lit(to))
				if v < 0 {
					continue
				}
				if w.mark[to] == w.stamp && w.cost[to] <= cost+1 {
					if v > 0 && w.cost[to] > cost {
						w.cost[to] = cost
						w.put(cost, to)
					}
					continue
				}
				if v > 0 {
					w.mark[to], w.cost[to] = w.stamp, cost
					w.put(cost, to)
					continue
				}
				if g.sign == 0 && s.Value(white(r.pairCell[g.base-int32(r.cells)+to])) > 0 {
					if w.mark[to] == w.stamp {
						continue // its piece was entered before, for less
					}
					r.enter(g, to, cost, budget)
					continue
				}
				if cost+1 > budget {
					continue
				}
				w.mark[to], w.cost[to] = w.stamp, cost+1
				w.put(cost+1, to)
			}
		}
	}
	return reached
}

// enter marks a piece of white cells that is entered at a cost.
func (r *rules) enter(g *region, first, cost, budget int32) {
	s, w := r.s, &r.work
	w.group = append(w.group[:0], first)
	w.mark[first] = w.stamp
	for i := 0; i < len(w.group); i++ {
		for _, to := range g.next[w.group[i]] {
			if to >= 0 && w.mark[to] != w.stamp && s.Value(g.lit(to)) == 0 &&
				s.Value(white(r.pairCell[g.base-int32(r.cells)+to])) > 0 {
				w.mark[to] = w.stamp
				w.group = append(w.group, to)
			}
		}
	}
	cost += int32(len(w.group))
	for _, k := range w.group {
		if cost > budget {
			// Not reached; it must not be entered again at a higher cost.
			w.mark[k] = w.stamp - 1
			continue
		}
		w.cost[k] = cost
		w.put(cost, k)
	}
}

// cuts finds, among the marked nodes, those without which the region would
// lose a node that is in, or come below its least size.
func (r *rules) cuts(g *region, root int32, reached int) bool {
	s, w := r.s, &r.work
	here, done := w.stamp, w.stamp+1
	w.stamp++
	clock := int32(0)
	w.stack = append(w.stack[:0], root)
	open := func(k, parent int32) {
		w.mark[k] = done
		clock++
		w.entered[k], w.low[k] = clock, clock
		w.size[k], w.cutSize[k] = 1, 0
		w.inside[k], w.cutInside[k] = s.Value(g.lit(k)) > 0, false
		w.way[k], w.parent[k] = 0, parent
	}
	open(root, -1)
	for len(w.stack) > 0 {
		k := w.stack[len(w.stack)-1]
		if w.way[k] < 4 {
			to := g.next[k][w.way[k]]
			w.way[k]++
			if to < 0 {
				continue
			}
			switch w.mark[to] {
			case here:
				open(to, k)
				w.stack = append(w.stack, to)
			case done:
				if w.entered[to] < w.low[k] {
					w.low[k] = w.entered[to]
				}
			}
			continue
		}
		w.stack = w.stack[:len(w.stack)-1]
		if k != root && s.Value(g.lit(k)) == 0 && (w.cutInside[k] || reached-1-int(w.cutSize[k]) < g.least) {
			if !s.Imply(g.lit(k), noteMust) {
				return false
			}
			w.inside[k] = true
		}
		if p := w.parent[k]; p >= 0 {
			w.size[p] += w.size[k]
			w.inside[p] = w.inside[p] || w.inside[k]
			if w.low[k] >= w.entered[p] {
				w.cutSize[p] += w.size[k]
				w.cutInside[p] = w.cutInside[p] || w.inside[k]
			} else {
				w.low[p] = min(w.low[p], w.low[k])
			}
		}
	}
	return true
}

// joinWall applies the same rules to the wall.
func (r *rules) joinWall() bool {
	s, w, g := r.s, &r.work, &r.wall
	if g.known > g.most {
		return s.Fail(r.tooMany(g))
	}
	if g.known == 0 {
		return true
	}
	root := r.oldest()
	note := noteCut
	reached := 0
	if r.wallBudget {
		note = noteFar
		reached = r.spread(g, root)
	} else {
		w.stamp++
		w.mark[root] = w.stamp
		w.stack = append(w.stack[:0], root)
		for len(w.stack) > 0 {
			k := w.stack[len(w.stack)-1]
			w.stack = w.stack[:len(w.stack)-1]
			reached++
			for _, to := range g.next[k] {
				if to >= 0 && w.mark[to] != w.stamp && s.Value(g.lit(to)) >= 0 {
					w.mark[to] = w.stamp
					w.stack = append(w.stack, to)
				}
			}
		}
	}
	for k := range g.next {
		if w.mark[k] != w.stamp {
			if lit := g.lit(int32(k)); s.Value(lit) >= 0 && !s.Imply(lit.Not(), note) {
				return false
			}
		}
	}
	if reached < g.least {
		r.why = r.explainSmall(g, root, -1, int32(len(s.Trail())), r.why[:0])
		return s.Fail(r.why)
	}
	if reached == g.known {
		return true
	}
	return r.cuts(g, root, reached)
}

// exits finds the cells through which alone white cells without a clue can
// come to one.
func (r *rules) exits() bool {
	s, w := r.s, &r.work
	w.stamp++
	clock := int32(0)
	open := func(c, parent int32) {
		w.mark[c] = w.stamp
		clock++
		w.entered[c], w.low[c] = clock, clock
		if r.clueAt[c] >= 0 {
			w.low[c] = 0
		}
		w.inside[c] = s.Value(white(c)) > 0
		w.cutInside[c] = false
		w.way[c], w.parent[c] = 0, parent
	}
	for start := range r.clueAt {
		if r.clueAt[start] < 0 || w.mark[start] == w.stamp {
			continue
		}
		open(int32(start), -1)
		w.stack = append(w.stack[:0], int32(start))
		for len(w.stack) > 0 {
			c := w.stack[len(w.stack)-1]
			if w.way[c] < 4 {
				d := r.around[c][w.way[c]]
				w.way[c]++
				if d < 0 || s.Value(white(d)) < 0 {
					continue
				}
				if w.mark[d] != w.stamp {
					open(d, c)
					w.stack = append(w.stack, d)
				} else if w.entered[d] < w.low[c] {
					w.low[c] = w.entered[d]
				}
				continue
			}
			w.stack = w.stack[:len(w.stack)-1]
			if w.cutInside[c] && s.Value(white(c)) == 0 {
				if !s.Imply(white(c), noteExit) {
					return false
				}
				w.inside[c] = true
			}
			if p := w.parent[c]; p >= 0 {
				w.inside[p] = w.inside[p] || w.inside[c]
				if w.low[c] >= w.entered[p] {
					w.cutInside[p] = w.cutInside[p] || w.inside[c]
				} else {
					w.low[p] = min(w.low[p], w.low[c])
				}
			}
		}
	}
	return true
}
