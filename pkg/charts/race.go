package charts

import (
	"fmt"
	"math"
	"strings"

	"formicary/pkg/race"
)

// pathMarks is the number of points of a race's path that are drawn.
const pathMarks = 200

// Race draws the way of a race, puzzle by puzzle: for each variant the
// difference of its success rate from the baseline's, and the ratio of what
// runs took, each with the band that holds at all times together. A filled
// mark ends a variant that was settled, a cross one that was not. It may be
// drawn while the race goes on.
func Race(r *race.Result) Chart {
	var labels []string
	most := 1.0
	reachUp, reachRatio := 0.0, 1.0
	for _, c := range r.Variants {
		labels = append(labels, c.Variant)
		for _, l := range c.Path {
			most = max(most, float64(l.Blocks))
			if l.Blocks < len(c.Path)/6+3 && l.Blocks < c.Blocks {
				continue // the band is as wide as can be at first
			}
			s, e := l.Success, l.Effort
			reachUp = max(reachUp, math.Abs(s.Interval.Low), math.Abs(s.Interval.High), math.Abs(s.Value))
			reachRatio = max(reachRatio, e.Interval.High, 1/max(e.Interval.Low, 1e-9), e.Value, 1/max(e.Value, 1e-9))
		}
	}
	reachUp = min(max(math.Ceil(reachUp*10.5)/10, 0.1), 1)
	reachRatio = min(max(reachRatio*1.1, 1.5), race.MostRatio)
	colours := Colours(labels)
	f := newFigure(axis{}, axis{}, "", "")
	x := axis{name: "puzzles", min: 0, max: most, integer: true}
	f.own = [][2]axis{
		{x, {name: "difference of success rates", min: -reachUp, max: reachUp}},
		{x, logarithmic(r.Measure.String()+": variant / baseline", 1/reachRatio, reachRatio, 1)},
	}
	if len(labels) > 1 {
		f.legend = entries(labels, colours, "circle")
	}
	grey := stroke{colour: named("muted"), width: 1, dash: "dashed", quiet: true}
	f.curve(0, "zero", "no difference", grey, []float64{0, most}, []float64{0, 0}, nil)
	f.curve(1, "zero", "no difference", grey, []float64{0, most}, []float64{1, 1}, nil)
	t := newTable("variant", "puzzles", "success difference", "low", "high", "ratio", "low", "high")
	var alt []string
	for i, c := range r.Variants {
		for _, l := range c.Path {
			t.add(c.Variant, l.Blocks, l.Success.Value, l.Success.Interval.Low, l.Success.Interval.High, l.Effort.Value, l.Effort.Interval.Low, l.Effort.Interval.High)
		}
		alt = append(alt, strings.TrimSuffix(c.String(), "."))
		path := c.Path
		if len(path) == 0 {
			continue
		}
		every := (len(path) + pathMarks - 1) / pathMarks
		f.path(0, c, colours[i], path, every, func(l race.Look) race.Estimate { return l.Success }, -reachUp, reachUp, signed)
		f.path(1, c, colours[i], path, every, func(l race.Look) race.Estimate { return l.Effort }, 1/reachRatio, reachRatio, human)
	}
	baseline := ""
	if len(r.Variants) > 0 {
		baseline = r.Variants[0].Baseline
	}
	c := Chart{
		Title: "The race against " + baseline,
		Subtitle: strings.Join(compact(
			fmt.Sprintf("%s of at most %s", plural(r.Blocks, "puzzle"), thousands(float64(r.Race.Blocks))),
			"same seeds", fmt.Sprintf("bands hold at every look: all statements together are right with %.0f %%", 100*(1-r.Race.Alpha))), " · "),
		Alt: "The way of a race. " + strings.Join(alt, ". ") + ".", rows: t.rows,
	}
	f.finish(&c)
	return c
}

// signed writes a difference of rates.
func signed(x float64) string {
	return strings.Replace(fmt.Sprintf("%+.3f", x), "-", "−", 1)
}

// path draws one question about one variant.
func (f *figure) path(panel int, c race.VariantResult, colour string, path []race.Look, every int, of func(race.Look) race.Estimate, lowest, highest float64, write func(float64) string) {
	var x, y, lo, hi []float64
	var texts []string
	for i, l := range path {
		if i%every != 0 && i != len(path)-1 {
			continue
		}
		e := of(l)
		inside := func(v float64) float64 { return min(max(v, lowest), highest) }
		x, y = append(x, float64(l.Blocks)), append(y, inside(e.Value))
		lo, hi = append(lo, inside(e.Interval.Low)), append(hi, inside(e.Interval.High))
		texts = append(texts, fmt.Sprintf("%s after %s: %s %s", c.Variant, plural(l.Blocks, "puzzle"), write(e.Value), interval(e.Interval.Low, e.Interval.High, write)))
	}
	f.band(panel, c.Variant, colour, x, lo, hi)
	f.curve(panel, "path", c.Variant, stroke{colour: colour, width: 2}, x, y, texts)
	f.points += len(x)
	last := len(x) - 1
	symbol := cross
	if of(path[len(path)-1]).Settled {
		symbol = "circle"
	}
	points := f.points // the last mark was counted
	f.scatter(panel, "end", c.Variant, look{colour: colour, symbol: symbol, opacity: 1, z: 6}, []mark{{x[last], y[last], 11, texts[last]}})
	f.points = points
}

