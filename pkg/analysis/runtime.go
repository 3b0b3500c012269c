package analysis

import (
	"cmp"
	"math"
	"slices"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
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
	// StdErr is the standard error of Solved: Greenwood's (The Natural Duration
	// of Cancer, 1926) for runs on one puzzle, and for several puzzles that
	// between puzzles ([RunTime.About]).
	StdErr float64
	// Low and High are the pointwise interval, never of width zero and always
	// within 0 and 1.
	Low, High float64
	// Found are the runs of Events, Ended those of Censored. Only
	// [Settings.RunTimes] knows them.
	Found, Ended []RunKey
}

// kaplanMeier estimates the distribution of times of which some are only
// known to be longer, of the runs on one or several puzzles. The first step is
// at 0, the others at the times of events and of censorings; at equal times
// events come first. No times give no steps. It panics when a time is below
// zero or NaN.
//
// Runs on one puzzle are independent of each other: Greenwood's error, and the
// interval on the scale of log(−log) of what is unsolved (Kalbfleisch and
// Prentice, The Statistical Analysis of Failure Time Data, 1980).
//
// Runs on several puzzles are not: each puzzle is one unit, whatever its
// number of runs. The error is that of the linearised estimate between puzzles
// (R. L. Williams, "Product-limit survival functions with correlated survival
// times", Lifetime Data Analysis 1 (1995), 171–186), and the interval
// Wilson's with the effective number of runs, as in [Success.Across], which it
// is where no run was censored and not all have a solution. It holds its level
// for new puzzles from ten on (see the package's tests), where a bootstrap over
// puzzles is too narrow.
//
// Where no run has a solution yet, High is that of Wilson's interval of none
// out of the runs, or puzzles, still watched, or that of the first solution if
// it is lower: what is solved by then is no less. Where all have, Low is that of
// the step before, or of Wilson's interval of all where none was censored.
func (s Settings) kaplanMeier(puzzles ...[]survival) []Step {
	type timed struct {
		survival
		puzzle int
	}
	s = s.complete()
	var times []timed
	watched := make([]int, len(puzzles)) // runs at risk by puzzle
	for i, runs := range puzzles {
		watched[i] = len(runs)
		for _, t := range runs {
			if !(t.Time >= 0) {
				panic("analysis: a time below zero, or none")
			}
			times = append(times, timed{t, i})
		}
	}
	if len(times) == 0 {
		return nil
	}
	slices.SortFunc(times, func(a, b timed) int { return cmp.Compare(a.Time, b.Time) })
	// units counts what is independent: puzzles still watched, or runs on one.
	units := func(atRisk int) float64 {
		if len(puzzles) == 1 {
			return float64(atRisk)
		}
		n := 0
		for _, runs := range watched {
			n += min(runs, 1)
		}
		return float64(n)
	}
	k, all := float64(len(puzzles)), float64(len(times))
	unsolved, greenwood, low, whole := 1.0, 0.0, 0.0, units(len(times))
	pull := make([]float64, len(puzzles)) // by how much each puzzle moves the logarithm of unsolved
	student, censored := s.z(), 0
	if k > 1 {
		student = s.student(k - 1)
	}
	var steps []Step
	for i := 0; i < len(times) || steps == nil; {
		step := Step{AtRisk: len(times) - i}
		if steps != nil {
			step.Time = times[i].Time
		}
		n, d := float64(step.AtRisk), 0.0
		first := i
		for ; i < len(times) && times[i].Time == step.Time; i++ {
			if times[i].Event {
				step.Events++
				d++
			} else {
				step.Censored++
			}
		}
		left := units(step.AtRisk)
		if d > 0 {
			unsolved *= (n - d) / n
			greenwood += d / (n * (n - d)) // +Inf when none are left
			for c, runs := range watched {
				pull[c] += float64(runs) * d / (n * (n - d))
			}
		}
		for _, t := range times[first:i] {
			watched[t.puzzle]--
			if t.Event {
				pull[t.puzzle] -= 1 / (n - d)
			}
		}
		step.Solved = 1 - unsolved
		censored += step.Censored
		switch {
		case unsolved == 1:
			step.High = stats.Wilson(0, left, s.z()).High
		case unsolved == 0:
			step.Low, step.High = low, 1
			if censored == 0 {
				step.Low = max(low, stats.Wilson(whole, whole, s.z()).Low)
			}
		case len(puzzles) == 1:
			step.StdErr = unsolved * math.Sqrt(greenwood)
			half := s.z() * math.Sqrt(greenwood) / math.Abs(math.Log(unsolved))
			step.Low = 1 - math.Pow(unsolved, math.Exp(-half))
			step.High = 1 - math.Pow(unsolved, math.Exp(half))
		default:
			squares := 0.0
			for _, p := range pull {
				squares += p * p
			}
			// Between no two runs more alike than others and all on a puzzle alike.
			squares = min(max(k/(k-1)*squares, greenwood), greenwood*all/k)
			step.StdErr = unsolved * math.Sqrt(squares)
			effective := step.Solved / (unsolved * squares)
			in := stats.Wilson(step.Solved*effective, effective, student)
			step.Low, step.High = in.Low, in.High
		}
		low = step.Low
		steps = append(steps, step)
	}
	for i := len(steps) - 1; i > 0; i-- {
		if steps[i-1].Solved == 0 {
			steps[i-1].High = min(steps[i-1].High, steps[i].High)
		}
	}
	return steps
}

