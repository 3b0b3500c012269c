package cdcl

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"formicary/pkg/alltest"
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
	f.addTo(s)
	return s
}

func (f formula) addTo(s *Solver) {
	for _, c := range f.clauses {
		lits := make([]Lit, len(c))
		for i, n := range c {
			lits[i] = lit(n)
		}
		s.AddClause(lits...)
	}
}

// true tells whether an assignment, a set of true variables, meets all clauses.
func (f formula) true(m uint32) bool {
	for _, c := range f.clauses {
		if !slices.ContainsFunc(c, func(n int) bool { return among(m, lit(n)) }) {
			return false
		}
	}
	return true
}

func among(m uint32, l Lit) bool { return m>>l.Var()&1 == 1 == l.Positive() }

// models counts the satisfying assignments by trying all.
func (f formula) models() (n int) {
	for m := range uint32(1) << f.vars {
		if f.true(m) {
			n++
		}
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

// count enumerates all models by excluding each that is found: by all its literals, or, with
// block, by its decisions.
func (f formula) count(t interface{ Fatalf(string, ...any) }, s *Solver, block bool) int {
	n := 0
	for s.Solve(always) == Satisfiable {
		if !f.holds(s) {
			t.Fatalf("%v: the model found breaks a clause", f.clauses)
		}
		if n++; n > 1<<f.vars {
			t.Fatalf("%v: more models than assignments", f.clauses)
		}
		if block {
			if !s.AddBlockingClause() {
				break
			}
			continue
		}
		var not []Lit
		for v := range f.vars {
			not = append(not, Var(v).Lit(s.Value(Var(v).Pos()) < 0))
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
// 4.27 clauses a variable (Crawford and Auton 1996) and below it, a quarter of them
// with clauses of one to five literals, repeated literals and tautologies too.
func TestRandom3SAT(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	refuted := 0
	for i := range 800 {
		vars := 4 + r.IntN(9)
		f := random3(r, vars, vars*(2+i%4))
		for k := range f.clauses {
			if i%4 == 3 && k%3 > 0 {
				f.clauses[k] = make([]int, 1+r.IntN(5))
				for j := range f.clauses[k] {
					f.clauses[k][j] = (1 + r.IntN(vars)) * (1 - 2*r.IntN(2))
				}
			}
		}
		s := f.load()
		if i%8 > 3 {
			s.SetProving()
		}
		want, got := f.models(), f.count(t, s, i%2 == 1)
		alltest.Require(t, want == got, "%d models, counted %d: %v", want, got, f.clauses)
		if want == 0 {
			refuted++
		}
	}
	alltest.Check(t, refuted >= 50, "only %d formulas without a model", refuted)
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
		got := pigeons(n).load().Solve(always)
		alltest.Check(t, got == Unsatisfiable, "%d pigeons in %d holes: %v", n+1, n, got)
	}
}

// TestHard3SAT is large enough for restarts and reductions of the base, which come out the
// same in a second run.
func TestHard3SAT(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for i := range 6 {
		f := random3(r, 170, 170*426/100)
		s := f.load()
		got := s.Solve(always)
		alltest.Require(t, got != Satisfiable || f.holds(s), "the model found breaks a clause")
		alltest.Check(t, s.Stats.Restarts != 0, "no restart in %d conflicts", s.Stats.Conflicts)
		again := f.load()
		alltest.Check(t, i != 0 || again.Solve(always) == got && again.Stats == s.Stats, "two runs differ: %+v, %+v", s.Stats, again.Stats)
	}
}

// BenchmarkProving prints how many conflicts and how much time proofs take as SetProving searches for them, as ratios to those without it.
//
//	go test -run '^$' -bench Proving -benchtime 1x ./pkg/cdcl
func BenchmarkProving(b *testing.B) {
	families := map[string]func(r *rand.Rand) formula{
		"random":  func(r *rand.Rand) formula { return random3(r, 220, 220*46/10) },
		"pigeons": func(*rand.Rand) formula { return pigeons(8) },
	}
	for _, name := range slices.Sorted(maps.Keys(families)) {
		b.Run(name, func(b *testing.B) {
			var conflicts, took [2]float64
			for seed := range uint64(8 * b.N) {
				f := families[name](rand.New(rand.NewPCG(9, seed)))
				for i := range took {
					s := f.load()
					if i == 1 {
						s.SetProving()
					}
					start := time.Now()
					s.Solve(always)
					took[i] += time.Since(start).Seconds()
					conflicts[i] += float64(s.Stats.Conflicts)
				}
			}
			b.ReportMetric(conflicts[1]/conflicts[0], "conflicts-ratio")
			b.ReportMetric(took[1]/took[0], "time-ratio")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func TestStop(t *testing.T) {
	s := pigeons(9).load()
	n := 0
	got := s.Solve(func() bool { n++; return n < 50 })
	alltest.Require(t, got == Stopped, "%v after %d conflicts", got, n)
	alltest.Check(t, n == 50 && s.Stats.Conflicts == 50, "stopped after %d calls, %d conflicts; want 50", n, s.Stats.Conflicts)
}

func TestLuby(t *testing.T) {
	want := []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1}
	for i, w := range want {
		got := luby(int64(i))
		alltest.Check(t, got == w, "luby(%d) = %d, want %d", i, got, w)
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
		want, got := g.models(), g.count(t, g.load(), len(data)%2 == 1)
		alltest.Require(t, want == got, "%d models, counted %d: %v", want, got, g.clauses)
	})
}
