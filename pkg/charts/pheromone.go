package charts

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// PheromoneView is a frame's board with its pheromone. Where cells have one number
// each, the heat is that, on the scale of all the films given, logarithmic where they
// span more than a factor of 20; without films it has no scale, which a film of
// package show then gives all its moments.
//
// Where cells have several numbers, as in the colonies for Sudoku, one for each digit
// (cell·n+digit−1), the heat is the cell's commitment: the share that its strongest
// value has of its pheromone, 1/n where all have the same and 1 where one has all.
// (The amount says less: a colony deposits the same on all cells of its best board,
// but not always on the same digit.) Its scale is 0 to 1.
//
// A number of values that the board's cells do not divide is a programmer error and
// panics.
func PheromoneView(f solver.Frame, films ...[]solver.Frame) puzzle.View {
	v := puzzle.View{Board: f.Board}
	cells := f.Board.Cells()
	switch {
	case len(f.Pheromone) == 0:
	case cells == 0 || len(f.Pheromone)%cells != 0:
		panic(fmt.Sprintf("charts: %d pheromone values on a board of %v", len(f.Pheromone), f.Board.Size))
	case len(f.Pheromone) > cells:
		v.Heat, v.HeatMax, v.HeatName = commitment(f.Pheromone, len(f.Pheromone)/cells), 1, "pheromone of the strongest value (share)"
	default:
		v.Heat, v.HeatName = f.Pheromone, "pheromone"
		if len(films) > 0 {
			s := puzzle.HeatScaleOf(column(append(slices.Concat(films...), f), func(f solver.Frame) []float64 { return f.Pheromone })...)
			v.HeatMin, v.HeatMax, v.HeatLog = s.Min, s.Max, s.Log
		}
	}
	return v
}

// commitment is NaN for a cell without pheromone.
func commitment(pheromone []float64, n int) []float64 {
	var shares []float64
	for values := range slices.Chunk(pheromone, n) {
		sum := 0.0
		for _, x := range values {
			sum += x
		}
		share := math.NaN()
		if sum > 0 {
			share = slices.Max(values) / sum
		}
		shares = append(shares, share)
	}
	return shares
}

// TrackColours are the colours of some labels beside each other, as in all charts,
// as CSS: variables of the page (its theme's), or where there are none those for
// light pages. What has no label has the colour of text.
func TrackColours(labels []string) []string {
	colours := coloursOf(labels)
	for i, label := range labels {
		if label == "" {
			colours[i] = named("text")
		}
	}
	return column(colours, func(colour string) string {
		name := strings.TrimPrefix(colour, named(""))
		return fmt.Sprintf("var(--formicary-%s,%s)", name, Light[name])
	})
}
