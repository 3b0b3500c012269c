package generate

import "slices"

// join makes one island of all that a wall cell touches, with this cell
// between them, and puts its clue on a random cell; likewise for the images.
func (b *board) join(c int32) bool {
	if !b.wall(c) || b.pond(c) {
		return false
	}
	cells := b.images(c, nil)
	olds := make([][]int32, len(cells)) // the joined islands, for each image
	b.stamp++
	for i, d := range cells {
		if b.neighbour(d) != -2 {
			return false
		}
		for _, e := range b.around[d] {
			if e < 0 || b.island[e] < 0 || slices.Contains(olds[i], b.island[e]) {
				continue
			}
			if b.mark[b.island[e]] == b.stamp {
				return false // the images would all become one island
			}
			b.mark[b.island[e]] = b.stamp
			olds[i] = append(olds[i], b.island[e])
		}
		if slices.Contains(cells[:i], d) || slices.ContainsFunc(b.around[d][:], func(e int32) bool { return slices.Contains(cells, e) }) {
			return false
		}
	}
	for _, d := range cells {
		if !b.joined(d, b.wall) {
			return false
		}
		b.put(d, d)
	}
	return b.merge(cells, olds)
}

// merge gives the islands around each of the cells one clue.
func (b *board) merge(cells []int32, olds [][]int32) bool {
	for i, d := range cells {
		size := int32(1)
		for _, o := range olds[i] {
			for _, e := range b.members(o) {
				b.put(e, d)
				size++
			}
		}
		b.set(b.cells, d, size)
		b.set(b.target, d, size)
	}
	// A clue in the middle tells little less than one at the end.
	inside := b.members(cells[0])
	b.move(inside[b.r.IntN(len(inside))])
	return b.symmetric()
}

// symmetric says whether the clues stand as the symmetry wants them.
func (b *board) symmetric() bool {
	if len(b.images(0, nil)) == 1 {
		return true
	}
	for c, clue := range b.island {
		if clue != int32(c) {
			continue
		}
		for _, d := range b.images(clue, nil) {
			if b.island[d] != d {
				return false
			}
		}
	}
	return true
}

// drop turns an island and its images into wall where that makes no block.
func (b *board) drop(clue int32) bool {
	if b.island[clue] != clue || b.clues <= len(b.images(clue, nil)) {
		return false
	}
	var cells []int32
	for _, d := range b.images(clue, nil) {
		cells = append(cells, b.members(d)...)
	}
	b.remove(clue)
	for _, c := range cells {
		ring := &b.ring[c]
		for k := 1; k < 8; k += 2 {
			if b.wall(ring[k]) && b.wall(ring[(k+1)%8]) && b.wall(ring[(k+2)%8]) {
				return false
			}
		}
	}
	return true
}

// change makes one random change that may leave fewer and larger islands. The
// board may be in pieces when it returns false.
func (b *board) change() bool {
	for range 50 {
		c := b.r.Int32N(int32(len(b.island)))
		switch b.r.IntN(10) {
		case 0:
			if b.island[c] >= 0 && b.move(c) {
				return true
			}
		case 1:
			if b.island[c] == c && b.cells[c] <= 2 {
				return b.drop(c)
			}
		case 2:
			if b.island[c] >= 0 && b.cells[b.island[c]] > 2 && b.shrink(c) {
				return true
			}
		case 3, 4:
			if b.wall(c) && !b.pond(c) && b.grow(c) {
				return true
			}
		default:
			if b.wall(c) && b.neighbour(c) == -2 {
				return b.join(c)
			}
		}
	}
	return false
}
