package combinatorial

import (
	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/deduction"
	"formicary/pkg/nonogram/line"
)

// pollEvery is after how many arrangements and placements the budget is looked
// at: some ten microseconds.
const pollEvery = 1 << 10

// enumeration goes through the arrangements of one line.
type enumeration struct {
	*search
	cells []deduction.Colours
	clue  nonogram.Clue
	// now is the arrangement being built, seen are the colours of each cell in
	// those that were kept.
	now  []uint8
	seen []deduction.Colours
	// rest[j] is the number of cells that the blocks from j on need, the blank
	// before j included.
	rest []int
	kept float64
	// tried counts arrangements since the last look at the budget, until is
	// when to look again, work the placements left until then.
	tried, until int64
	work         int
	ended        bool // every cell was seen with all its colours
	stopped      bool // the budget is spent
}

// run goes through the arrangements until there are no more or they can fix
// nothing. It returns false where the budget was spent before that.
func (e *enumeration) run() bool {
	n := len(e.cells)
	e.now, e.seen = make([]uint8, n), make([]deduction.Colours, n)
	e.rest = make([]int, len(e.clue)+1)
	for j := len(e.clue) - 1; j >= 0; j-- {
		e.rest[j] = e.rest[j+1] + e.clue[j].Length + e.clue.Gap(j)
	}
	e.allow()
	e.place(0, 0)
	e.told()
	e.search.kept += e.kept
	return !e.stopped
}

// place puts the blocks from j on, on the cells from a place on.
func (e *enumeration) place(j, from int) {
	if j == len(e.clue) {
		e.complete(from)
		return
	}
	block, gap := e.clue[j], e.clue.Gap(j)
	// Blanks before the block: at first those that have to be, then one more
	// each time.
	for at := from; at < from+gap; at++ {
		if !e.blank(at) {
			return
		}
	}
	last := len(e.cells) - e.rest[j] + gap
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
func (e *enumeration) blank(at int) bool {
	return !e.Prune || e.cells[at].Has(nonogram.Blank)
}

// fill puts a block down, if it may stand there.
func (e *enumeration) fill(start int, block nonogram.Block) bool {
	e.placed++
	if e.work--; e.work <= 0 {
		e.poll()
	}
	if e.Prune {
		for _, set := range e.cells[start : start+block.Length] {
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
func (e *enumeration) complete(from int) {
	if e.stopped || e.ended {
		return
	}
	if e.Prune {
		for _, set := range e.cells[from:] {
			if !set.Has(nonogram.Blank) {
				return
			}
		}
	}
	e.tried++
	if e.agrees() {
		e.keep()
	}
	if e.tried >= e.until {
		e.poll()
	}
}

func (e *enumeration) agrees() bool {
	if e.Prune {
		return true
	}
	for at, set := range e.cells {
		if !set.Has(e.now[at]) {
			return false
		}
	}
	return true
}

// keep notes the colours of an arrangement's cells.
func (e *enumeration) keep() {
	e.kept++
	e.ended = true
	for at, colour := range e.now {
		e.seen[at] |= deduction.Only(colour)
		if e.seen[at] != e.cells[at] {
			e.ended = false
		}
	}
}

// allow says when to look at the budget again.
func (e *enumeration) allow() {
	e.work, e.until = pollEvery, pollEvery
	if e.limit > 0 {
		e.until = max(min(e.until, e.limit-e.meter.Evaluations()), 1)
	}
}

func (e *enumeration) poll() {
	e.told()
	if !e.ended && !e.meter.Continue() {
		e.stopped = true
	}
	e.allow()
}

// told tells the meter of the arrangements that were tried.
func (e *enumeration) told() {
	e.meter.Evaluated(e.tried)
	e.search.tried += float64(e.tried)
	e.tried = 0
}

// remaining is the number of arrangements that agree with what is known of a
// line's cells.
func remaining(clue nonogram.Clue, cells []deduction.Colours, colours int) float64 {
	l := line.New(clue, len(cells), colours)
	may := make([]uint64, l.Masks())
	for at, set := range cells {
		for _, colour := range set.List() {
			may[int(colour)*l.Words()+at/64] |= 1 << (at % 64)
		}
	}
	n, _ := l.Count(may).Float64()
	return n
}
