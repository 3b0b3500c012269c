package charts

import (
	"fmt"
	"math"
	"strings"

	"formicary/pkg/analysis"
)

// CriticalDifference draws mean ranks with the bars of Demšar ("Statistical
// comparisons of classifiers over multiple data sets", JMLR 7, 2006, figure
// 1): engines under a common bar do not differ significantly. The best is on
// top; the scale says how far apart two must be.
func CriticalDifference(d analysis.CriticalDifference) Chart {
	n := len(d.Labels)
	f := newFigure(axis{name: "mean rank (1 is the best on a puzzle)", min: 1, max: math.Max(float64(n), 2)}, axis{rows: d.Labels})
	f.high = max(90, 34*n)
	t := newTable("label", "mean rank", "not different from")
	colours := coloursOf(d.Labels)
	var said []string
	for i, label := range d.Labels {
		y, rank := f.y.row(i), d.Ranks[i]
		var alike []string
		for _, c := range d.Cliques {
			for j := c[0]; j <= c[1] && c[0] <= i && i <= c[1]; j++ {
				if j != i {
					alike = append(alike, d.Labels[j])
				}
			}
		}
		others := strings.Join(distinct(alike), ", ")
		text := fmt.Sprintf("%s · mean rank %s over %s", label, human(rank), plural(d.Puzzles, "puzzle"))
		if others != "" {
			text += "\nnot significantly different from " + others
		}
		t.add(label, rank, others)
		said = append(said, label+" "+human(rank))
		f.segment(0, "stem "+label, label, stroke{colour: colours[i], width: 1.5, dash: "dotted"}, 1, y, rank, y)
		f.scatter(0, "rank", label, look{colour: colours[i], symbol: "circle", opacity: 1, z: 5}, []point{{x: rank, y: y, size: 12, text: text}})
	}
	alt := "Mean ranks: " + strings.Join(said, ", ") + "."
	for i, c := range d.Cliques {
		if c[0] == c[1] {
			continue
		}
		alt += " No significant difference between " + strings.Join(d.Labels[c[0]:c[1]+1], ", ") + "."
		// A bar stands at its worst engine's rank and joins the rows of all.
		x := d.Ranks[c[1]] + 0.06*float64(i%3+1)*math.Max(float64(n-1), 1)/4
		f.segment(0, fmt.Sprintf("bar %d", i), "no significant difference", stroke{colour: named("text"), width: 5}, x, f.y.row(c[0])+0.25, x, f.y.row(c[1])-0.25)
	}
	subtitle := fmt.Sprintf("%s by %s · bars join engines that do not differ significantly (Nemenyi, %.3g %%) · critical difference %s", plural(d.Puzzles, "puzzle"), d.Score.Name, 100*d.Level, human(d.Difference))
	if p := d.Overall.P; finite(p) {
		subtitle += " · over all engines: p = " + human(p)
	}
	return f.chart(Chart{Title: "Which engines differ", Subtitle: subtitle, Alt: alt}, t)
}
