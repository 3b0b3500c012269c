package puzzle

import "math"

// Feature is a number that puzzles of a kind have, such as how many clues: what
// may make one harder than another beside its size.
type Feature struct {
	// Name is what an axis is called.
	Name string
	// Of is the number; NaN where the puzzle has none, or is of another kind.
	Of func(Item) float64
}

// Cells is the feature of every puzzle: its number of cells.
func Cells() Feature {
	return Feature{"cells", func(i Item) float64 {
		if i.Puzzle == nil {
			return math.NaN()
		}
		return float64(i.Size().Cells())
	}}
}
