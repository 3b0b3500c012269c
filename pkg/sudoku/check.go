package sudoku

import (
	"fmt"

	"formicary/pkg/puzzle"
)

// The names of the rules that [Puzzle.Check] judges by. They are stable: they
// stand in records and in the command's output.
const (
	// ruleSize: the board has another size than the puzzle, or not one value
	// for every cell. Its violation has no cells.
	ruleSize = "board-size"
	// ruleValue: a cell holds neither a digit from 1 to n nor Unset.
	ruleValue = "cell-value"
	// ruleUnset: a cell holds no digit.
	ruleUnset = "cell-unset"
	// ruleGiven: a cell with a given holds another digit.
	ruleGiven = "given-changed"
	// ruleRow, ruleColumn, ruleBox: a unit holds a digit more than once.
	ruleRow    = "row-twice"
	ruleColumn = "column-twice"
	ruleBox    = "box-twice"
)

// Check judges a board by the rules of Sudoku and returns every broken one;
// nothing means that the board solves the puzzle. It counts the digits of
// every row, column and box as the rules say, with coordinates and not with
// [Layout], and shares no code with any engine.
//
// One violation is: all cells with a bad value; all unset cells; all givens
// that were changed; a digit that a unit holds more than once, with all cells
// that hold it. They come in that order, and units as rows, columns, boxes,
// each from the first to the last.
//
// A board with unset cells is judged by the digits that it has.
func (p *Puzzle) Check(board puzzle.Grid) []puzzle.Violation {
	size := p.Size()
	if board.Size != size || len(board.Values) != size.Cells() {
		text := fmt.Sprintf("the board is %v with %d values, the puzzle %v with %d cells", board.Size, len(board.Values), size, size.Cells())
		return []puzzle.Violation{{Rule: ruleSize, Text: text}}
	}
	if p.solvedBy(board.Values) {
		return nil
	}
	return p.broken(board)
}

// broken is what Check says of a board of the puzzle's size.
func (p *Puzzle) broken(board puzzle.Grid) []puzzle.Violation {
	size, n := p.Size(), p.layout.N
	var broken []puzzle.Violation
	report := func(rule string, cells []puzzle.Cell, format string, args ...any) {
		if len(cells) > 0 {
			broken = append(broken, puzzle.Violation{Rule: rule, Cells: cells, Text: fmt.Sprintf(format, args...)})
		}
	}
	var bad, unset, changed []puzzle.Cell
	for i, v := range board.Values {
		at := size.At(i)
		switch given := p.givens[i]; {
		case v == puzzle.Unset:
			unset = append(unset, at)
		case v < 1 || int(v) > n:
			bad = append(bad, at)
		case given != puzzle.Unset && given != v:
			changed = append(changed, at)
		}
	}
	if len(bad) > 0 {
		report(ruleValue, bad, "the value %d at %v is no digit from 1 to %d%s", board.Value(bad[0]), bad[0], n, others(len(bad)-1))
	}
	if len(unset) > 0 {
		report(ruleUnset, unset, "the cell %v holds no digit%s", unset[0], others(len(unset)-1))
	}
	if len(changed) > 0 {
		first := changed[0]
		report(ruleGiven, changed, "the cell %v holds %d, its given is %d%s", first, board.Value(first), p.givens[size.Index(first)], others(len(changed)-1))
	}
	for _, unit := range []struct {
		rule, name string
		at         func(k, i int) puzzle.Cell // cell i of unit k
	}{
		{ruleRow, "row", func(k, i int) puzzle.Cell { return puzzle.Cell{Row: k, Col: i} }},
		{ruleColumn, "column", func(k, i int) puzzle.Cell { return puzzle.Cell{Row: i, Col: k} }},
		{ruleBox, "box", p.boxCell},
	} {
		for k := range n {
			where := make([][]puzzle.Cell, n+1)
			for i := range n {
				at := unit.at(k, i)
				if v := board.Value(at); v >= 1 && int(v) <= n {
					where[v] = append(where[v], at)
				}
			}
			for digit, cells := range where {
				if len(cells) > 1 {
					report(unit.rule, cells, "%s %d holds the digit %d %d times, first at %v and %v", unit.name, k+1, digit, len(cells), cells[0], cells[1])
				}
			}
		}
	}
	return broken
}

// solvedBy says whether broken finds nothing, without a list of cells: every given stands, and each row,
// column and box, which has n cells, holds n different digits from 1 to n.
func (p *Puzzle) solvedBy(values []uint8) bool {
	n, box := p.layout.N, p.layout.Box
	var rows, columns, boxes [37]uint64 // digits, a bit for each
	i := 0
	for row := range n {
		first := row / box.Rows * box.Rows // the first box of the row
		at, left := first, box.Cols
		for column := range n {
			v, given := values[i], p.givens[i]
			if v < 1 || int(v) > n || given != v && given != puzzle.Unset {
				return false
			}
			digit := uint64(1) << v
			rows[row] |= digit
			columns[column] |= digit
			boxes[at] |= digit
			if left--; left == 0 {
				at, left = at+1, box.Cols
			}
			i++
		}
	}
	all := uint64(1)<<(n+1) - 2
	for k := range n {
		if rows[k]&columns[k]&boxes[k] != all {
			return false
		}
	}
	return true
}

// boxCell is the place of cell i of box k, both in raster order.
func (p *Puzzle) boxCell(k, i int) puzzle.Cell {
	box := p.layout.Box
	across := p.layout.N / box.Cols // boxes side by side
	return puzzle.Cell{Row: k/across*box.Rows + i/box.Cols, Col: k%across*box.Cols + i%box.Cols}
}

// others writes that n other cells are at fault, too.
func others(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " (and 1 other cell)"
	}
	return fmt.Sprintf(" (and %d other cells)", n)
}
