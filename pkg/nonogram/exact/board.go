package exact

import (
	"math/bits"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/line"
	"formicary/pkg/puzzle"
)

// board is what is known of a puzzle: for each line, a row or a column, masks
// of the cells that may have a colour. Rows and columns say the same of every
// cell. All that is excluded is written down on a trail, so that it can be
// taken back.
type board struct {
	size    puzzle.Size
	colours int // with the background
	lineMasks
	left []uint8 // colours left for a cell
	open int     // cells with more than one
	// trail holds what is excluded, oldest first: cell·colours+colour.
	trail []uint32
	waiting
	touching
	visits int64 // lines solved
}

// lineMasks are the lines and their masks.
type lineMasks struct {
	lines   []*line.Line
	masks   []int // where a line's masks begin in may
	words   []int // of a line's mask
	may     []uint64
	scratch line.Scratch
	work    []uint64
}

// waiting are the lines that something has changed in, a ring.
type waiting struct {
	queue  []int32
	head   int
	queued int
	waits  []bool // in the queue
}

// touching collects the lines that were solved, so many to a bit, if touched is
// not nil.
type touching struct {
	touched []uint64
	group   int
}

// newBoard is a board on which nothing is known. All lines are queued.
func newBoard(p *nonogram.Puzzle) *board {
	size := p.Size()
	b := &board{size: size, colours: p.Colours() + 1, open: size.Cells()}
	total, most := 0, 0
	for i := range p.Lines() {
		_, _, length := p.LineCells(i)
		l := line.New(p.Line(i), length, p.Colours())
		b.lines = append(b.lines, l)
		b.masks = append(b.masks, total)
		b.words = append(b.words, l.Words())
		total += l.Masks()
		most = max(most, l.Masks())
	}
	b.may, b.work = make([]uint64, total), make([]uint64, most)
	for i, l := range b.lines {
		l.Open(b.may[b.masks[i]:])
	}
	b.left = make([]uint8, size.Cells())
	for c := range b.left {
		b.left[c] = uint8(b.colours)
	}
	b.queue, b.waits = make([]int32, len(b.lines)), make([]bool, len(b.lines))
	for i := range b.lines {
		b.enqueue(i)
	}
	return b
}

func (b *board) enqueue(line int) {
	if b.waits[line] {
		return
	}
	b.waits[line] = true
	at := b.head + b.queued
	if at >= len(b.queue) {
		at -= len(b.queue)
	}
	b.queue[at] = int32(line)
	b.queued++
}

// can says whether a cell may have a colour.
func (b *board) can(cell, colour int) bool {
	row, col := cell/b.size.Cols, cell%b.size.Cols
	return b.may[b.masks[row]+colour*b.words[row]+col>>6]>>(col&63)&1 != 0
}

// cross clears a cell's colour in the masks of a line that crosses the one in
// which that followed.
func (b *board) cross(line, at, colour int) {
	b.may[b.masks[line]+colour*b.words[line]+at>>6] &^= 1 << (at & 63)
	b.enqueue(line)
}

// note puts an exclusion on the trail.
func (b *board) note(cell, colour int) {
	b.trail = append(b.trail, uint32(cell*b.colours+colour))
	if b.left[cell]--; b.left[cell] == 1 {
		b.open--
	}
}

// exclude takes a colour from a cell, where it still has it, and queues the
// cell's lines.
func (b *board) exclude(cell, colour int) {
	if !b.can(cell, colour) {
		return
	}
	row, col := cell/b.size.Cols, cell%b.size.Cols
	b.cross(row, col, colour)
	b.cross(b.size.Rows+col, row, colour)
	b.note(cell, colour)
}

// settle takes every other colour from a cell.
func (b *board) settle(cell, colour int) {
	for c := range b.colours {
		if c != colour {
			b.exclude(cell, c)
		}
	}
}

// undo takes back what is on the trail from a mark on.
func (b *board) undo(mark int) {
	for i := len(b.trail) - 1; i >= mark; i-- {
		pair := int(b.trail[i])
		cell, colour := pair/b.colours, pair%b.colours
		row, col := cell/b.size.Cols, cell%b.size.Cols
		b.may[b.masks[row]+colour*b.words[row]+col>>6] |= 1 << (col & 63)
		across := b.size.Rows + col
		b.may[b.masks[across]+colour*b.words[across]+row>>6] |= 1 << (row & 63)
		if b.left[cell]++; b.left[cell] == 2 {
			b.open++
		}
	}
	b.trail = b.trail[:mark]
}

// propagate solves queued lines until nothing follows. It returns false on a
// contradiction; the queue is empty in any case.
func (b *board) propagate() bool {
	for b.queued > 0 {
		i := b.next()
		if b.touched != nil {
			bit := i / b.group
			b.touched[bit>>6] |= 1 << (bit & 63)
		}
		if !b.solve(i) {
			b.forget()
			return false
		}
	}
	return true
}

// next takes a line from the queue.
func (b *board) next() int {
	i := int(b.queue[b.head])
	if b.head++; b.head == len(b.queue) {
		b.head = 0
	}
	b.queued--
	b.waits[i] = false
	return i
}

// forget empties the queue.
func (b *board) forget() {
	for b.queued > 0 {
		b.next()
	}
}

// solve solves a line and excludes what follows.
func (b *board) solve(i int) bool {
	b.visits++
	l, words := b.lines[i], b.words[i]
	old := b.may[b.masks[i]:][:b.colours*words]
	if b.colours == 2 && words == 1 {
		blank, filled, ok := l.Solve64(&b.scratch, old[0], old[1])
		if !ok {
			return false
		}
		goneBlank, goneFilled := old[0]&^blank, old[1]&^filled
		old[0], old[1] = blank, filled
		b.gone(i, 0, 0, goneBlank)
		b.gone(i, 0, 1, goneFilled)
		return true
	}
	now := b.work[:len(old)]
	copy(now, old)
	if !l.Solve(&b.scratch, now) {
		return false
	}
	for c := range b.colours {
		for w := range words {
			at := c*words + w
			gone := old[at] &^ now[at]
			old[at] = now[at]
			b.gone(i, w, c, gone)
		}
	}
	return true
}

// gone tells the lines that cross line i of the cells in a word that have lost
// a colour there.
func (b *board) gone(i, word, colour int, gone uint64) {
	rows := b.size.Rows
	for ; gone != 0; gone &= gone - 1 {
		at := word<<6 | bits.TrailingZeros64(gone)
		if i < rows {
			b.cross(rows+at, i, colour)
			b.note(i*b.size.Cols+at, colour)
		} else {
			b.cross(at, i-rows, colour)
			b.note(at*b.size.Cols+i-rows, colour)
		}
	}
}

// grid is what is known: open cells are Unset.
func (b *board) grid() puzzle.Grid {
	g := puzzle.NewGrid(b.size, puzzle.Unset)
	for cell := range g.Values {
		if b.left[cell] == 1 {
			g.Values[cell] = b.value(cell)
		}
	}
	return g
}

// value is the lowest colour that is left for a cell.
func (b *board) value(cell int) uint8 {
	for c := range b.colours {
		if b.can(cell, c) {
			return uint8(c)
		}
	}
	return puzzle.Unset
}
