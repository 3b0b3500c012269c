package analysis

import (
	"cmp"
	"slices"
)

// Cactus is the puzzles that one engine solved in order of what each took: the
// quantile plot of the solver competitions (such as A. Balint et al., "Overview
// and analysis of the SAT Challenge 2012 solver competition", Artificial
// Intelligence 223 (2015), 120–155).
type Cactus struct {
	Sample
	// Solved is the number of puzzles with a point.
	Solved int
	// Points are the solved puzzles in rising order of At.
	Points []CactusPoint
}

// CactusPoint is one solved puzzle.
type CactusPoint struct {
	PuzzleKey
	// Solved is the number of puzzles solved with so much each, this one
	// included; Total is what all of them took together.
	Solved int
	Total  float64
	// At is what the puzzle took: [HeadToHeadTime.Mean], all that its runs took by
	// its solutions. It may exceed Limit where some runs found none.
	At float64
}

// CactusCurves is the cactus plot's data, for each label.
func (r *Runs) CactusCurves(m Measure) []Cactus {
	var out []Cactus
	for _, g := range r.groups {
		c := Cactus{Sample: g.sample(m)}
		for _, in := range g.instances {
			if t := in.versus(m); t.Solved() {
				c.Points = append(c.Points, CactusPoint{PuzzleKey: in.PuzzleKey, At: t.Mean})
			}
		}
		slices.SortStableFunc(c.Points, func(a, b CactusPoint) int { return cmp.Compare(a.At, b.At) })
		total := 0.0
		for i := range c.Points {
			total += c.Points[i].At
			c.Points[i].Solved, c.Points[i].Total = i+1, total
		}
		c.Solved = len(c.Points)
		out = append(out, c)
	}
	return out
}
