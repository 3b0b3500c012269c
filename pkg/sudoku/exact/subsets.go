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
