package cdcl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func always() bool { return true }

// formula is a list of clauses in DIMACS numbers.
type formula struct {
	vars    int
	clauses [][]int
}

func lit(n int) Lit {
	if n < 0 {
		return Var(-n - 1).Neg()
	}
	return Var(n - 1).Pos()
}

// load puts a formula into a new solver.
func (f formula) load() *Solver {
	s := &Solver{}
	s.NewVars(f.vars)
	for _, c := range f.clauses {
		lits := make([]Lit, len(c))
		for i, n := range c {
			lits[i] = lit(n)
		}
		s.AddClause(lits...)
	}
	return s
}

// models counts the satisfying assignments by trying all.
func (f formula) models() int {
	n := 0
next:
	for m := range 1 << f.vars {
		for _, c := range f.clauses {
			ok := false
			for _, l := range c {
				ok = ok || l > 0 && m>>(l-1)&1 == 1 || l < 0 && m>>(-l-1)&1 == 0
			}
			if !ok {
				continue next
			}
		}
		n++
	}
	return n
}

func (f formula) holds(s *Solver) bool {
	for _, c := range f.clauses {
		if !slices.ContainsFunc(c, func(n int) bool { return s.Value(lit(n)) > 0 }) {
			return false
		}
	}
	return true
}

// count enumerates all models by excluding each that is found.
func (f formula) count(t interface{ Fatalf(string, ...any) }, s *Solver) int {
	n := 0
	for s.Solve(always) == Satisfiable {
		if !f.holds(s) {
			t.Fatalf("%v: the model found breaks a clause", f.clauses)
		}
		if n++; n > 1<<f.vars {
			t.Fatalf("%v: more models than assignments", f.clauses)
		}
		var not []Lit
		for v := range f.vars {
			l := Var(v).Pos()
			if s.Value(l) < 0 {
				l = l.Not()
			}
			not = append(not, l.Not())
		}
		s.AddClause(not...)
	}
	return n
}

func random3(r *rand.Rand, vars, clauses int) formula {
	f := formula{vars: vars}
	for range clauses {
		var c []int
		for _, v := range r.Perm(vars)[:3] {
			c = append(c, (v+1)*(1-2*r.IntN(2)))
		}
		f.clauses = append(f.clauses, c)
	}
	return f
}

// TestRandom3SAT counts the models of random formulas around the threshold of
// 4.27 clauses a variable (Crawford and Auton 1996) and below it.
func TestRandom3SAT(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	refuted := 0
	for i := range 600 {
		vars := 4 + r.IntN(9)
		f := random3(r, vars, vars*(2+i%4))
		want, got := f.models(), f.count(t, f.load())
		if want != got {
			t.Fatalf("%d models, counted %d: %v", want, got, f.clauses)
		}
		if want == 0 {
			refuted++
		}
	}
	if refuted < 50 {
		t.Errorf("only %d formulas without a model", refuted)
	}
}

// TestRandomLengths adds clauses of one to five literals, repeated literals
// and tautologies.
func TestRandomLengths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vars := rapid.IntRange(1, 8).Draw(t, "vars")
		number := rapid.Custom(func(t *rapid.T) int {
			n := rapid.IntRange(1, vars).Draw(t, "variable")
			if rapid.Bool().Draw(t, "negated") {
				return -n
			}
			return n
		})
		f := formula{vars, rapid.SliceOfN(rapid.SliceOfN(number, 1, 5), 0, 30).Draw(t, "clauses")}
		if want, got := f.models(), f.count(t, f.load()); want != got {
			t.Fatalf("%d models, counted %d", want, got)
		}
	})
}

// pigeons says that n+1 pigeons sit in n holes, one each: without a model, and
// hard for resolution (Haken 1985).
func pigeons(n int) formula {
	f := formula{vars: n * (n + 1)}
	in := func(p, h int) int { return p*n + h + 1 }
	for p := range n + 1 {
		var c []int
		for h := range n {
			c = append(c, in(p, h))
			for q := range p {
				f.clauses = append(f.clauses, []int{-in(p, h), -in(q, h)})
			}
		}
		f.clauses = append(f.clauses, c)
	}
	return f
}

func TestPigeonhole(t *testing.T) {
	for n := 1; n <= 7; n++ {
		if got := pigeons(n).load().Solve(always); got != Unsatisfiable {
			t.Errorf("%d pigeons in %d holes: %v", n+1, n, got)
		}
	}
}

// TestHard3SAT is large enough for restarts and reductions of the base.
func TestHard3SAT(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	results := map[Result]int{}
	for range 6 {
		f := random3(r, 170, 170*426/100)
		s := f.load()
		got := s.Solve(always)
		if got == Satisfiable && !f.holds(s) {
			t.Fatal("the model found breaks a clause")
		}
		results[got]++
		if s.Stats.Restarts == 0 {
			t.Errorf("no restart in %d conflicts", s.Stats.Conflicts)
		}
	}
	t.Log(results)
}

func TestStop(t *testing.T) {
	s := pigeons(9).load()
	n := 0
	if got := s.Solve(func() bool { n++; return n < 50 }); got != Stopped {
		t.Fatalf("%v after %d conflicts", got, n)
	}
	if n != 50 || s.Stats.Conflicts != 50 {
		t.Errorf("stopped after %d calls, %d conflicts; want 50", n, s.Stats.Conflicts)
	}
}

func TestDeterminism(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	f := random3(r, 120, 511)
	a, b := f.load(), f.load()
	if a.Solve(always) != b.Solve(always) || a.Stats != b.Stats {
		t.Errorf("two runs differ: %+v, %+v", a.Stats, b.Stats)
	}
}

func TestProbe(t *testing.T) {
	// a implies b and not b: trying a fails, and not a is learned for good.
	s := formula{3, [][]int{{-1, 2}, {-1, -2}, {1, 3, 2}}}.load()
	if s.Probe(lit(1), nil) {
		t.Fatal("the trial of 1 did not fail")
	}
	if s.Value(lit(-1)) != 1 || s.Level() != 0 {
		t.Errorf("-1 was not learned at level 0")
	}
	var implied []Lit
	if !s.Probe(lit(-3), func(l []Lit) { implied = slices.Clone(l) }) {
		t.Fatal("the trial of -3 failed")
	}
	if !slices.Equal(implied, []Lit{lit(-3), lit(2)}) || s.Level() != 0 {
		t.Errorf("the trial of -3 implied %v at level %d", implied, s.Level())
	}
}

func TestLuby(t *testing.T) {
	want := []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1}
	for i, w := range want {
		if got := luby(int64(i)); got != w {
			t.Errorf("luby(%d) = %d, want %d", i, got, w)
		}
	}
}

// FuzzModels takes bytes for literals, zero for the end of a clause.
func FuzzModels(f *testing.F) {
	f.Add([]byte{1, 2, 0, 0x81, 0x82, 0, 1, 0x82, 0, 0x81, 2})
	f.Add([]byte{1, 0, 0x81})
	f.Add([]byte{1, 0x81, 3, 0, 4, 4, 5})
	f.Fuzz(func(t *testing.T, data []byte) {
		g := formula{vars: 7}
		var c []int
		for _, b := range data[:min(len(data), 120)] {
			n := int(b & 0x7f % 8)
			switch {
			case n == 0:
				if len(c) > 0 {
					g.clauses = append(g.clauses, c)
				}
				c = nil
			case b >= 0x80:
				c = append(c, -n)
			default:
				c = append(c, n)
			}
		}
		if want, got := g.models(), g.count(t, g.load()); want != got {
			t.Fatalf("%d models, counted %d: %v", want, got, g.clauses)
		}
	})
}
