package nurikabe

import (
	"errors"
	"io/fs"
	"math"

	"formicary/pkg/puzzle"
)

// MustOpenFirst opens the first of the named sets that is there, for notebooks
// that want the paper's set and do with an open one. It panics where none is,
// and where one is there but cannot be read.
func MustOpenFirst(names ...string) puzzle.Set {
	var missing error
	for _, name := range names {
		set, err := Open(name)
		if err == nil {
			return set
		}
		if !errors.Is(err, fs.ErrNotExist) {
			panic("nurikabe: " + err.Error())
		}
		missing = errors.Join(missing, err)
	}
	panic("nurikabe: " + missing.Error())
}

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
	return float64(p.Islands())
}

// MeanIsland is the mean size of the islands of a puzzle, where clues "?" count
// nothing; NaN where there are none, and for another kind of puzzle.
func MeanIsland(item puzzle.Item) float64 {
	p, ok := item.Puzzle.(*Puzzle)
	if !ok || p.Islands() == 0 {
		return math.NaN()
	}
	return float64(p.White()) / float64(p.Islands())
}
