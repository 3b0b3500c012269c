package pushfit

import (
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
)

// enumerate goes through the arrangements of a line that agree with the known
// cells, and keeps what was seen.
type enumerate struct {
	cells         []uint8
	blocks        []int
	rest          []int // cells that the blocks from j on need
	blank, filled []bool
	open          int // unknown cells that have not been seen both ways
	starts        []int
	found, steps  int64
	more          func() bool // whether to go on, asked now and then
	stopped       bool
}

// patience is the number of placements after which more is asked.
const patience = 1 << 14

func (e *enumerate) run(cells []uint8, blocks []int) {
	e.cells, e.blocks = cells, blocks
	e.rest = append(e.rest[:0], make([]int, len(blocks)+1)...)
	for j := len(blocks) - 1; j >= 0; j-- {
		e.rest[j] = e.rest[j+1] + blocks[j]
		if j+1 < len(blocks) {
			e.rest[j]++
		}
	}
	e.blank = append(e.blank[:0], make([]bool, len(cells))...)
	e.filled = append(e.filled[:0], make([]bool, len(cells))...)
	e.starts = append(e.starts[:0], make([]int, len(blocks))...)
	e.open, e.found, e.steps, e.stopped = 0, 0, 0, false
	for _, v := range cells {
		if v == puzzle.Unset {
			e.open++
		}
	}
	e.place(0, 0)
}

// place puts block j and all after it into the cells from at on. It returns
// false to end.
func (e *enumerate) place(j, at int) bool {
	if j == len(e.blocks) {
		for i := at; i < len(e.cells); i++ {
			if e.cells[i] == nonogram.Filled {
				return true
			}
		}
		e.found++
		return e.see()
	}
	if e.steps++; e.steps%patience == 0 && !e.more() {
		e.stopped = true
		return false
	}
	n := e.blocks[j]
	for start := at; start+e.rest[j] <= len(e.cells); start++ {
		if start > at && e.cells[start-1] == nonogram.Filled {
			return true // left uncovered
		}
		if e.fits(start, n) {
			e.starts[j] = start
			if !e.place(j+1, min(start+n+1, len(e.cells))) {
				return false
			}
		}
	}
	return true
}

func (e *enumerate) fits(start, n int) bool {
	for i := start; i < start+n; i++ {
		if e.cells[i] == nonogram.Blank {
			return false
		}
	}
	return start+n == len(e.cells) || e.cells[start+n] != nonogram.Filled
}

// see notes an arrangement. It returns false when nothing is left to be seen.
func (e *enumerate) see() bool {
	at := 0
	note := func(seen []bool, other []bool, from, to int) {
		for i := from; i < to; i++ {
			if !seen[i] {
				seen[i] = true
				if other[i] && e.cells[i] == puzzle.Unset {
					e.open--
				}
			}
		}
	}
	for j, start := range e.starts {
		note(e.blank, e.filled, at, start)
		note(e.filled, e.blank, start, start+e.blocks[j])
		at = start + e.blocks[j]
	}
	note(e.blank, e.filled, at, len(e.cells))
	return e.open > 0
}
