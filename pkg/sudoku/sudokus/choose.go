package sudokus

import (
	"math"

	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
)

// Fixed is the share of the cells of a puzzle that are given, in per cent and
// rounded to steps of five; NaN for another kind of puzzle. Lloyd and Amos
// ("Solving Sudoku with Ant Colony Optimization", 2018) made their general
// instances with shares of 0, 5, 10, … per cent, of which rounding to whole
// cells leaves a little more or less.
func Fixed(item puzzle.Item) float64 {
	p, ok := item.Puzzle.(*sudoku.Puzzle)
	if !ok {
		return math.NaN()
	}
	return 5 * math.Round(20*float64(p.Givens())/float64(p.Size().Cells()))
}
