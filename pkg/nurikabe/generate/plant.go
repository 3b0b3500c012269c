package generate

import "formicary/pkg/puzzle"

// plant builds a board and changes it until its islands are as large as wanted, without a
// look at how many solutions it has. Where no change helps for long, it begins again.
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
		for range 20 * n {
			if float64(n) >= m.spread*float64(b.clues()) || b.clues() == 1 {
				p, solution, err := b.puzzle(m.id)
				return puzzle.Item{Puzzle: p, Solution: solution}, err
			}
			if saved := b.save(); !b.change() {
				b.restore(saved)
			}
		}
	}
}
