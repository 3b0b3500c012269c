package analysis

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
)

// Restart is what restarting one engine on one puzzle is worth: a run that has
// no solution by a cutoff is given up and another one begun.
type Restart struct {
	Label string
	PuzzleKey
	Measure         Measure
	Runs, Successes int
	// Points are the expected cost of a solution for cutoffs at the times of
	// solutions, rising.
	Points []RestartPoint
	// Best is the cutoff that is cheapest, of those by which at least a twentieth
	// of the runs, and ten, have found a solution (half of those that ever do,
	// where they are fewer than twenty): what earlier ones cost is known too
	// badly, and the cheapest of many guesses looks cheap. Its Expected is all the
	// same too low on average, for it is the least of many. Cutoffs is a
	// percentile bootstrap of the cutoff over runs, 0 to +Inf where there is none
	// or all draws agree. Which cutoff is cheapest is uncertain with few runs, and
	// others often cost little more.
	Best    RestartPoint
	Cutoffs Interval
	// Longest is the longest time that a run was watched, Without the expected
	// cost with that as the cutoff: what is known of not restarting.
	Longest, Without float64
	// Gain is what a solution costs without restarts by what it costs with a cutoff:
	// about 1 where restarts gain nothing, below 1 where they lose. The first half
	// of the runs chooses the cutoff and the second judges it (M. Stone, "Cross-validatory choice
	// and assessment of statistical predictions", Journal of the Royal Statistical
	// Society B 36 (1974), 111–147): a choice that judges itself gains, by
	// Without/Best.Expected, 1.2 where 60 runs have no memory and there is nothing to
	// gain. A run that ended before the cutoff without a solution counts with what it
	// took. GainInterval is for this cutoff on this puzzle; its Low is above 1 by
	// chance in half of what Level leaves at most, with any number of runs. Gain is
	// NaN where there are too few solutions, and GainInterval then 0 to +Inf.
	Gain         float64
	GainInterval Interval
	// About is what the intervals are about: runs on the same puzzle.
	About About
	// Tail is the index of the upper tail of the run times by B. M. Hill, "A
	// simple general approach to inference about the tail of a distribution",
	// Annals of Statistics 3 (1975), 1163–1174, of the largest tenth of the
	// solved runs (ten at least): below 2 the variance is infinite and below 1
	// the mean, as C. P. Gomes et al., "Heavy-tailed phenomena in satisfiability
	// and constraint satisfaction problems", Journal of Automated Reasoning 24
	// (2000), 67–100, find in backtracking. NaN with fewer than 20 solved runs or
	// where some were cut off.
	Tail     float64
	Warnings []string
}

// RestartPoint is what one cutoff costs.
type RestartPoint struct {
	// Cutoff is how long a run goes on, Expected the cost of a solution with it:
	// the mean time of runs cut off there by the share that is solved
	// (M. Luby, A. Sinclair and D. Zuckerman, "Optimal speedup of Las Vegas
	// algorithms", Information Processing Letters 47 (1993), 173–180).
	Cutoff, Expected float64
	// Solved is the number of runs that found a solution by the cutoff.
	Solved int
}

// Restarts is what restarts are worth, by label and puzzle: label by label,
// puzzles ordered by cells, ID and content. Run times of several puzzles are
// not put together: their mixture has a heavy tail whatever the engine does.
func (s Settings) Restarts(records []experiment.Record, m Measure) []Restart {
	return Group(records).Restarts(s, m)
}

// Restarts is [Settings.Restarts].
func (r *Runs) Restarts(s Settings, m Measure) []Restart {
	s = s.complete()
	var out []Restart
	for _, g := range r.groups {
		for _, in := range g.bySize() {
			r := Restart{Label: g.label, PuzzleKey: in.PuzzleKey, Measure: m, About: s.about(1)}
			one := group{label: g.label, name: g.name, instances: []instance{*in}}
			limit, _ := allowed(in.runs, m)
			r.of(survivals(in.runs, m), limit, s, one.random(s.Seed, "restart "+m.String()+in.Puzzle))
			out = append(out, r)
		}
	}
	return out
}

// survivals are the run times, of which some are only known to be longer. A run
// that never will find a solution lasts as long as any.
func survivals(runs []run, m Measure) []survival {
	end := longest(runs, m)
	out := make([]survival, len(runs))
	for i := range runs {
		out[i] = runs[i].survival(m, end)
	}
	return out
}

// longest is what the longest of runs took, 0 of none.
func longest(runs []run, m Measure) (end float64) {
	for i := range runs {
		end = max(end, runs[i].spent[m])
	}
	return end
}

// survival is the time of a run among runs of which the longest ended at end.
func (r *run) survival(m Measure, end float64) survival {
	if r.never {
		return survival{end, false}
	}
	return survival{r.spent[m], r.solved}
}

