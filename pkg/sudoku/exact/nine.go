package exact

import (
	"math/bits"
	"sync"

	"formicary/pkg/puzzle"
)

// The fast path for boards of 9×9.
//
// A band is three rows of the board, 27 cells in a word of 32 bits: bit
// 10·row + column, so that an addition carries from the nine cells of a row into
// the bit of no cell. For each digit there are three such words, the cells of each
// band where it may still stand; those of bands 0 and 1 share 64 bits. One table
// lookup a band does what pointing and claiming do between rows and boxes, and one
// a stack does it between columns and boxes; then every hidden single is a row with
// one bit. Two digits are looked at together, one in each half of 64 bits:
// arithmetic and branches are shared. Naked singles come from adding up the words
// of the nine digits bit by bit.

const (
	nineRow   = 1<<9 - 1
	nineRows  = 1 | 1<<10 | 1<<20
	nineFull  = nineRow * nineRows
	nineStack = 7 * nineRows
	nineBoxes = (1 | 1<<3 | 1<<6) * nineRows

	// The same in both halves of 64 bits.
	nineTwo   = 1 | 1<<32
	nineRow2  = nineRow * nineTwo
	nineRows2 = nineRows * nineTwo
	nineFull2 = nineFull * nineTwo
	nineLow   = 1<<32 - 1

	// Multiplied by these, the nine bits of nineBoxes, and those of a stack's first
	// columns, give each of their 512 sets its own nine highest bits of 32.
	nineMinirow = 1 | 1<<9 | 1<<18 | 1<<27
	nineColumn  = (1 | 1<<7 | 1<<14) << 9

	nineIdle = 9 // a digit that may stand anywhere and is always at rest
)

// nineCells are cells of the board: those of bands 0 and 1, and those of band 2
// in the lower half of the second word. The number of a cell counts the bits of
// both.
type nineCells [2]uint64

// nine is the state of one board.
type nine struct {
	// at[d] are the cells where digit d (0 to 8) may stand.
	at [10]nineCells
	// solved are the cells whose digit is known and struck off everywhere.
	solved nineCells
	// dirty are the digits whose words have changed since the last look.
	dirty uint32
}

// nineMinirows keeps, for the minirows of a band that a digit touches, those
// cells whose minirow is part of a way to put the digit once into each row and
// each box; nothing where there is none.
var nineMinirows [512]uint32

// nineColumns keeps, for the columns of each stack that a digit has in the three
// bands (as the rows of one), those that are part of a way to put it into another
// column in each band; nothing where there is none.
var nineColumns [3][512]uint32

// nineCell are the numbers of the cells in raster order.
var nineCell [81]uint8

// ninePeers are the cells in the row, the column and the box of a cell, without it.
var ninePeers [128]nineCells

func init() {
	// Sets of nine bits, three a row, as columns of the first stack and as minirows.
	spread := func(set uint32) (columns, minirows uint32) {
		columns = set&7 | set>>3&7<<10 | set>>6<<20
		return columns, columns&nineRows | columns&(2*nineRows)<<2 | columns&(4*nineRows)<<4
	}
	// The six ways to give each row another one of three.
	for _, way := range [6]uint32{0o421, 0o241, 0o412, 0o142, 0o214, 0o124} {
		lines, boxes := spread(way)
		for set := way; set < 512; set = (set + 1) | way {
			columns, minirows := spread(set)
			nineMinirows[minirows*nineMinirow>>23] |= 7 * boxes
			for stack := range 3 {
				nineColumns[stack][columns*nineColumn>>23] |= lines << (3 * stack)
			}
		}
	}
	for i := range nineCell {
		row, col := i/9%3, i%9
		cell := i/27*32 + 10*row + col
		nineCell[i] = uint8(cell)
		peers := &ninePeers[cell]
		peers[0], peers[1] = nineRows2<<col, nineRows<<col
		peers[cell>>6] |= (nineRow<<(10*row) | nineStack<<(col/3*3)) << (cell & 32)
		peers[cell>>6] &^= 1 << (cell & 63)
	}
}

