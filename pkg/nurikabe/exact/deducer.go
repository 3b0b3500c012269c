package exact

import (
	"formicary/pkg/cdcl"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
)

// Deducer is a board on which the rules are at work, for engines that guess and
// want to know what follows. The engine assumes the value of a cell, the rules
// imply what they can, and the engine takes assumptions back. There is no search
// and no learning: nothing is kept of what was taken back.
//
// It takes puzzles with clues "?". It is not for use by several goroutines at
// once.
type Deducer struct {
	search *search
	s      *cdcl.Solver
}

// NewDeducer is the empty board of a puzzle; [Deducer.Begin] comes first. The
// error is that of a puzzle that [Solver.Solve] refuses for its size. expired,
// if not nil, is asked before every pass of the rules, some microseconds to
// milliseconds by the board's size. Once it says true all that the deducer says
// is void.
func NewDeducer(p *nurikabe.Puzzle, expired func() bool) (*Deducer, error) {
	if err := affords(p); err != nil {
		return nil, err
	}
	x := New().start(p, nil)
	x.s.SetPropagator(&clock{rules: x.rules, expired: expired})
	return &Deducer{search: x, s: x.s}, nil
}

// clock is the rules, ended by time.
type clock struct {
	*rules
	expired func() bool
}

var _ cdcl.Propagator = (*clock)(nil)

// Propagate is that of the rules; when time has run out everything is a
// conflict.
func (c *clock) Propagate() bool {
	if c.expired != nil && c.expired() {
		return c.s.Fail(nil)
	}
	return c.rules.Propagate()
}

// Begin puts in the clues and what follows from them. It returns false where
// they contradict each other: the puzzle has no solution.
func (d *Deducer) Begin() bool {
	return d.search.givens() && d.s.Propagate()
}

// Value is [nurikabe.Wall], [nurikabe.Island], or [puzzle.Unset] of an open
// cell, by its raster index.
func (d *Deducer) Value(cell int) uint8 {
	switch d.s.Value(white(int32(cell))) {
	case 1:
		return nurikabe.Island
	case -1:
		return nurikabe.Wall
	}
	return puzzle.Unset
}

// Assume gives an open cell a value, one level above the present one, and says
// what follows. It returns false where that contradicts the rules; the level is
// then to be taken back.
func (d *Deducer) Assume(cell int, value uint8) bool {
	return d.s.Assume(cdcl.Var(cell).Lit(value == nurikabe.Island))
}

// Settle takes all assumptions back and gives a cell a value for good. It returns
// false where the rules then say that there is no solution.
func (d *Deducer) Settle(cell int, value uint8) bool {
	return d.s.AddClause(cdcl.Var(cell).Lit(value == nurikabe.Island)) && d.s.Propagate()
}

// Level is the number of assumptions that hold.
func (d *Deducer) Level() int { return d.s.Level() }

// Undo takes assumptions back, the last one first, until so many are left.
func (d *Deducer) Undo(level int) { d.s.Backtrack(level) }
