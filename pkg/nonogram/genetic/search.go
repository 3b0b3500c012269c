package genetic

// improve makes the move of the local search that lowers an individual's cost
// most, the first of equal ones: one block moves by one cell, or a column is
// replaced by a random one. It says whether there was such a move.
func (e *evolution) improve(x *individual) bool {
	best, column := x.cost, -1
	for c, blocks := range e.space.cols {
		if len(blocks) == 0 {
			continue
		}
		e.trial = append(e.trial[:0], e.space.column(x, c)...)
		e.column = append(e.column[:0], e.trial...) // as it is
		e.space.sample(e.trial, c, e.r)
		if cost := e.try(x, c); cost < best {
			best, column = cost, c
			e.found = append(e.found[:0], e.trial...)
		}
		for i, n := range blocks {
			low, high := int32(0), int32(e.space.size.Rows)-n
			if i > 0 {
				low = e.column[i-1] + blocks[i-1] + 1
			}
			if i+1 < len(blocks) {
				high = e.column[i+1] - 1 - n
			}
			start := e.column[i]
			if start > low {
				if cost := e.swap(x, c, start-1, start+n-1); cost < best {
					best, column = cost, c
					e.found = append(e.found[:0], e.column...)
					e.found[i]--
				}
			}
			if start < high {
				if cost := e.swap(x, c, start, start+n); cost < best {
					best, column = cost, c
					e.found = append(e.found[:0], e.column...)
					e.found[i]++
				}
			}
		}
	}
	if column < 0 {
		return false
	}
	e.replace(x, column, e.found)
	e.moves++
	return true
}

// try is the cost of x with e.trial for column c, which holds e.column.
func (e *evolution) try(x *individual, c int) int {
	e.m.Evaluated(1)
	e.replace(x, c, e.trial)
	cost := x.cost
	e.replace(x, c, e.column)
	return cost
}

// swap is the cost of x with two of a column's cells turned over, as a block
// that moves by one cell turns them.
func (e *evolution) swap(x *individual, c int, first, second int32) int {
	e.m.Evaluated(1)
	word, bit := c>>6, uint64(1)<<(c&63)
	a, b := &x.cells[int(first)*e.space.words+word], &x.cells[int(second)*e.space.words+word]
	*a ^= bit
	*b ^= bit
	cost := x.cost - int(x.rows[first]+x.rows[second]) + int(e.space.row(x, int(first))+e.space.row(x, int(second)))
	*a ^= bit
	*b ^= bit
	return cost
}
