package acs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/colony/family"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// counted makes a run that counts, which must be the run that does not.
func counted(t *testing.T, s *Solver) (all map[string]solver.RuleCount, plain solver.Outcome) {
	t.Helper()
	p := solvablePuzzle(rand.New(rand.NewPCG(5, 3)), puzzle.Size{Rows: 15, Cols: 15})
	run := solver.Run{Seed: 4, Budget: solver.Iterations(40)}
	ctx, counts := solver.Counting(t.Context())
	plain = solvertest.Solve(t, s, p, run)
	out, err := s.Solve(ctx, p, run)
	alltest.Check(t, err == nil && out.Digest == plain.Digest && out.Iterations == 40,
		"the run that counts is another one: %x, %x, %v", out.Digest, plain.Digest, err)
	all = map[string]solver.RuleCount{}
	for _, c := range counts() {
		all[c.Rule] = c
	}
	return all, plain
}

// The paper's own rules, typed, are asked and change nothing, not a bit of the run, but an
// order that is random.
func TestTypedRulesChangeNothing(t *testing.T) {
	_, paper := counted(t, New())
	for rule, change := range typed() {
		s := Named("by hand")
		change(s)
		all, out := counted(t, s)
		c := all[rule]
		alltest.Check(t, len(all) == 1 && c.Asked >= 30 && (c.Changed == 0) == (rule != "Order"), "%s: %+v", rule, all)
		if out.Statistics = nil; solvertest.Same(out, paper) != (rule != "Order") {
			t.Errorf("%s: by hand %+v, built in %+v", rule, out, paper)
		}
		d := s.Describe()
		alltest.Check(t, d.Custom && d.Variant == "by hand" && !New().Describe().Custom, "%s is described as %+v", rule, d)
	}
	s := NewAnts(family.MMAS) // whose update rule is nobody's own
	s.Cost = func(v *View) float64 { return float64(v.Missing()+v.Blocks()) + 1 }
	all, _ := counted(t, s)
	alltest.Check(t, len(all) == 1 && all["Cost"].Changed == all["Cost"].Asked, "%+v", all)
}

func either[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// Rules that differ are told from those that never do, and how often.
func TestRulesThatChange(t *testing.T) {
	every := func(n int) func() bool {
		i := 0
		return func() bool { i++; return i%n == 0 }
	}
	for rule, change := range map[string]func(s *Solver, third func() bool){
		"Choose": func(s *Solver, _ func() bool) {
			s.Choose = func(t *colony.Trail, c []int32) int { slices.Reverse(c); return t.ChooseRoulette(c) }
		},
		"Filter": func(s *Solver, third func() bool) {
			s.Filter = func(_ *View, c []int32) []int32 { return either(third(), c[:len(c)/2], c) }
		},
		"LocalUpdate": func(s *Solver, third func() bool) {
			s.LocalUpdate = func(tau, tau0 float64) float64 { return either(third(), 2*tau0, tau+s.Xi*(tau0-tau)) }
		},
		"Deposit": func(s *Solver, third func() bool) {
			s.Deposit = func(cost float64) float64 { return either(third(), 2, 1/cost) }
		},
		"Evaporate": func(s *Solver, third func() bool) {
			s.Evaporate = func(x float64) float64 { return either(third(), x/2, x*(1-s.BVE)) }
		},
		"Restart": func(s *Solver, third func() bool) { s.Restart = func(colony.State) bool { return third() } },
		"GlobalUpdate": func(s *Solver, third func() bool) {
			typed()["GlobalUpdate"](s)
			paper := s.GlobalUpdate
			s.GlobalUpdate = func(t *colony.Trail, best []int32, amount float64) {
				paper(t, best, amount)
				t.Tau[best[0]] *= either(third(), 2.0, 1)
			}
		},
		"Update": func(s *Solver, third func() bool) {
			s.Update = func(g *colony.Generation) {
				if g.BestValue(); third() {
					g.Restart()
				}
			}
		},
		"Order": func(s *Solver, third func() bool) {
			s.Order = func(_ *View, left []int32) int { return either(third(), len(left)-1, 0) }
		},
		"Eta": func(s *Solver, _ func() bool) {
			s.Eta = func(v *View, cell int32) float64 { return 1 + float64(v.Breaks(cell)) }
		},
		"Cost": func(s *Solver, third func() bool) {
			s.Cost = func(v *View) float64 { return either(third(), 100, float64(v.Missing()+v.Blocks())) }
		},
		"Improve": func(s *Solver, third func() bool) {
			s.Improve = func(v *View, budget int) int {
				if c := v.Chosen(); third() && len(c) > 0 {
					v.Close(c[len(c)-1])
				}
				return 1
			}
		},
	} {
		s := New()
		s.Each = func(own *Solver) { change(own, every(3)) }
		all, _ := counted(t, s)
		c := all[rule]
		alltest.Check(t, c.Asked >= 30 && c.Changed >= 5 && c.Changed < c.Asked, "%+v", c)
		if thirds := c.Asked / 3; rule == "Evaporate" && c.Changed != thirds || rule == "LocalUpdate" && c.Changed < thirds/2 {
			t.Errorf("%+v: expected %d", c, thirds)
		}
		// Beside an Eta rule a Choose rule is compared where nothing has a state.
		if s.Eta = func(*View, int32) float64 { return 1 }; rule == "Choose" {
			if c, _ := counted(t, s); c["Choose"].Changed != -1 || c["Eta"].Changed != 0 || c["Choose"].String() != "Choose was asked "+puzzle.Plural(int(c["Choose"].Asked), "time") {
				t.Errorf("%+v", c)
			}
			s.Each = nil
			change(s, nil)
			c, _ := counted(t, s)
			alltest.Check(t, c["Choose"].Changed >= 5 && c["Eta"].Changed == 0 && c["Eta"].Asked != 0, "%+v", c)
		}
	}
}

// A second phase of evaporation that never comes shows as a rule that changed nothing.
func Example_counts() {
	s := New()
	s.Evaporate = func(tauBest float64) float64 {
		if tauBest > 1 {
			return tauBest * 0.9
		}
		return tauBest * (1 - s.BVE)
	}
	p := solvablePuzzle(rand.New(rand.NewPCG(5, 3)), puzzle.Size{Rows: 15, Cols: 15})
	ctx, counts := solver.Counting(context.Background())
	if _, err := s.Solve(ctx, p, solver.Run{Seed: 4, Budget: solver.Iterations(40)}); err != nil {
		fmt.Println(err)
	}
	for _, c := range counts() {
		fmt.Println(c)
	}
	// Output: Evaporate was asked 40 times and changed the amount beyond rounding 0 times
}
