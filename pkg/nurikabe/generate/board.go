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
	island []int32    // by cell: the cell with the clue of its island, -1 for wall
	cells  []int32    // by cell with a clue: cells of its island
	target []int32    // by cell with a clue: cells that it is to grow to
	images func(c int32, out []int32) []int32
	r      *rand.Rand
	flooding
}

// flooding is memory of floods.
type flooding struct {
	mark  []int32
	stamp int32
	queue []int32
	orbit []int32
}

func newBoard(size puzzle.Size, images func(int32, []int32) []int32, r *rand.Rand) *board {
	n := size.Cells()
	b := &board{
		size: size, r: r, images: images,
		around: make([][4]int32, n), ring: make([][8]int32, n),
		island: make([]int32, n), cells: make([]int32, n), target: make([]int32, n), flooding: flooding{mark: make([]int32, n)},
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
	pieces, first := 0, int32(-1)
	ring := &b.ring[c]
	for k := 1; k < 8; k += 2 {
		if ring[k] < 0 || !same(ring[k]) {
			continue
		}
		first = ring[k]
		// A piece of the ring ends where the next corner or side is another kind.
		corner, side := ring[(k+1)%8], ring[(k+2)%8]
		if corner < 0 || side < 0 || !same(corner) || !same(side) {
			pieces++
		}
	}
	if first < 0 {
		return false
	}
	if pieces <= 1 {
		return true
	}
	b.stamp++
	b.mark[c], b.mark[first] = b.stamp, b.stamp
	b.queue = append(b.queue[:0], first)
	for i := 0; i < len(b.queue); i++ {
		for _, d := range b.around[b.queue[i]] {
			if d >= 0 && b.mark[d] != b.stamp && same(d) {
				b.mark[d] = b.stamp
				b.queue = append(b.queue, d)
			}
		}
	}
	for _, d := range b.around[c] {
		if d >= 0 && same(d) && b.mark[d] != b.stamp {
			return false
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
	b.island[c] = clue
	b.cells[clue]++
	return true
}

// found makes a wall cell, and its images, islands of their own.
func (b *board) found(c int32) bool {
	b.orbit = b.images(c, b.orbit[:0])
	for i, d := range b.orbit {
		if !b.wall(d) || b.neighbour(d) != -1 || !b.joined(d, b.wall) {
			for _, e := range b.orbit[:i] {
				b.island[e] = -1
			}
			return false
		}
		b.island[d], b.cells[d], b.target[d] = d, 1, 1
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
	b.island[c] = -1
	b.cells[clue]--
	return true
}

// remove turns an island and its images into wall; blocks may come of it, and
// more than one piece of wall may not, for an island touches nothing else.
func (b *board) remove(clue int32) {
	for _, d := range b.images(clue, nil) {
		for c, id := range b.island {
			if id == d {
				b.island[c] = -1
			}
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
		for d, id := range b.island {
			if id == from[i] {
				b.island[d] = to[i]
			}
		}
		b.cells[to[i]], b.target[to[i]] = size, target
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

// snapshot is what a board can be brought back to.
type snapshot struct{ island, cells, target []int32 }

func (b *board) save() snapshot {
	return snapshot{slices.Clone(b.island), slices.Clone(b.cells), slices.Clone(b.target)}
}

func (b *board) restore(s snapshot) {
	copy(b.island, s.island)
	copy(b.cells, s.cells)
	copy(b.target, s.target)
}
