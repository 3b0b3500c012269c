package exact

import (
	"math/bits"
)

// profile is a state, unpacked. Pieces are numbered; mask has the columns of a
// piece.
type profile struct {
	column         [sweepWidth]uint8 // as in entry
	mask           [2 * sweepWidth]uint16
	clue, size     [2 * sweepWidth]uint8
	count          uint8
	corner, closed bool
}

func (p *profile) decode(e *entry, width int) {
	p.mask = [2 * sweepWidth]uint16{}
	p.count = 0
	island := 0
	for j := range width {
		code := uint8(e.columns >> (5 * j) & 31)
		p.column[j] = code
		if code == nothing {
			continue
		}
		k := code >> 1
		if p.mask[k] == 0 {
			p.count = k + 1
			p.clue[k], p.size[k] = 0, 0
			if code&1 == 1 {
				info := uint16(e.pieces[island/4] >> (16 * (island % 4)))
				p.clue[k], p.size[k] = uint8(info>>8), uint8(info)
				island++
			}
		}
		p.mask[k] |= 1 << j
	}
	p.corner, p.closed = e.columns&cornerBit != 0, e.columns&closedBit != 0
}

// encode packs the state, with pieces numbered as they come; the way is that
// of the state before.
func (p *profile) encode(before *entry, width int) entry {
	e := entry{board: before.board}
	var number [2 * sweepWidth]uint8
	var seen uint32
	count, island := uint8(0), 0
	for j := range width {
		code := p.column[j]
		if code != nothing {
			k := code >> 1
			if seen>>k&1 == 0 {
				seen |= 1 << k
				number[k] = count
				count++
				if code&1 == 1 {
					info := uint64(p.clue[k])<<8 | uint64(p.size[k])
					e.pieces[island/4] |= info << (16 * (island % 4))
					island++
				}
			}
			code = number[k]<<1 | code&1
		}
		e.columns |= uint64(code) << (5 * j)
	}
	if p.corner {
		e.columns |= cornerBit
	}
	if p.closed {
		e.columns |= closedBit
	}
	return e
}

// step colours a cell: 1 island, 0 wall. It returns false where that breaks a
// rule, or where what is left cannot become a solution.
func (w *sweep) step(p *profile, at int, colour uint8) bool {
	j := at % w.width
	up, left := p.column[j], uint8(nothing)
	if j > 0 {
		left = p.column[j-1]
	}
	if colour == 0 && (p.closed || p.corner && up != nothing && left != nothing && up&1 == 0 && left&1 == 0) {
		return false
	}
	k := p.count
	p.count++
	p.mask[k], p.clue[k], p.size[k] = 1<<j, 0, 0
	if colour == 1 {
		p.clue[k], p.size[k] = w.clue[at], 1
	}
	if up != nothing {
		p.mask[up>>1] &^= 1 << j
	}
	p.column[j] = k<<1 | colour
	// The piece above goes on here, or lives on elsewhere, or ends.
	if up != nothing && up&1 == colour && !w.merge(p, k, up>>1) {
		return false
	}
	if left != nothing && left&1 == colour && left>>1 != up>>1 && !w.merge(p, k, left>>1) {
		return false
	}
	if up != nothing && up&1 != colour && p.mask[up>>1] == 0 {
		if up&1 == 1 {
			if p.clue[up>>1] == 0 || int(p.size[up>>1]) != w.value[p.clue[up>>1]] {
				return false
			}
		} else {
			for q := range p.count {
				if p.mask[q] != 0 && p.column[bits.TrailingZeros16(p.mask[q])]&1 == 0 {
					return false // the wall would be in pieces
				}
			}
			p.closed = true
		}
	}
	if c := p.clue[k]; c != 0 && (int(p.size[k]) > w.value[c] || !w.reach[at*len(w.value)+int(c)]) {
		return false
	}
	p.corner = j < w.width-1 && up != nothing && up&1 == 0
	return w.hopeful(p, at)
}

// merge makes piece l part of piece k.
func (w *sweep) merge(p *profile, k, l uint8) bool {
	if l == k {
		return true
	}
	if p.clue[l] != 0 {
		if p.clue[k] != 0 {
			return false
		}
		p.clue[k] = p.clue[l]
	}
	if sum := int(p.size[k]) + int(p.size[l]); sum > sweepClue {
		return false
	} else {
		p.size[k] = uint8(sum)
	}
	for m := p.mask[l]; m != 0; m &= m - 1 {
		j := bits.TrailingZeros16(m)
		p.column[j] = k<<1 | p.column[j]&1
	}
	p.mask[k] |= p.mask[l]
	p.mask[l] = 0
	return true
}

// finished says whether the state after the last cell is a solution.
func (w *sweep) finished(p *profile) bool {
	walls := 0
	for k := range p.count {
		m := p.mask[k]
		switch {
		case m == 0:
		case p.column[bits.TrailingZeros16(m)]&1 == 0:
			walls++
		case p.clue[k] == 0 || int(p.size[k]) != w.value[p.clue[k]]:
			return false
		}
	}
	return walls <= 1
}
