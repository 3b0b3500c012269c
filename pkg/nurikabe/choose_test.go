package nurikabe_test

import (
	"math"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
)

func TestIslands(t *testing.T) {
	p := alltest.Must(nurikabe.New("p", puzzle.Size{Rows: 2, Cols: 3}, []int{0, 0, 2, 1, 0, 0}))(t)
	bare := alltest.Must(nurikabe.New("bare", puzzle.Size{Rows: 1, Cols: 1}, []int{0}))(t)
	set := puzzle.Set{Items: []puzzle.Item{{Puzzle: p}, {Puzzle: bare}}}
	counts, means := set.Values(nurikabe.IslandCount), set.Values(nurikabe.MeanIsland)
	alltest.Check(t, counts["p"] == 2 && counts["bare"] == 0 && means["p"] == 1.5 && math.IsNaN(means["bare"]),
		"%v islands of %v cells", counts, means)
	n := nurikabe.IslandCount(puzzle.Item{})
	alltest.Check(t, math.IsNaN(n), "%v islands of nothing", n)
	n = nurikabe.MeanIsland(puzzle.Item{})
	alltest.Check(t, math.IsNaN(n), "islands of nothing have %v cells", n)
}
