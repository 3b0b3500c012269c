package tune_test

import (
	"context"
	"fmt"

	_ "formicary/data" // the open sets, wherever this runs
	"formicary/pkg/analysis"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
	"formicary/pkg/tune"
)

// The greedy share and the number of ants, on small boards.
func Example() {
	result, err := tune.Tuner{
		New:     func() solver.Configurable { return acs.New() },
		Space:   tune.Space{tune.Real("q0", 0, 1), tune.Whole("ants", 2, 50).OnLog()},
		Puzzles: nurikabes.Kind.MustOpen("open-908").Between(49, 81).Take(20).Puzzles(),
		Budget:  solver.Evaluations(2000), Measure: analysis.Evaluations, Runs: 200, Seed: 1,
	}.Run(context.Background(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(result.Candidates) > 10, result.Elites[0].Mean < result.Candidates[0].Mean)
	// Output: true true
}
