package theory

import (
	"slices"

	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// tight is a puzzle of paths and nothing else, of which the search sees the tight solutions first. A tight solution has
// no shortcut: no edge that is not taken between nodes of one path; and no free node beside two nodes of one path,
// unless these are neighbours on the path, or have one node in between that comes before the free one. In a search for
// solutions it has no bow either: no stretch of a path with free nodes beside it, over which the nodes before and
// behind it could be joined.
//
// With a shortcut taken a solution has fewer nodes on paths, or as many and earlier ones. So taking
// shortcuts ends, with a tight solution; and where there is any other solution than the tight ones, one of these
// comes from it by one shortcut. Then two nodes of a path, which are neighbours or have one node in between, are joined
// over free nodes as well (detour); of a bow, two that were beside it. Without a detour at any tight solution these are all.
type tight struct {
	*model.Paths
	labels [][]model.Lit // the variables of nodes and labels, 0 for none
	edge   map[[2]int32]model.Lit
	beside [][]int32
	found  [][]cdcl.Lit // what forbids the solutions so far
	seeks  bool         // the search for solutions has begun
	ways   *sketches    // set where the search goes sketch by sketch
	drawn  cdcl.Lit     // the present sketch holds; 0 for none
}

func newTight(c *model.Paths, of [][]model.Lit) *tight {
	x := &tight{Paths: c, labels: of, edge: map[[2]int32]model.Lit{}, beside: make([][]int32, len(of))}
	for _, e := range c.Edges {
		x.edge[[2]int32{e.A, e.B}], x.edge[[2]int32{e.B, e.A}] = e.Lit, e.Lit
		x.beside[e.A], x.beside[e.B] = append(x.beside[e.A], e.B), append(x.beside[e.B], e.A)
	}
	return x
}

// onlyPaths says that a puzzle has nothing but paths of different labels on a simple graph, each of whose edges the board shows.
func onlyPaths(form *model.Form, c *model.Paths) bool {
	ends := map[int]int{} // of labels
	for _, label := range c.Labels {
		if ends[label]++; label > 0 && ends[label] > 2 {
			return false
		}
	}
	if len(form.Constraints) != 1 || len(form.Vars) > 0 || len(form.Atoms) != 1+len(c.Edges) {
		return false
	}
	atoms, pairs := map[int]bool{0: true}, map[[2]int32]bool{}
	for _, e := range c.Edges {
		pair := [2]int32{min(e.A, e.B), max(e.A, e.B)}
		if e.A == e.B || pairs[pair] || atoms[e.Lit.Atom()] || form.Atoms[e.Lit.Atom()].Op != model.Free {
			return false
		}
		atoms[e.Lit.Atom()], pairs[pair] = true, true
	}
	return true
}

// restrict forbids solutions with shortcuts.
func (x *tight) restrict(t *Theory) {
	for _, e := range x.Edges {
		if t.ended {
			return
		}
		for k := 1; k < len(x.labels[e.A]); k++ {
			t.any(x.labels[e.A][k].Not(), x.labels[e.B][k].Not(), e.Lit)
		}
	}
	between := map[[3]int32]model.Lit{} // of nodes: the path goes from one to the next and on to the last
	for w := range int32(len(x.beside)) {
		if t.ended {
			return
		}
		for i, u := range x.beside[w] {
			for _, v := range x.beside[w][:i] {
				var lits []model.Lit
				if l, ok := x.edge[[2]int32{u, v}]; ok {
					lits = append(lits, l)
				}
				for _, b := range x.beside[u] {
					to, ok := x.edge[[2]int32{b, v}]
					if !ok || b >= w {
						continue
					}
					key := [3]int32{min(u, v), b, max(u, v)}
					if _, ok := between[key]; !ok {
						from := x.edge[[2]int32{u, b}]
						between[key] = t.variable()
						t.define(between[key], model.Atom{Op: model.And, From: []model.Lit{from, to}})
					}
					lits = append(lits, between[key])
				}
				for k := 1; k < len(x.labels[w]); k++ {
					t.any(append([]model.Lit{x.labels[w][0].Not(), x.labels[u][k].Not(), x.labels[v][k].Not()}, lits...)...)
				}
			}
		}
	}
}

// detour is a solution beside the present one: one with a way over free nodes between two nodes of a path that are
// neighbours, or have one node in between. It has the present edges, and labels of all nodes, with what changes; holds is nil
// where there is none.
func (x *tight) detour(t *Theory) (holds map[model.Lit]bool, label []int) {
	holds = map[model.Lit]bool{}
	on := make([][]int32, len(x.beside))
	for _, e := range x.Edges {
		if holds[e.Lit] = t.Solver.Value(cdcl.Lit(e.Lit)) > 0; holds[e.Lit] {
			on[e.A], on[e.B] = append(on[e.A], e.B), append(on[e.B], e.A)
		}
	}
	label = slices.Clone(x.Labels)
	for end, k := range x.Labels {
		for at := []int32{int32(end)}; k > 0 && len(at) > 0; at = at[1:] {
			for _, n := range on[at[0]] {
				if label[n] == 0 {
					label[n] = k
					at = append(at, n)
				}
			}
		}
	}
	change := func(path []int32, to bool, k int) {
		for i := 1; i < len(path); i++ {
			holds[x.edge[[2]int32{path[i-1], path[i]}]] = to
		}
		for _, n := range path[1 : len(path)-1] {
			label[n] = k
		}
	}
	for u := range int32(len(on)) {
		for _, w := range on[u] {
			short := [][]int32{{u, w}}
			for _, v := range on[w] {
				if v != u {
					short = append(short, []int32{u, w, v})
				}
			}
			for _, path := range short {
				if around := x.around(on, u, path[len(path)-1]); around != nil {
					k := label[u]
					change(path, false, 0)
					change(around, true, k)
					return holds, label
				}
			}
		}
	}
	return nil, nil
}

// around is a way from one node to another over free nodes, at least one; nil where there is none.
func (x *tight) around(on [][]int32, from, to int32) []int32 {
	back := map[int32]int32{from: from}
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		for _, n := range x.beside[queue[0]] {
			if n == to && queue[0] != from {
				way := []int32{to}
				for at := queue[0]; at != from; at = back[at] {
					way = append(way, at)
				}
				return append(way, from)
			}
			if _, ok := back[n]; !ok && len(on[n]) == 0 {
				back[n] = queue[0]
				queue = append(queue, n)
			}
		}
	}
	return nil
}

