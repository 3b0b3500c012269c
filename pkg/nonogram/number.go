package nonogram

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// readNin reads the format of Jakub Wilk's solver: the number of columns and
// that of rows, then the clues of all rows and all columns, a line each,
// lengths with blanks between them; 0 or a blank line is an empty clue.
//
//	2 3
//	2
//	1
//	0
//	1
//	2
func readNin(source string, r io.Reader) (puzzle.Set, error) {
	f := newNumberFile(source, r)
	size, err := f.size(false)
	if err != nil {
		return puzzle.Set{}, err
	}
	rows, err := f.clues(size.Rows, "row")
	if err != nil {
		return puzzle.Set{}, err
	}
	cols, err := f.clues(size.Cols, "column")
	if err != nil {
		return puzzle.Set{}, err
	}
	return f.finish(rows, cols, puzzle.Grid{})
}

// readMk reads the format of the solver by Mirek and Petr Olšák for
// black-and-white puzzles: the number of rows and that of columns, the clues of
// all rows, a line "#", and the clues of all columns.
func readMk(source string, r io.Reader) (puzzle.Set, error) {
	f := newNumberFile(source, r)
	size, err := f.size(true)
	if err != nil {
		return puzzle.Set{}, err
	}
	rows, err := f.clues(size.Rows, "row")
	if err != nil {
		return puzzle.Set{}, err
	}
	if !f.Next() {
		return puzzle.Set{}, f.EndError("#")
	}
	if text := strings.TrimSpace(f.Text()); text != "#" {
		return puzzle.Set{}, f.Errorf(1, "expected # after %d rows, found %s", size.Rows, puzzle.Quote(text))
	}
	cols, err := f.clues(size.Cols, "column")
	if err != nil {
		return puzzle.Set{}, err
	}
	return f.finish(rows, cols, puzzle.Grid{})
}

// readKeen reads the plainest of formats: the clues of all rows, a blank line,
// the clues of all columns; an empty clue is 0.
func readKeen(source string, r io.Reader) (puzzle.Set, error) {
	f := newNumberFile(source, r)
	var sides [2][]Clue
	side := 0
	for f.Next() {
		if f.Blank() {
			if len(sides[side]) > 0 && side == 0 {
				side++
			} else if len(sides[1]) > 0 {
				break
			}
			continue
		}
		clue, err := plainClue(source, textLine{f.Text(), f.Number()})
		if err != nil {
			return puzzle.Set{}, err
		}
		sides[side] = append(sides[side], clue)
	}
	for i, name := range []string{"the clue of a row", "a blank line and the clue of a column"} {
		if len(sides[i]) == 0 {
			return puzzle.Set{}, f.EndError(name)
		}
	}
	return f.finish(sides[0], sides[1], puzzle.Grid{})
}

// readPuzzlekit reads a puzzle as the puzzlekit project keeps those of janko.at:
// the number of rows and that of columns, the clues of all columns, then those
// of all rows. "-" is an empty clue, too. A solution may follow: the size
// again, and rows of "x" for filled and "-" for blank cells.
func readPuzzlekit(source string, r io.Reader) (puzzle.Set, error) {
	f := newNumberFile(source, r)
	size, err := f.size(true)
	if err != nil {
		return puzzle.Set{}, err
	}
	cols, err := f.clues(size.Cols, "column")
	if err != nil {
		return puzzle.Set{}, err
	}
	rows, err := f.clues(size.Rows, "row")
	if err != nil {
		return puzzle.Set{}, err
	}
	solution, err := f.solution(size)
	if err != nil {
		return puzzle.Set{}, err
	}
	return f.finish(rows, cols, solution)
}

// numberFile is a text of numbers while it is read.
type numberFile struct {
	*puzzle.Lines
	source string
}

func newNumberFile(source string, r io.Reader) *numberFile {
	return &numberFile{puzzle.NewLines(source, r), source}
}

// size reads the line with two numbers that the text starts with.
func (f *numberFile) size(rowsFirst bool) (size puzzle.Size, err error) {
	for f.Next() && f.Blank() {
	}
	fields := f.Fields()
	if f.Number() == 0 || len(fields) == 0 {
		return size, f.EndError("two numbers, the size of the board")
	}
	a, b := puzzle.ParseCount(fields[0].Text, MaxCells), 0
	if len(fields) > 1 {
		b = puzzle.ParseCount(fields[1].Text, MaxCells)
	}
	if len(fields) != 2 || a == 0 || b == 0 || a > MaxCells/b {
		return size, f.Errorf(fields[0].Column, "expected two numbers, the size of the board (at most %d cells), found %s", MaxCells, puzzle.Quote(strings.TrimSpace(f.Text())))
	}
	if rowsFirst {
		return puzzle.Size{Rows: a, Cols: b}, nil
	}
	return puzzle.Size{Rows: b, Cols: a}, nil
}

// clues reads so many clues, a line each.
func (f *numberFile) clues(count int, what string) ([]Clue, error) {
	var out []Clue
	for i := range count {
		if !f.Next() {
			return nil, f.EndError(fmt.Sprintf("the clue of %s %d of %d", what, i+1, count))
		}
		if text := strings.TrimSpace(f.Text()); text == "-" {
			out = append(out, nil)
			continue
		}
		clue, err := plainClue(f.source, textLine{f.Text(), f.Number()})
		if err != nil {
			return nil, err
		}
		out = append(out, clue)
	}
	return out, nil
}

