package engines_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// TestEndedByTime ends the runs of the goldens by time, wherever it is up, and
// makes each again with a budget of the iterations that it recorded: the two are
// the same. A run that was ended in its first iteration is one that was
// cancelled before. What is proved stays: a complete engine that finds a
// solution in an iteration that time ends has solved the puzzle.
func TestEndedByTime(t *testing.T) {
	eachRun(t, func(t *testing.T, engine solver.Solver, p puzzle.Puzzle, budget solver.Budget) {
		full := sync.OnceValue(func() solver.Outcome {
			return solvertest.Solve(t, engine, p, solver.Run{Seed: 1, Budget: budget})
		})
		ended := 0
		for _, limit := range []time.Duration{1, 50 * time.Microsecond, 200 * time.Microsecond, time.Millisecond, 5 * time.Millisecond, 20 * time.Millisecond} {
			out := solvertest.Solve(t, engine, p, solver.Run{Seed: 1, Budget: solver.CPU(limit)})
			ctx, again := t.Context(), solver.Run{Seed: 1, Budget: solver.Iterations(out.Iterations)}
			if out.Iterations == 0 {
				cancelled, cancel := context.WithCancel(ctx)
				cancel()
				ctx = cancelled
			}
			want := alltest.Must(engine.Solve(ctx, p, again))(t)
			if want.Status == solver.Cancelled {
				want.Status = solver.Exhausted
			}
			asked := out
			if out.Status == solver.Solved && want.Status == solver.Exhausted && complete(t, engine) {
				asked.Status, asked.Best, asked.Cost, asked.Evaluations = want.Status, want.Best, want.Cost, want.Evaluations
			}
			if !solvertest.Same(asked, want) {
				if solvertest.Same(out, full()) {
					break // ended by itself
				}
				t.Errorf("ended after %v: %s\nthe same iterations again: %s", limit, figures(asked), figures(want))
			}
			ended++
			if out.Status != solver.Exhausted && out.Status == want.Status {
				break // the next would be the same
			}
		}
		alltest.Check(t, ended != 0, "no run was ended by time")
	})
}

func complete(t *testing.T, engine solver.Solver) bool {
	return alltest.Must(engines.Find(engine.Describe().Engine))(t).Complete
}
