package analysis

import (
	"cmp"
	"math"
	"slices"

	"formicary/pkg/experiment"
)

// Cactus is the puzzles that one engine solved in order of what each took: the
// quantile plot of the solver competitions (such as A. Balint et al., "Overview
// and analysis of the SAT Challenge 2012 solver competition", Artificial
// Intelligence 223 (2015), 120–155).
type Cactus struct {
	Label   string
	Measure Measure
	// Puzzles is the number of puzzles, Solved of those with a point.
	Puzzles, Solved int
	// Limit is the budget in this measure, the largest where runs differ; 0
	// where it has no limit.
	Limit float64
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
func (s Settings) CactusCurves(records []experiment.Record, m Measure) []Cactus {
	return Group(records).CactusCurves(s, m)
}

// CactusCurves is [Settings.CactusCurves].
func (r *Runs) CactusCurves(s Settings, m Measure) []Cactus {
	var out []Cactus
	for _, g := range r.groups {
		c := Cactus{Label: g.label, Measure: m, Puzzles: len(g.instances)}
		for _, in := range g.instances {
			t := in.versus(m)
			c.Limit = max(c.Limit, t.Limit)
			if t.Solved() {
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

// Profile is the share of puzzles on which one engine is within a factor of
// the best: E. D. Dolan and J. J. Moré, "Benchmarking optimization software with
// performance profiles", Mathematical Programming 91 (2002), 201–213.
type Profile struct {
	Label   string
	Measure Measure
	// Puzzles is the number of puzzles that all labels ran on, Solved of those
	// that this one solved, Best of those on which none was better.
	Puzzles, Solved, Best int
	// Points are the steps, rising: the share of puzzles within each ratio.
	// There is always one at ratio 1.
	Points []ProfilePoint
	// Warnings say what is left out, and that the best one depends on which
	// engines are compared: with more than two, a profile says how often an
	// engine is near the best and not which of the others is better (N. Gould
	// and J. Scott, "A note on performance profiles for benchmarking software",
	// ACM Transactions on Mathematical Software 43 (2016), 15).
	Warnings []string
}

// ProfilePoint is one step of a [Profile].
type ProfilePoint struct {
	// Ratio is what the engine took by what the best one took, from 1.
	Ratio float64
	// Share of the puzzles are within the ratio.
	Share float64
}

// Profiles is the performance profile of each label, by what a solution takes
// ([HeadToHeadTime.Mean]), over the puzzles that all labels ran on; no labels mean
// all. Puzzles that nobody solved count among the puzzles. Where the best took
// nothing, the others are infinitely worse.
func (s Settings) Profiles(records []experiment.Record, m Measure, labels ...string) []Profile {
	return Group(records).Profiles(s, m, labels...)
}

// Profiles is [Settings.Profiles].
func (r *Runs) Profiles(s Settings, m Measure, labels ...string) []Profile {
	t := r.Scores(CostOfSolution(m), labels...).Complete()
	warn := t.Warnings
	if len(t.Labels) > 2 {
		warn = append(warn, "which engine is best depends on which are compared: compare two at a time before ranking them")
	}
	best := make([]float64, len(t.Values))
	for i, row := range t.Values {
		best[i] = slices.Min(row)
	}
	var out []Profile
	for _, label := range t.Labels {
		p := Profile{Label: label, Measure: m, Puzzles: len(t.Values), Warnings: warn}
		var ratios []float64
		for i, v := range t.Column(label) {
			switch {
			case math.IsInf(v, 1):
				continue
			case v == best[i]:
				p.Best++
				ratios = append(ratios, 1)
			default:
				ratios = append(ratios, v/best[i])
			}
			p.Solved++
		}
		slices.Sort(ratios)
		p.Points = []ProfilePoint{{1, 0}}
		for i, r := range ratios {
			share := float64(i+1) / float64(p.Puzzles)
			if last := &p.Points[len(p.Points)-1]; last.Ratio == r {
				last.Share = share
			} else {
				p.Points = append(p.Points, ProfilePoint{r, share})
			}
		}
		out = append(out, p)
	}
	return out
}
