package charts

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/analysis"
	"formicary/pkg/charts/internal/numbers"
	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/lists"
)

// line is what is drawn of one label: a line, the bands around it where there
// are any, and the limit of its runs, 0 for none.
type line struct {
	label  string
	points []point
	bands  [][]point // the outer one first
	limit  float64
}

// lines draws labels in one panel with their names where the lines end. More
// labels than bands fit for have whiskers at some places instead, each label's
// beside the others'. Limits are those of the logarithmic axis.
func (f *figure) lines(m analysis.Measure, all []line) {
	labels := lists.Map(all, func(l line) string { return l.label })
	colours := coloursOf(labels)
	var limits []float64
	var ends []ending
	for i, l := range all {
		for k, band := range l.bands {
			if len(all) <= mostBands {
				f.band(0, fmt.Sprint("band ", k), l.label, colours[i], band)
			} else if k == len(l.bands)-1 {
				f.whiskers(0, l.label, colours[i], band, (float64(i)+1)/float64(len(all)+1))
			}
		}
		f.curve(0, "line", l.label, stroke{colour: colours[i], width: 2}, l.points)
		if n := len(l.points); n > 0 {
			ends = append(ends, ending{l.label, colours[i], l.points[n-1].y})
		}
		if l.limit > 0 && !slices.Contains(limits, l.limit) {
			limits = append(limits, l.limit)
		}
	}
	for _, limit := range limits {
		if text := "limit " + amount(m)(limit); f.x.log {
			f.limit(limit, text, ends)
		} else {
			f.marker(0, "level", text, map[string]any{"yAxis": num(limit)}, label{Label: opts.Label{Position: "insideStartTop"}}) // above its left end
		}
	}
	switch {
	case len(labels) < 2:
	case f.y.log:
		f.legend = entries(labels, colours, "roundRect")
	default:
		f.endings(ends)
	}
}

// limit draws an upright line of the only panel, whose text stands in the middle of the widest gap between the ends of lines.
func (f *figure) limit(x float64, text string, ends []ending) {
	at, wide, middle := []float64{0, 1}, 0.0, 0.5
	for _, e := range ends {
		at = append(at, f.y.part(e.y))
	}
	slices.Sort(at)
	for i, high := range at[1:] {
		if high-at[i] > wide {
			wide, middle = high-at[i], (high+at[i])/2
		}
	}
	f.rule(0, x, text)
	name := label{Label: opts.Label{Show: opts.Bool(true), Formatter: literal(text), Position: "left", Align: "center", Color: named("muted"), FontSize: fontSize - 1}, Distance: 11, Rotate: 90}
	f.add(0, "limit", text, "scatter", []opts.ScatterData{{Value: pair(x, f.y.along(middle))}}, quiet(6, series{SymbolSize: 0.01, Label: &name}))
}

// part is how far up an axis a value stands, between 0 and 1.
func (a axis) part(value float64) float64 {
	if a.log {
		return math.Log(value/a.min) / math.Log(a.max/a.min)
	}
	return (value - a.min) / (a.max - a.min)
}

// whiskers draws the intervals of a curve at places evenly along the axis, each
// at a fraction of the way to the next.
func (f *figure) whiskers(panel int, name, colour string, points []point, part float64) {
	const places = 6
	var marks []point
	for k := range places {
		x, _ := f.axes(panel)
		at := x.along((float64(k) + part) / places)
		if i := slices.IndexFunc(points, func(p point) bool { return p.x > at }); i > 0 {
			marks = append(marks, point{x: at, y: math.NaN(), low: points[i-1].low, high: points[i-1].high})
		}
	}
	f.estimates(panel, "whisker", name, 1.5, look{colour: colour}, marks)
}

// along is the place on an axis at a fraction of it.
func (a axis) along(part float64) float64 {
	if a.log {
		return a.min * math.Pow(a.max/a.min, part)
	}
	return a.min + part*(a.max-a.min)
}

// stairs are points of what stays as it is until the next point, such as the best
// cost so far, with corners.
func stairs(points []point) []point {
	var out []point
	for i, p := range points {
		if i > 0 {
			corner := points[i-1]
			corner.x = p.x
			out = append(out, corner)
		}
		out = append(out, p)
	}
	return out
}

// gap is how far a sample may lie from the one before, as a factor, for a line to join them.
const gap = 2

// sampled draws what was measured at some places: a line, and its band if it has one, through samples that lie close, and a mark
// with whiskers where one stands alone. Nothing is drawn where nothing was measured.
func (f *figure) sampled(panel int, role, name, colour string, line []point) {
	from := 0
	for i, p := range line {
		if i+1 < len(line) && line[i+1].x <= gap*p.x {
			continue
		}
		at := fmt.Sprint(role, " ", from)
		if i > from {
			f.band(panel, "band of "+at, name, colour, line[from:i+1])
			f.curve(panel, at, name, stroke{colour: colour, width: 2}, line[from:i+1])
		} else {
			p.size = 6
			f.estimates(panel, at, name, 1.5, look{colour: colour, symbol: "circle", opacity: 1, z: 5}, []point{p})
		}
		from = i + 1
	}
}

