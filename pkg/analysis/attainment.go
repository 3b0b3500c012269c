package analysis

import (
	"math"
	"slices"

	"formicary/pkg/experiment"
)

// Attainment is the share of runs that have a board of at most some cost by
// some time: the empirical attainment function of V. Grunert da Fonseca, C. M.
// Fonseca and A. O. Hall, "Inferential performance assessment of stochastic
// optimisers and the attainment function", EMO 2001, 213–225, of cost and time
// as M. López-Ibáñez et al., "Using the empirical attainment function for
// analyzing single-objective black-box optimization algorithms", IEEE
// Transactions on Evolutionary Computation (2024), draw it.
type Attainment struct {
	Label   string
	Measure Measure
	// Puzzles and Runs are their numbers; every puzzle has the same weight.
	Puzzles, Runs int
	// Times is a logarithmic grid and Costs are rising; all labels share them.
	Times, Costs []float64
	// Share[i][j] is the share of runs with a cost of at most Costs[j] by
	// Times[i]. It never falls with time nor with cost.
	Share [][]float64
}

// Attainments is the attainment surface of each label. Costs are the rows that
// are asked for; none mean every cost that occurs, thinned out to a grid where
// there are many. No share depends on which other points the grid has.
func (s Settings) Attainments(records []experiment.Record, m Measure, costs ...float64) []Attainment {
	return Group(records).Attainments(s, m, costs...)
}

// Attainments is [Settings.Attainments].
func (r *Runs) Attainments(s Settings, m Measure, costs ...float64) []Attainment {
	s = s.complete()
	groups := r.groups
	tracks := make([][][]track, len(groups))
	last := m.firstMoment()
	var seen []float64
	for i, g := range groups {
		for _, in := range g.instances {
			var of []track
			for at := range in.runs {
				r := &in.runs[at]
				t := r.track(m)
				of = append(of, t)
				last = max(last, r.limits[m], r.spent[m])
				for _, step := range t {
					seen = append(seen, step.cost)
				}
			}
			tracks[i] = append(tracks[i], of)
		}
	}
	if len(costs) == 0 {
		slices.Sort(seen)
		costs = thin(slices.Compact(seen), s.GridPoints)
	} else {
		costs = slices.Clone(costs)
		slices.Sort(costs)
		costs = slices.Compact(costs)
	}
	times := s.grid(m.firstMoment(), last, m)
	var out []Attainment
	for i, g := range groups {
		a := Attainment{Label: g.label, Measure: m, Puzzles: len(g.instances), Times: times, Costs: costs, Share: make([][]float64, len(times))}
		for j := range a.Share {
			a.Share[j] = make([]float64, len(costs))
		}
		for _, of := range tracks[i] {
			a.Runs += len(of)
			for _, t := range of {
				a.add(t, 1/float64(len(of)*a.Puzzles))
			}
		}
		out = append(out, a)
	}
	return out
}

// add adds one run, of so much weight.
func (a *Attainment) add(t track, weight float64) {
	best := math.Inf(1)
	for i, at := range a.Times {
		for len(t) > 0 && t[0].at <= at {
			best = min(best, t[0].cost)
			t = t[1:]
		}
		first, _ := slices.BinarySearch(a.Costs, best)
		for j := first; j < len(a.Costs); j++ {
			a.Share[i][j] += weight
		}
	}
}

// thin keeps at most n of rising values, evenly by their places, with both ends.
func thin(values []float64, n int) []float64 {
	if len(values) <= n {
		return values
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = values[i*(len(values)-1)/(n-1)]
	}
	return out
}

// AttainmentDifference is where one engine is ahead of another.
type AttainmentDifference struct {
	First, Second string
	Measure       Measure
	Times, Costs  []float64
	// Share[i][j] is the first's share less the second's: above 0 where the
	// first is ahead.
	Share [][]float64
	// FirstLead and SecondLead are the points where each is ahead the most in
	// these runs; a Share of 0 means nowhere. The largest of many differences is
	// too large on average, and there is no interval of it.
	FirstLead, SecondLead AttainmentLead
}

// AttainmentLead is a point of an [AttainmentDifference].
type AttainmentLead struct {
	Time, Cost, Share float64
}

// Minus is the difference of two surfaces of one call of [Settings.Attainments]. It
// panics where their grids differ.
func (a Attainment) Minus(b Attainment) AttainmentDifference {
	if !slices.Equal(a.Times, b.Times) || !slices.Equal(a.Costs, b.Costs) || a.Measure != b.Measure {
		panic("analysis: surfaces on different grids")
	}
	d := AttainmentDifference{First: a.Label, Second: b.Label, Measure: a.Measure, Times: a.Times, Costs: a.Costs}
	for i, at := range a.Times {
		row := make([]float64, len(a.Costs))
		for j, cost := range a.Costs {
			row[j] = a.Share[i][j] - b.Share[i][j]
			if row[j] > d.FirstLead.Share {
				d.FirstLead = AttainmentLead{at, cost, row[j]}
			}
			if -row[j] > d.SecondLead.Share {
				d.SecondLead = AttainmentLead{at, cost, -row[j]}
			}
		}
		d.Share = append(d.Share, row)
	}
	return d
}
