package charts

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"formicary/pkg/analysis"
	"formicary/pkg/charts/internal/numbers"
	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/lists"
)

// mostSteps is the number of steps of a distribution that are drawn as they
// are; longer ones are read off at so many times.
const mostSteps = 160

// RunTimes draws the share of runs that have a solution by a time: Kaplan and
// Meier's estimate with its band, the limit of the runs as a line, and a mark
// where runs ended without a solution. Of more than four labels the time by which
// half of the runs have one is drawn, and the share that has one in the end, a
// row for each label.
func RunTimes(times []analysis.RunTime) Chart {
	var all []float64
	runs, measure := 0, analysis.Seconds
	for _, t := range times {
		runs, measure = runs+t.Runs, t.Measure
		all = append(all, t.Limit)
		for _, s := range t.Steps {
			all = append(all, s.Time)
		}
	}
	labels := lists.Map(times, func(t analysis.RunTime) string { return t.Label })
	lo, hi := scale.Positive(all)
	colours := coloursOf(labels)
	f := newFigure(logarithmic(measureName(measure), lo, hi, 1.25), axis{name: "runs with a solution (share)", percent: true, min: 0, max: 1})
	t := numbers.NewTable("label", measureName(measure), "at risk", "solved now", "ended without", "share solved", "low", "high")
	shown, steps := 0, 0
	for _, time := range times {
		from := 0 // of the steps that a row is about
		for _, k := range scale.Telling(len(time.Steps), pointsEach(len(times)), func(k int) (x, y float64) { return along(time.Steps[k].Time, lo, hi), time.Steps[k].Solved }) {
			s, events, ended := time.Steps[k], 0, 0
			for ; from <= k; from++ {
				events, ended = events+time.Steps[from].Events, ended+time.Steps[from].Censored
			}
			t.Add(time.Label, s.Time, s.AtRisk, events, ended, s.Solved, s.Low, s.High)
			shown++
		}
		steps += len(time.Steps)
	}
	var drawn []line
	var said []string
	many := len(labels) >= panelsFrom
	for i, time := range times {
		if !many {
			steps := staircase(time, lo)
			drawn = append(drawn, line{label: time.Label, points: steps, bands: [][]point{steps}, limit: time.Limit})
			f.scatter(0, "ended", time.Label, look{colour: colours[i], symbol: tickMark, opacity: 1, z: 5, again: true}, censored(time, lo, hi))
		}
		half := ", fewer than half"
		if scale.Finite(time.Median) {
			half = ", half of all by " + quantity(time.Median, measure) + " " + interval(time.MedianInterval.Low, time.MedianInterval.High, amount(measure))
		}
		said = append(said, fmt.Sprintf("%s: %s of %s with a solution%s", time.Label, thousands(float64(time.Solved)), plural(time.Runs, "run"), half))
	}
	drawing := "tick: runs that ended without a solution"
	if many {
		f, drawing = halves(times, measure)
	} else {
		f.lines(measure, drawn)
	}
	return f.chart(Chart{
		Notes: thinned("step", shown, steps),
		Title: "How soon runs find a solution",
		Subtitle: strings.Join(compact(fmt.Sprintf("%s, %s · Kaplan–Meier estimate, intervals: %s", plural(puzzlesOf(times), "puzzle"), plural(runs, "run"),
			about(lists.Map(times, func(t analysis.RunTime) analysis.Scope { return t.Scope }))), drawing), " · "),
		Alt: "Time to a solution. " + strings.Join(said, ". ") + ".",
	}, t)
}

// puzzlesOf is the number of puzzles that the runs of all labels are on: as many as one
// label has where the labels are of engines, and all of them where each label has a
// puzzle of its own.
func puzzlesOf(times []analysis.RunTime) (n int) {
	seen := map[analysis.PuzzleKey]bool{}
	for _, t := range times {
		n = max(n, t.Puzzles)
		for _, s := range t.Steps {
			for _, run := range slices.Concat(s.Found, s.Ended) {
				seen[run.PuzzleKey] = true
			}
		}
	}
	return max(n, len(seen))
}

// tickMark is a small upright stroke, the usual mark of censored times; cross
// marks the end of a line without a solution.
const (
	tickMark = "path://M4,0 L6,0 L6,10 L4,10 Z M0,4 L0,6"
	cross    = "path://M0,1 L1,0 L5,4 L9,0 L10,1 L6,5 L10,9 L9,10 L5,6 L1,10 L0,9 L4,5 Z"
)

// censored marks where runs ended without a solution. Ends closer than the eye
// tells apart share a mark.
func censored(t analysis.RunTime, lo, hi float64) []point {
	const apart = 60 // marks on the whole axis
	var out []point
	var of []subject
	count, place := 0, math.NaN()
	for _, s := range t.Steps {
		if s.Censored == 0 {
			continue
		}
		at := max(s.Time, lo)
		if here := math.Floor(apart * math.Log(at/lo) / math.Log(hi/lo)); here != place {
			out, of, count, place = append(out, point{}), nil, 0, here
		}
		count += s.Censored
		of = append(of, ofRuns(t.Label, s.Ended...)...)
		out[len(out)-1] = point{x: at, y: s.Solved, size: 10, of: of, text: fmt.Sprintf("%s · %s ended without a solution by %s\n%s solved until then",
			t.Label, plural(count, "run"), quantity(s.Time, t.Measure), share(s.Solved))}
	}
	return out
}

