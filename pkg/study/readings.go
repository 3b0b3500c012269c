package study

import (
	"math"
	"slices"

	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
)

// distance is a way to take the paper's words on schemes 4 and 5: they "select
// the next island based on the 'Manhattan' distance of islands from the numbered
// cell of the current island" (section 3.3, line 17).
type distance struct {
	// from are the places that the distance is measured from, the nearest of them.
	from func(v *acs.View) []puzzle.Cell
	// euclidean is the distance as the crow flies, not the Manhattan distance.
	euclidean bool
	// randomTie takes one of several equally far islands at random, not the
	// first in raster order.
	randomTie bool
	// skipOnes takes islands with clue 1, which need no growing, as no stops on
	// the way.
	skipOnes bool
}

// order has the colony visit islands so, as its scheme is furthest or nearest first.
func (r distance) order(s *acs.Solver) {
	scheme := s.Scheme
	s.Order = func(v *acs.View, left []int32) int { return r.next(scheme, v, left) }
}

// previousOnly is the clue of the island that the ant comes from, as package acs reads it.
func previousOnly(v *acs.View) []puzzle.Cell { return []puzzle.Cell{previous(v)} }

// nearestCell are that clue and all cells that were grown from it.
func nearestCell(v *acs.View) []puzzle.Cell { return append(v.Grown(), previous(v)) }

// lastCell is the last cell that was grown.
func lastCell(v *acs.View) []puzzle.Cell {
	grown := append([]puzzle.Cell{previous(v)}, v.Grown()...)
	return grown[len(grown)-1:]
}

// firstIsland is where the ant began.
func firstIsland(v *acs.View) []puzzle.Cell { return []puzzle.Cell{v.At(v.Visited()[0])} }

// next is the place in left of the next island. At the start one is as good as
// another.
func (r distance) next(scheme acs.Scheme, v *acs.View, left []int32) int {
	begun := slices.ContainsFunc(v.Visited(), func(i int32) bool { return !r.skipOnes || v.Clue(i) > 1 })
	var from []puzzle.Cell
	if begun {
		from = r.from(v)
	}
	best, least, ties := 0, math.Inf(1), 0
	for i, island := range left {
		if r.skipOnes && v.Clue(island) == 1 {
			continue
		}
		d := 0.
		if begun {
			d = r.between(from, v.At(island))
		}
		if scheme == acs.Furthest {
			d = -d
		}
		switch {
		case d < least:
			best, least, ties = i, d, 1
		case d == least && (r.randomTie || !begun):
			ties++
			if v.Intn(ties) == 0 {
				best = i
			}
		case d == least && island < left[best]:
			best = i
		}
	}
	return best
}

// between is the distance of a place from the nearest of others.
func (r distance) between(from []puzzle.Cell, to puzzle.Cell) float64 {
	least := math.Inf(1)
	for _, c := range from {
		rows, cols := math.Abs(float64(c.Row-to.Row)), math.Abs(float64(c.Col-to.Col))
		d := rows + cols
		if r.euclidean {
			d = hypotenuse(rows, cols)
		}
		least = min(least, d)
	}
	return least
}

// hypotenuse is the length of a vector with no negative coordinate. math.Hypot
// rounds otherwise where the processor multiplies and adds in one operation.
func hypotenuse(a, b float64) float64 {
	long, short := max(a, b), min(a, b)
	if long == 0 {
		return 0
	}
	ratio := short / long
	return long * math.Sqrt(1+float64(ratio*ratio))
}

// previous is the clue of the island that the ant comes from.
func previous(v *acs.View) puzzle.Cell {
	visited := v.Visited()
	return v.At(visited[len(visited)-1])
}
