package colony_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// toy is an engine of four components, of which ants take two; no board is a
// solution.
type toy struct {
	colony.Settings
	colony.Rules
	each    func(*toy)
	variant string
	colony.Hooks[string]
}

func (s *toy) Describe() solver.Description {
	return solver.Description{Engine: "toy/ants", Variant: s.variant, Parameters: s.Table().Values()}
}

func (s *toy) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	custom := s.Rules.Custom() || s.Hooks.Custom() || s.each != nil
	return s.Rules.Solve(ctx, p, run, colony.Parallel{}, custom, func(g *colony.Guard, _ *solver.Meter, _ uint64) *colony.Colony {
		own := *s
		if s.each != nil {
			colony.Each(g, s.each, &own, own.Describe)
		}
		rules, weigh := own.Rules, func([]int32) float64 { return 2 }
		if g != nil {
			rules = rules.Under(g)
			hooks := own.Hooks.Under(g)
			if cost := hooks.Cost; cost != nil {
				weigh = func([]int32) float64 { return cost("board") }
			}
			if place := hooks.Order; place != nil {
				weigh = func(chosen []int32) float64 { return 2 + float64(place("board", chosen)) }
			}
		}
		return colony.New(own.Settings, rules, picks{n: 4, k: 2, weigh: weigh}, solver.NewPCG(run.Seed))
	})
}

func (s *toy) run() (solver.Outcome, error) {
	return s.Solve(context.Background(), anything{}, solver.Run{Seed: 1, Budget: solver.Iterations(3)})
}

func here() int {
	_, _, line, _ := runtime.Caller(1)
	return line
}

