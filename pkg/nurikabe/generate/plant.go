package generate

import "formicary/pkg/puzzle"

// large is the number of cells above which chance brings no islands larger than those of another try.
const large = 400

// plant builds a board and changes it until its islands are as large as wanted, without a look at how many solutions it
// has. If no change helps for long, it begins again; on a large board it takes the islands as they are then.
func (m *maker) plant() (puzzle.Item, error) {
	b := m.board
	if m.spread == 0 {
		m.spread = 8 + float64(24*b.r.Float64())
	}
	n := b.size.Cells()
	for {
		if err := m.ctx.Err(); err != nil {
			return puzzle.Item{}, err
		}
		if !b.build(founded) {
			continue
		}
		fewest, since := b.clues, 0
		for range 20 * n {
			if since++; b.clues < fewest {
				fewest, since = b.clues, 0
			}
			if float64(n) >= m.spread*float64(b.clues) || b.clues == 1 || n > large && since > n {
				p, solution, err := b.puzzle(m.id)
				return puzzle.Item{Puzzle: p, Solution: solution}, err
			}
			if b.save(); !b.change() {
				b.restore()
			}
		}
	}
}
