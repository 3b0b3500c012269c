package charts

import (
	"fmt"
	"math"
	"strings"

	"formicary/pkg/analysis"
)

// forest is a chart of effects with their intervals, a row for each, beside a
// line for no effect.
type forest struct {
	title, axis string
	log         bool
	none        float64 // where there is no effect
	rows        []effect
}

// effect is one row. Settled says that the interval or the test leaves no
// effect out.
type effect struct {
	name, text      string
	value, low, top float64
	settled         bool
	colour          string
}

// drawForests draws the rows; more than one forest become panels that share the
// names of the rows, which must then be the same in all.
func drawForests(all []forest) *figure {
	var titles []string
	var own [][2]axis
	for _, one := range all {
		names := make([]string, len(one.rows))
		lists := [][]float64{{one.none}}
		for i, r := range one.rows {
			names[i] = r.name
			lists = append(lists, []float64{r.value, r.low, r.top})
		}
		lo, hi, _ := span(lists...)
		x := axis{name: one.axis}
		if one.log {
			x = logarithmic(one.axis, lo, hi, 1.15)
		} else {
			x.min, x.max = roomy(lo, hi)
		}
		titles = append(titles, one.title)
		own = append(own, [2]axis{x, {rows: names}})
	}
	f := newFigure(own[0][0], own[0][1], titles...)
	if len(all) > 1 {
		f.own = own
	}
	f.high = max(80, 36*len(all[0].rows))
	for panel, one := range all {
		f.rule(panel, one.none, "")
		for i, r := range one.rows {
			y := own[panel][1].row(i)
			f.curve(panel, "interval "+r.name, r.name, stroke{colour: r.colour, width: 2, quiet: true}, []float64{r.low, r.top}, []float64{y, y}, nil)
			f.scatter(panel, "effect", r.name, look{colour: r.colour, symbol: "circle", hollow: !r.settled, opacity: 1, z: 5}, []mark{{r.value, y, 11, r.text}})
		}
	}
	return f
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
		what := "the odds of success"
		if !r.Logistic {
			what = r.Response
		}
		one := forest{title: "", axis: "factor on " + what, log: true, none: 1}
		for _, e := range r.Effects {
			settled := e.Within.Low > 1 || e.Within.High < 1
			one.rows = append(one.rows, effect{
				name: e.Feature, value: e.Factor, low: e.Within.Low, top: e.Within.High, settled: settled, colour: Blue,
				text: fmt.Sprintf("%s: %s more multiply %s by %s %s\np = %s, variance inflation %s", e.Feature, human(e.Deviation), what, human(e.Factor), interval(e.Within.Low, e.Within.High, human), human(e.P), human(e.Inflation)),
			})
			t.add(what, e.Feature, e.Factor, e.Within.Low, e.Within.High, e.P, e.Deviation, e.Inflation)
			if settled {
				said = append(said, fmt.Sprintf("%s multiplies %s by %s", e.Feature, what, human(e.Factor)))
			}
		}
		all = append(all, one)
	}
	c := Chart{
		Title:    "What makes puzzles hard for " + h.Label,
		Subtitle: plural(puzzles, "puzzle") + " · one standard deviation of each feature, the others held · 95 % intervals · filled: leaves 1 out",
		Alt:      "Effects of features. " + strings.Join(said, "; ") + ".", rows: t.rows,
	}
	if len(said) == 0 {
		c.Alt = "No feature has an effect that its interval settles."
	}
	if len(all) == 0 {
		all = []forest{{axis: "factor", none: 1}}
	}
	drawForests(all).finish(&c)
	return c
}

// Contrasts draws a comparison of engines, a row for each pair: the effect
// with its interval, filled where the corrected test finds a difference.
func Contrasts(d analysis.Comparison) Chart {
	t := newTable("first", "second", "effect", "low", "high", "p (corrected)", "probability of improvement", "puzzles")
	one := forest{none: 0, axis: d.Score.Name + ": first less second"}
	var said []string
	for _, k := range d.Contrasts {
		if k.Ratio {
			one.axis, one.none, one.log = d.Score.Name+": first by second", 1, true
		}
		name := k.First + " / " + k.Second
		if !k.Ratio {
			name = k.First + " − " + k.Second
		}
		low, high := k.Interval.Low, k.Interval.High
		one.rows = append(one.rows, effect{
			name: name, value: k.Effect, low: low, top: high, settled: k.Significant(), colour: Colour(k.First),
			text: fmt.Sprintf("%v", k),
		})
		t.add(k.First, k.Second, k.Effect, low, high, k.P, k.Improvement, k.Puzzles)
		said = append(said, fmt.Sprint(k))
	}
	level := d.Level
	if level == 0 {
		level = 0.95
	}
	c := Chart{
		Title:    "How engines differ, pair by pair",
		Subtitle: fmt.Sprintf("%s · %s · %.3g %% intervals over puzzles · filled: significant after correction", plural(d.Puzzles, "puzzle"), d.Score.Name, 100*level),
		Alt:      strings.Join(said, " "), rows: t.rows,
	}
	f := drawForests([]forest{one})
	f.finish(&c)
	return c
}

