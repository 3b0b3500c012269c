// Command campaign runs one plan of 300 runs in a folder, for the test that edits
// and rebuilds what it is made of:
//
//	campaign DIR
//
// It prints how many runs were made, the version of the code, and what was reused.
package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"

	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

func main() {
	random := rand.New(rand.NewPCG(1, 2))
	var puzzles []puzzle.Puzzle
	for n := range 10 {
		clues := make([]int, 25)
		for range 4 {
			clues[random.IntN(len(clues))] = 1 + random.IntN(3)
		}
		p, err := nurikabe.New(fmt.Sprintf("p%d", n), puzzle.Size{Rows: 5, Cols: 5}, clues)
		if err != nil {
			panic(err)
		}
		puzzles = append(puzzles, p)
	}
	plan := experiment.Plan{Name: "campaign", Puzzles: puzzles, Engines: []solver.Solver{acs.New()}, Runs: 30, Budget: solver.Iterations(3), Seed: 1}
	made := len(puzzles) * plan.Runs
	result := plan.MustRun(context.Background(), experiment.In(os.Args[1]), experiment.OnProgress(func(p experiment.Progress) {
		made = p.Total - p.Reused
	}))
	fmt.Printf("%d made\n%s\n%s\n", made, result.Records()[0].Code, result.Reuse)
}
