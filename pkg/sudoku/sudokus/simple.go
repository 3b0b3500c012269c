package sudokus

import (
	"fmt"
	"io"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// writeSimple writes the one puzzle of a set as Simple Sudoku does in its
// files (.ss); text reads it. Everything but the puzzle is lost. Sets of
// several puzzles and boards other than 9×9 are errors.
func writeSimple(w io.Writer, s puzzle.Set) error {
	return write(w, s, false, func(item sets.Entry[*sudoku.Puzzle]) (string, error) {
		if box := item.P.Box(); s.Len() > 1 || box.Rows != 3 || box.Cols != 3 {
			return "", fmt.Errorf("sudoku: set %s: this format holds one puzzle of 9x9", s.Name)
		}
		const frame = "*-----------*\n"
		text := frame
		for row, signs := range item.P.Rows(item.P.Board()) {
			if row == 3 || row == 6 {
				text += "|---+---+---|\n"
			}
			text += fmt.Sprintf("|%s|%s|%s|\n", signs[:3], signs[3:6], signs[6:])
		}
		return text + frame, nil
	})
}