// RunTime is the distribution of the time to a solution of one engine.
type RunTime struct {
	Label   string
	Measure Measure
	// Puzzles is the number of puzzles that the runs are on.
	Puzzles int
	// Runs is the number of runs, Solved of those with a solution, Censored of
	// those that ended without because a budget did, and Never of those that
	// will never have one: their engine failed, or proved that there is none.
	Runs, Solved, Censored, Never int
	// Limit is the budget in this measure, the largest where runs differ; 0
	// where it has no limit.
	Limit float64
	// Steps is the distribution, from 0 on. A run that was censored might have
	// found a solution later; one that never will stays among the unsolved to
	// the end. Puzzles with more runs weigh more. Over several puzzles the
	// estimate asks that all are watched alike: a budget in another measure ends
	// runs earlier on some puzzles than on others, and biases it.
	Steps []Step
	// Median is the time by which half of the runs have a solution; +Inf where
	// that is later than what was watched. MedianInterval are the times at which
	// the interval of the share holds a half (R. Brookmeyer and J. Crowley, "A
	// confidence interval for the median survival time", Biometrics 38 (1982),
	// 29–41); its ends may be +Inf.
	Median         float64
	MedianInterval Interval
	// About is what Steps and MedianInterval are about: other runs on the
	// puzzle where there is one, and puzzles like these where there are several.
	About About
}

// RunTimes is the distribution of the time to a solution, for each label.
func (s Settings) RunTimes(records []experiment.Record, m Measure) []RunTime {
	var out []RunTime
	for _, g := range byLabel(records) {
		t := RunTime{Label: g.label, Measure: m, Puzzles: len(g.instances), About: s.about(len(g.instances))}
		runs := g.records()
		times := survivals(runs, m)
		for _, r := range runs {
			t.Limit = max(t.Limit, m.Limit(r.Budget))
			switch {
			case r.Solved():
				t.Solved++
			case r.Status == experiment.Failed || r.Status.Decided():
				t.Never++
			default:
				t.Censored++
			}
		}
		t.Runs = len(times)
		named := g.named(times)
		var puzzles [][]survival
		for _, in := range g.instances {
			n := len(in.runs)
			puzzles, times = append(puzzles, times[:n]), times[n:]
		}
		t.Steps = s.kaplanMeier(puzzles...)
		for i, step := range t.Steps {
			n := step.Events + step.Censored
			for _, one := range named[:n] {
				if one.Event {
					t.Steps[i].Found = append(t.Steps[i].Found, one.RunKey)
				} else {
					t.Steps[i].Ended = append(t.Steps[i].Ended, one.RunKey)
				}
			}
			named = named[n:]
		}
		half := func(of func(Step) float64) float64 {
			for _, step := range t.Steps {
				if of(step) >= 0.5 {
					return step.Time
				}
			}
			return math.Inf(1)
		}
		t.Median = half(func(s Step) float64 { return s.Solved })
		t.MedianInterval = Interval{Low: half(func(s Step) float64 { return s.High }), High: half(func(s Step) float64 { return s.Low })}
		out = append(out, t)
	}
	return out
}

// namedRun is the time of one run, and which run it is.
type namedRun struct {
	survival
	RunKey
}

// named are the times of the group's runs, which are given in its order, by
// rising time.
func (g group) named(times []survival) []namedRun {
	out := make([]namedRun, 0, len(times))
	for _, in := range g.instances {
		for i := range in.runs {
			out = append(out, namedRun{times[len(out)], RunKey{in.PuzzleKey, in.runs[i].Run}})
		}
	}
	slices.SortStableFunc(out, func(a, b namedRun) int { return cmp.Compare(a.Time, b.Time) })
	return out
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
