package theory

import (
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
)

// fragments is the rule of [chords] for a search that has no variables of labels. A fragment is a tree of edges that are
// taken; its label is that of an end of a path in it, if any. No edge joins fragments of different labels, and edges
// between two of one label are taken: these are parts of one path. It looks at fragments that grew since it looked last.
type fragments struct {
	*shortcuts      // piece has a node above each in its fragment, or itself at the top
	size, label     []int32
	taken           []int32 // edges, in the order of the trail
	joined          []joint // of the first of these
	looked          int     // so many of these have fragments that were looked at
	begun           bool    // labels that are given were looked at
	met, mark, edge []int32 // of nodes: when a look came by; of tops: when an edge to them was met, and which
	stamp           int32
	walk            []int32
}

// joint is how two fragments became one: a top under another one, which had a label.
type joint struct{ under, top, label int32 }

// fragments adds the rule.
func (t *Theory) fragments(x *tight) {
	n := len(x.labels)
	p := &fragments{
		shortcuts: newShortcuts(x), size: make([]int32, n), label: make([]int32, n), met: make([]int32, n), mark: make([]int32, n),
		edge: make([]int32, n),
	}
	for i, label := range x.Labels {
		p.piece[i], p.size[i], p.label[i] = int32(i), 1, int32(label)
	}
	t.add(p, len(x.Edges)+n, func(watch func(model.Lit, int32)) {
		for i, e := range x.Edges {
			watch(e.Lit, int32(i))
		}
	})
}

func (p *fragments) assigned(_ cdcl.Lit, index int32) { p.taken = append(p.taken, index) }

func (p *fragments) undone(cdcl.Lit, int32) {
	n := len(p.taken) - 1
	p.taken = p.taken[:n]
	p.looked = min(p.looked, n)
	if len(p.joined) > n {
		j := p.joined[n]
		p.joined = p.joined[:n]
		p.piece[j.under] = j.under
		p.size[j.top] -= p.size[j.under]
		p.label[j.top] = j.label
	}
}

// top is the node that stands for a node's fragment.
func (p *fragments) top(n int32) int32 {
	for p.piece[n] != n {
		n = p.piece[n]
	}
	return n
}

// toEnd appends the edges from a node to the end of a path in its fragment; ok is false where there is none. The fragment is
// that of edges taken before an index of the trail, without one.
func (p *fragments) toEnd(t *Theory, n, without, index int32, out []cdcl.Lit) (_ []cdcl.Lit, label int, ok bool) {
	p.spread(t, n, -1, without, index)
	for _, end := range p.queue {
		if label := p.Labels[end]; label > 0 {
			return p.back(end, out), label, true
		}
	}
	return out, 0, false
}

// toEnds appends the edges from two nodes to ends; ok is false where there are none.
func (p *fragments) toEnds(t *Theory, a, b, without, index int32, out []cdcl.Lit) (_ []cdcl.Lit, alike, ok bool) {
	out, label, ok := p.toEnd(t, a, without, index, out)
	if !ok {
		return out, false, false
	}
	out, other, ok := p.toEnd(t, b, without, index, out)
	return out, label == other, ok
}

// merge joins the fragments of edges that were taken; false where an edge closes a cycle, or joins labels.
func (p *fragments) merge(t *Theory) bool {
	for i := len(p.joined); i < len(p.taken); i++ {
		e := p.tight.Edges[p.taken[i]]
		under, top := p.top(e.A), p.top(e.B)
		if p.size[under] > p.size[top] {
			under, top = top, under
		}
		a, b := p.label[under], p.label[top]
		var because []cdcl.Lit
		switch {
		case under == top:
			because = p.path(t, p.taken[i], now, nil)
		case a > 0 && b > 0 && a != b:
			because, _, _ = p.toEnds(t, e.A, e.B, p.taken[i], now, nil)
		default:
			p.joined = append(p.joined, joint{under, top, b})
			p.piece[under] = top
			p.size[top] += p.size[under]
			p.label[top] = max(a, b)
			continue
		}
		return t.Solver.Fail(append(because, cdcl.Lit(e.Lit)))
	}
	return true
}

