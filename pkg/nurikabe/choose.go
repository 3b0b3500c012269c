package nurikabe

import (
	"math"

	"formicary/pkg/puzzle"
)

// Known says that a puzzle of a set has no clue "?", for [puzzle.Set.Where]:
// most engines take only such puzzles.
func Known(item puzzle.Item) bool {
	p, ok := item.Puzzle.(*Puzzle)
	return ok && !p.HasUnknown()
}

// IslandCount is the number of islands of a puzzle of a set, for
// [puzzle.Set.Values]; NaN for another kind of puzzle.
func IslandCount(item puzzle.Item) float64 {
	p, ok := item.Puzzle.(*Puzzle)
	if !ok {
		return math.NaN()
	}
	return float64(len(p.clueCells))
}

// MeanIsland is the mean size of the islands of a puzzle, where clues "?" count
// nothing; NaN where there are none, and for another kind of puzzle.
func MeanIsland(item puzzle.Item) float64 {
	p, ok := item.Puzzle.(*Puzzle)
	if !ok || len(p.clueCells) == 0 {
		return math.NaN()
	}
	return float64(p.White()) / float64(len(p.clueCells))
}
