package exact

import "formicary/pkg/cdcl"

// The notes under which rules imply; Explain answers by them.
const (
	noteLast  int32 = iota // one island is left for a white cell
	noteNone               // no island is left for a cell: wall
	noteFar                // the region cannot reach the node with what it may still take
	noteCut                // the wall cannot reach the cell at all
	noteMust               // without the node the region would fall apart or be too small
	noteExit               // the only way out for white cells without a clue
	noteBlock              // the last cell of a 2×2 block
)

// rules is the propagator that knows Nurikabe.
type rules struct {
	*model
	s     *cdcl.Solver
	alive []int32 // by cell: pairs not false
	dirty []int32 // islands to look at again
	// wallDirty and exitDirty: the graph of cells that may be wall, or white,
	// has lost a cell or a cell of it became certain.
	wallDirty, exitDirty bool
	wallBudget           bool // also bound the wall's size from above
	why                  []cdcl.Lit
	work                 workspace
}

var _ cdcl.Propagator = (*rules)(nil)

func newRules(m *model, s *cdcl.Solver) *rules {
	r := &rules{model: m, s: s, alive: make([]int32, m.cells)}
	for c := range r.alive {
		r.alive[c] = m.cellStart[c+1] - m.cellStart[c]
	}
	for i := range m.islands {
		r.touch(int32(i))
	}
	r.wallDirty, r.exitDirty = true, true
	r.work = newWorkspace(max(m.cells, len(m.pairCell)))
	return r
}

func (r *rules) touch(island int32) {
	if !r.islands[island].dirty {
		r.islands[island].dirty = true
		r.dirty = append(r.dirty, island)
	}
}

// Assigned applies the local rules.
func (r *rules) Assigned(lit cdcl.Lit) bool {
	v := int32(lit.Var())
	switch {
	case v >= int32(r.cells) && lit.Positive():
		return r.joined(v-int32(r.cells), lit)
	case v >= int32(r.cells):
		return r.parted(v-int32(r.cells), lit)
	case lit.Positive():
		return r.whitened(v, lit)
	default:
		return r.blackened(v, lit)
	}
}

// Undone takes back the counts. Everything was looked at before the level that
// is being left began, so nothing is dirty below it.
func (r *rules) Undone(lit cdcl.Lit) {
	v := int32(lit.Var())
	switch {
	case v >= int32(r.cells) && lit.Positive():
		r.islands[r.pairIsland[v-int32(r.cells)]].known--
	case v >= int32(r.cells):
		r.alive[r.pairCell[v-int32(r.cells)]]++
	case !lit.Positive():
		r.wall.known--
	}
	if len(r.dirty) > 0 {
		for _, i := range r.dirty {
			r.islands[i].dirty = false
		}
		r.dirty = r.dirty[:0]
	}
	r.wallDirty, r.exitDirty = false, false
}

// joined: pair p holds.
func (r *rules) joined(p int32, lit cdcl.Lit) bool {
	s, island := r.s, r.pairIsland[p]
	region := &r.islands[island]
	region.known++
	r.touch(island)
	c := r.pairCell[p]
	if !s.Imply1(white(c), lit) {
		return false
	}
	for _, q := range r.pairs(c) {
		if q != p && !s.Imply1(r.member(q).Not(), lit) {
			return false
		}
	}
	next := region.next[region.node(lit)]
	for way, d := range r.around[c] {
		if d < 0 {
			continue
		}
		for _, q := range r.pairs(d) {
			if r.pairIsland[q] != island && !s.Imply1(r.member(q).Not(), lit) {
				return false
			}
		}
		if next[way] < 0 {
			if !s.Imply1(white(d).Not(), lit) {
				return false
			}
			continue
		}
		q := region.lit(next[way])
		if s.Value(white(d)) > 0 {
			if !s.Imply2(q, lit, white(d)) {
				return false
			}
		} else if s.Value(q) < 0 && !s.Imply2(white(d).Not(), lit, q.Not()) {
			return false
		}
	}
	return true
}

