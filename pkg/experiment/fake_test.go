package experiment

import (
	"strings"

	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/solver"
)

func examplePlan(puzzles, runs int) Plan {
	return Plan{
		Name: "coins", Puzzles: experimenttest.Table(puzzles), Runs: runs, Seed: 7, Budget: solver.Iterations(20),
		Engines: []solver.Solver{experimenttest.Flips{Variant: "fair", Bias: 0.5}, experimenttest.Flips{Variant: "loaded", Bias: 0.8}},
	}
}

func contains(list []string, part string) bool {
	for _, s := range list {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}
