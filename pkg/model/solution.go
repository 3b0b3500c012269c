package model

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// SolutionText is a board in the notation of the sets' solutions.
func (p *Puzzle) SolutionText(board puzzle.Grid) string {
	var b strings.Builder
	b.WriteString(strings.Join(p.instance.words.Lines[0], " "))
	signs := p.signs(board)
	for row := range board.Rows {
		for col := range board.Cols {
			b.WriteByte(" \n"[b2i(col == 0)])
			b.WriteString(signs[row*board.Cols+col])
		}
	}
	for _, line := range p.copied() {
		b.WriteByte('\n')
		b.WriteString(strings.Join(line, " "))
	}
	return b.String()
}

// signs are what a solution has for the cells of a board.
func (p *Puzzle) signs(board puzzle.Grid) []string {
	out := make([]string, len(board.Values))
	if !p.kind.Areas {
		for cell, code := range board.Values {
			out[cell] = p.sign(cell, code)
		}
		return out
	}
	links, first := Links{size: board.Size}, p.first(Border)
	for cell, area := range Components(board.Size, func(cell, next int) bool {
		if board.Values[cell] == puzzle.Unset {
			return false
		}
		digits, _ := p.form.digits(board.Values[cell])
		for d := North; d <= West; d++ {
			if to, ok := links.Beside(cell, d); ok && to == next {
				return digits[first+int(d)] == 1
			}
		}
		return false
	}) {
		out[cell] = strconv.Itoa(area + 1)
	}
	return out
}

// copied are the lines of the puzzle's text that its solution's has, too.
func (p *Puzzle) copied() (lines [][]string) {
	for _, part := range p.kind.Copied {
		first, _ := p.instance.place(part, 0)
		rows, _ := part.Of(p.form.Size)
		lines = append(lines, p.instance.words.Lines[first:first+rows]...)
	}
	return lines
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// unknown is the sign of a value that no solution has.
const unknown = "?"

// sign is what a solution has for a cell with a value of the board.
func (p *Puzzle) sign(cell int, code uint8) string {
	digits, ok := p.form.digits(code)
	if !ok || code == puzzle.Unset || p.kind.Sign == nil {
		return unknown
	}
	return cmp.Or(p.kind.Sign(p.instance, cell, digits), unknown)
}

// ReadSolution reads a solution in that notation. A cell where nothing is to be decided may have [None] or what is
// given there, too.
func (p *Puzzle) ReadSolution(w *puzzle.Words) (puzzle.Grid, error) {
	size := p.form.Size
	board := puzzle.NewGrid(size, 0)
	for row := range size.Rows {
		if row+1 >= len(w.Lines) || len(w.Lines[row+1]) != size.Cols {
			return board, w.Errorf(row+1, size.Cols, "expected %d rows of %d signs", size.Rows, size.Cols)
		}
		for col, sign := range w.Lines[row+1] {
			cell := row*size.Cols + col
			if p.kind.Areas {
				links := Links{size: size}
				for d := North; d <= West; d++ {
					if next, ok := links.Beside(cell, d); ok && next/size.Cols+1 < len(w.Lines) && next%size.Cols < len(w.Lines[next/size.Cols+1]) && w.Lines[next/size.Cols+1][next%size.Cols] == sign {
						board.Values[cell] |= 1 << d
					}
				}
				continue
			}
			if other, ok := p.kind.Same[sign]; ok {
				sign = other
			}
			code, ok := p.code(cell, sign)
			if !ok {
				return board, w.Errorf(row+1, col, "expected a sign of a solution, found %s", puzzle.Quote(sign))
			}
			board.Values[cell] = code
		}
	}
	if p.kind.Areas {
		areas, signs := map[string]string{}, p.signs(board)
		for cell, area := range signs {
			row, col := cell/size.Cols+1, cell%size.Cols
			if first, ok := areas[w.Lines[row][col]]; ok && first != area {
				return board, w.Errorf(row, col, "expected another name for another area, found %s", puzzle.Quote(w.Lines[row][col]))
			}
			areas[w.Lines[row][col]] = area
		}
	}
	line := size.Rows + 1
	for _, want := range p.copied() {
		if line >= len(w.Lines) || !slices.Equal(w.Lines[line], want) {
			return board, w.Errorf(line, 0, "expected %s as in the problem", strings.Join(want, " "))
		}
		line++
	}
	for i, words := range w.Lines[line:] {
		if len(words) > 0 {
			return board, w.Errorf(line+i, 0, "expected the end, found %s", puzzle.Quote(words[0]))
		}
	}
	return board, nil
}

// code is the lowest value of the board with which a cell has a sign; ok is false where none has it, unless there is
// but one value and the sign is None or what is given there.
func (p *Puzzle) code(cell int, sign string) (code uint8, ok bool) {
	first, several := "", false
	for code := range p.form.Codes() {
		if !p.form.possible(cell, uint8(code)) {
			continue
		}
		other := p.sign(cell, uint8(code))
		if other == unknown {
			continue
		}
		if other == sign {
			return uint8(code), true
		}
		several = several || first != "" && other != first
		first = other
	}
	given := func(part *Part) bool {
		return part.At == InCells && part != Regions && p.Sign(part, cell) == sign
	}
	return 0, !several && (sign == None || slices.ContainsFunc(p.kind.Parts, given))
}

// Components numbers the components of the cells that are joined, in the order of their first cells, from 0.
func Components(size puzzle.Size, joined func(cell, next int) bool) []int {
	of := make([]int, size.Cells())
	n := 0
	for cell := range of {
		if of[cell] > 0 {
			continue
		}
		n++
		of[cell] = n
		for queue := []int{cell}; len(queue) > 0; {
			at := queue[0]
			queue = queue[1:]
			for next := range size.Neighbours(at) {
				if of[next] == 0 && joined(at, next) {
					of[next] = n
					queue = append(queue, next)
				}
			}
		}
	}
	for cell := range of {
		of[cell]--
	}
	return of
}
