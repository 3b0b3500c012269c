package charts

import (
	"fmt"
	"strings"

	"formicary/pkg/analysis"
)

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
				if finite(q) {
					top = max(top, q)
				}
			}
		}
	}
	labels := column(curves, func(c analysis.Anytime) string { return c.Label })
	lo, hi := positive(times)
	y := axis{name: "lowest cost so far (0 is a solution)", min: 0, max: nice(top)}
	f := newFigure(logarithmic(measureName(measure), lo, hi, 1.05), y)
	t := newTable("label", measureName(measure), "runs", "10 %", "25 %", "median", "75 %", "90 %", "share solved")
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
			t.add(c.Label, p.At, p.Runs, p.Q10, p.Q25, p.Median, p.Q75, p.Q90, p.Solved)
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
