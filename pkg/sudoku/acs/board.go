package acs

import (
	"math/bits"

	"formicary/pkg/sudoku"
)

// board is a Sudoku while it is filled, propagated after every placement: a
// cell with one digit left gets it, and so does the only cell that is left in
// a row, column or box for a digit.
//
// It keeps every candidate four times: as a bit of its cell, and as a bit of
// its digit's places in its row, in its column and in its box. So a placement
// finds the candidates that it removes without looking at cells that have none
// of them, every removal tells at once whether it leaves a single, and nothing
// is ever looked for. All of this lies in one slice, which is all that has to
// be copied to begin anew.
//
// Digits count from 0 here.
type board struct {
	*geometry
	words []uint64 // memory of can and where
	// can are the digits that may stand in a cell, one bit each; of a filled
	// cell, its digit. No digit at all is a cell that must stay empty.
	can []uint64
	// where are the places that a digit may take in a unit, for digit d and
	// unit u at d·3n+u: rows, columns, boxes; one bit a cell of the unit, in
	// raster order. It is 0 where the digit is placed.
	where  []uint64
	value  []uint8 // 1 to n, or 0 for a cell that is not filled
	filled int
	todo   []int32 // components (cell·n+digit) to place, the last one first
}

// geometry is what all boards of one puzzle share.
type geometry struct {
	n     int
	place []place   // of a cell
	cell  [][]int32 // of a box, in raster order
	cross []uint64  // of a place in a box: the places in its row and column there
}

// place is where a cell lies.
type place struct {
	row, col, box, in uint8 // in is the place in the box
}

func newGeometry(l *sudoku.Layout) *geometry {
	n, box := l.N, l.Box
	g := &geometry{n: n, place: make([]place, n*n), cell: make([][]int32, n), cross: make([]uint64, n)}
	for c := range g.place {
		row, col := c/n, c%n
		g.place[c] = place{
			row: uint8(row), col: uint8(col),
			box: uint8(row/box.Rows*box.Rows + col/box.Cols), in: uint8(row%box.Rows*box.Cols + col%box.Cols),
		}
		g.cell[g.place[c].box] = append(g.cell[g.place[c].box], int32(c))
	}
	for i := range g.cross {
		for j := range n {
			if i/box.Cols == j/box.Cols || i%box.Cols == j%box.Cols {
				g.cross[i] |= 1 << j
			}
		}
	}
	return g
}

// newBoard is an empty board: every digit may stand everywhere.
func newBoard(g *geometry) *board {
	n := g.n
	cells := n * n
	b := &board{geometry: g, words: make([]uint64, cells+3*cells), value: make([]uint8, cells)}
	b.can, b.where = b.words[:cells], b.words[cells:]
	for i := range b.words {
		b.words[i] = 1<<n - 1
	}
	// A cell comes to one digit once, and a digit to one cell once in each of
	// its units.
	b.todo = make([]int32, 0, len(b.words)+1)
	return b
}

// copyFrom makes b the same as another board of the same geometry, both
// without anything left to do.
func (b *board) copyFrom(from *board) {
	copy(b.words, from.words)
	copy(b.value, from.value)
	b.filled = from.filled
}

// open says whether a cell is not filled and has digits left: at least two,
// after propagation.
func (b *board) open(cell int) bool { return b.value[cell] == 0 && b.can[cell] != 0 }

// set fills a cell with one of its digits and propagates.
func (b *board) set(cell, digit int) {
	b.put(cell, digit)
	b.propagate()
}

// keep takes all digits but some from a cell that is not filled, and propagates.
func (b *board) keep(cell int, digits uint64) {
	if b.value[cell] != 0 {
		return
	}
	p := b.place[cell]
	for rest := b.can[cell] &^ digits; rest != 0; rest &= rest - 1 {
		d := bits.TrailingZeros64(rest)
		where := b.where[d*3*b.n : (d+1)*3*b.n]
		b.lose(cell, d)
		b.loseRow(where, int(p.row), int(p.col), d)
		b.loseColumn(where, int(p.row), int(p.col), d)
		b.loseBox(where, int(p.box), int(p.in), d)
	}
	b.propagate()
}

// propagate places the singles that were noted.
func (b *board) propagate() {
	for len(b.todo) > 0 {
		last := len(b.todo) - 1
		component := int(b.todo[last])
		b.todo = b.todo[:last]
		cell, digit := component/b.n, component%b.n
		if b.value[cell] == 0 && b.can[cell]>>digit&1 == 1 {
			b.put(cell, digit)
		}
	}
}

