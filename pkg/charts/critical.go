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
	var marks []mark
	colours := Colours(d.Labels)
	for i, label := range d.Labels {
		y := f.y.row(i)
		var alike []string
		for _, c := range d.Cliques {
			for j := c[0]; j <= c[1] && c[0] <= i && i <= c[1]; j++ {
				if j != i && d.Labels[j] != label {
					alike = append(alike, d.Labels[j])
				}
			}
		}
		alike = distinct(alike)
		text := fmt.Sprintf("%s · mean rank %s over %s", label, human(d.Ranks[i]), plural(d.Puzzles, "puzzle"))
		if len(alike) > 0 {
			text += "\nnot different from " + strings.Join(alike, ", ")
		}
		marks = append(marks, mark{d.Ranks[i], y, 12, text})
		t.add(label, d.Ranks[i], strings.Join(alike, ", "))
		f.curve(0, "stem "+label, label, stroke{colour: colours[i], width: 1.5, dash: "dotted", quiet: true}, []float64{1, d.Ranks[i]}, []float64{y, y}, nil)
		f.scatter(0, "rank", label, look{colour: colours[i], symbol: "circle", opacity: 1, z: 5}, marks[len(marks)-1:])
	}
	for i, c := range d.Cliques {
		if c[0] == c[1] {
			continue
		}
		// A bar stands at its worst engine's rank and joins the rows of all.
		x := d.Ranks[c[1]] + 0.06*float64(i%3+1)*math.Max(float64(n-1), 1)/4
		f.curve(0, fmt.Sprintf("bar %d", i), "no significant difference", stroke{colour: named("text"), width: 5, quiet: true}, []float64{x, x}, []float64{f.y.row(c[0]) + 0.25, f.y.row(c[1]) - 0.25}, nil)
	}
	c := Chart{Title: "Which engines differ", rows: t.rows}
	head := fmt.Sprintf("%s by %s · bars join engines that do not differ (Nemenyi, %.3g %%) · ranks must be %s apart", plural(d.Puzzles, "puzzle"), d.Score.Name, 100*d.Level, human(d.Difference))
	if p := d.Overall.P; finite(p) {
		head += " · any difference at all: p = " + human(p)
	}
	c.Subtitle = head
	c.Alt = criticalAlt(d)
	f.finish(&c)
	return c
}

func criticalAlt(d analysis.CriticalDifference) string {
	var parts []string
	for i, label := range d.Labels {
		parts = append(parts, fmt.Sprintf("%s %s", label, human(d.Ranks[i])))
	}
	text := "Mean ranks: " + strings.Join(parts, ", ") + "."
	for _, c := range d.Cliques {
		if c[0] != c[1] {
			text += " No significant difference between " + strings.Join(d.Labels[c[0]:c[1]+1], ", ") + "."
		}
	}
	return text
}
