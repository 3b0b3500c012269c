package colony_test

import (
	"errors"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/solver"
)

// What is no rule's fault is passed on with its stack; an engine's own error
// and outcome come back as they are.
func TestAttemptPassesOn(t *testing.T) {
	g := new(colony.Guard)
	mine := errors.New("mine")
	out, err := g.Attempt(t.Context(), 0, func() (solver.Outcome, error) { return solver.Outcome{Cost: 3}, mine })
	alltest.Check(t, out.Cost == 3 && errors.Is(err, mine), "%+v, %v", out, err)
	bug := func() (solver.Outcome, error) { panic("a bug") }
	text := alltest.Panics(t, func() { g.Attempt(t.Context(), 0, bug) })
	alltest.Check(t, strings.HasPrefix(text, "a bug") && strings.Contains(text, "TestAttemptPassesOn"), "recovered %q", text)
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
			alltest.Check(t, tr.GreedyTurn() == want, "q0 = %v: greedy %v", q0, tr.GreedyTurn())
			return 0
		}}
		colony.New(s, rules, picks{n: 5, k: 2, weigh: func([]int32) float64 { return 1 }}, solver.NewPCG(1)).Iterate(meter())
		alltest.Check(t, asked != 0, "never asked")
	}
}