// staircase is the distribution as a line with corners, from zero on; times
// before the axis begins stand at its beginning.
func staircase(t analysis.RunTime, first float64) []point {
	steps := t.Steps
	if len(steps) > mostSteps {
		lo, hi := max(steps[0].Time, first), steps[len(steps)-1].Time
		var some []analysis.Step
		for _, at := range floats.LogSpan(make([]float64, mostSteps), lo, hi) {
			if s, ok := t.At(at); ok {
				s.Time, s.Found = at, nil
				for ; len(steps) > 0 && steps[0].Time <= at; steps = steps[1:] {
					s.Found = append(s.Found, steps[0].Found...)
				}
				some = append(some, s)
			}
		}
		steps = some
	}
	var out []point
	last := point{text: t.Label + " · no solution so far"}
	for i, s := range steps {
		if at := max(s.Time, first); i > 0 || at > first {
			last.x, last.of = at, nil
			out = append(out, last)
		}
		last = point{x: max(s.Time, first), y: s.Solved, low: s.Low, high: s.High, of: ofRuns(t.Label, s.Found...), text: fmt.Sprintf("%s · by %s: %s %s of the runs solved\n%s of %s still without a solution",
			t.Label, quantity(s.Time, t.Measure), share(s.Solved), interval(s.Low, s.High, share), thousands(float64(s.AtRisk-s.Events-s.Censored)), plural(t.Runs, "run"))}
		out = append(out, last)
	}
	return out
}

// Tails draws, for each label, the share of runs that are still without a
// solution against what they have taken, both on logarithmic scales: where it
// falls along a straight line the tail is heavy, and a run that has not
// finished yet will probably not finish soon; where it bends down ever more
// steeply, as an exponential does, restarting gains nothing. Of more than
// four labels [RunTimes] draws the same.
func Tails(times []analysis.RunTime) Chart {
	var all, shares []float64
	runs, most, measure := 0, 1, analysis.Seconds
	for _, t := range times {
		runs, most, measure = runs+t.Runs, max(most, t.Runs), t.Measure
		for _, s := range t.Steps {
			all = append(all, s.Time)
			if s.Solved < 1 {
				shares = append(shares, 1-s.Solved, 1-s.High)
			}
		}
	}
	lo, hi := scale.Positive(all)
	low, _ := scale.Positive(shares)
	low = max(low, 1/float64(2*most))
	f := newFigure(logarithmic(measureName(measure), lo, hi, 1.1), axis{name: "runs without a solution (share)", log: true, min: scale.Round(low/1.2, 3), max: 1})
	t := numbers.NewTable("label", measureName(measure), "at risk", "share without a solution", "low", "high")
	var drawn []line
	var said []string
	shown, steps := 0, 0
	for _, time := range times {
		var tail []point
		var found []analysis.RunKey
		events, from := 0, 0
		told := scale.Telling(len(time.Steps), pointsEach(len(times)), func(k int) (x, y float64) {
			return along(time.Steps[k].Time, lo, hi), along(1-time.Steps[k].Solved, low, 1)
		})
		shown, steps = shown+len(told), steps+len(time.Steps)
		for _, k := range told {
			s := time.Steps[k]
			for events, found = 0, nil; from <= k; from++ {
				events, found = events+time.Steps[from].Events, append(found, time.Steps[from].Found...)
			}
			left := 1 - s.Solved
			t.Add(time.Label, s.Time, s.AtRisk, left, 1-s.High, 1-s.Low)
			if events > 0 && s.Solved < 1 {
				tail = append(tail, point{x: max(s.Time, lo), y: left, low: max(1-s.High, low), high: 1 - s.Low, of: ofRuns(time.Label, found...), text: fmt.Sprintf("%s · after %s: %s without a solution %s",
					time.Label, quantity(s.Time, measure), share(left), interval(1-s.High, 1-s.Low, share))})
			}
		}
		if n := len(tail); n > 0 {
			said = append(said, fmt.Sprintf("%s: %s without a solution after %s", time.Label, share(tail[n-1].y), quantity(tail[n-1].x, measure)))
			if tail[0].x > lo {
				tail = slices.Insert(tail, 0, point{x: lo, y: 1, low: 1, high: 1, text: time.Label + ": all without a solution"})
			}
		}
		drawn = append(drawn, line{label: time.Label, points: tail, bands: [][]point{tail}})
	}
	reading := "both scales logarithmic: a straight line is a heavy tail"
	if len(times) >= panelsFrom {
		f, reading = halves(times, measure)
	} else {
		f.lines(measure, drawn)
	}
	notes := thinned("step", shown, steps)
	if len(said) == 0 {
		notes = append(notes, "At no time were some runs of a label solved and others not.")
	}
	return f.chart(Chart{
		Notes:    notes,
		Title:    "How long runs stay without a solution",
		Subtitle: strings.Join(compact(plural(runs, "run"), reading, "Kaplan–Meier estimate, intervals: "+about(lists.Map(times, func(t analysis.RunTime) analysis.Scope { return t.Scope }))), " · "),
		Alt:      "Share of runs without a solution. " + strings.Join(said, ". ") + ".",
	}, t)
}
