package theory

import (
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
)

// reach adds the rule on the size of the pieces that have one of some nodes.
func (t *Theory) reach(c *model.Reach) {
	n := len(c.Nodes)
	p := &reach{graph: newGraph(c.Nodes, c.Pairs), from: c.From, least: c.Least, most: c.Most, near: make([]int32, n), stale: true}
	t.add(p, n, func(watch func(model.Lit, int32)) {
		for i, l := range c.Nodes {
			watch(l, int32(i))
			watch(l.Not(), int32(i))
		}
	})
}

// reach is that rule. It looks again when a node changed that the last look went by.
type reach struct {
	graph
	from        []int32
	least, most int
	near        []int32 // of nodes: the last look that went by
	look        int32
	stale       bool // the last look says nothing
	changed     bool
	trues       []int32
	maybe       []int32
}

func (p *reach) assigned(_ cdcl.Lit, n int32) {
	if p.stale || p.near[n] == p.look {
		p.changed = true
	}
}

func (p *reach) undone(_ cdcl.Lit, n int32) {
	if p.near[n] == p.look {
		p.stale = true
	}
}

// went notes the nodes of the queue from a place on, and those around them.
func (p *reach) went(at int) {
	for _, n := range p.queue[at:] {
		p.near[n] = p.look
		for _, m := range p.around(n) {
			p.near[m] = p.look
		}
	}
}

func (p *reach) propagate(t *Theory, base int32) bool {
	if !p.changed && !p.stale {
		return true
	}
	p.look++
	p.stale = true
	if !p.all(t, base) {
		return false
	}
	p.stale, p.changed = false, false
	return true
}

func (p *reach) all(t *Theory, base int32) bool {
	s := t.Solver
	for _, n := range p.from {
		p.near[n] = p.look
	}
	if p.start(p.holds(t, now)); p.flood(0, p.most+1, p.holds(t, now)) {
		return s.Fail(p.visited(t, now, nil))
	}
	p.went(0)
	p.trues = append(p.trues[:0], p.queue...)
	p.maybe = p.maybe[:0]
	add := func(y int32) {
		if s.Value(p.nodes[y]) == 0 && p.visit(y) {
			p.maybe = append(p.maybe, y)
		}
	}
	for _, y := range p.from {
		add(y)
	}
	for _, n := range p.trues {
		for _, y := range p.around(n) {
			add(y)
		}
	}
	for _, y := range p.maybe {
		p.begin()
		for _, n := range p.trues {
			p.visit(n)
		}
		p.visit(y)
		if p.flood(len(p.trues), p.most+1, p.holds(t, now)) && !s.Imply(p.nodes[y].Not(), base+y) {
			return false
		}
		p.went(len(p.trues))
	}
	if len(p.trues) >= p.least {
		return true
	}
	if !p.witness(t, now, -1) {
		return s.Fail(p.fence(t, now, p.from, nil))
	}
	p.maybe = p.maybe[:0]
	for _, m := range p.queue {
		p.near[m] = p.look
		if s.Value(p.nodes[m]) == 0 {
			p.maybe = append(p.maybe, m)
		}
	}
	for len(p.maybe) > 0 {
		m := p.maybe[len(p.maybe)-1]
		p.maybe = p.maybe[:len(p.maybe)-1]
		if !p.witness(t, now, m) {
			if !s.Imply(p.nodes[m], base+m) {
				return false
			}
			continue
		}
		for _, c := range p.queue {
			p.near[c] = p.look
		}
		kept := p.maybe[:0]
		for _, c := range p.maybe {
			if p.mark[c] == p.stamp {
				kept = append(kept, c)
			}
		}
		p.maybe = kept
	}
	return true
}

// start begins a flood at the nodes From that may.
func (p *reach) start(may func(n int32) bool) {
	p.begin()
	for _, n := range p.from {
		if may(n) {
			p.visit(n)
		}
	}
}

// witness floods over nodes that were not false before an index, without one, to as many as there must be.
func (p *reach) witness(t *Theory, index, without int32) bool {
	p.start(p.open(t, index, without))
	if index == now {
		for _, n := range p.trues {
			p.visit(n)
		}
	}
	return p.flood(0, p.least, p.open(t, index, without))
}

func (p *reach) explain(t *Theory, lit cdcl.Lit, note int32, out []cdcl.Lit) []cdcl.Lit {
	index := t.Solver.TrailIndex(lit.Var())
	if lit == p.nodes[note] {
		p.witness(t, index, note)
		return p.fence(t, index, p.from, out)
	}
	p.start(p.holds(t, index))
	p.flood(0, now, p.holds(t, index))
	at := len(p.queue)
	p.visit(note)
	p.flood(at, p.most+1, p.holds(t, index))
	return p.visited(t, index, out)
}