// parted: pair p does not hold.
func (r *rules) parted(p int32, lit cdcl.Lit) bool {
	s, island := r.s, r.pairIsland[p]
	region := &r.islands[island]
	r.touch(island)
	c := r.pairCell[p]
	r.alive[c]--
	if !r.choices(c) {
		return false
	}
	isWhite := s.Value(white(c)) > 0
	for _, k := range region.next[region.node(lit)] {
		if k < 0 {
			continue
		}
		q := region.lit(k)
		if isWhite {
			if !s.Imply2(q.Not(), lit, white(c)) {
				return false
			}
		} else if s.Value(q) > 0 && !s.Imply2(white(c).Not(), lit, q) {
			return false
		}
	}
	return true
}

// choices counts the islands left for a cell.
func (r *rules) choices(c int32) bool {
	switch {
	case r.alive[c] == 0:
		return r.s.Imply(white(c).Not(), noteNone)
	case r.alive[c] == 1 && r.s.Value(white(c)) > 0:
		for _, q := range r.pairs(c) {
			if r.s.Value(r.member(q)) >= 0 {
				return r.s.Imply(r.member(q), noteLast)
			}
		}
	}
	return true
}

// whitened: the cell is island.
func (r *rules) whitened(c int32, lit cdcl.Lit) bool {
	s := r.s
	r.wallDirty, r.exitDirty = true, true
	if !r.choices(c) {
		return false
	}
	for _, p := range r.pairs(c) {
		if s.Value(r.member(p)) >= 0 {
			r.touch(r.pairIsland[p])
		}
	}
	for _, d := range r.around[c] {
		if d < 0 {
			continue
		}
		for _, q := range r.pairs(d) {
			if s.Value(r.member(q)) < 0 {
				continue
			}
			// The neighbour's island q is c's island, too.
			here := r.pairOf(c, r.pairIsland[q])
			switch {
			case here < 0:
				if !s.Imply1(r.member(q).Not(), lit) {
					return false
				}
			case s.Value(r.member(q)) > 0:
				if !s.Imply2(r.member(here), lit, r.member(q)) {
					return false
				}
			case s.Value(r.member(here)) < 0:
				if !s.Imply2(r.member(q).Not(), lit, r.member(here).Not()) {
					return false
				}
			}
		}
	}
	return true
}

func (r *rules) pairOf(c, island int32) int32 {
	for _, p := range r.pairs(c) {
		if r.pairIsland[p] == island {
			return p
		}
	}
	return -1
}

// blackened: the cell is wall.
func (r *rules) blackened(c int32, lit cdcl.Lit) bool {
	s := r.s
	r.wall.known++
	r.wallDirty, r.exitDirty = true, true
	for _, p := range r.pairs(c) {
		if !s.Imply1(r.member(p).Not(), lit) {
			return false
		}
	}
	return r.blocks(c)
}

// corners are the pairs of ways that span a square with a cell.
var corners = [4][2]int{{0, 1}, {0, 2}, {3, 1}, {3, 2}}

// blocks looks for squares with three wall cells around c.
func (r *rules) blocks(c int32) bool {
	s := r.s
	n := &r.around[c]
	for corner, pair := range corners {
		a, b := n[pair[0]], n[pair[1]]
		if a < 0 || b < 0 {
			continue
		}
		d := a + b - c
		black := 0
		open := int32(-1)
		for _, e := range [3]int32{a, b, d} {
			switch s.Value(white(e)) {
			case -1:
				black++
			case 0:
				open = e
			}
		}
		if black == 3 {
			r.why = append(r.why[:0], white(c).Not(), white(a).Not(), white(b).Not(), white(d).Not())
			return s.Fail(r.why)
		}
		if black == 2 && open >= 0 && !s.Imply(white(open), noteBlock|int32(corner)<<4|c<<6) {
			return false
		}
	}
	return true
}

// Propagate applies the rules that look further.
func (r *rules) Propagate() bool {
	before := len(r.s.Trail())
	for len(r.dirty) > 0 {
		i := r.dirty[len(r.dirty)-1]
		r.dirty = r.dirty[:len(r.dirty)-1]
		r.islands[i].dirty = false
		if !r.grow(&r.islands[i]) {
			return false
		}
		if len(r.s.Trail()) > before {
			return true
		}
	}
	if r.wallDirty {
		r.wallDirty = false
		if !r.joinWall() {
			return false
		}
		if len(r.s.Trail()) > before {
			return true
		}
	}
	if r.exitDirty {
		r.exitDirty = false
		return r.exits()
	}
	return true
}
