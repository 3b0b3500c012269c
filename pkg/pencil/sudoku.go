package pencil

import (
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// SudokuForm declares a Sudoku with boxes of a size, of at most 225 cells, from the digits given in raster order; where none is
// it has [puzzle.Unset]. Its boards are those of package sudoku, which has the kind of this name: this one shows
// what generality costs.
func SudokuForm(box puzzle.Size, givens []uint8) *model.Form {
	n := box.Cells()
	m := model.NewModel(puzzle.Size{Rows: n, Cols: n})
	digits := numbers(m, func(int) int { return n }, nil)
	m.Rule("given digits stay")
	for cell, digit := range givens {
		if digit != puzzle.Unset {
			m.Is(digits[cell].Is(int(digit)))
		}
	}
	m.Rule("every digit once in every row, column and box")
	for i := range n {
		m.Different(of(digits, m.Row(i))...)
		m.Different(of(digits, m.Col(i))...)
		m.Different(of(digits, m.Block(i/box.Rows*box.Rows, i%box.Rows*box.Cols, box.Rows, box.Cols))...)
	}
	return m.Form()
}
