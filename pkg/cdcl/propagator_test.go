package cdcl

import (
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
)

// atMost is a propagator for tests: no more than most of the variables are
// true. It explains itself late.
type atMost struct {
	s     *Solver
	vars  []Var
	most  int
	count int
	asked int
}

func (a *atMost) member(l Lit) bool { return l.Positive() && int(l.Var()) < len(a.vars) }

func (a *atMost) Assigned(l Lit) bool {
	if a.member(l) {
		a.count++
	}
	return true
}

func (a *atMost) Undone(l Lit) {
	if a.member(l) {
		a.count--
	}
}

func (a *atMost) Propagate() bool {
	if a.count > a.most {
		var because []Lit
		for _, v := range a.vars {
			if a.s.Value(v.Pos()) > 0 {
				because = append(because, v.Pos())
			}
		}
		return a.s.Fail(because)
	}
	if a.count == a.most {
		for _, v := range a.vars {
			if a.s.Value(v.Pos()) == 0 && !a.s.Imply(v.Neg(), 0) {
				return false
			}
		}
	}
	return true
}

func (a *atMost) Explain(l Lit, _ int32, out []Lit) []Lit {
	a.asked++
	for _, v := range a.vars {
		if a.s.Value(v.Pos()) > 0 && a.s.TrailIndex(v) < a.s.TrailIndex(l.Var()) {
			out = append(out, v.Pos())
		}
	}
	return out
}

// TestPropagator counts the models of formulas with a bound on the number of true
// variables, which a propagator keeps.
func TestPropagator(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	asked := 0
	for i := range 300 {
		vars := 5 + r.IntN(6)
		f := random3(r, vars, vars*3)
		a := newAudit(t, f, r.IntN(vars))
		got := f.count(t, a.s, i%2 == 1)
		alltest.Require(t, got == len(a.models), "at most %d of %d: %d models, counted %d: %v", a.most.most, vars, len(a.models), got, f.clauses)
		asked += a.most.asked
	}
	alltest.Check(t, asked != 0, "the propagator was never asked for a reason")
}
