package theory

import (
	"math"

	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// Open is the feature of a declared puzzle that says how much of it is left to search: the share of the conditions
// that decide its board that are open when everything is propagated that follows without a
// decision; NaN where they are too many to fit into memory. It is 0 where propagation alone solves the puzzle or finds a contradiction.
func Open() puzzle.Feature {
	return puzzle.Feature{Name: "open share", Of: func(item puzzle.Item) float64 {
		p, ok := item.Puzzle.(*model.Puzzle)
		if !ok {
			return math.NaN()
		}
		t := New(p.Form())
		if t.Ended() {
			return math.NaN()
		}
		all, open := 0, 0
		contradiction := t.Solver.Unsatisfiable() || !t.Solver.Propagate()
		for i, a := range p.Form().Atoms {
			if i == 0 || a.Op != model.Free {
				continue
			}
			all++
			if !contradiction && t.Solver.Value(cdcl.Var(i).Pos()) == 0 {
				open++
			}
		}
		if all == 0 {
			return 0
		}
		return float64(open) / float64(all)
	}}
}
