package exact

import (
	"math/bits"
	"slices"

	"formicary/pkg/cdcl"
)

// completer is complete line solving as a propagator: what the clauses of a
// line do not imply by themselves, it does. It explains itself late, by a set of
// the line's cells of which none can be left out. Lines of more than one word
// are left to the clauses: solving them costs more than it saves.
type completer struct {
	m     *model
	b     *board
	root  []uint64 // the masks before the search
	marks []int32  // of the board's trail, for each assigned literal of a cell
	// now and trial are masks of a line, reasons the literals of a line.
	now, trial []uint64
	reasons    []cdcl.Lit
	implied    int64 // literals that it implied
}

var _ cdcl.Propagator = (*completer)(nil)

func newCompleter(m *model) *completer {
	b := m.b
	return &completer{m: m, b: b, root: slices.Clone(b.may), now: make([]uint64, len(b.work)), trial: make([]uint64, len(b.work))}
}

// Assigned takes a cell's literal over to the board.
func (k *completer) Assigned(l cdcl.Lit) bool {
	v := int(l.Var())
	if v >= len(k.m.pairs) {
		return true
	}
	k.marks = append(k.marks, int32(len(k.b.trail)))
	cell, colour := int(k.m.pairs[v])/k.b.colours, int(k.m.pairs[v])%k.b.colours
	if l.Positive() {
		k.b.settle(cell, colour)
	} else {
		k.b.exclude(cell, colour)
	}
	return true
}

// Undone takes it back.
func (k *completer) Undone(l cdcl.Lit) {
	if int(l.Var()) >= len(k.m.pairs) {
		return
	}
	k.b.undo(int(k.marks[len(k.marks)-1]))
	k.marks = k.marks[:len(k.marks)-1]
	k.b.forget()
}

// Propagate solves the lines that have changed.
func (k *completer) Propagate() bool {
	b := k.b
	for b.queued > 0 {
		i := b.next()
		if b.words[i] > 1 {
			continue
		}
		b.visits++
		l, words := b.lines[i], b.words[i]
		old := b.may[b.masks[i]:][:b.colours*words]
		now := k.now[:len(old)]
		copy(now, old)
		if !l.Solve(&b.scratch, now) {
			return k.m.s.Fail(k.reason(i, 1<<30, func(may []uint64) bool { return !l.Solve(&b.scratch, may) }))
		}
		first, step, _ := k.m.p.LineCells(i)
		before := len(k.m.s.Trail())
		for c := range b.colours {
			for w := range words {
				for gone := old[c*words+w] &^ now[c*words+w]; gone != 0; gone &= gone - 1 {
					at := w<<6 | bits.TrailingZeros64(gone)
					if lit, ok := k.literal(first+at*step, at, c, now, words); ok && !k.m.s.Imply(lit, int32(i)) {
						return false
					}
				}
			}
		}
		if n := len(k.m.s.Trail()); n > before {
			k.implied += int64(n - before)
			return true
		}
	}
	return true
}

// literal is the literal that follows where a cell of a line has lost a colour.
func (k *completer) literal(cell, at, colour int, now []uint64, words int) (l cdcl.Lit, ok bool) {
	if colour > 0 {
		v := k.m.colourVar[cell*k.b.colours+colour]
		return cdcl.Var(v).Neg(), v >= 0
	}
	// Not blank: there is a literal for it where one colour is left.
	only := -1
	for c := 1; c < k.b.colours; c++ {
		if now[c*words+at>>6]>>(at&63)&1 != 0 {
			if only >= 0 {
				return 0, false
			}
			only = c
		}
	}
	v := k.m.colourVar[cell*k.b.colours+only]
	return cdcl.Var(v).Pos(), v >= 0
}

// Explain finds why a line settled a cell.
func (k *completer) Explain(lit cdcl.Lit, note int32, out []cdcl.Lit) []cdcl.Lit {
	i := int(note)
	l, words := k.b.lines[i], k.b.words[i]
	pair := int(k.m.pairs[lit.Var()])
	cell, colour := pair/k.b.colours, pair%k.b.colours
	first, step, _ := k.m.p.LineCells(i)
	at := (cell - first) / step
	holds := func(may []uint64) bool {
		if !l.Solve(&k.b.scratch, may) {
			return true
		}
		has := may[colour*words+at>>6]>>(at&63)&1 != 0
		if !lit.Positive() {
			return !has
		}
		for c := range k.b.colours {
			if c != colour && may[c*words+at>>6]>>(at&63)&1 != 0 {
				return false
			}
		}
		return has
	}
	return append(out, k.reason(i, k.m.s.TrailIndex(lit.Var()), holds)...)
}

// reason is a set of a line's literals, assigned before a place on the trail,
// from which something follows, but from no part of the set. Where there is a
// choice the older literals stay.
func (k *completer) reason(i int, place int32, holds func([]uint64) bool) []cdcl.Lit {
	s, b := k.m.s, k.b
	first, step, length := k.m.p.LineCells(i)
	k.reasons = k.reasons[:0]
	for at := range length {
		cell := first + at*step
		for c := 1; c < b.colours; c++ {
			v := k.m.colourVar[cell*b.colours+c]
			if v < 0 {
				continue
			}
			lit := cdcl.Var(v).Pos()
			if s.Value(lit) < 0 {
				lit = lit.Not()
			}
			if s.Value(lit) > 0 && s.TrailIndex(lit.Var()) < place {
				k.reasons = append(k.reasons, lit)
			}
		}
	}
	slices.SortFunc(k.reasons, func(x, y cdcl.Lit) int { return int(s.TrailIndex(y.Var()) - s.TrailIndex(x.Var())) })
	root := k.root[b.masks[i]:][:b.colours*b.words[i]]
	for drop := 0; drop < len(k.reasons); {
		may := k.trial[:len(root)]
		copy(may, root)
		for j, lit := range k.reasons {
			if j != drop {
				k.apply(may, i, lit)
			}
		}
		if holds(may) {
			k.reasons = slices.Delete(k.reasons, drop, drop+1)
		} else {
			drop++
		}
	}
	return k.reasons
}

// apply clears from a line's masks what a literal excludes.
func (k *completer) apply(may []uint64, i int, lit cdcl.Lit) {
	b := k.b
	pair := int(k.m.pairs[lit.Var()])
	cell, colour := pair/b.colours, pair%b.colours
	first, step, _ := k.m.p.LineCells(i)
	at := (cell - first) / step
	for c := range b.colours {
		if (c == colour) != lit.Positive() {
			may[c*b.words[i]+at>>6] &^= 1 << (at & 63)
		}
	}
}
