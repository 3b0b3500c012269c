package sudoku

import (
	"fmt"
	"math"
	"slices"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Strongest reduces the pheromone of frames from one number for each digit of
// each cell (cell·n+digit−1, as the colonies for Sudoku have it) to one a cell:
// that of the digit with the most. Charts and drawings of pheromone want one
// number a cell. Frames without pheromone stay as they are; another number of
// values is a programmer error and panics.
//
// The frames that are given are not changed.
func Strongest(frames []solver.Frame) []solver.Frame { return perCell(frames, slices.Max[[]float64]) }

// Commitment is as [Strongest], with the share of a cell's pheromone that its
// strongest digit has: 1/n where all digits have the same, 1 where one has all,
// NaN where none has any. It tells more than the amount does: a colony lays the
// same on all cells of its best board, but not always on the same digit.
func Commitment(frames []solver.Frame) []solver.Frame {
	return perCell(frames, func(digits []float64) float64 {
		sum := 0.0
		for _, x := range digits {
			sum += x
		}
		if !(sum > 0) {
			return math.NaN()
		}
		return slices.Max(digits) / sum
	})
}

// perCell reduces the pheromone of each cell's digits.
func perCell(frames []solver.Frame, reduce func(digits []float64) float64) []solver.Frame {
	out := slices.Clone(frames)
	for i, f := range out {
		if f.Pheromone == nil {
			continue
		}
		n := f.Board.Rows
		if n == 0 || len(f.Pheromone) != n*n*n {
			panic(fmt.Sprintf("sudoku: %d pheromone values on a board of %v", len(f.Pheromone), f.Board.Size))
		}
		cells := make([]float64, n*n)
		for cell := range cells {
			cells[cell] = reduce(f.Pheromone[cell*n : (cell+1)*n])
		}
		out[i].Pheromone = cells
	}
	return out
}

// FilmViews draws frames as boards with each cell's [Commitment] behind the
// digits, for [Puzzle.Draw]. The scale is 0 to 1 in all views.
func FilmViews(frames []solver.Frame) []puzzle.View {
	views := make([]puzzle.View, len(frames))
	for i, f := range Commitment(frames) {
		views[i] = puzzle.View{Board: f.Board, Heat: f.Pheromone, HeatMax: 1, HeatName: "pheromone of the strongest digit (share)"}
	}
	return views
}
