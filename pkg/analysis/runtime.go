package analysis

import (
	"cmp"
	"math"
	"slices"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/lists"
)

// survival is the time of one run to its event, or how long it was watched
// without one.
type survival struct {
	Time  float64
	Event bool
}

// Step is one step of a distribution of run times: what holds from Time on,
// up to the next step.
type Step struct {
	Time float64
	// AtRisk were still without a solution just before Time; Events found one
	// then, Censored ended then without.
	AtRisk, Events, Censored int
	// Solved is the estimated share of runs that have found a solution by
	// Time: one minus the estimate of Kaplan and Meier ("Nonparametric
	// estimation from incomplete observations", Journal of the American
	// Statistical Association 53 (1958), 457–481).
	Solved float64
	// Low and High are the pointwise interval, never of width zero and always
	// within 0 and 1: see [RunTime.Steps].
	Low, High float64
	// Found are the runs of Events, Ended those of Censored. Only
	// [Runs.RunTimes] knows them.
	Found, Ended []RunKey
}

// timed is the time of a run of a puzzle.
type timed struct {
	survival
	puzzle, run int32 // their places
}

// inTime orders times, those at the same time as they are. It panics when a time is
// below zero or NaN.
func inTime(times []timed) []timed {
	// Numbers from 0 on are ordered as their bits are: byte by byte from the lowest,
	// but for bytes that all have in common.
	var some, every uint64 = 0, math.MaxUint64
	for i, t := range times {
		if !(t.Time >= 0) {
			panic("analysis: a time below zero, or none")
		}
		times[i].Time = math.Abs(t.Time) // there is a zero below zero
		b := math.Float64bits(times[i].Time)
		some, every = some|b, every&b
	}
	from, to := times, make([]timed, len(times))
	for shift := 0; shift < 64; shift += 8 {
		if byte(some>>shift) == byte(every>>shift) {
			continue
		}
		var next [256]int
		for i := range from {
			next[byte(math.Float64bits(from[i].Time)>>shift)]++
		}
		sum := 0
		for b, n := range next {
			next[b], sum = sum, sum+n
		}
		for i := range from {
			at := &next[byte(math.Float64bits(from[i].Time)>>shift)]
			to[*at] = from[i]
			*at++
		}
		from, to = to, from
	}
	return from
}

// steps estimates the distribution of times of which some are only known to be
// longer (Kaplan and Meier), without its interval, from times in order. The first step is at 0, the others at the times of
// events and of censorings; at equal times events come first. No times give no steps.
func steps(times []timed) []Step {
	if len(times) == 0 {
		return nil
	}
	unsolved := 1.0
	var steps []Step
	for i := 0; i < len(times) || steps == nil; {
		step := Step{AtRisk: len(times) - i, High: 1}
		if steps != nil {
			step.Time = times[i].Time
		}
		for ; i < len(times) && times[i].Time == step.Time; i++ {
			if times[i].Event {
				step.Events++
			} else {
				step.Censored++
			}
		}
		unsolved *= float64(step.AtRisk-step.Events) / float64(step.AtRisk)
		step.Solved = 1 - unsolved
		steps = append(steps, step)
	}
	return steps
}

// bands is for how many steps an interval is made, at most.
const bands = 150

// band fills in the interval of each step, from times in order, over units of so many
// runs each ([RunTime.Steps]).
func (s Settings) band(steps []Step, times []timed, runs []float64) {
	found, could := make([]float64, len(runs)), make([]float64, len(runs))
	made, last := 0, len(steps)-1
	for i := range steps {
		step := &steps[i]
		n := step.Events + step.Censored
		for _, t := range times[:n] {
			if t.Event {
				found[t.puzzle]++
			}
			if t.Event || i < last { // a run that ended here may have a solution from here on
				could[t.puzzle]++
			}
		}
		times = times[n:]
		if i > 0 && i < last && i*bands/len(steps) == (i-1)*bands/len(steps) {
			step.Low = steps[i-1].Low
			continue
		}
		in := stats.BoundedShare(found, runs, s.Level)
		step.Low, step.High = in.Low, in.High
		if !slices.Equal(found, could) {
			step.High = stats.BoundedShare(could, runs, s.Level).High
		}
		for ; made < i; made++ {
			steps[made].High = min(steps[made].High, step.High)
		}
	}
}

