package colony_test

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"formicary/pkg/colony"
	"formicary/pkg/solver"
)

// A run whose rule does not return comes back with an error that says where
// the rule is, and much sooner once nobody wants the run any more.
func TestAttemptStuck(t *testing.T) {
	end := make(chan struct{})
	defer close(end)
	for name, c := range map[string]struct {
		cancelled bool
		limit     time.Duration
	}{"limit": {false, 20 * time.Millisecond}, "cancelled": {true, 2 * time.Second}} {
		ctx, cancel := context.WithCancel(t.Context())
		if c.cancelled {
			cancel()
		}
		g := new(colony.Guard)
		_, _, line, _ := runtime.Caller(0)
		wait := func(colony.State) bool {
			<-end
			return false
		}
		p := picks{n: 5, k: 2, weigh: func([]int32) float64 { return 1 }}
		rules := colony.Rules{Restart: wait}.Under(g)
		start := time.Now()
		_, err := g.Attempt(ctx, c.limit, func() (solver.Outcome, error) {
			return colony.New(colony.Defaults(), rules, p, solver.NewPCG(1)).Run(meter()), nil
		})
		cancel()
		var broken *colony.RuleError
		if !errors.As(err, &broken) || broken.Rule != "Restart" || filepath.Base(broken.File) != "guard_test.go" {
			t.Fatalf("%s: error %v after %v", name, err, time.Since(start))
		}
		if broken.Line != line+2 {
			t.Errorf("%s: line %d, want that of the wait, %d", name, broken.Line, line+2)
		}
	}
}

// What is no rule's fault is passed on with its stack; an engine's own error
// and outcome come back as they are.
func TestAttemptPassesOn(t *testing.T) {
	g := new(colony.Guard)
	mine := errors.New("mine")
	out, err := g.Attempt(t.Context(), 0, func() (solver.Outcome, error) { return solver.Outcome{Cost: 3}, mine })
	if out.Cost != 3 || !errors.Is(err, mine) {
		t.Errorf("%+v, %v", out, err)
	}
	defer func() {
		text, _ := recover().(string)
		if !strings.HasPrefix(text, "a bug") || !strings.Contains(text, "TestAttemptPassesOn") {
			t.Errorf("recovered %q", text)
		}
	}()
	g.Attempt(t.Context(), 0, func() (solver.Outcome, error) { panic("a bug") })
}

// A Choose rule is told whether its turn is greedy, the same for all its
// questions of one turn.
func TestGreedyTurn(t *testing.T) {
	for q0, want := range map[float64]bool{0: false, 1: true} {
		s := colony.Defaults()
		s.Q0 = q0
		asked := 0
		rules := colony.Rules{Choose: func(tr *colony.Trail, c []int32) int {
			asked++
			if tr.GreedyTurn() != want {
				t.Errorf("q0 = %v: greedy %v", q0, tr.GreedyTurn())
			}
			return 0
		}}
		colony.New(s, rules, picks{n: 5, k: 2, weigh: func([]int32) float64 { return 1 }}, solver.NewPCG(1)).Iterate(meter())
		if asked == 0 {
			t.Error("never asked")
		}
	}
}

// Pheromone is looked at once an iteration: a local update that leaves none
// anywhere is refused.
func TestNoPheromone(t *testing.T) {
	rules := colony.Rules{LocalUpdate: func(float64, float64) float64 { return 0 }}
	p := picks{n: 3, k: 3, weigh: func([]int32) float64 { return 1 }}
	defer func() {
		if e, ok := recover().(*colony.RuleError); !ok || e.Rule != "LocalUpdate" || !strings.Contains(e.Problem, "no pheromone") {
			t.Errorf("recovered %v", e)
		}
	}()
	colony.New(colony.Defaults(), rules, p, solver.NewPCG(1)).Iterate(meter())
}

// Where no candidate has pheromone, roulette takes each as often.
func TestRouletteOfNothing(t *testing.T) {
	c := colony.New(colony.Defaults(), colony.Rules{}, picks{n: 4, k: 1}, solver.NewPCG(3))
	clear(c.Trail().Tau)
	counts := make([]int, 4)
	for range 10000 {
		counts[c.Trail().ChooseRoulette([]int32{0, 1, 2, 3})]++
	}
	if x := chiSquare(counts, []float64{0.25, 0.25, 0.25, 0.25}); x > chiSquare3 {
		t.Errorf("%v: χ² = %v", counts, x)
	}
}
