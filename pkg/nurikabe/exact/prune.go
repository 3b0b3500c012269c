package exact

import "math/bits"

// shutting fills sweep.shut. An island with n cells in d rows below the present
// one, beside another island in each of them, takes a wall cell in each of
// these rows and one in the next; it also takes one below each of its columns,
// which are n/d at least. The better bound counts, for the best d.
func shutting() []int {
	out := make([]int, sweepClue+1)
	for n := 1; n < len(out); n++ {
		out[n] = n + 1
		for d := 1; d <= n; d++ {
			out[n] = min(out[n], max(d+1, (n+d-1)/d))
		}
	}
	return out
}

// hopeful says whether the state may lead to a solution: the wall has cells
// enough left to join its pieces, and to keep two open islands apart down to
// the last row or to shut one of them; and each piece of island without a clue
// can still join one that has room for it.
func (w *sweep) hopeful(p *profile, at int) bool {
	var walls [sweepWidth]uint16
	n := 0
	open := false
	islands := w.passed[at]
	largest := w.later[at]
	wants, second := 0, 0 // the most cells that open islands lack, and the next
	for k := range p.count {
		m := p.mask[k]
		if m == 0 {
			continue
		}
		if p.column[bits.TrailingZeros16(m)]&1 == 0 {
			walls[n] = m
			n++
			continue
		}
		lacks := w.value[p.clue[k]] - int(p.size[k])
		islands -= lacks
		if lacks > wants {
			wants, second = lacks, wants
		} else if lacks > second {
			second = lacks
		}
		if p.clue[k] == 0 {
			open = true
			if largest > 0 && int(p.size[k])+1 > largest {
				// Too large for the clues to come; one of those here must do.
				if !w.joins(p, k, walls[:0], true) {
					return false
				}
			}
		}
	}
	left := w.walls - (at + 1 - islands)
	// What is left of this row takes some of the cells that islands lack.
	below := second - (w.width - 1 - at%w.width)
	if left < 0 || below > 0 && left < min((w.cells-1-at)/w.width, w.shut[below]) {
		return false
	}
	if n > 1 {
		// Two pieces of wall, one wholly left of a column and the other wholly
		// right of it, join across the column.
		for j := 1; j < w.width-1; j++ {
			if p.column[j]&1 == 0 || p.column[j] == nothing {
				continue
			}
			before, after := false, false
			for _, m := range walls[:n] {
				before = before || m>>j == 0
				after = after || m<<(16-j) == 0
			}
			if before && after {
				if left--; left < 0 {
					return false
				}
			}
		}
	}
	if open && largest == 0 {
		for k := range p.count {
			if m := p.mask[k]; m != 0 && p.column[bits.TrailingZeros16(m)]&1 == 1 && p.clue[k] == 0 && !w.joins(p, k, walls[:n], n < 2) {
				return false
			}
		}
	}
	return true
}

// joins says whether piece k, without a clue, can become part of an open
// island: one with room for it and a cell between, such that joining them does
// not leave pieces of wall on both sides. anyway skips the latter.
func (w *sweep) joins(p *profile, k uint8, walls []uint16, anyway bool) bool {
	for l := range p.count {
		if p.mask[l] == 0 || p.clue[l] == 0 || int(p.size[k])+int(p.size[l])+1 > w.value[p.clue[l]] {
			continue
		}
		if anyway {
			return true
		}
		for a := p.mask[k]; a != 0; a &= a - 1 {
			i := bits.TrailingZeros16(a)
			for b := p.mask[l]; b != 0; b &= b - 1 {
				j := bits.TrailingZeros16(b)
				between := uint16(1)<<max(i, j) - uint16(1)<<min(i, j)
				inside, outside := false, false
				for _, m := range walls {
					inside = inside || m&^between == 0
					outside = outside || m&between == 0
				}
				if !inside || !outside {
					return true
				}
			}
		}
	}
	return false
}