// Every rule that breaks ends the run with an error that has its name, what it
// did, and the line.
func TestBrokenRules(t *testing.T) {
	for _, c := range []struct {
		rule, want string
		line       int
		change     func(s *toy)
	}{
		{"Choose", "returned place 9 of 4 candidates", here(), func(s *toy) { s.Choose = func(*colony.Trail, []int32) int { return 9 } }},
		{"Choose", "returned place 3 of 3 candidates", here(), func(s *toy) { s.Choose = func(_ *colony.Trail, c []int32) int { return 3 } }},
		{"Choose", "returned place -1 of 4", here(), func(s *toy) { s.Choose = func(*colony.Trail, []int32) int { return -1 } }},
		{"Choose", "calls itself", here(), func(s *toy) { s.Choose = func(t *colony.Trail, c []int32) int { return t.Choose(c, true) } }},
		{"Choose", "left pheromone for 2 components of 4", here(), func(s *toy) { s.Choose = func(t *colony.Trail, _ []int32) int { t.Tau = t.Tau[:2]; return 0 } }},
		{"Choose", "left pheromone NaN on a component", here() + 1, func(s *toy) {
			s.Choose = func(t *colony.Trail, c []int32) int { t.Tau[c[0]] = math.NaN(); return 0 }
			s.LocalUpdate = func(tau, _ float64) float64 { return tau }
		}},
		{"Choose", "left pheromone -3 on component 3", here(), func(s *toy) { s.Choose = func(t *colony.Trail, c []int32) int { t.Tau[3] = -3; return 0 } }},
		{"Choose", "left no pheromone", here() + 1, func(s *toy) {
			s.Xi = 0
			s.Choose = func(t *colony.Trail, _ []int32) int { clear(t.Tau); return 0 }
		}},
		{"LocalUpdate", "returned -1, which is no amount", here(), func(s *toy) { s.LocalUpdate = func(float64, float64) float64 { return -1 } }},
		{"LocalUpdate", "returned +Inf", here(), func(s *toy) { s.LocalUpdate = func(float64, float64) float64 { return math.Inf(1) } }},
		{"LocalUpdate", "left no pheromone", here() + 3, func(s *toy) {
			s.Ants = 4 // enough of them to come to every component
			s.Choose = func(t *colony.Trail, c []int32) int { return t.ChooseGreedy(c) }
			s.LocalUpdate = func(float64, float64) float64 { return 0 }
		}},
		{"Deposit", "returned NaN", here(), func(s *toy) { s.Deposit = func(float64) float64 { return math.NaN() } }},
		{"Deposit", "returned -1", here(), func(s *toy) { s.Deposit = func(float64) float64 { return -1 } }},
		{"GlobalUpdate", "pheromone +Inf on component 1", here(), func(s *toy) {
			s.GlobalUpdate = func(t *colony.Trail, _ []int32, _ float64) { t.Tau[1] = math.Inf(1) }
		}},
		{"GlobalUpdate", "left no pheromone", here(), func(s *toy) { s.GlobalUpdate = func(t *colony.Trail, _ []int32, _ float64) { clear(t.Tau) } }},
		{"GlobalUpdate", "for 5 components of 4", here(), func(s *toy) {
			s.GlobalUpdate = func(t *colony.Trail, _ []int32, _ float64) { t.Tau = append(t.Tau, 1) }
		}},
		{"Evaporate", "returned -0.5", here(), func(s *toy) { s.Evaporate = func(float64) float64 { return -0.5 } }},
		{"Restart", "pheromone -1 on component 0", here(), func(s *toy) { s.Restart = func(x colony.State) bool { x.Trail.Tau[0] = -1; return false } }},
		{"Restart", "left no pheromone", here(), func(s *toy) { s.Restart = func(x colony.State) bool { clear(x.Trail.Tau); return true } }},
		{"Cost", "returned 0 for a board", here(), func(s *toy) { s.Cost = func(string) float64 { return 0 } }},
		{"Cost", "returned -1 for a board", here(), func(s *toy) { s.Cost = func(string) float64 { return -1 } }},
		{"Cost", "returned +Inf for a board", here(), func(s *toy) { s.Cost = func(string) float64 { return math.Inf(1) } }},
		{"Order", "returned place 2 of 2 that are left", here(), func(s *toy) { s.Order = func(_ string, list []int32) int { return len(list) } }},
		{"Order", "returned place -1 of 2 that are left", here(), func(s *toy) { s.Order = func(string, []int32) int { return -1 } }},
		{"Each", "changed a parameter or the name", here(), func(s *toy) { s.each = func(s *toy) { s.Rho = 0.7 } }},
		{"Each", "changed a parameter or the name", here(), func(s *toy) { s.each = func(s *toy) { s.variant = "x" } }},
		{"Each", "it panicked: here", here(), func(s *toy) { s.each = func(*toy) { panic("here") } }},
		{"Evaporate", "it panicked: here", here() + 2, func(s *toy) {
			s.Evaporate = func(x float64) float64 {
				panic("here")
			}
		}},
		{"Deposit", "index out of range [7]", here() + 3, func(s *toy) {
			s.Deposit = func(cost float64) float64 {
				list := []float64{1}
				return list[int(cost)+5]
			}
		}},
		{"Deposit", "it panicked: strings: ", here() + 2, func(s *toy) {
			s.Deposit = func(cost float64) float64 {
				return float64(len(strings.Repeat("x", -1))) // the line of the rule, not of the library
			}
		}},
		{"Restart", "it ended its goroutine", here(), func(s *toy) { s.Restart = func(colony.State) bool { runtime.Goexit(); return false } }},
		{"LocalUpdate", "it has not returned for 30ms", here() + 4, func(s *toy) {
			s.CallLimit = 30 * time.Millisecond
			s.LocalUpdate = func(tau, tau0 float64) float64 {
				for {
					time.Sleep(time.Millisecond)
				}
			}
		}},
	} {
		s := &toy{Settings: colony.Defaults()}
		s.Ants = 2
		c.change(s)
		out, err := s.run()
		var broken *colony.RuleError
		if !errors.As(err, &broken) || !strings.HasPrefix(err.Error(), "rule "+c.rule+": ") || out.Status != "" {
			t.Errorf("%s (%s): %+v, error %v", c.rule, c.want, out, err)
			continue
		}
		alltest.Check(t, broken.Rule == c.rule && strings.Contains(broken.Problem, c.want) && filepath.Base(broken.File) == "broken_test.go",
			"%s (%s): %v", c.rule, c.want, err)
		d := broken.Line - c.line
		alltest.Check(t, d >= 0 && d <= 1, "%s (%s): line %d, want %d", c.rule, c.want, broken.Line, c.line)
		// The place stands on a line of its own.
		place := fmt.Sprintf("\n\t%s:%d", broken.File, broken.Line)
		alltest.Check(t, strings.HasSuffix(err.Error(), place), "%s (%s): %q does not end with %q", c.rule, c.want, err, place)
	}
}

