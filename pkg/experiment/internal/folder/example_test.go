package folder_test

import (
	"context"
	"fmt"
	"os"

	_ "formicary/data" // the open sets, wherever this runs
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/solver"
)

// A plan is run in a folder, which later tells its plans and their records.
func Example() {
	dir, err := os.MkdirTemp("", "folder")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	plan := experiment.Plan{
		Name: "logic", Puzzles: nonograms.Kind.MustOpen("open").Take(3).Puzzles(), Runs: 2, Seed: 1,
		Engines: []solver.Solver{logic.New()},
	}
	if _, err := plan.Run(context.Background(), experiment.In(dir)); err != nil {
		panic(err)
	}
	kept, err := folder.Read(dir)
	if err != nil {
		panic(err)
	}
	for _, p := range kept.Plans {
		fmt.Printf("%s: %d of %d runs of %s on %d puzzles\n", p.Name, len(p.Records), p.Planned, p.Engines[0].Engine, p.Puzzles)
	}
	fmt.Println(kept.Others, kept.Warnings)
	// Output:
	// logic: 6 of 6 runs of nonogram/logic on 3 puzzles
	// 0 []
}
