package charts

import (
	"slices"
	"strings"

	"formicary/pkg/analysis"
)

// SuccessByClass draws a table of success rates: for each size class and
// label a filled mark with the interval across puzzles, and beside it the
// published rate, hollow and grey.
func SuccessByClass(t analysis.SuccessTable, references ...analysis.Reference) Chart {
	s := Success{Table: t, References: references}
	classes := slices.Clone(t.Classes)
	labels := s.labels()
	colours := Colours(labels)
	known := s.known()
	for _, r := range known {
		if !slices.Contains(classes, r.Class) {
			classes = append(classes, r.Class)
		}
	}
	slices.SortFunc(classes, func(a, b analysis.Class) int { return a.Least - b.Least })
	names := make([]string, len(classes))
	for i, c := range classes {
		names[i] = c.String()
		for _, row := range t.Rows {
			if row.Class == c {
				names[i] = c.String() + "\nn = " + thousands(float64(row.Instances))
				break
			}
		}
	}
	f := newFigure(axis{name: "board size (cells), n puzzles", labels: names}, axis{name: "success rate (share of runs)", percent: true, min: 0, max: 1})
	f.legend = entries(labels, colours, "circle")

	// Each label has a lane within each class, ours left, published right.
	lane := 0.84 / float64(max(len(labels), 1))
	at := func(class, label int) float64 { return float64(class) + 0.08 + lane*(float64(label)+0.5) }
	pair := lane * 0.17
	if len(known) == 0 {
		pair = 0
	}
	table := newTable("class", "label", "puzzles", "solved at least once", "runs", "rate", "low", "high", "published rate", "published low", "published high")
	var marks []mark
	var px, plo, phi []float64
	for j, label := range labels {
		var ours []mark
		var x, lo, hi []float64
		for i, class := range classes {
			row, ok := t.Get(label, class)
			var refs []analysis.Reference
			for _, r := range known {
				if r.Label == label && r.Class == class {
					refs = append(refs, r)
				}
			}
			cells := []any{class.String(), label, "", "", "", "", "", "", "", "", ""}
			if ok {
				ours = append(ours, mark{at(i, j) - pair, row.Runs.Rate, 11, successText(row)})
				x, lo, hi = append(x, at(i, j)-pair), append(lo, row.Across.Low), append(hi, row.Across.High)
				copy(cells[2:], []any{row.Instances, row.Any.Successes, row.Runs.Trials, row.Runs.Rate, row.Across.Low, row.Across.High})
			}
			for _, r := range refs {
				in := r.Interval()
				marks = append(marks, mark{at(i, j) + pair, r.Rate, 9, referenceText(r)})
				px, plo, phi = append(px, at(i, j)+pair), append(plo, in.Low), append(phi, in.High)
				copy(cells[8:], []any{r.Rate, in.Low, in.High})
			}
			if ok || len(refs) > 0 {
				table.add(cells...)
			}
		}
		f.whiskers(0, "interval", label, stroke{colour: colours[j], width: 2}, x, lo, hi)
		if len(ours) > 0 {
			f.scatter(0, "rate", label, look{colour: colours[j], symbol: "circle", opacity: 1, z: 5}, ours)
		}
	}
	if len(marks) > 0 {
		name := sources(known)
		f.whiskers(0, "published interval", name, stroke{colour: named("paper"), width: 1.5}, px, plo, phi)
		f.scatter(0, "published", name, look{colour: named("paper"), symbol: "circle", hollow: true, opacity: 1, z: 4}, marks)
		f.legend = append(f.legend, entry{name, named("paper"), "circle", true})
	}
	c := Chart{
		Title:    "Success by size class",
		Subtitle: strings.Join(compact(s.counts(), "95 % intervals across puzzles"), " · "),
		Alt:      s.alt(known), rows: table.rows,
	}
	if len(known) > 0 {
		c.Title += ", beside the published rates"
		c.Subtitle += " (published: over runs)"
	}
	f.finish(&c)
	return c
}
