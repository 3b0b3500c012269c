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
		copy(e.trial, e.column)
		for i, n := range blocks {
			low, high := int32(0), int32(e.space.size.Rows)-n
			if i > 0 {
				low = e.column[i-1] + blocks[i-1] + 1
			}
			if i+1 < len(blocks) {
				high = e.column[i+1] - 1 - n
			}
			for _, to := range [2]int32{e.column[i] - 1, e.column[i] + 1} {
				if to < low || to > high {
					continue
				}
				e.trial[i] = to
				if cost := e.try(x, c); cost < best {
					best, column = cost, c
					e.found = append(e.found[:0], e.trial...)
				}
			}
			e.trial[i] = e.column[i]
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
