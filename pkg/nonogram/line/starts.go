package line

import "math/bits"

// Starts finds the left-most and the right-most start of each block among all
// arrangements that the masks allow, and returns false where there is none.
// left and right hold a number for each block of the clue. The left-most starts
// together are an arrangement, and so are the right-most ones. The masks stay
// as they are.
func (l *Line) Starts(s *Scratch, may []uint64, left, right []int) bool {
	if l.slack < 0 {
		return false
	}
	s.may = append(s.may[:0], may...)
	// What solveWide leaves of starts are those that some arrangement has.
	if !l.solveWide(s, s.may) {
		return false
	}
	for j := range l.blocks {
		start := s.starts[j*l.words:][:l.words]
		for w, x := range start {
			if x != 0 {
				left[j] = 64*w + bits.TrailingZeros64(x)
				break
			}
		}
		for w := l.words - 1; w >= 0; w-- {
			if x := start[w]; x != 0 {
				right[j] = 64*w + bits.Len64(x) - 1
				break
			}
		}
	}
	return true
}
