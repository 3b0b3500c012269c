package memetic_test

import (
	"context"
	"fmt"

	"formicary/pkg/nurikabe/memetic"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
)

// Both settings on a puzzle that comes with the lab.
func Example() {
	set, err := nurikabes.Kind.Open("open-908")
	if err != nil {
		panic(err)
	}
	item := set.Between(100, 199).Items[0]
	for _, setting := range []memetic.Setting{memetic.Pure, memetic.Propagating} {
		engine := memetic.New()
		engine.Setting = setting
		out, err := engine.Solve(context.Background(), item.Puzzle, solver.Run{Seed: 1, Budget: solver.Iterations(100)})
		if err != nil {
			panic(err)
		}
		fmt.Println(engine.Describe().Variant, out.Status, out.Best.Equal(item.Solution))
	}
	// Output:
	// pure solved true
	// propagating solved true
}
