package analysis

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// CostTargets are the usual costs for a board to get down to: 0, a solution,
// and the numbers of Fibonacci above it. They are fixed, so that a result does
// not change with the engines that are compared.
var CostTargets = []float64{89, 55, 34, 21, 13, 8, 5, 3, 2, 1, 0}

// TargetCurve is the share of all (puzzle, run, target) that one engine has
// reached by when: the run-time distribution of N. Hansen et al., "COCO: a
// platform for comparing continuous optimizers in a black-box setting",
// Optimization Methods and Software 36 (2021), 114–144.
type TargetCurve struct {
	// Every puzzle has the same weight, and every run and target within it.
	Sample
	Targets []float64
	// From and To are the range of the axis and of Area: from a millisecond or
	// the first round to the budget, or to the longest run where the budget
	// does not limit the measure.
	From, To float64
	// Points are the share by time, on a logarithmic grid from From to To. Their interval is that of the
	// mean of puzzles' shares ([stats.BoundedMean]), or of runs' if there is one puzzle.
	Points []CurvePoint
	// Area is the mean height of the curve over the logarithmic axis, 0 to 1;
	// Interval is made like those of Points. Areas can be compared where From and
	// To are the same; whether engines differ, [TargetArea] and [Runs.Compare]
	// say, puzzle by puzzle.
	Area     float64
	Interval Interval
	// Scope is what the intervals are about.
	Scope    Scope
	Warnings []string
}

// TargetCurves is when the runs of each label reach targets of cost; no targets
// mean [CostTargets].
func (r *Runs) TargetCurves(m Measure, targets ...float64) []TargetCurve {
	s := r.settings
	if len(targets) == 0 {
		targets = CostTargets
	}
	var out []TargetCurve
	for _, g := range r.groups {
		c := TargetCurve{Sample: g.sample(m), Targets: targets, From: m.firstMoment(), Scope: s.scope(len(g.instances))}
		end := 0.0
		var hits [][]float64 // when targets were reached, rising, by puzzle, or by run of a single one
		var trials []float64
		for _, in := range g.instances {
			parts := [][]run{in.runs()}
			if len(g.instances) == 1 {
				parts = slices.Collect(slices.Chunk(in.runs(), 1))
			}
			for _, runs := range parts {
				end = max(end, longest(runs, m))
				hits = append(hits, reached(runs, m, targets))
				trials = append(trials, float64(len(runs)*len(targets)))
			}
		}
		if c.To = c.Limit; c.To == 0 {
			c.To = end
			c.Warnings = append(c.Warnings, "no budget in "+m.String()+": the axis ends with the longest run, and areas of different engines cannot be compared")
		}
		c.To = max(c.To, c.From)
		units := make([]float64, len(hits))
		mean := func() float64 { return min(floats.Sum(units)/float64(len(units)), 1) } // not a rounding above it
		for _, at := range logGrid(c.From, c.To, s.GridPoints) {
			for i, h := range hits {
				n, _ := slices.BinarySearch(h, math.Nextafter(at, math.Inf(1)))
				units[i] = float64(n) / trials[i]
			}
			c.Points = append(c.Points, CurvePoint{at, mean(), s.mean(units, 0, 1)})
		}
		for i, h := range hits {
			units[i] = min(area(h, trials[i], c.From, c.To), 1)
		}
		c.Area, c.Interval = mean(), s.mean(units, 0, 1)
		out = append(out, c)
	}
	return out
}

// reached are the times at which runs reached targets, rising.
func reached(runs []run, m Measure, targets []float64) []float64 {
	var hits []float64
	for i := range runs {
		t := runs[i].track(m)
		for _, target := range targets {
			if at, ok := t.reach(target); ok {
				hits = append(hits, at)
			}
		}
	}
	slices.Sort(hits)
	return hits
}

// TargetArea is the area below the target curve ([TargetCurve.Area]) of the
// runs on a puzzle, up to their budget, by which engines can be compared; no
// targets mean [CostTargets]. It is unknown where the budget does not limit the
// measure.
func TargetArea(m Measure, targets ...float64) Score {
	if len(targets) == 0 {
		targets = CostTargets
	}
	return Score{Name: "area below the target curve", Larger: true, High: 1}.ofRuns(func(runs []run) float64 {
		to := 0.0
		for i := range runs {
			to = max(to, runs[i].limits[m])
		}
		if to == 0 {
			return math.NaN()
		}
		return area(reached(runs, m, targets), float64(len(runs)*len(targets)), m.firstMoment(), max(to, m.firstMoment()))
	})
}

// area is the mean height over a logarithmic axis of the share of trials that
// are reached at the given times.
func area(hits []float64, trials, from, to float64) float64 {
	if !(to > from) {
		n, _ := slices.BinarySearch(hits, math.Nextafter(to, math.Inf(1)))
		return float64(n) / trials
	}
	sum := 0.0
	for _, at := range hits {
		if at <= to {
			sum += math.Log(to / max(at, from))
		}
	}
	return sum / (trials * math.Log(to/from))
}

// reach is when the cost fell to a target.
func (t track) reach(target float64) (at float64, ok bool) {
	for _, m := range t {
		if m.cost <= target {
			return m.at, true
		}
	}
	return 0, false
}
