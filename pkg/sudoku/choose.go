package sudoku

import (
	"math"

	"formicary/pkg/puzzle"
)

// GivenShare is the share of the cells of a puzzle of a set that are given, in
// per cent, for [puzzle.Set.Values]; NaN for another kind of puzzle.
func GivenShare(item puzzle.Item) float64 {
	p, ok := item.Puzzle.(*Puzzle)
	if !ok {
		return math.NaN()
	}
	return 100 * float64(p.Givens()) / float64(p.Size().Cells())
}

// Fixed is [GivenShare] rounded to steps of five: Lloyd and Amos ("Solving
// Sudoku with Ant Colony Optimization", 2018) made their general instances with
// shares of 0, 5, 10, … per cent, of which rounding to whole cells leaves a
// little more or less.
func Fixed(item puzzle.Item) float64 { return 5 * math.Round(GivenShare(item)/5) }
