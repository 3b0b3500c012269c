package study

import (
	"fmt"

	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/solver"
)

// parameters are the studies of the parameters of the Nurikabe ants.
func parameters() []Study {
	return []Study{
		{
			Name:     "nurikabe-q0",
			Question: "How greedy should the ants be, at 150 and at 5,000 iterations, on boards of 100 to 144 cells?",
			Plans:    on(240, 1, solver.Iterations(5000), greedy),
		},
	}
}

// greedy are colonies that follow the pheromone more or less often.
func greedy() (out []solver.Solver) {
	for _, q0 := range []float64{0.3, 0.5, 0.7, 0.9, 0.99} {
		out = append(out, changed(fmt.Sprintf("q0 = %v", q0), func(s *acs.Solver) { s.Q0 = q0 }))
	}
	return out
}
