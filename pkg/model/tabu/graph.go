package tabu

import "formicary/pkg/model"

// connected counts pieces.
type connected struct {
	*model.Connected
	board  *board
	first  []int32 // of nodes: where their neighbours begin in beside
	beside []int32
	mark   []int32 // of nodes: the stamp of the count that came there
	stamp  int32
	queue  []int32
}

func newConnected(b *board, c *model.Connected) *connected {
	n := len(c.Nodes)
	j := &connected{Connected: c, board: b, first: make([]int32, n+1), beside: make([]int32, 2*len(c.Pairs)), mark: make([]int32, n)}
	for _, p := range c.Pairs {
		j.first[p[0]+1]++
		j.first[p[1]+1]++
	}
	for i := range n {
		j.first[i+1] += j.first[i]
	}
	at := append([]int32(nil), j.first...)
	for _, p := range c.Pairs {
		for k := range 2 {
			j.beside[at[p[k]]] = p[1-k]
			at[p[k]]++
		}
	}
	return j
}

func (*connected) flip(int32, bool) {}

// piece marks the piece of a node, and is its number of nodes.
func (j *connected) piece(start int32) int {
	j.mark[start] = j.stamp
	j.queue = append(j.queue[:0], start)
	for i := 0; i < len(j.queue); i++ {
		for _, next := range j.neighbours(j.queue[i]) {
			if j.mark[next] != j.stamp && j.board.holds(j.Nodes[next]) {
				j.mark[next] = j.stamp
				j.queue = append(j.queue, next)
			}
		}
	}
	return len(j.queue)
}

func (j *connected) neighbours(node int32) []int32 { return j.beside[j.first[node]:j.first[node+1]] }

func (j *connected) measure() int {
	j.stamp++
	pieces := 0
	for i, l := range j.Nodes {
		if j.mark[i] != j.stamp && j.board.holds(l) {
			pieces++
			j.piece(int32(i))
		}
	}
	return max(pieces-1, 0)
}

// blame are the nodes of all pieces but the largest, and those beside them.
func (j *connected) blame(out []model.Lit) []model.Lit {
	j.stamp++
	largest, most := int32(-1), 0
	for i, l := range j.Nodes {
		if j.mark[i] != j.stamp && j.board.holds(l) {
			if n := j.piece(int32(i)); n > most {
				largest, most = int32(i), n
			}
		}
	}
	if largest < 0 {
		return out
	}
	j.stamp++
	j.piece(largest)
	for i, l := range j.Nodes {
		if j.mark[i] == j.stamp || !j.board.holds(l) {
			continue
		}
		out = append(out, l)
		for _, next := range j.neighbours(int32(i)) {
			if !j.board.holds(j.Nodes[next]) {
				out = append(out, j.Nodes[next])
			}
		}
	}
	return out
}

// forest counts the edges that close a cycle.
type forest struct {
	*model.Forest
	board *board
	up    []int32 // of nodes: a node of their tree
	ends  []int32 // of nodes: edges that may be on a cycle
}

func (*forest) flip(int32, bool) {}

func (f *forest) root(n int32) int32 {
	for f.up[n] != n {
		f.up[n] = f.up[f.up[n]]
		n = f.up[n]
	}
	return n
}

func (f *forest) measure() (closing int) {
	for i := range f.up {
		f.up[i] = int32(i)
	}
	for _, e := range f.Edges {
		if !f.board.holds(e.Lit) {
			continue
		}
		if a, b := f.root(e.A), f.root(e.B); a != b {
			f.up[a] = b
		} else {
			closing++
		}
	}
	return closing
}

// blame are the edges that are left where those that end at a node without another edge are taken
// away, one after the other: those on cycles and between them.
func (f *forest) blame(out []model.Lit) []model.Lit {
	clear(f.ends)
	var left []model.Edge
	for _, e := range f.Edges {
		if f.board.holds(e.Lit) {
			left = append(left, e)
			f.ends[e.A]++
			f.ends[e.B]++
		}
	}
	for before := -1; before != len(left); {
		before = len(left)
		kept := left[:0]
		for _, e := range left {
			if f.ends[e.A] > 1 && f.ends[e.B] > 1 {
				kept = append(kept, e)
				continue
			}
			f.ends[e.A]--
			f.ends[e.B]--
		}
		left = kept
	}
	for _, e := range left {
		out = append(out, e.Lit)
	}
	return out
}
