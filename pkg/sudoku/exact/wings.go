package exact

import (
	"fmt"
	"math/bits"
)

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
