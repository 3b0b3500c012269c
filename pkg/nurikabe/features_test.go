package nurikabe_test

import (
	"math"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
)

func TestFeatures(t *testing.T) {
	board := func(clues ...int) puzzle.Item {
		p := alltest.Must(nurikabe.New("p", puzzle.Size{Rows: 2, Cols: len(clues) / 2}, clues))(t)
		return puzzle.Item{Puzzle: p}
	}
	nan := math.NaN()
	for _, c := range []struct {
		name string
		item puzzle.Item
		want []float64 // cells, islands, mean, largest, density, share
	}{
		{"two islands", board(0, 0, 3, 0, 1, 0, 0, 0), []float64{8, 2, 2, 3, 0.25, 0.5}},
		{"unknown beside known", board(0, 0, 3, 0, nurikabe.Unknown, 0, 0, 0), []float64{8, 2, 1.5, 3, 0.25, 0.375}},
		{"unknown only", board(nurikabe.Unknown, 0, 0, 0), []float64{4, 1, 0, nan, 0.25, 0}},
		{"no clue", board(0, 0), []float64{2, 0, nan, nan, 0, 0}},
		{"another kind", puzzle.Item{}, []float64{nan, nan, nan, nan, nan, nan}},
	} {
		features := nurikabe.Features()
		alltest.Require(t, len(features) == len(c.want), "%d features", len(features))
		for i, f := range features {
			got := f.Of(c.item)
			alltest.Check(t, got == c.want[i] || math.IsNaN(got) && math.IsNaN(c.want[i]), "%s: %s is %v, want %v", c.name, f.Name, got, c.want[i])
		}
	}
}
