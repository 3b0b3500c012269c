package study

import (
	"fmt"

	"formicary/pkg/colony"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/solver"
)

// restarts are the studies of when a colony should begin again.
func restarts() []Study {
	return []Study{{
		Name:     "nurikabe-restarts",
		Question: "Which cutoff for restarts costs least on one half of the puzzles, and what does it gain on the other, on boards of 100 to 144 cells?",
		Plans:    on(240, 2, solver.Iterations(5000), restarting),
	}}
}

// restarting are colonies that begin again after so many iterations, or by
// Luby's sequence.
func restarting() []solver.Solver {
	out := []solver.Solver{acs.Named("no restarts")}
	for _, cutoff := range []int64{17, 50, 100, 200, 400} {
		out = append(out, changed(fmt.Sprintf("cutoff %d", cutoff), func(s *acs.Solver) {
			s.Restart = func(s colony.State) bool { return s.Iterations%cutoff == 0 }
		}))
	}
	const unit = 50
	return append(out, changed(fmt.Sprintf("Luby's sequence, unit %d", unit), func(s *acs.Solver) {
		s.Restart = func(s colony.State) bool {
			end := int64(0)
			for i := int64(1); end < s.Iterations; i++ {
				end += unit * lubyTerm(i)
			}
			return end == s.Iterations
		}
	}))
}

// lubyTerm is term i of the sequence 1, 1, 2, 1, 1, 2, 4, … of Luby, Sinclair and
// Zuckerman (1993), from 1.
func lubyTerm(i int64) int64 {
	for k := int64(1); ; k *= 2 {
		if i == 2*k-1 {
			return k
		} else if i < 2*k-1 {
			return lubyTerm(i - k + 1)
		}
	}
}
