package line

import "math/bits"

// solveWide is [Line.Solve] for a line of any length. Masks are slices of
// words; each block's work is confined to the words in which it can start.
//
// The way back needs no reversed masks of runs: a start that is possible from
// the left is possible at all where its end is one from which the rest fits.
func (l *Line) solveWide(s *Scratch, may []uint64) bool {
	n, k, words := l.length, len(l.blocks), l.words
	blank := may[:words]
	if k == 0 {
		clear(may[words:])
		for w := range words {
			if blank[w] != l.full(w) {
				return false
			}
		}
		return true
	}
	s.starts, s.gaps = grow(s.starts, k*words), grow(s.gaps, (k+1)*words)
	s.turned = grow(s.turned, words)
	s.work = grow(s.work, (l.colours+1)*words+2*words)
	out, ready, after := s.work[:(l.colours+1)*words], s.work[(l.colours+1)*words:][:words], s.work[(l.colours+2)*words:][:words]

	clear(s.gaps)
	clear(s.starts)
	g := s.gaps[:words]
	fillPrefix(g, blank)
	first := uint64(1) // the carry into the first block's ready mask: the edge
	for j := range l.blocks {
		b := &l.blocks[j]
		lo, hi := b.lo, b.hi
		start := s.starts[j*words:][:words]
		// Where runs begin, then where the gap before lets them.
		b.runsWide(start, may[b.colour*words:][:words])
		carry := first
		if lo > 0 {
			carry = g[lo-1] >> 63
		}
		first = 0
		any := uint64(0)
		for w := lo; w <= hi; w++ {
			r := g[w]<<1 | carry
			carry = g[w] >> 63
			if j > 0 && b.gap == 0 {
				r |= after[w]
			}
			start[w] &= r
			any |= start[w]
		}
		if any == 0 {
			return false
		}
		shiftUp(after, start, b.length, lo, hi)
		g = s.gaps[(j+1)*words:][:words]
		from := int(uint(b.first+b.length) / 64)
		to := words - 1
		if j+1 < k {
			to = l.blocks[j+1].hi
		}
		carry = 0
		for w := from; w <= to; w++ {
			seed := after[w] & blank[w]
			sum, c := bits.Add64(blank[w], seed, carry)
			// A carry from below makes the lowest run grow from its start.
			g[w] = blank[w]&^sum | seed
			carry = c
		}
	}

	clear(out)
	for w := range words {
		s.turned[w] = bits.Reverse64(blank[w])
	}
	h := after // the blanks after block j, within the gap's words
	fillSuffix(h, blank, n)
	for w := range words {
		out[w] |= s.gaps[k*words+w] & h[w]
	}
	// ready: where block j may end.
	shiftDown(ready, h, 1, 0, words-1)
	ready[(n-1)/64] |= 1 << ((n - 1) % 64)
	for j := k - 1; j >= 0; j-- {
		b := &l.blocks[j]
		lo, hi := b.lo, b.hi
		start := s.starts[j*words:][:words]
		any := meetDown(start, ready, b.length-1, lo, hi)
		if !any {
			return false
		}
		b.spreadWide(out[b.colour*words:][:words], start)
		// The gap before: down from the cells before the starts.
		from := 0
		if j > 0 {
			from = int(uint(l.blocks[j-1].first+l.blocks[j-1].length-1) / 64)
		}
		carry, above := uint64(0), uint64(0)
		if hi+1 < words {
			ready[hi+1] = 0
		}
		for w := hi; w >= from; w-- {
			before := above << 63
			if w >= lo {
				before |= start[w] >> 1
				above = start[w] & 1
			} else {
				above = 0
			}
			seed := bits.Reverse64(before & blank[w])
			sum, c := bits.Add64(s.turned[w], seed, carry)
			carry = c
			hw := bits.Reverse64(s.turned[w]&^sum | seed)
			h[w] = hw
			out[w] |= s.gaps[j*words+w] & hw
			// Where block j-1 may end: a cell before such a blank, or before
			// the start of a block of another colour.
			ready[w] = hw >> 1
			if w < hi {
				ready[w] |= h[w+1] << 63
			}
			if b.gap == 0 {
				ready[w] |= before
			}
		}
	}
	copy(may, out)
	return true
}

// Possible returns, for each block of the clue, the mask of the starts that it
// has in some arrangement that the masks allow, [Line.Words] words a block; ok
// is false where there is none. The answer is the scratch's own memory, good
// until its next use. The masks stay as they are.
func (l *Line) Possible(s *Scratch, may []uint64) (starts []uint64, ok bool) {
	if l.slack < 0 {
		return nil, false
	}
	// What solveWide leaves of starts are those that some arrangement has.
	s.may = append(s.may[:0], may...)
	if !l.solveWide(s, s.may) {
		return nil, false
	}
	return s.starts[:len(l.blocks)*l.words], true
}

