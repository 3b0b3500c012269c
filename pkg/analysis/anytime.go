package analysis

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"formicary/pkg/experiment"
)

// Anytime is how good the best board of a run is by when: the curve that tells
// what stopping earlier would have cost.
type Anytime struct {
	Label   string
	Measure Measure
	// Puzzles and Runs are the numbers of puzzles and runs. The costs of
	// several puzzles are taken together as they are.
	Puzzles, Runs int
	// Limit is the budget in this measure, the largest where runs differ; 0
	// where it has no limit.
	Limit float64
	// Points are on a logarithmic grid that all labels share, from the first
	// improvement of any run (but not more than nine powers of ten back) to the
	// end of the longest run.
	Points []AnytimePoint
	// Warnings tell of runs that have no cost to show.
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

// AnytimeCurves is the best cost over time, for each label. A run keeps its
// last cost after its end, as if it had gone on and found nothing better.
func AnytimeCurves(records []experiment.Record, m Measure) []Anytime {
	return Default.AnytimeCurves(records, m)
}

// track is the best cost of one run as a step function.
type track []moment

type moment struct{ at, cost float64 }

// trackOf reads the trace of a run. Engines that know no cost until they have
// a solution get one step, at their end.
func trackOf(r experiment.Record, m Measure) track {
	var t track
	for _, p := range r.Trace {
		t = append(t, moment{m.at(r, p), p.Cost})
	}
	end := m.Of(r)
	switch {
	case r.Solved() && (len(t) == 0 || t[len(t)-1].cost > 0):
		t = append(t, moment{end, 0})
	case len(t) == 0 && r.Cost >= 0 && r.Status != experiment.Failed:
		t = append(t, moment{end, r.Cost})
	}
	return t
}

// at is the cost at a time; +Inf before the first.
func (t track) at(time float64) float64 {
	n, _ := slices.BinarySearchFunc(t, time, func(p moment, time float64) int {
		if p.at <= time {
			return -1
		}
		return 1
	})
	if n == 0 {
		return math.Inf(1)
	}
	return t[n-1].cost
}

// AnytimeCurves is [AnytimeCurves] with other settings.
func (s Settings) AnytimeCurves(records []experiment.Record, m Measure) []Anytime {
	s = s.complete()
	groups := byLabel(records)
	all := make([][]track, len(groups))
	out := make([]Anytime, len(groups))
	first, last := math.Inf(1), 0.0
	for i, g := range groups {
		out[i] = Anytime{Label: g.label, Measure: m, Puzzles: len(g.instances)}
		costless := 0
		for _, r := range g.records() {
			t := trackOf(r, m)
			all[i] = append(all[i], t)
			if len(t) == 0 {
				costless++
			} else if t[0].at > 0 { // a logarithmic grid has no zero
				first = min(first, t[0].at)
			}
			last = max(last, m.Of(r))
			out[i].Limit = max(out[i].Limit, m.limit(r))
			out[i].Runs++
		}
		if costless > 0 {
			out[i].Warnings = append(out[i].Warnings, plural(costless, "run has", "runs have")+" no cost at all and count as infinitely bad")
		}
	}
	if math.IsInf(first, 1) {
		return out // nothing ever happened, or all of it at zero
	}
	first = max(first, last*1e-9)
	for _, at := range s.grid(first, last, m) {
		for i := range out {
			out[i].Points = append(out[i].Points, pointAt(all[i], at))
		}
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

func pointAt(tracks []track, at float64) AnytimePoint {
	costs := make([]float64, len(tracks))
	p := AnytimePoint{At: at}
	solved := 0
	for i, t := range tracks {
		costs[i] = t.at(at)
		if !math.IsInf(costs[i], 1) {
			p.Runs++
		}
		if costs[i] == 0 {
			solved++
		}
	}
	slices.SortFunc(costs, cmp.Compare)
	for share, to := range map[float64]*float64{0.1: &p.Q10, 0.25: &p.Q25, 0.5: &p.Median, 0.75: &p.Q75, 0.9: &p.Q90} {
		*to = stat.Quantile(share, stat.Empirical, costs, nil)
	}
	p.Solved = float64(solved) / float64(len(costs))
	return p
}