// of fills in what the times of runs tell that may take limit at most.
func (r *Restart) of(times []survival, limit float64, s Settings, random *rand.Rand) {
	r.Runs = len(times)
	var solved []float64
	for _, t := range times {
		r.Longest = max(r.Longest, t.Time)
		if t.Event {
			solved = append(solved, t.Time)
		}
	}
	r.Successes = len(solved)
	none := Interval{Low: 0, High: math.Inf(1)}
	r.Without, r.Gain, r.GainInterval, r.Cutoffs, r.Tail = math.Inf(1), math.NaN(), none, none, math.NaN()
	r.Best = RestartPoint{Cutoff: r.Longest, Expected: math.Inf(1)}
	if r.Successes == 0 {
		r.Warnings = append(r.Warnings, "no run found a solution: what restarts gain cannot be estimated")
		return
	}
	r.Points = cutoffs(times)
	r.Best = cheapest(r.Points, r.Runs)
	r.Without = untilEnd(times)
	r.Gain, r.GainInterval = gain(times, limit, s.Level)
	if r.Successes == r.Runs {
		r.Tail = hill(solved)
	}
	drawn := make([]survival, len(times))
	r.Cutoffs = stats.Bootstrap(len(times), s.Resamples, s.Level, random, func(runs []int) float64 {
		for i, run := range runs {
			drawn[i] = times[run]
		}
		if p := cutoffs(drawn); len(p) > 0 {
			return cheapest(p, len(drawn)).Cutoff
		}
		return math.Inf(1) // no solution among them: no cutoff helps
	})
	if r.Cutoffs.Low == r.Cutoffs.High {
		r.Cutoffs = none
	}
	if r.Successes < fewPuzzles {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%s: the cutoff is uncertain", puzzle.Plural(r.Successes, "solved run")))
	}
}

// gain is [Restart.Gain] with its interval, of runs that may take limit at most.
//
// It is a quotient of products of means, of times by shares. Of two runs, the time of
// one by the success of the other is as large on average as the product: so pairs of
// runs have a quotient of sums ([stats.BoundedRatio]).
func gain(times []survival, limit, level float64) (float64, Interval) {
	choose, judge := times[:len(times)/2], times[len(times)/2:]
	for _, t := range judge {
		limit = max(limit, t.Time)
	}
	points := cutoffs(choose)
	if len(points) == 0 || len(judge) < 2 {
		return math.NaN(), Interval{Low: 0, High: math.Inf(1)}
	}
	cutoff := cheapest(points, len(choose)).Cutoff
	of := func(a, b survival) (without, with float64) {
		if b.Event {
			with = min(a.Time, cutoff)
			if b.Time <= cutoff {
				without = a.Time
			}
		}
		return without, with
	}
	var without, with []float64
	for i := 1; i < len(judge); i += 2 {
		a, b := of(judge[i-1], judge[i])
		c, d := of(judge[i], judge[i-1])
		without, with = append(without, (a+c)/2), append(with, (b+d)/2)
	}
	whole, cut, by, solved := 0.0, 0.0, 0.0, 0.0
	for _, t := range judge {
		whole, cut = whole+t.Time, cut+min(t.Time, cutoff)
		if t.Event {
			solved++
			if t.Time <= cutoff {
				by++
			}
		}
	}
	in := stats.BoundedRatio(without, with, limit, cutoff, level)
	value := whole / cut * by / solved // of all pairs, not only of those beside each other
	if math.IsNaN(value) {
		return value, Interval{Low: 0, High: math.Inf(1)}
	}
	return value, Interval{Low: min(in.Low, value), High: max(in.High, value)}
}

// RestartGain is what restarts gain on puzzles like those that they were tried
// on, for one engine.
type RestartGain struct {
	Label   string
	Measure Measure
	// Puzzles is the number of puzzles on which a gain is known.
	Puzzles int
	// Mean is the geometric mean of their [Restart.Gain]. It has no interval: each is
	// a quotient with a bias of its own, of which more puzzles do not relieve the mean.
	Mean  float64
	About About
	// Sure are the puzzles on which restarts gain for sure, the largest gain
	// first, their intervals widened so that all of them hold together with the
	// level (Bonferroni): the largest gain of several is large by chance, too.
	Sure []Restart
}

// RestartGains is what restarts gain across puzzles, for each label.
func (s Settings) RestartGains(records []experiment.Record, m Measure) []RestartGain {
	return Group(records).RestartGains(s, m)
}

// RestartGains is [Settings.RestartGains].
func (r *Runs) RestartGains(s Settings, m Measure) []RestartGain {
	s = s.complete()
	var out []RestartGain
	for _, g := range r.groups {
		all := RestartGain{Label: g.label, Measure: m, About: About{Level: s.Level}}
		together := 1 - (1-s.Level)/float64(len(g.instances))
		var gains []float64
		for _, in := range g.bySize() {
			r := Restart{Label: g.label, PuzzleKey: in.PuzzleKey, Measure: m, About: About{Level: together, Runs: true}}
			times := survivals(in.runs, m)
			limit, _ := allowed(in.runs, m)
			if r.Gain, r.GainInterval = gain(times, limit, together); math.IsNaN(r.Gain) {
				continue
			}
			gains = append(gains, math.Log(r.Gain))
			if r.GainInterval.Low > 1 {
				all.Sure = append(all.Sure, r)
			}
		}
		slices.SortStableFunc(all.Sure, func(a, b Restart) int { return cmp.Compare(b.Gain, a.Gain) })
		all.Puzzles = len(gains)
		all.Mean = math.Exp(stat.Mean(gains, nil))
		out = append(out, all)
	}
	return out
}

