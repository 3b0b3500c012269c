package sudokus

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// janko reads puzzles in Janko's text format (see [sets.Janko]). A cell
// is a decimal number, or "-" where it is open. patternx and patterny are the
// columns and the rows of a box; without them their size is assumed.
func (a assumption) janko(source string, r io.Reader) (puzzle.Set, error) {
	c := a.collect(source)
	set, err := sets.Janko{
		Kind: kindName, MaxCells: sudoku.MaxN * sudoku.MaxN, Numbers: []string{"patternx", "patterny"},
		Problem: func(size puzzle.Size, text string) (int, error) {
			if text == "-" {
				return 0, nil
			}
			if n := puzzle.ParseCount(text, size.Rows); n > 0 {
				return n, nil
			}
			return 0, fmt.Errorf("expected - or a number from 1 to %d, found %s", size.Rows, puzzle.Quote(text))
		},
		Solution: func(size puzzle.Size, text string) (int, error) {
			if n := puzzle.ParseCount(text, size.Rows); n > 0 {
				return n, nil
			}
			return 0, fmt.Errorf("expected a number from 1 to %d, found %s", size.Rows, puzzle.Quote(text))
		},
		Make: func(id string, size puzzle.Size, numbers map[string]int, problem, solution []int) (puzzle.Item, error) {
			if size.Rows != size.Cols || !isBoard(size.Rows) {
				return puzzle.Item{}, fmt.Errorf("expected a square board of a size that has boxes, found %v", size)
			}
			var box puzzle.Size
			if len(numbers) > 0 {
				box = puzzle.Size{Rows: numbers["patterny"], Cols: numbers["patternx"]}
				if sudoku.CheckBox(box) != nil || box.Cells() != size.Rows {
					return puzzle.Item{}, fmt.Errorf("expected patternx and patterny of boxes with %d cells, such as %d and %d, found %d and %d", size.Rows, usual(size.Rows).Cols, usual(size.Rows).Rows, box.Cols, box.Rows)
				}
			}
			err := sets.Try(func() { box = c.boxes(box, size.Rows, digits(problem), digits(solution), placeAt(1, 1)) })
			if wrong := (*puzzle.ParseError)(nil); errors.As(err, &wrong) {
				return puzzle.Item{}, errors.New(wrong.Expected) // its place is the puzzle's
			}
			p, err := sudoku.New(id, box, digits(problem))
			if err != nil {
				return puzzle.Item{}, err
			}
			item := puzzle.Item{Puzzle: p}
			if solution != nil {
				item.Solution = puzzle.Grid{Size: size, Values: digits(solution)}
			}
			return item, nil
		},
	}.Read(source, r)
	set.Warnings = c.Warnings()
	return set, err
}

// digits turns numbers into values of a board; 0 is open.
func digits(numbers []int) []uint8 {
	out := make([]uint8, len(numbers))
	for i, n := range numbers {
		if out[i] = uint8(n); n == 0 {
			out[i] = puzzle.Unset
		}
	}
	return out
}

// writeJanko writes puzzles as janko reads them, with their ids as
// titles. Grades are lost. Two puzzles with one id are an error.
func writeJanko(w io.Writer, s puzzle.Set) error {
	return write(w, s, true, func(item sets.Entry[*sudoku.Puzzle]) (string, error) {
		if err := sets.LineID(kindName, item.P.ID()); err != nil {
			return "", err
		}
		var b strings.Builder
		b.WriteString("begin\npuzzle sudoku\n")
		if item.P.ID() != "" {
			fmt.Fprintf(&b, "title %s\n", item.P.ID())
		}
		n, box := item.P.N(), item.P.Box()
		fmt.Fprintf(&b, "size %d\npatternx %d\npatterny %d\nproblem\n%s", n, box.Cols, box.Rows, numbers(n, item.P.Values()))
		if !item.Solution.IsZero() {
			fmt.Fprintf(&b, "solution\n%s", numbers(n, item.Solution.Values))
		}
		b.WriteString("end\n")
		return b.String(), nil
	})
}

// numbers writes the rows of a board in decimal numbers, "-" for open cells.
func numbers(n int, values []uint8) string {
	var b strings.Builder
	for i, v := range values {
		if v == puzzle.Unset {
			b.WriteByte('-')
		} else {
			b.WriteString(strconv.Itoa(int(v)))
		}
		if i%n == n-1 {
			b.WriteByte('\n')
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}
