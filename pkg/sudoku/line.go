package sudoku

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// readLines reads puzzles of one line each, as most collections have them:
//
//	# hard ones
//	..4.86...9.347.1...825...67.9.8..3.2.5.....4.2.6..1.5.34...927...5.348.6...71.5..  # puzzle 5
//	1.2....3..6....51..4.5...........5..1.. boxes=3x2 solution=… grade=easy # small
//
// First all cells in raster order without blanks, one sign a cell (see
// [Symbols]; upper or lower case; ".", "-", "_" and where it is no digit "0"
// are open cells). Their number tells the size of the board. Behind it may
// stand the size of boxes where it is not the usual one (usualBox), a
// solution and a grade, in which "%" and two hexadecimal digits stand for a
// byte. What follows "#" is the puzzle's id; without it the id is the puzzle's
// number in the input. Blank lines and lines that start with "#" are passed
// over.
func readLines(source string, r io.Reader) (puzzle.Set, error) {
	l, c := puzzle.NewLines(source, r), puzzle.Collect(source)
	for l.Next() {
		fields := l.Fields()
		if len(fields) == 0 || strings.HasPrefix(fields[0].Text, "#") {
			continue
		}
		if err := readLine(source, l, fields, c); err != nil {
			return puzzle.Set{}, err
		}
	}
	return c.Finish(l, "a line with a puzzle")
}

func readLine(source string, l *puzzle.Lines, fields []puzzle.Field, c *puzzle.Collector) error {
	cells, id, idAt := fields[0], c.NextID(), fields[0].Column
	for i, f := range fields {
		if !strings.HasPrefix(f.Text, "#") {
			continue
		}
		if note := strings.TrimSpace(string([]rune(l.Text())[f.Column:])); note != "" {
			id, idAt = note, f.Column
		}
		fields = fields[:i]
		break
	}
	count := utf8.RuneCountInString(cells.Text)
	box, ok := boxOf(count)
	if !ok {
		return l.Errorf(cells.Column, "expected all cells of a board, such as 81, found %d", count)
	}
	item, solution, seen := puzzle.Item{}, puzzle.Field{}, map[string]bool{}
	for _, f := range fields[1:] {
		name, value, ok := strings.Cut(f.Text, "=")
		if name != "boxes" && name != "grade" && name != "solution" || !ok || value == "" || seen[name] {
			return l.Errorf(f.Column, "expected boxes=…, solution=… or grade=…, each once, or # and an id, found %s", puzzle.Quote(f.Text))
		}
		seen[name] = true
		at := f.Column + len(name) + 1
		var err error
		switch name {
		case "boxes":
			box, err = parseBox(value, box.Cells())
		case "grade":
			item.Grade, err = puzzle.Unescape(value)
		case "solution":
			solution = puzzle.Field{Text: value, Column: at}
			if n := utf8.RuneCountInString(value); n != count {
				err = fmt.Errorf("expected a solution of %d cells, found %d", count, n)
			}
		}
		if err != nil {
			return l.Errorf(at, "%v", err)
		}
	}
	signs := alphabetOf(box.Cells(), cells.Text+solution.Text)
	givens, err := signs.values(source, l.Number(), cells.Column, cells.Text, true)
	if err != nil {
		return err
	}
	p, err := New(id, box, givens)
	if err != nil {
		return l.Errorf(cells.Column, "%v", err)
	}
	item.Puzzle = p
	if solution.Text != "" {
		values, err := signs.values(source, l.Number(), solution.Column, solution.Text, false)
		if err != nil {
			return err
		}
		item.Solution = puzzle.Grid{Size: p.Size(), Values: values}
	}
	if err := c.Add(item); err != nil {
		return l.Errorf(idAt, "%v", err)
	}
	return nil
}

// boxOf is the usual size of boxes of a board of so many cells.
func boxOf(cells int) (box puzzle.Size, ok bool) {
	for n := minBox * minBox; n <= MaxN; n++ {
		if n*n == cells {
			return usualBox(n)
		}
	}
	return puzzle.Size{}, false
}

// parseBox reads the size of boxes of a board of n digits.
func parseBox(text string, n int) (puzzle.Size, error) {
	box, err := puzzle.ParseSize(text)
	if err != nil || CheckBox(box) != nil || box.Cells() != n {
		return puzzle.Size{}, fmt.Errorf("expected the rows and columns of boxes of %d cells, such as %v, found %s", n, usual(n), puzzle.Quote(text))
	}
	return box, nil
}

// usual is the usual size of boxes for n digits that have one.
func usual(n int) puzzle.Size {
	box, _ := usualBox(n)
	return box
}

// line is the puzzle in one line, without its id: its cells, and the size of
// its boxes where that is not the usual one.
func (p *Puzzle) line() string {
	text := signs(Symbols(p.layout.N), p.givens)
	if p.layout.Box != usual(p.layout.N) {
		text += " boxes=" + p.layout.Box.String()
	}
	return text
}

// writeLines writes a set as readLines reads it. Two puzzles with one id are
// an error, and so is an id that does not fit on a line; an empty id is not
// written.
func writeLines(w io.Writer, s puzzle.Set) error {
	return write(w, s, true, func(item puzzle.Entry[*Puzzle]) (string, error) {
		text := item.P.line()
		if !item.Solution.IsZero() {
			text += " solution=" + signs(Symbols(item.P.layout.N), item.Solution.Values)
		}
		if item.Grade != "" {
			if !utf8.ValidString(item.Grade) {
				return "", fmt.Errorf("sudoku %s: the grade %q is not UTF-8", item.P.id, item.Grade)
			}
			text += " grade=" + puzzle.Escape(item.Grade)
		}
		if item.P.id != "" {
			text += " # " + item.P.id
		}
		return text + "\n", puzzle.LineID(kindName, item.P.id)
	})
}
