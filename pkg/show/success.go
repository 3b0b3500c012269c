package show

import (
	"fmt"

	"formicary/pkg/analysis"
)

// SuccessTable shows two tables, with a row for each label and a column for each
// size class and for all sizes: the success rate over all runs with its
// interval across puzzles, and the puzzles solved at least once. Published
// figures follow in a row of their own below the label's.
func SuccessTable(t analysis.SuccessTable, published ...analysis.Reference) {
	columns := append(t.Classes[:len(t.Classes):len(t.Classes)], analysis.Class{})
	header := []string{"cells"}
	for _, c := range columns {
		header = append(header, c.String())
	}
	var rates, any [][]any
	for _, label := range t.Labels {
		rates = append(rates, line(label, columns, func(c analysis.Class) (string, bool) {
			row, ok := t.Get(label, c)
			return fmt.Sprintf("%.3f [%.2f–%.2f]", row.Runs.Rate, row.Across.Low, row.Across.High), ok
		}))
		any = append(any, line(label, columns, func(c analysis.Class) (string, bool) {
			row, ok := t.Get(label, c)
			return fmt.Sprintf("%d of %d", row.Any.Successes, row.Any.Trials), ok
		}))
		find := func(c analysis.Class) (analysis.Reference, bool) {
			for _, r := range published {
				if r.Label == label && r.Class == c {
					return r, true
				}
			}
			return analysis.Reference{}, false
		}
		if _, ok := find(analysis.Class{}); !ok {
			continue
		}
		rates = append(rates, line("   published", columns, func(c analysis.Class) (string, bool) {
			r, ok := find(c)
			return fmt.Sprintf("%.3f", r.Rate), ok
		}))
		any = append(any, line("   published", columns, func(c analysis.Class) (string, bool) {
			r, ok := find(c)
			return fmt.Sprintf("%d of %d", r.Any, r.Instances), ok
		}))
	}
	Table(fmt.Sprintf("Success rate over all runs, with its interval (%v)", t.About), header, rates...)
	Table("Puzzles solved at least once", header, any...)
	for _, w := range t.Warnings {
		Warn("%s", w)
	}
}

// line is a row of a table: its name, then a cell for each class that has one.
func line(name string, classes []analysis.Class, cell func(analysis.Class) (string, bool)) []any {
	row := []any{name}
	for _, c := range classes {
		if text, ok := cell(c); ok {
			row = append(row, text)
		} else {
			row = append(row, "")
		}
	}
	return row
}
