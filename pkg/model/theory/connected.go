package theory

import (
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
)

// connected adds the rule that true nodes are in one piece.
func (t *Theory) connected(c *model.Connected) {
	n := len(c.Nodes)
	if n == 0 {
		return // no node at all is one piece
	}
	p := &connected{
		nodes: make([]cdcl.Lit, n), of: make([]vertex, n), beside: make([]int32, 2*len(c.Pairs)), alive: n, spread: spread{mark: make([]int32, n)},
	}
	for i, l := range c.Nodes {
		p.nodes[i] = cdcl.Lit(l)
	}
	for _, pair := range c.Pairs {
		p.of[pair[0]].end++
		p.of[pair[1]].end++
	}
	at := int32(0)
	for i := range p.of {
		v := &p.of[i]
		v.first, v.end, v.next, at = at, at+v.end, at, at+v.end
	}
	for _, pair := range c.Pairs {
		for k := range 2 {
			v := &p.of[pair[k]]
			p.beside[v.next] = pair[1-k]
			v.next++
		}
	}
	t.add(p, n, func(watch func(model.Lit, int32)) {
		for i, l := range c.Nodes {
			watch(l, int32(i))
			watch(l.Not(), int32(i))
		}
	})
	t.patient = append(t.patient, int32(len(t.props)-1))
}

// connected is the rule on a graph. Nodes are true, open or false.
type connected struct {
	nodes  []cdcl.Lit
	of     []vertex
	beside []int32
	alive  int // nodes that are not false
	last
	patience
	spread
}

// last is the last search.
type last struct {
	root   int32   // it began here
	first  int32   // orders above are its own
	latest int32   // and this is the largest of them
	valid  bool    // it was on the present graph, and what was true then is
	news   []int32 // nodes that became true since
}

// patience lets calls pass without a search.
type patience struct {
	pause  int  // calls that are to pass between searches
	passed int  // calls since the last one
	owes   bool // a call passed without one
}

// spread is what searches of pieces need.
type spread struct {
	mark  []int32
	stamp int32
	queue []int32
	cut   [2][]cdcl.Lit
}

// vertex is a node in a depth-first search from a true node, over nodes that are not false.
type vertex struct {
	first, end int32 // its neighbours in beside
	order      int32 // of discovery
	low        int32 // the lowest order that its subtree has an edge to
	up         int32 // the parent, -1: the root
	next       int32 // the place in beside to go on from
	state      int8  // 1 true, 0 open, -1 false
	wanted     bool  // a node of its subtree is true
}

func (p *connected) assigned(lit cdcl.Lit, index int32) {
	if lit == p.nodes[index] {
		p.of[index].state = 1
		if p.valid {
			p.news = append(p.news, index)
		}
		return
	}
	p.of[index].state = -1
	p.alive--
	p.valid = p.valid && p.of[index].order <= p.first
}

func (p *connected) undone(lit cdcl.Lit, index int32) {
	p.of[index].state = 0
	if lit != p.nodes[index] {
		p.alive++
	}
	p.valid = false
}

// longest is the most calls that pass without a search.
const longest = 16

func (p *connected) propagate(t *Theory, base int32) bool {
	if p.valid {
		return p.grow(t, base)
	}
	if p.passed++; p.passed <= p.pause && t.Solver.Level() > 0 {
		p.owes = true
		return true
	}
	return p.search(t, base)
}

// settle makes up for calls that passed.
func (p *connected) settle(t *Theory, base int32) bool { return !p.owes || p.search(t, base) }

// grow takes nodes that became true into the tree of the last search.
func (p *connected) grow(t *Theory, base int32) bool {
	for _, n := range p.news {
		if p.of[n].order <= p.first {
			return p.search(t, base)
		}
		for v := &p.of[n]; v.up >= 0 && !v.wanted; v = &p.of[v.up] {
			v.wanted = true
			if up := &p.of[v.up]; v.low >= up.order && up.state == 0 && !t.Solver.Imply(p.nodes[v.up], base+v.up) {
				p.valid = false
				return false
			}
		}
	}
	p.news = p.news[:0]
	return true
}

// search goes through the whole graph for nodes that true nodes need between them, and for those
// that they cannot reach. It comes the more seldom the less it finds.
func (p *connected) search(t *Theory, base int32) bool {
	before := len(t.Solver.Trail())
	p.owes, p.passed = false, 0
	p.valid = p.deep(t, base)
	if !p.valid {
		p.pause = 0
		return false
	}
	if len(t.Solver.Trail()) > before {
		p.pause = 0
	} else {
		p.pause = min(2*p.pause+1, longest)
	}
	return true
}

