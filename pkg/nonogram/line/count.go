package line

import "math/big"

// Count is the number of arrangements that the masks allow.
func (l *Line) Count(may []uint64) *big.Int {
	width := l.length + 1
	// next[i] counts the ways to put the blocks from j+1 on into the cells from
	// i on, now[i] those of the blocks from j on.
	next, now := make([]*big.Int, width), make([]*big.Int, width)
	for j := len(l.blocks); j >= 0; j-- {
		for i := l.length; i >= 0; i-- {
			now[i] = new(big.Int)
			if i == l.length {
				if j == len(l.blocks) {
					now[i].SetInt64(1)
				}
				continue
			}
			if l.may(may, 0, i) {
				now[i].Set(now[i+1])
			}
			if j < len(l.blocks) {
				if after := l.stands(may, j, i); after >= 0 {
					now[i].Add(now[i], next[after])
				}
			}
		}
		next, now = now, next
	}
	return next[0]
}

// may says whether a cell may have a colour.
func (l *Line) may(may []uint64, colour, i int) bool {
	return may[colour*l.words+i/64]>>(i%64)&1 != 0
}

// stands says where the cells after block j begin when it starts at cell i and
// is followed by the blank that it needs; -1 where it cannot stand there.
func (l *Line) stands(may []uint64, j, i int) int {
	b := &l.blocks[j]
	end := i + b.length
	if end > l.length {
		return -1
	}
	for c := i; c < end; c++ {
		if !l.may(may, b.colour, c) {
			return -1
		}
	}
	return l.follow(may, j, end)
}

// follow is where the cells after block j begin when it ends before cell end: a
// blank further on where the next block has its colour, -1 where that blank
// cannot be.
func (l *Line) follow(may []uint64, j, end int) int {
	if j+1 < len(l.blocks) && l.blocks[j+1].gap == 1 {
		if end == l.length || !l.may(may, 0, end) {
			return -1
		}
		return end + 1
	}
	return end
}
