package engines_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// TestPromises asks the engines of the goldens, which have each parameter with
// another value, for what every engine promises of its runs: what
// [solvertest.Watched] says; budgets that are kept; cost -1 where there is no board; a context that ends the run
// before its first iteration, or after the one in which it ends; and that it
// refuses a puzzle of another kind by its name.
func TestPromises(t *testing.T) {
	within := map[string]bool{} // the engines of which a run was ended after its first iteration and before its last one
	eachRun(t, func(t *testing.T, engine solver.Solver, p puzzle.Puzzle, budget solver.Budget) {
		most := min(1+budget.Iterations/4, 8)
		run := solver.Run{Seed: 5, Budget: solver.Iterations(most)}
		out := solvertest.Watched(t, engine, p, run)
		alltest.Check(t, out.Iterations <= most && (out.Status != solver.Exhausted || out.Iterations == most || stuck[engine.Describe().Engine]),
			"a budget of %d iterations: %s", most, figures(out))
		board := func(out solver.Outcome) {
			t.Helper()
			alltest.Check(t, (out.Best.IsZero() || out.Best.Size == p.Size() && out.Cost >= 0) && (!out.Best.IsZero() || out.Cost == -1),
				"a board of %v at cost %v", out.Best.Size, out.Cost)
		}
		board(out)
		board(solvertest.Solve(t, engine, p, solver.Run{Seed: 5, Budget: solver.Budget{Iterations: most, Evaluations: 1}}))
		judged := solvertest.Solve(t, engine, p, solver.Run{Seed: 5, Budget: solver.Budget{Iterations: most, Evaluations: 3}})
		board(judged)
		alltest.Check(t, judged.Iterations <= out.Iterations && (judged.Status != solver.Exhausted || judged.Iterations >= out.Iterations || judged.Evaluations >= 3),
			"a budget of 3 evaluations: %s", figures(judged))

		ctx, cancel := context.WithCancel(t.Context())
		run.Observer = func(e solver.Event) {
			if !e.Improved && e.Iterations == (out.Iterations+1)/2 {
				cancel()
			}
		}
		half, err := engine.Solve(ctx, p, run)
		alltest.Check(t, err == nil && (half.Status.HasSolution() || out.Iterations <= 1 || half.Status == solver.Cancelled && half.Iterations == (out.Iterations+1)/2),
			"cancelled in iteration %d of %d: %s, %v", (out.Iterations+1)/2, out.Iterations, figures(half), err)
		board(half)
		if half.Status == solver.Cancelled && half.Iterations < out.Iterations {
			within[solver.Today(engine.Describe().Engine)] = true
		}
		cancel()
		// What engines do that deduce before they search is their first iteration, whatever the context says.
		before, err := engine.Solve(ctx, p, solver.Run{Seed: 5})
		board(before)
		alltest.Check(t, err == nil && before.Status == solver.Cancelled && before.Iterations <= 1 && before.Evaluations == 0 && (before.Best.IsZero() || before.Iterations != 0),
			"cancelled before the start: %s, %v", figures(before), err)
		solvertest.Refuses(t, p, func() solver.Solver { return engine }, nil)
	})
	within["nurikabe/portfolio"] = true // its ants find a solution at once; it has a test of its own
	for _, e := range engines.Groups() {
		alltest.Check(t, slices.ContainsFunc(slices.Collect(maps.Keys(within)), e.Has), "no run of %s was ended within", e.Title())
	}
}