// fitted is a point of a curve, with its band.
func fitted(p analysis.CurvePoint, text string) point {
	return point{x: p.X, y: p.Value, low: p.Band.Low, high: p.Band.High, text: text}
}

// Cactus draws how many puzzles each engine solves if each may take so long:
// the puzzles that it solved in the order of what they took, as competitions
// of solvers show it (a quantile plot). Lines that reach farther to the right
// solve more, lower ones are faster. What a puzzle took is what all its runs
// took by its solutions.
func Cactus(curves []analysis.Cactus) Chart {
	var times []float64
	most, puzzles := 0, 0
	measure := analysis.Seconds
	for _, c := range curves {
		most, puzzles, measure = max(most, c.Solved), max(puzzles, c.Puzzles), c.Measure
		times = append(times, c.Limit)
		for _, p := range c.Points {
			times = append(times, p.At)
		}
	}
	labels := lists.Map(curves, func(c analysis.Cactus) string { return c.Label })
	lo, hi := scale.Positive(times)
	f := newFigure(axis{name: "puzzles solved (number)", integer: true, min: 0, max: float64(max(most, 1))}, logarithmic(measureName(measure), lo, hi, 1.25))
	t := numbers.NewTable("label", "solved", "puzzle", "cells", measureName(measure), "all together")
	var all []line
	var said []string
	for _, c := range curves {
		l := line{label: c.Label, limit: c.Limit}
		for _, p := range c.Points {
			l.points = append(l.points, point{x: float64(p.Solved), y: max(p.At, lo), of: ofPuzzle(p.PuzzleKey, c.Label), text: fmt.Sprintf("%s · %s solved within %s each\nthe last: %s, %s · %s for all",
				c.Label, plural(p.Solved, "puzzle"), quantity(p.At, measure), p.Puzzle, plural(p.Cells, "cell"), quantity(p.Total, measure))})
			t.Add(c.Label, p.Solved, p.Puzzle, p.Cells, p.At, p.Total)
		}
		all = append(all, l)
		text := fmt.Sprintf("%s: %s of %s", c.Label, thousands(float64(c.Solved)), plural(c.Puzzles, "puzzle"))
		if n := len(c.Points); n > 0 {
			text += fmt.Sprintf(", half of those within %s, all within %s", quantity(c.Points[n/2].At, measure), quantity(c.Points[n-1].At, measure))
		}
		said = append(said, text)
	}
	reading := "farther right solves more, lower is faster"
	if len(labels) >= panelsFrom {
		reading = "whisker of a time: middle half of the puzzles; of a share: 95 % interval for puzzles like these"
		f = solvedSoon(curves, measure)
	} else {
		f.lines(measure, all)
	}
	return f.chart(Chart{
		Title:    "How many puzzles are solved within a given time each",
		Subtitle: plural(puzzles, "puzzle") + " · " + reading + " · time of all runs per solution",
		Alt:      "Puzzles solved. " + strings.Join(said, ". ") + ".",
	}, t)
}

// Targets draws the share of pairs of run and target that are reached by a
// time: the empirical distribution over targets of COCO (Hansen et al., "COCO:
// a platform for comparing continuous optimizers", 2021), with its band across
// puzzles from the first target on.
func Targets(curves []analysis.TargetCurve) Chart {
	var times []float64
	puzzles, runs := 0, 0
	measure := analysis.Seconds
	targets := ""
	for _, c := range curves {
		puzzles, runs, measure = max(puzzles, c.Puzzles), runs+c.Runs, c.Measure
		times = append(times, c.From, c.To)
		targets = strings.Join(lists.Map(c.Targets, human), ", ")
	}
	labels := lists.Map(curves, func(c analysis.TargetCurve) string { return c.Label })
	lo, hi := scale.Positive(times)
	f := newFigure(logarithmic(measureName(measure), lo, hi, 1.02), axis{name: "runs × targets reached (share)", percent: true, min: 0, max: 1})
	t := numbers.NewTable("label", measureName(measure), "share reached", "low", "high")
	var all []line
	var said []string
	for _, c := range curves {
		l := line{label: c.Label}
		end := 0.0
		for _, p := range c.Points {
			end = p.Value
			q := fitted(p, fmt.Sprintf("%s · by %s: %s of runs and targets %s", c.Label, quantity(p.X, measure), share(p.Value), interval(p.Band.Low, p.Band.High, share)))
			if p.Value == 0 {
				q.low = math.NaN() // no run has come so far
			}
			l.points = append(l.points, q)
			t.Add(c.Label, p.X, p.Value, p.Band.Low, p.Band.High)
		}
		l.points = stairs(l.points)
		l.bands = [][]point{l.points}
		all = append(all, l)
		said = append(said, fmt.Sprintf("%s: area %s %s, %s in the end", c.Label, share(c.Area), interval(c.Interval.Low, c.Interval.High, share), share(end)))
	}
	if len(labels) >= panelsFrom {
		f = areas(curves)
	} else {
		f.lines(measure, all)
	}
	return f.chart(Chart{
		Notes: notes(curves, func(c analysis.TargetCurve) (string, []string) { return c.Label, c.Warnings }),
		Title: "How soon costs are reached",
		Subtitle: fmt.Sprintf("%s, %s · targets: cost at most %s · intervals: %s", plural(puzzles, "puzzle"), plural(runs, "run"), targets,
			about(lists.Map(curves, func(c analysis.TargetCurve) analysis.Scope { return c.Scope }))),
		Alt: "Shares of runs and targets reached. " + strings.Join(said, ". ") + ".",
	}, t)
}

