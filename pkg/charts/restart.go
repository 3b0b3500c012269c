package charts

import (
	"fmt"
	"strings"

	"formicary/pkg/analysis"
)

// Tails draws, for each label, the share of runs that are still without a
// solution against what they have taken, both on logarithmic scales: where it
// falls along a straight line the tail is heavy, and a run that has not
// finished yet tells that it will not finish soon; where it bends down ever
// more steeply, as an exponential does, restarting gains nothing. More than
// four labels become panels.
func Tails(times []analysis.RunTime) Chart {
	var labels []string
	var all, shares []float64
	runs := 0
	for _, t := range times {
		labels = append(labels, t.Label)
		runs += t.Runs
		for _, s := range t.Steps {
			all = append(all, s.Time)
			if s.Solved < 1 {
				shares = append(shares, 1-s.Solved, 1-s.High)
			}
		}
	}
	lo, hi := positive(all)
	low, _ := positive(shares)
	low = max(low, 1/float64(max(2*runs, 2)))
	measure := analysis.Seconds
	if len(times) > 0 {
		measure = times[0].Measure
	}
	colours := Colours(labels)
	f := newFigure(logarithmic(measureName(measure), lo, hi, 1.1), axis{name: "runs without a solution (share)", log: true, min: round(low/1.2, 3), max: 1}, panelsOf(labels)...)
	if len(labels) > 1 && len(f.panels) == 1 {
		f.legend = entries(labels, colours, "circle")
	}
	t := newTable("label", measureName(measure), "at risk", "share without a solution", "low", "high")
	var alt []string
	for i, time := range times {
		panel := min(i, len(f.panels)-1)
		var x, y, from, to []float64
		var texts []string
		for _, s := range time.Steps {
			t.add(time.Label, s.Time, s.AtRisk, 1-s.Solved, 1-s.High, 1-s.Low)
			if s.Events == 0 || s.Solved >= 1 {
				continue
			}
			x, y = append(x, max(s.Time, lo)), append(y, 1-s.Solved)
			from, to = append(from, max(1-s.High, low)), append(to, 1-s.Low)
			texts = append(texts, fmt.Sprintf("%s · after %s: %s without a solution %s", time.Label, quantity(s.Time, measure), share(1-s.Solved), interval(1-s.High, 1-s.Low, share)))
		}
		if len(x) == 0 {
			continue
		}
		if x[0] > lo {
			x, y, from, to = append([]float64{lo}, x...), append([]float64{1}, y...), append([]float64{1}, from...), append([]float64{1}, to...)
			texts = append([]string{fmt.Sprintf("%s: all without a solution", time.Label)}, texts...)
		}
		f.band(panel, time.Label, colours[i], x, from, to)
		f.curve(panel, "tail", time.Label, stroke{colour: colours[i], width: 2}, x, y, texts)
		f.points += len(x)
		alt = append(alt, fmt.Sprintf("%s: %s without a solution after %s", time.Label, share(y[len(y)-1]), quantity(x[len(x)-1], measure)))
	}
	c := Chart{
		Title:    "How long runs stay without a solution",
		Subtitle: plural(runs, "run") + " · both scales logarithmic: a straight line is a heavy tail · Kaplan–Meier estimate with 95 % band",
		Alt:      "Share of runs without a solution. " + strings.Join(alt, ". ") + ".", rows: t.rows,
	}
	f.finish(&c)
	return c
}

// Restarts draws what a solution costs when runs are given up at a cutoff and
// begun again, against the cutoff: a panel for each puzzle, a line for each
// label. The mark is the cheapest cutoff, the whisker the interval of where it
// may lie, the dashed line what a solution costs without restarts.
func Restarts(all []analysis.Restart) Chart {
	var labels, panels []string
	var cutoffs, costs []float64
	for _, r := range all {
		labels, panels = append(labels, r.Label), append(panels, r.Puzzle)
		for _, p := range r.Points {
			cutoffs, costs = append(cutoffs, p.Cutoff), append(costs, p.Expected)
		}
		costs = append(costs, r.Without)
	}
	labels, panels = distinct(labels), distinct(panels)
	measure := analysis.Seconds
	if len(all) > 0 {
		measure = all[0].Measure
	}
	lo, hi := positive(cutoffs)
	least, most := positive(costs)
	colours := Colours(labels)
	f := newFigure(logarithmic("cutoff: "+measureName(measure), lo, hi, 1.15), logarithmic("expected "+measureName(measure)+" of a solution", least, most, 1.3), panels...)
	if len(labels) > 1 {
		f.legend = entries(labels, colours, "circle")
	}
	t := newTable("puzzle", "label", "cutoff", "expected cost")
	var alt []string
	for _, r := range all {
		panel, colour := indexOf(panels, r.Puzzle), colours[indexOf(labels, r.Label)]
		var x, y []float64
		var texts []string
		for _, p := range r.Points {
			t.add(r.Puzzle, r.Label, p.Cutoff, p.Expected)
			x, y = append(x, p.Cutoff), append(y, p.Expected)
			texts = append(texts, fmt.Sprintf("%s · cutoff %s: a solution costs %s", r.Label, quantity(p.Cutoff, measure), human(p.Expected)))
		}
		if len(x) == 0 {
			alt = append(alt, fmt.Sprintf("%s, %s: no solution", r.Puzzle, r.Label))
			continue
		}
		f.curve(panel, "cost", r.Label, stroke{colour: colour, width: 2}, x, y, texts)
		f.points += len(x)
		f.curve(panel, "without", r.Label, stroke{colour: colour, width: 1, dash: "dashed", quiet: true}, []float64{f.x.min, f.x.max}, []float64{r.Without, r.Without}, nil)
		low, high := max(r.Cutoffs.Low, f.x.min), min(r.Cutoffs.High, f.x.max)
		f.curve(panel, "interval", r.Label, stroke{colour: colour, width: 4, quiet: true}, []float64{low, high}, []float64{r.Best.Expected, r.Best.Expected}, nil)
		text := fmt.Sprintf("%s · cheapest cutoff %s %s: a solution costs %s, without restarts %s", r.Label, quantity(r.Best.Cutoff, measure),
			interval(r.Cutoffs.Low, r.Cutoffs.High, human), human(r.Best.Expected), human(r.Without))
		points := f.points
		f.scatter(panel, "best", r.Label, look{colour: colour, symbol: "circle", opacity: 1, z: 6}, []mark{{r.Best.Cutoff, r.Best.Expected, 11, text}})
		f.points = points
		alt = append(alt, r.Puzzle+", "+text)
	}
	c := Chart{
		Title:    "What a solution costs when runs are cut off and begun again",
		Subtitle: "mark: the cheapest cutoff, with its 95 % interval · dashed: without restarts",
		Alt:      "Expected cost against cutoff. " + strings.Join(alt, ". ") + ".", rows: t.rows,
	}
	f.finish(&c)
	return c
}

// indexOf is the place of a text that is there.
func indexOf(list []string, text string) int {
	for i, s := range list {
		if s == text {
			return i
		}
	}
	panic("charts: no such label")
}