// put fills a cell with one of its digits, takes away all candidates that it
// rules out, and notes the singles that this leaves.
func (b *board) put(cell, digit int) {
	n := b.n
	p := b.place[cell]
	row, col, box, in := int(p.row), int(p.col), int(p.box), int(p.in)
	b.value[cell] = uint8(digit + 1)
	b.filled++

	// The other digits of the cell lose a place in its three units.
	rest := b.can[cell] &^ (1 << digit)
	b.can[cell] = 1 << digit
	for ; rest != 0; rest &= rest - 1 {
		d := bits.TrailingZeros64(rest)
		where := b.where[d*3*n : (d+1)*3*n]
		if w := where[row] &^ (1 << col); w != where[row] {
			if where[row] = w; single(w) {
				b.note(row*n+bits.TrailingZeros64(w), d)
			}
		}
		b.loseColumn(where, row, col, d)
		b.loseBox(where, box, in, d)
	}

	// The digit loses its other places in the three units: each is a digit less
	// for a cell, and a place less in the two other units of that cell.
	where := b.where[digit*3*n : (digit+1)*3*n]
	inRow, inCol, inBox := where[row]&^(1<<col), where[n+col]&^(1<<row), where[2*n+box]&^b.cross[in]
	where[row], where[n+col], where[2*n+box] = 0, 0, 0
	for ; inRow != 0; inRow &= inRow - 1 {
		c := bits.TrailingZeros64(inRow)
		other := row*n + c
		b.lose(other, digit)
		b.loseColumn(where, row, c, digit)
		b.loseBox(where, int(b.place[other].box), int(b.place[other].in), digit)
	}
	for ; inCol != 0; inCol &= inCol - 1 {
		r := bits.TrailingZeros64(inCol)
		other := r*n + col
		b.lose(other, digit)
		b.loseRow(where, r, col, digit)
		b.loseBox(where, int(b.place[other].box), int(b.place[other].in), digit)
	}
	for ; inBox != 0; inBox &= inBox - 1 {
		other := int(b.cell[box][bits.TrailingZeros64(inBox)])
		q := b.place[other]
		b.lose(other, digit)
		b.loseRow(where, int(q.row), int(q.col), digit)
		b.loseColumn(where, int(q.row), int(q.col), digit)
	}
}

// single says whether one bit is set.
func single(w uint64) bool { return w != 0 && w&(w-1) == 0 }

// note puts a single down to be placed.
func (b *board) note(cell, digit int) { b.todo = append(b.todo, int32(cell*b.n+digit)) }

// lose takes a digit from a cell.
func (b *board) lose(cell, digit int) {
	can := b.can[cell] &^ (1 << digit)
	b.can[cell] = can
	if single(can) {
		b.note(cell, bits.TrailingZeros64(can))
	}
}

// loseRow takes a place from a digit in a row, loseColumn in a column, loseBox
// in a box. The place may be gone already where the digit is placed.
func (b *board) loseRow(where []uint64, row, col, digit int) {
	w := where[row] &^ (1 << col)
	where[row] = w
	if single(w) {
		b.note(row*b.n+bits.TrailingZeros64(w), digit)
	}
}

func (b *board) loseColumn(where []uint64, row, col, digit int) {
	w := where[b.n+col] &^ (1 << row)
	where[b.n+col] = w
	if single(w) {
		b.note(bits.TrailingZeros64(w)*b.n+col, digit)
	}
}

func (b *board) loseBox(where []uint64, box, in, digit int) {
	w := where[2*b.n+box] &^ (1 << in)
	where[2*b.n+box] = w
	if single(w) {
		b.note(int(b.cell[box][bits.TrailingZeros64(w)]), digit)
	}
}

// contradictory says whether there is a cell without digit, or a digit without
// place in a unit.
func (b *board) contradictory() bool {
	for c, can := range b.can {
		if can == 0 && b.value[c] == 0 {
			return true
		}
	}
	n := b.n
	placed := make([]uint64, 3*n) // digits, for each unit
	for c, v := range b.value {
		if v == 0 {
			continue
		}
		p := b.place[c]
		for _, u := range [3]int{int(p.row), n + int(p.col), 2*n + int(p.box)} {
			placed[u] |= 1 << (v - 1)
		}
	}
	for i, w := range b.where {
		if w == 0 && placed[i%(3*n)]>>(i/(3*n))&1 == 0 {
			return true
		}
	}
	return false
}
