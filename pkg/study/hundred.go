package study

import (
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// minutes are the classes of the paper's table 1, by their largest size in cells,
// and the iterations that stand for its minute there (paper.Paces): all of a run
// below 100 cells, and from 400 cells on at most those of the class before.
var minutes = []struct {
	cells      int
	iterations int64
}{{99, 10_000}, {199, 7451}, {299, 1860}, {399, 931}, {2500, 931}}

// hundredRuns are Figure 4 (right) of Amos, Crossley and Lloyd 2019: the puzzles that
// ants solve in any of 100 runs of a minute. Five runs of each are in the study
// nurikabe-table-1. A puzzle that one of them solves is solved in any of 100, so
// that only the others are run a hundred times. Their first five runs are those again.
func hundredRuns() Study {
	return Study{
		Name:     "nurikabe-hundred",
		Question: "Which of the paper's puzzles that five runs of its minute do not solve do ants solve in any of 100 such runs?",
		Plans: func() ([]experiment.Plan, error) {
			five, err := fiveRuns()
			if err != nil {
				return nil, err
			}
			return onJanko(func(set puzzle.Set) (plans []experiment.Plan) {
				least := 1
				for _, m := range minutes {
					solved := map[string]bool{}
					for _, r := range five {
						if r.Solved() && r.Iterations <= m.iterations {
							solved[r.Content] = true
						}
					}
					left := set.Between(least, m.cells).Where(func(i puzzle.Item) bool { return !solved[i.Hash().String()] })
					plans = append(plans, experiment.Plan{
						Name: "nurikabe hundred, up to " + puzzle.Plural(m.cells, "cell"), Puzzles: left.Distinct().Puzzles(),
						Engines: []solver.Solver{acs.WithScheme(acs.Shuffled)}, Runs: 100, Budget: solver.Iterations(m.iterations), Seed: 1,
					})
					least = m.cells + 1
				}
				return plans
			})()
		},
	}
}

// fiveRuns are the published runs with shuffled islands.
func fiveRuns() (out []experiment.Record, err error) {
	s, err := archive.Open("nurikabe-table-1")
	if err != nil {
		return nil, err
	}
	all, err := s.Records()
	for _, r := range all {
		if r.Is(acs.WithScheme(acs.Shuffled).Variant) {
			out = append(out, r)
		}
	}
	return out, err
}
