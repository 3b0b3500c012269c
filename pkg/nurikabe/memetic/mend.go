package memetic

import "math/rand/v2"

// A window reaches from 3 to 6 cells in all directions: it is 7 to 13 cells wide.
const nearest, farthest = 3, 6

// mend anneals the board again where it is wrong: in a window around a defect, and
// then in one around another, until patience of them in a row lowered no cost. What
// makes the board worse is taken back. What leaves the cost as it is stays, so that
// defects wander until they meet what mends them. It returns how many boards it judged,
// budget at most.
//
// What windows buy is not settled: the study nurikabe-swarm-parts has the difference with its
// interval, which holds 0.
func (l *land) mend(r *rand.PCG, cooling *[temperatures]odds, patience, moves int, budget int64, expired func() bool) (judged int64) {
	for idle := 0; idle < patience && l.cost() > 0 && judged < budget && !expired(); idle++ {
		l.look(l.defect(r), nearest+int(below(r, farthest-nearest+1)))
		before := l.cost()
		judged += l.temper(r, cooling, moves*len(l.field), budget-judged, expired)
		if l.lowest < before {
			idle = -1
		}
		if l.lowest < before || l.cost() > before {
			l.restore()
		}
	}
	l.field = l.free
	return judged
}

// below is a random number from 0 to n-1, for n below 2³².
func below(r *rand.PCG, n int) uint64 { return r.Uint64() >> 32 * uint64(n) >> 32 }

// defect is the place of something wrong, one of all at random: the upper left cell of a black
// 2×2 block, or any cell of an island that lacks cells. There must be one.
func (l *land) defect(r *rand.PCG) int32 {
	pick := int(below(r, l.blocks+l.lacking()))
	down := int32(l.stride)
	if pick < l.blocks {
		for _, pos := range l.position {
			if l.owner[pos]|l.owner[pos+1]|l.owner[pos+down]|l.owner[pos+down+1] == black {
				if pick == 0 {
					return pos
				}
				pick--
			}
		}
	}
	pick -= l.blocks
	for k := uint16(1); ; k++ {
		if l.size[k] == l.clues[k] {
			continue
		}
		if pick == 0 {
			return l.cells(k)[below(r, int(l.size[k]))]
		}
		pick--
	}
}

// lacking is the number of islands that lack cells.
func (l *land) lacking() (n int) {
	for k, clue := range l.clues {
		if l.size[k] < clue {
			n++
		}
	}
	return n
}

// look makes the field of the free positions that are no farther than a distance
// from a position, in rows and in columns.
func (l *land) look(at int32, far int) {
	l.window = l.window[:0]
	row, col := int(at)/l.stride, int(at)%l.stride
	for i := max(row-far, 1); i <= min(row+far, l.rows); i++ {
		for j := max(col-far, 1); j <= min(col+far, l.cols); j++ {
			if pos := int32(i*l.stride + j); !l.isClue[pos] {
				l.window = append(l.window, pos)
			}
		}
	}
	l.field = l.window
}
