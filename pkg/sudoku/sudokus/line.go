package sudokus

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// lines reads puzzles of one line each, as most collections have them:
//
//	# hard ones
//	..4.86...9.347.1...825...67.9.8..3.2.5.....4.2.6..1.5.34...927...5.348.6...71.5..  # puzzle 5
//	1.2....3..6....51..4.5...........5..1.. boxes=3x2 solution=… grade=easy # small
//	0000183b305c 050703060007000800000816000000030000005000100730040086906000204840572093000409000  1.2
//	:0000:x:..4+1..…:325 126::
//
// All cells are in raster order without blanks, one sign a cell (see
// [sudoku.Symbols]; upper or lower case; ".", "-", "_", "*" and where it is no digit
// "0" are open cells). Their number tells the size of the board. Behind it may
// stand the size of boxes where it is not the usual one (usualBox), a
// solution and a grade, in which "%" and two hexadecimal digits stand for a
// byte, and "zero=digit" or "zero=open" for boards of 16 and 36 on which 0 would
// be taken for the other. A solution and a number, which is the grade, may also
// stand there alone. What follows "#" is the puzzle's id, or the word before
// the cells (as in the bank of Sudoku Exchange, whose ids are hashes); without
// it the id is the puzzle's number in the input. Blank lines and lines that
// start with "#" are passed over.
//
// In the library lines of HoDoKu the fourth of the parts between colons are the
// cells; "+" stands before a cell that was filled in, which is read as a given.
// Candidates and all else is left out, with a warning.
func (a assumption) lines(source string, r io.Reader) puzzle.Set {
	l, c := sets.NewLines(source, r), a.collect(source)
	for l.Next() {
		fields := l.Fields()
		if len(fields) == 0 || strings.HasPrefix(fields[0].Text, "#") {
			continue
		}
		line := textLine{c: c, text: l.Text(), at: func(column int) place { return placeAt(l.Number(), column) }}
		line.read()
	}
	return c.Finish(l, "a line with a puzzle")
}

// textLine is a puzzle of one line, or of one field of a table, while it is
// read.
type textLine struct {
	c       *collector
	text    string
	at      func(column int) place // of the text
	id      string                 // where none stands in the text
	idAt    place
	noted   bool
	cells   sets.Field
	columns []int // of the cells, where signs between them are left out
	told
}

// told is what else is said of a puzzle, in its line or outside.
type told struct {
	solution              string
	solutionAt            func(cell int) place
	said                  puzzle.Size
	zero, grade           string
	boxed, zeroed, graded bool
}

func (t *textLine) errorf(at place, format string, args ...any) error {
	return t.c.errorf(at, format, args...)
}

func (t *textLine) read() {
	fields := sets.Fields(t.text)
	if len(fields) == 0 {
		panic(t.errorf(t.at(1), "expected all cells of a board, such as 81, found none"))
	}
	for i, f := range fields {
		if !strings.HasPrefix(f.Text, "#") {
			continue
		}
		if note := strings.TrimSpace(string([]rune(t.text)[f.Column:])); note != "" && !t.noted {
			t.id, t.idAt, t.noted = note, t.at(f.Column), true
		}
		fields = fields[:i]
		break
	}
	if len(fields) > 1 && strings.Trim(fields[0].Text, "0123456789abcdefABCDEF") == "" && !isCells(fields[0].Text) && isCells(fields[1].Text) {
		if !t.noted {
			t.id, t.idAt, t.noted = fields[0].Text, t.at(fields[0].Column), true
		}
		fields = fields[1:]
	}
	if len(fields) == 0 {
		panic(t.errorf(t.at(1), "expected all cells of a board, such as 81, found %s", puzzle.Quote(t.text)))
	}
	t.cells = fields[0]
	if fields = t.library(fields[1:]); t.id == "" && !t.noted {
		t.id, t.idAt = t.c.NextID(), t.at(t.cells.Column)
	}
	count := utf8.RuneCountInString(t.cells.Text)
	n := sideOf(count)
	if n == 0 {
		near := nearest(count)
		if most := near * near; count > most*9/10 && count < most*10/9 {
			panic(t.errorf(t.at(t.cells.Column+min(count, most)), "expected %d cells of a board of %d×%d, found %d", most, near, near, count))
		}
		panic(t.errorf(t.at(t.cells.Column), "expected all cells of a board, such as 81, found %d", count))
	}
	for _, f := range fields {
		t.word(f, n)
	}
	if t.said != (puzzle.Size{}) && t.said.Cells() != n {
		panic(t.errorf(t.at(t.cells.Column), "expected boxes of %d cells, such as %v, found %v", n, usual(n), t.said))
	}
	if cells := utf8.RuneCountInString(t.solution); t.solution != "" && cells != n*n {
		panic(t.errorf(t.solutionAt(0), "expected a solution of %d cells, found %d", n*n, cells))
	}
	signs := alphabetOf(n, t.cells.Text+t.solution, t.zero)
	t.c.warnZero(n, t.cells.Text+t.solution, t.zero, t.at(t.cells.Column))
	out := found{id: t.id, idPlace: t.idAt, said: t.said, grade: t.grade, place: t.at(t.cells.Column)}
	out.givens = t.c.cells(n, false, signs, t.c.split(t.cells.Text), func(i int) place {
		if t.columns != nil {
			return t.at(t.columns[i])
		}
		return t.at(t.cells.Column + i)
	})
	if t.solution != "" {
		out.solution = t.c.solved(n, false, signs, t.c.split(t.solution), t.solutionAt)
	}
	t.c.add(out)
}

