package nonograms

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// numberFormat is a format of numbers alone: the size of the board, then a line
// for each clue with lengths and blanks between them; 0, a blank line and "-" are
// empty clues.
type numberFormat struct {
	colsFirst bool // in the size
	colsAbove bool // the clues of the columns come before those of the rows
	divided   bool // a line "#" stands between the two
	solved    bool // a solution may follow
}

var (
	// nin is the format of Jakub Wilk's solver: the number of columns and that
	// of rows, then the clues of all rows and all columns.
	//
	//	2 3
	//	2
	//	1
	//	0
	//	1
	//	2
	nin = numberFormat{colsFirst: true}
	// mk is the format of the solver by Mirek and Petr Olšák for black-and-white
	// puzzles: the number of rows and that of columns, the clues of all rows, a
	// line "#", and the clues of all columns.
	mk = numberFormat{divided: true}
	// puzzlekit is how the puzzlekit project keeps the puzzles of janko.at: the
	// number of rows and that of columns, the clues of all columns, then those
	// of all rows. A solution may follow: the size again, and rows of "x" for
	// filled and "-" for blank cells.
	puzzlekit = numberFormat{colsAbove: true, solved: true}
)

func (n numberFormat) read(source string, r io.Reader) puzzle.Set {
	f := newNumberFile(source, r)
	size := f.size(!n.colsFirst)
	sides := []struct {
		name  string
		count int
		clues []nonogram.Clue
	}{{"row", size.Rows, nil}, {"column", size.Cols, nil}}
	rows, cols := &sides[0], &sides[1]
	if n.colsAbove {
		slices.Reverse(sides)
		rows, cols = cols, rows
	}
	for i := range sides {
		side := &sides[i]
		if n.divided && i == 1 {
			if !f.Next() {
				panic(f.EndError("#"))
			}
			if text := strings.TrimSpace(f.Text()); text != "#" {
				panic(f.Errorf(1, "expected # after %d rows, found %s", size.Rows, puzzle.Quote(text)))
			}
		}
		side.clues = f.clues(side.count, side.name)
	}
	var solution puzzle.Grid
	if n.solved {
		solution = f.solution(size)
	}
	return f.finish(rows.clues, cols.clues, solution)
}

func (n numberFormat) write(w io.Writer, s puzzle.Set) error {
	return writeOne(w, s, func(p *nonogram.Puzzle, solution puzzle.Grid) string {
		size, between := p.Size(), ""
		above, below := sides(p)
		if n.colsAbove {
			above, below = below, above
		}
		if n.divided {
			between = "#\n"
		}
		first, second := size.Rows, size.Cols
		if n.colsFirst {
			first, second = second, first
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%d %d\n%s%s%s", first, second, numbers(above), between, numbers(below))
		if n.solved && !solution.IsZero() {
			fmt.Fprintf(&b, "%d %d\n", size.Rows, size.Cols)
			for row := range slices.Chunk(solution.Values, size.Cols) {
				for i, v := range row {
					b.WriteString([]string{"", " "}[min(i, 1)] + string("-x"[v]))
				}
				b.WriteByte('\n')
			}
		}
		return b.String()
	})
}

// readKeen reads the plainest of formats: the clues of all rows, a blank line,
// the clues of all columns; an empty clue is 0.
func readKeen(source string, r io.Reader) puzzle.Set {
	f := newNumberFile(source, r)
	var sides [2][]nonogram.Clue
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
		clue := noInks.clue(source, textLine{f.Text(), f.Number()})
		sides[side] = append(sides[side], clue)
	}
	for i, name := range []string{"the clue of a row", "a blank line and the clue of a column"} {
		if len(sides[i]) == 0 {
			panic(f.EndError(name))
		}
	}
	return f.finish(sides[0], sides[1], puzzle.Grid{})
}

// numberFile is a text of numbers while it is read.
type numberFile struct {
	*sets.Lines
	source string
}

func newNumberFile(source string, r io.Reader) *numberFile {
	return &numberFile{sets.NewLines(source, r), source}
}

