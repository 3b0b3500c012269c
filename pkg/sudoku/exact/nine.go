package exact

import (
	"math/bits"
	"sync"

	"formicary/pkg/puzzle"
)

// The fast path for boards of 9×9.
//
// A band is three rows of the board, 27 cells, as the low 27 bits of a word:
// bit 9·row + column. For each digit and each band there is one such word, the
// cells where the digit may still stand. In this form one table lookup a band
// does what pointing and claiming do between rows and boxes, and one does it
// between columns and boxes; when they are done every hidden single is a row
// with one bit. Naked singles come from adding up the nine words of a band bit
// by bit.

const (
	nineFull = 1<<27 - 1
	nineRow  = 1<<9 - 1
)

// nine is the state of one board.
type nine struct {
	// at[b][d] are the cells of band b where digit d (0 to 8) may stand.
	at [3][16]uint32
	// solved are the cells whose digit is known and struck off everywhere.
	solved [3]uint32
	// dirty are the digits whose words have changed since the last look.
	dirty uint32
}

// nineRowInfo tells of the nine bits of a digit in a row of a band: the low 9
// bits are the row itself where it has one bit, else nothing; bits 9 to 11 say
// which of the row's three boxes it touches.
var (
	nineOne   [512]uint32
	nineTouch [512]uint32
)

// nineMinirows keeps, for the nine minirows of a band (row·3 + box) that a
// digit touches, those cells whose minirow is part of a way to put the digit
// once into each row and each box; nothing where there is none.
var nineMinirows [512]uint32

// nineClaim keeps, for the columns in which only this band has the digit, all
// columns of boxes without such a column, and only it of boxes with one, in
// all three rows of the band; ninePoint are the columns, in all three rows,
// that are the only one of their box.
var nineClaim, ninePoint [512]uint32

// nineSees are the cells of a band that a digit in a cell of it leaves to
// itself: those of other rows, columns and boxes, and the cell.
var nineSees [32]uint32

func init() {
	const three = 1 | 1<<9 | 1<<18
	for i := range uint32(512) {
		if i&(i-1) == 0 {
			nineOne[i] = i
		}
		claim, point := uint32(0), uint32(0)
		for box := range 3 {
			part := i >> (3 * box) & 7
			if part != 0 {
				nineTouch[i] |= 1 << box
			}
			switch {
			case part == 0:
				claim |= 7 << (3 * box)
			case part&(part-1) == 0:
				claim |= part << (3 * box)
				point |= part << (3 * box)
			}
		}
		nineClaim[i], ninePoint[i] = claim*three, point*three
		// The six ways to give each row another box.
		for _, way := range [6][3]uint32{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			minirows := 1<<way[0] | 8<<way[1] | 64<<way[2]
			if i&uint32(minirows) == uint32(minirows) {
				for row, box := range way {
					nineMinirows[i] |= 7 << (9*uint32(row) + 3*box)
				}
			}
		}
	}
	for cell := range uint32(27) {
		row, col := cell/9, cell%9
		nineSees[cell] = nineFull &^ (nineRow << (9 * row)) &^ (1 << col * three) &^ (7 << (col / 3 * 3) * three)
		nineSees[cell] |= 1 << cell
	}
}

// place puts a digit into a cell of a band and strikes it off the cells around;
// other digits of the cell are the caller's business.
func (s *nine) place(digit, band, cell uint32) {
	col := uint32(1|1<<9|1<<18) << (cell % 9)
	s.at[0][digit&15] &^= col
	s.at[1][digit&15] &^= col
	s.at[2][digit&15] &^= col
	s.at[band][digit&15] = s.at[band][digit&15]&nineSees[cell&31] | 1<<cell
	s.dirty |= 1 << digit
}

