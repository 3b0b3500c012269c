package theory

import (
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
)

// now is an index of the trail after all there are.
const now = 1 << 30

// pieces adds the rule on the size of each piece of true nodes.
func (t *Theory) pieces(c *model.Pieces) {
	n := len(c.Nodes)
	p := &pieces{graph: newGraph(c.Nodes, c.Pairs), least: c.Least, most: c.Most, seen: make([]int32, n), whole: true}
	t.add(p, n, func(watch func(model.Lit, int32)) {
		for i, l := range c.Nodes {
			watch(l, int32(i))
			watch(l.Not(), int32(i))
		}
	})
}

// pieces is that rule. It looks at the nodes that changed: a piece must not grow too large, and must have room for
// as many nodes as it needs; a node is needed where a piece has no room without it.
type pieces struct {
	graph
	least, most int
	trues       []int32 // nodes, in the order of the trail
	changed     []int32 // nodes since the last look
	whole       bool    // look at all nodes
	piece       []int32
	seen        []int32 // of nodes: the look that saw their piece
	look        int32
	maybe       []int32
}

func (p *pieces) assigned(lit cdcl.Lit, n int32) {
	p.changed = append(p.changed, n)
	if lit == p.nodes[n] {
		p.trues = append(p.trues, n)
	}
}

func (p *pieces) undone(lit cdcl.Lit, n int32) {
	p.changed = p.changed[:0]
	if lit == p.nodes[n] {
		p.trues = p.trues[:len(p.trues)-1]
	}
}

func (p *pieces) propagate(t *Theory, base int32) bool {
	s := t.Solver
	p.look++
	if p.whole {
		for n := range p.nodes {
			if !p.room(t, base, int32(n)) {
				return false
			}
		}
	}
	lost := p.whole
	for _, n := range p.changed {
		if s.Value(p.nodes[n]) > 0 {
			continue
		}
		lost = true
		for _, m := range p.around(n) {
			if !p.room(t, base, m) {
				return false
			}
		}
	}
	look := p.changed
	if lost {
		look = p.trues
	}
	for _, n := range look {
		if s.Value(p.nodes[n]) > 0 && p.seen[n] != p.look && !p.one(t, base, n) {
			return false
		}
	}
	p.changed, p.whole = p.changed[:0], false
	return true
}

// room makes an open node false where the piece around it could not be large enough.
func (p *pieces) room(t *Theory, base, n int32) bool {
	s := t.Solver
	if s.Value(p.nodes[n]) != 0 {
		return true
	}
	p.begin()
	p.visit(n)
	if p.flood(0, p.least, p.open(t, now, -1)) {
		return true
	}
	for _, m := range p.queue {
		if s.Value(p.nodes[m]) == 0 && !s.Imply(p.nodes[m].Not(), base+m) {
			return false
		}
	}
	return true
}

// one looks at the piece of a true node.
func (p *pieces) one(t *Theory, base, n int32) bool {
	s := t.Solver
	p.begin()
	p.visit(n)
	if p.flood(0, p.most+1, p.holds(t, now)) {
		return s.Fail(p.visited(t, now, nil))
	}
	p.piece = append(p.piece[:0], p.queue...)
	p.maybe = p.maybe[:0]
	for _, m := range p.piece {
		p.seen[m] = p.look
		for _, y := range p.around(m) {
			if s.Value(p.nodes[y]) == 0 && p.visit(y) {
				p.maybe = append(p.maybe, y)
			}
		}
	}
	for _, y := range p.maybe {
		p.begin()
		p.visit(y)
		if p.flood(0, p.most+1, p.holds(t, now)) && !s.Imply(p.nodes[y].Not(), base+y) {
			return false
		}
	}
	if len(p.piece) >= p.least {
		return true
	}
	if !p.witness(t, -1) {
		return s.Fail(p.fence(t, now, nil, []cdcl.Lit{p.nodes[n]}))
	}
	p.maybe = p.maybe[:0]
	for _, m := range p.queue {
		if s.Value(p.nodes[m]) == 0 {
			p.maybe = append(p.maybe, m)
		}
	}
	for len(p.maybe) > 0 {
		m := p.maybe[len(p.maybe)-1]
		p.maybe = p.maybe[:len(p.maybe)-1]
		if !p.witness(t, m) {
			if !s.Imply(p.nodes[m], base+m) {
				return false
			}
			continue
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

// witness floods from the piece, without a node, to as many as it needs.
func (p *pieces) witness(t *Theory, without int32) bool {
	p.begin()
	for _, m := range p.piece {
		p.visit(m)
	}
	return p.flood(0, p.least, p.open(t, now, without))
}

func (p *pieces) explain(t *Theory, lit cdcl.Lit, note int32, out []cdcl.Lit) []cdcl.Lit {
	index := t.Solver.TrailIndex(lit.Var())
	if lit == p.nodes[note] { // a piece beside it has no room without it
		for _, from := range p.around(note) {
			if !p.open(t, index, -1)(from) {
				continue
			}
			p.begin()
			p.visit(from)
			if p.flood(0, p.least, p.open(t, index, note)) {
				continue
			}
			for _, n := range p.queue {
				if t.before(p.nodes[n], index) {
					return p.fence(t, index, nil, append(out, p.nodes[n]))
				}
			}
		}
		panic("theory: a node that no piece needs")
	}
	p.begin()
	p.visit(note)
	if p.flood(0, p.most+1, p.holds(t, index)) {
		return p.visited(t, index, out)
	}
	p.begin()
	p.visit(note)
	p.flood(0, p.least, p.open(t, index, -1))
	return p.fence(t, index, nil, out)
}
