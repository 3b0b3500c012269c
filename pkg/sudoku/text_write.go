package sudoku

import (
	"fmt"
	"io"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// writeText writes grids as text reads them, with lines between boxes
// and their ids. Solutions and grades are lost. Two puzzles with one id are an
// error.
func writeText(w io.Writer, s puzzle.Set) error {
	first := true
	return write(w, s, true, func(item sets.Entry[*Puzzle]) (string, error) {
		if err := sets.LineID(kindName, item.P.id); err != nil {
			return "", err
		}
		var b strings.Builder
		if !first {
			b.WriteByte('\n')
		}
		first = false
		if item.P.id != "" {
			fmt.Fprintf(&b, "%s %s\n", idHeader, item.P.id)
		}
		if zero := zeroWord(item.P.layout.N, signs(Symbols(item.P.layout.N), item.P.givens)); zero != "" {
			fmt.Fprintf(&b, "%s %s\n", zeroHeader, zero)
		}
		b.WriteString(item.P.text(item.P.Board()))
		return b.String(), nil
	})
}

// text writes a board as a grid with lines between boxes, in the signs of
// [Puzzle.Rows].
func (p *Puzzle) text(board puzzle.Grid) string {
	var b strings.Builder
	box := p.layout.Box
	var stack []string
	for range p.layout.N / box.Cols {
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