// place puts a digit into a cell and strikes it off the cells around; other
// digits of the cell are the caller's business.
func (s *nine) place(digit, cell uint32) {
	at, peers := &s.at[digit], &ninePeers[cell&127]
	at[0] &^= peers[0]
	at[1] &^= peers[1]
	s.dirty |= 1 << digit
}

// strike strikes a digit off a cell.
func (s *nine) strike(digit, cell uint32) {
	s.at[digit][cell>>6&1] &^= 1 << (cell & 63)
	s.dirty |= 1 << digit
}

// propagate draws all conclusions from dirty digits and naked singles. It
// returns false where the board is contradictory; else two are the cells with
// exactly two digits left.
func (s *nine) propagate(two *nineCells) bool {
	for {
		for s.dirty != 0 {
			d := uint32(bits.TrailingZeros32(s.dirty))
			s.dirty &= s.dirty - 1
			e := uint32(bits.TrailingZeros32(s.dirty | 1<<nineIdle))
			s.dirty &= s.dirty - 1
			x0 := s.at[d][0]&nineLow | s.at[e][0]<<32
			x1 := s.at[d][0]>>32 | s.at[e][0]>>32<<32
			x2 := s.at[d][1] | s.at[e][1]<<32
			t0, t1, t2 := touched(x0), touched(x1), touched(x2)
			for {
				m0, m1, m2 := minirows(t0), minirows(t1), minirows(t2)
				x0, x1, x2 = x0&m0, x1&m1, x2&m2
				c := (x0|x0>>10|x0>>20)&nineRow2 | (x1|x1>>10|x1>>20)&nineRow2<<10 | (x2|x2>>10|x2>>20)&nineRow2<<20
				l, m, r := columns(uint32(c))
				u, v, w := columns(uint32(c >> 32))
				k := uint64(l|m|r) | uint64(u|v|w)<<32
				if k == c {
					break
				}
				if l == 0 || m == 0 || r == 0 || u == 0 || v == 0 || w == 0 {
					return false
				}
				x0 &= k & nineRow2 * nineRows
				x1 &= k >> 10 & nineRow2 * nineRows
				x2 &= k >> 20 & nineRow2 * nineRows
				u0, u1, u2 := touched(x0), touched(x1), touched(x2)
				if t0&m0 == u0 && t1&m1 == u1 && t2&m2 == u2 {
					break
				}
				t0, t1, t2 = u0, u1, u2
			}
			if uint32(x0) == 0 || x0>>32 == 0 {
				return false
			}
			n0, n1, n2 := singles(x0), singles(x1), singles(x2)
			s.at[d] = nineCells{lower(x0, x1), x2 & nineLow}
			s.at[e] = nineCells{upper(x0, x1), x2 >> 32}
			own0, own1 := lower(n0, n1)&^s.solved[0], n2&nineLow&^s.solved[1]
			its0, its1 := upper(n0, n1)&^s.solved[0], n2>>32&^s.solved[1]
			if own0|own1|its0|its1 != 0 {
				s.settle(d, e, own0, own1, its0, its1)
			}
		}
		if !s.naked(two) {
			return false
		}
		if s.dirty == 0 {
			return true
		}
	}
}

// lower are the lower halves of two words side by side.
func lower(x, y uint64) uint64 { return x&nineLow | y<<32 }

// upper are the upper ones.
func upper(x, y uint64) uint64 { return x>>32 | y>>32<<32 }

// minirows are the cells of those of the touched minirows of two digits in a band
// that are part of a way to put the digit once into each row and each box.
func minirows(x uint64) uint64 {
	return uint64(nineMinirows[uint32(x)*nineMinirow>>23]) | uint64(nineMinirows[uint32(x>>32)*nineMinirow>>23])<<32
}

// touched are the minirows of a band that two digits touch, as their first cells.
func touched(x uint64) uint64 { return (x | x>>1 | x>>2) & (nineBoxes * nineTwo) }

// columns does the same for a digit's columns in each stack.
func columns(x uint32) (l, m, r uint32) {
	l = nineColumns[0][x&nineStack*nineColumn>>23]
	m = nineColumns[1][x&(nineStack<<3)*(nineColumn>>3)>>23]
	r = nineColumns[2][x&(nineStack<<6)*(nineColumn>>6)>>23]
	return l, m, r
}

