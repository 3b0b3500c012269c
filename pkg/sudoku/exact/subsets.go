package exact

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// cover looks for k of the sets that together have no more than k members,
// and calls use with their indices and their union until it says to stop.
// Sets with none or more than k members are left out. It returns true when use
// did.
func cover(sets []uint64, k int, use func(chosen []int, union uint64) bool) bool {
	chosen := make([]int, 0, k)
	var extend func(from int, union uint64) bool
	extend = func(from int, union uint64) bool {
		if len(chosen) == k {
			return use(chosen, union)
		}
		for i := from; i <= len(sets)-(k-len(chosen)); i++ {
			if sets[i] == 0 {
				continue
			}
			if all := union | sets[i]; bits.OnesCount64(all) <= k {
				chosen = append(chosen, i)
				if extend(i+1, all) {
					return true
				}
				chosen = chosen[:len(chosen)-1]
			}
		}
		return false
	}
	return extend(0, 0)
}

// naked finds k cells of a unit that have only k digits between them.
func (s *sheet) naked(t Technique, k int) (step Step, ok bool) {
	for u, unit := range s.l.Units {
		sets := make([]uint64, len(unit))
		open := 0
		for i, c := range unit {
			if !s.done[c] {
				sets[i] = s.can[c]
				open++
			}
		}
		if open <= k {
			continue
		}
		if cover(sets, k, func(chosen []int, union uint64) bool {
			pattern := make([]int16, k)
			for i, at := range chosen {
				pattern[i] = unit[at]
			}
			reason := fmt.Sprintf("in %s, %s hold %s", s.l.UnitName(u), s.places(pattern), list(digits(union)))
			step, ok = s.striking(t, pattern, union, func(c int16) uint64 {
				if s.in(c, int16(u)) && !slices.Contains(pattern, c) {
					return union
				}
				return 0
			}, reason)
			return ok
		}) {
			return step, true
		}
	}
	return Step{}, false
}

// hidden finds k digits of a unit that have only k cells between them.
func (s *sheet) hidden(t Technique, k int) (step Step, ok bool) {
	for u, unit := range s.l.Units {
		sets := make([]uint64, s.l.N) // cells of a digit, by place in the unit
		for i, c := range unit {
			if s.done[c] {
				continue
			}
			for can := s.can[c]; can != 0; can &= can - 1 {
				sets[bits.TrailingZeros64(can)] |= 1 << i
			}
		}
		if cover(sets, k, func(chosen []int, union uint64) bool {
			var pattern []int16
			for i, c := range unit {
				if union>>i&1 != 0 {
					pattern = append(pattern, c)
				}
			}
			set := uint64(0)
			for _, d := range chosen {
				set |= 1 << d
			}
			reason := fmt.Sprintf("in %s, %s are only at %s", s.l.UnitName(u), list(digits(set)), s.places(pattern))
			step, ok = s.striking(t, pattern, set, func(c int16) uint64 {
				if slices.Contains(pattern, c) {
					return ^set
				}
				return 0
			}, reason)
			return ok
		}) {
			return step, true
		}
	}
	return Step{}, false
}

// fish finds a digit that on k lines is on only k crossing lines.
func (s *sheet) fish(t Technique, k int) (step Step, ok bool) {
	n := s.l.N
	for d := range n {
		for _, base := range [2]int{0, n} { // rows, then columns
			crossing := n - base
			sets := make([]uint64, n)
			for i := range n {
				for j, c := range s.l.Units[base+i] {
					if s.can[c]>>d&1 != 0 && !s.done[c] {
						sets[i] |= 1 << j
					}
				}
			}
			if cover(sets, k, func(chosen []int, union uint64) bool {
				var pattern []int16
				var lines, others []string
				member := map[int16]bool{}
				for _, i := range chosen {
					lines = append(lines, s.l.UnitName(base+i))
					for j, c := range s.l.Units[base+i] {
						if sets[i]>>j&1 != 0 {
							pattern = append(pattern, c)
						}
						member[c] = true
					}
				}
				for j := range n {
					if union>>j&1 != 0 {
						others = append(others, s.l.UnitName(crossing+j))
					}
				}
				reason := fmt.Sprintf("on %s, %d is only on %s", strings.Join(lines, ", "), d+1, strings.Join(others, ", "))
				step, ok = s.striking(t, pattern, 1<<d, func(c int16) uint64 {
					if line := int(s.l.UnitsOf[c][crossing/n]) - crossing; union>>line&1 != 0 && !member[c] {
						return 1 << d
					}
					return 0
				}, reason)
				return ok
			}) {
				return step, true
			}
		}
	}
	return Step{}, false
}

