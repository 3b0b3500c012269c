package sudokus

import (
	"fmt"
	"io"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
)

// writeText writes grids as text reads them, with lines between boxes
// and their ids. Solutions and grades are lost. Two puzzles with one id are an
// error.
func writeText(w io.Writer, s puzzle.Set) error {
	first := true
	return write(w, s, true, func(item puzzle.Entry[*sudoku.Puzzle]) (string, error) {
		if err := puzzle.LineID(kindName, item.P.ID()); err != nil {
			return "", err
		}
		var b strings.Builder
		if !first {
			b.WriteByte('\n')
		}
		first = false
		if item.P.ID() != "" {
			fmt.Fprintf(&b, "%s %s\n", idHeader, item.P.ID())
		}
		if sudoku.ZeroIsUnclear(item.P.N(), item.P.Values()) {
			fmt.Fprintf(&b, "%s %s\n", zeroHeader, zeroDigit)
		}
		b.WriteString(gridOf(item.P, item.P.Board()))
		return b.String(), nil
	})
}

// gridOf writes a board as a grid with lines between boxes, in the signs of
// [sudoku.Puzzle.Rows].
func gridOf(p *sudoku.Puzzle, board puzzle.Grid) string {
	var b strings.Builder
	box := p.Box()
	var stack []string
	for range p.N() / box.Cols {
		stack = append(stack, strings.Repeat("-", 2*box.Cols+1))
	}
	rule := strings.Join(stack, "+")
	rule = rule[1 : len(rule)-1]
	for row, line := range p.Rows(board) {
		if row > 0 && row%box.Rows == 0 {
			b.WriteString(rule + "\n")
		}
		for col, sign := range strings.Split(line, "") {
			if col > 0 {
				b.WriteByte(' ')
				if col%box.Cols == 0 {
					b.WriteString("| ")
				}
			}
			b.WriteString(sign)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
