package exact

import (
	"math/bits"

	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
)

// board is the state of a board of any size: for each cell one word with a bit
// for each digit that may still stand there (bit 0 is the digit 1). All digits
// of a unit are looked at in parallel.
type board struct {
	l    *sudoku.Layout
	full uint64
	can  []uint64
	// fixed are the cells whose digit has been struck off their peers.
	fixed []bool
	open  int // cells that are not fixed
	// todo are cells with one digit left that are not fixed yet; stale are
	// units in which something was struck off since the last look, listed in
	// units.
	todo  []int16
	stale []bool
	units []int16
}

func newBoard(l *sudoku.Layout) *board {
	cells := l.N * l.N
	b := &board{
		l: l, full: 1<<l.N - 1, can: make([]uint64, cells), fixed: make([]bool, cells), open: cells,
		todo: make([]int16, 0, cells), stale: make([]bool, 3*l.N), units: make([]int16, 0, 3*l.N),
	}
	return b
}

// start sets the givens; everything else is open. It returns false where the
// givens contradict each other at sight.
func (b *board) start(givens []uint8) bool {
	for c := range b.can {
		b.can[c] = b.full
		b.fixed[c] = false
	}
	b.open, b.todo, b.units = len(b.can), b.todo[:0], b.units[:0]
	clear(b.stale)
	for c, v := range givens {
		if v != puzzle.Unset && !b.keep(int16(c), 1<<(v-1)) {
			return false
		}
	}
	return true
}

// copyFrom makes b the same as a board without anything left to propagate.
func (b *board) copyFrom(from *board) {
	copy(b.can, from.can)
	copy(b.fixed, from.fixed)
	b.open = from.open
	b.forget()
}

// forget drops what is left to propagate.
func (b *board) forget() {
	b.todo = b.todo[:0]
	for _, u := range b.units {
		b.stale[u] = false
	}
	b.units = b.units[:0]
}

// keep leaves a cell only those of its digits that are in digits. It returns
// false when none is left.
func (b *board) keep(c int16, digits uint64) bool {
	was := b.can[c]
	is := was & digits
	if is == was {
		return true
	}
	if is == 0 {
		return false
	}
	b.can[c] = is
	if is&(is-1) == 0 {
		b.todo = append(b.todo, c)
	}
	for _, u := range b.l.UnitsOf[c] {
		if !b.stale[u] {
			b.stale[u] = true
			b.units = append(b.units, u)
		}
	}
	return true
}

// propagate draws conclusions until there are none: naked singles first, then
// hidden singles, then digits locked in a line of a box. It returns false
// where the board is contradictory.
func (b *board) propagate() bool {
	for {
		for len(b.todo) > 0 {
			c := b.todo[len(b.todo)-1]
			b.todo = b.todo[:len(b.todo)-1]
			if b.fixed[c] {
				continue
			}
			b.fixed[c] = true
			b.open--
			rest := ^b.can[c]
			for _, d := range b.l.Peers[c] {
				if !b.keep(d, rest) {
					return false
				}
			}
		}
		if len(b.units) == 0 {
			if b.open == 0 {
				return true
			}
			changed, ok := b.lock()
			if !changed || !ok {
				return ok
			}
			continue
		}
		u := b.units[len(b.units)-1]
		b.units = b.units[:len(b.units)-1]
		b.stale[u] = false
		if !b.hidden(b.l.Units[u]) {
			return false
		}
	}
}

// hidden finds the digits that have one cell left in a unit.
func (b *board) hidden(unit []int16) bool {
	var once, twice uint64
	for _, c := range unit {
		twice |= once & b.can[c]
		once |= b.can[c]
	}
	if once != b.full {
		return false
	}
	single := once &^ twice
	for _, c := range unit {
		if here := b.can[c] & single; here != 0 && !b.fixed[c] && !b.keep(c, here) || here&(here-1) != 0 {
			return false
		}
	}
	return true
}

// lock strikes digits off the rest of a line when in a box they are only on
// that line, and off the rest of a box when on a line they are only in that
// box. It looks at every box once and says whether anything changed.
func (b *board) lock() (changed, ok bool) {
	n, box := b.l.N, b.l.Box
	for k := range n {
		cells := b.l.Units[2*n+k]
		for _, way := range [2]struct{ first, lines, step, length, inner int }{
			{0, box.Rows, box.Cols, box.Cols, 1},
			{n, box.Cols, 1, box.Rows, box.Cols},
		} {
			// Line i of the box is cells[i·step + j·inner] for j < length.
			var here [sudoku.MaxBox]uint64
			var all, more uint64 // digits on one line of the box, on several
			for i := range way.lines {
				for j := range way.length {
					here[i] |= b.can[cells[i*way.step+j*way.inner]]
				}
				more |= all & here[i]
				all |= here[i]
			}
			for i := range way.lines {
				line := b.l.Units[b.l.UnitsOf[cells[i*way.step]][way.first/n]]
				var outside uint64
				for _, c := range line {
					if int(b.l.UnitsOf[c][2]) != 2*n+k {
						outside |= b.can[c]
					}
				}
				// pointing: on this line of the box only.
				if only := here[i] &^ more & outside; only != 0 {
					changed = true
					for _, c := range line {
						if int(b.l.UnitsOf[c][2]) != 2*n+k && !b.keep(c, ^only) {
							return true, false
						}
					}
				}
				// claiming: on this line in this box only.
				if only := here[i] &^ outside & more; only != 0 {
					changed = true
					for _, c := range cells {
						if int(b.l.UnitsOf[c][way.first/n]) != int(b.l.UnitsOf[cells[i*way.step]][way.first/n]) && !b.keep(c, ^only) {
							return true, false
						}
					}
				}
			}
		}
	}
	return changed, true
}

// branch is an open cell with the fewest digits, the first of equals.
func (b *board) branch() int16 {
	best, least := int16(-1), sudoku.MaxN+1
	for c, can := range b.can {
		if b.fixed[c] {
			continue
		}
		if k := bits.OnesCount64(can); k < least {
			best, least = int16(c), k
			if k == 2 {
				break
			}
		}
	}
	return best
}

// grid is the board as the puzzle has it: digits where one is left.
func (b *board) grid() puzzle.Grid {
	g := puzzle.NewGrid(b.l.Size(), puzzle.Unset)
	for c, can := range b.can {
		if can&(can-1) == 0 {
			g.Values[c] = uint8(bits.TrailingZeros64(can)) + 1
		}
	}
	return g
}
