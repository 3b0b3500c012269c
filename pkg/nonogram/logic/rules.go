package logic

import (
	"formicary/pkg/nonogram/deduction"
)

// three is sub-procedure 3: where a filled cell stands beside one that has not
// its colour, or at the border, a block starts or ends. It has at least as many
// cells as the smallest block that can start or end there.
//
// The paper looks among all blocks "which may contain the filled square". These
// can start, or end, there as far as their left-most and right-most places
// tell: a block that contains the cell and has its right-most place before it
// would cover the cell beside it there.
func (x *search) three() bool {
	for at, set := range x.cells {
		if set == deduction.Blank || !set.Known() {
			continue
		}
		if at == 0 || x.cells[at-1]&set == 0 {
			if least := x.least(at, set.Value(), false); least == 0 || !x.fill(at, at+least, at, at-1) {
				return false
			}
		}
		if at == x.n-1 || x.cells[at+1]&set == 0 {
			if least := x.least(at, set.Value(), true); least == 0 || !x.fill(at-least+1, at+1, at, at+1) {
				return false
			}
		}
	}
	return true
}

// least is the length of the smallest block of a colour that can start at a
// cell, or end there; 0 where there is none.
func (x *search) least(at int, colour uint8, end bool) int {
	length := 0
	from, to := x.reach(at)
	for j := from; j < to; j++ {
		block := x.clue[j]
		if block.Colour != colour || length > 0 && block.Length >= length {
			continue
		}
		start := at
		if end {
			start -= block.Length - 1
		}
		if x.Reading != Strong || x.fits(j, start) {
			length = block.Length
		}
	}
	return length
}

// fits says whether a block can start at a cell as far as the cells that it
// covers and its two neighbours tell.
func (x *search) fits(j, start int) bool {
	block := x.clue[j]
	end := start + block.Length
	if start < 0 || end > x.n {
		return false
	}
	only := deduction.Only(block.Colour)
	for _, set := range x.cells[start:end] {
		if set&only == 0 {
			return false
		}
	}
	return (start == 0 || x.cells[start-1] != only) && (end == x.n || x.cells[end] != only)
}

// fill gives cells the colour of one among them; beside is the cell that stops
// them.
func (x *search) fill(from, to, among, beside int) bool {
	if from < 0 || to > x.n {
		return false
	}
	set := x.cells[among]
	for at := from; at < to; at++ {
		if !x.keep(at, set) {
			return false
		}
	}
	if x.state.Noted() {
		because, edge := []int{among, beside}, "starts"
		if beside > among {
			edge = "ends"
		}
		if beside < 0 || beside >= x.n {
			because = because[:1]
		}
		x.note(RuleThree, because, "a block of %s (%s) %s at %s, and the smallest that can has %d cells",
			x.name(), x.clue, edge, x.at(among), to-from)
	}
	return true
}

// four is sub-procedure 4: cells between such that cannot have a colour, none
// of which is known to have it, cannot have it either when they are too few for
// every block of that colour that can come there.
func (x *search) four() bool {
	for _, colour := range x.inks {
		only := deduction.Only(colour)
		for from := 0; from < x.n; {
			if x.cells[from]&only == 0 {
				from++
				continue
			}
			to, known := from, false
			for to < x.n && x.cells[to]&only != 0 {
				known = known || x.cells[to] == only
				to++
			}
			if !known && !x.gap(from, to, colour) {
				return false
			}
			from = to
		}
	}
	return true
}

// gap strikes a colour off the cells of a gap that no block of it can use.
func (x *search) gap(from, to int, colour uint8) bool {
	if x.Reading == Strong {
		return x.uncovered(from, to, colour)
	}
	// Blocks that can come to any of its cells: from the first that reaches its
	// start to the last that reaches its end.
	first, _ := x.reach(from)
	for j := first; j < len(x.clue) && x.left[j] < to; j++ {
		if x.clue[j].Colour == colour && x.clue[j].Length <= to-from {
			return true
		}
	}
	for at := from; at < to; at++ {
		if !x.strike(at, colour) {
			return false
		}
	}
	if x.state.Noted() {
		x.note(RuleFour, x.ends(from, to), "the gap %s of %s (%s) is too short for every block that can come there", x.span(from, to), x.name(), x.words())
	}
	return true
}

// uncovered strikes a colour off those cells of a gap that no candidate covers
// where it fits.
func (x *search) uncovered(from, to int, colour uint8) bool {
	clear(x.cover[from:to])
	first, _ := x.reach(from)
	for j := first; j < len(x.clue) && x.left[j] < to; j++ {
		block := x.clue[j]
		if block.Colour != colour {
			continue
		}
		for start := max(x.left[j], from); start <= min(x.right[j], to-block.Length); start++ {
			if x.fits(j, start) {
				for at := start; at < start+block.Length; at++ {
					x.cover[at] = true
				}
			}
		}
	}
	for at := from; at < to; at++ {
		if !x.cover[at] && !x.strike(at, colour) {
			return false
		}
	}
	if x.state.Noted() {
		x.note(RuleFour, x.ends(from, to), "in the gap %s of %s (%s) no block covers these cells where it fits", x.span(from, to), x.name(), x.words())
	}
	return true
}

// ends lists the cells around a range that are on the line.
func (x *search) ends(from, to int) []int {
	var out []int
	if from > 0 {
		out = append(out, from-1)
	}
	if to < x.n {
		out = append(out, to)
	}
	return out
}

// five is sub-procedure 5: a run of one colour that is as long as every block
// that can cover it is a whole block, and the cells at its ends are not of its
// colour.
func (x *search) five() bool {
	for from := 0; from < x.n; {
		set := x.cells[from]
		if set == deduction.Blank || !set.Known() {
			from++
			continue
		}
		to := from + 1
		for to < x.n && x.cells[to] == set {
			to++
		}
		before, behind, ok := x.whole(from, to, set.Value())
		if !ok || before && !x.strike(from-1, set.Value()) || behind && !x.strike(to, set.Value()) {
			return false
		}
		if x.state.Noted() {
			because := make([]int, 0, to-from)
			for at := from; at < to; at++ {
				because = append(because, at)
			}
			x.note(RuleFive, because, "no block of %s (%s) that can cover %s goes on beyond it there", x.name(), x.words(), x.span(from, to))
		}
		from = to
	}
	return true
}

// whole says whether no candidate covers the cell before a run, or the cell
// behind it; ok is false where the run has no candidate.
func (x *search) whole(from, to int, colour uint8) (before, behind, ok bool) {
	before, behind = true, true
	first, _ := x.reach(from)
	for j := first; j < len(x.clue) && x.left[j] <= from; j++ {
		block := x.clue[j]
		if block.Colour != colour || block.Length < to-from || x.right[j]+block.Length < to {
			continue
		}
		if x.Reading != Strong {
			ok = true
			if block.Length > to-from {
				return false, false, true
			}
			continue
		}
		for start := max(x.left[j], to-block.Length); start <= min(x.right[j], from); start++ {
			if x.fits(j, start) {
				ok = true
				before = before && start == from
				behind = behind && start+block.Length == to
			}
		}
	}
	return before, behind, ok
}

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
