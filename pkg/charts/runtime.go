package charts

import (
	"fmt"
	"math"
	"strings"

	"formicary/pkg/analysis"
)

// mostSteps is the number of steps of a distribution that are drawn as they
// are; longer ones are read off at so many times.
const mostSteps = 160

// RunTimes draws the share of runs that have a solution by a time: Kaplan and
// Meier's estimate with its band, the limit of the runs as a line, and a mark
// where runs ended without a solution. More than four labels become panels,
// each with the others in grey.
func RunTimes(times []analysis.RunTime) Chart {
	var labels []string
	var all []float64
	runs, puzzles := 0, 0
	for _, t := range times {
		labels = append(labels, t.Label)
		runs += t.Runs
		puzzles = max(puzzles, t.Puzzles)
		all = append(all, t.Limit)
		for _, s := range t.Steps {
			all = append(all, s.Time)
		}
	}
	lo, hi := positive(all)
	colours := Colours(labels)
	measure := analysis.Seconds
	if len(times) > 0 {
		measure = times[0].Measure
	}
	f := newFigure(logarithmic(measureName(measure), lo, hi, 1.25), axis{name: "runs with a solution (share)", percent: true, min: 0, max: 1}, panelsOf(labels)...)
	t := newTable("label", measureName(measure), "at risk", "solved now", "ended without", "share solved", "low", "high")
	limits := map[float64]bool{}
	var ends []ending
	for i, time := range times {
		panel := min(i, len(f.panels)-1)
		x, y, low, high, texts := staircase(time, lo)
		f.band(panel, time.Label, colours[i], x, low, high)
		f.curve(panel, "steps", time.Label, stroke{colour: colours[i], width: 2}, x, y, texts)
		if n := len(y); n > 0 {
			ends = append(ends, ending{time.Label, colours[i], y[n-1]})
		}
		f.points += len(time.Steps)
		for _, s := range time.Steps {
			t.add(time.Label, s.Time, s.AtRisk, s.Events, s.Censored, s.Solved, s.Low, s.High)
		}
		if ended := censored(time, lo, hi); len(ended) > 0 {
			points := f.points // not counted twice
			f.scatter(panel, "ended", time.Label, look{colour: colours[i], symbol: tickMark, opacity: 1, z: 5}, ended)
			f.points = points
		}
		if len(f.panels) > 1 {
			for j, other := range times {
				if j != i {
					ox, oy, _, _, _ := staircase(other, lo)
					f.curve(panel, "context "+other.Label, other.Label, stroke{colour: named("context"), width: 1, quiet: true}, ox, oy, nil)
				}
			}
		}
		if time.Limit > 0 && (len(f.panels) > 1 || !limits[time.Limit]) {
			limits[time.Limit] = true
			f.rule(panel, time.Limit, limitText(time.Limit, measure))
		}
	}
	if len(f.panels) == 1 && len(labels) > 1 {
		f.endings(ends)
	}
	c := Chart{
		Title:    "How soon runs find a solution",
		Subtitle: strings.Join(compact(plural(puzzles, "puzzle")+", "+plural(runs, "run"), "Kaplan–Meier estimate with 95 % band", "tick: runs that ended without a solution"), " · "),
		Alt:      runTimesAlt(times), rows: t.rows,
	}
	f.finish(&c)
	return c
}

// tickMark is a small upright stroke, the usual mark of censored times; cross
// marks the end of a line without a solution.
const (
	tickMark = "path://M4,0 L6,0 L6,10 L4,10 Z M0,4 L0,6"
	cross    = "path://M0,1 L1,0 L5,4 L9,0 L10,1 L6,5 L10,9 L9,10 L5,6 L1,10 L0,9 L4,5 Z"
)

// censored marks where runs ended without a solution. Ends closer than the eye
// tells apart share a mark.
func censored(t analysis.RunTime, lo, hi float64) []mark {
	const apart = 60 // marks on the whole axis
	var out []mark
	count, place := 0, math.NaN()
	for _, s := range t.Steps {
		if s.Censored == 0 {
			continue
		}
		at := max(s.Time, lo)
		if here := math.Floor(apart * math.Log(at/lo) / math.Log(hi/lo)); here != place {
			out, count, place = append(out, mark{}), 0, here
		}
		count += s.Censored
		out[len(out)-1] = mark{at, s.Solved, 10, fmt.Sprintf("%s · %s ended without a solution by %s\n%s solved until then",
			t.Label, plural(count, "run"), quantity(s.Time, t.Measure), share(s.Solved))}
	}
	return out
}

// panelsOf is the labels where each gets a panel, else none.
func panelsOf(labels []string) []string {
	if len(labels) >= panelsFrom {
		return labels
	}
	return nil
}

// positive is the span of what is above zero and finite, for a logarithmic
// axis.
func positive(all []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), 0
	for _, x := range all {
		if x > 0 && finite(x) {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	if hi == 0 {
		return 1, 10
	}
	if lo == hi {
		return lo / 2, hi
	}
	return lo, hi
}

// measureName is what an axis is called.
func measureName(m analysis.Measure) string {
	if unit := m.Unit(); unit != "" {
		return m.String() + " (" + unit + ")"
	}
	return m.String()
}

// limitText names a limit, with its unit where it has one; what is counted
// stands at the axis.
func limitText(x float64, m analysis.Measure) string {
	return strings.TrimSpace("limit " + human(x) + " " + m.Unit())
}

// quantity writes an amount with its unit.
func quantity(x float64, m analysis.Measure) string {
	if unit := m.Unit(); unit != "" {
		return human(x) + " " + unit
	}
	return human(x) + " " + m.String()
}

// staircase is the distribution as a line with corners, from zero on; times
// before the axis begins stand at its beginning.
func staircase(t analysis.RunTime, first float64) (x, y, low, high []float64, texts []string) {
	steps := t.Steps
	if len(steps) > mostSteps {
		lo, hi := max(steps[0].Time, first), steps[len(steps)-1].Time
		var some []analysis.Step
		for _, at := range geometric(lo, hi, mostSteps) {
			if s, ok := t.At(at); ok {
				s.Time = at
				some = append(some, s)
			}
		}
		steps = some
	}
	var last analysis.Step
	add := func(at float64, s analysis.Step, text string) {
		x, y, low, high, texts = append(x, at), append(y, s.Solved), append(low, s.Low), append(high, s.High), append(texts, text)
	}
	for i, s := range steps {
		at := max(s.Time, first)
		if i > 0 {
			add(at, last, texts[len(texts)-1])
		} else if at > first {
			add(at, last, t.Label+" · no solution before "+quantity(at, t.Measure))
		}
		add(at, s, fmt.Sprintf("%s · by %s: %s %s of the runs solved\n%s of %s still without a solution", t.Label, quantity(s.Time, t.Measure), share(s.Solved),
			interval(s.Low, s.High, share), thousands(float64(s.AtRisk-s.Events-s.Censored)), plural(t.Runs, "run")))
		last = s
	}
	return x, y, low, high, texts
}

func runTimesAlt(times []analysis.RunTime) string {
	var parts []string
	for _, t := range times {
		text := fmt.Sprintf("%s: %s of %s with a solution", t.Label, thousands(float64(t.Solved)), plural(t.Runs, "run"))
		if finite(t.Median) {
			text += fmt.Sprintf(", half of them by %s", quantity(t.Median, t.Measure))
			text = strings.Replace(text, "half of them", "half of all", 1)
		} else {
			text += ", fewer than half"
		}
		parts = append(parts, text)
	}
	return "Time to a solution. " + strings.Join(parts, ". ") + "."
}