// RunTime is the distribution of the time to a solution of one engine.
type RunTime struct {
	Sample
	// Solved is the number of runs with a solution, Censored of those that a budget ended without one.
	// Never is the number of those that will never have one: their engine failed, or proved that there is
	// none.
	Solved, Censored, Never int
	// Steps is the distribution, from 0 on. A run that was censored might have
	// found a solution later; one that never will stays among the unsolved to
	// the end. Puzzles with more runs weigh more.
	//
	// The estimate takes all runs for watched alike; a budget in another measure ends
	// them earlier on some puzzles than on others. The interval does not: its low end
	// counts runs that ended before as unsolved and its high end as solved (C. F.
	// Manski, Partial Identification of Probability Distributions, 2003, section 1.2).
	// Its ends are those of [stats.BoundedShare], with each puzzle a unit, and of one
	// puzzle each run. Of more than 150 steps as many have their own; the others
	// have the low end of the one before and the high end of the one after, for the
	// share never falls.
	Steps []Step
	// Median is the time by which half of the runs have a solution; +Inf where
	// that is later than what was watched. MedianInterval are the times at which
	// the interval of the share holds a half (R. Brookmeyer and J. Crowley, "A
	// confidence interval for the median survival time", Biometrics 38 (1982),
	// 29–41); its ends may be +Inf.
	Median         float64
	MedianInterval Interval
	// Scope is what Steps and MedianInterval are about: other runs on the
	// puzzle where there is one, and puzzles like these where there are several.
	Scope Scope
}

// RunTimes is the distribution of the time to a solution, for each label.
func (r *Runs) RunTimes(m Measure) []RunTime {
	var out []RunTime
	for _, g := range r.groups {
		t := RunTime{Sample: g.sample(m), Scope: r.settings.scope(len(g.instances))}
		times := g.times(m)
		for one := range g.all() {
			switch {
			case one.solved:
				t.Solved++
			case one.never:
				t.Never++
			default:
				t.Censored++
			}
		}
		t.Steps = steps(times)
		units := lists.Of(len(g.instances), func(i int) float64 { return float64(g.instances[i].count) })
		of := times
		if len(units) == 1 {
			of, units = slices.Clone(times), slices.Repeat([]float64{1}, len(times))
			for i := range of {
				of[i].puzzle = of[i].run
			}
		}
		r.settings.band(t.Steps, of, units)
		g.named(t.Steps, times)
		half := func(of func(*Step) float64) float64 {
			for i := range t.Steps {
				if step := &t.Steps[i]; of(step) >= 0.5 {
					return step.Time
				}
			}
			return math.Inf(1)
		}
		t.Median = half(func(s *Step) float64 { return s.Solved })
		t.MedianInterval = Interval{Low: half(func(s *Step) float64 { return s.High }), High: half(func(s *Step) float64 { return s.Low })}
		out = append(out, t)
	}
	return out
}

func (g group) times(m Measure) []timed {
	end := 0.0
	for i := range g.instances {
		end = max(end, longest(g.instances[i].runs(), m))
	}
	out := make([]timed, 0, g.runs())
	for i := range g.instances {
		runs := g.instances[i].runs()
		for at := range runs {
			out = append(out, timed{runs[at].survival(m, end), int32(i), int32(at)})
		}
	}
	return inTime(out)
}

// named fills in which runs found a solution at each step, and which ended.
func (g group) named(steps []Step, times []timed) {
	keys := make([]RunKey, len(times))
	for i := range steps {
		step := &steps[i]
		n := step.Events + step.Censored
		found, ended := keys[:0:step.Events], keys[step.Events:step.Events:n]
		for _, t := range times[:n] {
			in := &g.instances[t.puzzle]
			key := RunKey{in.PuzzleKey, int(in.runs()[t.run].number)}
			if t.Event {
				found = append(found, key)
			} else {
				ended = append(ended, key)
			}
		}
		if len(found) > 0 {
			step.Found = found
		}
		if len(ended) > 0 {
			step.Ended = ended
		}
		times, keys = times[n:], keys[n:]
	}
}

// At is the step that holds at a time; ok is false before the first.
func (t RunTime) At(time float64) (step Step, ok bool) {
	n, found := slices.BinarySearchFunc(t.Steps, time, func(s Step, time float64) int { return cmp.Compare(s.Time, time) })
	if found {
		n++
	}
	if n == 0 {
		return Step{}, false
	}
	return t.Steps[n-1], true
}

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
			if t := versus(in.runs(), m); t.Solved() {
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
