package race_test

import (
	"context"
	"fmt"

	_ "formicary/data" // the open sets, wherever this runs
	"formicary/pkg/colony"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/race"
	"formicary/pkg/solver"
)

// Ants that never learn, against the paper's.
func Example() {
	rule := acs.Named("no learning")
	rule.GlobalUpdate = func(*colony.Trail, []int32, float64) {}
	result, err := race.Race{
		Puzzles:  nurikabes.Kind.MustOpen("open-908").Between(100, 144).Puzzles(),
		Baseline: acs.New(), Variants: []solver.Solver{rule},
		Budget: solver.Iterations(100), Seed: 1,
	}.Run(context.Background(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	c := result.Variants[0]
	fmt.Println(c.Verdict, c.Success.Interval.High < 0)
	// Output: worse true
}
