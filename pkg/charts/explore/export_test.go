package explore

import (
	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
)

// Of is the records that the question is about, cut off as it says.
func (q Question) Of(records []experiment.Record) (out []experiment.Record) {
	takes := q.takes()
	for _, r := range records {
		if takes(r.Label(), r.Kind, analysis.PuzzleKey{Puzzle: r.Puzzle, Content: r.Content, Cells: r.Cells()}) {
			out = append(out, r)
		}
	}
	if budget, any := q.cut(); any {
		return analysis.Within(out, budget)
	}
	return out
}
