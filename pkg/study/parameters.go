package study

import (
	"fmt"

	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// parameters are the studies of the parameters of the Nurikabe ants.
func parameters() []Study {
	return []Study{
		{
			Name:     "nurikabe-q0",
			Question: "How greedy should the ants be, at 150 and at 5,000 iterations, on boards of 100 to 144 cells?",
			Plans:    named("nurikabe q0", on(240, 1, solver.Iterations(5000), greedy)),
		},
		{
			Name:     "nurikabe-ants",
			Question: "How many ants should a colony have, when all may build the same number of boards, on boards of 100 to 144 cells?",
			Plans:    on(240, 1, solver.Evaluations(50000), colonies),
		},
		{
			Name:     "nurikabe-tuned",
			Question: "Do parameters that a race chose on other puzzles of the same sizes, for 1,500 or for 20,000 boards, help at 1,500 and at 50,000?",
			Plans:    plans(100, 144, 240, 3, unseen, solver.Evaluations(50000), tuned),
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

// colonies are small and large ones.
func colonies() (out []solver.Solver) {
	for _, ants := range []int{2, 10, 50} {
		out = append(out, changed(fmt.Sprintf("colony of %d", ants), func(s *acs.Solver) { s.Ants = ants }))
	}
	return out
}

// unseen are the puzzles that the tuner of notebook 21 does not train on.
func unseen(p puzzle.Item) bool { return p.Hash()[0]%3 != 0 }

// tuned are the configurations that the tuner of notebook 21 finds on the
// puzzles of the open set that are not unseen: in 600 runs of up to 1,500
// evaluations, as its quick mode, and in 1,500 runs of up to 20,000.
func tuned() []solver.Solver {
	return []solver.Solver{
		acs.Named("paper's parameters"),
		changed("tuned for 1,500 boards", func(s *acs.Solver) { s.Ants, s.BVE, s.Q0, s.Rho, s.Xi = 3, 0.002461, 0.6844, 0.02723, 0.4048 }),
		changed("tuned for 20,000 boards", func(s *acs.Solver) { s.Ants, s.BVE, s.Q0, s.Rho, s.Xi = 2, 0.001996, 0.446, 0.03901, 0.2444 }),
	}
}