// propagate draws all conclusions from dirty digits and naked singles. It
// returns false where the board is contradictory; else two[b] are the cells of
// band b with exactly two digits left, three[b] those with three.
func (s *nine) propagate(two, three *[3]uint32) bool {
	for {
		for s.dirty != 0 {
			d := uint32(bits.TrailingZeros32(s.dirty)) & 15
			s.dirty &= s.dirty - 1
			x0, x1, x2 := s.at[0][d], s.at[1][d], s.at[2][d]
			for {
				x0 &= nineMinirows[(nineTouch[x0&nineRow]|nineTouch[x0>>9&nineRow]<<3|nineTouch[x0>>18&nineRow]<<6)&511]
				x1 &= nineMinirows[(nineTouch[x1&nineRow]|nineTouch[x1>>9&nineRow]<<3|nineTouch[x1>>18&nineRow]<<6)&511]
				x2 &= nineMinirows[(nineTouch[x2&nineRow]|nineTouch[x2>>9&nineRow]<<3|nineTouch[x2>>18&nineRow]<<6)&511]
				c0 := (x0 | x0>>9 | x0>>18) & nineRow
				c1 := (x1 | x1>>9 | x1>>18) & nineRow
				c2 := (x2 | x2>>9 | x2>>18) & nineRow
				if c0|c1|c2 != nineRow || x0 == 0 || x1 == 0 || x2 == 0 {
					return false
				}
				p0, p1, p2 := ninePoint[c0], ninePoint[c1], ninePoint[c2]
				k0 := nineClaim[c0&^(c1|c2)] &^ (p1 | p2)
				k1 := nineClaim[c1&^(c0|c2)] &^ (p0 | p2)
				k2 := nineClaim[c2&^(c0|c1)] &^ (p0 | p1)
				if x0&^k0|x1&^k1|x2&^k2 == 0 {
					break
				}
				x0 &= k0
				x1 &= k1
				x2 &= k2
			}
			one0 := nineOne[x0&nineRow] | nineOne[x0>>9&nineRow]<<9 | nineOne[x0>>18&nineRow]<<18
			one1 := nineOne[x1&nineRow] | nineOne[x1>>9&nineRow]<<9 | nineOne[x1>>18&nineRow]<<18
			one2 := nineOne[x2&nineRow] | nineOne[x2>>9&nineRow]<<9 | nineOne[x2>>18&nineRow]<<18
			s.at[0][d], s.at[1][d], s.at[2][d] = x0, x1, x2
			if n := one0 &^ s.solved[0]; n != 0 {
				s.strike(0, d, n)
			}
			if n := one1 &^ s.solved[1]; n != 0 {
				s.strike(1, d, n)
			}
			if n := one2 &^ s.solved[2]; n != 0 {
				s.strike(2, d, n)
			}
		}
		for b := range s.at {
			if s.solved[b] == nineFull {
				two[b], three[b] = 0, 0
				continue
			}
			at := &s.at[b]
			m1, m2, m3, m4 := at[0], uint32(0), uint32(0), uint32(0)
			m1, m2, m3, m4 = m1|at[1], m2|m1&at[1], m3|m2&at[1], m4|m3&at[1]
			m1, m2, m3, m4 = m1|at[2], m2|m1&at[2], m3|m2&at[2], m4|m3&at[2]
			m1, m2, m3, m4 = m1|at[3], m2|m1&at[3], m3|m2&at[3], m4|m3&at[3]
			m1, m2, m3, m4 = m1|at[4], m2|m1&at[4], m3|m2&at[4], m4|m3&at[4]
			m1, m2, m3, m4 = m1|at[5], m2|m1&at[5], m3|m2&at[5], m4|m3&at[5]
			m1, m2, m3, m4 = m1|at[6], m2|m1&at[6], m3|m2&at[6], m4|m3&at[6]
			m1, m2, m3, m4 = m1|at[7], m2|m1&at[7], m3|m2&at[7], m4|m3&at[7]
			m1, m2, m3, m4 = m1|at[8], m2|m1&at[8], m3|m2&at[8], m4|m3&at[8]
			if m1 != nineFull {
				return false
			}
			two[b], three[b] = m2&^m3, m3&^m4
			if naked := m1 &^ m2 &^ s.solved[b]; naked != 0 {
				s.solved[b] |= naked
				for d := range uint32(9) {
					for here := at[d] & naked; here != 0; here &= here - 1 {
						s.place(d, uint32(b), uint32(bits.TrailingZeros32(here)))
					}
				}
			}
		}
		if s.dirty == 0 {
			return true
		}
	}
}

