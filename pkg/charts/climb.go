package charts

import (
	"fmt"
	"math"
	"strings"

	"formicary/pkg/analysis"
)

// climb is one label's line of a chart in which every label goes up: its
// corners, a band where low and high are not nil, and the tooltips.
type climb struct {
	label     string
	x, y      []float64
	low, high []float64
	texts     []string
}

// climbs draws lines: up to four labels in one panel with their names where
// the lines end, more in a panel each with the others in grey.
func (f *figure) climbs(all []climb) {
	labels := make([]string, len(all))
	for i, c := range all {
		labels[i] = c.label
	}
	colours := Colours(labels)
	var ends []ending
	for i, c := range all {
		panel := min(i, len(f.panels)-1)
		if c.low != nil {
			f.band(panel, c.label, colours[i], c.x, c.low, c.high)
		}
		f.curve(panel, "line", c.label, stroke{colour: colours[i], width: 2}, c.x, c.y, c.texts)
		f.points += len(c.x)
		if n := len(c.y); n > 0 {
			ends = append(ends, ending{c.label, colours[i], c.y[n-1]})
		}
		if len(f.panels) > 1 {
			for j, other := range all {
				if j != i {
					f.curve(panel, "context "+other.label, other.label, stroke{colour: named("context"), width: 1, quiet: true}, other.x, other.y, nil)
				}
			}
		}
	}
	switch {
	case len(f.panels) > 1 || len(labels) < 2:
	case f.y.log:
		f.legend = entries(labels, colours, "roundRect")
	default:
		f.endings(ends)
	}
}

// Cactus draws how many puzzles each engine solves if each may take so long:
// the puzzles that it solved in the order of what they took, as competitions
// of solvers show it (a quantile plot). Lines that reach farther to the right
// solve more, lower ones are faster. What a puzzle took is what all its runs
// took by its solutions.
func Cactus(curves []analysis.Cactus) Chart {
	var labels []string
	var times []float64
	most, puzzles := 0, 0
	measure := analysis.Seconds
	for _, c := range curves {
		labels = append(labels, c.Label)
		most, puzzles, measure = max(most, c.Solved), max(puzzles, c.Puzzles), c.Measure
		times = append(times, c.Limit)
		for _, p := range c.Points {
			times = append(times, p.At)
		}
	}
	lo, hi := positive(times)
	f := newFigure(axis{name: "puzzles solved (number)", integer: true, min: 0, max: float64(max(most, 1))}, logarithmic(measureName(measure), lo, hi, 1.25), panelsOf(labels)...)
	t := newTable("label", "solved", "puzzle", "cells", measureName(measure), "all together")
	var all []climb
	var said []string
	limits := map[float64]bool{}
	for i, c := range curves {
		line := climb{label: c.Label}
		for _, p := range c.Points {
			line.x, line.y = append(line.x, float64(p.Solved)), append(line.y, max(p.At, lo))
			line.texts = append(line.texts, fmt.Sprintf("%s · %s solved within %s each\nthe last: %s, %s · %s for all", c.Label, plural(p.Solved, "puzzle"),
				quantity(p.At, measure), p.Puzzle, plural(p.Cells, "cell"), quantity(p.Total, measure)))
			t.add(c.Label, p.Solved, p.Puzzle, p.Cells, p.At, p.Total)
		}
		all = append(all, line)
		text := fmt.Sprintf("%s: %d of %s", c.Label, c.Solved, plural(c.Puzzles, "puzzle"))
		if n := len(c.Points); n > 0 {
			text += fmt.Sprintf(", half of those within %s, all within %s", quantity(c.Points[n/2].At, measure), quantity(c.Points[n-1].At, measure))
		}
		said = append(said, text)
		if panel := min(i, len(f.panels)-1); c.Limit > 0 && (len(f.panels) > 1 || !limits[c.Limit]) {
			limits[c.Limit] = true
			f.level(panel, c.Limit, "limit of a run "+quantity(c.Limit, measure))
		}
	}
	f.climbs(all)
	c := Chart{
		Title:    "How many puzzles are solved within how much each",
		Subtitle: plural(puzzles, "puzzle") + " · farther right solves more, lower is faster · time of all runs by each puzzle's solutions",
		Alt:      "Puzzles solved. " + strings.Join(said, ". ") + ".", rows: t.rows,
	}
	f.finish(&c)
	return c
}

