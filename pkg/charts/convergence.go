package charts

import (
	"fmt"
	"strings"

	"formicary/pkg/analysis"
)

// Convergence draws how good the best board of a run is by when: the median
// over runs as a line, the middle half and the middle four fifths as bands (of
// several labels in one panel the middle half alone). The axis reaches as far
// as the middle half does; what lies above is cut off. More than four labels become panels, each with the others' medians in grey.
func Convergence(curves []analysis.Anytime) Chart {
	var labels []string
	var all []float64
	runs, puzzles := 0, 0
	top := 0.0
	for _, c := range curves {
		labels = append(labels, c.Label)
		runs += c.Runs
		puzzles = max(puzzles, c.Puzzles)
		for _, p := range c.Points {
			all = append(all, p.At)
			for _, q := range []float64{p.Median, p.Q75} {
				if finite(q) {
					top = max(top, q)
				}
			}
		}
	}
	lo, hi := positive(all)
	measure := analysis.Seconds
	if len(curves) > 0 {
		measure = curves[0].Measure
	}
	colours := Colours(labels)
	y := axis{name: "lowest cost so far (0 is a solution)", min: 0, max: nice(top)}
	f := newFigure(logarithmic(measureName(measure), lo, hi, 1.05), y, panelsOf(labels)...)
	t := newTable("label", measureName(measure), "runs", "10 %", "25 %", "median", "75 %", "90 %", "share solved")
	limits := map[float64]bool{}
	// Several labels in one panel have one band each: more would be mud.
	crowded := len(f.panels) == 1 && len(labels) > 1
	bands := "bands: middle half and middle 80 %"
	if crowded {
		bands = "band: middle half"
	}
	var ends []ending
	for i, c := range curves {
		panel := min(i, len(f.panels)-1)
		n := len(c.Points)
		x, median := make([]float64, n), make([]float64, n)
		q10, q25, q75, q90 := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		texts := make([]string, n)
		for j, p := range c.Points {
			x[j], median[j], q10[j], q25[j], q75[j], q90[j] = p.At, p.Median, p.Q10, p.Q25, p.Q75, p.Q90
			texts[j] = fmt.Sprintf("%s · after %s: median cost %s\nmiddle half %s, middle 80 %% %s\n%s of %s solved", c.Label, quantity(p.At, measure), human(p.Median),
				interval(p.Q25, p.Q75, human), interval(p.Q10, p.Q90, human), share(p.Solved), plural(c.Runs, "run"))
			t.add(c.Label, p.At, p.Runs, p.Q10, p.Q25, p.Median, p.Q75, p.Q90, p.Solved)
			if finite(p.Median) {
				f.points++
			}
		}
		if !crowded {
			f.band(panel, c.Label, colours[i], x, q10, q90)
		}
		f.inner(panel, c.Label, colours[i], x, q25, q75)
		f.curve(panel, "median", c.Label, stroke{colour: colours[i], width: 2}, x, median, texts)
		if n > 0 {
			ends = append(ends, ending{c.Label, colours[i], median[n-1]})
		}
		if len(f.panels) > 1 {
			for j, other := range curves {
				if j == i {
					continue
				}
				ox, oy := make([]float64, len(other.Points)), make([]float64, len(other.Points))
				for k, p := range other.Points {
					ox[k], oy[k] = p.At, p.Median
				}
				f.curve(panel, "context "+other.Label, other.Label, stroke{colour: named("context"), width: 1, quiet: true}, ox, oy, nil)
			}
		}
		if c.Limit > 0 && (len(f.panels) > 1 || !limits[c.Limit]) {
			limits[c.Limit] = true
			f.rule(panel, c.Limit, limitText(c.Limit, measure))
		}
	}
	if crowded {
		f.endings(ends)
	}
	c := Chart{
		Title:    "How the cost falls while a run goes on",
		Subtitle: strings.Join(compact(plural(puzzles, "puzzle")+", "+plural(runs, "run"), "line: median over runs", bands), " · "),
		Alt:      convergenceAlt(curves), rows: t.rows,
	}
	f.finish(&c)
	return c
}

// inner is the second, narrower band of a line.
func (f *figure) inner(panel int, name, colour string, x, lo, hi []float64) {
	before := len(f.series)
	f.band(panel, name, colour, x, lo, hi)
	for i := before; i < len(f.series); i++ {
		s := &f.series[i]
		amend := f.amends[s.ID]
		s.ID = "inner " + s.ID
		f.amends[s.ID] = amend
	}
}

// nice is the end of an axis from 0: a round number that is not below x.
func nice(x float64) float64 {
	if !(x > 0) || !finite(x) {
		return 1
	}
	unit := 1.0
	for ; ; unit *= 10 {
		for _, s := range []float64{1, 1.5, 2, 3, 4, 5, 6, 8} {
			if s*unit >= x {
				return s * unit
			}
		}
	}
}

func convergenceAlt(curves []analysis.Anytime) string {
	var parts []string
	for _, c := range curves {
		if len(c.Points) == 0 {
			continue
		}
		first, last := c.Points[0], c.Points[len(c.Points)-1]
		parts = append(parts, fmt.Sprintf("%s: the median goes from %s after %s to %s after %s; %s of %s solved by then",
			c.Label, human(first.Median), quantity(first.At, c.Measure), human(last.Median), quantity(last.At, c.Measure), share(last.Solved), plural(c.Runs, "run")))
	}
	return "Lowest cost so far. " + strings.Join(parts, ". ") + "."
}