// cutoffs are the expected costs with cutoffs at the times of solutions. The
// time of a run cut off at c is the integral of what is unsolved from 0 to c.
func cutoffs(times []survival) []RestartPoint {
	var out []RestartPoint
	integral, unsolved, last, solved := 0.0, 1.0, 0.0, 0
	for _, step := range kaplanMeier(times) {
		integral += unsolved * (step.Time - last)
		last, unsolved = step.Time, 1-step.Solved
		if solved += step.Events; step.Events > 0 {
			out = append(out, RestartPoint{step.Time, integral / step.Solved, solved})
		}
	}
	return out
}

// untilEnd is the expected cost with the longest time watched as cutoff.
func untilEnd(times []survival) float64 {
	integral, solved, last := 0.0, 0.0, 0.0
	for _, step := range kaplanMeier(times) {
		integral += (1 - solved) * (step.Time - last)
		last, solved = step.Time, step.Solved
	}
	return integral / solved
}

// cheapest is the point of the least cost, the first of those that are equal but
// for rounding, among those that rest on enough.
func cheapest(points []RestartPoint, runs int) RestartPoint {
	enough := min(max(10, runs/20), (points[len(points)-1].Solved+1)/2)
	first := slices.IndexFunc(points, func(p RestartPoint) bool { return p.Solved >= enough })
	points = points[first:]
	least := slices.MinFunc(points, func(a, b RestartPoint) int { return cmp.Compare(a.Expected, b.Expected) }).Expected
	const rounding = 1e-12
	return points[slices.IndexFunc(points, func(p RestartPoint) bool { return p.Expected <= least*(1+rounding) })]
}

// hill is the tail index of positive values.
func hill(values []float64) float64 {
	v := slices.Clone(values)
	slices.Sort(v)
	n := len(v)
	k := max(10, n/10)
	if n < 20 || v[n-1-k] <= 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, x := range v[n-k:] {
		sum += math.Log(x / v[n-1-k])
	}
	return float64(k) / sum
}

// Simulated is the distribution of what a solution costs when runs that find
// none are followed by others: runs are drawn with replacement until one has a
// solution, and what they took is summed up ("simulated restarts": N. Hansen et
// al., "COCO: a platform for comparing continuous optimizers in a black-box
// setting", Optimization Methods and Software 36 (2021), 114–144).
type Simulated struct {
	Label string
	PuzzleKey
	Measure         Measure
	Runs, Successes int
	// Costs are the drawn costs, rising, as many as the settings' Resamples;
	// all +Inf where no run found a solution.
	Costs []float64
	// Mean is the expected cost ([Expected.Mean]), not the mean of Costs, which
	// comes near to it. Q10, Median and Q90 are quantiles of Costs.
	Mean, Q10, Median, Q90 float64
}

// SimulatedRestarts is the distribution of the cost of a solution by label and
// puzzle: label by label, puzzles ordered by cells, ID and content.
func (s Settings) SimulatedRestarts(records []experiment.Record, m Measure) []Simulated {
	return Group(records).SimulatedRestarts(s, m)
}

// SimulatedRestarts is [Settings.SimulatedRestarts].
func (r *Runs) SimulatedRestarts(s Settings, m Measure) []Simulated {
	s = s.complete()
	var out []Simulated
	for _, g := range r.groups {
		for _, in := range g.bySize() {
			v := in.versus(m)
			d := Simulated{
				Label: g.label, PuzzleKey: in.PuzzleKey, Measure: m,
				Runs: v.Runs, Successes: v.Successes, Mean: v.Mean, Costs: make([]float64, s.Resamples),
			}
			random := group{label: g.label, name: g.name, instances: []instance{*in}}.random(s.Seed, "simulated "+m.String()+in.Puzzle)
			for i := range d.Costs {
				d.Costs[i] = simulate(in.runs, v.Successes, m, random)
			}
			slices.Sort(d.Costs)
			d.Q10, d.Median, d.Q90 = stats.Quantile(0.1, d.Costs), stats.Quantile(0.5, d.Costs), stats.Quantile(0.9, d.Costs)
			out = append(out, d)
		}
	}
	return out
}

// simulate draws runs until one has a solution.
func simulate(runs []run, successes int, m Measure, random *rand.Rand) float64 {
	if successes == 0 {
		return math.Inf(1)
	}
	sum := 0.0
	for {
		r := &runs[random.IntN(len(runs))]
		sum += r.spent[m]
		if r.solved {
			return sum
		}
	}
}