// A rule that is still at work when its run is cancelled is not broken: the error
// is the context's, too, and names the rule and its line.
func TestCancelledRule(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stuck := make(chan struct{})
	defer close(stuck)
	s := &toy{Settings: colony.Defaults()}
	s.CallLimit = time.Second
	s.Deposit = func(float64) float64 {
		cancel()
		<-stuck
		return 1
	}
	_, err := s.Solve(ctx, anything{}, solver.Run{Seed: 1, Budget: solver.Iterations(3)})
	var broken *colony.RuleError
	alltest.Check(t, errors.Is(err, context.Canceled) && errors.As(err, &broken) && broken.Rule == "Deposit", "error %v", err)
}

// A rule that panics where it handles a panic of its own is told by the first.
func TestPanicWithinPanic(t *testing.T) {
	s := &toy{Settings: colony.Defaults()}
	line := here() + 3
	s.Deposit = func(float64) float64 {
		defer func() { _ = recover(); panic("second") }()
		panic("first")
	}
	_, err := s.run()
	var broken *colony.RuleError
	alltest.Check(t, errors.As(err, &broken) && strings.Contains(broken.Problem, "second") && broken.Line >= line-1 && broken.Line <= line,
		"error %v, want line %d or the one before", err, line)
}

// The paper's rules, typed as funcs, make the paper's run; a rule of Each has a
// state of its own in every run; a rule that lasts longer than a look of the
// guard is not broken.
func TestTypedRules(t *testing.T) {
	paper := &toy{Settings: colony.Defaults()}
	typed := &toy{Settings: colony.Defaults()}
	typed.Rules = colony.Rules{
		Choose: func(t *colony.Trail, c []int32) int {
			if t.GreedyTurn() {
				return t.ChooseGreedy(c)
			}
			return t.ChooseRoulette(c)
		},
		LocalUpdate: func(tau, tau0 float64) float64 { return tau + typed.Xi*(tau0-tau) },
		Deposit:     func(cost float64) float64 { return 1 / cost },
		GlobalUpdate: func(t *colony.Trail, best []int32, amount float64) {
			for _, i := range best {
				t.Tau[i] = (1-typed.Rho)*t.Tau[i] + typed.Rho*amount
			}
		},
		Evaporate: func(best float64) float64 { return best * (1 - typed.BVE) },
	}
	weigh := func(chosen []int32) float64 { return 1 + float64(chosen[0]) }
	a := colony.New(paper.Settings, paper.Rules, picks{n: 6, k: 3, weigh: weigh}, solver.NewPCG(4))
	b := colony.New(typed.Settings, typed.Rules, picks{n: 6, k: 3, weigh: weigh}, solver.NewPCG(4))
	for i := range 200 {
		a.Iterate(meter())
		b.Iterate(meter())
		alltest.Require(t, slices.Equal(a.Trail().Tau, b.Trail().Tau), "iteration %d: %v, typed %v", i, a.Trail().Tau, b.Trail().Tau)
	}

	count := &toy{Settings: colony.Defaults()}
	count.each = func(s *toy) {
		n := 0
		s.Restart = func(colony.State) bool {
			n++
			return n == 2
		}
	}
	for range 2 {
		out, err := count.run()
		restarts, ok := out.Statistic("restarts")
		alltest.Check(t, err == nil && ok && restarts == 1, "%v restarts, %v", restarts, err)
	}

	for _, limit := range []time.Duration{0, 600 * time.Millisecond} {
		slow := &toy{Settings: colony.Defaults()}
		slow.Ants, slow.CallLimit = 2, limit
		calls := 0
		slow.Evaporate = func(x float64) float64 {
			calls++
			time.Sleep(10 * time.Millisecond) // all together longer than the limit, each far from it
			return x
		}
		out, err := slow.Solve(context.Background(), anything{}, solver.Run{Seed: 1, Budget: solver.Iterations(100)})
		alltest.Check(t, err == nil && calls == 100 && out.Iterations == 100, "limit %v: %+v after %d calls, %v", limit, out, calls, err)
	}
	for what, place := range map[string]int{"first": 0, "last": 1} {
		s := &toy{Settings: colony.Defaults(), Hooks: colony.Hooks[string]{Order: func(string, []int32) int { return place }}}
		out, err := s.run()
		alltest.Check(t, err == nil && out.Cost == float64(2+place), "the %s place: %+v, %v", what, out, err)
	}
	for _, cost := range []float64{7.5, 0.25} {
		s := &toy{Settings: colony.Defaults(), Hooks: colony.Hooks[string]{Cost: func(string) float64 { return cost }}}
		out, err := s.run()
		alltest.Check(t, err == nil && out.Cost == cost, "%+v, %v", out, err)
	}
	alltest.Check(t, a.Trail().Chooser() == nil && b.Trail().Chooser() != nil,
		"the rule that chooses: %v, typed %v", a.Trail().Chooser(), b.Trail().Chooser())
}

