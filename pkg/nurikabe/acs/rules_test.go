package acs

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"formicary/pkg/colony"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// here is the line that calls it.
func here() int {
	_, _, line, _ := runtime.Caller(1)
	return line
}

// A rule that panics, answers nonsense or does not return gives an error with
// its name and line, for every rule that there is.
func TestRulesThatBreak(t *testing.T) {
	p := solvablePuzzle(rand.New(rand.NewPCG(5, 3)), puzzle.Size{Rows: 15, Cols: 15})
	for _, c := range []struct {
		rule, want string
		line       int
		change     func(s *Solver)
	}{
		{"Order", "place -1 of", here(), func(s *Solver) { s.Order = func(*View, []int32) int { return -1 } }},
		{"Filter", "returned -7", here(), func(s *Solver) { s.Filter = func(*View, []int32) []int32 { return []int32{-7} } }},
		{"Filter", "none of its candidates", here(), func(s *Solver) { s.Filter = func(_ *View, c []int32) []int32 { return append(c, 1<<20) } }},
		{"Cost", "returned 0 ", here(), func(s *Solver) { s.Cost = func(*View) float64 { return 0 } }},
		{"Cost", "returned -2 ", here(), func(s *Solver) { s.Cost = func(*View) float64 { return -2 } }},
		{"Cost", "returned NaN", here(), func(s *Solver) { s.Cost = func(*View) float64 { return math.NaN() } }},
		{"Choose", "place 99 of", here(), func(s *Solver) { s.Choose = func(*colony.Trail, []int32) int { return 99 } }},
		{"Choose", "calls itself", here(), func(s *Solver) { s.Choose = func(t *colony.Trail, c []int32) int { return t.Choose(c, true) } }},
		{"LocalUpdate", "returned NaN", here(), func(s *Solver) { s.LocalUpdate = func(a, b float64) float64 { return math.NaN() } }},
		{"Deposit", "returned +Inf", here(), func(s *Solver) { s.Deposit = func(float64) float64 { return math.Inf(1) } }},
		{"GlobalUpdate", "pheromone -1 on component 3", here(), func(s *Solver) { s.GlobalUpdate = func(t *colony.Trail, _ []int32, _ float64) { t.Tau[3] = -1 } }},
		{"GlobalUpdate", "0 components of 225", here(), func(s *Solver) { s.GlobalUpdate = func(t *colony.Trail, _ []int32, _ float64) { t.Tau = nil } }},
		{"Evaporate", "returned -1", here(), func(s *Solver) { s.Evaporate = func(float64) float64 { return -1 } }},
		{"Restart", "pheromone NaN", here(), func(s *Solver) {
			s.Restart = func(state colony.State) bool { state.Trail.Tau[0] = math.NaN(); return false }
		}},
		{"Filter", "index out of range [", here(), func(s *Solver) { s.Filter = func(_ *View, c []int32) []int32 { c[len(c)]++; return c } }},
		{"Choose", "pheromone NaN on component", here() + 1, func(s *Solver) {
			s.Choose = func(t *colony.Trail, c []int32) int { t.Tau[c[0]] = math.NaN(); return 0 }
		}},
		{"Choose", "pheromone -1 on", here() + 2, func(s *Solver) {
			s.LocalUpdate = func(tau, tau0 float64) float64 { return tau }
			s.Choose = func(t *colony.Trail, c []int32) int { t.Tau[c[0]] = -1; return 0 }
		}},
		{"Choose", "0 components of 225", here(), func(s *Solver) { s.Choose = func(t *colony.Trail, _ []int32) int { t.Tau = nil; return 0 } }},
		{"Choose", "no pheromone", here(), func(s *Solver) { s.Choose = func(t *colony.Trail, _ []int32) int { clear(t.Tau); return 0 } }},
		{"GlobalUpdate", "no pheromone", here(), func(s *Solver) { s.GlobalUpdate = func(t *colony.Trail, _ []int32, _ float64) { clear(t.Tau) } }},
		{"Choose", "overwrote its list", here(), func(s *Solver) { s.Choose = func(_ *colony.Trail, c []int32) int { c[0] = -9; return 0 } }},
		{"Choose", "overwrote its list", here(), func(s *Solver) { s.Choose = func(_ *colony.Trail, c []int32) int { c[0] = c[1]; return 1 } }},
		{"Choose", "overwrote its list", here() + 2, func(s *Solver) {
			s.Filter = func(_ *View, c []int32) []int32 { return c }
			s.Choose = func(_ *colony.Trail, c []int32) int { c[1] = 1 << 20; return 1 }
		}},
		{"Filter", "twice", here(), func(s *Solver) { s.Filter = func(_ *View, c []int32) []int32 { c[0] = c[len(c)-1]; return c } }},
		{"Filter", "none of its candidates", here(), func(s *Solver) { s.Filter = func(_ *View, c []int32) []int32 { return append(c[:0], 1, 2, 3) } }},
		{"Order", "overwrote its list", here(), func(s *Solver) { s.Order = func(_ *View, l []int32) int { l[0] = l[len(l)-1]; return 0 } }},
		{"Each", "changed a parameter", here(), func(s *Solver) { s.Each = func(s *Solver) { s.Ants = 3 } }},
		{"Each", "it panicked: no", here(), func(s *Solver) { s.Each = func(*Solver) { panic("no") } }},
		{"Restart", "it panicked: late", here() + 2, func(s *Solver) {
			s.Each = func(s *Solver) {
				s.Restart = func(colony.State) bool { panic("late") }
			}
		}},
		{"Restart", "it panicked: no", here() + 2, func(s *Solver) {
			s.Restart = func(state colony.State) bool {
				panic("no")
			}
		}},
		{"Order", "Goexit", here(), func(s *Solver) { s.Order = func(*View, []int32) int { runtime.Goexit(); return 0 } }},
		{"LocalUpdate", "not returned for 40ms", here() + 4, func(s *Solver) {
			s.CallLimit = 40 * time.Millisecond
			s.LocalUpdate = func(tau, tau0 float64) float64 {
				for {
					time.Sleep(time.Millisecond)
				}
			}
		}},
	} {
		s := Named("broken")
		c.change(s)
		// Restart and Evaporate are asked of runs that go on.
		_, err := s.Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Iterations(3)})
		var broken *colony.RuleError
		if !errors.As(err, &broken) {
			t.Errorf("%s (%s): error %v", c.rule, c.want, err)
			continue
		}
		if broken.Rule != c.rule || !strings.Contains(broken.Problem, c.want) || filepath.Base(broken.File) != "rules_test.go" {
			t.Errorf("%s (%s): %v", c.rule, c.want, err)
		}
		if d := broken.Line - c.line; d < 0 || d > 1 {
			t.Errorf("%s (%s): line %d, want %d", c.rule, c.want, broken.Line, c.line)
		}
	}
}

// A slow rule is not a broken one: it is called again and again.
func TestSlowRule(t *testing.T) {
	p := newPuzzle(t, 2, 2, 9, 0, 0, 0)
	s := Named("slow")
	s.CallLimit = time.Second
	calls := 0
	s.LocalUpdate = func(tau, tau0 float64) float64 {
		calls++
		time.Sleep(10 * time.Millisecond)
		return tau
	}
	out, err := s.Solve(t.Context(), p, solver.Run{Seed: 1, Budget: solver.Iterations(4)})
	if err != nil || out.Status != solver.Exhausted || calls < 50 {
		t.Errorf("%+v after %d calls, %v", out, calls, err)
	}
}
