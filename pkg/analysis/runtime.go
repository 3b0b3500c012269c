package analysis

import (
	"cmp"
	"math"
	"slices"

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
	// StdErr is Greenwood's standard error of Solved (The Natural Duration of
	// Cancer, 1926).
	StdErr float64
	// Low and High are the pointwise interval on the scale of log(−log) of
	// what is unsolved (Kalbfleisch and Prentice, The Statistical Analysis of
	// Failure Time Data, 1980), which stays within 0 and 1. Before the first
	// event both are 0; once all are solved Low is that of the step before and
	// High is 1.
	Low, High float64
}

// KaplanMeier estimates the distribution of times of which some are only
// known to be longer. Steps are at the times of events and of censorings; at
// equal times events come first. No times give no steps. It panics when a
// time is below zero or NaN.
func (s Settings) kaplanMeier(times []survival) []Step {
	z := s.complete().z()
	times = slices.Clone(times)
	for _, t := range times {
		if !(t.Time >= 0) {
			panic("analysis: a time below zero, or none")
		}
	}
	slices.SortFunc(times, func(a, b survival) int { return cmp.Compare(a.Time, b.Time) })
	var steps []Step
	unsolved, greenwood, low := 1.0, 0.0, 0.0
	for i := 0; i < len(times); {
		step := Step{Time: times[i].Time, AtRisk: len(times) - i}
		for ; i < len(times) && times[i].Time == step.Time; i++ {
			if times[i].Event {
				step.Events++
			} else {
				step.Censored++
			}
		}
		n, d := float64(step.AtRisk), float64(step.Events)
		if d > 0 {
			unsolved *= (n - d) / n
			greenwood += d / (n * (n - d)) // +Inf when none are left
		}
		step.Solved = 1 - unsolved
		switch {
		case unsolved == 1:
		case unsolved == 0:
			step.Low, step.High = low, 1
		default:
			step.StdErr = unsolved * math.Sqrt(greenwood)
			half := z * math.Sqrt(greenwood) / math.Abs(math.Log(unsolved))
			step.Low = 1 - math.Pow(unsolved, math.Exp(-half))
			step.High = 1 - math.Pow(unsolved, math.Exp(half))
		}
		low = step.Low
		steps = append(steps, step)
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
	// Steps is the distribution. A run that was censored might have found a
	// solution later; one that never will stays among the unsolved to the end.
	// The intervals take runs as independent: right for runs on one puzzle;
	// over several they are those for these very puzzles.
	Steps []Step
	// Median is the time by which half of the runs have a solution; +Inf where
	// that is later than what was watched.
	Median float64
}

// RunTimes is the distribution of the time to a solution, for each label.
func (s Settings) RunTimes(records []experiment.Record, m Measure) []RunTime {
	var out []RunTime
	for _, g := range byLabel(records) {
		t := RunTime{Label: g.label, Measure: m, Puzzles: len(g.instances)}
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
		t.Steps = s.kaplanMeier(times)
		t.Median = math.Inf(1)
		for _, step := range t.Steps {
			if step.Solved >= 0.5 {
				t.Median = step.Time
				break
			}
		}
		out = append(out, t)
	}
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
