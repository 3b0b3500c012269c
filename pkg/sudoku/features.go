package sudoku

import (
	"math"

	"formicary/pkg/puzzle"
)

// Features are what may make a Sudoku hard: cells, how many are given, their
// share, the freedom of the others, and the share of them that is forced at
// once.
func Features() []puzzle.Feature {
	return []puzzle.Feature{
		puzzle.Cells(),
		{Name: "givens", Of: GivenCount},
		{Name: "given share (%)", Of: GivenShare},
		{Name: "freedom", Of: Freedom},
		{Name: "forced share", Of: ForcedShare},
	}
}

// GivenCount is the number of cells that are given; NaN for another kind of
// puzzle.
func GivenCount(item puzzle.Item) float64 {
	p, ok := item.Puzzle.(*Puzzle)
	if !ok {
		return math.NaN()
	}
	return float64(p.Givens())
}

// Freedom is the mean number of digits that no given in the row, column or box
// rules out, over the cells that are not given: 1 where all are forced at once,
// the side of the board where nothing is given. It is NaN where all cells are
// given, and for another kind of puzzle.
func Freedom(item puzzle.Item) float64 {
	sum, empty := 0, 0
	for _, n := range candidates(item) {
		sum += n
		empty++
	}
	return float64(sum) / float64(empty)
}

// ForcedShare is the share of the cells that are not given for which one digit
// at most is left; NaN where all are given, and for another kind of puzzle.
func ForcedShare(item puzzle.Item) float64 {
	forced, empty := 0, 0
	for _, n := range candidates(item) {
		if n <= 1 {
			forced++
		}
		empty++
	}
	return float64(forced) / float64(empty)
}

// candidates are the numbers of digits left for the cells that are not given.
func candidates(item puzzle.Item) []int {
	p, ok := item.Puzzle.(*Puzzle)
	if !ok {
		return nil
	}
	var out []int
	for cell, peers := range p.Layout().Peers {
		if p.Given(cell) != puzzle.Unset {
			continue
		}
		var seen [MaxN + 1]bool
		left := p.N()
		for _, peer := range peers {
			if d := p.Given(int(peer)); d != puzzle.Unset && !seen[d] {
				seen[d] = true
				left--
			}
		}
		out = append(out, left)
	}
	return out
}
