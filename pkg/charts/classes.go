package charts

import (
	"slices"
	"strings"

	"formicary/pkg/analysis"
)

// SuccessByClass draws success rates in size classes, ours filled and the published
// ones hollow and grey below them, all with whiskers: a panel for each class, a
// row for each label. References to labels that the table does not have, and
// totals, are not drawn. [SuccessTable.Scope] is what the intervals are about.
func SuccessByClass(t analysis.SuccessTable, references ...analysis.Reference) Chart {
	return Success{Table: t, References: references}.byClass()
}

func (s Success) byClass() Chart {
	known := s.known()
	rows := slices.Clone(s.Table.Rows)
	slices.SortStableFunc(rows, func(a, b analysis.Success) int { return a.Class.Least - b.Class.Least })
	e := Estimates{
		Title:    "Success by size class",
		Subtitle: strings.Join(compact(s.counts(), s.Note), " · "),
		Axis:     "success rate (share of runs)", Share: true, Scope: s.Table.Scope,
		All: Solved(rows...), Notes: s.Table.Warnings,
	}
	for _, r := range known {
		e.All = append(e.All, Estimate{
			Row: r.Label, Panel: classTitle(r.Class), Value: r.Rate, Within: r.Interval(), Published: true, Text: referenceText(r),
		})
	}
	if len(known) > 0 {
		e.Title += ", beside the published rates"
		e.Published = sources(known) + ", " + widest
	}
	c := e.Chart()
	c.Alt = s.alt(known)
	return c
}
