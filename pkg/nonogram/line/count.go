package line

import (
	"math"
	"math/big"
	"math/rand/v2"
)

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

// weight is m·2^e: a number of arrangements, which can be beyond float64. m is
// 0 or from 0.5 to below 1.
type weight struct {
	m float64
	e int
}

func (a weight) plus(b weight) weight {
	switch {
	case a.m == 0:
		return b
	case b.m == 0:
		return a
	case a.e < b.e:
		a, b = b, a
	}
	m, e := math.Frexp(a.m + math.Ldexp(b.m, b.e-a.e))
	return weight{m, a.e + e}
}

// share is the part that a is of b.
func (a weight) share(b weight) float64 { return math.Ldexp(a.m/b.m, a.e-b.e) }

// Random writes a random arrangement into cells, each that the masks allow with
// the same probability, and returns false where there is none.
func (l *Line) Random(s *Scratch, may []uint64, random *rand.Rand, cells []uint8) bool {
	k, width := len(l.blocks), l.length+1
	if cap(s.ways) < (k+1)*width {
		s.ways = make([]weight, (k+1)*width)
	}
	// ways[j·width+i] counts the ways to put the blocks from j on into the
	// cells from i on; run is the number of cells from i on, in one piece, that
	// may have the block's colour.
	ways := s.ways[:(k+1)*width]
	for j := k; j >= 0; j-- {
		now := ways[j*width:][:width]
		now[l.length] = weight{}
		if j == k {
			now[l.length] = weight{0.5, 1}
		}
		run := 0
		for i := l.length - 1; i >= 0; i-- {
			now[i] = weight{}
			if l.may(may, 0, i) {
				now[i] = now[i+1]
			}
			if j == k {
				continue
			}
			b := &l.blocks[j]
			if run++; !l.may(may, b.colour, i) {
				run = 0
			}
			if run >= b.length {
				if after := l.follow(may, j, i+b.length); after >= 0 {
					now[i] = now[i].plus(ways[(j+1)*width+after])
				}
			}
		}
	}
	if ways[0].m == 0 {
		return false
	}
	clear(cells[:l.length])
	for i, j := 0, 0; j < k; {
		now := ways[j*width:][:width]
		if l.may(may, 0, i) && now[i+1].m != 0 {
			if share := now[i+1].share(now[i]); share >= 1 || random.Float64() < share {
				i++
				continue
			}
		}
		b := &l.blocks[j]
		for c := i; c < i+b.length; c++ {
			cells[c] = uint8(b.colour)
		}
		i = l.follow(may, j, i+b.length)
		j++
	}
	return true
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
