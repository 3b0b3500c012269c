package run_test

import (
	"context"
	"fmt"

	_ "formicary/data" // the open sets, wherever this runs
	"formicary/pkg/experiment/internal/run"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/exact"
	"formicary/pkg/sudoku/sudokus"
)

// boaster is an engine that claims a solution and has none.
type boaster struct{}

func (boaster) Describe() solver.Description { return solver.Description{Engine: "boaster"} }

func (boaster) Solve(_ context.Context, p puzzle.Puzzle, _ solver.Run) (solver.Outcome, error) {
	return solver.Outcome{Status: solver.Solved, Best: puzzle.NewGrid(p.Size(), 1)}, nil
}

// A run becomes a record; the puzzle, and not the engine, says whether it is solved.
func Example() {
	p := sudokus.Kind.MustOpen("open").Puzzles()[0]
	for _, engine := range []solver.Solver{exact.New(), boaster{}} {
		r, _ := run.Solve(context.Background(), engine, p, solver.Run{Seed: 1})
		fmt.Println(r.Status)
		if r.Error != "" {
			fmt.Println(r.Error)
		}
	}
	// Output:
	// unique
	// failed
	// experiment: engine bug: a reported solution breaks given-changed: the cell r1c1 holds 1, its given is 2 (and 2 other cells)
}