// Contributions draws what each engine brings to a portfolio: its Shapley
// value with the interval over puzzles (Fréchette et al., "Using the Shapley
// value to analyze algorithm portfolios", AAAI 2016).
func Contributions(p analysis.Portfolio) Chart {
	t := newTable("label", "Shapley value", "low", "high", "share", "alone", "marginal", "best on", "alone the best on")
	one := forest{axis: "Shapley value (" + p.Score.Name + ")"}
	var said []string
	colours := Colours(p.Labels)
	for i, s := range p.Shares {
		one.rows = append(one.rows, effect{
			name: s.Label, value: s.Shapley, low: s.Interval.Low, top: s.Interval.High, settled: true, colour: colours[i],
			text: fmt.Sprintf("%s: Shapley value %s %s, %s of all\nwithout it the virtual best is worse by %s\nbest on %d, alone on %d of %s", s.Label, human(s.Shapley),
				interval(s.Interval.Low, s.Interval.High, human), share(s.Share), human(s.Marginal), s.Best, s.OnlyBest, plural(p.Puzzles, "puzzle")),
		})
		t.add(s.Label, s.Shapley, s.Interval.Low, s.Interval.High, s.Share, s.Alone, s.Marginal, s.Best, s.OnlyBest)
		said = append(said, fmt.Sprintf("%s %s (%s of all)", s.Label, human(s.Shapley), share(s.Share)))
	}
	f := drawForests([]forest{one})
	for i, r := range one.rows {
		y := f.y.row(i)
		f.curve(0, "bar", r.name, stroke{colour: r.colour, width: 9, quiet: true}, []float64{0, r.value}, []float64{y, y}, nil)
	}
	c := Chart{
		Title: "What each engine brings to a portfolio",
		Subtitle: fmt.Sprintf("%s · virtual best: mean %s %s, single best (%s): %s · 95 %% intervals over puzzles", plural(p.Puzzles, "puzzle"), p.Score.Name,
			human(p.VirtualBest), p.Single, human(p.SingleBest)),
		Alt: "Shapley values: " + strings.Join(said, ", ") + ".", rows: t.rows,
	}
	f.finish(&c)
	return c
}

// Partials draws what a regression expects over each feature, the others held
// at their means, with the band of its fit; and for times the puzzles, with
// the effects of the other features taken away.
func Partials(r analysis.Regression) Chart {
	partials := r.Partials(60)
	t := newTable("feature", "value", "expected", "low", "high")
	c := Chart{Title: "What the model expects over each feature", rows: nil}
	n := max(len(partials), 1)
	f := newFigure(axis{}, axis{}, make([]string, n)...)
	f.own = make([][2]axis, n)
	var all [][]float64
	for _, p := range partials {
		for _, points := range [][]analysis.CurvePoint{p.Points, p.Seen} {
			for _, q := range points {
				all = append(all, []float64{q.Value})
			}
		}
	}
	lo, hi := positive(flatten(all))
	var said []string
	for i, p := range partials {
		least, most, _ := span(column(p.Points, func(q analysis.CurvePoint) float64 { return q.X }))
		y := axis{name: "success rate (share of runs)", percent: true, min: 0, max: 1}
		if !r.Logistic {
			y = logarithmic(p.Response, lo, hi, 1.3)
			y.few = true
		}
		f.own[i] = [2]axis{{name: p.Feature, min: round(least, 3), max: round(most, 3)}, y}
		x := column(p.Points, func(q analysis.CurvePoint) float64 { return q.X })
		value := column(p.Points, func(q analysis.CurvePoint) float64 { return q.Value })
		low := column(p.Points, func(q analysis.CurvePoint) float64 { return q.Band.Low })
		high := column(p.Points, func(q analysis.CurvePoint) float64 { return q.Band.High })
		texts := make([]string, len(x))
		for k := range x {
			texts[k] = fmt.Sprintf("%s %s: expected %s %s", p.Feature, human(x[k]), human(value[k]), interval(low[k], high[k], human))
			t.add(p.Feature, x[k], value[k], low[k], high[k])
		}
		f.band(i, p.Feature, Blue, x, low, high)
		f.curve(i, "expected", p.Feature, stroke{colour: Blue, width: 2}, x, value, texts)
		f.points += len(x)
		if len(p.Seen) > 0 {
			var marks []mark
			for _, q := range p.Seen {
				marks = append(marks, mark{min(max(q.X, least), most), min(max(q.Value, lo), hi), 6, fmt.Sprintf("%s %s: %s", p.Feature, human(q.X), human(q.Value))})
			}
			f.scatter(i, "seen", p.Feature, look{colour: named("muted"), symbol: "circle", opacity: 0.45, z: 2}, marks)
		}
		if k := len(value); k > 0 {
			said = append(said, fmt.Sprintf("%s from %s to %s: %s to %s", p.Feature, human(x[0]), human(x[k-1]), human(value[0]), human(value[k-1])))
		}
	}
	c.Subtitle = plural(r.Puzzles, "puzzle") + " · " + r.Response + " over one feature, the others at their means · 95 % bands"
	c.Alt = "Expected " + r.Response + ". " + strings.Join(said, ". ") + "."
	c.rows = t.rows
	f.finish(&c)
	return c
}

func column(points []analysis.CurvePoint, of func(analysis.CurvePoint) float64) []float64 {
	out := make([]float64, len(points))
	for i, p := range points {
		out[i] = of(p)
	}
	return out
}

func flatten(all [][]float64) []float64 {
	var out []float64
	for _, list := range all {
		for _, x := range list {
			if !math.IsNaN(x) {
				out = append(out, x)
			}
		}
	}
	return out
}