// byCells are numbers of conflicts after which a search by cells becomes one by sketches: the first for a proof that a board of more than
// large cells has no other solution, the second in all other cases. There cells find a first solution sooner, and published runs stay the same.
var (
	byCells = [2]int64{2000, 50_000}
	large   = 300
)

// solve finds a solution, or that there is none. In the end it looks for a sketch, and for cells that have it, and so on. The cells mostly follow
// from the sketch.
func (x *tight) solve(t *Theory, more func() bool) cdcl.Result {
	if !x.seeks {
		x.seeks = true
		x.seek(t)
	}
	if x.ways == nil {
		plain, most := x.plain(t.form.Size), byCells[1]
		if len(x.found) > 0 && t.form.Size.Cells() > large {
			most = byCells[0]
		}
		tired := func() bool { return plain && t.Solver.Stats.Conflicts >= most }
		if !tired() {
			result := t.Solver.Solve(func() bool { return more() && !tired() })
			if result != cdcl.Stopped || !tired() {
				return result
			}
		}
		plane := newPlane(t.form.Size.Rows, t.form.Size.Cols, x.Labels)
		x.ways = newSketches(plane, func(literals int) bool { return t.grow(memoryOfLiteral * literals) })
	}
	for !t.ended {
		if x.drawn > 0 {
			t.Solver.Suppose(x.drawn)
			if result := t.Solver.Solve(more); result != cdcl.Unsatisfiable || t.Solver.Unsatisfiable() {
				return result
			}
			t.Solver.Suppose()
			t.Solver.AddClause(x.drawn.Not())
		}
		own := &x.ways.solver.Stats
		*own = t.Solver.Stats
		result, crossings := x.ways.next(func() bool {
			t.Solver.Stats = *own
			return more()
		})
		if t.Solver.Stats = *own; result != cdcl.Satisfiable {
			return result
		}
		x.draw(t, crossings)
	}
	return cdcl.Stopped
}

// plain says that nodes are the cells of a board, and edges lie between neighbours.
func (x *tight) plain(size puzzle.Size) bool {
	return size.Cells() == len(x.Labels) && len(x.labels[0]) > 1 && !slices.ContainsFunc(x.Edges, func(e model.Edge) bool {
		a, b := size.At(int(e.A)), size.At(int(e.B))
		return abs(a.Row-b.Row)+abs(a.Col-b.Col) != 1
	})
}

