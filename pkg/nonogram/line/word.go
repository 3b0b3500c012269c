package line

// runs reduces a mask to the cells at which a run of the block's length
// begins.
func (b *block) runs(x uint64) uint64 {
	x &= x >> (b.shifts[0] & 63)
	x &= x >> (b.shifts[1] & 63)
	for i := 2; i < b.steps; i++ {
		x &= x >> (b.shifts[i] & 63)
	}
	return x
}

// spread is the cells that the block covers when it stands at any of the
// starts.
func (b *block) spread(x uint64) uint64 {
	x |= x << (b.shifts[0] & 63)
	x |= x << (b.shifts[1] & 63)
	for i := 2; i < b.steps; i++ {
		x |= x << (b.shifts[i] & 63)
	}
	return x
}

// Solve64 is [Line.Solve] for a black-and-white line of up to 64 cells: the
// masks of cells that may be blank and that may be filled.
func (l *Line) Solve64(s *Scratch, blank, filled uint64) (mayBlank, mayFilled uint64, ok bool) {
	n, k := l.length, len(l.blocks)
	if l.slack < 0 {
		return 0, 0, false
	}
	if k == 0 {
		return blank, 0, blank == l.full(0)
	}
	if cap(s.starts) < k+1 || cap(s.gaps) < k+1 {
		s.starts, s.gaps = grow(s.starts, k+1), grow(s.gaps, k+1)
	}
	starts, gaps := s.starts[:k+1], s.gaps[:k+1]

	// From the left: gaps[j] are the blanks that can stand before block j.
	g := blank &^ (blank + 1)
	ready := g<<1 | 1
	for j := range l.blocks {
		b := &l.blocks[j]
		gaps[j] = g
		start := ready & b.runs(filled)
		starts[j] = start
		g = fill(start<<1<<(b.shift&63)&blank, blank)
		ready = g << 1
	}
	gaps[k] = g

	// From the right, on reversed masks: h are the blanks after block j.
	turnedBlank, turnedFilled := reverse(blank, n), reverse(filled, n)
	h := turnedBlank &^ (turnedBlank + 1)
	turned := reverse(h, n)
	ready = h<<1 | 1
	ends := turned>>1 | 1<<(n-1) // where block j may end
	mayBlank = gaps[k] & turned
	for j := k - 1; j >= 0; j-- {
		b := &l.blocks[j]
		start := starts[j] & (ends >> (b.shift & 63))
		if start == 0 {
			return 0, 0, false
		}
		mayFilled |= b.spread(start)
		h = fill((ready&b.runs(turnedFilled))<<1<<(b.shift&63)&turnedBlank, turnedBlank)
		ready = h << 1
		turned = reverse(h, n)
		ends = turned >> 1
		mayBlank |= gaps[j] & turned
	}
	return mayBlank, mayFilled, true
}

// solveColours is [Line.Solve] for a line of up to 64 cells in any colours.
func (l *Line) solveColours(s *Scratch, may []uint64) bool {
	n, k := l.length, len(l.blocks)
	blank := may[0]
	if k == 0 {
		clear(may[1:])
		return blank == l.full(0)
	}
	s.starts, s.gaps = grow(s.starts, k+1), grow(s.gaps, k+1)
	s.turned, s.work = grow(s.turned, l.colours+1), grow(s.work, l.colours+1)
	starts, gaps, turned, out := s.starts, s.gaps, s.turned, s.work

	g := blank &^ (blank + 1)
	ready, after := g<<1|1, uint64(0)
	for j := range l.blocks {
		b := &l.blocks[j]
		if j > 0 {
			ready = g << 1
			if b.gap == 0 {
				ready |= after
			}
		}
		gaps[j] = g
		starts[j] = ready & b.runs(may[b.colour])
		after = starts[j] << 1 << (b.shift & 63)
		g = fill(after&blank, blank)
	}
	gaps[k] = g

	for c, m := range may[:l.colours+1] {
		turned[c] = reverse(m, n)
		out[c] = 0
	}
	blank = turned[0]
	h := blank &^ (blank + 1)
	ready = h<<1 | 1 // reversed: where block j may end
	out[0] = gaps[k] & reverse(h, n)
	for j := k - 1; j >= 0; j-- {
		b := &l.blocks[j]
		start := starts[j] & (reverse(ready, n) >> (b.shift & 63))
		if start == 0 {
			return false
		}
		out[b.colour] |= b.spread(start)
		after = (ready & b.runs(turned[b.colour])) << 1 << (b.shift & 63)
		h = fill(after&blank, blank)
		ready = h << 1
		if b.gap == 0 {
			ready |= after
		}
		out[0] |= gaps[j] & reverse(h, n)
	}
	copy(may, out)
	return true
}
