package charts

import (
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/analysis"
)

// Restarts draws what a solution costs when runs are given up at a cutoff and
// begun again, against the cutoff: a panel for each puzzle, a line for each
// label. The mark is the cheapest cutoff, the whisker the interval of where it
// may lie, the dashed line what a solution costs without restarts.
func Restarts(all []analysis.Restart) Chart {
	var cutoffs, costs []float64
	measure := analysis.Seconds
	for _, r := range all {
		measure = r.Measure
		for _, p := range r.Points {
			cutoffs, costs = append(cutoffs, p.Cutoff), append(costs, p.Expected)
		}
		costs = append(costs, r.Without)
	}
	labels := distinct(column(all, func(r analysis.Restart) string { return r.Label }))
	panels := distinct(column(all, func(r analysis.Restart) string { return r.Puzzle }))
	lo, hi := positive(cutoffs)
	least, most := positive(costs)
	colours := coloursOf(labels)
	f := newFigure(logarithmic("cutoff: "+measureName(measure), lo, hi, 1.15), logarithmic("expected "+measureName(measure)+" of a solution", least, most, 1.3), panels...)
	f.tellApart(labels, colours)
	t := newTable("puzzle", "label", "cutoff", "expected cost")
	var alt []string
	for _, r := range all {
		panel, colour := slices.Index(panels, r.Puzzle), colours[slices.Index(labels, r.Label)]
		var points []point
		for _, p := range r.Points {
			t.add(r.Puzzle, r.Label, p.Cutoff, p.Expected)
			points = append(points, point{x: p.Cutoff, y: p.Expected, of: ofPuzzle(r.PuzzleKey, r.Label), text: fmt.Sprintf("%s · cutoff %s: a solution costs %s", r.Label, quantity(p.Cutoff, measure), human(p.Expected))})
		}
		if len(points) == 0 {
			alt = append(alt, fmt.Sprintf("%s, %s: no solution", r.Puzzle, r.Label))
			continue
		}
		f.curve(panel, "cost", r.Label, stroke{colour: colour, width: 2}, points)
		f.segment(panel, "without", r.Label, stroke{colour: colour, width: 1, dash: "dashed"}, f.x.min, r.Without, f.x.max, r.Without)
		low, high := max(r.Cutoffs.Low, f.x.min), min(r.Cutoffs.High, f.x.max)
		f.segment(panel, "interval", r.Label, stroke{colour: colour, width: 4}, low, r.Best.Expected, high, r.Best.Expected)
		text := fmt.Sprintf("%s · cheapest cutoff %s %s: a solution seems to cost %s, without restarts %s\ngain by a cutoff that other runs chose: %s %s", r.Label, quantity(r.Best.Cutoff, measure),
			interval(r.Cutoffs.Low, r.Cutoffs.High, human), human(r.Best.Expected), human(r.Without), human(r.Gain), interval(r.GainInterval.Low, r.GainInterval.High, human))
		f.scatter(panel, "best", r.Label, look{colour: colour, symbol: "circle", opacity: 1, z: 6, again: true}, []point{{x: r.Best.Cutoff, y: r.Best.Expected, size: 11, text: text, of: ofPuzzle(r.PuzzleKey, r.Label)}})
		alt = append(alt, r.Puzzle+", "+text)
	}
	return f.chart(Chart{
		Notes:    notes(all, func(r analysis.Restart) (string, []string) { return r.Label, r.Warnings }),
		Title:    "What a solution costs with restarts",
		Subtitle: "mark: the cheapest cutoff, the least of many and so too low, with its interval: " + about(column(all, func(r analysis.Restart) analysis.About { return r.About })) + " · dashed: without restarts",
		Alt:      "Expected cost against cutoff. " + strings.Join(alt, ". ") + ".",
	}, t)
}