// RaceSizes draws both differences by size of board, with intervals that hold
// at all times and for all sizes together. A mark stands at the mean number of
// cells of its class; filled marks are settled, hollow ones are not.
func RaceSizes(r *race.Result) Chart {
	var labels []string
	var cells, up, ratio []float64
	for _, c := range r.Variants {
		labels = append(labels, c.Variant)
		for _, s := range c.Sizes {
			if s.Blocks > 0 {
				cells = append(cells, s.Cells)
				up = append(up, math.Abs(s.Success.Interval.Low), math.Abs(s.Success.Interval.High))
				ratio = append(ratio, s.Effort.Interval.High, 1/max(s.Effort.Interval.Low, 1/race.MostRatio))
			}
		}
	}
	_, reachUp, _ := span(up)
	reachUp = min(max(math.Ceil(reachUp*10.5)/10, 0.1), 1)
	_, reachRatio := positive(ratio)
	reachRatio = min(max(reachRatio*1.1, 1.5), race.MostRatio)
	lo, hi := positive(cells)
	x := logarithmic("cells of the board", lo, hi, 1.3)
	colours := Colours(labels)
	f := newFigure(axis{}, axis{}, "", "")
	f.own = [][2]axis{
		{x, {name: "difference of success rates", min: -reachUp, max: reachUp}},
		{x, logarithmic(r.Measure.String()+": variant / baseline", 1/reachRatio, reachRatio, 1)},
	}
	if len(labels) > 1 {
		f.legend = entries(labels, colours, "circle")
	}
	grey := stroke{colour: named("muted"), width: 1, dash: "dashed", quiet: true}
	f.curve(0, "zero", "no difference", grey, []float64{x.min, x.max}, []float64{0, 0}, nil)
	f.curve(1, "zero", "no difference", grey, []float64{x.min, x.max}, []float64{1, 1}, nil)
	t := newTable("variant", "cells", "mean cells", "puzzles", "verdict", "variant's rate", "baseline's rate", "difference", "low", "high", "ratio", "low", "high")
	var alt []string
	for i, c := range r.Variants {
		aside := math.Pow(x.max/x.min, 0.012*(float64(i)-float64(len(labels)-1)/2))
		for _, s := range c.Sizes {
			if s.Blocks == 0 {
				continue
			}
			t.add(c.Variant, s.Class.String(), s.Cells, s.Blocks, s.Verdict.String(), s.VariantRate, s.BaselineRate,
				s.Success.Value, s.Success.Interval.Low, s.Success.Interval.High, s.Effort.Value, s.Effort.Interval.Low, s.Effort.Interval.High)
			alt = append(alt, fmt.Sprintf("%s on %s cells, %s: %s", c.Variant, s.Class, plural(s.Blocks, "puzzle"), s.Verdict))
			f.size(0, c, s, s.Success, colours[i], s.Cells*aside, -reachUp, reachUp, fmt.Sprintf("%s against %s solved, ", share(s.VariantRate), share(s.BaselineRate)), signed)
			f.size(1, c, s, s.Effort, colours[i], s.Cells*aside, 1/reachRatio, reachRatio, r.Measure.String()+" ", human)
		}
	}
	c := Chart{
		Title:    "By size of the board",
		Subtitle: plural(r.Blocks, "puzzle") + " · intervals hold for all sizes together, whenever the race stops · filled: settled",
		Alt:      "Differences by size. " + strings.Join(alt, ". ") + ".", rows: t.rows,
	}
	f.finish(&c)
	return c
}

// size draws one estimate at a size.
func (f *figure) size(panel int, c race.VariantResult, s race.SizeResult, e race.Estimate, colour string, x, lowest, highest float64, what string, write func(float64) string) {
	inside := func(v float64) float64 { return min(max(v, lowest), highest) }
	text := fmt.Sprintf("%s · %s cells, %s: %s\n%s%s %s", c.Variant, s.Class, plural(s.Blocks, "puzzle"), s.Verdict, what, write(e.Value), interval(e.Interval.Low, e.Interval.High, write))
	role := "size " + s.Class.String()
	f.whiskers(panel, role+" interval", c.Variant, stroke{colour: colour, width: 2}, []float64{x}, []float64{inside(e.Interval.Low)}, []float64{inside(e.Interval.High)})
	f.scatter(panel, role, c.Variant, look{colour: colour, symbol: "circle", hollow: !e.Settled, opacity: 1, z: 5}, []mark{{x, inside(e.Value), 11, text}})
}
