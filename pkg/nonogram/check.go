package nonogram

import (
	"fmt"
	"slices"

	"formicary/pkg/puzzle"
)

// The rules, as [puzzle.Violation.Rule] names them; the names stay.
const (
	ruleSize   = "size"
	ruleUnset  = "complete"
	ruleColour = "colour"
	ruleRow    = "row-clue"
	ruleColumn = "column-clue"
)

// Check judges a complete board: every line's runs of cells must be the blocks
// of its clue, in order.
func (p *Puzzle) Check(board puzzle.Grid) []puzzle.Violation {
	size := p.Size()
	if board.Size != size || len(board.Values) != size.Cells() {
		return []puzzle.Violation{{Rule: ruleSize, Text: fmt.Sprintf("a board of %v for a puzzle of %v", board.Size, size)}}
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
		broken = append(broken, puzzle.Violation{Rule: ruleUnset, Cells: unset, Text: fmt.Sprintf("%d cells are neither blank nor coloured", len(unset))})
	}
	if len(odd) > 0 {
		broken = append(broken, puzzle.Violation{Rule: ruleColour, Cells: odd, Text: fmt.Sprintf("%d cells have no colour of the palette", len(odd))})
	}
	for i := range p.Lines() {
		first, step, length := p.LineCells(i)
		cells, values := make([]puzzle.Cell, length), make([]uint8, length)
		for j := range length {
			cells[j], values[j] = size.At(first+j*step), board.Values[first+j*step]
		}
		if is, want := ClueOf(values), p.Line(i); !slices.Equal(is, want) {
			rule := ruleRow
			if i >= size.Rows {
				rule = ruleColumn
			}
			broken = append(broken, puzzle.Violation{Rule: rule, Cells: cells, Text: fmt.Sprintf("%s reads %s, its clue is %s", p.LineName(i), p.ClueText(is), p.ClueText(want))})
		}
	}
	return broken
}
