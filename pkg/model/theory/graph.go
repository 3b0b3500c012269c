package theory

import (
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
)

// graph has nodes that are true, open or false, and floods over them.
type graph struct {
	nodes  []cdcl.Lit
	first  []int32 // of a node: where its neighbours begin in beside
	beside []int32
	mark   []int32
	stamp  int32
	queue  []int32
}

func newGraph(nodes []model.Lit, pairs [][2]int32) graph {
	n := len(nodes)
	g := graph{nodes: make([]cdcl.Lit, n), first: make([]int32, n+1), beside: make([]int32, 2*len(pairs)), mark: make([]int32, n)}
	for i, l := range nodes {
		g.nodes[i] = cdcl.Lit(l)
	}
	for _, pair := range pairs {
		g.first[pair[0]+1]++
		g.first[pair[1]+1]++
	}
	for i := range n {
		g.first[i+1] += g.first[i]
	}
	at := append([]int32(nil), g.first...)
	for _, pair := range pairs {
		for k := range 2 {
			g.beside[at[pair[k]]] = pair[1-k]
			at[pair[k]]++
		}
	}
	return g
}

// around are the neighbours of a node.
func (g *graph) around(n int32) []int32 { return g.beside[g.first[n]:g.first[n+1]] }

// begin forgets what was visited.
func (g *graph) begin() {
	g.stamp++
	g.queue = g.queue[:0]
}

// visit adds a node to the flood; false where it is there.
func (g *graph) visit(n int32) bool {
	if g.mark[n] == g.stamp {
		return false
	}
	g.mark[n] = g.stamp
	g.queue = append(g.queue, n)
	return true
}

// flood goes on from the nodes visited so far, from place at of the queue on, to all that may, until it has
// enough nodes, and says whether it has.
func (g *graph) flood(at, enough int, may func(n int32) bool) bool {
	for ; at < len(g.queue) && len(g.queue) < enough; at++ {
		for _, m := range g.around(g.queue[at]) {
			if g.mark[m] != g.stamp && may(m) {
				g.visit(m)
				if len(g.queue) >= enough {
					return true
				}
			}
		}
	}
	return len(g.queue) >= enough
}

// fence appends the negations of the nodes around those visited, and among from, that were false before an index
// of the trail.
func (g *graph) fence(t *Theory, index int32, from []int32, out []cdcl.Lit) []cdcl.Lit {
	inside := len(g.queue)
	add := func(m int32) {
		if t.before(g.nodes[m].Not(), index) && g.visit(m) {
			out = append(out, g.nodes[m].Not())
		}
	}
	for _, m := range from {
		add(m)
	}
	for _, n := range g.queue[:inside] {
		for _, m := range g.around(n) {
			add(m)
		}
	}
	return out
}

// holds and open are what floods go over: nodes that were true before an index of the trail; and those that were
// not false, without one.
func (g *graph) holds(t *Theory, index int32) func(n int32) bool {
	return func(n int32) bool { return t.before(g.nodes[n], index) }
}

func (g *graph) open(t *Theory, index, without int32) func(n int32) bool {
	return func(n int32) bool { return n != without && !t.before(g.nodes[n].Not(), index) }
}

// visited appends the nodes of the queue that are true before an index.
func (g *graph) visited(t *Theory, index int32, out []cdcl.Lit) []cdcl.Lit {
	for _, n := range g.queue {
		if t.before(g.nodes[n], index) {
			out = append(out, g.nodes[n])
		}
	}
	return out
}