func (p *connected) deep(t *Theory, base int32) bool {
	s := t.Solver
	p.news = p.news[:0]
	if p.of[p.root].state <= 0 {
		p.root = 0
		for p.of[p.root].state <= 0 {
			if p.root++; int(p.root) == len(p.of) {
				p.root = 0
				p.first = p.latest
				return true
			}
		}
	}
	if p.latest > 1<<30 {
		p.latest = 0
		for i := range p.of {
			p.of[i].order = 0
		}
	}
	first := p.latest
	p.first = first
	count := first + 1
	v := &p.of[p.root]
	v.order, v.low, v.up, v.next, v.wanted = count, count, -1, v.first, true
	for at := p.root; ; {
		if v.next < v.end {
			next := p.beside[v.next]
			v.next++
			switch w := &p.of[next]; {
			case w.state < 0:
			case w.order <= first:
				count++
				w.order, w.low, w.up, w.next, w.wanted = count, count, at, w.first, w.state > 0
				v, at = w, next
			case next != v.up && w.order < v.low:
				v.low = w.order
			}
			continue
		}
		if v.up < 0 {
			break
		}
		up := &p.of[v.up]
		up.low = min(up.low, v.low)
		if v.wanted {
			up.wanted = true
			if v.low >= up.order && up.state == 0 && !s.Imply(p.nodes[v.up], base+v.up) {
				p.latest = count
				return false
			}
		}
		v, at = up, v.up
	}
	p.latest = count
	if int(count-first) == p.alive {
		return true
	}
	for i := range p.of {
		if v := &p.of[i]; v.order <= first && v.state > 0 {
			return s.Fail(p.apart(t, int32(i), p.root, -1, 1<<30, nil))
		}
	}
	for i, l := range p.nodes {
		if v := &p.of[i]; v.order <= first && v.state == 0 && !s.Imply(l.Not(), base+int32(i)) {
			return false
		}
	}
	return true
}

// flood marks what a node reaches over nodes that were not false before an index of the trail, and
// without one node, with the stamp, and the false nodes around it with the stamp below.
func (p *connected) flood(t *Theory, from, without, index int32) {
	p.stamp += 2
	inside, around := p.stamp, p.stamp-1
	p.mark[from] = inside
	p.queue = append(p.queue[:0], from)
	for i := 0; i < len(p.queue); i++ {
		n := p.queue[i]
		for _, m := range p.beside[p.of[n].first:p.of[n].end] {
			if p.mark[m] >= around || m == without {
				continue
			}
			if t.before(p.nodes[m].Not(), index) {
				p.mark[m] = around
				continue
			}
			p.mark[m] = inside
			p.queue = append(p.queue, m)
		}
	}
}

// fence appends the false nodes that part a from b as closely around a as can be: of those around
// what a reaches, the ones that b comes to over any other nodes. A hole within what a reaches is
// not among them.
func (p *connected) fence(t *Theory, a, b, without, index int32, cut []cdcl.Lit) []cdcl.Lit {
	p.flood(t, a, without, index)
	around := p.stamp - 1
	p.stamp++
	p.mark[b] = p.stamp
	p.queue = append(p.queue[:0], b)
	for i := 0; i < len(p.queue); i++ {
		n := p.queue[i]
		for _, m := range p.beside[p.of[n].first:p.of[n].end] {
			switch {
			case p.mark[m] == around:
				cut = append(cut, p.nodes[m].Not())
				p.mark[m] = p.stamp
			case p.mark[m] < around && m != without:
				p.mark[m] = p.stamp
				p.queue = append(p.queue, m)
			}
		}
	}
	return cut
}

// apart appends why two nodes are in different pieces, and both nodes where they are true: the false
// nodes that part them, around one of them, whichever has fewer.
func (p *connected) apart(t *Theory, a, b, without, index int32, out []cdcl.Lit) []cdcl.Lit {
	p.cut[0] = p.fence(t, a, b, without, index, p.cut[0][:0])
	p.cut[1] = p.fence(t, b, a, without, index, p.cut[1][:0])
	small := p.cut[0]
	if len(p.cut[1]) < len(small) {
		small = p.cut[1]
	}
	for _, n := range [2]int32{a, b} {
		if t.before(p.nodes[n], index) {
			out = append(out, p.nodes[n])
		}
	}
	return append(out, small...)
}

// explain finds two nodes that the implied node would be between, or one that it cannot reach: those
// that were true first.
func (p *connected) explain(t *Theory, lit cdcl.Lit, note int32, out []cdcl.Lit) []cdcl.Lit {
	index := t.Solver.TrailIndex(lit.Var())
	if lit != p.nodes[note] {
		p.flood(t, note, -1, index)
		return p.apart(t, note, p.earliest(t, note, index), -1, index, out)
	}
	p.stamp++
	a := p.earliest(t, note, index)
	p.flood(t, a, note, index)
	return p.apart(t, a, p.earliest(t, note, index), note, index, out)
}

// earliest is the node that was true first, of those out of the last flood and but for one.
func (p *connected) earliest(t *Theory, but, index int32) int32 {
	first := int32(-1)
	for i, l := range p.nodes {
		if int32(i) != but && p.mark[i] != p.stamp && t.before(l, index) {
			first, index = int32(i), t.Solver.TrailIndex(l.Var())
		}
	}
	if first < 0 {
		panic("theory: a node that nothing needs")
	}
	return first
}
