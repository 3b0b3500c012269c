package charts

import (
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// PheromoneView is a frame's board with its pheromone, on cells or on lines between cells
// ([solver.Layout]). Where places have one number each, the heat is that, on the scale of
// all the films given, logarithmic where they span more than a factor of 20; without films
// it has no scale, which a film of package show then gives all its moments.
//
// Where places have several numbers, as in the colonies for Sudoku, one for each digit
// (cell·n+digit−1), the heat is the place's commitment: the share that its strongest
// value has of its pheromone, 1/n where all have the same and 1 where one has all.
// (The amount says less: a colony deposits the same on all cells of its best board,
// but not always on the same digit.) Its scale is 0 to 1.
//
// A number of values that does not fit the layout is a programmer error and panics.
func PheromoneView(f solver.Frame, films ...[]solver.Frame) puzzle.View {
	v := puzzle.View{Board: f.Board, Pairs: f.Layout.Pairs}
	v.Heat, v.HeatName = f.Layout.Heat(f.Pheromone, f.Board.Cells())
	switch {
	case len(f.Pheromone) == 0:
		v.Pairs = nil
	case len(v.Heat) < len(f.Pheromone):
		v.HeatMax = 1
	case len(films) > 0:
		s := puzzle.HeatScaleOf(column(append(slices.Concat(films...), f), func(f solver.Frame) []float64 { return f.Pheromone })...)
		v.HeatMin, v.HeatMax, v.HeatLog = s.Min, s.Max, s.Log
	}
	return v
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
