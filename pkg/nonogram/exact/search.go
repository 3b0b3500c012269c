package exact

import (
	"formicary/pkg/cdcl"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// decide solves lines, probes, and searches.
func (x *search) decide() solver.Status {
	if !x.puzzle.Fits() {
		x.grade = Line
		return solver.Unsolvable
	}
	x.grade = Line
	x.whole = x.tally()
	if !x.meter.Continue() {
		return x.undecided()
	}
	if !x.board.propagate() {
		return solver.Unsolvable
	}
	if x.board.open == 0 {
		x.record()
		return x.verdict()
	}
	x.grade = Probe
	x.probes = newProber(x.board)
	if x.Probe {
		contradiction, stopped := x.probes.rounds(x.more)
		switch {
		case stopped:
			return x.undecided()
		case contradiction:
			return solver.Unsolvable
		}
	}
	if x.board.open == 0 {
		x.record()
		return x.verdict()
	}
	x.grade = Search
	if x.Learn {
		if m, ok := newModel(x.puzzle, x.board, mostVars, x.meter.Continue); ok {
			return x.learn(m)
		}
		if !x.meter.Continue() {
			return x.undecided()
		}
	}
	if x.branch() {
		return x.undecided()
	}
	return x.verdict()
}

// undecided is the status of a search that was stopped. What it has done since
// the last iteration counts as never done, but for a solution that it found.
func (x *search) undecided() solver.Status {
	x.stopped = true
	if len(x.found) > 0 {
		return solver.Solved
	}
	return x.meter.Undecided()
}

// verdict is the status of a search that has come to its end.
func (x *search) verdict() solver.Status {
	switch {
	case len(x.found) == 0:
		return solver.Unsolvable
	case !x.Proof:
		return solver.Solved
	case len(x.found) == 1:
		return solver.Unique
	}
	return solver.Multiple
}

// more says whether to go on; the clock is looked at now and then.
func (x *search) more() bool {
	if x.asked--; x.asked > 0 {
		return true
	}
	x.asked = 64
	return x.meter.Continue()
}

// branch looks for solutions below the present board, to which nothing more can
// be added without a guess. It returns true where it was stopped.
func (x *search) branch() (stopped bool) {
	b := x.board
	bottom := len(b.trail)
	defer x.probes.undo(bottom)
	for {
		x.nodes++
		x.meter.Iterated(-1, puzzle.Grid{}, nil)
		x.whole = x.tally()
		if x.asked = 0; !x.more() {
			return true
		}
		cell := x.choose()
		colour := int(b.value(cell))
		mark := len(b.trail)
		b.settle(cell, colour)
		open, stopped := x.follow()
		if stopped {
			return true
		}
		if open {
			if x.branch() {
				return true
			}
		}
		if x.enough {
			return false
		}
		x.probes.undo(mark)
		b.exclude(cell, colour)
		if open, stopped = x.follow(); stopped || !open {
			return stopped
		}
	}
}

// follow adds what follows from the last guess, by lines and by probes. It
// returns open true where more guesses are needed.
func (x *search) follow() (open, stopped bool) {
	if !x.board.propagate() {
		return false, false
	}
	if x.Probe {
		contradiction, stopped := x.probes.rounds(x.more)
		if contradiction || stopped {
			return false, stopped
		}
	}
	if x.board.open == 0 {
		x.record()
		return false, false
	}
	return true, false
}

// choose is the cell to guess next.
func (x *search) choose() int {
	best, at := -1.0, -1
	for cell, left := range x.board.left {
		if left == 1 {
			continue
		}
		if s := x.probes.gains[cell].score(); s > best {
			best, at = s, cell
		}
	}
	return at
}

// record keeps the board as a solution.
func (x *search) record() {
	x.keep(x.board.grid())
}

// keep keeps a solution.
func (x *search) keep(g puzzle.Grid) {
	x.meter.Evaluated(1)
	x.found = append(x.found, g)
	if len(x.found) == 1 {
		x.meter.Improved(0, g, nil)
	}
	x.enough = len(x.found) == 2 || !x.Proof
}

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