func (p *fragments) propagate(t *Theory, base int32) bool {
	if !p.merge(t) {
		return false
	}
	var grown []int32
	if !p.begun {
		for n, label := range p.Labels {
			if label > 0 {
				grown = append(grown, int32(n))
			}
		}
	}
	for i := len(p.taken) - 1; i >= p.looked; i-- {
		grown = append(grown, p.tight.Edges[p.taken[i]].A)
	}
	first := p.stamp + 1
	for _, n := range grown {
		if p.met[n] < first {
			if fits, more := p.look(t, base, n); !fits || !more {
				return fits
			}
		}
	}
	p.begun = p.begun || t.Solver.Level() == 0
	p.looked = len(p.taken)
	return true
}

// look looks at the fragment of a node. It has more to see unless an edge was taken, which joins fragments.
func (p *fragments) look(t *Theory, base, start int32) (fits, more bool) {
	s := t.Solver
	p.stamp++
	p.met[start] = p.stamp
	p.walk = append(p.walk[:0], start)
	top, edges := p.top(start), p.tight.Edges
	for i := 0; i < len(p.walk); i++ {
		for _, e := range p.at[p.walk[i]] {
			if n := edges[e].A ^ edges[e].B ^ p.walk[i]; s.Value(cdcl.Lit(edges[e].Lit)) > 0 && p.met[n] < p.stamp {
				p.met[n] = p.stamp
				p.walk = append(p.walk, n)
			}
		}
	}
	for _, n := range p.walk {
		for _, e := range p.at[n] {
			lit, beside := cdcl.Lit(edges[e].Lit), edges[e].A^edges[e].B^n
			if s.Value(lit) > 0 {
				continue
			}
			other := p.top(beside)
			if other == top {
				p.spread(t, n, beside, -1, now)
				return s.Fail(p.back(beside, nil)), false
			}
			if a, b := p.label[top], p.label[other]; a > 0 && b > 0 {
				if a == b {
					if s.Value(lit) < 0 {
						because, _, _ := p.toEnds(t, n, beside, -1, now, nil)
						return s.Fail(append(because, lit.Not())), false
					}
					return s.Imply(lit, base+e), false
				}
				if !s.Imply(lit.Not(), base+e) {
					return false, false
				}
				continue
			}
			if p.mark[other] == p.stamp {
				for _, twin := range [2]int32{p.edge[other], e} {
					if !s.Imply(cdcl.Lit(edges[twin].Lit).Not(), base+twin) {
						return false, false
					}
				}
			}
			p.mark[other], p.edge[other] = p.stamp, e
			if p.size[other] == 1 && !p.bridge(t, base, beside, top) {
				return false, false
			}
		}
	}
	return true, true
}

// bridge lets a node be on a path that would be free as a shortcut between nodes of a fragment, or between it and another one
// of its label.
func (p *fragments) bridge(t *Theory, base, w, top int32) bool {
	free := cdcl.Lit(p.labels[w][0])
	if t.Solver.Value(free) < 0 {
		return true
	}
	for _, span := range p.nodes[w] {
		a, b := p.top(span.a), p.top(span.b)
		if (a == top || b == top) && (a == b && !p.may(t, span, now) || a != b && span.never() && p.label[a] > 0 && p.label[a] == p.label[b]) {
			return t.Solver.Imply(free.Not(), base+int32(len(p.tight.Edges))+w)
		}
	}
	return true
}

func (p *fragments) explain(t *Theory, lit cdcl.Lit, note int32, out []cdcl.Lit) []cdcl.Lit {
	index, edges, begin := t.Solver.TrailIndex(lit.Var()), p.tight.Edges, len(out)
	if w := int(note) - len(edges); w >= 0 {
		for _, span := range p.nodes[w] {
			if p.spread(t, span.a, -1, -1, index); p.from[span.b] != unseen {
				if !p.may(t, span, index) {
					out = shorter(out, begin, p.back(span.b, nil))
				}
			} else if way, alike, ok := p.toEnds(t, span.a, span.b, -1, index, nil); ok && alike && span.never() {
				out = shorter(out, begin, way)
			}
		}
		return out
	}
	e := edges[note]
	if way, alike, ok := p.toEnds(t, e.A, e.B, -1, index, nil); ok && alike == lit.Positive() {
		out = shorter(out, begin, way)
	}
	if !lit.Positive() {
		p.twins(t, e, index, func(way []cdcl.Lit) { out = shorter(out, begin, way) })
	}
	return out
}
