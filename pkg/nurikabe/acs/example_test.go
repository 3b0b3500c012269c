package acs_test

import (
	"context"
	"fmt"
	"math"
	"slices"

	_ "formicary/data" // the open sets, wherever this runs
	"formicary/pkg/colony"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

func Example() {
	p, err := nurikabe.New("small", puzzle.Size{Rows: 3, Cols: 4}, []int{
		2, 0, 0, 1,
		0, 0, 0, 0,
		0, 3, 0, 0,
	})
	if err != nil {
		panic(err)
	}
	engine := acs.New()
	engine.Ants = 4
	out, err := engine.Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Iterations(500)})
	fmt.Println(out.Status, err)
	for _, row := range p.Rows(out.Best) {
		fmt.Println(row)
	}
	// Output:
	// solved <nil>
	// ..#.
	// ####
	// ...#
}

// A rule with state: the colony begins again after 20 iterations without a
// better board. What it remembers is declared inside of Each, so that every run
// has its own, however many run at once.
func ExampleSolver_each() {
	s := acs.Named("restarts")
	s.Each = func(s *acs.Solver) {
		lowest, since := math.Inf(1), int64(0)
		s.Restart = func(now colony.State) bool {
			if now.Cost < lowest {
				lowest, since = now.Cost, now.Iterations
			}
			if now.Iterations-since < 20 {
				return false
			}
			lowest, since = math.Inf(1), now.Iterations
			return true
		}
	}
	plan := experiment.Plan{
		Puzzles: nurikabes.Kind.MustOpen("open-908").Take(8).Puzzles(), Engines: []solver.Solver{s},
		Budget: solver.Iterations(60), Seed: 1,
	}
	restarts := func(workers int) (list []float64) {
		plan.Workers = workers
		for _, r := range plan.MustRun(context.Background()).Records() {
			list = append(list, r.Statistics[0].Value)
		}
		return list
	}
	fmt.Println("the same on one worker and on four:", slices.Equal(restarts(1), restarts(4)))
	// Output: the same on one worker and on four: true
}
