package exact

import "formicary/pkg/solver"

// prober tries cells: in each of its colours a cell is settled, what follows is
// kept, and all is taken back. A colour that leads to a contradiction is
// excluded; what follows from every colour that is left is committed.
//
// What a trial comes to depends only on the lines that were solved in it. As
// long as none of them has changed, trying again brings nothing, and is left
// out.
type prober struct {
	b     *board
	words int // of a set of lines
	group int // lines that share a bit of a set
	past
	stamps
	agreement
	trials int64 // colours tried
	failed int64 // of them, those that led to a contradiction
}

// past is the last trial of each cell.
type past struct {
	sets  []uint64 // its lines
	tried []int64  // the clock then; 0: none
	gains []gain   // what it brought
}

// stamps are the times at which lines changed.
type stamps struct {
	clock   int64
	changed []int64 // for each group of lines, the clock at its last change
	seen    int     // of the trail: what is before it has its lines stamped
}

// agreement is what all colours of a cell exclude.
type agreement struct {
	hits       []uint32 // for each exclusion, how many of the colours led to it
	base       uint32
	candidates []uint32 // what the last colour excluded
}

// gain is how much the trials of a cell excluded: the least and the most of
// its colours.
type gain struct {
	least, most int32
}

// score is high for a cell whose colours all exclude much and about equally
// much: least + |log(1+least) - log(1+most)|, "min-logd" of Wu, Sun, Chen,
// Chen, Kuo, Kang and Lin, "An efficient approach to solving nonograms", IEEE
// TCIAIG 5(3), 2013, section IV.
func (g gain) score() float64 {
	return float64(g.least) + solver.Log(1+float64(g.most)) - solver.Log(1+float64(g.least))
}

// mostSets is the number of words that the sets of lines take at most, or one
// for each cell: lines share bits on boards of more than two million cells.
const mostSets = 1 << 25

func newProber(b *board) *prober {
	cells := b.size.Cells()
	q := &prober{b: b, stamps: stamps{clock: 1}}
	q.words = min((len(b.lines)+63)/64, max(mostSets/cells, 1))
	q.group = (len(b.lines) + 64*q.words - 1) / (64 * q.words)
	q.sets = make([]uint64, cells*q.words)
	q.tried, q.gains = make([]int64, cells), make([]gain, cells)
	q.changed = make([]int64, (len(b.lines)+q.group-1)/q.group)
	q.hits = make([]uint32, cells*b.colours)
	return q
}

// stamp notes the lines of everything that was excluded since the last call.
func (q *prober) stamp() {
	if q.seen < len(q.b.trail) {
		q.clock++
		q.restamp(q.seen)
	}
	q.seen = len(q.b.trail)
}

// restamp notes the lines of everything on the trail from a mark on.
func (q *prober) restamp(from int) {
	for _, pair := range q.b.trail[from:] {
		cell := int(pair) / q.b.colours
		q.changed[cell/q.b.size.Cols/q.group] = q.clock
		q.changed[(q.b.size.Rows+cell%q.b.size.Cols)/q.group] = q.clock
	}
}

// undo takes the board back to a mark. Trials made since then are stale where
// their lines have changed back.
func (q *prober) undo(mark int) {
	q.clock++
	q.restamp(mark)
	q.b.undo(mark)
	q.seen = mark
}

// stale says whether trying a cell again could bring something.
func (q *prober) stale(cell int) bool {
	at := q.tried[cell]
	if at == 0 {
		return true
	}
	set := q.sets[cell*q.words:][:q.words]
	for bit, changed := range q.changed {
		if changed > at && set[bit>>6]>>(bit&63)&1 != 0 {
			return true
		}
	}
	return false
}

// rounds tries all cells until nothing follows. It returns contradiction true
// where the board has none left, and stopped true where more said stop.
func (q *prober) rounds(more func() bool) (contradiction, stopped bool) {
	b := q.b
	q.stamp()
	cells := b.size.Cells()
	// The last cell whose trial brought something: once around from there
	// without anything is the end.
	for cell, idle := 0, 0; idle < cells && b.open > 0; cell++ {
		if cell == cells {
			cell = 0
		}
		idle++
		if b.left[cell] == 1 || !q.stale(cell) {
			continue
		}
		if !more() {
			return false, true
		}
		before := len(b.trail)
		if !q.try(cell) {
			return true, false
		}
		if len(b.trail) > before {
			idle = 0
		}
	}
	return false, false
}

// try tries a cell in all its colours. It returns false where the board has no
// solution.
func (q *prober) try(cell int) bool {
	b := q.b
	q.stamp()
	set := q.sets[cell*q.words:][:q.words]
	clear(set)
	b.touched, b.group = set, q.group
	q.tried[cell] = q.clock
	g := gain{least: 1 << 30}
	q.base += uint32(b.colours) + 1
	if q.base > 1<<31 {
		clear(q.hits)
		q.base = uint32(b.colours) + 1
	}
	ways := uint32(0)
	candidates := q.candidates[:0]
	for colour := range b.colours {
		if !b.can(cell, colour) {
			continue
		}
		mark := len(b.trail)
		q.trials++
		b.settle(cell, colour)
		if !b.propagate() {
			q.failed++
			b.undo(mark)
			b.touched = nil
			b.exclude(cell, colour)
			if ok := b.propagate(); !ok {
				return false
			}
			q.stamp()
			if b.left[cell] == 1 {
				q.tried[cell] = 0
				return true
			}
			// The other colours were tried on less than what is known now.
			return q.try(cell)
		}
		n := int32(len(b.trail) - mark)
		g.least, g.most = min(g.least, n), max(g.most, n)
		for _, pair := range b.trail[mark:] {
			if ways == 0 {
				q.hits[pair] = q.base + 1
			} else if q.hits[pair] == q.base+ways {
				q.hits[pair]++
			}
		}
		ways++
		if mark < len(b.trail) {
			candidates = append(candidates[:0], b.trail[mark:]...)
		}
		b.undo(mark)
	}
	b.touched = nil
	q.gains[cell], q.candidates = g, candidates
	mark := len(b.trail)
	for _, pair := range candidates {
		if q.hits[pair] == q.base+ways {
			b.exclude(int(pair)/b.colours, int(pair)%b.colours)
		}
	}
	if len(b.trail) == mark {
		return true
	}
	// Nothing more follows: it would have followed from every colour, too. So
	// the trial stands.
	b.forget()
	q.stamp()
	q.tried[cell] = q.clock
	return true
}
