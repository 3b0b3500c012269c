// Command cell is a program as the kernel makes it of a cell: a rule is typed in, sets
// are opened by variables, and main goes through the cell.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/show"
	"formicary/pkg/solver"
)

var (
	wait    = flag.Bool("wait", false, "run an engine that waits to be stopped")
	weight  = flag.Int("weight", 2, "what a block costs")
	sample  = show.Pick(3, 5)
	puzzles = nurikabes.Kind.MustOpen("open-908").Between(25, 64).Sample(sample, 1).Puzzles()
)

func plan(name string, rule *acs.Solver) experiment.Plan {
	return experiment.Plan{
		Name: name, Puzzles: puzzles, Engines: []solver.Solver{acs.New(), rule},
		Runs: 2, Budget: solver.Iterations(20), Seed: 1,
	}
}

func main() {
	flag.Parse()
	if *wait {
		waits := solver.Sketch("waits", func(m *solver.Meter, p *nurikabe.Puzzle, _ *rand.Rand) puzzle.Grid {
			for m.Continue() {
				time.Sleep(time.Millisecond)
			}
			return puzzle.Grid{}
		})
		show.Run(experiment.Plan{Name: "waiting", Puzzles: puzzles, Engines: []solver.Solver{waits}, Budget: solver.Wall(time.Hour)})
		return
	}
	rule := acs.Named("typed")
	rule.Cost = func(v *acs.View) float64 { return float64(v.Missing() + *weight*v.Blocks()) }
	show.Run(plan("first", acs.Named("not typed")))
	runs := show.Run(plan(fmt.Sprintf("blocks cost %d", *weight), rule))
	fmt.Println(runs.Records()[0].Puzzle)
}
