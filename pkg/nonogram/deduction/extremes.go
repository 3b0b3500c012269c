package deduction

import "formicary/pkg/nonogram"

// Extremes are the left-most and right-most arrangements of a line: in the
// left-most one every block stands as far left as in any arrangement that agrees
// with what is known.
type Extremes struct {
	// Left and Right are the starts of the blocks in the two arrangements.
	Left, Right []int

	clue nonogram.Clue
	// back is the clue from its end, and far the right-most arrangement as the
	// left-most one of the line read from its end.
	back nonogram.Clue
	far  []int
}

// NewExtremes prepares a clue.
func NewExtremes(clue nonogram.Clue) Extremes {
	k := len(clue)
	starts := make([]int, 3*k)
	e := Extremes{clue: clue, Left: starts[:k:k], Right: starts[k : 2*k : 2*k], far: starts[2*k:], back: make(nonogram.Clue, k)}
	for j, block := range clue {
		e.back[k-1-j] = block
	}
	return e
}

// Reset forgets what was found, for a line of which less is known than before.
func (e *Extremes) Reset() {
	clear(e.Left)
	clear(e.far)
}

// Update finds both arrangements. What was found before is where it begins: as
// more is known, blocks only come closer together. It returns false where no
// arrangement agrees with what is known. mirror is space for the line.
func (e *Extremes) Update(cells, mirror []Colours) bool {
	if !push(cells, e.clue, e.Left) {
		return false
	}
	n, k := len(cells), len(e.clue)
	mirror = mirror[:n]
	for i, set := range cells {
		mirror[n-1-i] = set
	}
	if !push(mirror, e.back, e.far) {
		return false
	}
	for j, block := range e.clue {
		e.Right[j] = n - e.far[k-1-j] - block.Length
	}
	return true
}

// push raises lower bounds of the blocks' starts to the left-most arrangement.
//
// Three things can be wrong with the bounds as an arrangement, and each says how
// far a bound must rise at least: a block that does not fit where it stands
// moves right; a block that is too close to the one before it moves right; and
// where a cell that cannot be blank lies between two blocks, the one before it
// or an earlier one must cover it, so that the one before it ends behind it. No
// bound ever rises beyond the block's start in any arrangement, so that what is
// left when nothing is wrong is the left-most one.
func push(cells []Colours, clue nonogram.Clue, at []int) bool {
	n := len(cells)
	for j := 0; j <= len(clue); {
		end := 0 // of the block before j
		if j > 0 {
			end = at[j-1] + clue[j-1].Length
		}
		start := n
		if j < len(clue) {
			block := clue[j]
			start = max(at[j], end+clue.Gap(j))
			mask := Only(block.Colour)
			for i := start; i < start+block.Length; i++ {
				if i >= n {
					return false
				}
				if cells[i]&mask == 0 {
					start = i + 1
				}
			}
			at[j] = start
		}
		i := start - 1
		for i >= end && cells[i]&Blank != 0 {
			i--
		}
		if i < end {
			j++
			continue
		}
		if j == 0 {
			return false
		}
		j--
		at[j] = i - clue[j].Length + 1
	}
	return true
}
