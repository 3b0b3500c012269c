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
func Strongest(frames []solver.Frame) []solver.Frame {
	out := slices.Clone(frames)
	for i, f := range out {
		if f.Pheromone == nil {
			continue
		}
		n := f.Board.Rows
		if n == 0 || len(f.Pheromone) != n*n*n {
			panic(fmt.Sprintf("sudoku: %d pheromone values on a board of %v", len(f.Pheromone), f.Board.Size))
		}
		most := make([]float64, n*n)
		for cell := range most {
			most[cell] = slices.Max(f.Pheromone[cell*n : (cell+1)*n])
		}
		out[i].Pheromone = most
	}
	return out
}

// FilmViews draws frames as boards with the pheromone of each cell's strongest
// digit behind the digits, for [Puzzle.Draw]. The scale is the logarithm to
// base ten, since deposits span decades, and the same in all views. Cells
// without pheromone (0 or less) are left without heat.
func FilmViews(frames []solver.Frame) []puzzle.View {
	frames = Strongest(frames)
	views := make([]puzzle.View, len(frames))
	low, high := math.Inf(1), math.Inf(-1)
	for i, f := range frames {
		views[i] = puzzle.View{Board: f.Board, HeatName: "pheromone (log₁₀)"}
		for _, x := range f.Pheromone {
			heat := math.NaN()
			if x > 0 {
				heat = math.Log10(x)
				low, high = min(low, heat), max(high, heat)
			}
			views[i].Heat = append(views[i].Heat, heat)
		}
	}
	if low < high {
		for i := range views {
			views[i].HeatMin, views[i].HeatMax = low, high
		}
	}
	return views
}
