package analysis

import (
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// TestSpent: what runs took counts whether they found a solution or not, and has no penalty.
func TestSpent(t *testing.T) {
	s := Spent(CPU)
	runs := []experiment.Record{{CPU: 1, Status: solver.Solved}, {CPU: 3, Status: solver.Exhausted}}
	alltest.Check(t, s.Of(runs) == 2 && s.Name == "processor time of a run" && s.Unit == "s" && s.Ratio, "%v: %g", s.Name, s.Of(runs))
}
