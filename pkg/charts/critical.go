package charts

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/analysis"
)

// CriticalDifference draws mean ranks with the bars of Demšar ("Statistical
// comparisons of classifiers over multiple data sets", JMLR 7, 2006, figure
// 1): of engines with a dot on a common bar it is not settled which is better.
// The best mean rank is on top.
func CriticalDifference(d analysis.CriticalDifference) Chart {
	n := len(d.Labels)
	f := newFigure(axis{name: "mean rank (1 is the best on a puzzle)", min: 1, max: math.Max(float64(n), 2)}, axis{rows: d.Labels})
	f.rowHigh = 28
	t := newTable("label", "mean rank", "not settled against")
	colours := coloursOf(d.Labels)
	var said []string
	for i, label := range d.Labels {
		y, rank := f.y.row(i), d.Ranks[i]
		var alike []string
		for _, c := range d.Cliques {
			for _, j := range c {
				if slices.Contains(c, i) && j != i {
					alike = append(alike, d.Labels[j])
				}
			}
		}
		others := strings.Join(distinct(alike), ", ")
		text := fmt.Sprintf("%s · mean rank %s over %s", label, human(rank), plural(d.Puzzles, "puzzle"))
		if others != "" {
			text += "\nnot settled against " + others
		}
		t.add(label, rank, others)
		said = append(said, label+" "+human(rank))
		f.segment(0, "stem "+label, label, stroke{colour: colours[i], width: 1.5, dash: "dotted"}, 1, y, rank, y)
		f.scatter(0, "rank", label, look{colour: colours[i], symbol: "circle", opacity: 1, z: 5}, []point{{x: rank, y: y, size: 12, text: text}})
	}
	alt := "Mean ranks: " + strings.Join(said, ", ") + "."
	for i, c := range d.Cliques {
		first, last := c[0], c[len(c)-1]
		var names []string
		var members []point
		// A bar stands at its worst engine's rank and has a dot for each of its own.
		x := d.Ranks[last] + 0.06*float64(i%3+1)*math.Max(float64(n-1), 1)/4
		for _, j := range c {
			names = append(names, d.Labels[j])
			members = append(members, point{x: x, y: f.y.row(j), size: 9, text: "not settled: " + d.Labels[j]})
		}
		alt += " Not settled between " + strings.Join(names, ", ") + "."
		f.segment(0, fmt.Sprintf("bar %d", i), "not settled", stroke{colour: named("text"), width: 3}, x, f.y.row(first), x, f.y.row(last))
		f.scatter(0, fmt.Sprintf("members %d", i), "not settled", look{colour: named("text"), symbol: "circle", opacity: 1, z: 5}, members)
	}
	subtitle := fmt.Sprintf("%s by %s · bars join engines of which it is not settled which is better (pairs, %s %%, Holm)", plural(d.Puzzles, "puzzle"), d.Score.Name, human(100*d.Level))
	if p := d.Overall.P; finite(p) {
		subtitle += " · that none differ: " + analysis.Probability(p)
	}
	return f.chart(Chart{Notes: d.Warnings, Title: "Which engines differ", Subtitle: subtitle, Alt: alt}, t)
}
