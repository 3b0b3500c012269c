package pencil

import (
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// Puzzles that have packages of their own, declared as well: oracles of the layer, and what generality costs.

// NurikabeForm declares a Nurikabe from the clues in raster order, 0 for none; clues without number it does not know. Its
// boards are those of package nurikabe, which has the kind of this name: this one shows what generality costs.
func NurikabeForm(size puzzle.Size, clues []int) *model.Form {
	m := model.NewModel(size)
	wall := m.Cells(model.Shade, 2, nil)
	m.Rule("the wall is connected")
	m.Connected(wall.Is(1))
	m.Rule("no square is wall")
	m.NoSquare(wall.Is(1), 2)
	m.Rule("a clue counts the cells of its island")
	total, hub := 0, int32(size.Cells())
	var pairs [][2]int32
	for _, p := range m.Pairs() {
		pairs = append(pairs, [2]int32{int32(p[0]), int32(p[1])})
	}
	for cell, n := range clues {
		if n > 0 {
			total += n
			pairs = append(pairs, [2]int32{int32(cell), hub})
			m.Is(wall[cell].Is(0))
			m.Reach(n, n, wall.Is(0), cell)
		}
	}
	m.Rule("every island has one clue") // one at least; and if islands had two, they would have too few cells
	m.ConnectedBy(append(wall.Is(0), model.True), pairs)
	m.Exactly(total, wall.Is(0)...)
	return m.Form()
}

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

// NonogramForm declares a nonogram of one colour from the lengths of the blocks of all rows and columns. Its
// boards are those of package nonogram, which has the kind of this name: this one shows what generality costs.
func NonogramForm(rows, cols [][]int) *model.Form {
	m := model.NewModel(puzzle.Size{Rows: len(rows), Cols: len(cols)})
	filled := m.Cells(model.Shade, 2, nil)
	m.Rule("the blocks of a row are those of its clue")
	for i, clue := range rows {
		m.Is(blocks(m, filled.In(1, m.Row(i)...), clue))
	}
	m.Rule("the blocks of a column are those of its clue")
	for i, clue := range cols {
		m.Is(blocks(m, filled.In(1, m.Col(i)...), clue))
	}
	return m.Form()
}

// blocks is the condition that the runs of conditions that hold along a line have these lengths.
func blocks(m *model.Model, line []model.Lit, lengths []int) model.Lit {
	before := make([]model.Lit, len(line)+1) // of cells: those before the cell have the blocks so far, and no others
	empty := model.True
	for end := range before {
		before[end] = empty
		if end < len(line) {
			empty = m.And(empty, line[end].Not())
		}
	}
	for i, length := range lengths {
		now := make([]model.Lit, len(before))
		for end := range now {
			now[end] = model.False
			if end == 0 {
				continue
			}
			now[end] = m.And(now[end-1], line[end-1].Not())
			start := end - length
			rest := model.False
			switch {
			case start == 0 && i == 0:
				rest = model.True
			case start > 0:
				rest = m.And(before[start-1], line[start-1].Not())
			}
			if rest != model.False {
				now[end] = m.Or(now[end], m.And(append([]model.Lit{rest}, line[start:end]...)...))
			}
		}
		before = now
	}
	return before[len(line)]
}
