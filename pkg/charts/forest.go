package charts

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/analysis"
)

// forest is a chart of effects with their intervals, a row for each, and a
// line at no effect.
type forest struct {
	axis string
	log  bool
	none float64 // where there is no effect
	rows []effect
}

// effect is one row. Settled says that the interval or the test excludes no
// effect.
type effect struct {
	name, text      string
	value, low, top float64
	settled         bool
	colour          string
}

// drawForests draws the rows; more than one forest become panels that share the
// names of the rows, which must then be the same in all.
func drawForests(all ...forest) *figure {
	d := dots{rows: column(all[0].rows, func(r effect) string { return r.name })}
	for panel, one := range all {
		d.panels = append(d.panels, dotPanel{axis: one.axis, log: one.log, none: one.none})
		for i, r := range one.rows {
			d.marks = append(d.marks, dot{
				panel: panel, row: i, name: r.name, point: point{x: r.value, low: r.low, high: r.top, text: r.text},
				look: look{colour: r.colour, symbol: "circle", hollow: !r.settled, opacity: 1, z: 5},
			})
		}
	}
	return d.figure()
}

// Hardness draws what features do to success and to the time of a solution:
// by what one standard deviation of a feature multiplies the odds and the
// time, the other features staying as they are.
func Hardness(h analysis.Hardness) Chart {
	t := newTable("response", "feature", "factor", "low", "high", "p", "standard deviation", "variance inflation")
	var all []forest
	var said []string
	puzzles := 0
	for _, r := range []analysis.Regression{h.Success, h.Time} {
		if !r.Fitted {
			continue
		}
		puzzles = max(puzzles, r.Puzzles)
		what := "the odds of " + r.Response
		if !r.Logistic {
			what = r.Response
		}
		one := forest{axis: "factor on " + what, log: true, none: 1}
		for _, e := range r.Effects {
			settled := e.Within.Low > 1 || e.Within.High < 1
			one.rows = append(one.rows, effect{
				name: e.Feature, value: e.Factor, low: e.Within.Low, top: e.Within.High, settled: settled, colour: colourOf(h.Label),
				text: fmt.Sprintf("%s: %s more multiplies %s by %s %s\n%s, variance inflation %s", e.Feature, human(e.Deviation), what, human(e.Factor), interval(e.Within.Low, e.Within.High, human), analysis.Probability(e.P), human(e.Inflation)),
			})
			t.add(what, e.Feature, e.Factor, e.Within.Low, e.Within.High, e.P, e.Deviation, e.Inflation)
			if settled {
				said = append(said, fmt.Sprintf("%s multiplies %s by %s", e.Feature, what, human(e.Factor)))
			}
		}
		all = append(all, one)
	}
	alt := "Effects of features. " + strings.Join(said, "; ") + "."
	if len(said) == 0 {
		alt = "No feature has an effect whose interval excludes 1."
	}
	if len(all) == 0 {
		all = []forest{{axis: "factor", none: 1}}
	}
	return drawForests(all...).chart(Chart{
		Notes:    distinct(slices.Concat(h.Success.Warnings, h.Time.Warnings)),
		Title:    "What makes puzzles hard: " + h.Label,
		Subtitle: fmt.Sprintf("%s · effect of one standard deviation, other features held fixed · %s %% intervals for puzzles like these · filled: interval excludes 1", plural(puzzles, "puzzle"), human(100*cmp.Or(h.Success.Scope.Level, 0.95))),
		Alt:      alt,
	}, t)
}

