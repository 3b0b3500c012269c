package solver_test

import (
	"context"
	"fmt"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// guess is the smallest engine: it tries the rows "a", "b", "c" … in turn.
type guess struct{}

func (guess) Describe() solver.Description { return solver.Description{Engine: "row/guess"} }

func (guess) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	m := solver.Start(ctx, p, run)
	out := solver.Outcome{Cost: -1}
	for m.Continue() {
		out.Best = board(string('a' + rune(m.Iterations())))
		out.Cost = float64(len(p.Check(out.Best)))
		m.Evaluated(1)
		m.Iterated(out.Cost, out.Best, nil)
		if out.Cost == 0 {
			out.Status = solver.Solved
			return m.Finish(out)
		}
	}
	out.Status = m.Undecided()
	return m.Finish(out)
}

// An engine starts a meter, asks it before every round, and ends with Finish,
// which puts the solution before the puzzle's own judge.
func Example() {
	for _, budget := range []solver.Budget{solver.Iterations(10), solver.Iterations(2)} {
		out, err := guess{}.Solve(context.Background(), row{"d"}, solver.Run{Budget: budget})
		fmt.Println(out.Status, out.Iterations, string(out.Best.Values), err)
	}
	// Output:
	// solved 4 d <nil>
	// exhausted 2 b <nil>
}
