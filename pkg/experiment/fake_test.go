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

// timeless drops what may differ between two equal experiments: times and
// memory.
func timeless(records []Record) []Record {
	out := make([]Record, len(records))
	for i, r := range records {
		r.Seconds, r.CPU, r.PeakBytes, r.Session = 0, 0, 0, ""
		trace := append([]Point(nil), r.Trace...)
		for j := range trace {
			trace[j].Seconds = 0
		}
		r.Trace = trace
		out[i] = r
	}
	return out
}

func contains(list []string, part string) bool {
	for _, s := range list {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}