// library takes the cells out of a line of HoDoKu's library, or of cells with a
// colon and candidates behind them. It returns the words behind the cells.
func (t *textLine) library(words []sets.Field) []sets.Field {
	text, left := t.cells, ""
	if parts := sets.Separated(text.Text, ":"); len(parts) > 1 {
		if len(words) > 0 {
			left = words[0].Text
		}
		words = nil
		at := 0
		if parts[0].Text == "" && len(parts) > 3 {
			at = 3
		}
		for i, part := range parts {
			if i != at && part.Text != "" && !(i == 1 && part.Text == "0000" || i == 2 && part.Text == "x") {
				left = part.Text
			}
		}
		t.cells = sets.Field{Text: parts[at].Text, Column: text.Column + parts[at].Column - 1}
	}
	if left != "" {
		t.c.once("library", t.at(text.Column), "the line's technique and candidates are left out, such as %s", puzzle.Quote(left))
	}
	if !strings.Contains(t.cells.Text, "+") {
		return words
	}
	t.c.once("filled in", t.at(t.cells.Column), "cells with + before them, which were filled in, are read as givens")
	column, cells := t.cells.Column, ""
	for _, sign := range t.cells.Text {
		if sign != '+' {
			cells += string(sign)
			t.columns = append(t.columns, column)
		}
		column++
	}
	t.cells.Text = cells
	return words
}

// word reads what stands behind the cells.
func (t *textLine) word(f sets.Field, n int) {
	name, value, ok := strings.Cut(f.Text, "=")
	at := f.Column + len(name) + 1
	switch {
	case !ok && t.solution == "" && isCells(f.Text) && !strings.ContainsAny(f.Text, blanks):
		name, value, at = "solution", f.Text, f.Column
	case !ok && !t.graded && strings.Trim(f.Text, "0123456789.") == "" && strings.Trim(f.Text, ".") != "":
		name, value, at = "grade", f.Text, f.Column
	}
	var err error
	switch {
	case value == "":
		err = errWord
	case name == "boxes" && !t.boxed:
		t.boxed = true
		t.said, err = parseBox(value, n)
	case name == "grade" && !t.graded:
		t.graded = true
		t.grade, err = sets.Unescape(value)
	case name == "zero" && !t.zeroed:
		if t.zero, t.zeroed = value, true; value != zeroDigit && value != zeroOpen {
			err = fmt.Errorf("expected digit or open, found %s", puzzle.Quote(value))
		}
	case name == "solution" && t.solution == "":
		t.solution, t.solutionAt = value, func(cell int) place { return t.at(at + cell) }
	default:
		err = errWord
	}
	if errors.Is(err, errWord) {
		panic(t.errorf(t.at(f.Column), "expected boxes=…, solution=… or grade=…, each once, or # and an id, found %s", puzzle.Quote(f.Text)))
	}
	t.c.check(t.at(at), err)
}

// errWord is the error of a word that is none of those that a line may have.
var errWord = errors.New("another word")

// isCells says whether a text has as many signs as a board has cells; "+" does
// not count.
func isCells(text string) bool {
	return sideOf(utf8.RuneCountInString(text)-strings.Count(text, "+")) > 0
}

// nearest is the side of the board whose cells are nearest to a number.
func nearest(cells int) int {
	best := sudoku.MaxN
	for n := sudoku.MaxN; n >= leastN; n-- {
		if isBoard(n) && max(n*n-cells, cells-n*n) < max(best*best-cells, cells-best*best) {
			best = n
		}
	}
	return best
}

// parseBox reads the size of boxes of a board of n digits.
func parseBox(text string, n int) (puzzle.Size, error) {
	box, err := puzzle.ParseSize(text)
	if err != nil || sudoku.CheckBox(box) != nil || box.Cells() != n {
		return puzzle.Size{}, fmt.Errorf("expected the rows and columns of boxes of %d cells, such as %v, found %s", n, usual(n), puzzle.Quote(text))
	}
	return box, nil
}

// usual is the usual size of boxes for n digits that have one.
func usual(n int) puzzle.Size {
	box, _ := sudoku.UsualBox(n)
	return box
}

// writeLines writes a set as lines reads it. Two puzzles with one id are
// an error, and so is an id that does not fit on a line; an empty id is not
// written.
func writeLines(w io.Writer, s puzzle.Set) error {
	return write(w, s, true, func(item sets.Entry[*sudoku.Puzzle]) (string, error) {
		text := item.P.TextWith(item.Solution)
		if item.Grade != "" {
			if !utf8.ValidString(item.Grade) {
				return "", fmt.Errorf("sudoku %s: the grade %q is not UTF-8", item.P.ID(), item.Grade)
			}
			text += " grade=" + sets.Escape(item.Grade)
		}
		if item.P.ID() != "" {
			text += " # " + item.P.ID()
		}
		return text + "\n", sets.LineID(kindName, item.P.ID())
	})
}
