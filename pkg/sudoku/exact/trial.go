package exact

import (
	"context"
	"fmt"
	"math/bits"
)

// board is the sheet as the search has it.
func (s *sheet) board() *board {
	b := newBoard(s.l)
	b.start(nil)
	copy(b.can, s.can)
	for c, can := range b.can {
		if can&(can-1) == 0 {
			b.todo = append(b.todo, int16(c))
		}
	}
	for u := range b.stale {
		b.stale[u] = true
		b.units = append(b.units, int16(u))
	}
	return b
}

// trial finds a digit in a cell that singles and locked digits refute.
func (s *sheet) trial(t Technique, _ int) (Step, bool) {
	step, ok, _ := s.refute(t, "by singles and locked digits", func(int, uint64, *board) (bool, error) { return true, nil })
	return step, ok
}

// search finds a digit in a cell with which there is no solution at all. ok is
// false where every digit of every cell has one.
func (s *sheet) search(ctx context.Context) (step Step, ok bool, err error) {
	known := make([]uint64, len(s.can)) // digits with a solution
	return s.refute(Search, "whatever is tried next", func(c int, digit uint64, b *board) (bool, error) {
		if known[c]&digit != 0 {
			return true, nil
		}
		q := &search{limit: 1, keep: 1, more: func() (int64, bool) { return pollEvery, ctx.Err() == nil }}
		q.boards(b)
		if q.stopped {
			return false, ctx.Err()
		}
		if q.found > 0 {
			for d, v := range q.kept[0].Values {
				known[d] |= 1 << (v - 1)
			}
		}
		return q.found > 0, nil
	})
}

// refute finds a digit in a cell that leads to a contradiction, in cells with
// few digits first: by propagation, or because possible, which is given the
// propagated board, finds it impossible.
func (s *sheet) refute(t Technique, by string, possible func(c int, digit uint64, b *board) (bool, error)) (Step, bool, error) {
	root := s.board()
	if !root.propagate() {
		return Step{}, false, nil
	}
	b := newBoard(s.l)
	for size := 2; size <= s.l.N; size++ {
		for c, can := range s.can {
			if s.done[c] || bits.OnesCount64(can) != size {
				continue
			}
			for ; can != 0; can &= can - 1 {
				digit := can & -can
				b.copyFrom(root)
				if b.keep(int16(c), digit) && b.propagate() {
					ok, err := possible(c, digit, b)
					if err != nil {
						return Step{}, false, err
					}
					if ok {
						continue
					}
				}
				step, ok := s.striking(t, []int16{int16(c)}, digit, func(d int16) uint64 {
					if d == int16(c) {
						return digit
					}
					return 0
				}, fmt.Sprintf("%s cannot be %d, %s", s.places([]int16{int16(c)}), bits.TrailingZeros64(digit)+1, by))
				return step, ok, nil
			}
		}
	}
	return Step{}, false, nil
}
