package sudoku

import (
	"fmt"
	"math"
	"slices"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// FilmViews draws frames as boards, for [Puzzle.Draw]. Behind the digits is
// each cell's commitment: the share of its pheromone that its strongest digit
// has, 1/n where all digits have the same and 1 where one has all. (The amount
// says less: a colony deposits the same on all cells of its best board, but not
// always on the same digit.) The scale is 0 to 1 in all views.
//
// The pheromone of the frames is one number for each digit of each cell
// (cell·n+digit−1, as in the colonies for Sudoku), or nil. Another number of
// values is a programmer error and panics.
func FilmViews(frames []solver.Frame) []puzzle.View {
	views := make([]puzzle.View, len(frames))
	for i, f := range frames {
		views[i] = puzzle.View{Board: f.Board, Heat: commitment(f), HeatMax: 1, HeatName: "pheromone of the strongest digit (share)"}
	}
	return views
}

// commitment is NaN for a cell without pheromone.
func commitment(f solver.Frame) []float64 {
	if f.Pheromone == nil {
		return nil
	}
	n := f.Board.Rows
	if n == 0 || len(f.Pheromone) != n*n*n {
		panic(fmt.Sprintf("sudoku: %d pheromone values on a board of %v", len(f.Pheromone), f.Board.Size))
	}
	var shares []float64
	for digits := range slices.Chunk(f.Pheromone, n) {
		sum := 0.0
		for _, x := range digits {
			sum += x
		}
		share := math.NaN()
		if sum > 0 {
			share = slices.Max(digits) / sum
		}
		shares = append(shares, share)
	}
	return shares
}
