package colony_test

import (
	"math"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/solver"
)

// With heuristic information, candidates are drawn in proportion to τ·η^β, and the greedy
// choice takes the largest, of several one at random or the first.
func TestAttract(t *testing.T) {
	eta := []float64{2, 1, 3, 0}
	trail := &colony.Trail{Tau: []float64{0.1, 0.4, 0.2, 5}, Random: solver.NewPCG(4)}
	trail.Attract(colony.NewAttraction(func(c int32) float64 { return eta[c] }, 2))
	list := []int32{2, 0, 3, 1}
	counts := make([]int, 4)
	const draws = 40_000
	for range draws {
		counts[list[trail.ChooseRoulette(list)]]++
	}
	for c, n := range counts {
		share := trail.Tau[c] * eta[c] * eta[c] / (0.4 + 0.4 + 1.8)
		deviation := math.Sqrt(draws * share * (1 - share))
		alltest.Check(t, math.Abs(float64(n)-draws*share) <= 5*deviation, "component %d: %d draws, want about %v", c, n, draws*share)
	}
	alltest.Equal(t, list[trail.ChooseGreedy(list)], 2, "greedy")
	trail.Attract(colony.NewAttraction(func(c int32) float64 { return []float64{4, 1, 2, 0}[c] }, 1)) // a tie of 0, 1 and 2
	clear(counts)
	for range draws {
		counts[list[trail.ChooseGreedy(list)]]++
	}
	for c, n := range counts[:3] {
		alltest.Check(t, math.Abs(float64(n)-draws/3.0) <= 5*math.Sqrt(draws*2/9.0), "component %d wins %d ties of %d", c, n, draws)
	}
	trail.Attract(colony.NewAttraction(func(int32) float64 { return 0 }, 1))
	clear(counts)
	for range draws {
		counts[list[trail.ChooseRoulette(list)]]++
	}
	alltest.Check(t, slices.Min(counts) >= draws/5, "without any attraction: %v", counts)
}

// Of several with the largest τ·η^β the one with the lowest number is taken where the
// settings say so.
func TestAttractFirstTie(t *testing.T) {
	s := colony.Defaults()
	s.FirstTie = true
	c := colony.New(s, colony.Rules{}, picks{n: 4, k: 2}, solver.NewPCG(1))
	trail := c.Trail()
	trail.Attract(colony.NewAttraction(func(c int32) float64 { return 1 + float64(c%2) }, 1))
	list := []int32{2, 3, 0, 1}
	alltest.Check(t, list[trail.ChooseGreedy(list)] == 1, "took %d", list[trail.ChooseGreedy(list)])
}
