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
	todo   []int32 // singles (cell·64+digit) to place, the last one first
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
	for len(b.todo) > 0 {
		last := len(b.todo) - 1
		cell, digit := int(b.todo[last]>>6), int(b.todo[last]&63)
		b.todo = b.todo[:last]
		if b.value[cell] == 0 && b.can[cell]>>digit&1 == 1 {
			b.put(cell, digit)
		}
	}
}

// put fills a cell with one of its digits, takes away all candidates that it
// rules out, and notes the singles that this leaves.
func (b *board) put(cell, digit int) {
	n, can, todo := b.n, b.can, b.todo
	places := b.place[:len(can)]
	p := places[cell]
	row, col, box, in := int(p.row), int(p.col), int(p.box), p.in
	b.value[cell] = uint8(digit + 1)
	b.filled++

	// The other digits of the cell lose a place in its three units.
	rest := can[cell] &^ (1 << digit)
	can[cell] = 1 << digit
	for ; rest != 0; rest &= rest - 1 {
		d := bits.TrailingZeros64(rest)
		where := b.where[d*3*n : (d+1)*3*n]
		if w := lose(&where[row], p.col); single(w) {
			todo = append(todo, int32((row*n+bits.TrailingZeros64(w))<<6|d))
		}
		if w := lose(&where[n+col], p.row); single(w) {
			todo = append(todo, int32((bits.TrailingZeros64(w)*n+col)<<6|d))
		}
		if w := lose(&where[2*n+box], in); single(w) {
			todo = append(todo, b.cell[box][bits.TrailingZeros64(w)]<<6|int32(d))
		}
	}

	// The digit loses its other places in the three units: each is a digit less
	// for a cell, and a place less in the two other units of that cell, where
	// the digit is not placed already.
	where := b.where[digit*3*n : (digit+1)*3*n]
	rows, cols, boxes := where[:n], where[n:2*n], where[2*n:]
	inRow, inCol, inBox := rows[row]&^(1<<p.col), cols[col]&^(1<<p.row), boxes[box]&^b.cross[in]
	rows[row], cols[col], boxes[box] = 0, 0, 0
	for ; inRow != 0; inRow &= inRow - 1 {
		c := bits.TrailingZeros64(inRow)
		other := row*n + c
		q := places[other]
		if w := lose(&can[other], uint8(digit)); single(w) {
			todo = append(todo, int32(other<<6|bits.TrailingZeros64(w)))
		}
		if w := lose(&cols[c], p.row); single(w) {
			todo = append(todo, int32((bits.TrailingZeros64(w)*n+c)<<6|digit))
		}
		if w := lose(&boxes[q.box], q.in); single(w) {
			todo = append(todo, b.cell[q.box][bits.TrailingZeros64(w)]<<6|int32(digit))
		}
	}
	for ; inCol != 0; inCol &= inCol - 1 {
		r := bits.TrailingZeros64(inCol)
		other := r*n + col
		q := places[other]
		if w := lose(&can[other], uint8(digit)); single(w) {
			todo = append(todo, int32(other<<6|bits.TrailingZeros64(w)))
		}
		if w := lose(&rows[r], p.col); single(w) {
			todo = append(todo, int32((r*n+bits.TrailingZeros64(w))<<6|digit))
		}
		if w := lose(&boxes[q.box], q.in); single(w) {
			todo = append(todo, b.cell[q.box][bits.TrailingZeros64(w)]<<6|int32(digit))
		}
	}
	for ; inBox != 0; inBox &= inBox - 1 {
		other := int(b.cell[box][bits.TrailingZeros64(inBox)])
		q := places[other]
		r, c := int(q.row), int(q.col)
		if w := lose(&can[other], uint8(digit)); single(w) {
			todo = append(todo, int32(other<<6|bits.TrailingZeros64(w)))
		}
		if w := lose(&rows[r], q.col); single(w) {
			todo = append(todo, int32((r*n+bits.TrailingZeros64(w))<<6|digit))
		}
		if w := lose(&cols[c], q.row); single(w) {
			todo = append(todo, int32((bits.TrailingZeros64(w)*n+c)<<6|digit))
		}
	}
	b.todo = todo
}

// lose takes a bit from a word, which is then what it returns.
func lose(word *uint64, bit uint8) uint64 {
	*word &^= 1 << (bit & 63)
	return *word
}

// single says whether one bit is set.
func single(w uint64) bool { return w != 0 && w&(w-1) == 0 }

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