// solution reads the solution of a puzzlekit file, if there is one.
func (f *numberFile) solution(size puzzle.Size) (puzzle.Grid, error) {
	for f.Next() {
		if f.Blank() {
			continue
		}
		f.Back()
		is, err := f.size(true)
		if err != nil {
			return puzzle.Grid{}, err
		}
		if is != size {
			return puzzle.Grid{}, f.Errorf(1, "expected a solution of %v, found one of %v", size, is)
		}
		board := puzzle.NewGrid(size, Blank)
		for row := range size.Rows {
			if !f.Next() {
				return puzzle.Grid{}, f.EndError(fmt.Sprintf("row %d of %d of the solution", row+1, size.Rows))
			}
			cells := f.Fields()
			if len(cells) != size.Cols {
				return puzzle.Grid{}, f.Errorf(utf8.RuneCountInString(f.Text())+1, "expected %d cells, found %d", size.Cols, len(cells))
			}
			for col, cell := range cells {
				switch cell.Text {
				case "-", ".", "0":
				case "x", "X", "#", "1":
					board.Values[row*size.Cols+col] = Filled
				default:
					return puzzle.Grid{}, f.Errorf(cell.Column, "expected x or -, found %s", puzzle.Quote(cell.Text))
				}
			}
		}
		return board, nil
	}
	return puzzle.Grid{}, nil
}

// finish makes the set of one puzzle; nothing may follow.
func (f *numberFile) finish(rows, cols []Clue, solution puzzle.Grid) (puzzle.Set, error) {
	for f.Next() {
		if !f.Blank() {
			return puzzle.Set{}, f.Errorf(f.Fields()[0].Column, "expected the end, found %s", puzzle.Quote(strings.TrimSpace(f.Text())))
		}
	}
	if err := f.Err(); err != nil {
		return puzzle.Set{}, err
	}
	c := puzzle.Collect(f.source)
	p, err := New(c.NextID(), rows, cols, nil)
	if err != nil {
		return puzzle.Set{}, f.ErrorAt(1, 1, "%v", err)
	}
	if err := c.Add(puzzle.Item{Puzzle: p, Solution: solution}); err != nil {
		return puzzle.Set{}, f.ErrorAt(1, 1, "%v", err)
	}
	return c.Finish(f.Lines, "a puzzle")
}

// writeNin writes the one black-and-white puzzle of a set as [readNin] reads it.
func writeNin(w io.Writer, s puzzle.Set) error {
	return writeOne(w, s, func(p *Puzzle, _ puzzle.Grid) string {
		size := p.Size()
		return fmt.Sprintf("%d %d\n%s%s", size.Cols, size.Rows, p.numbers(p.rows), p.numbers(p.cols))
	})
}

// writeMk writes the one black-and-white puzzle of a set as [readMk] reads it.
func writeMk(w io.Writer, s puzzle.Set) error {
	return writeOne(w, s, func(p *Puzzle, _ puzzle.Grid) string {
		size := p.Size()
		return fmt.Sprintf("%d %d\n%s#\n%s", size.Rows, size.Cols, p.numbers(p.rows), p.numbers(p.cols))
	})
}

// writeKeen writes the one black-and-white puzzle of a set as [readKeen] reads
// it.
func writeKeen(w io.Writer, s puzzle.Set) error {
	return writeOne(w, s, func(p *Puzzle, _ puzzle.Grid) string {
		return p.numbers(p.rows) + "\n" + p.numbers(p.cols)
	})
}

// writePuzzlekit writes the one black-and-white puzzle of a set, with its
// solution if there is one, as [readPuzzlekit] reads it.
func writePuzzlekit(w io.Writer, s puzzle.Set) error {
	return writeOne(w, s, func(p *Puzzle, solution puzzle.Grid) string {
		var b strings.Builder
		size := p.Size()
		fmt.Fprintf(&b, "%d %d\n%s%s", size.Rows, size.Cols, p.numbers(p.cols), p.numbers(p.rows))
		if !solution.IsZero() {
			fmt.Fprintf(&b, "%d %d\n", size.Rows, size.Cols)
			for i, v := range solution.Values {
				b.WriteByte("-x"[v])
				if (i+1)%size.Cols == 0 {
					b.WriteByte('\n')
				} else {
					b.WriteByte(' ')
				}
			}
		}
		return b.String()
	})
}

// numbers writes clues as lengths with blanks between them.
func (p *Puzzle) numbers(clues []Clue) string {
	return clueLines(clues, p.keys(""), " ", "0")
}

// writeOne writes the one black-and-white puzzle of a set.
func writeOne(w io.Writer, s puzzle.Set, text func(p *Puzzle, solution puzzle.Grid) string) error {
	if s.Len() > 1 {
		return fmt.Errorf("nonogram: set %s: this format holds one puzzle, not %d", s.Name, s.Len())
	}
	return write(w, s, false, func(b *strings.Builder, _ int, item puzzle.Entry[*Puzzle]) error {
		if err := item.P.plain(); err != nil {
			return err
		}
		b.WriteString(text(item.P, item.Solution))
		return nil
	})
}
