package acs

import (
	"context"
	"errors"
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
	s.Choose = func(t *colony.Trail, c []int32) int {
		asked["choose"]++
		if t.GreedyTurn() {
			return t.ChooseGreedy(c)
		}
		return t.ChooseRoulette(c)
	}
	got := solvertest.Solve(t, s, p, run)
	got.Statistics = want.Statistics // restarts are counted where there is a rule for them
	if !solvertest.Same(got, want) {
		t.Errorf("by hand %+v, built in %+v", got, want)
	}
	for _, rule := range []string{"local", "deposit", "evaporate", "restart", "global", "choose"} {
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
}

// A rule that answers nonsense, panics or does not return is an error that
// names the rule and this file.
func TestRulesThatBreak(t *testing.T) {
	for name, change := range map[string]func(s *Solver){
		"choose": func(s *Solver) { s.Choose = func(*colony.Trail, []int32) int { panic("no choice") } },
		"choose nonsense": func(s *Solver) {
			s.Choose = func(_ *colony.Trail, candidates []int32) int { return len(candidates) }
		},
		"each that changes a parameter": func(s *Solver) { s.Each = func(s *Solver) { s.Patience = 3 } },
		"choose that overwrites its list": func(s *Solver) {
			s.Each = func(s *Solver) { s.Choose = func(_ *colony.Trail, c []int32) int { c[0]++; c[1]++; return 1 } }
		},
		"deposit that does not return": func(s *Solver) {
			s.CallLimit = 50 * time.Millisecond
			s.Deposit = func(float64) float64 { select {} }
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
