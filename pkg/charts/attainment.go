package charts

import (
	"fmt"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/puzzle"
)

// Attainment draws the empirical attainment function (da Fonseca, Fonseca and
// Hall, "Inferential performance assessment of stochastic optimisers and the
// attainment function", EMO 2001): a panel for each label, in which the colour
// says which share of runs has reached a cost by a time.
func Attainment(all []analysis.Attainment) Chart {
	t := tiles{scale: tileScale{name: "share of runs that have reached the cost", lo: 0, hi: 1}}
	table := newTable("label", "time", "cost", "share of runs")
	puzzles, runs := 0, 0
	var said []string
	for _, a := range all {
		puzzles, runs = max(puzzles, a.Puzzles), runs+a.Runs
		t.x, t.y = moments(measureName(a.Measure), a.Times, len(all) > 1), amounts("cost at most", a.Costs)
		t.panels = append(t.panels, tilePanel{title: a.Label, at: func(x, y int) (float64, string) {
			v := a.Share[x][y]
			return v, fmt.Sprintf("%s · by %s\n%s of runs had a cost of at most %s", a.Label, quantity(a.Times[x], a.Measure), share(v), human(a.Costs[y]))
		}})
		for i, at := range a.Times {
			for j, cost := range a.Costs {
				table.add(a.Label, at, cost, a.Share[i][j])
			}
		}
		if n := len(a.Times); n > 0 && len(a.Costs) > 0 {
			said = append(said, fmt.Sprintf("%s: by %s %s of runs had a cost of at most %s, by %s %s", a.Label,
				quantity(a.Times[n/2], a.Measure), share(a.Share[n/2][0]), human(a.Costs[0]), quantity(a.Times[n-1], a.Measure), share(a.Share[n-1][0])))
		}
	}
	return t.chart(Chart{
		Title:    "Which costs are reached by when",
		Subtitle: fmt.Sprintf("%s, %s · every puzzle has the same weight", plural(puzzles, "puzzle"), plural(runs, "run")),
		Alt:      "Attainment. " + strings.Join(said, ". ") + ".",
	}, table)
}

// AttainmentDifference draws where one engine is ahead of the other: blue
// where more of the first one's runs have reached a cost by a time, vermilion
// where more of the second one's have (López-Ibáñez, Paquete and Stützle,
// "Exploratory analysis of stochastic local search algorithms in biobjective
// optimization", 2010).
func AttainmentDifference(d analysis.AttainmentDifference) Chart {
	most := max(d.FirstLead.Share, d.SecondLead.Share, 0.05)
	t := tiles{
		x: moments(measureName(d.Measure), d.Times, false), y: amounts("cost at most", d.Costs),
		scale: tileScale{name: fmt.Sprintf("share of runs ahead: negative for %s, positive for %s", d.Second, d.First), lo: -most, hi: most, diverging: true},
	}
	t.panels = []tilePanel{{at: func(x, y int) (float64, string) {
		v := d.Share[x][y]
		ahead := d.First
		if v < 0 {
			ahead = d.Second
		}
		return v, fmt.Sprintf("by %s, cost at most %s\n%s leads by %s of runs", quantity(d.Times[x], d.Measure), human(d.Costs[y]), ahead, share(max(v, -v)))
	}}}
	table := newTable("time", "cost", d.First+" less "+d.Second)
	for i, at := range d.Times {
		for j, cost := range d.Costs {
			table.add(at, cost, d.Share[i][j])
		}
	}
	lead := func(label string, l analysis.AttainmentLead) string {
		if l.Share <= 0 {
			return label + " nowhere ahead"
		}
		return fmt.Sprintf("largest lead of %s: %s of runs, at %s and cost %s", label, share(l.Share), quantity(l.Time, d.Measure), human(l.Cost))
	}
	said := lead(d.First, d.FirstLead) + " · " + lead(d.Second, d.SecondLead) + " · the largest of so many points is too large on average"
	return t.chart(Chart{
		Title:    puzzle.Capital(d.First) + " against " + d.Second + ": who is ahead where",
		Subtitle: said, Alt: "Difference of attainment. " + said + ".",
	}, table)
}
