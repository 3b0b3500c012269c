package acs

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"formicary/pkg/colony"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
	"formicary/pkg/sudoku/sudokutest"
)

// Rules of one's own that say what the paper says give the paper's run, bit
// for bit, and each is really asked.
func TestRulesReplaced(t *testing.T) {
	p := sudokutest.Solvable(t, rand.New(rand.NewPCG(5, 3)), puzzle.Size{Rows: 5, Cols: 5}, 0.45)
	run := solver.Run{Seed: 4, Budget: solver.Iterations(6)}
	want := solvertest.Solve(t, New(), p, run)
	asked := map[string]int{}
	s := Named("by hand")
	s.LocalUpdate = func(tau, tau0 float64) float64 { asked["local"]++; return tau + s.Xi*(tau0-tau) }
	s.Deposit = func(cost float64) float64 { asked["deposit"]++; return 625 / cost }
	s.Evaporate = func(best float64) float64 { asked["evaporate"]++; return best * (1 - s.BVE) }
	s.Restart = func(colony.State) bool { asked["restart"]++; return false }
	s.GlobalUpdate = func(t *colony.Trail, best []int32, amount float64) {
		asked["global"]++
		for _, i := range best {
			t.Tau[i] = (1-s.Rho)*t.Tau[i] + s.Rho*amount
		}
	}
	s.Cost = func(v *View) float64 { asked["cost"]++; return float64(p.Size().Cells() - v.Filled()) }
	s.Filter = func(v *View, candidates []int32) []int32 {
		asked["filter"]++
		cell, _ := v.Choice(candidates[0])
		if len(candidates) != bits.OnesCount64(v.Candidates(cell)) || len(candidates) < 2 || v.Digit(cell) != puzzle.Unset {
			t.Errorf("cell %d has candidates %b and is offered %v", cell, v.Candidates(cell), candidates)
		}
		for _, c := range candidates {
			cell, digit := v.Choice(c)
			if v.Component(cell, digit) != c || v.Candidates(cell)>>(digit-1)&1 == 0 || v.Pheromone(c) <= 0 {
				t.Errorf("offered component %d: digit %d of cell %d", c, digit, cell)
			}
		}
		return candidates
	}
	got := solvertest.Solve(t, s, p, run)
	got.Statistics = want.Statistics // restarts are counted where there is a rule for them
	if !solvertest.Same(got, want) {
		t.Errorf("by hand %+v, built in %+v", got, want)
	}
	for _, rule := range []string{"local", "deposit", "evaporate", "restart", "global", "cost", "filter"} {
		if asked[rule] == 0 {
			t.Errorf("the replaced rule %s was never asked", rule)
		}
	}
	if d := s.Describe(); !d.Custom || d.Variant != "by hand" {
		t.Errorf("described as %+v", d)
	}
	if New().Describe().Custom {
		t.Error("the paper's engine says that it is custom")
	}

	// Fewest, written as a rule of one's own that takes the first of all.
	s = Named("in order")
	s.Next = func(v *View, open []int32) int {
		if len(open) == 0 || v.Puzzle() != p || v.Float64() >= 1 || v.Intn(1) != 0 {
			t.Errorf("asked to choose among %d cells", len(open))
		}
		best := 0
		for i, c := range open {
			if i > 0 && c <= open[i-1] {
				t.Fatalf("cells %v are not in order", open)
			}
			if bits.OnesCount64(v.Candidates(c)) < bits.OnesCount64(v.Candidates(open[best])) {
				best = i
			}
		}
		return best
	}
	if out := solvertest.Solve(t, s, p, run); out.Cost < 0 || !s.Describe().Custom {
		t.Errorf("%+v", out)
	}
	// A filter that leaves nothing leaves every cell that needs a choice open.
	s = Named("idle")
	s.Filter = func(*View, []int32) []int32 { return nil }
	run.Budget = solver.Iterations(1)
	if out := solvertest.Solve(t, s, p, run); out.Cost != float64(len(newProblem(s, p).open)) {
		t.Errorf("without any choice the cost is %v", out.Cost)
	}
}

// A rule that answers nonsense, panics or does not return is an error that
// names the rule and this file.
func TestRulesThatBreak(t *testing.T) {
	for name, change := range map[string]func(s *Solver){
		"next":   func(s *Solver) { s.Next = func(*View, []int32) int { return -1 } },
		"filter": func(s *Solver) { s.Filter = func(*View, []int32) []int32 { return []int32{7} } },
		"cost":   func(s *Solver) { s.Cost = func(*View) float64 { return 0 } },
		"choose": func(s *Solver) { s.Choose = func(*colony.Trail, []int32) int { panic("no choice") } },
		"cost that does not return": func(s *Solver) {
			s.CallLimit = 50 * time.Millisecond
			s.Cost = func(*View) float64 { select {} }
		},
	} {
		s := New()
		change(s)
		_, err := s.Solve(context.Background(), sudokutest.Read(t, sudokutest.Stuck), solver.Run{Seed: 1, Budget: solver.Iterations(2)})
		var broken *colony.RuleError
		if !errors.As(err, &broken) {
			t.Errorf("%s: error %v", name, err)
			continue
		}
		if word, _, _ := strings.Cut(name, " "); !strings.EqualFold(broken.Rule, word) || !strings.HasSuffix(broken.File, "rules_test.go") || broken.Line == 0 {
			t.Errorf("%s: broken rule %q at %s:%d", name, broken.Rule, broken.File, broken.Line)
		}
	}
}
