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
	labels, known := s.labels(), s.known()
	colours := coloursOf(labels)
	classes := slices.Clone(t.Classes)
	for _, r := range known {
		if !slices.Contains(classes, r.Class) {
			classes = append(classes, r.Class)
		}
	}
	slices.SortFunc(classes, func(a, b analysis.Class) int { return a.Least - b.Least })
	names := column(classes, func(c analysis.Class) string {
		if i := slices.IndexFunc(t.Rows, func(row analysis.Success) bool { return row.Class == c }); i >= 0 {
			return c.String() + "\nn = " + thousands(float64(t.Rows[i].Instances))
		}
		return c.String()
	})
	f := newFigure(axis{name: "board size (cells), n puzzles", labels: names}, axis{name: "success rate (share of runs)", percent: true, min: 0, max: 1})
	f.legend = entries(labels, colours, "circle")

	// Each label has a lane within each class, ours left, published right.
	lane := 0.84 / float64(max(len(labels), 1))
	pair := lane * 0.17
	if len(known) == 0 {
		pair = 0
	}
	table := newTable("class", "label", "puzzles", "solved at least once", "runs", "rate", "low", "high", "published rate", "published low", "published high")
	var published []point
	for j, label := range labels {
		var ours []point
		for i, class := range classes {
			at := float64(i) + 0.08 + lane*(float64(j)+0.5)
			cells := []any{class.String(), label, "", "", "", "", "", "", "", "", ""}
			row, ok := t.Get(label, class)
			if ok {
				ours = append(ours, point{x: at - pair, y: row.Runs.Rate, low: row.Across.Low, high: row.Across.High, size: 11, text: successText(row)})
				copy(cells[2:], []any{row.Instances, row.Any.Successes, row.Runs.Trials, row.Runs.Rate, row.Across.Low, row.Across.High})
			}
			for _, r := range known {
				if r.Label == label && r.Class == class {
					in := r.Interval()
					published = append(published, point{x: at + pair, y: r.Rate, low: in.Low, high: in.High, size: 9, text: referenceText(r)})
					copy(cells[8:], []any{r.Rate, in.Low, in.High})
					ok = true
				}
			}
			if ok {
				table.add(cells...)
			}
		}
		f.estimates(0, "rate", label, 2, look{colour: colours[j], symbol: "circle", opacity: 1, z: 5}, ours)
	}
	c := Chart{
		Title:    "Success by size class",
		Subtitle: strings.Join(compact(s.counts(), "intervals: "+s.Table.About.String()), " · "),
		Alt:      s.alt(known),
	}
	if len(known) > 0 {
		f.published(0, sources(known), "circle", published)
		c.Title += ", beside the published rates"
		c.Subtitle += " (published ones " + widest + ")"
	}
	return f.chart(c, table)
}