// singles are the cells of two words that are alone in their row; no row is
// empty.
func singles(x uint64) uint64 {
	more := (x&(x-nineRows2) + nineFull2) >> 9 & nineRows2
	return x &^ (more<<9 - more)
}

// settle notes that two digits have some cells to themselves and strikes every
// other digit off them.
func (s *nine) settle(digit, other uint32, own0, own1, its0, its1 uint64) {
	both0, both1 := own0|its0, own1|its1
	s.solved[0] |= both0
	s.solved[1] |= both1
	x, y := s.at[digit], s.at[other]
	dirty := uint32(0)
	dirty |= s.at[0].clear(both0, both1) & (1 << 0)
	dirty |= s.at[1].clear(both0, both1) & (1 << 1)
	dirty |= s.at[2].clear(both0, both1) & (1 << 2)
	dirty |= s.at[3].clear(both0, both1) & (1 << 3)
	dirty |= s.at[4].clear(both0, both1) & (1 << 4)
	dirty |= s.at[5].clear(both0, both1) & (1 << 5)
	dirty |= s.at[6].clear(both0, both1) & (1 << 6)
	dirty |= s.at[7].clear(both0, both1) & (1 << 7)
	dirty |= s.at[8].clear(both0, both1) & (1 << 8)
	dirty &^= 1<<digit | 1<<other
	dirty |= x.clear(its0, its1) & (1 << digit)
	dirty |= y.clear(own0, own1) & (1 << other)
	s.at[digit], s.at[other] = x, y
	s.at[nineIdle] = nineCells{nineFull2, nineFull}
	s.dirty |= dirty &^ (1 << nineIdle)
}

// clear clears cells and returns all ones where any of them was set.
func (x *nineCells) clear(cells0, cells1 uint64) uint32 {
	t, u := x[0]&cells0, x[1]&cells1
	x[0] ^= t
	x[1] ^= u
	return uint32(-int64(t|u) >> 63)
}

// naked places the digits of cells with one digit left. It returns false where a
// cell has none; else two are the cells that had exactly two.
func (s *nine) naked(two *nineCells) bool {
	at := &s.at
	m1, m2, m3 := at[0][0], uint64(0), uint64(0)
	m1, m2, m3 = m1|at[1][0], m2|m1&at[1][0], m3|m2&at[1][0]
	m1, m2, m3 = m1|at[2][0], m2|m1&at[2][0], m3|m2&at[2][0]
	m1, m2, m3 = m1|at[3][0], m2|m1&at[3][0], m3|m2&at[3][0]
	m1, m2, m3 = m1|at[4][0], m2|m1&at[4][0], m3|m2&at[4][0]
	m1, m2, m3 = m1|at[5][0], m2|m1&at[5][0], m3|m2&at[5][0]
	m1, m2, m3 = m1|at[6][0], m2|m1&at[6][0], m3|m2&at[6][0]
	m1, m2, m3 = m1|at[7][0], m2|m1&at[7][0], m3|m2&at[7][0]
	m1, m2, m3 = m1|at[8][0], m2|m1&at[8][0], m3|m2&at[8][0]
	n1, n2, n3 := at[0][1], uint64(0), uint64(0)
	n1, n2, n3 = n1|at[1][1], n2|n1&at[1][1], n3|n2&at[1][1]
	n1, n2, n3 = n1|at[2][1], n2|n1&at[2][1], n3|n2&at[2][1]
	n1, n2, n3 = n1|at[3][1], n2|n1&at[3][1], n3|n2&at[3][1]
	n1, n2, n3 = n1|at[4][1], n2|n1&at[4][1], n3|n2&at[4][1]
	n1, n2, n3 = n1|at[5][1], n2|n1&at[5][1], n3|n2&at[5][1]
	n1, n2, n3 = n1|at[6][1], n2|n1&at[6][1], n3|n2&at[6][1]
	n1, n2, n3 = n1|at[7][1], n2|n1&at[7][1], n3|n2&at[7][1]
	n1, n2, n3 = n1|at[8][1], n2|n1&at[8][1], n3|n2&at[8][1]
	if m1 != nineFull2 || n1 != nineFull {
		return false
	}
	two[0], two[1] = m2&^m3, n2&^n3
	m, n := m1&^m2&^s.solved[0], n1&^n2&^s.solved[1]
	if m|n == 0 {
		return true
	}
	s.solved[0] |= m
	s.solved[1] |= n
	for ; m != 0; m &= m - 1 {
		s.single(uint32(bits.TrailingZeros64(m)))
	}
	for ; n != 0; n &= n - 1 {
		s.single(64 + uint32(bits.TrailingZeros64(n)))
	}
	return true
}

