package analysis

import (
	"math"
	"slices"

	"formicary/pkg/experiment"
)

// SuccessSurface is the success of one engine over two features of puzzles.
type SuccessSurface struct {
	Label string
	// X and Y are the features' names.
	X, Y string
	// XEdges and YEdges are the ends of the ranges, rising, one more than
	// ranges; all labels share them. A range holds its upper end, the first
	// also its lower one.
	XEdges, YEdges []float64
	// Cells are by range of X and then of Y. Those without a puzzle have no
	// trials, and nothing is made up for them.
	Cells [][]SurfaceCell
	// Puzzles and Runs are their numbers.
	Puzzles, Runs int
	// About is what the cells' Across are about.
	About    About
	Warnings []string
}

// SurfaceCell is the puzzles of one range of both features.
type SurfaceCell struct {
	Puzzles int
	// Of are these puzzles, in the order of their IDs.
	Of []PuzzleKey
	// Runs is the share of runs that found a solution, with its interval
	// over runs, which is right for one puzzle only; Across is the interval
	// across puzzles ([Success.Across]).
	Runs   Proportion
	Across Interval
	// Fitted is the rate that [Settings.Hardness] of the two features expects
	// in the middle of the cell's puzzles; NaN in empty cells and where there
	// is nothing to fit.
	Fitted float64
}

// SuccessSurfaces groups puzzles into nx by ny ranges of two features, of about
// equal numbers of puzzles along each axis, the same for all labels. It panics
// where nx or ny is below 1.
func (s Settings) SuccessSurfaces(records []experiment.Record, x, y Feature, nx, ny int) []SuccessSurface {
	return Group(records).SuccessSurfaces(s, x, y, nx, ny)
}

// SuccessSurfaces is [Settings.SuccessSurfaces].
func (r *Runs) SuccessSurfaces(s Settings, x, y Feature, nx, ny int) []SuccessSurface {
	if nx < 1 || ny < 1 {
		panic("analysis: a surface needs at least one range of each feature")
	}
	s = s.complete()
	groups := r.groups
	xs, missingX := x.edges(groups, nx)
	ys, missingY := y.edges(groups, ny)
	var out []SuccessSurface
	for _, g := range groups {
		f := SuccessSurface{Label: g.label, X: x.Name, Y: y.Name, XEdges: xs, YEdges: ys, About: About{Level: s.Level}}
		if missingX > 0 {
			f.Warnings = append(f.Warnings, x.leftOut(missingX))
		}
		if missingY > 0 {
			f.Warnings = append(f.Warnings, y.leftOut(missingY))
		}
		if len(xs) < 2 || len(ys) < 2 {
			out = append(out, f)
			continue
		}
		units := make([][][]ratio, len(xs)-1)
		middles := make([][][2]float64, len(xs)-1)
		for i := range units {
			units[i] = make([][]ratio, len(ys)-1)
			middles[i] = make([][2]float64, len(ys)-1)
			f.Cells = append(f.Cells, make([]SurfaceCell, len(ys)-1))
		}
		for _, in := range g.instances {
			if !x.has(in.Puzzle) || !y.has(in.Puzzle) {
				continue
			}
			i, j := rangeOf(xs, x.Values[in.Puzzle]), rangeOf(ys, y.Values[in.Puzzle])
			f.Cells[i][j].Of = append(f.Cells[i][j].Of, in.PuzzleKey)
			units[i][j] = append(units[i][j], ratio{float64(in.wins), float64(len(in.runs))})
			middles[i][j][0] += x.Values[in.Puzzle]
			middles[i][j][1] += y.Values[in.Puzzle]
			f.Puzzles++
			f.Runs += len(in.runs)
		}
		h, fitted := s.hardSuccess(g, []Feature{x, y})
		fitted = fitted && len(h.Effects) == 2
		for i := range f.Cells {
			for j := range f.Cells[i] {
				c := &f.Cells[i][j]
				c.Fitted = math.NaN()
				sum := total(units[i][j])
				c.Puzzles = len(units[i][j])
				c.Runs = s.Proportion(int(sum.part), int(sum.whole))
				c.Across = s.across(units[i][j])
				if n := float64(c.Puzzles); n > 0 && fitted {
					c.Fitted, _ = h.At(middles[i][j][0]/n, middles[i][j][1]/n)
				}
			}
		}
		out = append(out, f)
	}
	return out
}

// edges are the ends of ranges of a feature, with the lower end of the first.
func (f Feature) edges(groups []group, bins int) (edges []float64, missing int) {
	ends, missing := f.ends(groups, bins)
	if len(ends) == 0 {
		return nil, missing
	}
	least := ends[0]
	for _, g := range groups {
		for _, in := range g.instances {
			if f.has(in.Puzzle) {
				least = min(least, f.Values[in.Puzzle])
			}
		}
	}
	return append([]float64{least}, ends...), missing
}

// rangeOf is the range that a value lies in.
func rangeOf(edges []float64, v float64) int {
	i, _ := slices.BinarySearch(edges[1:], v)
	return i
}
