package theory

import (
	"slices"

	"formicary/pkg/cdcl"
	"formicary/pkg/model"
)

// chords is the rule of a [forest] for tight solutions, whatever the labels: a tree of edges that are taken is part of
// one path. So no other edge joins two of its nodes; an edge is not taken between trees that another one joins, too;
// and nodes are on paths where their being free would be a shortcut.
type chords struct {
	*forest
	*tight
	nodes [][]span // of nodes: pairs of those beside
	first []int32  // of trees: an edge between it and one of a higher number
	next  []int32  // of edges: another one from the same tree
	twin  []int32  // of trees: an edge to it from the present one
}

// span is two nodes beside a node that may be free though the two are in one tree, where they are neighbours, or where both edges
// of a way are taken.
type span struct {
	a, b  int32
	close bool
	ways  [][2]model.Lit
}

// chords adds the rule.
func (t *Theory) chords(x *tight) {
	n := len(x.labels)
	p := &chords{
		newForest(&model.Forest{Nodes: n, Edges: x.Edges}), x, make([][]span, n), make([]int32, n), make([]int32, len(x.Edges)), make([]int32, n),
	}
	for w := range int32(n) {
		if x.Labels[w] > 0 {
			continue
		}
		for i, u := range x.beside[w] {
			for _, v := range x.beside[w][:i] {
				s := span{a: u, b: v}
				_, s.close = x.edge[[2]int32{u, v}]
				for _, b := range x.beside[u] {
					if to, ok := x.edge[[2]int32{b, v}]; ok && b < w {
						s.ways = append(s.ways, [2]model.Lit{x.edge[[2]int32{u, b}], to})
					}
				}
				p.nodes[w] = append(p.nodes[w], s)
			}
		}
	}
	t.add(p, len(x.Edges)+n, func(watch func(model.Lit, int32)) {
		for i, e := range x.Edges {
			watch(e.Lit, int32(i))
		}
	})
}

func (p *chords) propagate(t *Theory, base int32) bool {
	s := t.Solver
	if !p.join(t) {
		return false
	}
	edges, of := p.tight.Edges, p.piece
	for i := range of {
		p.first[i], p.twin[i] = -1, -1
		of[i] = p.root(int32(i))
	}
	for i, e := range edges {
		if s.Value(cdcl.Lit(e.Lit)) > 0 {
			continue
		}
		a, b := of[e.A], of[e.B]
		if a == b {
			p.spread(t, e.A, e.B, -1, now)
			return s.Fail(p.back(e.B, nil))
		}
		a = min(a, b)
		p.next[i], p.first[a] = p.first[a], int32(i)
	}
	for a, i := range p.first {
		for ; i >= 0; i = p.next[i] {
			b := of[edges[i].A] ^ of[edges[i].B] ^ int32(a)
			j := p.twin[b]
			p.twin[b] = i
			if j < 0 || min(of[edges[j].A], of[edges[j].B]) != int32(a) {
				continue
			}
			for _, k := range [2]int32{j, i} {
				if !s.Imply(cdcl.Lit(edges[k].Lit).Not(), base+k) {
					return false
				}
			}
		}
	}
	for w, spans := range p.nodes {
		if len(spans) == 0 || s.Value(cdcl.Lit(p.labels[w][0])) < 0 {
			continue
		}
		for _, span := range spans {
			if of[span.a] == of[span.b] && !p.may(t, span, now) {
				if !s.Imply(cdcl.Lit(p.labels[w][0]).Not(), base+int32(len(edges)+w)) {
					return false
				}
				break
			}
		}
	}
	return true
}

// may says that the node between may be free though both are in one tree.
func (p *chords) may(t *Theory, s span, index int32) bool {
	return s.close || slices.ContainsFunc(s.ways, func(way [2]model.Lit) bool {
		return t.before(cdcl.Lit(way[0]), index) && t.before(cdcl.Lit(way[1]), index)
	})
}

func (p *chords) explain(t *Theory, lit cdcl.Lit, note int32, out []cdcl.Lit) []cdcl.Lit {
	index := t.Solver.TrailIndex(lit.Var())
	edges := p.tight.Edges
	begin := len(out)
	if w := int(note) - len(edges); w >= 0 {
		for _, span := range p.nodes[w] {
			if p.may(t, span, index) {
				continue
			}
			if p.spread(t, span.a, span.b, -1, index); p.from[span.b] != unseen {
				out = shorter(out, begin, p.back(span.b, nil))
			}
		}
		return out
	}
	p.twins(t, edges[note], index, func(way []cdcl.Lit) { out = shorter(out, begin, way) })
	return out
}

// shorter has, from a place on, a way instead of a longer one, or of none.
func shorter(out []cdcl.Lit, begin int, way []cdcl.Lit) []cdcl.Lit {
	if len(out) == begin || len(way) < len(out)-begin {
		out = append(out[:begin], way...)
	}
	return out
}

// twins visits the ways over edges, true before an index of the trail, that lead from the ends of an edge to those of another
// one between the same trees.
func (p *chords) twins(t *Theory, e model.Edge, index int32, visit func(way []cdcl.Lit)) {
	p.spread(t, e.A, -1, -1, index)
	here := append([]int32(nil), p.queue...)
	from := append([]int32(nil), p.from...)
	p.spread(t, e.B, -1, -1, index)
	for _, n := range here {
		for _, m := range p.beside[n] {
			if p.from[m] == unseen || n == e.A && m == e.B {
				continue
			}
			there := p.back(m, nil)
			p.from, from = from, p.from
			way := p.back(n, there)
			p.from, from = from, p.from
			visit(way)
		}
	}
}
