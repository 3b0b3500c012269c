package study

import (
	"fmt"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/nurikabe/acs"
	printed "formicary/pkg/nurikabe/paper"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// hundredClasses is how many of the size classes have 100 runs, the smaller boards first.
// On one core the five classes take 1, 28, 11, 11 and 11 minutes.
const hundredClasses = 1

// hundredRuns are the puzzles that ants solve in any of 100 runs of a minute: Figure 4
// (right) of Amos, Crossley and Lloyd 2019, and the counts of its tables. Five runs of
// each are in the study nurikabe-table-1. A puzzle that one of them solves is solved in
// any of 100, so that only the others are run a hundred times. Their first five runs are
// those of that study, with fewer iterations.
func hundredRuns() Study {
	return Study{
		Name:     "nurikabe-hundred",
		Question: "Which of the paper's puzzles that five runs of its minute do not solve do ants solve in any of 100 such runs?",
		Plans: func() ([]experiment.Plan, error) {
			solved, err := solvedInFive()
			if err != nil {
				return nil, err
			}
			return onJanko(func(set puzzle.Set) (plans []experiment.Plan) {
				left := set.Distinct().Where(func(i puzzle.Item) bool { return !solved[i.Hash().String()] })
				for _, class := range analysis.SizeClasses[:hundredClasses] {
					words := fmt.Sprintf("%d to %d cells", class.Least, class.Most)
					if class.Most == 0 {
						words = fmt.Sprintf("%d cells and more", class.Least)
					}
					of := left.Where(func(i puzzle.Item) bool { return class.Contains(i.Size().Cells()) })
					plans = append(plans, experiment.Plan{
						Name: "nurikabe hundred, " + words, Puzzles: of.Puzzles(), Engines: []solver.Solver{acs.WithScheme(acs.Shuffled)},
						Runs: 100, Budget: solver.Iterations(printed.Minute(max(class.Least, class.Most))), Seed: 1,
					})
				}
				return plans
			})()
		},
	}
}

// solvedInFive are the puzzles, by content, that published runs with shuffled islands
// solve within the iterations of the paper's minute.
func solvedInFive() (map[string]bool, error) {
	s, err := archive.Open("nurikabe-table-1")
	if err != nil {
		return nil, err
	}
	all, err := s.Records()
	solved := map[string]bool{}
	for _, r := range all {
		if r.Is(acs.WithScheme(acs.Shuffled).Variant) && r.Solved() && r.Iterations <= printed.Minute(r.Cells()) {
			solved[r.Content] = true
		}
	}
	return solved, err
}