// Contrasts draws a comparison of engines, a row for each pair: the effect
// with its interval, filled where it is settled which one is better. Where a
// pair has no effect of means ([analysis.Contrast.ByRuns]) all rows are the share of
// pairs of runs, one each, of which the first's is better, ties counted half.
func Contrasts(d analysis.Comparison) Chart {
	t := newTable("first", "second", "effect", "low", "high", "p (corrected)", "pairs of runs, ties half", "puzzles")
	one := forest{none: 0, axis: d.Score.Name + ": first less second"}
	var labels []string // of both sides, so that the colours are those of other charts
	for _, k := range d.Contrasts {
		labels = append(labels, k.First, k.Second)
	}
	colours := coloursOf(labels)
	byRuns := slices.ContainsFunc(d.Contrasts, analysis.Contrast.ByRuns)
	switch {
	case byRuns:
		one.axis, one.none = "share of pairs of runs in which the first's is better, ties half, by "+d.Score.Name, 0.5
	case d.Score.Ratio:
		one.axis, one.none, one.log = d.Score.Name+": first by second", 1, true
	}
	var said []string
	for i, k := range d.Contrasts {
		value, within := k.Effect, k.Interval
		if byRuns {
			value, within = k.Improvement, k.ImprovementInterval
		}
		name := k.First + " / " + k.Second
		if !k.Ratio {
			name = k.First + " − " + k.Second
		}
		one.rows = append(one.rows, effect{
			name: name, value: value, low: within.Low, top: within.High, settled: k.Verdict() != 0, colour: colours[2*i],
			text: fmt.Sprint(k),
		})
		t.add(k.First, k.Second, value, within.Low, within.High, k.P, k.Improvement, k.Puzzles)
		said = append(said, fmt.Sprint(k))
	}
	level := cmp.Or(d.Level, 0.95)
	intervals := fmt.Sprintf("%s %% intervals over puzzles", human(100*level))
	if len(d.Contrasts) > 1 {
		intervals = "simultaneous " + intervals
	}
	return drawForests(one).chart(Chart{
		Notes:    d.AllWarnings(),
		Title:    "How engines differ, pair by pair",
		Subtitle: fmt.Sprintf("%s · %s · %s · filled: settled", plural(d.Puzzles, "puzzle"), d.Score.Name, intervals),
		Alt:      strings.Join(said, ". ") + ".",
	}, t)
}

// Contributions draws what each engine brings to a portfolio: its Shapley
// value with the interval over puzzles (Fréchette et al., "Using the Shapley
// value to analyze algorithm portfolios", AAAI 2016).
func Contributions(p analysis.Portfolio) Chart {
	t := newTable("label", "Shapley value", "low", "high", "share", "alone", "marginal", "best on", "alone the best on")
	one := forest{axis: "Shapley value (" + p.Score.Name + ")"}
	var said []string
	colours := coloursOf(p.Labels)
	for i, s := range p.Shares {
		one.rows = append(one.rows, effect{
			name: s.Label, value: s.Shapley, low: s.Interval.Low, top: s.Interval.High, settled: true, colour: colours[i],
			text: fmt.Sprintf("%s: Shapley value %s %s, %s of all\nwithout it the virtual best is worse by %s\nbest on %s, alone on %s of %s", s.Label, human(s.Shapley),
				interval(s.Interval.Low, s.Interval.High, human), share(s.Share), human(s.Marginal), thousands(float64(s.Best)), thousands(float64(s.OnlyBest)), plural(p.Puzzles, "puzzle")),
		})
		t.add(s.Label, s.Shapley, s.Interval.Low, s.Interval.High, s.Share, s.Alone, s.Marginal, s.Best, s.OnlyBest)
		said = append(said, fmt.Sprintf("%s %s (%s of all)", s.Label, human(s.Shapley), share(s.Share)))
	}
	f := drawForests(one)
	for i, r := range one.rows {
		f.segment(0, "bar", r.name, stroke{colour: r.colour, width: 9}, 0, f.y.row(i), r.value, f.y.row(i))
	}
	return f.chart(Chart{
		Notes: p.Warnings,
		Title: "What each engine brings to a portfolio",
		Subtitle: fmt.Sprintf("%s · virtual best: mean %s %s, single best (%s): %s · 95 %% intervals for puzzles like these", plural(p.Puzzles, "puzzle"), p.Score.Name,
			human(p.VirtualBest), p.Single, human(p.SingleBest)),
		Alt: "Shapley values: " + strings.Join(said, ", ") + ".",
	}, t)
}
