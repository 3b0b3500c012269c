package theory

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// linked is a puzzle of paths and nothing else.
type linked struct {
	form   *model.Form
	paths  *model.Paths
	edge   map[[2]int32]model.Lit
	beside [][]int32
}

// drawn is a small one: labels anywhere, or the ends of random paths; pairs says that some label has four ends.
func drawn(r *rand.Rand, sizes []puzzle.Size, pairs bool) *linked {
	m := model.NewModel(sizes[r.IntN(len(sizes))])
	links := m.Links(model.Line, nil)
	labels := make([]int, m.Size().Cells())
	if r.IntN(2) == 0 && !pairs {
		ends(r, labels, links.Edges())
	} else {
		order := r.Perm(len(labels))
		for k := range min(1+r.IntN(2), len(labels)/2) {
			label := k + 1
			if pairs {
				label = 1
			}
			labels[order[2*k]], labels[order[2*k+1]] = label, label
		}
	}
	return link(m, labels, links)
}

// room is a path with its ends in the last row, or column, and sometimes another one: there is room for a bow.
func room(r *rand.Rand, rows, cols int) *linked {
	size := puzzle.Size{Rows: rows, Cols: cols}
	at := func(row, col int) int { return row*cols + col }
	if r.IntN(2) == 0 {
		size = puzzle.Size{Rows: cols, Cols: rows}
		at = func(row, col int) int { return col*rows + row }
	}
	m := model.NewModel(size)
	links := m.Links(model.Line, nil)
	labels := make([]int, size.Cells())
	for k := range 1 + r.IntN(2)*(rows-2) {
		labels[at(rows-1-2*k, r.IntN(cols-3))], labels[at(rows-1-2*k, cols-1)] = k+1, k+1
	}
	return link(m, labels, links)
}

// solutions are all, by a search for all paths.
func (p *linked) solutions(t *testing.T) (out [][]int8) {
	th := start(p.form, false, &tight{}, nil)
	for th.Solve(func() bool { return true }) == cdcl.Satisfiable {
		a := make([]int8, len(p.form.Atoms))
		values := th.Values()
		for i, is := range values {
			if a[i] = -1; is {
				a[i] = 1
			}
		}
		lits, _ := p.paths.Broken(values)
		alltest.Require(t, lits == nil, "%v is no solution", values)
		if out = append(out, a); !th.Block() {
			break
		}
	}
	return out
}

func link(m *model.Model, labels []int, links *model.Links) *linked {
	m.Paths(labels, links.Edges()...)
	p := &linked{form: m.Form(), edge: map[[2]int32]model.Lit{}, beside: make([][]int32, len(labels))}
	p.paths = p.form.Constraints[0].Constraint.(*model.Paths)
	for _, e := range p.paths.Edges {
		p.edge[[2]int32{e.A, e.B}], p.edge[[2]int32{e.B, e.A}] = e.Lit, e.Lit
		p.beside[e.A], p.beside[e.B] = append(p.beside[e.A], e.B), append(p.beside[e.B], e.A)
	}
	return p
}

// taken says that a solution has the edge of two nodes.
func (p *linked) taken(a []int8, u, v int32) bool {
	l, ok := p.edge[[2]int32{u, v}]
	return ok && in(a, cdcl.Lit(l)) > 0
}

// labels are those of the paths that nodes are on, 0 for free nodes.
func (p *linked) labels(a []int8) []int {
	label := slices.Clone(p.paths.Labels)
	for range label {
		for u := range int32(len(label)) {
			for _, v := range p.beside[u] {
				if p.taken(a, u, v) {
					label[u] = max(label[u], label[v])
				}
			}
		}
	}
	return label
}

// tight says whether a solution has no shortcut, as the comment on [tight] has it.
func (p *linked) tight(a []int8) bool {
	label := p.labels(a)
	for w := range int32(len(label)) {
		for i, u := range p.beside[w] {
			if label[u] > 0 && label[u] == label[w] && !p.taken(a, u, w) {
				return false
			}
			for _, v := range p.beside[w][:i] {
				if label[w] > 0 || label[u] == 0 || label[u] != label[v] || p.taken(a, u, v) {
					continue
				}
				if !slices.ContainsFunc(p.beside[u], func(b int32) bool { return b < w && p.taken(a, u, b) && p.taken(a, b, v) }) {
					return false
				}
			}
		}
	}
	return true
}

