package exact

import (
	"fmt"
	"math/bits"
	"slices"
)

// fullHouse finds the last open cell of a unit.
func (s *sheet) fullHouse(t Technique, _ int) (Step, bool) {
	for u, unit := range s.l.Units {
		last, open := int16(0), 0
		for _, c := range unit {
			if !s.done[c] {
				last, open = c, open+1
			}
		}
		if open == 1 {
			d := bits.TrailingZeros64(s.can[last])
			return s.placing(t, last, d, "%s lacks only %d, at %s", s.l.UnitName(u), d+1, s.places([]int16{last}))
		}
	}
	return Step{}, false
}

// hiddenSingle finds a digit with one cell left in a unit; in boxes first,
// where people see it best.
func (s *sheet) hiddenSingle(t Technique, _ int) (Step, bool) {
	n := s.l.N
	for i := range 3 * n {
		u := (i + 2*n) % (3 * n)
		var once, twice uint64
		for _, c := range s.l.Units[u] {
			twice |= once & s.can[c]
			once |= s.can[c]
		}
		for single := once &^ twice; single != 0; single &= single - 1 {
			d := bits.TrailingZeros64(single)
			c := s.l.Units[u][slices.IndexFunc(s.l.Units[u], func(c int16) bool { return s.can[c]>>d&1 != 0 })]
			if !s.done[c] {
				return s.placing(t, c, d, "in %s, %d can only be at %s", s.l.UnitName(u), d+1, s.places([]int16{c}))
			}
		}
	}
	return Step{}, false
}

// nakedSingle finds a cell with one digit left.
func (s *sheet) nakedSingle(t Technique, _ int) (Step, bool) {
	for c, can := range s.can {
		if !s.done[c] && can&(can-1) == 0 {
			d := bits.TrailingZeros64(can)
			return s.placing(t, int16(c), d, "%s can only be %d", s.places([]int16{int16(c)}), d+1)
		}
	}
	return Step{}, false
}

// pointing finds digits that are on one line only in a box.
func (s *sheet) pointing(t Technique, _ int) (Step, bool) { return s.locked(t, 2*s.l.N, 0) }

// claiming finds digits that are in one box only on a line.
func (s *sheet) claiming(t Technique, _ int) (Step, bool) { return s.locked(t, 0, 2*s.l.N) }

// locked finds a digit of which all cells in one unit (lines or boxes, from
// index from on) lie in one other unit (from index to on), and strikes it off
// the rest of that.
func (s *sheet) locked(t Technique, from, to int) (Step, bool) {
	count := s.l.N
	if from == 0 {
		count = 2 * s.l.N
	}
	for u := from; u < from+count; u++ {
		for d := range s.l.N {
			cells := s.where(u, d)
			if len(cells) < 2 {
				continue
			}
			for _, v := range s.l.UnitsOf[cells[0]] {
				if int(v) == u || (int(v) >= 2*s.l.N) != (to > 0) || !s.all(cells, v) {
					continue
				}
				reason := fmt.Sprintf("in %s, %d is only in %s (%s)", s.l.UnitName(u), d+1, s.l.UnitName(int(v)), s.places(cells))
				if step, ok := s.striking(t, cells, 1<<d, func(c int16) uint64 {
					if s.in(c, v) && !s.in(c, int16(u)) {
						return 1 << d
					}
					return 0
				}, reason); ok {
					return step, true
				}
			}
		}
	}
	return Step{}, false
}

// where lists the cells of a unit that may hold a digit, from 0, and are open
// or hold it.
func (s *sheet) where(unit, digit int) []int16 {
	var out []int16
	for _, c := range s.l.Units[unit] {
		if s.can[c]>>digit&1 != 0 {
			out = append(out, c)
		}
	}
	return out
}

// in says whether a cell belongs to a unit.
func (s *sheet) in(c, unit int16) bool { return slices.Contains(s.l.UnitsOf[c][:], unit) }

// all says whether all cells belong to a unit.
func (s *sheet) all(cells []int16, unit int16) bool {
	return !slices.ContainsFunc(cells, func(c int16) bool { return !s.in(c, unit) })
}

// see says whether two cells share a unit.
func (s *sheet) see(a, b int16) bool {
	x, y := &s.l.UnitsOf[a], &s.l.UnitsOf[b]
	return a != b && (x[0] == y[0] || x[1] == y[1] || x[2] == y[2])
}
