package exact

import (
	"formicary/pkg/cdcl"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
)

// A sweep decides a narrow board by dynamic programming: cells are coloured in
// raster order, and of what was coloured only that is kept which matters below
// the frontier (the last cell of each column): which frontier cells belong
// together, and of the open islands their clues and their sizes so far. Equal
// states are one, with the number of ways to it (one or more than one). This
// is the method of transfer matrices, known as simpath (Knuth, The Art of
// Computer Programming 4A, 7.1.4) or frontier method.
//
// It is what boards with few huge islands need: there, search must exclude
// walls one by one that differ in shape only, while a state forgets shapes.
type sweep struct {
	width, cells int
	// By cell in the order of the sweep; cell is the board's cell.
	cell  []int32
	clue  []uint8 // the number of the clue on it, from 1; 0 for none
	fixed []int8  // 1 island, -1 wall, 0 open
	// reach[c*(clues+1)+k]: the cell may belong to the island of clue k.
	reach []bool
	value []int // by number of the clue
	bounds
}

// bounds are what shows early that a state leads to no solution.
type bounds struct {
	// passed[c] is the sum of the clues up to cell c, later[c] the largest
	// clue behind it, 0 for none.
	passed, later []int
	walls         int // wall cells of a solution
	// shut[n] is the number of wall cells at least that it takes in the rows
	// below to end an island that has n cells there before the last row.
	shut []int
}

// Widths and sizes that a state has room for.
const (
	sweepWidth = 12
	sweepCells = 191
	sweepClue  = 255
)

// sweepStates is the number of states that a sweep may hold at once: 48 bytes
// each, in a table that is read and one that is written.
const sweepStates = 4_000_000

// many marks, in the last word of a board, that there are several ways.
const many = 1 << 63

// entry is a state and one way to it.
type entry struct {
	// columns has five bits a column: twice the number of the piece, plus one
	// for island; 31 where nothing stands yet. Two bits more say whether the
	// cell above the left neighbour is wall, and whether the wall is closed.
	columns uint64
	// pieces has 16 bits for each piece of island: clue and size.
	pieces [2]uint64
	board  [3]uint64
}

const (
	nothing   = 31
	cornerBit = 1 << 60
	closedBit = 1 << 61
)

// newSweep prepares a sweep of a board, with what is known of it; nil where
// the board is too wide, too large, or has clues that no state has room for.
func (x *search) newSweep() *sweep {
	width := min(x.rows, x.cols)
	if width > sweepWidth || x.cells > sweepCells || len(x.islands) > 254 {
		return nil
	}
	for i := range x.islands {
		if r := &x.islands[i]; r.least != r.most || r.most > sweepClue {
			return nil
		}
	}
	w := &sweep{width: width, cells: x.cells, bounds: bounds{walls: x.wall.most}, value: []int{0}}
	if w.walls < 0 {
		return nil
	}
	w.shut = shutting()
	// The order in which clues come early: until then nothing is known of the
	// pieces that they will belong to.
	best := -1
	for order := range 8 {
		cell, ok := x.order(order)
		if !ok {
			continue
		}
		late := 0
		for at, c := range cell {
			if i := x.clueAt[c]; i >= 0 {
				late += at * x.islands[i].most
			}
		}
		if best < 0 || late < best {
			best, w.cell = late, cell
		}
	}
	for i := range x.islands {
		w.value = append(w.value, x.islands[i].most)
	}
	value := x.s.Value
	if x.facts != nil {
		value = func(l cdcl.Lit) int8 { return x.facts[l] - x.facts[l.Not()] }
	}
	clues := len(w.value)
	w.clue, w.fixed = make([]uint8, w.cells), make([]int8, w.cells)
	w.reach = make([]bool, w.cells*clues)
	w.passed, w.later = make([]int, w.cells), make([]int, w.cells)
	sum := 0
	for at, c := range w.cell {
		w.fixed[at] = value(white(c))
		if i := x.clueAt[c]; i >= 0 {
			w.clue[at] = uint8(i + 1)
			sum += x.islands[i].most
		}
		w.passed[at] = sum
		for _, p := range x.pairs(c) {
			w.reach[at*clues+int(x.pairIsland[p])+1] = value(x.member(p)) >= 0
		}
	}
	for at := w.cells - 2; at >= 0; at-- {
		w.later[at] = max(w.later[at+1], w.value[w.clue[at+1]])
	}
	return w
}

// order lists the cells in one of eight raster orders, as far as the rows of
// that order are as short as can be.
func (x *search) order(n int) ([]int32, bool) {
	rows, cols := x.rows, x.cols
	if n&4 != 0 {
		rows, cols = cols, rows
	}
	if cols > rows {
		return nil, false
	}
	var out []int32
	for i := range rows {
		for j := range cols {
			r, c := i, j
			if n&1 != 0 {
				r = rows - 1 - r
			}
			if n&2 != 0 {
				c = cols - 1 - c
			}
			if n&4 != 0 {
				r, c = c, r
			}
			out = append(out, int32(r*x.cols+c))
		}
	}
	return out, true
}

// outcome of a sweep.
type swept struct {
	ways  int // solutions: 0, 1, or 2 for more
	board [3]uint64
	// complete is false when the sweep was stopped or had too many states.
	complete bool
	states   int64 // states visited in all
	peak     int   // states at once, at most
}

// run sweeps. more is asked every few thousand states whether to go on; limit
// is the number of states that may be there at once. Where several ways come
// to one state the first is kept, or with last the last, which makes another
// way of it.
func (w *sweep) run(limit int, last bool, more func() bool) swept {
	var result swept
	st := &store{last: last}
	now, next := &table{store: st}, &table{store: st}
	start := entry{}
	for j := range w.width {
		start.columns |= nothing << (5 * j)
	}
	st.begin(1)
	var b batch
	now.add(&b, &start)
	now.flush(&b)
	var before, p profile
	for at := range w.cells {
		st.begin(now.size)
		for i := 0; i < now.size; i++ {
			e := now.at(i)
			before.decode(e, w.width)
			for colour := uint8(0); colour < 2; colour++ {
				if w.fixed[at] != 0 && (w.fixed[at] > 0) != (colour == 1) {
					continue
				}
				p = before
				if w.step(&p, at, colour) {
					n := p.encode(e, w.width)
					if colour == 1 {
						n.board[at/64] |= 1 << (at % 64)
					}
					next.add(&b, &n)
				}
			}
			now.visited(i)
			if result.states++; result.states%4096 == 0 && (next.size > limit || !more()) {
				return result
			}
		}
		next.flush(&b)
		result.peak = max(result.peak, next.size)
		now.clear()
		now, next = next, now
	}
	for i := 0; i < now.size; i++ {
		e := now.at(i)
		p.decode(e, w.width)
		if !w.finished(&p) {
			continue
		}
		if result.ways == 0 || last {
			result.board = e.board
		}
		result.ways++
		if e.board[2]&many != 0 {
			result.ways++
		}
	}
	result.ways, result.complete = min(result.ways, 2), true
	result.board[2] &^= many
	return result
}

// grid is the board of a way.
func (w *sweep) grid(size puzzle.Size, board [3]uint64) puzzle.Grid {
	g := puzzle.NewGrid(size, nurikabe.Wall)
	for at, c := range w.cell {
		if board[at/64]>>(at%64)&1 == 1 {
			g.Values[c] = nurikabe.Island
		}
	}
	return g
}
