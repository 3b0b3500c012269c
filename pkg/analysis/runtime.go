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
	var times []timed
	for i, runs := range puzzles {
		for _, t := range runs {
			times = append(times, timed{t, int32(i), 0})
		}
	}
	return s.steps(inTime(times), len(puzzles))
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

// pulls are by how much each puzzle moves the logarithm of what is unsolved, and
// the sum of their squares. What all puzzles are moved by at once, by each of their
// runs that is still watched, is kept once: of such puzzles the rest is kept with
// their number of runs.
type pulls struct {
	watched []float64 // runs at risk by puzzle
	rest    []float64
	// whole is what each run at risk moved its puzzle by so far. The squares of
	// rest + watched·whole are rests + 2·mixed·whole + runs·whole².
	whole, rests, mixed, runs float64
	left                      int // puzzles with runs at risk
}

// ends takes a run of a puzzle from those at risk, which moves the puzzle.
func (p *pulls) ends(puzzle int32, by float64) {
	rest, n := p.rest[puzzle], p.watched[puzzle]
	after := rest + p.whole - by
	p.rests += after*after - rest*rest
	p.mixed += after*(n-1) - rest*n
	p.runs += (n-1)*(n-1) - n*n
	p.rest[puzzle], p.watched[puzzle] = after, n-1
	if n == 1 {
		p.left--
	}
}

// squares is the sum of the squares.
func (p *pulls) squares() float64 {
	return p.rests + 2*p.mixed*p.whole + p.runs*p.whole*p.whole
}

// steps is [Settings.kaplanMeier] of times in order.
func (s Settings) steps(times []timed, puzzles int) []Step {
	s = s.complete()
	if len(times) == 0 {
		return nil
	}
	p := pulls{watched: make([]float64, puzzles), rest: make([]float64, puzzles)}
	for i := range times {
		p.watched[times[i].puzzle]++
	}
	for _, n := range p.watched {
		p.runs += n * n
		p.left += int(min(n, 1))
	}
	// units counts what is independent: puzzles still watched, or runs on one.
	units := func(atRisk int) float64 {
		if puzzles == 1 {
			return float64(atRisk)
		}
		return float64(p.left)
	}
	k, all := float64(puzzles), float64(len(times))
	unsolved, greenwood, low, whole := 1.0, 0.0, 0.0, units(len(times))
	student, censored := s.z(), 0
	if k > 1 {
		student = s.student(k - 1)
	}
	z := s.z()
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
			p.whole = greenwood
		}
		if unsolved > 0 {
			for _, t := range times[first:i] {
				by := 0.0
				if t.Event {
					by = 1 / (n - d)
				}
				p.ends(t.puzzle, by)
			}
		}
		step.Solved = 1 - unsolved
		censored += step.Censored
		switch {
		case unsolved == 1:
			step.High = stats.Wilson(0, left, z).High
		case unsolved == 0:
			step.Low, step.High = low, 1
			if censored == 0 {
				step.Low = max(low, stats.Wilson(whole, whole, z).Low)
			}
		case puzzles == 1:
			step.StdErr = unsolved * math.Sqrt(greenwood)
			half := z * math.Sqrt(greenwood) / math.Abs(math.Log(unsolved))
			step.Low = 1 - math.Pow(unsolved, math.Exp(-half))
			step.High = 1 - math.Pow(unsolved, math.Exp(half))
		default:
			// Between no two runs more alike than others and all on a puzzle alike.
			squares := min(max(k/(k-1)*p.squares(), greenwood), greenwood*all/k)
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
	return Group(records).RunTimes(s, m)
}

// RunTimes is [Settings.RunTimes].
func (r *Runs) RunTimes(s Settings, m Measure) []RunTime {
	var out []RunTime
	for _, g := range r.groups {
		t := RunTime{Label: g.label, Measure: m, Puzzles: len(g.instances), Runs: g.runs(), About: s.about(len(g.instances))}
		times := g.times(m)
		for i := range g.instances {
			in := &g.instances[i]
			for at := range in.runs {
				one := &in.runs[at]
				t.Limit = max(t.Limit, one.limits[m])
				switch {
				case one.solved:
					t.Solved++
				case one.never:
					t.Never++
				default:
					t.Censored++
				}
			}
		}
		t.Steps = s.steps(times, len(g.instances))
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

// times are those of the group's runs, in order.
func (g group) times(m Measure) []timed {
	end := 0.0
	for i := range g.instances {
		end = max(end, longest(g.instances[i].runs, m))
	}
	out := make([]timed, 0, g.runs())
	for i := range g.instances {
		runs := g.instances[i].runs
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
			key := RunKey{in.PuzzleKey, int(in.runs[t.run].number)}
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
