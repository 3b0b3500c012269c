package theory

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/modeltest"
	"formicary/pkg/puzzle"
)

// declared is a form of so many free atoms.
func declared(atoms int, constraints ...model.Constraint) *model.Form {
	form := &model.Form{Atoms: make([]model.Atom, atoms+1)}
	for _, c := range constraints {
		form.Constraints = append(form.Constraints, model.Posted{Constraint: c})
	}
	return form
}

// some are conditions of so many different atoms, from 1 on, in any order.
func some(r *rand.Rand, n int) (lits []model.Lit) {
	for _, i := range r.Perm(n) {
		lits = append(lits, model.Lit(2*(i+1)+r.IntN(2)))
	}
	return lits
}

// alike are 8 to 10 conditions of 6 atoms, some of them opposites, and some constant.
func alike(r *rand.Rand) []model.Lit {
	lits := make([]model.Lit, 8+r.IntN(3))
	for i := range lits {
		lits[i] = model.Lit(2 + r.IntN(12))
		if r.IntN(10) == 0 {
			lits[i] = model.Lit(r.IntN(2))
		}
	}
	return lits
}

// beside are pairs of nodes: those of a board of two or three rows, of one row, or any, some twice.
func beside(r *rand.Rand, n int) (pairs [][2]int32) {
	wide := []int{1, 2, 3, 100}[r.IntN(4)]
	for i := range int32(n) {
		if j := i + 1; wide == 100 {
			for range r.IntN(4) {
				if k := r.Int32N(int32(n)); k != i {
					pairs = append(pairs, [2]int32{i, k})
				}
			}
		} else if int(j) < n && (wide == 1 || int(j)%wide > 0) {
			pairs = append(pairs, [2]int32{i, j})
		}
		if j := i + int32(wide); wide > 1 && int(j) < n {
			pairs = append(pairs, [2]int32{i, j})
		}
	}
	return pairs
}

// flood is how many nodes one reaches from some over nodes that may, and which.
func flood(n int, pairs [][2]int32, from []int32, may func(n int32) bool) (size int, in []bool) {
	in = make([]bool, n)
	for _, i := range from {
		in[i] = may(i)
	}
	for again := true; again; {
		again = false
		for _, p := range pairs {
			for k := range 2 {
				if in[p[k]] && !in[p[1-k]] && may(p[1-k]) {
					in[p[1-k]], again = true, true
				}
			}
		}
	}
	for _, is := range in {
		if is {
			size++
		}
	}
	return size, in
}

type values func(l model.Lit) int8

// sizes says that each piece of true nodes has at most most, and room for least, with nodes that are not false.
func sizes(nodes []model.Lit, pairs [][2]int32, least, most int) func(value values) bool {
	return func(value values) bool {
		for i, l := range nodes {
			if value(l) <= 0 {
				continue
			}
			has, _ := flood(len(nodes), pairs, []int32{int32(i)}, func(n int32) bool { return value(nodes[n]) > 0 })
			room, _ := flood(len(nodes), pairs, []int32{int32(i)}, func(n int32) bool { return value(nodes[n]) >= 0 })
			if has > most || room < least {
				return false
			}
		}
		return true
	}
}

