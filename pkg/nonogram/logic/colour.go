package logic

import "formicary/pkg/nonogram/deduction"

// unswept is the line that sub-procedure colour looks at next, -1 where it has
// nothing to do. It goes through all lines in their natural order, again and
// again until nothing changes; lines without a change since the last time are
// passed over, for nothing would come of them.
func (x *search) unswept() int {
	if !x.colour || x.Rules&Colour == 0 {
		return -1
	}
	lines := len(x.swept)
	for i := range lines {
		line := x.sweeping + i
		if line >= lines {
			line -= lines
		}
		if x.swept[line] != x.state.Changed(line) {
			x.sweeping = line
			return line
		}
	}
	x.sweeping = 0
	return -1
}

// sweep is sub-procedure colour on one line. A cell keeps the colours of the
// blocks between whose left-most and right-most places it lies, and where a
// block covers it in both, only that block's colour. Everywhere else it keeps
// the background, too: of the blocks that can end behind the cell, the first
// has not covered it in its right-most place, so it can start behind it, and
// the blocks before it end before the cell in their left-most places.
//
// The arrangements are found anew until the line does not change any more.
func (x *search) sweep(line int) bool {
	start := x.state.Changed(line)
	for before := -1; before != x.state.Changed(line); {
		before = x.state.Changed(line)
		x.swept[line] = before
		if !x.hold(line) {
			return false
		}
		allowed := x.mirror[:x.n]
		for at := range allowed {
			allowed[at] = deduction.Blank
		}
		for j, block := range x.clue {
			for at := x.left[j]; at < x.right[j]+block.Length; at++ {
				allowed[at] |= deduction.Only(block.Colour)
			}
		}
		for j, block := range x.clue {
			for at := x.right[j]; at < x.left[j]+block.Length; at++ {
				allowed[at] = deduction.Only(block.Colour)
			}
		}
		for at, set := range allowed {
			if !x.keep(at, set) {
				return false
			}
		}
		if x.state.Noted() {
			x.note(RuleColour, nil, "between the left-most and right-most places of its blocks, %s (%s) leaves these cells fewer colours", x.name(), x.words())
		}
	}
	x.gains[5] += x.state.Changed(line) - start
	return true
}
