package pushfit

import "formicary/pkg/nonogram"

// push finds the left-most start of each block on a line: starts that agree
// with the known cells and of which none can be smaller. It returns false where
// there is no arrangement.
//
// The starts only ever grow, and only as far as they must: behind the block
// before, over a place that a blank is in or a filled cell follows on, and to a
// filled cell that no later block can cover. When nothing moves any more they
// are an arrangement, and the left-most.
func push(cells []uint8, blocks, starts []int) bool {
	k, n := len(blocks), len(cells)
	at := 0
	for j, length := range blocks {
		starts[j] = at
		at += length + 1
	}
	for again := true; again; {
		again = false
		at = 0
		for j, length := range blocks {
			start, ok := place(cells, max(starts[j], at), length)
			if !ok {
				return false
			}
			starts[j] = start
			at = start + length + 1
		}
		// Filled cells between blocks, from the right: the block before must
		// reach the last of them, or come to stand behind it.
		end := n
		for j := k - 1; j >= 0; j-- {
			for i := end - 1; i >= starts[j]+blocks[j]; i-- {
				if cells[i] == nonogram.Filled {
					starts[j] = i - blocks[j] + 1
					again = true
					break
				}
			}
			end = starts[j]
		}
		for i := range end {
			if cells[i] == nonogram.Filled {
				return false
			}
		}
	}
	return true
}

// place is the first start from at on where a block of the given length lies on
// no blank cell and no filled cell follows it.
func place(cells []uint8, at, length int) (start int, ok bool) {
	for free := at; ; { // the cells from at up to free are not blank
		if at+length > len(cells) {
			return 0, false
		}
		for free < at+length && cells[free] != nonogram.Blank {
			free++
		}
		switch {
		case free < at+length:
			at = free + 1
			free = at
		case free < len(cells) && cells[free] == nonogram.Filled:
			at++
		default:
			return at, true
		}
	}
}
