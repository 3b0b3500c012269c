package solver_test

import (
	"context"
	"fmt"
	"math"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// guess is the smallest engine: it tries the rows "a", "b", "c" … in turn.
type guess struct{}

func (guess) Describe() solver.Description { return solver.Description{Engine: "row/guess"} }

func (guess) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	m := solver.Start(ctx, p, run)
	out := solver.Outcome{Status: solver.Solved, Cost: math.Inf(1)}
	for out.Cost > 0 && m.Continue() {
		try := board(string('a' + rune(m.Iterations())))
		cost := float64(len(p.Check(try)))
		m.Evaluated(1)
		if cost < out.Cost {
			out.Best, out.Cost = try, cost
			m.Improved(cost, try, nil)
		}
		m.Iterated(cost, try, nil)
	}
	if out.Cost > 0 {
		out.Status = m.Undecided()
	}
	return m.Finish(out)
}

// An engine starts a meter and asks it before every iteration. It reports every
// board that is better than all before, then the iteration, and ends with
// Finish, which puts the solution before the puzzle's own judge.
func Example() {
	for _, budget := range []solver.Budget{solver.Iterations(10), solver.Iterations(2)} {
		out, err := guess{}.Solve(context.Background(), row{"d"}, solver.Run{Budget: budget})
		fmt.Println(out.Status, out.Iterations, string(out.Best.Values), err)
	}
	// Output:
	// solved 4 d <nil>
	// exhausted 2 a <nil>
}