// rules are constraints, each with what could hold of it yet as far as its propagation promises to see.
var rules = []struct {
	name string
	few  bool
	draw func(r *rand.Rand) (*model.Form, func(value values) bool)
}{
	{"any", true, func(r *rand.Rand) (*model.Form, func(value values) bool) {
		lits := some(r, 1+r.IntN(6))
		return declared(len(lits), &model.Clause{Lits: lits}), func(value values) bool {
			for _, l := range lits {
				if value(l) >= 0 {
					return true
				}
			}
			return false
		}
	}},
	{"sum", true, func(r *rand.Rand) (*model.Form, func(value values) bool) {
		c := &model.Linear{}
		high, weights := 0, 1+r.IntN(4)
		for _, l := range some(r, r.IntN(10)) {
			w := 1 + r.IntN(weights)
			high += w
			if r.IntN(3) == 0 {
				w = -w
			}
			c.Terms = append(c.Terms, model.Term{Lit: l, Weight: w})
		}
		low := 0
		for _, term := range c.Terms {
			low += min(term.Weight, 0)
		}
		c.Least = low + r.IntN(high+1) - r.IntN(2)
		c.Most = c.Least + r.IntN(high+2)
		return declared(max(len(c.Terms), 1), c), func(value values) bool {
			low, high := 0, 0
			for _, term := range c.Terms {
				w := term.Weight
				switch v := value(term.Lit); {
				case v > 0:
					low, high = low+w, high+w
				case v == 0:
					low, high = low+min(w, 0), high+max(w, 0)
				}
			}
			return low <= c.Most && high >= c.Least
		}
	}},
	{"connected", true, func(r *rand.Rand) (*model.Form, func(value values) bool) {
		n := 1 + r.IntN(9)
		nodes, pairs := some(r, n), beside(r, n)
		return declared(n, &model.Connected{Nodes: nodes, Pairs: pairs}), func(value values) bool {
			for i, l := range nodes {
				if value(l) > 0 {
					_, in := flood(n, pairs, []int32{int32(i)}, func(n int32) bool { return value(nodes[n]) >= 0 })
					for k, l := range nodes {
						if value(l) > 0 && !in[k] {
							return false
						}
					}
				}
			}
			return true
		}
	}},
	{"forest", true, func(r *rand.Rand) (*model.Form, func(value values) bool) {
		n := 2 + r.IntN(4)
		c := &model.Forest{Nodes: n}
		for _, l := range some(r, 1+r.IntN(9)) {
			a := r.IntN(n)
			c.Edges = append(c.Edges, model.Edge{A: int32(a), B: int32((a + 1 + r.IntN(n-1)) % n), Lit: l})
		}
		return declared(len(c.Edges), c), func(value values) bool {
			var pairs [][2]int32
			for _, e := range c.Edges {
				if value(e.Lit) > 0 {
					if _, in := flood(n, pairs, []int32{e.A}, func(int32) bool { return true }); in[e.B] {
						return false
					}
					pairs = append(pairs, [2]int32{e.A, e.B})
				}
			}
			return true
		}
	}},
	{"pieces", false, func(r *rand.Rand) (*model.Form, func(value values) bool) {
		n := 1 + r.IntN(10)
		nodes, pairs, least := some(r, n), beside(r, n), 1+r.IntN(4)
		if r.IntN(3) == 0 {
			nodes[r.IntN(n)] = model.Lit(r.IntN(2)) // one is constant
		}
		most := least + r.IntN(3)
		return declared(n, &model.Pieces{Nodes: nodes, Pairs: pairs, Least: least, Most: most}), sizes(nodes, pairs, least, most)
	}},
	{"different", false, func(r *rand.Rand) (*model.Form, func(value values) bool) {
		n, most := 1+r.IntN(3), 2+r.IntN(3)
		m := model.NewModel(puzzle.Size{Rows: 1, Cols: n})
		vars := m.CellsOf(model.Number, func(cell int) int { return most - min(cell, 1)*r.IntN(2) })
		m.Different(vars...)
		return m.Form(), func(value values) bool {
			has, may := make([]int, most), make([]int, most)
			for _, v := range vars {
				is, open := 0, 0
				for x := range v.Values() {
					if value(v.Is(x)) > 0 {
						is, has[x] = is+1, has[x]+1
					}
					if value(v.Is(x)) >= 0 {
						open, may[x] = open+1, may[x]+1
					}
				}
				if is > 1 || open == 0 {
					return false
				}
			}
			return slices.Max(has) <= 1 && (n < most || slices.Min(may) > 0)
		}
	}},
	{"connected, alike", false, func(r *rand.Rand) (*model.Form, func(value values) bool) {
		nodes := alike(r)
		return declared(6, &model.Connected{Nodes: nodes, Pairs: beside(r, len(nodes))}), nil
	}},
	{"reach, alike", false, func(r *rand.Rand) (*model.Form, func(value values) bool) {
		nodes, least := alike(r), 1+r.IntN(4)
		from := []int32{r.Int32N(int32(len(nodes))), r.Int32N(int32(len(nodes)))}
		return declared(6, &model.Reach{Nodes: nodes, Pairs: beside(r, len(nodes)), From: from, Least: least, Most: least + r.IntN(4)}), nil
	}},
	{"forest, alike", false, func(r *rand.Rand) (*model.Form, func(value values) bool) {
		c := &model.Forest{Nodes: 5}
		for _, l := range alike(r) {
			c.Edges = append(c.Edges, model.Edge{A: r.Int32N(5), B: r.Int32N(5), Lit: l})
		}
		return declared(6, c), nil
	}},
	{"matched", false, func(r *rand.Rand) (*model.Form, func(value values) bool) {
		nodes := alike(r)
		c := &model.Matched{Left: nodes[:4], Right: nodes[4:]}
		for range r.IntN(12) {
			if p := [2]int32{r.Int32N(4), r.Int32N(int32(len(c.Right)))}; !slices.Contains(c.Pairs, p) {
				c.Pairs = append(c.Pairs, p)
			}
		}
		return declared(6, c), nil
	}},
	{"divided", false, func(r *rand.Rand) (*model.Form, func(value values) bool) {
		n := 1 + r.Int32N(6)
		c := &model.Division{Nodes: int(n)}
		for a := range n {
			for b := range a {
				if len(c.Edges) < 9 && r.IntN(3) > 0 {
					c.Edges = append(c.Edges, model.Edge{A: a, B: b, Lit: model.Lit(2 * (len(c.Edges) + 1))})
				}
			}
		}
		kind := r.IntN(3)
		for range 1 + r.IntN(3) {
			s := model.Share{Core: []int32{r.Int32N(n)}, Image: make([]int32, n)}
			switch r.IntN(6) {
			case 0:
				s.Core = append(s.Core, s.Core[0])
			case 1:
				s.Core = append(s.Core, r.Int32N(n))
			}
			for i := range s.Image {
				switch s.Image[i] = int32(i); {
				case kind == 0:
					s.Image[i] = n - 1 - int32(i)
				case kind == 1 && r.IntN(2) == 0:
					s.Image[i] = r.Int32N(n+1) - 1
				}
			}
			c.Shares = append(c.Shares, s)
		}
		return declared(max(len(c.Edges), 1), c), nil
	}},
	{"reach", false, func(r *rand.Rand) (*model.Form, func(value values) bool) {
		n := 1 + r.IntN(10)
		c := &model.Reach{Nodes: some(r, n), Pairs: beside(r, n), Least: r.IntN(5)}
		c.Most = c.Least + r.IntN(3)
		for range r.IntN(3) {
			c.From = append(c.From, r.Int32N(int32(n)))
		}
		return declared(n, c), func(value values) bool {
			has, _ := flood(n, c.Pairs, c.From, func(n int32) bool { return value(c.Nodes[n]) > 0 })
			room, _ := flood(n, c.Pairs, c.From, func(n int32) bool { return value(c.Nodes[n]) >= 0 })
			return has <= c.Most && room >= c.Least
		}
	}},
}