// strike notes that a digit has some cells of a band to itself and strikes
// every other digit off them.
func (s *nine) strike(b int, digit, cells uint32) {
	s.solved[b] |= cells
	at := &s.at[b]
	keep := at[digit&15]
	dirty := s.dirty
	dirty |= clearBits(&at[0], cells) & (1 << 0)
	dirty |= clearBits(&at[1], cells) & (1 << 1)
	dirty |= clearBits(&at[2], cells) & (1 << 2)
	dirty |= clearBits(&at[3], cells) & (1 << 3)
	dirty |= clearBits(&at[4], cells) & (1 << 4)
	dirty |= clearBits(&at[5], cells) & (1 << 5)
	dirty |= clearBits(&at[6], cells) & (1 << 6)
	dirty |= clearBits(&at[7], cells) & (1 << 7)
	dirty |= clearBits(&at[8], cells) & (1 << 8)
	at[digit&15] = keep
	s.dirty = dirty &^ (1 << digit)
}

// start sets the givens, digits from 1 in raster order; anything else is open.
func (s *nine) start(givens []uint8) {
	*s = nine{dirty: nineRow}
	var given [3]uint32
	for cell, v := range givens[:81] {
		if v-1 < 9 {
			given[cell/27] |= 1 << (cell % 27)
			s.at[cell/27][v-1] |= 1 << (cell % 27)
		}
	}
	own := s.at
	for b := range s.at {
		for d := range 9 {
			s.at[b][d] |= nineFull &^ given[b]
		}
	}
	for b := range own {
		for d := range uint32(9) {
			for here := own[b][d]; here != 0; here &= here - 1 {
				s.place(d, uint32(b), uint32(bits.TrailingZeros32(here)))
			}
		}
	}
	s.solved = given
}

// nineSearch looks for the solutions of a board.
type nineSearch struct {
	*search
	stack [82]nine
}

// nineSearches are used again and again: one is 17 kB.
var nineSearches = sync.Pool{New: func() any { return new(nineSearch) }}

// nine looks for the solutions of a board of 9×9, without a digit in a cell
// where that is no [puzzle.Unset].
func (q *search) nine(givens []uint8, cell int, not uint8) {
	s := nineSearches.Get().(*nineSearch)
	s.search = q
	s.stack[0].start(givens)
	if not != puzzle.Unset {
		s.stack[0].at[cell/27][not-1] &^= 1 << (cell % 27)
	}
	s.descend(0)
	s.search = nil
	nineSearches.Put(s)
}

// descend looks for the solutions of stack[depth], which it uses up.
func (q *nineSearch) descend(depth int) {
	s := &q.stack[depth]
	var two, three [3]uint32
	for s.propagate(&two, &three) {
		if s.solved[0]&s.solved[1]&s.solved[2] == nineFull {
			q.solution(s.grid)
			return
		}
		if q.guess(); q.done {
			return
		}
		band, cell := s.branch(&two, &three)
		digit := uint32(0)
		for s.at[band][digit&15]>>cell&1 == 0 {
			digit++
		}
		next := &q.stack[depth+1]
		*next = *s
		next.take(digit, band, cell)
		q.descend(depth + 1)
		if q.done {
			return
		}
		s.at[band][digit&15] &^= 1 << cell
		s.dirty |= 1 << digit
	}
}

