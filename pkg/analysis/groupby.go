package analysis

import (
	"math"
	"slices"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
)

// Part is the rows of a table that have one key.
type Part[K comparable] struct {
	Key   K
	Table *Table
}

// GroupBy parts the rows of a table by a key, such as a label or a small struct
// of a label and a size class. Keys are in the order of their first row.
func GroupBy[K comparable](t *Table, key func(Row) K) []Part[K] {
	places := map[K]uint32{}
	var parts []Part[K]
	var counts []int
	n := t.Len()
	of := make([]uint32, n)
	for i := range n {
		k := key(t.Row(i))
		at, ok := places[k]
		if !ok {
			at = uint32(len(parts))
			places[k] = at
			parts = append(parts, Part[K]{Key: k})
			counts = append(counts, 0)
		}
		of[i] = at
		counts[at]++
	}
	all := make([]uint32, n)
	for i, begin := 0, 0; i < len(parts); i++ {
		parts[i].Table = t.view(all[begin : begin : begin+counts[i]])
		begin += counts[i]
	}
	for i := range n {
		p := parts[of[i]].Table
		p.rows = append(p.rows, t.Row(i).at)
	}
	return parts
}

// Summary is the rows of one group in numbers.
type Summary struct {
	// Runs is the number of rows, Puzzles that of different puzzles.
	Runs, Puzzles int
	// Solved is the share of runs that found a solution, with Wilson's
	// interval over runs. With several runs a puzzle it is too narrow for what
	// other puzzles would bring: see [Success.Across].
	Solved Proportion
	// Failed counts the runs whose engine failed.
	Failed  int
	Measure Measure
	// Penalised is the mean over runs of what they took, where each without a
	// solution counts Factor times its budget ([PAR]). It is over the Counted
	// runs; those with neither solution nor budget are not in it. NaN where
	// there are none.
	Penalised float64
	Factor    float64
	Counted   int
	// Expected is all that runs took by the solutions found; +Inf without one.
	Expected float64
	// Median and Q90 are quantiles over all runs of what a solution took; +Inf
	// where they fall among the runs that found none.
	Median, Q90 float64
}

// Summary is [Settings.Summary] with [Default].
func (t *Table) Summary(m Measure, factor float64) Summary { return Default.Summary(t, m, factor) }

// Summary sums a table up.
func (s Settings) Summary(t *Table, m Measure, factor float64) Summary {
	s = s.complete()
	out := Summary{Runs: t.Len(), Measure: m, Factor: factor}
	puzzles := make([]bool, len(t.puzzles))
	limits := make([]float64, len(t.setups))
	for i := range limits {
		limits[i] = -1
	}
	times := make([]float64, 0, out.Runs)
	total, solved := 0.0, 0
	for i := range out.Runs {
		r := t.Row(i)
		if p := r.PuzzleNumber(); !puzzles[p] {
			puzzles[p] = true
			out.Puzzles++
		}
		took, status := r.Of(m), r.Status()
		total += took
		switch {
		case status.HasSolution():
			solved++
			times = append(times, took)
			out.Penalised += took
			out.Counted++
			continue
		case status == experiment.Failed:
			out.Failed++
		}
		setup := r.SetupNumber()
		if limits[setup] < 0 {
			limits[setup] = r.Limit(m)
		}
		if limits[setup] > 0 {
			out.Penalised += factor * limits[setup]
			out.Counted++
		}
	}
	out.Penalised /= float64(out.Counted)
	out.Expected = perSuccess(total, float64(solved))
	out.Solved = Proportion{Successes: solved, Trials: out.Runs, High: 1}
	if out.Runs > 0 {
		i := stats.WilsonScore(float64(solved), float64(out.Runs), s.z())
		out.Solved.Rate, out.Solved.Low, out.Solved.High = float64(solved)/float64(out.Runs), i.Low, i.High
	}
	slices.Sort(times)
	at := func(p float64) float64 {
		if n := max(int(math.Ceil(p*float64(out.Runs))), 1); n <= len(times) {
			return times[n-1]
		}
		return math.Inf(1)
	}
	out.Median, out.Q90 = at(0.5), at(0.9)
	return out
}
