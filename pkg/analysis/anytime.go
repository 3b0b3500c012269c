package analysis

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"formicary/pkg/puzzle"
)

// Anytime is the best cost over time: the curve that says what stopping earlier
// would have cost.
type Anytime struct {
	// The costs of several puzzles are taken together as they are.
	Sample
	// Points are on a logarithmic grid that all labels share, from the first
	// improvement of any run (but not more than nine powers of ten back) to the
	// end of the longest run.
	Points []AnytimePoint
	// Warnings name runs without a cost.
	Warnings []string
}

// AnytimePoint is the costs of all runs at one moment.
type AnytimePoint struct {
	At float64
	// Runs have a cost by then. Those without count as of cost +Inf, so that
	// quantiles always are over all runs and never rise with time; a quantile
	// that falls among them is +Inf and belongs in no chart.
	Runs int
	// The 10 %, 25 %, 50 %, 75 % and 90 % quantiles of the cost: each is the
	// cost of a run, the first one in order with that share of the runs at or
	// below it.
	Q10, Q25, Median, Q75, Q90 float64
	// Solved is the share of runs of cost 0.
	Solved float64
}

// track is the best cost of one run as a step function.
type track []moment

type moment struct{ at, cost float64 }

// track reads the trace of a run. Engines that know no cost until they have
// a solution get one step, at their end.
func (r *run) track(m Measure) track {
	var t track
	for _, p := range r.trace() {
		t = append(t, moment{m.at(&r.spent, p), p.Cost})
	}
	end := r.spent[m]
	switch {
	case r.solved && (len(t) == 0 || t[len(t)-1].cost > 0):
		t = append(t, moment{end, 0})
	case len(t) == 0 && r.cost >= 0 && !r.failed:
		t = append(t, moment{end, r.cost})
	}
	return t
}

// AnytimeCurves is the best cost over time, for each label. A run keeps its
// last cost after its end, as if it had gone on and found nothing better.
func (r *Runs) AnytimeCurves(m Measure) []Anytime {
	all := make([][]track, len(r.groups))
	out := make([]Anytime, len(r.groups))
	first, last := math.Inf(1), 0.0
	for i, g := range r.groups {
		out[i] = Anytime{Sample: g.sample(m)}
		costless := 0
		for r := range g.all() {
			t := r.track(m)
			all[i] = append(all[i], t)
			if len(t) == 0 {
				costless++
			} else if t[0].at > 0 { // a logarithmic grid has no zero
				first = min(first, t[0].at)
			}
			last = max(last, r.spent[m])
		}
		if costless > 0 {
			out[i].Warnings = append(out[i].Warnings, puzzle.Plural(costless, "run has", "runs have")+" no cost and count as infinitely bad")
		}
	}
	if math.IsInf(first, 1) {
		return out // nothing ever happened, or all of it at zero
	}
	grid := r.settings.grid(max(first, last*1e-9), last, m)
	for i := range out {
		out[i].Points = sweep(all[i], grid)
	}
	return out
}

// grid is a logarithmic grid, of whole numbers where the measure counts.
func (s Settings) grid(first, last float64, m Measure) []float64 {
	grid := logGrid(first, last, s.GridPoints)
	if m == Iterations || m == Evaluations {
		for i := range grid {
			grid[i] = math.Round(grid[i])
		}
		grid = slices.Compact(grid)
	}
	return grid
}

// sweep goes through time once, with a count of the runs at every cost.
func sweep(tracks []track, grid []float64) []AnytimePoint {
	type change struct {
		moment
		run int
	}
	var changes []change
	costs := []float64{math.Inf(1)}
	for run, t := range tracks {
		for _, m := range t {
			changes = append(changes, change{m, run})
			costs = append(costs, m.cost)
		}
	}
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	slices.Sort(costs)
	costs = slices.Compact(costs)
	counts := make([]float64, len(costs))
	none := len(costs) - 1 // the place of +Inf, where all runs begin
	counts[none] = float64(len(tracks))
	now := slices.Repeat([]int{none}, len(tracks))
	points := make([]AnytimePoint, len(grid))
	for i, at := range grid {
		for len(changes) > 0 && changes[0].at <= at {
			c := changes[0]
			changes = changes[1:]
			place, _ := slices.BinarySearch(costs, c.cost)
			counts[now[c.run]]--
			counts[place]++
			now[c.run] = place
		}
		quantile := func(share float64) float64 { return stat.Quantile(share, stat.Empirical, costs, counts) }
		p := AnytimePoint{
			At: at, Runs: len(tracks) - int(counts[none]),
			Q10: quantile(0.1), Q25: quantile(0.25), Median: quantile(0.5), Q75: quantile(0.75), Q90: quantile(0.9),
		}
		if place, ok := slices.BinarySearch(costs, 0); ok {
			p.Solved = counts[place] / float64(len(tracks))
		}
		points[i] = p
	}
	return points
}
