package generate

import (
	"math"
	"slices"
)

// build makes a valid board: from a board of wall, blocks are broken in random
// order, each by a new island or by one that grows, until there are none. An
// island beside a block that cannot be broken is taken away again. It returns
// false when that does not come to an end.
func (b *board) build(mean float64) bool {
	b.clear()
	for patience := 60 + b.size.Cells(); patience > 0; {
		b.save() // nobody asks for what was
		block := b.block()
		if block == nil {
			return b.clues > 0
		}
		if !b.breakBlock(block, mean) {
			patience--
			b.disturb(block)
		}
	}
	return false
}

// block is a 2×2 block of wall, the first from a random place on; nil where
// there is none.
func (b *board) block() []int32 {
	n, cols := int32(len(b.island)), int32(b.size.Cols)
	start := b.r.Int32N(n)
	for i := range n {
		c := (start + i) % n
		if ring := &b.ring[c]; b.wall(c) && b.wall(ring[3]) && b.wall(ring[4]) && b.wall(ring[5]) {
			return []int32{c, c + 1, c + cols, c + cols + 1}
		}
	}
	return nil
}

// breakBlock makes one of the cells island.
func (b *board) breakBlock(block []int32, mean float64) bool {
	b.r.Shuffle(len(block), func(i, j int) { block[i], block[j] = block[j], block[i] })
	for _, c := range block {
		if clue := b.neighbour(c); clue >= 0 && b.cells[clue] < b.target[clue] && b.grow(c) {
			return true
		}
	}
	for _, c := range block {
		if b.neighbour(c) == -1 && b.found(c) {
			for _, d := range b.images(c, nil) {
				b.set(b.target, d, 1+int32(math.Min(exponential(b.r)*(mean-1), 4*mean)))
				b.extend(d)
			}
			return true
		}
	}
	// Better an island that is too large than none.
	return slices.ContainsFunc(block, b.grow)
}

// extend grows an island at random to what it is to have.
func (b *board) extend(clue int32) {
	front := []int32{clue}
	for tries := 8 * b.target[clue]; tries > 0 && b.cells[clue] < b.target[clue]; tries-- {
		d := b.around[front[b.r.IntN(len(front))]][b.r.IntN(4)]
		if b.wall(d) && (!b.pond(d) || b.r.IntN(8) == 0) && b.grow(d) {
			front = append(front, d)
		}
	}
}

// disturb takes away an island near a block.
func (b *board) disturb(block []int32) {
	var near []int32
	for _, c := range block {
		for _, d := range b.ring[c] {
			if d >= 0 && b.island[d] >= 0 {
				near = append(near, b.island[d])
			}
		}
	}
	if len(near) > 0 {
		b.remove(near[b.r.IntN(len(near))])
	}
}