// single places the only digit of a cell, unless a cell around has taken it.
func (s *nine) single(cell uint32) {
	for d := range uint32(9) {
		if s.at[d][cell>>6&1]>>(cell&63)&1 != 0 {
			s.place(d, cell)
		}
	}
}

// start sets the givens, digits from 1 in raster order; anything else is open.
func (s *nine) start(givens []uint8) {
	*s = nine{dirty: nineRow}
	var own [9]nineCells
	for i, v := range givens[:81] {
		if v-1 < 9 {
			cell := nineCell[i]
			own[v-1][cell>>6&1] |= 1 << (cell & 63)
			s.at[v-1][0] |= ninePeers[cell&127][0]
			s.at[v-1][1] |= ninePeers[cell&127][1]
			s.solved[cell>>6&1] |= 1 << (cell & 63)
		}
	}
	for d, own := range own {
		s.at[d][0] = (nineFull2&^s.solved[0] | own[0]) &^ s.at[d][0]
		s.at[d][1] = (nineFull&^s.solved[1] | own[1]) &^ s.at[d][1]
	}
	s.at[nineIdle] = nineCells{nineFull2, nineFull}
}

// nineSearch looks for the solutions of a board.
type nineSearch struct {
	*search
	stack [82]nine
}

// nineSearches are used again and again: one is 15 kB.
var nineSearches = sync.Pool{New: func() any { return new(nineSearch) }}

// nine looks for the solutions of a board of 9×9, without a digit in a cell
// where that is no [puzzle.Unset].
func (q *search) nine(givens []uint8, cell int, not uint8) {
	s := nineSearches.Get().(*nineSearch)
	s.search = q
	s.stack[0].start(givens)
	if not != puzzle.Unset {
		s.stack[0].strike(uint32(not-1), uint32(nineCell[cell]))
	}
	s.descend(0)
	s.search = nil
	nineSearches.Put(s)
}

// descend looks for the solutions of stack[depth], which it uses up.
func (q *nineSearch) descend(depth int) {
	s := &q.stack[depth]
	var two nineCells
	for s.propagate(&two) {
		if s.solved[0] == nineFull2 && s.solved[1] == nineFull {
			q.solution(s.grid)
			return
		}
		if q.guess(); q.done {
			return
		}
		cell, digit, other := s.branch(&two)
		next := &q.stack[depth+1]
		*next = *s
		next.take(cell, digit, other)
		q.descend(depth + 1)
		if q.done {
			return
		}
		if other < 9 {
			s.take(cell, other, digit)
		} else {
			s.strike(digit, cell)
		}
	}
}

// branch returns the cell to guess in, one with two digits where there is one,
// else one with three, else any open one; its lowest digit, and the other one of
// two, else nineIdle.
func (s *nine) branch(two *nineCells) (cell, digit, other uint32) {
	if two[0]|two[1] != 0 {
		return s.choose(two)
	}
	open := nineCells{nineFull2 &^ s.solved[0], nineFull &^ s.solved[1]}
	three := open
	for w := range three {
		m1, m2, m3, m4 := uint64(0), uint64(0), uint64(0), uint64(0)
		for d := range 9 {
			x := s.at[d][w]
			m1, m2, m3, m4 = m1|x, m2|m1&x, m3|m2&x, m4|m3&x
		}
		three[w] &^= m4
	}
	if three[0]|three[1] != 0 {
		open = three
	}
	if cell = uint32(bits.TrailingZeros64(open[0])); open[0] == 0 {
		cell = 64 + uint32(bits.TrailingZeros64(open[1]))
	}
	for s.at[digit][cell>>6]>>(cell&63)&1 == 0 {
		digit++
	}
	return cell, digit, nineIdle
}

