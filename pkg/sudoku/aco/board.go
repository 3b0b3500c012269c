package aco

import (
	"math/bits"

	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
)

// board is a Sudoku with a mask of candidates for each cell. Digits count from
// 0 here; value is 0 for an open cell and the digit's number from 1 else.
type board struct {
	l     *sudoku.Layout
	value []uint8
	can   []uint64
	// open are the cells without digit, in no order, and at their places there.
	open []int16
	at   []int16
	// count is how often a unit holds a digit (unit·n+digit), twice the sum of
	// all that is above one.
	count []uint8
	twice int
	// dead is the number of open cells without candidates.
	dead int
	// single has a bit for each open cell with one candidate.
	single []uint64
}

func newBoard(l *sudoku.Layout) *board {
	n := l.N
	b := &board{
		l: l, value: make([]uint8, n*n), can: make([]uint64, n*n), open: make([]int16, n*n), at: make([]int16, n*n),
		count: make([]uint8, 3*n*n), single: make([]uint64, (n*n+63)/64),
	}
	for c := range b.open {
		b.can[c], b.open[c], b.at[c] = 1<<n-1, int16(c), int16(c)
	}
	return b
}

// copyFrom makes b the same as another board.
func (b *board) copyFrom(from *board) {
	copy(b.value, from.value)
	copy(b.can, from.can)
	b.open = b.open[:len(from.open)]
	copy(b.open, from.open)
	copy(b.at, from.at)
	copy(b.count, from.count)
	copy(b.single, from.single)
	b.twice, b.dead = from.twice, from.dead
}

// clone is a copy.
func (b *board) clone() *board {
	c := newBoard(b.l)
	c.copyFrom(b)
	return c
}

// fill writes a digit into an open cell and leaves the masks of all other
// cells alone.
func (b *board) fill(cell, digit int) {
	last := len(b.open) - 1
	place, moved := b.at[cell], b.open[last]
	b.open[place], b.at[moved] = moved, place
	b.open = b.open[:last]
	b.value[cell] = uint8(digit + 1)
	b.single[cell>>6] &^= 1 << (cell & 63)
	if b.can[cell] == 0 {
		b.dead--
	}
	for _, u := range b.l.UnitsOf[cell] {
		count := &b.count[int(u)*b.l.N+digit]
		if *count++; *count > 1 {
			b.twice++
		}
	}
}

// unfill takes back what fill did last.
func (b *board) unfill(cell int) {
	digit := int(b.value[cell]) - 1
	b.value[cell] = 0
	b.at[cell] = int16(len(b.open))
	b.open = append(b.open, int16(cell))
	for _, u := range b.l.UnitsOf[cell] {
		count := &b.count[int(u)*b.l.N+digit]
		if *count--; *count > 0 {
			b.twice--
		}
	}
	b.noteLeft(cell)
}

// drop takes candidates from an open cell.
func (b *board) drop(cell int, digits uint64) {
	if b.can[cell]&digits != 0 {
		b.can[cell] &^= digits
		b.noteLeft(cell)
	}
}

// noteLeft notes how many candidates an open cell has now.
func (b *board) noteLeft(cell int) {
	can := b.can[cell]
	b.single[cell>>6] &^= 1 << (cell & 63)
	switch {
	case can == 0:
		b.dead++
	case can&(can-1) == 0:
		b.single[cell>>6] |= 1 << (cell & 63)
	}
}

// clear takes the digit of a filled cell from all open cells in its units.
func (b *board) clear(cell int) {
	digit := uint64(1) << (b.value[cell] - 1)
	for _, p := range b.l.Peers[cell] {
		if b.value[p] == 0 {
			b.drop(int(p), digit)
		}
	}
}

// singles fills cells with one candidate, the first in raster order first, and
// clears after each. It returns how many.
func (b *board) singles() int64 {
	n := int64(0)
	for i := 0; i < len(b.single); i++ {
		if b.single[i] == 0 {
			continue
		}
		cell := i<<6 + bits.TrailingZeros64(b.single[i])
		b.fill(cell, bits.TrailingZeros64(b.can[cell]))
		b.clear(cell)
		n++
		i = -1
	}
	return n
}

// batch goes through all rows, columns and boxes until nothing changes, takes
// the digits that a unit has from its open cells, and fills a cell with one
// candidate on the spot: what the unit had before is what other cells lose. It
// returns how many cells it filled.
func (b *board) batch() int64 {
	n := int64(0)
	for changed := true; changed; {
		changed = false
		for _, unit := range b.l.Units {
			var has uint64
			for _, c := range unit {
				if v := b.value[c]; v != 0 {
					has |= 1 << (v - 1)
				}
			}
			for _, c := range unit {
				if b.value[c] != 0 {
					continue
				}
				if b.can[c]&has != 0 {
					b.drop(int(c), has)
					changed = true
				}
				if can := b.can[c]; can != 0 && can&(can-1) == 0 {
					b.fill(int(c), bits.TrailingZeros64(can))
					n, changed = n+1, true
				}
			}
		}
	}
	return n
}

// cost is 0 for a solution.
func (b *board) cost() int { return len(b.open) + b.twice }

// contradictory says whether no solution can come of the board: a unit holds a
// digit twice, a cell has no candidate, or a digit has no place in a unit.
func (b *board) contradictory() bool {
	if b.twice > 0 || b.dead > 0 {
		return true
	}
	for _, unit := range b.l.Units {
		var left uint64
		for _, c := range unit {
			if v := b.value[c]; v != 0 {
				left |= 1 << (v - 1)
			} else {
				left |= b.can[c]
			}
		}
		if left != 1<<b.l.N-1 {
			return true
		}
	}
	return false
}

// grid is the board as the puzzle has it.
func (b *board) grid() puzzle.Grid {
	g := puzzle.NewGrid(b.l.Size(), puzzle.Unset)
	for c, v := range b.value {
		if v != 0 {
			g.Values[c] = v
		}
	}
	return g
}