// fillPrefix sets g to the run of ones at the start of w.
func fillPrefix(g, w []uint64) {
	for i := range w {
		g[i] = w[i] &^ (w[i] + 1)
		if w[i] != ^uint64(0) {
			clear(g[i+1:])
			return
		}
	}
}

// fillSuffix sets g to the run of ones at the end of a mask of n bits.
func fillSuffix(g, w []uint64, n int) {
	clear(g)
	for i := len(w) - 1; i >= 0; i-- {
		x := w[i]
		if i == len(w)-1 && n%64 != 0 {
			x |= ^uint64(0) << (n % 64)
		}
		ones := bits.LeadingZeros64(^x)
		if ones == 64 {
			g[i] = w[i]
			continue
		}
		if ones > 0 {
			g[i] = w[i] & (^uint64(0) << (64 - ones))
		}
		return
	}
}

// runsWide sets the block's words of x to the starts of runs of ones in m that
// are as long as the block.
func (b *block) runsWide(x, m []uint64) {
	lo, hi := b.lo, b.hi
	if lo == hi && b.length <= 64 {
		low, high := m[lo], uint64(0)
		if lo+1 < len(m) {
			high = m[lo+1]
		}
		for i := range b.steps {
			shift := b.shifts[i] & 63
			low &= low>>shift | high<<(64-shift)
			high &= high >> shift
		}
		x[lo] = low
		return
	}
	top := min(hi+(b.length+63)/64, len(m)-1)
	copy(x[lo:top+1], m[lo:top+1])
	for have := 1; have < b.length; {
		shift := min(have, b.length-have)
		have += shift
		word, bit := shift/64, shift%64
		for i := lo; i <= top; i++ {
			var y uint64
			if i+word <= top {
				y = x[i+word] >> bit
				if bit > 0 && i+word < top {
					y |= x[i+word+1] << (64 - bit)
				}
			}
			x[i] &= y
		}
	}
	clear(x[hi+1 : top+1])
}

// shiftUp sets dst to words lo to hi of src, moved up by so many cells; what
// leaves the mask is lost.
func shiftUp(dst, src []uint64, by, lo, hi int) {
	clear(dst)
	word, bit := int(uint(by)/64), uint(by)%64
	for i := lo; i <= hi && i+word < len(dst); i++ {
		dst[i+word] |= src[i] << bit
		if i+word+1 < len(dst) {
			dst[i+word+1] |= src[i] >> (64 - bit)
		}
	}
}

// shiftDown sets words lo to hi of dst to src moved down by so many cells.
func shiftDown(dst, src []uint64, by, lo, hi int) {
	word, bit := by/64, by%64
	for i := lo; i <= hi; i++ {
		dst[i] = 0
		if i+word < len(src) {
			dst[i] = src[i+word] >> bit
			if bit > 0 && i+word+1 < len(src) {
				dst[i] |= src[i+word+1] << (64 - bit)
			}
		}
	}
}

// meetDown keeps of words lo to hi of x what m has so many cells further up,
// and says whether anything is left.
func meetDown(x, m []uint64, by, lo, hi int) bool {
	word, bit := int(uint(by)/64), uint(by)%64
	any := uint64(0)
	for i := lo; i <= hi; i++ {
		var y uint64
		if i+word < len(m) {
			y = m[i+word] >> bit
			if i+word+1 < len(m) {
				y |= m[i+word+1] << (64 - bit)
			}
		}
		x[i] &= y
		any |= x[i]
	}
	return any != 0
}

// spreadWide adds to dst the cells that the block covers when it stands at any
// of the starts in its words of x.
func (b *block) spreadWide(dst, x []uint64) {
	if lo := b.lo; lo == b.hi && b.length <= 64 {
		low, high := x[lo], uint64(0)
		for i := range b.steps {
			shift := b.shifts[i] & 63
			high |= high<<shift | low>>(64-shift)
			low |= low << shift
		}
		dst[lo] |= low
		if high != 0 {
			dst[lo+1] |= high
		}
		return
	}
	for i := b.lo; i <= b.hi; i++ {
		for y := x[i]; y != 0; {
			// A run of starts covers a run of cells.
			from := bits.TrailingZeros64(y)
			ones := bits.TrailingZeros64(^(y >> from))
			setRange(dst, 64*i+from, 64*i+from+ones-1+b.length)
			if from+ones == 64 {
				break
			}
			y &^= (1<<ones - 1) << from
		}
	}
}

// setRange sets the bits from a to before b.
func setRange(dst []uint64, a, b int) {
	for w := a / 64; w*64 < b; w++ {
		mask := ^uint64(0)
		if w == a/64 {
			mask <<= a % 64
		}
		if left := b - 64*w; left < 64 {
			mask &= 1<<left - 1
		}
		dst[w] |= mask
	}
}
