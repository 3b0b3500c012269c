package analysis_test

import (
	"context"
	"fmt"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// square makes an instance of rows of clues; a dot is none.
func square(id string, rows ...string) puzzle.Puzzle {
	var clues []int
	for _, sign := range strings.Join(rows, "") {
		clue := 0
		if sign != '.' {
			clue = int(sign - '0')
		}
		clues = append(clues, clue)
	}
	p, err := nurikabe.New(id, puzzle.Size{Rows: len(rows), Cols: len(rows[0])}, clues)
	if err != nil {
		panic(err)
	}
	return p
}

// The whole way: a plan is run, its records become tables. The budget is in
// iterations, so that the runs are the same wherever they are made.
func Example() {
	plan := experiment.Plan{
		Puzzles: []puzzle.Puzzle{
			square("a", ".....", "...5.", ".5...", "..1..", "....."),
			square("b", "3....", "..5..", ".....", ".....", "..3.."),
			square("c", ".......", "5.....3", ".......", "..3....", "...5...", ".......", ".2....5"),
		},
		Engines: []solver.Solver{acs.WithScheme(acs.Raster), acs.WithScheme(acs.Shuffled)},
		Runs:    20,
		Budget:  solver.Iterations(20),
		Seed:    1,
	}
	runs, err := plan.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	settings := analysis.Settings{Classes: []analysis.Class{{Least: 1, Most: 39}, {Least: 40}}}
	for _, row := range settings.Group(runs.Records()).By(analysis.Size).Success().Rows {
		fmt.Printf("%s, %v cells: %d of %d runs solved\n", row.Label, row.Class, row.Runs.Successes, row.Runs.Trials)
	}
	for _, row := range analysis.Group(runs.Records()).By(analysis.EachPuzzle).ExpectedRunTime(analysis.Iterations).Rows {
		fmt.Printf("%s, %s: %.1f iterations a solution\n", row.Label, row.Puzzle, row.Mean)
	}
	// Output:
	// ants, raster, 1–39 cells: 37 of 40 runs solved
	// ants, raster, ≥40 cells: 9 of 20 runs solved
	// ants, shuffled, 1–39 cells: 37 of 40 runs solved
	// ants, shuffled, ≥40 cells: 16 of 20 runs solved
	// ants, raster, a: 8.9 iterations a solution
	// ants, raster, b: 2.2 iterations a solution
	// ants, raster, c: 31.9 iterations a solution
	// ants, shuffled, a: 7.6 iterations a solution
	// ants, shuffled, b: 4.6 iterations a solution
	// ants, shuffled, c: 11.1 iterations a solution
}
