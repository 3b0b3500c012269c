package deduction

import (
	"math"

	"formicary/pkg/nonogram"
)

// Enumeration goes through the arrangements of a line's blocks, each block as far
// to the left as possible first. It ends early when every cell has been seen in
// each of its colours, because further arrangements would add nothing. It takes
// exponential time.
type Enumeration struct {
	// Cells are what is known of the line, Clue its clue.
	Cells []Colours
	Clue  nonogram.Clue
	// Prune says to put blocks only where the cells allow it, rather than to
	// compare complete arrangements with them.
	Prune bool
	// Poll says whether to go on. It is called after at most Next arrangements
	// with the number tried since the last call, and returns a new Next.
	Poll func(tried int64) (next int64, more bool)
	Next int64

	// Seen are the colours of each cell in the arrangements that agree with
	// what is known; their number is Kept.
	Seen []Colours
	Kept float64
	// Placed counts blocks that were put down, Tried the complete arrangements
	// since Poll was asked.
	Placed, Tried int64

	building
}

// building is an enumeration under way.
type building struct {
	now  []uint8 // the arrangement being built
	rest []int   // cells that the blocks from j on need, the blank before j included
	work int     // placements until Poll is asked

	ended, stopped bool
}

// pollEvery is after how many placements the budget is looked at: some ten
// microseconds.
const pollEvery = 1 << 10

// Run goes through the arrangements. It returns false where Poll stopped it.
func (e *Enumeration) Run() bool {
	n := len(e.Cells)
	e.now, e.Seen = make([]uint8, n), make([]Colours, n)
	e.rest = make([]int, len(e.Clue)+1)
	for j := len(e.Clue) - 1; j >= 0; j-- {
		e.rest[j] = e.rest[j+1] + e.Clue[j].Length + e.Clue.Gap(j)
	}
	e.work = pollEvery
	e.place(0, 0)
	return !e.stopped
}

// place puts the blocks from j on, on the cells from a place on.
func (e *Enumeration) place(j, from int) {
	if j == len(e.Clue) {
		e.complete(from)
		return
	}
	block, gap := e.Clue[j], e.Clue.Gap(j)
	// Blanks before the block: at first those that have to be, then one more
	// each time.
	for at := from; at < from+gap; at++ {
		if !e.blank(at) {
			return
		}
	}
	last := len(e.Cells) - e.rest[j] + gap
	for start := from + gap; start <= last; start++ {
		if e.ended || e.stopped {
			return
		}
		if e.fill(start, block) {
			e.place(j+1, start+block.Length)
			clear(e.now[start : start+block.Length])
		}
		if !e.blank(start) {
			return
		}
	}
}

// blank says whether a cell may be left blank.
func (e *Enumeration) blank(at int) bool {
	return !e.Prune || e.Cells[at].Has(nonogram.Blank)
}

// fill puts a block down, if it may stand there.
func (e *Enumeration) fill(start int, block nonogram.Block) bool {
	e.Placed++
	if e.work--; e.work <= 0 {
		e.poll()
	}
	if e.Prune {
		for _, set := range e.Cells[start : start+block.Length] {
			if !set.Has(block.Colour) {
				return false
			}
		}
	}
	for at := start; at < start+block.Length; at++ {
		e.now[at] = block.Colour
	}
	return true
}

// complete judges an arrangement whose blocks end before a place.
func (e *Enumeration) complete(from int) {
	if e.stopped || e.ended {
		return
	}
	if e.Prune {
		for _, set := range e.Cells[from:] {
			if !set.Has(nonogram.Blank) {
				return
			}
		}
	}
	e.Tried++
	if e.Prune || e.agrees() {
		e.keep()
	}
	if e.Tried >= min(e.Next, pollEvery) {
		e.poll()
	}
}

func (e *Enumeration) agrees() bool {
	for at, set := range e.Cells {
		if !set.Has(e.now[at]) {
			return false
		}
	}
	return true
}

// keep notes the colours of an arrangement's cells.
func (e *Enumeration) keep() {
	e.Kept++
	e.ended = true
	for at, colour := range e.now {
		e.Seen[at] |= Only(colour)
		if e.Seen[at] != e.Cells[at] {
			e.ended = false
		}
	}
}

func (e *Enumeration) poll() {
	next, more := e.Poll(e.Tried)
	e.Next, e.Tried, e.work = next, 0, pollEvery
	e.stopped = e.stopped || !more && !e.ended
}

// Arrangements is the number of ways in which a clue's blocks can stand on a
// unknown line: with slack l and k blocks, l+k over k. It is
// 0 where the clue does not fit. Above 2^53 it is rounded. (For a line of which
// something is known, package line counts.)
func Arrangements(clue nonogram.Clue, length int) float64 {
	slack := clue.Slack(length)
	if slack < 0 {
		return 0
	}
	n := 1.0
	for i := 1; i <= len(clue); i++ {
		n = n * float64(slack+i) / float64(i)
	}
	if n < 1<<53 {
		return math.Round(n)
	}
	return n
}