// Profile draws performance profiles (Dolan and Moré, "Benchmarking
// optimization software with performance profiles", Mathematical Programming
// 91, 2002): the share of puzzles on which an engine needs at most so many
// times what the best one needs. At 1 a line says how often an engine is the
// best, at its end how often it solves at all.
func Profile(profiles []analysis.Profile) Chart {
	var labels []string
	ratios := []float64{1}
	puzzles := 0
	measure := analysis.Seconds
	for _, p := range profiles {
		labels = append(labels, p.Label)
		puzzles, measure = max(puzzles, p.Puzzles), p.Measure
		for _, s := range p.Points {
			ratios = append(ratios, s.Ratio)
		}
	}
	_, hi := positive(ratios)
	x := logarithmic("times the best ("+measure.String()+")", 1, max(hi, 2), 1.1)
	x.min = 1
	f := newFigure(x, axis{name: "puzzles (share)", percent: true, min: 0, max: 1}, panelsOf(labels)...)
	t := newTable("label", "ratio", "share of puzzles")
	var all []climb
	var said []string
	for _, p := range profiles {
		line := climb{label: p.Label}
		last := 0.0
		for i, s := range p.Points {
			text := fmt.Sprintf("%s · within %s times the best on %s of %s", p.Label, human(s.Ratio), share(s.Share), plural(p.Puzzles, "puzzle"))
			if i > 0 {
				line.x, line.y, line.texts = append(line.x, s.Ratio), append(line.y, last), append(line.texts, text)
			}
			line.x, line.y, line.texts = append(line.x, s.Ratio), append(line.y, s.Share), append(line.texts, text)
			last = s.Share
			t.add(p.Label, s.Ratio, s.Share)
		}
		if len(line.x) > 0 {
			line.x, line.y = append(line.x, x.max), append(line.y, last)
			line.texts = append(line.texts, fmt.Sprintf("%s · solved %d of %s", p.Label, p.Solved, plural(p.Puzzles, "puzzle")))
		}
		all = append(all, line)
		said = append(said, fmt.Sprintf("%s is the best on %d of %s and solves %d", p.Label, p.Best, plural(p.Puzzles, "puzzle"), p.Solved))
	}
	f.climbs(all)
	c := Chart{
		Title:    "How near each engine comes to the best",
		Subtitle: plural(puzzles, "puzzle") + " that all engines ran on · performance profile · left end: how often the best, right end: how often solved",
		Alt:      "Performance profiles. " + strings.Join(said, ". ") + ".", rows: t.rows,
	}
	f.finish(&c)
	return c
}

// Targets draws the share of pairs of run and target that are reached by a
// time: the empirical distribution over targets of COCO (Hansen et al., "COCO:
// a platform for comparing continuous optimizers", 2021), with its band across
// puzzles.
func Targets(curves []analysis.TargetCurve) Chart {
	var labels []string
	var times []float64
	puzzles, runs := 0, 0
	measure := analysis.Seconds
	targets := ""
	for _, c := range curves {
		labels = append(labels, c.Label)
		puzzles, runs, measure = max(puzzles, c.Puzzles), runs+c.Runs, c.Measure
		times = append(times, c.From, c.To)
		var list []string
		for _, cost := range c.Targets {
			list = append(list, human(cost))
		}
		targets = strings.Join(list, ", ")
	}
	lo, hi := positive(times)
	f := newFigure(logarithmic(measureName(measure), lo, hi, 1.02), axis{name: "runs × targets reached (share)", percent: true, min: 0, max: 1}, panelsOf(labels)...)
	t := newTable("label", measureName(measure), "share reached", "low", "high")
	var all []climb
	var said []string
	for _, c := range curves {
		line := climb{label: c.Label}
		for _, p := range c.Points {
			line.x, line.y = append(line.x, p.X), append(line.y, p.Value)
			low, high := p.Band.Low, p.Band.High
			if p.Value == 0 {
				low, high = math.NaN(), math.NaN() // no run has come so far
			}
			line.low, line.high = append(line.low, low), append(line.high, high)
			line.texts = append(line.texts, fmt.Sprintf("%s · by %s: %s of runs and targets %s", c.Label, quantity(p.X, measure), share(p.Value), interval(p.Band.Low, p.Band.High, share)))
			t.add(c.Label, p.X, p.Value, p.Band.Low, p.Band.High)
		}
		all = append(all, line)
		said = append(said, fmt.Sprintf("%s: area %s %s, %s in the end", c.Label, share(c.Area), interval(c.Interval.Low, c.Interval.High, share), share(lastOf(line.y))))
	}
	f.climbs(all)
	c := Chart{
		Title:    "How soon costs are reached",
		Subtitle: fmt.Sprintf("%s, %s · targets: cost at most %s · 95 %% bands across puzzles", plural(puzzles, "puzzle"), plural(runs, "run"), targets),
		Alt:      "Shares of runs and targets reached. " + strings.Join(said, ". ") + ".", rows: t.rows,
	}
	f.finish(&c)
	return c
}

// lastOf is the last number, or 0 of none.
func lastOf(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	return all[len(all)-1]
}
