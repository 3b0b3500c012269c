package generate

import (
	"math/rand/v2"
	"slices"

	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
)

// board is a solution in the making: wall and islands, a clue in each island.
// Every move keeps the wall in one piece and islands apart; 2×2 blocks of wall
// are what building removes and what no later move brings back.
type board struct {
	size   puzzle.Size
	around [][4]int32 // -1 off the board
	ring   [][8]int32 // clockwise from the upper left, -1 off the board
	island []int32    // by cell: the cell with the clue of its island, -1 for wall; set by [board.put]
	cells  []int32    // by cell with a clue: cells of its island
	target []int32    // by cell with a clue: cells that it is to grow to
	images func(c int32, out []int32) []int32
	r      *rand.Rand
	clues  int      // islands
	undo   []change // since [board.save]
	flooding
}

// change is what stood somewhere before a change.
type change struct {
	in        []int32
	at, value int32
}

// flooding is memory of floods.
type flooding struct {
	mark   []int64
	stamp  int64
	floods [4][]int32
	orbit  []int32
}

func newBoard(size puzzle.Size, images func(int32, []int32) []int32, r *rand.Rand) *board {
	n := size.Cells()
	b := &board{
		size: size, r: r, images: images,
		around: make([][4]int32, n), ring: make([][8]int32, n),
		island: make([]int32, n), cells: make([]int32, n), target: make([]int32, n), flooding: flooding{mark: make([]int64, n)},
	}
	at := func(row, col int) int32 {
		if c := (puzzle.Cell{Row: row, Col: col}); size.Contains(c) {
			return int32(size.Index(c))
		}
		return -1
	}
	for c := range n {
		p := size.At(c)
		i, j := p.Row, p.Col
		b.around[c] = [4]int32{at(i-1, j), at(i, j-1), at(i, j+1), at(i+1, j)}
		b.ring[c] = [8]int32{at(i-1, j-1), at(i-1, j), at(i-1, j+1), at(i, j+1), at(i+1, j+1), at(i+1, j), at(i+1, j-1), at(i, j-1)}
	}
	b.clear()
	return b
}

func (b *board) clear() {
	for c := range b.island {
		b.island[c] = -1
	}
	b.clues, b.undo = 0, b.undo[:0]
}

// set changes the size or target of an island, or where a cell belongs, so that it can be undone.
func (b *board) set(in []int32, at, value int32) {
	b.undo = append(b.undo, change{in, at, in[at]})
	in[at] = value
}

// put makes a cell part of the island with a clue, or wall for -1.
func (b *board) put(c, clue int32) {
	b.count(c, -1)
	b.set(b.island, c, clue)
	b.count(c, 1)
}

// count counts a cell with a clue.
func (b *board) count(c int32, by int) {
	if b.island[c] == c {
		b.clues += by
	}
}

// save begins a list of changes, which restore undoes.
func (b *board) save() { b.undo = b.undo[:0] }

func (b *board) restore() {
	for _, was := range slices.Backward(b.undo) {
		if &was.in[0] != &b.island[0] {
			was.in[was.at] = was.value
			continue
		}
		b.count(was.at, -1)
		b.island[was.at] = was.value
		b.count(was.at, 1)
	}
	b.undo = b.undo[:0]
}

// members are the cells of the island with a clue, rising; none if there is no such clue.
func (b *board) members(clue int32) []int32 {
	if b.island[clue] != clue {
		return nil
	}
	b.stamp++
	b.mark[clue] = b.stamp
	out := []int32{clue}
	for i := 0; i < len(out); i++ {
		for _, d := range b.around[out[i]] {
			if d >= 0 && b.mark[d] != b.stamp && b.island[d] == clue {
				b.mark[d] = b.stamp
				out = append(out, d)
			}
		}
	}
	slices.Sort(out)
	return out
}

func (b *board) wall(c int32) bool { return c >= 0 && b.island[c] < 0 }

// neighbour is the island that touches a wall cell: its clue, -1 for none, -2
// for several.
func (b *board) neighbour(c int32) int32 {
	found := int32(-1)
	for _, d := range b.around[c] {
		if d < 0 || b.island[d] < 0 || b.island[d] == found {
			continue
		}
		if found >= 0 {
			return -2
		}
		found = b.island[d]
	}
	return found
}

// joined says whether the cells around c of one kind (those for which same
// says true) stay connected, or there is at most one piece of them, without c.
// With none around, c is all there is of its kind, and the answer is no.
func (b *board) joined(c int32, same func(int32) bool) bool {
	pieces, some := 0, false
	ring := &b.ring[c]
	for k := 1; k < 8; k += 2 {
		if ring[k] < 0 || !same(ring[k]) {
			continue
		}
		some = true
		// A piece of the ring ends where the next corner or side is another kind.
		corner, side := ring[(k+1)%8], ring[(k+2)%8]
		if corner < 0 || side < 0 || !same(corner) || !same(side) {
			pieces++
		}
	}
	if !some {
		return false
	}
	if pieces <= 1 {
		return true
	}
	return b.meet(c, same)
}