// Convergence draws how good the best board of a run is by when: the median
// over runs as a line, the middle half and the middle four fifths as bands (of
// two labels the middle half alone, of more as whiskers). Lines are stairs: what a
// run has reached stays. The axis reaches as far as the middle half does; what
// lies above is cut off. Of more than four labels the costs by three moments are
// drawn, a row for each label.
func Convergence(curves []analysis.Anytime) Chart {
	var times []float64
	runs, puzzles := 0, 0
	top := 0.0
	measure := analysis.Seconds
	for _, c := range curves {
		runs, puzzles, measure = runs+c.Runs, max(puzzles, c.Puzzles), c.Measure
		for _, p := range c.Points {
			times = append(times, p.At)
			for _, q := range []float64{p.Median, p.Q75} {
				if scale.Finite(q) {
					top = max(top, q)
				}
			}
		}
	}
	labels := lists.Map(curves, func(c analysis.Anytime) string { return c.Label })
	lo, hi := scale.Positive(times)
	y := axis{name: "lowest cost so far (0 is a solution)", min: 0, max: scale.Nice(top)}
	f := newFigure(logarithmic(measureName(measure), lo, hi, 1.05), y)
	t := numbers.NewTable("label", measureName(measure), "runs", "10 %", "25 %", "median", "75 %", "90 %", "share solved")
	// Several labels share a frame, with one band each.
	crowded := len(labels) > 1
	bands := "line: median over runs · bands: middle half and middle 80 %"
	switch {
	case len(labels) >= panelsFrom:
		bands = "mark: median over runs · whisker: middle half"
	case len(labels) > mostBands:
		bands = "line: median over runs · whiskers: middle half"
	case crowded:
		bands = "line: median over runs · band: middle half"
	}
	var all []line
	var said []string
	for _, c := range curves {
		l := line{label: c.Label, limit: c.Limit}
		var inner, outer []point
		for _, p := range c.Points {
			l.points = append(l.points, point{x: p.At, y: p.Median, text: fmt.Sprintf("%s · after %s: median cost %s\nmiddle half %s, middle 80 %% %s\n%s of %s solved", c.Label, quantity(p.At, measure), human(p.Median),
				interval(p.Q25, p.Q75, human), interval(p.Q10, p.Q90, human), share(p.Solved), plural(c.Runs, "run"))})
			inner = append(inner, point{x: p.At, low: p.Q25, high: p.Q75})
			outer = append(outer, point{x: p.At, low: p.Q10, high: p.Q90})
			t.Add(c.Label, p.At, p.Runs, p.Q10, p.Q25, p.Median, p.Q75, p.Q90, p.Solved)
		}
		l.points = stairs(l.points)
		l.bands = [][]point{stairs(outer), stairs(inner)}
		if crowded {
			l.bands = l.bands[1:]
		}
		all = append(all, l)
		if n := len(c.Points); n > 0 {
			first, last := c.Points[0], c.Points[n-1]
			said = append(said, fmt.Sprintf("%s: the median goes from %s after %s to %s after %s; %s of %s solved by then",
				c.Label, human(first.Median), quantity(first.At, measure), human(last.Median), quantity(last.At, measure), share(last.Solved), plural(c.Runs, "run")))
		}
	}
	if len(labels) >= panelsFrom {
		f = stages(curves, measure, lo, hi)
	} else {
		f.lines(measure, all)
	}
	return f.chart(Chart{
		Notes:    notes(curves, func(c analysis.Anytime) (string, []string) { return c.Label, c.Warnings }),
		Title:    "How the cost falls during a run",
		Subtitle: fmt.Sprintf("%s, %s · %s of the runs, no confidence interval", plural(puzzles, "puzzle"), plural(runs, "run"), bands),
		Alt:      "Lowest cost so far. " + strings.Join(said, ". ") + ".",
	}, t)
}

// mostPoints is about how many points of its lines a chart draws and writes into its numbers: what a picture can show.
const mostPoints = 2000

// pointsEach are those of each of so many lines.
func pointsEach(lines int) int { return min(max(mostPoints/max(lines, 1), 20), mostPoints/5) }

// thinned says that a chart shows fewer points than there are, if it does.
func thinned(what string, shown, all int) []string {
	if shown == all {
		return nil
	}
	return []string{fmt.Sprintf("Of %s the numbers have the %s that a picture can tell apart; formicary journal export writes all runs.", plural(all, what), thousands(float64(shown)))}
}

// along is where a value is between two on a logarithmic scale, from 0 to 1.
func along(value, lo, hi float64) float64 { return math.Log(max(value, lo)/lo) / math.Log(hi/lo) }