// wing finds a cell with size digits (two for an XY-wing, three for an
// XYZ-wing), and two cells with two digits that it
// sees, so that the three have three digits between them and the wings share
// just one.
func (s *sheet) wing(t Technique, size int) (Step, bool) {
	for p := range s.can {
		if s.done[p] || bits.OnesCount64(s.can[p]) != size {
			continue
		}
		peers := s.l.Peers[p]
		for i, a := range peers {
			if s.done[a] || bits.OnesCount64(s.can[a]) != 2 || bits.OnesCount64(s.can[a]|s.can[p]) != 3 {
				continue
			}
			for _, b := range peers[i+1:] {
				z := s.can[a] & s.can[b]
				if s.done[b] || bits.OnesCount64(s.can[b]) != 2 || s.can[a]|s.can[b]|s.can[p] != s.can[a]|s.can[p] ||
					bits.OnesCount64(z) != 1 || (s.can[p]&z == 0) != (size == 2) {
					continue
				}
				d := bits.TrailingZeros64(z)
				pattern := []int16{int16(p), a, b}
				reason := fmt.Sprintf("with %s (%s), one of %s is %d", s.places(pattern[:1]), list(digits(s.can[p])), s.places(pattern[1:]), d+1)
				if size == 3 {
					reason = fmt.Sprintf("one of %s is %d", s.places(pattern), d+1)
				}
				if step, ok := s.striking(t, pattern, s.can[p]|z, func(c int16) uint64 {
					if s.see(c, a) && s.see(c, b) && (size == 2 || s.see(c, int16(p))) {
						return z
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

// colouring colours the cells of a digit in turns along units where it has two
// cells left.
func (s *sheet) colouring(t Technique, _ int) (Step, bool) {
	for d := range s.l.N {
		links := make([][]int16, len(s.can))
		for u := range s.l.Units {
			if cells := s.where(u, d); len(cells) == 2 && !s.done[cells[0]] {
				links[cells[0]] = append(links[cells[0]], cells[1])
				links[cells[1]] = append(links[cells[1]], cells[0])
			}
		}
		seen := make([]bool, len(s.can))
		for start := range s.can {
			if seen[start] || len(links[start]) == 0 {
				continue
			}
			var colours [2][]int16
			side := map[int16]int{int16(start): 0}
			queue := []int16{int16(start)}
			seen[start] = true
			for len(queue) > 0 {
				c := queue[0]
				queue = queue[1:]
				colours[side[c]] = append(colours[side[c]], c)
				for _, to := range links[c] {
					if !seen[to] {
						seen[to] = true
						side[to] = 1 - side[c]
						queue = append(queue, to)
					}
				}
			}
			if step, ok := s.coloured(t, d, colours, side); ok {
				return step, true
			}
		}
	}
	return Step{}, false
}

// coloured draws the conclusions from the two colours of a digit.
func (s *sheet) coloured(t Technique, d int, colours [2][]int16, side map[int16]int) (Step, bool) {
	pattern := append(colours[0][:len(colours[0]):len(colours[0])], colours[1]...)
	for wrong, cells := range colours {
		for i, a := range cells {
			for _, b := range cells[i+1:] {
				if !s.see(a, b) {
					continue
				}
				reason := fmt.Sprintf("%d fills %s in turns, and %s see each other", d+1, s.places(pattern), s.places([]int16{a, b}))
				return s.striking(t, pattern, 1<<d, func(c int16) uint64 {
					if at, ok := side[c]; ok && at == wrong {
						return 1 << d
					}
					return 0
				}, reason)
			}
		}
	}
	reason := fmt.Sprintf("%d is at all of %s or at all of %s", d+1, s.places(colours[0]), s.places(colours[1]))
	return s.striking(t, pattern, 1<<d, func(c int16) uint64 {
		if _, ok := side[c]; ok {
			return 0
		}
		var sees [2]bool
		for colour, cells := range colours {
			for _, other := range cells {
				sees[colour] = sees[colour] || s.see(c, other)
			}
		}
		if sees[0] && sees[1] {
			return 1 << d
		}
		return 0
	}, reason)
}
