package charts

import (
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/analysis"
)

// Costs draws what a solution costs by size class: for each label a mark with its
// interval, on a logarithmic axis. A class without a solution has no mark; the text
// alternative names it.
func Costs(all []analysis.Expected) Chart {
	all = slices.DeleteFunc(slices.Clone(all), func(e analysis.Expected) bool { return e.Class == analysis.Class{} })
	labels := distinct(column(all, func(e analysis.Expected) string { return e.Label }))
	var classes []analysis.Class
	var values []float64
	about := analysis.About{}
	measure := analysis.Seconds
	runs := 0
	for _, e := range all {
		if !slices.Contains(classes, e.Class) {
			classes = append(classes, e.Class)
		}
		if !e.About.Runs || about.Level == 0 {
			about = e.About
		}
		values = append(values, e.Mean, e.Interval.Low, e.Interval.High)
		measure, runs = e.Measure, runs+e.Runs
	}
	slices.SortFunc(classes, func(a, b analysis.Class) int { return a.Least - b.Least })
	lo, hi := positive(values)
	colours := coloursOf(labels)
	f := newFigure(axis{name: "board size (cells)", labels: column(classes, analysis.Class.String)}, logarithmic(measureName(measure)+" of a solution", lo, hi, 1.25))
	f.tellApart(labels, colours)
	t := newTable("class", "label", "runs", "solved", measureName(measure)+" of a solution", "low", "high")
	lane := 0.84 / float64(max(len(labels), 1))
	var said []string
	for j, label := range labels {
		var marks []point
		var costs []string
		for _, e := range all {
			if e.Label != label {
				continue
			}
			t.add(e.Class.String(), label, e.Runs, e.Successes, e.Mean, e.Interval.Low, e.Interval.High)
			if !finite(e.Mean) {
				costs = append(costs, e.Class.String()+" cells: no solution")
				continue
			}
			at := float64(slices.Index(classes, e.Class)) + 0.08 + lane*(float64(j)+0.5)
			text := quantity(e.Mean, measure) + " " + interval(e.Interval.Low, e.Interval.High, human)
			costs = append(costs, e.Class.String()+" cells: "+text)
			mark := point{
				x: at, y: max(e.Mean, lo), low: max(e.Interval.Low, lo), high: min(e.Interval.High, hi), size: 11,
				text: fmt.Sprintf("%s · %s cells: %s\n%s of %s solved", label, e.Class, text, thousands(float64(e.Successes)), plural(e.Runs, "run")),
			}
			marks = append(marks, mark)
		}
		said = append(said, label+": "+strings.Join(costs, ", "))
		f.estimates(0, "cost", label, 2, look{colour: colours[j], symbol: "circle", opacity: 1, z: 5}, marks)
	}
	return f.chart(Chart{
		Title:    "What a solution costs",
		Subtitle: fmt.Sprintf("%s · all that was spent for each solution found · intervals: %s", plural(runs, "run"), about),
		Alt:      "Expected cost of a solution. " + strings.Join(said, ". ") + ".",
	}, t)
}