// draw makes a sketch the present one: of the cells of a cut, some have the labels of the paths that cross it, in their order.
func (x *tight) draw(t *Theory, crossings []crossing) {
	x.drawn = cdcl.Lit(t.variable())
	for _, c := range crossings {
		for _, cells := range c.cells {
			for i, label := range c.labels {
				lits := []model.Lit{model.Lit(x.drawn).Not()}
				for _, cell := range cells[i : len(cells)-len(c.labels)+i+1] {
					lits = append(lits, x.labels[cell][label])
				}
				t.any(lits...)
			}
		}
	}
}

// block forbids the present solution. Where it has a detour the search begins again, for all solutions, with that
// one first.
func (x *tight) block(t *Theory, lits []cdcl.Lit) bool {
	x.found = append(x.found, lits)
	holds, label := x.detour(t)
	if holds == nil {
		return t.Solver.AddClause(lits...)
	}
	loose := start(t.form, false, &tight{}, t.expired)
	if loose.ended {
		t.end()
		return true
	}
	for n, of := range loose.loose.labels {
		for k, l := range of {
			set(loose.Solver, l, k == label[n])
		}
	}
	for _, e := range x.Edges {
		set(loose.Solver, e.Lit, holds[e.Lit])
	}
	loose.Solver.Stats = t.Solver.Stats
	*t = *loose
	t.Solver.SetPropagator(t)
	for _, lits := range x.found {
		t.Solver.AddClause(lits...)
	}
	return !t.Solver.Unsatisfiable()
}

// set makes the search try first that a condition holds, or not.
func set(s *cdcl.Solver, l model.Lit, holds bool) {
	s.SetPhase(cdcl.Lit(l).Var(), holds == l.Positive())
}

// seek prepares the search for all tight solutions. It is not for engines that build boards otherwise: what it adds
// helps proofs, and costs time.
//
// Most puzzles have a solution without free nodes. It is found nearly without conflicts where the first decision is, for
// some thousand conflicts, that there is none; a search that decides otherwise meets tens of thousands. Whether there
// is another one is a matter of the whole board: no part of it is settled before nearly all others are, and the proof
// needs lemmas that a search for solutions would drop.
func (x *tight) seek(t *Theory) {
	const first, keep = 5e99, 8
	covers := t.variable()
	for _, of := range x.labels {
		t.any(covers.Not(), of[0].Not())
	}
	set(t.Solver, covers, true)
	t.Solver.SetActivity(cdcl.Lit(covers).Var(), first)
	t.Solver.SetKeep(keep)
	x.bows(t)
}

// bows forbids bows: nodes b0, s0, …, sm, bm one after the other on a path, each s beside its b, where b0, …, bm are one
// beside the other, too, and those in between are free. For m below 3 other rules say so.
func (x *tight) bows(t *Theory) {
	for b := range int32(len(x.beside)) {
		for _, s := range x.beside[b] {
			for _, next := range x.beside[s] {
				if t.ended {
					return
				}
				if next != b {
					x.bow(t, b, s, next)
				}
			}
		}
	}
}

// bow forbids the bows of all lengths that begin with b0, s0 and s1.
func (x *tight) bow(t *Theory, b, s, next int32) {
	before, start := [2]int32{-1, -1}, s
	lits := []model.Lit{x.edge[[2]int32{b, s}].Not()}
	for m := 1; !t.work(1); m++ {
		under := int32(-1)
		for _, n := range x.beside[next] {
			if _, ok := x.edge[[2]int32{b, n}]; ok && n != s && n != before[0] {
				if under >= 0 {
					return // no board of squares
				}
				under = n
			}
		}
		if under < 0 {
			return
		}
		lits = append(lits, x.edge[[2]int32{s, next}].Not())
		if m > 2 && start < next {
			t.any(append(slices.Clone(lits), x.edge[[2]int32{next, under}].Not())...)
		}
		if x.Labels[next] > 0 || x.Labels[under] > 0 {
			return
		}
		lits = append(lits, x.labels[under][0].Not())
		before = [2]int32{b, s}
		b, s, next = under, next, -1
		for _, n := range x.beside[s] {
			if n != before[1] && n != b && slices.ContainsFunc(x.beside[n], func(u int32) bool {
				_, ok := x.edge[[2]int32{b, u}]
				return ok && u != s && u != before[0]
			}) {
				if next >= 0 {
					return
				}
				next = n
			}
		}
		if next < 0 {
			return
		}
	}
}