// bow says whether a solution of a board has a bow: a stretch of a path along a row or column, with free nodes beside it
// between the nodes before and behind it.
func (p *linked) bow(a []int8, size puzzle.Size) bool {
	label := p.labels(a)
	cell := func(row, col int) int32 { return int32(row*size.Cols + col) }
	for start := range size.Cells() {
		at := size.At(start)
		for _, d := range [][2]int{{0, 1}, {1, 0}} {
			for _, side := range []int{-1, 1} {
				along := func(k int) (b, s int32, ok bool) {
					row, col := at.Row+k*d[0], at.Col+k*d[1]
					up, over := row+side*d[1], col+side*d[0]
					if row >= size.Rows || col >= size.Cols || up < 0 || up >= size.Rows || over < 0 || over >= size.Cols {
						return 0, 0, false
					}
					return cell(row, col), cell(up, over), true
				}
				b, s, ok := along(0)
				if !ok || !p.taken(a, b, s) {
					continue
				}
				for k := 1; ; k++ {
					next, under, ok := along(k)
					if !ok || !p.taken(a, s, under) {
						break
					}
					if p.taken(a, next, under) && k > 1 {
						return true
					}
					if label[next] > 0 || p.paths.Labels[under] > 0 {
						break
					}
					s = under
				}
			}
		}
	}
	return false
}

// trees are the trees of edges that are true, by a node of each.
func (p *linked) trees(value values) []int {
	tree := make([]int, len(p.beside))
	for n := range tree {
		tree[n] = n
	}
	for _, e := range p.paths.Edges {
		if value(e.Lit) > 0 {
			for n, a, b := 0, tree[e.A], tree[e.B]; n < len(tree); n++ {
				if tree[n] == a {
					tree[n] = b
				}
			}
		}
	}
	return tree
}

// induced says that edges between nodes of one tree are taken.
func (p *linked) induced(value values) bool {
	tree := p.trees(value)
	return !slices.ContainsFunc(p.paths.Edges, func(e model.Edge) bool { return value(e.Lit) <= 0 && tree[e.A] == tree[e.B] })
}

// acyclic says that no edges that are true close a cycle.
func (p *linked) acyclic(value values) bool {
	trees := len(p.beside)
	for _, e := range p.paths.Edges {
		if value(e.Lit) > 0 {
			trees--
		}
	}
	tree := p.trees(value)
	slices.Sort(tree)
	return len(slices.Compact(tree)) == trees
}

// shortened says that no node may be free that would be a shortcut between nodes of one tree, or of one label.
func (p *linked) shortened(of [][]model.Lit) func(value values) bool {
	return func(value values) bool {
		tree := p.trees(value)
		for w := range int32(len(tree)) {
			for i, u := range p.beside[w] {
				for _, v := range p.beside[w][:i] {
					if value(of[w][0]) >= 0 && tree[u] == tree[v] && !slices.ContainsFunc(p.beside[u], func(b int32) bool {
						return b < w && slices.Contains(p.beside[b], v) && value(p.edge[[2]int32{u, b}]) > 0 && value(p.edge[[2]int32{b, v}]) > 0
					}) {
						return false
					}
					alike := false // both are known to have one label
					for k := 1; k < len(of[u]); k++ {
						alike = alike || value(of[u][k]) > 0 && value(of[v][k]) > 0
					}
					if alike && value(of[w][0]) >= 0 && !slices.ContainsFunc(p.beside[u], func(b int32) bool {
						return b < w && slices.Contains(p.beside[b], v) && value(p.edge[[2]int32{u, b}]) >= 0 && value(p.edge[[2]int32{b, v}]) >= 0
					}) {
						return false
					}
				}
			}
		}
		return true
	}
}

// labelled says that what is known of nodes' labels is what one label a node and one label a path leave.
func (p *linked) labelled(of [][]model.Lit) func(value values) bool {
	return func(value values) bool {
		for _, lits := range of {
			is, open := 0, 0
			for _, l := range lits {
				if value(l) > 0 {
					is++
				} else if value(l) == 0 {
					open++
				}
			}
			if is > 1 || is == 1 && open > 0 || is == 0 && open < 2 {
				return false
			}
		}
		return !slices.ContainsFunc(p.paths.Edges, func(e model.Edge) bool {
			for k, a := range of[e.A] {
				a, b := value(a), value(of[e.B][k])
				if value(e.Lit) > 0 && a != b || value(e.Lit) == 0 && a*b < 0 {
					return true
				}
			}
			return false
		})
	}
}

// variables extends solutions by the labels that a search has variables of.
func (p *linked) variables(s *cdcl.Solver, of [][]model.Lit, solutions [][]int8) (out [][]int8) {
	for _, a := range solutions {
		a := append(slices.Clone(a), make([]int8, s.Vars()-len(a))...)
		for n, label := range p.labels(a) {
			for k, l := range of[n] {
				value := int8(-1)
				if k == label {
					value = 1
				}
				if l.Positive() {
					a[l.Atom()] = value
				} else {
					a[l.Atom()] = -value
				}
			}
		}
		a[0] = 1
		out = append(out, a)
	}
	return out
}