// Where no candidate has pheromone, either choice takes each as often, the greedy one the
// first where ties are broken so.
func TestChoiceOfNothing(t *testing.T) {
	for _, first := range []bool{false, true} {
		s := colony.Defaults()
		s.FirstTie = first
		trail := colony.New(s, colony.Rules{}, picks{n: 4, k: 1}, solver.NewPCG(3)).Trail()
		clear(trail.Tau)
		for name, choose := range map[string]func([]int32) int{"greedy": trail.ChooseGreedy, "roulette": trail.ChooseRoulette} {
			counts, only := make([]int, 4), first && name == "greedy"
			for range 10000 {
				counts[choose([]int32{3, 1, 0, 2})]++
			}
			x := chiSquare(counts, []float64{0.25, 0.25, 0.25, 0.25})
			alltest.Check(t, (only || x <= chiSquare3) && (!only || counts[2] == 10000), "%s, first %v: %v, χ² = %v", name, first, counts, x)
		}
	}
}

// A guard passes on what is no rule's doing, also where a rule was asked before.
func TestGuardPasses(t *testing.T) {
	var g colony.Guard
	rule := g.Rule("Any", here)
	rule.End(rule.Begin())
	alltest.Equal(t, alltest.Panics(t, func() { g.Run(func() { panic("mine") }) }), "mine")
}

// A list is told from another that differs in a member, whatever the order.
func TestSum(t *testing.T) {
	list := []int32{3, 1, 4, 1, 5}
	alltest.Check(t, colony.SumOf(list) == colony.SumOf([]int32{5, 4, 3, 1, 1}) && colony.SumOf(nil) == 0, "the order counts")
	for i := range list {
		for _, x := range []int32{0, 2, 9, 1 << 30} {
			other := slices.Clone(list)
			if other[i] = x; colony.SumOf(other) == colony.SumOf(list) {
				t.Errorf("%v is taken for %v", other, list)
			}
		}
	}
}

// The settings have a flag each, with the paper's values and bounds.
func TestFlags(t *testing.T) {
	settings := colony.Defaults()
	err := settings.Table().Validate()
	alltest.Check(t, err == nil, "%v", err)
	solvertest.Parameters(t, func() *colony.Solver[*hashi] {
		return colony.Engine("hashi/acs", func(p *hashi) colony.Problem { return p })
	}, solvertest.Ants("0.2", "0.001", nil))
}
