package pencil

import (
	"errors"
	"math/rand/v2"
	"strconv"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// KillerSudoku: Sudoku without givens, whose cages have different digits that add up to a number. A cage without a number has
// different digits, too.
var KillerSudoku = &model.Kind{
	Name: "killersudoku", Title: "Killer Sudoku", Set: "KillerSudoku", Parts: []*model.Part{model.Clues, model.Regions},
	Marks: map[string]model.Mark{"": model.Cornered}, Boxes: boxes,
	Make: &model.Making{
		Sizes: func(said puzzle.Size) error {
			if boxes(said).Cells() == 0 {
				return errors.New("expected 4x4, 6x6 or 9x9")
			}
			return square(said)
		},
		Size: side(9), Regions: [2]int{1, 4}, From: sudoku, Clues: cageSums,
	},
	Declare: func(m *model.Model, in *model.Instance) {
		if boxes(m.Size()).Cells() == 0 || m.Size().Cols != m.Size().Rows {
			in.ExpectedBoard("a board of 4×4, 6×6 or 9×9")
			return
		}
		digits := boxed(m)
		cages, _ := in.Areas(model.Clues)
		for _, cage := range cages {
			const rule = "digits of a cage differ and add up to its number"
			if cage.HasClue {
				m.Rule(rule, cage.At)
				total(m, of(digits, cage.Cells), cage.Clue)
			} else {
				m.Rule(rule)
				m.Different(of(digits, cage.Cells)...)
			}
		}
	},
	Sign: number,
}

// sudoku has the boards of Sudoku without givens.
var sudoku = &model.Kind{
	Name: "boxed", Title: "Boxed", Parts: []*model.Part{model.Clues, model.Regions},
	Declare: func(m *model.Model, _ *model.Instance) { boxed(m) },
	Sign:    number,
}

// boxed declares a number for each cell, each once in every row, column and box.
func boxed(m *model.Model) model.Field {
	digits, box := latin(m), boxes(m.Size())
	m.Rule("every digit once in a box")
	for i := range m.Size().Rows {
		m.Different(of(digits, m.Block(i/box.Rows*box.Rows, i%box.Rows*box.Cols, box.Rows, box.Cols))...)
	}
	return digits
}

// boxes is the size of boxes on a board of Sudoku; zero where there are none.
func boxes(board puzzle.Size) puzzle.Size {
	return map[int]puzzle.Size{4: {Rows: 2, Cols: 2}, 6: {Rows: 2, Cols: 3}, 9: {Rows: 3, Cols: 3}}[board.Rows]
}

// latin declares a number for each cell of a square board, each once in every row and column.
func latin(m *model.Model) model.Field {
	digits := numbers(m, func(int) int { return m.Size().Cols }, nil)
	m.Rule("every number once in a row and in a column")
	for i := range m.Size().Rows {
		m.Different(of(digits, m.Row(i))...)
		m.Different(of(digits, m.Col(i))...)
	}
	return digits
}

// cageSums gives every cage its sum. A cage with a digit twice is good for none.
func cageSums(in *model.Instance, at func(cell int) []int, _ *rand.Rand) bool {
	cages, _ := in.Areas(nil)
	for _, cage := range cages {
		sum, seen := 0, map[int]bool{}
		for _, cell := range cage.Cells {
			x := at(cell)[0]
			if seen[x] {
				return false
			}
			sum, seen[x] = sum+x, true
		}
		in.Put(model.Clues, cage.Cells[0], strconv.Itoa(sum))
	}
	return true
}