// branch returns the cell to guess in: one with two digits where there is one,
// else one with three, else any open one.
func (s *nine) branch(two, three *[3]uint32) (band, cell uint32) {
	if two[0]|two[1]|two[2] != 0 {
		return s.choose(two)
	}
	open := [3]uint32{nineFull &^ s.solved[0], nineFull &^ s.solved[1], nineFull &^ s.solved[2]}
	if three[0]|three[1]|three[2] != 0 {
		open = *three
	}
	for open[band%3] == 0 {
		band++
	}
	return band % 3, uint32(bits.TrailingZeros32(open[band%3]))
}

// grid is a solved board: each word has a cell in each of its three rows.
func (s *nine) grid() puzzle.Grid {
	values := make([]uint8, 81)
	for b := range s.at {
		band := values[27*b:][:27]
		for d := range uint8(9) {
			x := s.at[b][d]
			band[bits.TrailingZeros32(x)] = d + 1
			x &= x - 1
			band[bits.TrailingZeros32(x)] = d + 1
			x &= x - 1
			band[bits.TrailingZeros32(x)] = d + 1
		}
	}
	return puzzle.Grid{Size: puzzle.Size{Rows: 9, Cols: 9}, Values: values}
}

// take puts a digit into a cell and strikes all others off it.
func (s *nine) take(digit, band, cell uint32) {
	s.solved[band] |= 1 << cell
	s.place(digit, band, cell)
	at := &s.at[band]
	dirty := s.dirty
	for d := range 9 {
		t := at[d] & (1 << cell)
		at[d] ^= t
		dirty |= uint32(-int32(t)>>31) & (1 << d)
	}
	at[digit&15] |= 1 << cell
	s.dirty = dirty
}

// chooseAll is the number of cells with two digits up to which all of them are
// compared. On boards with more, near the root, those of one band are enough
// (measured on the hardest set: 6 % more guesses, 5 % less time).
const chooseAll = 12

// choose returns the cell with two digits in which a guess, whichever digit it
// is, strikes off most around it. What it strikes off cells with two digits,
// and so decides, counts three times.
func (s *nine) choose(two *[3]uint32) (band, cell uint32) {
	n := [3]int{bits.OnesCount32(two[0]), bits.OnesCount32(two[1]), bits.OnesCount32(two[2])}
	first, last := uint32(0), uint32(2)
	if n[0]+n[1]+n[2] > chooseAll {
		for b := range uint32(3) {
			if n[b] > n[first] {
				first = b
			}
		}
		last = first
	}
	best := uint8(0)
	for b := first; b <= last; b++ {
		if n[b] == 0 {
			continue
		}
		var score [32]uint8
		b1, b2 := (b+1)%3, (b+2)%3
		for d := range 9 {
			x, x1, x2 := s.at[b][d], s.at[b1][d], s.at[b2][d]
			y, y1, y2 := x&two[b], x1&two[b1], x2&two[b2]
			for here := y; here != 0; here &= here - 1 {
				c := uint32(bits.TrailingZeros32(here)) & 31
				col := uint32(1|1<<9|1<<18) << (c % 9)
				// The cells around, those of the two other bands side by side.
				all := uint64(x&^nineSees[c]) | uint64(x1&col|x2&col<<1)<<27
				pairs := uint64(y&^nineSees[c]) | uint64(y1&col|y2&col<<1)<<27
				score[c] += uint8(bits.OnesCount64(all) + 2*bits.OnesCount64(pairs))
			}
		}
		for here := two[b]; here != 0; here &= here - 1 {
			c := uint32(bits.TrailingZeros32(here)) & 31
			if score[c] >= best {
				best, band, cell = score[c], b, c
			}
		}
	}
	return band, cell
}

// clearBits clears bits and returns all ones where any of them was set.
func clearBits(x *uint32, cells uint32) uint32 {
	t := *x & cells
	*x ^= t
	return uint32(-int32(t) >> 31)
}
