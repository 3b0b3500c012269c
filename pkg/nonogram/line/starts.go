package line

import "math/bits"

// Starts finds the left-most and the right-most start of each block among all
// arrangements that the masks allow, and returns false where there is none.
// left and right hold a number for each block of the clue. The left-most starts
// together are an arrangement, and so are the right-most ones. The masks stay
// as they are.
func (l *Line) Starts(s *Scratch, may []uint64, left, right []int) bool {
	starts, ok := l.Possible(s, may)
	if !ok {
		return false
	}
	for j := range l.blocks {
		start := starts[j*l.words:][:l.words]
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

// Possible returns, for each block of the clue, the mask of the starts that it
// has in some arrangement that the masks allow, [Line.Words] words a block; ok
// is false where there is none. The answer is the scratch's own memory, good
// until its next use. The masks stay as they are.
func (l *Line) Possible(s *Scratch, may []uint64) (starts []uint64, ok bool) {
	if l.slack < 0 {
		return nil, false
	}
	// What solveWide leaves of starts are those that some arrangement has.
	s.may = append(s.may[:0], may...)
	if !l.solveWide(s, s.may) {
		return nil, false
	}
	return s.starts[:len(l.blocks)*l.words], true
}
