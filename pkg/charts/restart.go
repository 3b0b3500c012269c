package charts

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/charts/internal/numbers"
	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/lists"
)

// Restarts draws what a solution costs when runs are given up at a cutoff and
// begun again, against the cutoff: a panel for each puzzle, a line for each
// label. The mark is the cheapest cutoff, the whisker the interval of where it
// may lie, the dashed line what a solution costs without restarts. Of more than
// four puzzles the cheapest cutoffs alone are drawn, a row for each puzzle, and
// what a solution costs with them and, hollow, without.
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
	labels := distinct(lists.Map(all, func(r analysis.Restart) string { return r.Label }))
	panels := distinct(lists.Map(all, func(r analysis.Restart) string { return r.Puzzle }))
	lo, hi := scale.Positive(cutoffs)
	least, most := scale.Positive(costs)
	colours := coloursOf(labels)
	f := newFigure(logarithmic(measured(measure, "cutoff: %s"), lo, hi, 1.15), logarithmic(measured(measure, "expected %s of a solution"), least, most, 1.3), panels...)
	f.tellApart(labels, colours)
	t := numbers.NewTable("puzzle", "label", "cutoff", "expected cost")
	var alt []string
	shown, points := 0, 0
	for _, r := range all {
		told := scale.Telling(len(r.Points), pointsEach(len(all)), func(k int) (x, y float64) {
			return along(r.Points[k].Cutoff, lo, hi), along(r.Points[k].Expected, least, most)
		})
		shown, points = shown+len(told), points+len(r.Points)
		panel, colour := slices.Index(panels, r.Puzzle), colours[slices.Index(labels, r.Label)]
		var drawn []point
		for _, k := range told {
			p := r.Points[k]
			t.Add(r.Puzzle, r.Label, p.Cutoff, p.Expected)
			drawn = append(drawn, point{x: p.Cutoff, y: p.Expected, of: ofPuzzle(r.PuzzleKey, r.Label), text: fmt.Sprintf("%s · cutoff %s: a solution costs %s", r.Label, quantity(p.Cutoff, measure), human(p.Expected))})
		}
		if len(drawn) == 0 {
			alt = append(alt, fmt.Sprintf("%s, %s: no solution", r.Puzzle, r.Label))
			continue
		}
		f.curve(panel, "cost", r.Label, stroke{colour: colour, width: 2}, drawn)
		f.segment(panel, "without", r.Label, stroke{colour: colour, width: 1, dash: "dashed"}, f.x.min, r.Without, f.x.max, r.Without)
		low, high := max(r.Cutoffs.Low, f.x.min), min(r.Cutoffs.High, f.x.max)
		f.segment(panel, "interval", r.Label, stroke{colour: colour, width: 4}, low, r.Best.Expected, high, r.Best.Expected)
		text := fmt.Sprintf("%s · cheapest cutoff %s %s: a solution seems to cost %s, without restarts %s", r.Label, quantity(r.Best.Cutoff, measure),
			interval(r.Cutoffs.Low, r.Cutoffs.High, amount(measure)), amount(measure)(r.Best.Expected), amount(measure)(r.Without))
		f.scatter(panel, "best", r.Label, look{colour: colour, symbol: "circle", opacity: 1, z: 6, again: true}, []point{{x: r.Best.Cutoff, y: r.Best.Expected, size: 11, text: text, of: ofPuzzle(r.PuzzleKey, r.Label)}})
		alt = append(alt, r.Puzzle+", "+text)
	}
	reading := "mark: the cheapest cutoff, the least of many and so too low, with its interval: "
	if len(panels) >= panelsFrom {
		f, reading = cheapest(all, panels, measure), "cheapest cutoffs are the least of many, their costs too low; intervals of cutoffs: "
	}
	return f.chart(Chart{
		Notes: append(notes(all, func(r analysis.Restart) (string, []string) {
			return strings.Join(compact(r.Puzzle, r.Label), ", "), r.Warnings
		}), thinned("cutoff", shown, points)...),
		Title:    "What a solution costs with restarts",
		Subtitle: reading + about(lists.Map(all, func(r analysis.Restart) analysis.Scope { return r.Scope })) + " · dashed or hollow: without restarts",
		Alt:      "Expected cost against cutoff. " + strings.Join(alt, ". ") + ".",
	}, t)
}

// cheapest draws the cheapest cutoff of each puzzle and label, and the cost of a
// solution with it and without.
func cheapest(all []analysis.Restart, puzzles []string, m analysis.Measure) *figure {
	d := &dots{rows: puzzles, panels: []dotPanel{
		{axis: measured(m, "cheapest cutoff: %s"), log: true, none: math.NaN()},
		{axis: measured(m, "expected %s of a solution"), log: true, none: math.NaN()},
	}}
	labels := distinct(lists.Map(all, func(r analysis.Restart) string { return r.Label }))
	colours := coloursOf(labels)
	for _, r := range all {
		lane := slices.Index(labels, r.Label)
		add := func(panel int, value float64, within analysis.Interval, hollow bool, text string) {
			d.marks = append(d.marks, dot{
				panel: panel, row: slices.Index(puzzles, r.Puzzle), lane: lane, name: r.Label,
				point: point{x: value, low: within.Low, high: within.High, text: r.Puzzle + " · " + r.Label + ": " + text, of: ofPuzzle(r.PuzzleKey, r.Label)},
				look:  look{colour: colours[lane], symbol: "circle", hollow: hollow, opacity: 1, z: 5},
			})
		}
		if len(r.Points) > 0 {
			add(0, r.Best.Cutoff, r.Cutoffs, false, "cheapest cutoff "+quantity(r.Best.Cutoff, m)+" "+interval(r.Cutoffs.Low, r.Cutoffs.High, human))
			add(1, r.Best.Expected, analysis.Interval{}, false, "a solution seems to cost "+human(r.Best.Expected)+" with it")
			add(1, r.Without, analysis.Interval{}, true, "without restarts "+human(r.Without))
		}
	}
	f := d.figure()
	f.tellApart(labels, colours)
	return f
}
