package generate

// pieces splits cells into pieces that lie close together.
func (b *board) pieces(cells []int) [][]int32 {
	var out [][]int32
	open := make([]bool, len(b.island))
	for _, c := range cells {
		open[c] = true
	}
	for _, start := range cells {
		if !open[start] {
			continue
		}
		open[start] = false
		piece := []int32{int32(start)}
		for i := 0; i < len(piece); i++ {
			for _, d := range b.ring[piece[i]] {
				if d >= 0 && open[d] {
					open[d] = false
					piece = append(piece, d)
				}
			}
		}
		out = append(out, piece)
	}
	return out
}

// mend makes one random change that bears on cells in doubt: a clue moves onto
// one, an island shrinks, grows or is founded. It returns false when none of
// many tries is possible.
func (b *board) mend(piece []int32) bool {
	for range 40 {
		c := piece[b.r.IntN(len(piece))]
		switch k := b.r.IntN(20); {
		case k < 9:
			if b.move(c) {
				return true
			}
			continue
		case k < 11: // near the doubt will do, too
			if n := b.ring[c][b.r.IntN(8)]; n >= 0 {
				c = n
			}
		}
		switch {
		case b.island[c] >= 0:
			if b.shrink(c) {
				return true
			}
		case b.neighbour(c) == -1:
			if b.found(c) {
				return true
			}
		default:
			if clue := b.neighbour(c); clue >= 0 && b.cells[clue] < mendLimit && b.grow(c) {
				return true
			}
		}
	}
	return false
}

// mendLimit is the size up to which an island may grow to mend a board.
const mendLimit = 5
