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
// does what pointing and claiming do between rows and boxes, and one a stack does
// it between columns and boxes; when they are done every hidden single is a row
// with one bit. Two digits are looked at together, one in each half of 64 bits:
// arithmetic and branches are shared. Naked singles come from adding up the nine
// words of a band bit by bit.

const (
	nineFull  = 1<<27 - 1
	nineRow   = 1<<9 - 1
	nineRows  = 1 | 1<<9 | 1<<18
	nineStack = 7 * nineRows
	nineBoxes = 0o111111111

	nineTwo    = 1 | 1<<32
	nineRow2   = nineRow * nineTwo
	nineStack2 = nineStack * nineTwo

	// Added to a word of fewer than 32 bits, nineFill carries into nineFlag unless
	// all bits are zero.
	nineFill = (1<<31 - 1) * nineTwo
	nineFlag = 1 << 31 * nineTwo

	nineIdle = 9 // a digit that may stand anywhere and is always at rest
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

// nineMinirows keeps, for the nine minirows of a band (row·3 + box) that a
// digit touches, those cells whose minirow is part of a way to put the digit
// once into each row and each box; nothing where there is none.
var nineMinirows [512]uint32

// nineColumns keeps, for the columns of a stack that a digit has in each of the
// three bands (3 bits a band), those that are part of a way to put it into
// another column in each band; 9 bits apart from band to band. Nothing where
// there is no way.
var nineColumns [512]uint32

// nineCol are the cells of a cell's column in each band.
var nineCol [32]uint32

// nineSees are the cells of a band that a digit in a cell of it leaves to
// itself: those of other rows, columns and boxes, and the cell.
var nineSees [32]uint32

func init() {
	// The six ways to give each row another box.
	for _, way := range [6][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		touched, minirows, columns := uint32(0), uint32(0), uint32(0)
		for row, box := range way {
			touched |= 1 << (3*row + int(box))
			minirows |= 7 << (9*row + 3*int(box))
			columns |= 1 << (9*row + int(box))
		}
		for i := touched; i < 512; i = (i + 1) | touched {
			nineMinirows[i] |= minirows
			nineColumns[i] |= columns
		}
	}
	for cell := range uint32(27) {
		row, col := cell/9, cell%9
		nineSees[cell] = nineFull &^ (nineRow << (9 * row)) &^ (1 << col * nineRows) &^ (7 << (col / 3 * 3) * nineRows)
		nineSees[cell] |= 1 << cell
		nineCol[cell] = nineRows << col
	}
}

// place puts a digit into a cell of a band and strikes it off the cells around;
// other digits of the cell are the caller's business.
func (s *nine) place(digit, band, cell uint32) {
	col := nineCol[cell&31]
	s.at[0][digit&15] &^= col
	s.at[1][digit&15] &^= col
	s.at[2][digit&15] &^= col
	s.at[band][digit&15] = s.at[band][digit&15]&nineSees[cell&31] | 1<<cell
	s.dirty |= 1 << digit
}

// propagate draws all conclusions from dirty digits and naked singles. It
// returns false where the board is contradictory; else two[b] are the cells of
// band b with exactly two digits left.
func (s *nine) propagate(two *[3]uint32) bool {
	for {
		for s.dirty != 0 {
			d := uint32(bits.TrailingZeros32(s.dirty)) & 15
			s.dirty &= s.dirty - 1
			e := uint32(bits.TrailingZeros32(s.dirty|1<<nineIdle)) & 15
			s.dirty &= s.dirty - 1
			x0 := uint64(s.at[0][d]) | uint64(s.at[0][e])<<32
			x1 := uint64(s.at[1][d]) | uint64(s.at[1][e])<<32
			x2 := uint64(s.at[2][d]) | uint64(s.at[2][e])<<32
			for {
				x0 &= minirows(x0)
				x1 &= minirows(x1)
				x2 &= minirows(x2)
				c := (x0|x0>>9|x0>>18)&nineRow2 | (x1|x1>>9|x1>>18)&nineRow2<<9 | (x2|x2>>9|x2>>18)&nineRow2<<18
				l := columns(c & nineStack2)
				m := columns(c >> 3 & nineStack2)
				r := columns(c >> 6 & nineStack2)
				k := l | m<<3 | r<<6
				if k == c {
					break
				}
				if (l+nineFill)&(m+nineFill)&(r+nineFill)&nineFlag != nineFlag {
					return false
				}
				y0 := x0 & (k & nineRow2 * nineRows)
				y1 := x1 & (k >> 9 & nineRow2 * nineRows)
				y2 := x2 & (k >> 18 & nineRow2 * nineRows)
				same := (touched(x0)^touched(y0))|(touched(x1)^touched(y1))|(touched(x2)^touched(y2)) == 0
				x0, x1, x2 = y0, y1, y2
				if same {
					break
				}
			}
			if uint32(x0) == 0 || x0>>32 == 0 {
				return false
			}
			s.at[0][d], s.at[0][e] = uint32(x0), uint32(x0>>32)
			s.at[1][d], s.at[1][e] = uint32(x1), uint32(x1>>32)
			s.at[2][d], s.at[2][e] = uint32(x2), uint32(x2>>32)
			n0 := singles(x0) &^ (uint64(s.solved[0]) * nineTwo)
			n1 := singles(x1) &^ (uint64(s.solved[1]) * nineTwo)
			n2 := singles(x2) &^ (uint64(s.solved[2]) * nineTwo)
			if n0|n1|n2 == 0 {
				continue
			}
			if n0 != 0 {
				s.strike(&s.at[0], &s.solved[0], d, e, n0)
			}
			if n1 != 0 {
				s.strike(&s.at[1], &s.solved[1], d, e, n1)
			}
			if n2 != 0 {
				s.strike(&s.at[2], &s.solved[2], d, e, n2)
			}
		}
		for b := range s.at {
			if s.solved[b] == nineFull {
				two[b] = 0
				continue
			}
			at := &s.at[b]
			m1, m2, m3 := at[0], uint32(0), uint32(0)
			m1, m2, m3 = m1|at[1], m2|m1&at[1], m3|m2&at[1]
			m1, m2, m3 = m1|at[2], m2|m1&at[2], m3|m2&at[2]
			m1, m2, m3 = m1|at[3], m2|m1&at[3], m3|m2&at[3]
			m1, m2, m3 = m1|at[4], m2|m1&at[4], m3|m2&at[4]
			m1, m2, m3 = m1|at[5], m2|m1&at[5], m3|m2&at[5]
			m1, m2, m3 = m1|at[6], m2|m1&at[6], m3|m2&at[6]
			m1, m2, m3 = m1|at[7], m2|m1&at[7], m3|m2&at[7]
			m1, m2, m3 = m1|at[8], m2|m1&at[8], m3|m2&at[8]
			if m1 != nineFull {
				return false
			}
			two[b] = m2 &^ m3
			if naked := m1 &^ m2 &^ s.solved[b]; naked != 0 {
				s.solved[b] |= naked
				code0 := at[1] | at[3] | at[5] | at[7]
				code1 := at[2] | at[3] | at[6] | at[7]
				code2 := at[4] | at[5] | at[6] | at[7]
				code3 := at[8]
				for here := naked; here != 0; here &= here - 1 {
					c := uint32(bits.TrailingZeros32(here)) & 31
					s.place(code0>>c&1|code1>>c&1<<1|code2>>c&1<<2|code3>>c&1<<3, uint32(b), c)
				}
			}
		}
		if s.dirty == 0 {
			return true
		}
	}
}

// minirows keeps the cells of two digits in a band that are part of a way to put
// the digit once into each row and each box.
func minirows(x uint64) uint64 {
	x = touched(x)
	x = (x | x>>2 | x>>4) & nineStack2
	x = x | x>>6 | x>>12
	return uint64(nineMinirows[x&511]) | uint64(nineMinirows[x>>32&511])<<32
}

// touched are the minirows of a band that two digits touch, as their first cells.
func touched(x uint64) uint64 { return (x | x>>1 | x>>2) & (nineBoxes * nineTwo) }

// columns does the same for the columns of a stack.
func columns(x uint64) uint64 {
	x = x | x>>6 | x>>12
	return uint64(nineColumns[x&511]) | uint64(nineColumns[x>>32&511])<<32
}

// singles are the cells of two digits in a band that are alone in their row; no
// row is empty.
func singles(x uint64) uint64 {
	y := x & (x - nineRows*nineTwo)
	y = (y | y>>1 | y>>2) & (nineBoxes * nineTwo)
	y = (y | y>>3 | y>>6) & (nineRows * nineTwo)
	return x &^ (y<<9 - y)
}

// strike notes that two digits have some cells of a band to themselves and
// strikes every other digit off them.
func (s *nine) strike(at *[16]uint32, solved *uint32, digit, other uint32, cells uint64) {
	own, its := uint32(cells), uint32(cells>>32)
	both := own | its
	*solved |= both
	x, y := at[digit&15], at[other&15]
	dirty := clearBits(&at[0], both) & (1 << 0)
	dirty |= clearBits(&at[1], both) & (1 << 1)
	dirty |= clearBits(&at[2], both) & (1 << 2)
	dirty |= clearBits(&at[3], both) & (1 << 3)
	dirty |= clearBits(&at[4], both) & (1 << 4)
	dirty |= clearBits(&at[5], both) & (1 << 5)
	dirty |= clearBits(&at[6], both) & (1 << 6)
	dirty |= clearBits(&at[7], both) & (1 << 7)
	dirty |= clearBits(&at[8], both) & (1 << 8)
	dirty &^= 1<<digit | 1<<other
	dirty |= clearBits(&x, its) & (1 << digit)
	dirty |= clearBits(&y, own) & (1 << other)
	at[digit&15], at[other&15] = x, y
	at[nineIdle] = nineFull
	s.dirty |= dirty &^ (1 << nineIdle)
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
	for b := range s.at {
		s.at[b][nineIdle] = nineFull
	}
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
	var two [3]uint32
	for s.propagate(&two) {
		if s.solved[0]&s.solved[1]&s.solved[2] == nineFull {
			q.solution(s.grid)
			return
		}
		if q.guess(); q.done {
			return
		}
		band, cell, digit, other := s.branch(&two)
		next := &q.stack[depth+1]
		*next = *s
		next.take(band, cell, digit, other)
		q.descend(depth + 1)
		if q.done {
			return
		}
		if other < 9 {
			s.take(band, cell, other, digit)
		} else {
			s.at[band][digit&15] &^= 1 << cell
			s.dirty |= 1 << digit
		}
	}
}

// branch returns the cell to guess in, one with two digits where there is one,
// else one with three, else any open one; its lowest digit, and the other one of
// two, else nineIdle.
func (s *nine) branch(two *[3]uint32) (band, cell, digit, other uint32) {
	if two[0]|two[1]|two[2] != 0 {
		return s.choose(two)
	}
	open := [3]uint32{nineFull &^ s.solved[0], nineFull &^ s.solved[1], nineFull &^ s.solved[2]}
	three := open
	for b := range s.at {
		m1, m2, m3, m4 := uint32(0), uint32(0), uint32(0), uint32(0)
		for _, x := range s.at[b][:9] {
			m1, m2, m3, m4 = m1|x, m2|m1&x, m3|m2&x, m4|m3&x
		}
		three[b] &^= m4
	}
	if three[0]|three[1]|three[2] != 0 {
		open = three
	}
	for open[band%3] == 0 {
		band++
	}
	cell = uint32(bits.TrailingZeros32(open[band%3]))
	for s.at[band%3][digit&15]>>cell&1 == 0 {
		digit++
	}
	return band % 3, cell, digit, nineIdle
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

// take puts a digit into a cell and strikes the other one of two off it, or all
// others.
func (s *nine) take(band, cell, digit, other uint32) {
	s.solved[band] |= 1 << cell
	s.place(digit, band, cell)
	at := &s.at[band]
	if other < 9 {
		at[other&15] &^= 1 << cell
		s.dirty |= 1 << other
		return
	}
	for d := range uint32(9) {
		if d != digit && at[d]>>cell&1 != 0 {
			at[d] &^= 1 << cell
			s.dirty |= 1 << d
		}
	}
}

// chooseAll is the number of cells with two digits up to which all of them are
// compared. On boards with more, near the root, those of one band are enough
// (measured on the hardest set: 6 % more guesses, 5 % less time).
const chooseAll = 12

// choose returns the cell with two digits in which a guess, whichever digit it
// is, strikes off most around it, and its digits. What it strikes off cells with two digits,
// and so decides, counts three times.
func (s *nine) choose(two *[3]uint32) (band, cell, digit, other uint32) {
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
	best := uint32(0) // score, band, cell and digits: of equals the last
	for b := first; b <= last; b++ {
		if n[b] == 0 {
			continue
		}
		// The lower and the upper digit of each cell, in three bits: lower is at
		// most 7, and upper at least 1, where 0 stands for 8.
		at, t := &s.at[b], two[b]
		seen := at[0]
		low0, high0 := at[1]&^seen, at[1]&seen
		seen |= at[1]
		low1, high1 := at[2]&^seen, at[2]&seen
		seen |= at[2]
		low, high := at[3]&^seen, at[3]&seen
		seen |= at[3]
		low0, high0, low1, high1 = low0|low, high0|high, low1|low, high1|high
		low2, high2 := at[4]&^seen, at[4]&seen
		seen |= at[4]
		low, high = at[5]&^seen, at[5]&seen
		seen |= at[5]
		low0, high0, low2, high2 = low0|low, high0|high, low2|low, high2|high
		low, high = at[6]&^seen, at[6]&seen
		seen |= at[6]
		low1, high1, low2, high2 = low1|low, high1|high, low2|low, high2|high
		low, high = at[7]&^seen, at[7]&seen
		low0, high0, low1, high1, low2, high2 = low0|low, high0|high, low1|low, high1|high, low2|low, high2|high
		b1, b2 := (b+1)%3, (b+2)%3
		at1, at2 := &s.at[b1], &s.at[b2]
		for here := t; here != 0; here &= here - 1 {
			c := uint32(bits.TrailingZeros32(here)) & 31
			d := low0>>c&1 | low1>>c&1<<1 | low2>>c&1<<2
			e := ((high0>>c&1|high1>>c&1<<1|high2>>c&1<<2)-1)&7 + 1
			// The cells around, those of the two other bands side by side.
			peers, col := nineFull&^nineSees[c], nineCol[c]
			own := uint64(at[d]&peers) | uint64(at[e]&peers)<<32
			far := at1[d]&col | at2[d]&col<<1 | at1[e]&col<<2 | at2[e]&col<<3
			pairs := two[b1]&col | two[b2]&col<<1
			pairs |= pairs << 2
			score := uint32(bits.OnesCount64(own) + bits.OnesCount32(far) + 2*(bits.OnesCount64(own&(uint64(t)|uint64(t)<<32))+bits.OnesCount32(far&pairs)))
			best = max(best, score<<16|b<<13|c<<8|d<<4|e)
		}
	}
	return best >> 13 & 7, best >> 8 & 31, best >> 4 & 15, best & 15
}

// clearBits clears bits and returns all ones where any of them was set.
func clearBits(x *uint32, cells uint32) uint32 {
	t := *x & cells
	*x ^= t
	return uint32(-int32(t) >> 31)
}
