package memetic

import "math"

// land is a board on which cells turn white, and black again. What holds at all
// times: every white cell belongs to the island of a clue, and is connected to it; islands are
// apart but where clues touch, and no larger than their clues; the wall is in no
// more pieces than clues cut it into. What is left to mend is the cost.
//
// The ring of a position tells which of its eight neighbours are white or frame,
// one bit each. It decides nearly all questions by itself (see tables).
type land struct {
	*ground
	owner   []uint16
	ring    []uint8
	size    []int32 // of islands
	list    []int32 // positions of an island from its base on, in no order
	place   []int32 // of a white position in list
	blocks  int     // black 2×2 blocks
	missing int     // white cells
	flood   flood
	annealing
}

// annealing is what walks on a board need.
type annealing struct {
	budget  int64   // boards that a walk may judge
	corners bool    // moves around corners, too
	field   []int32 // positions that a walk proposes
	window  []int32 // memory for a part of the board
	// The best board since remember was first called.
	lowest             int
	keptSize, keptList []int32
}

func newLand(g *ground) *land {
	l := &land{
		ground: g, owner: make([]uint16, g.n), ring: make([]uint8, g.n), size: make([]int32, len(g.clues)),
		list: make([]int32, g.room), place: make([]int32, g.n), flood: flood{mark: make([]uint32, g.n)},
		annealing: annealing{budget: math.MaxInt64, keptSize: make([]int32, len(g.clues)), keptList: make([]int32, g.room)},
	}
	l.field = l.free
	l.reset()
	return l
}

// reset turns all cells black but for the clues'.
func (l *land) reset() {
	for i := range l.owner {
		l.owner[i] = outside
	}
	for _, pos := range l.position {
		l.owner[pos] = black
	}
	copy(l.ring, l.frame)
	clear(l.size)
	l.blocks, l.missing = (l.rows-1)*(l.cols-1), l.room
	for k := 1; k < len(l.clues); k++ {
		l.open(l.clueAt[k], uint16(k))
	}
}

// cost is the paper's: missing white cells plus black 2×2 blocks.
func (l *land) cost() int { return l.missing + l.blocks }

// cells are the positions of an island, until it changes.
func (l *land) cells(k uint16) []int32 { return l.list[l.base[k]:][:l.size[k]] }

// open turns a black position white, for an island that is not full.
func (l *land) open(pos int32, k uint16) {
	at := l.base[k] + l.size[k]
	l.owner[pos], l.list[at], l.place[pos] = k, pos, at
	l.size[k]++
	l.missing--
	l.blocks -= int(blocksOf[l.ring[pos]])
	l.turn(pos)
}

// close turns a white position black.
func (l *land) close(pos int32) {
	k := l.owner[pos]
	l.size[k]--
	last, at := l.list[l.base[k]+l.size[k]], l.place[pos]
	l.owner[pos], l.list[at], l.place[last] = black, last, at
	l.missing++
	l.blocks += int(blocksOf[l.ring[pos]])
	l.turn(pos)
}

// turn tells the eight neighbours of a position that it changed.
func (l *land) turn(pos int32) {
	s := int32(l.stride)
	up := l.ring[pos-s-1:][:3]
	up[0] ^= 1 << 4
	up[1] ^= 1 << 5
	up[2] ^= 1 << 6
	row := l.ring[pos-1:][:3]
	row[0] ^= 1 << 3
	row[2] ^= 1 << 7
	down := l.ring[pos+s-1:][:3]
	down[0] ^= 1 << 2
	down[1] ^= 1 << 1
	down[2] ^= 1 << 0
}

// neighbour is the island that a black position borders: black where there is
// none, outside where there are several.
func (l *land) neighbour(pos int32) uint16 {
	sides := l.ring[pos] &^ l.frame[pos] & sides
	k := black
	for ; sides != 0; sides &= sides - 1 {
		o := l.owner[pos+int32(l.delta[lowestOf[sides]])]
		if k != black && k != o {
			return outside
		}
		k = o
	}
	return k
}

// leaf says whether a white position may turn black: the rest of its island stays
// connected, and the wall takes it in. A clue's may never.
//
// The white cells at its sides must be joined around it by white corners. A
// longer way around would surround a part of the wall, which is whole; only an
// island that has all of the wall inside is refused here without need.
func (l *land) leaf(pos int32) bool { return l.spare(pos, l.ring[pos]) }

// spare is leaf for the ring that the position is about to have.
func (l *land) spare(pos int32, r uint8) bool {
	return groupsOf[r&^l.frame[pos]] == 1 && r&sides != sides && !l.isClue[pos]
}

// remember keeps the board as the best one.
func (l *land) remember() {
	l.lowest = l.cost()
	copy(l.keptSize, l.size)
	copy(l.keptList, l.list)
}

// restore makes the board the one that was remembered last.
func (l *land) restore() {
	if l.cost() == l.lowest {
		return
	}
	l.reset()
	for k := 1; k < len(l.clues); k++ {
		for _, pos := range l.keptList[l.base[k]:][:l.keptSize[k]] {
			if !l.isClue[pos] {
				l.open(pos, uint16(k))
			}
		}
	}
}

// pieces is the number of 4-connected pieces of the wall, by flooding.
func (l *land) pieces() int {
	n := 0
	f := &l.flood
	stamp, stack := f.next(), f.queue[0]
	for _, start := range l.position {
		if f.mark[start] == stamp || l.owner[start] != black {
			continue
		}
		n++
		f.mark[start] = stamp
		for stack = append(stack[:0], start); len(stack) > 0; {
			pos := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for d := 1; d < 8; d += 2 {
				if next := pos + int32(l.delta[d]); l.owner[next] == black && f.mark[next] != stamp {
					f.mark[next] = stamp
					stack = append(stack, next)
				}
			}
		}
	}
	f.queue[0] = stack
	return n
}