// size reads the line with two numbers that the text starts with.
func (f *numberFile) size(rowsFirst bool) (size puzzle.Size) {
	for f.Next() && f.Blank() {
	}
	fields := f.Fields()
	if f.Number() == 0 || len(fields) == 0 {
		panic(f.EndError("two numbers, the size of the board"))
	}
	a, b := puzzle.ParseCount(fields[0].Text, nonogram.MaxCells), 0
	if len(fields) > 1 {
		b = puzzle.ParseCount(fields[1].Text, nonogram.MaxCells)
	}
	if len(fields) != 2 || a == 0 || b == 0 || a > nonogram.MaxCells/b {
		panic(f.Errorf(fields[0].Column, "expected two numbers, the size of the board (at most %d cells), found %s", nonogram.MaxCells, puzzle.Quote(strings.TrimSpace(f.Text()))))
	}
	if rowsFirst {
		return puzzle.Size{Rows: a, Cols: b}
	}
	return puzzle.Size{Rows: b, Cols: a}
}

// clues reads so many clues, a line each.
func (f *numberFile) clues(count int, what string) []nonogram.Clue {
	var out []nonogram.Clue
	for i := range count {
		if !f.Next() {
			panic(f.EndError(fmt.Sprintf("the clue of %s %d of %d", what, i+1, count)))
		}
		if text := strings.TrimSpace(f.Text()); text == "-" {
			out = append(out, nil)
			continue
		}
		clue := noInks.clue(f.source, textLine{f.Text(), f.Number()})
		out = append(out, clue)
	}
	return out
}

// solution reads the solution of a puzzlekit file, if there is one.
func (f *numberFile) solution(size puzzle.Size) puzzle.Grid {
	for f.Next() {
		if f.Blank() {
			continue
		}
		f.Back()
		is := f.size(true)
		if is != size {
			panic(f.Errorf(1, "expected a solution of %v, found one of %v", size, is))
		}
		board := puzzle.NewGrid(size, nonogram.Blank)
		for row := range size.Rows {
			if !f.Next() {
				panic(f.EndError(fmt.Sprintf("row %d of %d of the solution", row+1, size.Rows)))
			}
			cells := f.Fields()
			if len(cells) != size.Cols {
				panic(f.Errorf(utf8.RuneCountInString(f.Text())+1, "expected %d cells, found %d", size.Cols, len(cells)))
			}
			for col, cell := range cells {
				switch cell.Text {
				case "-", ".", "0":
				case "x", "X", "#", "1":
					board.Values[row*size.Cols+col] = nonogram.Filled
				default:
					panic(f.Errorf(cell.Column, "expected x or -, found %s", puzzle.Quote(cell.Text)))
				}
			}
		}
		return board
	}
	return puzzle.Grid{}
}

// finish makes the set of one puzzle; nothing may follow.
func (f *numberFile) finish(rows, cols []nonogram.Clue, solution puzzle.Grid) puzzle.Set {
	for f.Next() {
		if !f.Blank() {
			panic(f.Errorf(f.Fields()[0].Column, "expected the end, found %s", puzzle.Quote(strings.TrimSpace(f.Text()))))
		}
	}
	sets.Check(f.Err())
	c := sets.Collect(f.source)
	p, err := nonogram.New(c.NextID(), rows, cols, nil)
	f.CheckAt(1, 1, err)
	f.CheckAt(1, 1, c.Add(puzzle.Item{Puzzle: p, Solution: solution}))
	return c.Finish(f.Lines, "a puzzle")
}

// writeKeen writes the one black-and-white puzzle of a set as [readKeen] reads
// it.
func writeKeen(w io.Writer, s puzzle.Set) error {
	return writeOne(w, s, func(p *nonogram.Puzzle, _ puzzle.Grid) string {
		rows, cols := sides(p)
		return numbers(rows) + "\n" + numbers(cols)
	})
}

// numbers writes clues as lengths with blanks between them.
func numbers(clues []nonogram.Clue) string { return nonogram.ClueLines(clues, []string{"", ""}, " ") }

// writeOne writes the one black-and-white puzzle of a set.
func writeOne(w io.Writer, s puzzle.Set, text func(p *nonogram.Puzzle, solution puzzle.Grid) string) error {
	if s.Len() > 1 {
		return fmt.Errorf("nonogram: set %s: this format holds one puzzle, not %d", s.Name, s.Len())
	}
	return write(w, s, false, func(b *strings.Builder, _ int, item sets.Entry[*nonogram.Puzzle]) error {
		if err := noColours(item.P); err != nil {
			return err
		}
		b.WriteString(text(item.P, item.Solution))
		return nil
	})
}
