package external

import (
	"os"
	"os/exec"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// TestColony: the colony in Python solves puzzles by the protocol, the same for a seed, and its pheromone can be set.
func TestColony(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		alltest.Require(t, os.Getenv("CI") == "", "no python3 on the PATH")
		t.Skip("no python3 on the PATH: the recipe is not tried")
	}
	colony := &Command{
		Name: "colony in Python", Kind: nurikabes.Kind, Format: "text",
		Args:    []string{"python3", "colony.py", "{seed}", "{iterations}", "{rate}"},
		Numbers: []Number{{Name: "rate", Value: 0.1, Low: 0, High: 1}},
	}
	solved := 0
	open := nurikabes.Kind.MustOpen("open-908")
	large := open.MustGet("5x5-103-3") // its clue is 11
	for _, p := range append(open.Between(9, 25).Sample(5, 1).Puzzles(), puzzle.Puzzle(large)) {
		run := solver.Run{Seed: 7 << 40, Budget: solver.Iterations(20)}
		improved := 0
		run.Trace = func(solver.Event) { improved++ }
		out, err := colony.Solve(t.Context(), p, run)
		again, _ := colony.Solve(t.Context(), p, run)
		alltest.Check(t, err == nil && out.Digest == again.Digest && out.Iterations == again.Iterations && improved != 0,
			"%s: %v, %d iterations with digest %d, then %d with %d; %d improvements", p.ID(), err, out.Iterations, out.Digest, again.Iterations, again.Digest, improved)
		if out.Status == solver.Solved {
			solved++
		}
	}
	alltest.Check(t, solved >= 3, "%d of 6 puzzles are solved", solved)
}
