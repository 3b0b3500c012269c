package nonogram

import (
	"fmt"

	"formicary/pkg/puzzle"
)

// The rules' stable names.
const (
	RuleSize   = "size"
	RuleUnset  = "complete"
	RuleColour = "colour"
	RuleRow    = "row-clue"
	RuleColumn = "column-clue"
)

// Check judges a complete board: every line's runs of cells must be the blocks
// of its clue, in order.
func (p *Puzzle) Check(board puzzle.Grid) []puzzle.Violation {
	size := p.Size()
	if board.Size != size || len(board.Values) != size.Cells() {
		return []puzzle.Violation{{Rule: RuleSize, Text: fmt.Sprintf("a board of %v for a puzzle of %v", board.Size, size)}}
	}
	var broken []puzzle.Violation
	var unset, odd []puzzle.Cell
	for i, v := range board.Values {
		switch {
		case v == puzzle.Unset:
			unset = append(unset, size.At(i))
		case int(v) >= len(p.palette):
			odd = append(odd, size.At(i))
		}
	}
	if len(unset) > 0 {
		broken = append(broken, puzzle.Violation{Rule: RuleUnset, Cells: unset, Text: fmt.Sprintf("%d cells are neither blank nor coloured", len(unset))})
	}
	if len(odd) > 0 {
		broken = append(broken, puzzle.Violation{Rule: RuleColour, Cells: odd, Text: fmt.Sprintf("%d cells have no colour of the palette", len(odd))})
	}
	for i := range p.Lines() {
		first, step, length := p.LineCells(i)
		cells, values := make([]puzzle.Cell, length), make([]uint8, length)
		for j := range length {
			cells[j], values[j] = size.At(first+j*step), board.Values[first+j*step]
		}
		if is, want := ClueOf(values), p.Line(i); !is.equal(want) {
			rule := RuleRow
			if i >= size.Rows {
				rule = RuleColumn
			}
			broken = append(broken, puzzle.Violation{Rule: rule, Cells: cells, Text: fmt.Sprintf("%s reads %s, its clue is %s", p.LineName(i), p.ClueText(is), p.ClueText(want))})
		}
	}
	return broken
}

func (c Clue) equal(other Clue) bool {
	if len(c) != len(other) {
		return false
	}
	for i := range c {
		if c[i] != other[i] {
			return false
		}
	}
	return true
}