// meet says whether floods that begin at all sides of a kind around c, and leave c out, become one. They take turns, so
// that a small piece ends soon and a short way round is found soon.
func (b *board) meet(c int32, same func(int32) bool) bool {
	var floods [4]struct {
		queue []int32
		next  int
		into  int // the flood that this one is part of
	}
	n := 0
	from := b.stamp + 1 // marks of the floods
	b.stamp += 4
	for _, d := range b.around[c] {
		if d >= 0 && same(d) {
			floods[n].queue, floods[n].into = append(b.floods[n][:0], d), n
			b.mark[d] = from + int64(n)
			n++
		}
	}
	root := func(i int) int {
		for floods[i].into != i {
			i = floods[i].into
		}
		return i
	}
	defer func() {
		for i := range n {
			b.floods[i] = floods[i].queue
		}
	}()
	for apart := n; apart > 1; {
		for i := range n {
			f := &floods[i]
			if f.next == len(f.queue) {
				// All of its piece is seen if none of its other floods goes on.
				ended := true
				for j := range n {
					ended = ended && (root(j) != root(i) || floods[j].next == len(floods[j].queue))
				}
				if ended {
					return false
				}
				continue
			}
			cell := f.queue[f.next]
			f.next++
			for _, d := range b.around[cell] {
				if d < 0 || d == c || !same(d) {
					continue
				}
				if other := int(b.mark[d] - from); other >= 0 && other < n {
					if x, y := root(i), root(other); x != y {
						floods[x].into = y
						apart--
					}
					continue
				}
				b.mark[d] = from + int64(i)
				f.queue = append(f.queue, d)
			}
		}
	}
	return true
}

// pond says whether c would complete a 2×2 block of island cells.
func (b *board) pond(c int32) bool {
	ring := &b.ring[c]
	for k := 1; k < 8; k += 2 {
		x, y, z := ring[k], ring[(k+1)%8], ring[(k+2)%8]
		if x >= 0 && y >= 0 && z >= 0 && b.island[x] >= 0 && b.island[y] >= 0 && b.island[z] >= 0 {
			return true
		}
	}
	return false
}

// grow adds a wall cell to the one island that it touches.
func (b *board) grow(c int32) bool {
	clue := b.neighbour(c)
	if !b.wall(c) || clue < 0 || !b.joined(c, b.wall) {
		return false
	}
	b.put(c, clue)
	b.set(b.cells, clue, b.cells[clue]+1)
	return true
}

// found makes a wall cell, and its images, islands of their own.
func (b *board) found(c int32) bool {
	b.orbit = b.images(c, b.orbit[:0])
	for i, d := range b.orbit {
		if !b.wall(d) || b.neighbour(d) != -1 || !b.joined(d, b.wall) {
			for _, e := range b.orbit[:i] {
				b.put(e, -1)
			}
			return false
		}
		b.put(d, d)
		b.set(b.cells, d, 1)
		b.set(b.target, d, 1)
	}
	return true
}

// shrink gives an island's cell other than its clue back to the wall.
func (b *board) shrink(c int32) bool {
	clue := b.island[c]
	if clue < 0 || clue == c || !b.joined(c, func(d int32) bool { return b.island[d] == clue }) {
		return false
	}
	beside := false
	ring := &b.ring[c]
	for k := 1; k < 8; k += 2 {
		beside = beside || b.wall(ring[k])
		if b.wall(ring[k]) && b.wall(ring[(k+1)%8]) && b.wall(ring[(k+2)%8]) {
			return false // a block
		}
	}
	if !beside {
		return false
	}
	b.put(c, -1)
	b.set(b.cells, clue, b.cells[clue]-1)
	return true
}

// remove turns an island and its images into wall; blocks may come of it, and
// more than one piece of wall may not, for an island touches nothing else.
func (b *board) remove(clue int32) {
	for _, d := range b.images(clue, nil) {
		for _, c := range b.members(d) {
			b.put(c, -1)
		}
	}
}

// move puts the clue of c's island on c, and the clues of its images on the
// images of c. It does nothing where they would not be in these islands.
func (b *board) move(c int32) bool {
	clue := b.island[c]
	if clue < 0 || clue == c {
		return false
	}
	from, to := b.images(clue, nil), b.images(c, nil)
	if len(from) != len(to) {
		return false
	}
	for i := range from {
		if b.island[to[i]] != from[i] {
			return false
		}
	}
	for i := range from {
		size, target := b.cells[from[i]], b.target[from[i]]
		for _, d := range b.members(from[i]) {
			b.put(d, to[i])
		}
		b.set(b.cells, to[i], size)
		b.set(b.target, to[i], target)
	}
	return true
}

// puzzle is the instance and its solution.
func (b *board) puzzle(id string) (*nurikabe.Puzzle, puzzle.Grid, error) {
	clues := make([]int, len(b.island))
	solution := puzzle.NewGrid(b.size, nurikabe.Wall)
	for c, clue := range b.island {
		if clue >= 0 {
			solution.Values[c] = nurikabe.Island
		}
		if clue == int32(c) {
			clues[c] = int(b.cells[c])
		}
	}
	p, err := nurikabe.New(id, b.size, clues)
	return p, solution, err
}
