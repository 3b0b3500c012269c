package exact

import (
	"formicary/pkg/cdcl"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// learn looks for solutions of the present board by clause learning.
func (x *search) learn(m *model) solver.Status {
	defer func() { x.learning = m.s.Stats }()
	told := int64(0)
	if x.Complete {
		k := newCompleter(m)
		m.s.SetPropagator(k)
		defer func() { x.implied = k.implied }()
	}
	more := func() bool {
		for ; told < m.s.Stats.Conflicts; told++ {
			x.meter.Iterated(-1, puzzle.Grid{}, nil)
		}
		x.whole = x.tally() // it is asked after conflicts only
		return x.meter.Continue()
	}
	for !m.s.Unsatisfiable() && !x.enough {
		switch m.s.Solve(more) {
		case cdcl.Stopped:
			return x.undecided()
		case cdcl.Unsatisfiable:
			return x.verdict()
		}
		x.keep(m.grid())
		if !x.enough {
			m.s.AddBlockingClause()
		}
	}
	return x.verdict()
}