// grid is a solved board.
func (s *nine) grid() puzzle.Grid {
	values := make([]uint8, 81)
	for i := range values {
		cell := nineCell[i]
		for d := range uint8(9) {
			values[i] += d * uint8(s.at[d][cell>>6]>>(cell&63)&1)
		}
		values[i]++
	}
	return puzzle.Grid{Size: puzzle.Size{Rows: 9, Cols: 9}, Values: values}
}

// take puts a digit into a cell and strikes the other one of two off it, or all
// others.
func (s *nine) take(cell, digit, other uint32) {
	s.solved[cell>>6&1] |= 1 << (cell & 63)
	s.place(digit, cell)
	if other < 9 {
		s.strike(other, cell)
		return
	}
	for d := range uint32(9) {
		if d != digit && s.at[d][cell>>6&1]>>(cell&63)&1 != 0 {
			s.strike(d, cell)
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
func (s *nine) choose(two *nineCells) (cell, digit, other uint32) {
	among := *two
	n0, n1, n2 := bits.OnesCount32(uint32(two[0])), bits.OnesCount32(uint32(two[0]>>32)), bits.OnesCount64(two[1])
	switch {
	case n0+n1+n2 <= chooseAll:
	case n0 >= n1 && n0 >= n2:
		among = nineCells{two[0] & nineLow}
	case n1 >= n2:
		among = nineCells{two[0] &^ nineLow}
	default:
		among[0] = 0
	}
	best := uint32(0) // score, cell and digits: of equals the last
	for w := range uint32(2) {
		at, t := &s.at, among[w&1]
		if t == 0 {
			continue
		}
		// The lower and the upper digit of each cell, in three bits: lower is at
		// most 7, and upper at least 1, where 0 stands for 8.
		seen := at[0][w&1]
		low0, high0 := at[1][w&1]&^seen, at[1][w&1]&seen
		seen |= at[1][w&1]
		low1, high1 := at[2][w&1]&^seen, at[2][w&1]&seen
		seen |= at[2][w&1]
		low, high := at[3][w&1]&^seen, at[3][w&1]&seen
		seen |= at[3][w&1]
		low0, high0, low1, high1 = low0|low, high0|high, low1|low, high1|high
		low2, high2 := at[4][w&1]&^seen, at[4][w&1]&seen
		seen |= at[4][w&1]
		low, high = at[5][w&1]&^seen, at[5][w&1]&seen
		seen |= at[5][w&1]
		low0, high0, low2, high2 = low0|low, high0|high, low2|low, high2|high
		low, high = at[6][w&1]&^seen, at[6][w&1]&seen
		seen |= at[6][w&1]
		low1, high1, low2, high2 = low1|low, high1|high, low2|low, high2|high
		low, high = at[7][w&1]&^seen, at[7][w&1]&seen
		low0, high0, low1, high1, low2, high2 = low0|low, high0|high, low1|low, high1|high, low2|low, high2|high
		for here := t; here != 0; here &= here - 1 {
			c := uint32(bits.TrailingZeros64(here)) & 63
			d := uint32(low0>>c&1 | low1>>c&1<<1 | low2>>c&1<<2)
			e := (uint32(high0>>c&1|high1>>c&1<<1|high2>>c&1<<2)-1)&7 + 1
			peers := &ninePeers[w<<6|c]
			x, y, last := at[d][0]&peers[0], at[e][0]&peers[0], at[d][1]&peers[1]|at[e][1]&peers[1]<<32
			score := bits.OnesCount64(x) + bits.OnesCount64(y) + bits.OnesCount64(last)
			score += 2 * (bits.OnesCount64(x&two[0]) + bits.OnesCount64(y&two[0]) + bits.OnesCount64(last&(two[1]|two[1]<<32)))
			best = max(best, uint32(score)<<16|w<<14|c<<8|d<<4|e)
		}
	}
	return best >> 8 & 127, best >> 4 & 15, best & 15
}
