package exact

import (
	"math/bits"

	"formicary/pkg/cdcl"
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
)

// model is what lines and probes have left of a board, as clauses. The
// variables are one for each open cell and each colour that it may have, and
// for each block the order encoding of its start: "the block starts at s or
// before" for every start s that is left for it but the last.
//
// The clauses say of each line, where blocks are consecutive ones:
//
//   - a start at s or before is one at the next s or before;
//   - a block that starts at s or before has its predecessor out of its way;
//   - a cell that a block covers has its colour;
//   - a cell between the end of a block and the start of the next one is blank.
type model struct {
	s *cdcl.Solver
	b *board
	p *nonogram.Puzzle
	// colourVar is the variable of cell·colours+colour, -1 where there is none:
	// the cell is settled, or cannot have the colour, or it is blank.
	colourVar []int32
	pairs     []uint32 // the cell and colour of a variable: cell·colours+colour
	lits      []cdcl.Lit
}

// term is a literal, or one of two constants.
type term int32

const (
	yes term = -1
	no  term = -2
)

func (t term) not() term {
	switch t {
	case yes:
		return no
	case no:
		return yes
	}
	return t ^ 1
}

// mostVars is the number of variables from which on a board is too large for
// learning: it would take gigabytes, and more time than guesses.
const mostVars = 1 << 21

// newModel makes the clauses of a board at a fixpoint of line solving. It
// returns false where they need more than so many variables, or where more, which
// is asked after every line, says stop.
func newModel(p *nonogram.Puzzle, b *board, most int, more func() bool) (*model, bool) {
	m := &model{s: &cdcl.Solver{}, b: b, p: p, colourVar: make([]int32, b.size.Cells()*b.colours)}
	for i := range m.colourVar {
		m.colourVar[i] = -1
	}
	for cell, left := range b.left {
		if left == 1 {
			continue
		}
		for c := 1; c < b.colours; c++ {
			if b.can(cell, c) {
				m.colourVar[cell*b.colours+c] = int32(m.s.NewVar())
				m.pairs = append(m.pairs, uint32(cell*b.colours+c))
			}
		}
	}
	for cell, left := range b.left {
		if left > 1 {
			m.oneColour(cell)
		}
	}
	for i := range b.lines {
		if m.line(i); m.s.Vars() > most || !more() {
			return nil, false
		}
	}
	return m, true
}

// add adds the clause that one of the terms holds.
func (m *model) add(terms ...term) {
	m.lits = m.lits[:0]
	for _, t := range terms {
		switch t {
		case yes:
			return
		case no:
		default:
			m.lits = append(m.lits, cdcl.Lit(t))
		}
	}
	m.s.AddClause(m.lits...)
}

// is says that a cell has a colour that is not blank.
func (m *model) is(cell, colour int) term {
	if v := m.colourVar[cell*m.b.colours+colour]; v >= 0 {
		return term(cdcl.Var(v).Pos())
	}
	if m.b.left[cell] == 1 && m.b.can(cell, colour) {
		return yes
	}
	return no
}

// oneColour says that an open cell has at most one colour, and one where it
// cannot be blank.
func (m *model) oneColour(cell int) {
	var all []term
	for c := 1; c < m.b.colours; c++ {
		t := m.is(cell, c)
		if t == no {
			continue
		}
		for _, other := range all {
			m.add(t.not(), other.not())
		}
		all = append(all, t)
	}
	if !m.b.can(cell, 0) {
		m.add(all...)
	}
}

// line adds the clauses of a line.
func (m *model) line(i int) {
	b, clue := m.b, m.p.Line(i)
	first, step, length := m.p.LineCells(i)
	l := b.lines[i]
	starts, ok := l.Possible(&b.scratch, b.may[b.masks[i]:][:l.Masks()])
	if !ok {
		panic("exact: a line without an arrangement at a fixpoint of line solving")
	}
	// before[j][s+1] says that block j starts at s or before.
	before := make([][]term, len(clue))
	for j := range clue {
		before[j] = make([]term, length+1)
		m.order(before[j], starts[j*l.Words():][:l.Words()])
	}
	for j := 1; j < len(clue); j++ {
		for s := range length {
			if before[j][s+1] == before[j][s] {
				continue // no start
			}
			if at := s - clue[j-1].Length - clue.Gap(j); at >= 0 {
				m.add(before[j][s+1].not(), before[j-1][at+1])
			}
		}
	}
	// ended says that block j ends before cell i; before the first block that
	// is so.
	ended := func(j, i int) term {
		switch {
		case j < 0:
			return yes
		case i < clue[j].Length:
			return no
		}
		return before[j][i-clue[j].Length+1]
	}
	begun := func(j, i int) term {
		if j == len(clue) {
			return no
		}
		return before[j][i+1]
	}
	for i := range length {
		cell := first + i*step
		for j := range len(clue) + 1 {
			if j < len(clue) {
				m.add(begun(j, i).not(), ended(j, i), m.is(cell, int(clue[j].Colour)))
			}
			for c := 1; c < b.colours; c++ {
				m.add(ended(j-1, i).not(), begun(j, i), m.is(cell, c).not())
			}
		}
	}
}

// order makes the variables of a block whose starts are in a mask, and says
// that they are in order.
func (m *model) order(before []term, starts []uint64) {
	last := 0
	for w, x := range starts {
		if x != 0 {
			last = 64*w + 63 - bits.LeadingZeros64(x)
		}
	}
	now := no
	before[0] = no
	for s := range len(before) - 1 {
		if s == last {
			now = yes
		} else if s < last && starts[s/64]>>(s%64)&1 != 0 {
			next := term(m.s.NewVar().Pos())
			m.add(now.not(), next)
			now = next
		}
		before[s+1] = now
	}
}

// grid is the present assignment on top of what was known before.
func (m *model) grid() puzzle.Grid {
	g := m.b.grid()
	for cell, v := range g.Values {
		if v != puzzle.Unset {
			continue
		}
		g.Values[cell] = nonogram.Blank
		for c := 1; c < m.b.colours; c++ {
			if v := m.colourVar[cell*m.b.colours+c]; v >= 0 && m.s.Value(cdcl.Var(v).Pos()) > 0 {
				g.Values[cell] = uint8(c)
			}
		}
	}
	return g
}