// TestPathWalks walks through searches for paths: for all, for tight ones, for those without a bow, and told ones.
func TestPathWalks(t *testing.T) {
	implied, conflicts, fewer := 0, 0, [2]int{}
	minus := func(a, b [][]int8) [][]int8 {
		return slices.DeleteFunc(slices.Clone(a), func(x []int8) bool {
			return slices.ContainsFunc(b, func(y []int8) bool { return slices.Equal(x, y) })
		})
	}
	sizes := []puzzle.Size{{Rows: 3, Cols: 3}, {Rows: 2, Cols: 4}, {Rows: 2, Cols: 3}, {Rows: 1, Cols: 5}, {Rows: 4, Cols: 2}, {Rows: 1, Cols: 2}}
	for seed := range alltest.Of[uint64](60, 600) {
		r := rand.New(rand.NewPCG(seed, 7))
		p := drawn(r, sizes, seed%7 == 6)
		if seed%5 == 0 {
			p = room(r, 2+r.IntN(2), 4+r.IntN(2))
		}
		var all, solutions [][]int8
		var by [][][]int8
		if len(p.form.Atoms) < 15 {
			all, solutions, by = assignments(p.form)
		} else {
			solutions = p.solutions(t)
		}
		tights := slices.DeleteFunc(slices.Clone(solutions), func(a []int8) bool { return !p.tight(a) })
		straight := slices.DeleteFunc(slices.Clone(tights), func(a []int8) bool { return p.bow(a, p.form.Size) })
		alltest.Require(t, len(tights) != 0 || len(solutions) == 0 || seed%7 == 6, "%d: no solution is tight", seed)
		if len(tights) < len(solutions) {
			fewer[0]++
		}
		if len(straight) < len(tights) {
			fewer[1]++
		}
		if th := New(p.form); th.Solve(func() bool { return true }) == cdcl.Satisfiable && th.tight != nil {
			values := th.Values()
			alltest.Require(t, slices.ContainsFunc(straight, func(a []int8) bool {
				return slices.EqualFunc(a, values, func(a int8, is bool) bool { return a > 0 == is })
			}), "%d: %v has a bow, and is found first", seed, values)
		}
		enumerated(t, fmt.Sprint(seed), New(p.form), solutions)
		loose := start(p.form, false, &tight{}, nil)
		for i, th := range []*Theory{loose, Told(p.form), New(p.form), New(p.form)} {
			if i == 1 && all == nil {
				continue
			}
			w := walk{Theory: th, guides: solutions, name: fmt.Sprintf("%d: search %d", seed, i), all: all, solutions: solutions, by: by}
			switch {
			case i == 0:
				of := th.loose.labels
				w.solutions, w.could, w.closed = p.variables(th.Solver, of, solutions), p.acyclic, p.labelled(of)
			case i > 1 && th.tight != nil:
				w.guides = minus(solutions, tights)
				labelled, shortened := p.labelled(th.tight.labels), p.shortened(th.tight.labels)
				w.solutions, w.few, w.could = tights, true, p.induced
				w.closed = func(value values) bool { return labelled(value) && shortened(value) }
				if i%2 == 1 {
					th.tight.seek(th)
					w.solutions, w.guides = straight, minus(tights, straight)
				}
				w.solutions = p.variables(th.Solver, th.tight.labels, w.solutions)
			}
			if i > 1 && r.IntN(2) == 0 { // what clauses imply comes at once
				var also []cdcl.Lit
				for _, l := range some(r, len(p.form.Atoms)-1)[:min(2, len(p.form.Atoms)-1)] {
					also = append(also, cdcl.Lit(l))
				}
				th.Solver.AddClause(also...)
				w.solutions = slices.DeleteFunc(slices.Clone(w.solutions), func(a []int8) bool {
					return !slices.ContainsFunc(also, func(l cdcl.Lit) bool { return in(a, l) > 0 })
				})
			}
			w.steps(t, r, 40)
			implied, conflicts = implied+w.implied, conflicts+w.conflicts
		}
	}
	if least := alltest.Of(500, 5000); implied < least || conflicts < least/5 || fewer[0] < least/50 || fewer[1] == 0 {
		t.Errorf("%d implied, %d conflicts; fewer solutions are tight in %d, have no bow in %d", implied, conflicts, fewer[0], fewer[1])
	}
}

// TestPathDigits: the solutions are the same if nodes have the digits of their labels.
func TestPathDigits(t *testing.T) {
	defer func(was int) { mostLabels = was }(mostLabels)
	mostLabels = 0
	for seed := range alltest.Of[uint64](60, 600) {
		p := room(rand.New(rand.NewPCG(seed, 8)), 3, 4)
		if seed%2 == 0 {
			p = drawn(rand.New(rand.NewPCG(seed, 8)), []puzzle.Size{{Rows: 3, Cols: 3}, {Rows: 3, Cols: 4}}, seed%6 == 0)
		}
		want := p.solutions(t)
		enumerated(t, fmt.Sprint(seed), New(p.form), want)
		enumerated(t, fmt.Sprint(seed, " loose"), start(p.form, false, &tight{}, nil), want)
	}
}
