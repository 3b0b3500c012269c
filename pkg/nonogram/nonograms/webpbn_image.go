package nonograms

import (
	"unicode"

	"formicary/pkg/puzzle"
)

// image reads a picture: rows between bars, a sign a cell, "?" for a cell that
// nothing is known of, and in brackets the signs that are still possible.
func (x *pbnReader) image(image pbnNode, signs map[rune]uint8) (board puzzle.Grid, complete bool, err error) {
	complete = true
	open, inBrackets := false, 0
	row := 0
	for _, c := range image.Text {
		switch {
		case unicode.IsSpace(c):
		case c == '|' && inBrackets == 0:
			if open && row > 0 {
				if board.Rows > 0 && row != board.Cols {
					return board, false, x.errorf(image.at, "expected %d cells in row %d of the picture as in the first, found %d", board.Cols, board.Rows+1, row)
				}
				board.Rows++
				board.Cols = row
				row = 0
			}
			open = true
		case !open:
			return board, false, x.errorf(image.at, "expected |, found %q", c)
		case c == '[' && inBrackets == 0:
			inBrackets = 1
		case c == ']' && inBrackets > 0:
			// One sign in brackets is as good as that sign.
			if inBrackets != 2 {
				complete = false
				board.Values = append(board.Values, puzzle.Unset)
			}
			row++
			inBrackets = 0
		default:
			value, ok := signs[c]
			if c == '?' && !ok {
				value, ok, complete = puzzle.Unset, true, false
			}
			if !ok {
				return board, false, x.errorf(image.at, "expected the sign of a colour, found %q", c)
			}
			if inBrackets == 0 {
				row++
				board.Values = append(board.Values, value)
				break
			}
			if inBrackets++; inBrackets == 2 {
				board.Values = append(board.Values, value)
			} else if inBrackets == 3 {
				board.Values = board.Values[:len(board.Values)-1]
			}
		}
	}
	if row > 0 || inBrackets > 0 || board.Rows == 0 {
		return board, false, x.errorf(image.at, "expected rows of a picture between | and |")
	}
	return board, complete, nil
}
