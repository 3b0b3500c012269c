package nurikabe

import (
	"math"

	"formicary/pkg/puzzle"
)

// Features are what may make a Nurikabe hard: cells, islands (their number is
// that of the clues), their mean and largest size, clue density (clues by
// cells) and the share of the board that islands cover.
func Features() []puzzle.Feature {
	return []puzzle.Feature{
		puzzle.Cells(),
		{Name: "islands", Of: IslandCount},
		{Name: "mean island size", Of: MeanIsland},
		{Name: "largest island", Of: largestIsland},
		{Name: "clue density", Of: clueDensity},
		{Name: "island share", Of: islandShare},
	}
}

// largestIsland is the largest clue, where clues "?" count nothing; NaN where
// there are no others, and for another kind of puzzle.
func largestIsland(item puzzle.Item) float64 {
	p, ok := item.Puzzle.(*Puzzle)
	if !ok || len(p.clueCells) == 0 {
		return math.NaN()
	}
	most := 0
	for _, cell := range p.ClueCells() {
		most = max(most, p.Clue(cell))
	}
	if most == 0 {
		return math.NaN()
	}
	return float64(most)
}

// clueDensity is the share of the cells that have a clue; NaN for another kind
// of puzzle.
func clueDensity(item puzzle.Item) float64 { return IslandCount(item) / puzzle.Cells().Of(item) }

// islandShare is the share of the cells that belong to islands, where clues "?"
// count nothing; NaN for another kind of puzzle.
func islandShare(item puzzle.Item) float64 {
	p, ok := item.Puzzle.(*Puzzle)
	if !ok {
		return math.NaN()
	}
	return float64(p.White()) / float64(p.size.Cells())
}
