package theory

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
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
		for _, l := range some(r, 1+r.IntN(9)) {
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
		return declared(len(c.Terms), c), func(value values) bool {
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
			c.Edges = append(c.Edges, model.Edge{A: r.Int32N(int32(n)), B: r.Int32N(int32(n)), Lit: l})
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

// TestRules walks through the propagation of each rule by itself, and with clauses of pairs: what these imply comes at once,
// and may be too much for the rule.
func TestRules(t *testing.T) {
	for _, rule := range rules {
		t.Run(rule.name, func(t *testing.T) {
			seen := [3]int{}
			for seed := range alltest.Of[uint64](60, 600) {
				r := rand.New(rand.NewPCG(seed, 5))
				form, could := rule.draw(r)
				for range r.IntN(2) * r.IntN(6) {
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
	if least := alltest.Of(300, 5000); implied < least || conflicts < least/5 {
		t.Errorf("%d implied, %d conflicts", implied, conflicts)
	}
}