// enumerated holds the solutions that a search finds against all, as far as there are a few.
func enumerated(t *testing.T, name string, th *Theory, want [][]int8) {
	t.Helper()
	got := 0
	for more := true; more && th.Solve(func() bool { return true }) == cdcl.Satisfiable; got++ {
		values := th.Values()
		i := slices.IndexFunc(want, func(a []int8) bool {
			return slices.EqualFunc(a, values, func(a int8, is bool) bool { return a > 0 == is })
		})
		alltest.Require(t, i >= 0 && got != len(want), "%s: %v is no solution, or was found before", name, values)
		if got == 50 {
			return
		}
		if more = th.Block(); !more && got+1 < len(want) {
			t.Fatalf("%s: no solution is left after %d of %d", name, got+1, len(want))
		}
	}
	alltest.Require(t, got == len(want), "%s: %d solutions of %d", name, got, len(want))
}

// TestRules walks through the propagation of each rule by itself, and with clauses of pairs: what these imply comes at once,
// and may be too much for the rule.
func TestRules(t *testing.T) {
	for _, rule := range rules {
		t.Run(rule.name, func(t *testing.T) {
			seen := [3]int{}
			for seed := range alltest.Of[uint64](90, 500) {
				r := rand.New(rand.NewPCG(seed, 5))
				form, could := rule.draw(r)
				for range r.IntN(2) * r.IntN(2*len(form.Atoms)) {
					a, b := some(r, len(form.Atoms)-1)[0], some(r, len(form.Atoms)-1)[0]
					for range 1 + r.IntN(2) {
						form.Constraints = append(form.Constraints, model.Posted{Constraint: &model.Clause{Lits: []model.Lit{a, b}}})
						a, b = a.Not(), b.Not()
					}
				}
				w := walk{name: fmt.Sprintf("%s %d", rule.name, seed), few: rule.few}
				w.all, w.solutions, w.by = assignments(form)
				for i, th := range []*Theory{New(form), New(form), Told(form)} {
					if w.Theory, w.could = th, could; i == 0 {
						w.could = nil // searches of connectivity let calls pass
					}
					w.steps(t, r, 40)
				}
				enumerated(t, w.name, New(form), w.solutions)
				for i, n := range []int{w.implied, w.conflicts, w.boards} {
					seen[i] += n
				}
			}
			if least := alltest.Of(100, 1000); seen[0] < least || seen[2] < least || seen[1] < least/5 {
				t.Errorf("%d implied, %d conflicts, %d boards", seen[0], seen[1], seen[2])
			}
		})
	}
}

// TestWalks walks through declarations of all sorts of rules, of which several have variables of their own.
func TestWalks(t *testing.T) {
	implied, conflicts := 0, 0
	for seed := range alltest.Of[uint64](60, 1000) {
		form := modeltest.Random(t, seed+10_000).Form()
		w := walk{name: fmt.Sprint(seed)}
		w.all, w.solutions, w.by = assignments(form)
		r := rand.New(rand.NewPCG(seed, 6))
		for _, th := range []*Theory{New(form), Told(form)} {
			w.Theory = th
			w.steps(t, r, 30)
		}
		implied, conflicts = implied+w.implied, conflicts+w.conflicts
	}
	least := alltest.Of(300, 5000)
	alltest.Check(t, implied >= least && conflicts >= least/5, "%d implied, %d conflicts", implied, conflicts)
}
