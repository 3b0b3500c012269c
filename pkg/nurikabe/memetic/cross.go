package memetic

import (
	"math"
	"slices"
)

// breed is the memory of a colony for the boards that its ants finished, from which later boards take parts.
//
// Two boards of one puzzle differ in parts. A part is a set of islands, and no cell where the boards differ borders one of
// another part, not even at a corner. So the cells that are missing and the black 2×2 blocks of a part depend on no other
// part, and a child of both boards can have the better version of each part. That is the partition crossover of Whitley,
// Hains and Howe ("Tunneling between optima: partition crossover for the traveling salesman problem", GECCO 2009), with
// boards for tours. Only the wall is a matter of the whole board (see take).
type breed struct {
	boards [][]uint16 // owners of positions
	oldest int
	// Of two boards that are compared:
	apart     []int32  // positions where they differ
	mine, its []uint16 // their owners there
	part      []uint16 // the part that a position belongs to, named by one of its islands
	parts     []uint16
	root      []uint16 // of an island: another one of its part, in the end the same one for all
	gain      []int    // of a part: what it costs less in the other board
}

// done is the gain of a part that was taken.
const done = math.MinInt32

// keep remembers the board of a land, in place of the oldest one where there are as many as may be.
func (b *breed) keep(l *land, most int) {
	if len(b.boards) < most {
		b.boards = append(b.boards, append([]uint16(nil), l.owner...))
		return
	}
	copy(b.boards[b.oldest], l.owner)
	b.oldest = (b.oldest + 1) % most
}

// cross takes from all boards the parts that are better there. It judges budget parts at most, and returns how many.
func (b *breed) cross(l *land, budget int64) (judged int64, better bool) {
	for _, other := range b.boards {
		b.compare(l, other)
		for _, k := range b.parts {
			if b.gain[k] > 0 && judged < budget {
				more, taken := b.take(l, k, budget-judged)
				judged += more
				better = better || taken
			}
		}
	}
	return judged, better
}

// take takes a part of the board that a land was compared with. If that tears the wall, it takes one more part with it: the
// first one with which the wall is whole and the board still better. If there is none, it takes neither.
func (b *breed) take(l *land, k uint16, budget int64) (judged int64, taken bool) {
	b.paint(l, k, b.its)
	if judged = 1; l.pieces() <= l.walls {
		b.gain[k] = done
		return judged, true
	}
	for _, j := range b.parts {
		if j == k || b.gain[j]+b.gain[k] <= 0 || judged == budget {
			continue
		}
		judged++
		b.paint(l, j, b.its)
		if l.pieces() <= l.walls {
			b.gain[j], b.gain[k] = done, done
			return judged, true
		}
		b.paint(l, j, b.mine)
	}
	b.paint(l, k, b.mine)
	return judged, false
}

// compare finds the parts in which another board differs, and their gains.
func (b *breed) compare(l *land, other []uint16) {
	b.apart, b.mine, b.its, b.part, b.parts = b.apart[:0], b.mine[:0], b.its[:0], b.part[:0], b.parts[:0]
	b.root, b.gain = b.root[:0], b.gain[:0]
	for k := range l.clues {
		b.root, b.gain = append(b.root, uint16(k)), append(b.gain, 0)
	}
	for _, pos := range l.free {
		if l.owner[pos] != other[pos] {
			b.apart, b.mine, b.its = append(b.apart, pos), append(b.mine, l.owner[pos]), append(b.its, other[pos])
		}
	}
	s := int32(l.stride)
	for i, pos := range b.apart {
		k := b.join(b.mine[i], b.its[i])
		for _, next := range [4]int32{pos + 1, pos + s - 1, pos + s, pos + s + 1} {
			if l.owner[next] != other[next] {
				b.join(k, b.join(l.owner[next], other[next]))
			}
		}
	}
	for i, pos := range b.apart {
		k := b.find(max(b.mine[i], b.its[i]))
		if b.part = append(b.part, k); !slices.Contains(b.parts, k) {
			b.parts = append(b.parts, k)
		}
		if b.mine[i] == black {
			b.gain[k]++
		}
		if b.its[i] == black {
			b.gain[k]--
		}
		for _, block := range [4]int32{pos - s - 1, pos - s, pos - 1, pos} {
			b.gain[k] += l.blockGain(other, block, pos)
		}
	}
}

// blockGain is 1 for a 2×2 block, by its upper left corner, that is black on the board but not on another one, and -1
// the other way round: for the first position where they differ, and 0 for others.
func (l *land) blockGain(other []uint16, block, pos int32) int {
	mine, its, down := black, black, int32(l.stride)
	for _, at := range [4]int32{block, block + 1, block + down, block + down + 1} {
		if at < pos && l.owner[at] != other[at] {
			return 0
		}
		mine |= l.owner[at]
		its |= other[at]
	}
	switch {
	case mine == black && its != black:
		return 1
	case its == black && mine != black:
		return -1
	}
	return 0
}

// join puts two owners of positions, of which one is an island, into one part, and returns an island of it.
func (b *breed) join(j, k uint16) uint16 {
	if j == black || k == black {
		return max(j, k)
	}
	b.root[b.find(j)] = b.find(k)
	return k
}

func (b *breed) find(k uint16) uint16 {
	for b.root[k] != k {
		b.root[k] = b.root[b.root[k]]
		k = b.root[k]
	}
	return k
}

// paint gives the positions of a part to owners.
func (b *breed) paint(l *land, k uint16, owners []uint16) {
	for i, pos := range b.apart {
		if b.part[i] == k && l.owner[pos] != black {
			l.close(pos)
		}
	}
	for i, pos := range b.apart {
		if b.part[i] == k && owners[i] != black {
			l.open(pos, owners[i])
		}
	}
}
