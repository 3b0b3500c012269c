package nurikabe

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// ReadJanko reads puzzles in the text format of the puzzle pages at janko.at:
//
//	begin
//	puzzle nurikabe
//	rows 2
//	cols 3
//	problem
//	- - 2
//	1 - -
//	solution
//	x x -
//	- x -
//	end
//
// A line starts with a keyword, bare or in brackets ("[problem]"). The size is
// told by rows and cols, or by size where they are the same, before the
// problem. Cells of a problem are "-", a number or "?", those of a solution
// "x" for wall and "-" for island; the solution may be missing. A title is the
// puzzle's id; without one it is the puzzle's number in the input. Other
// header lines (author, solver, source, info, unit, …) and everything under
// moves are passed over. A puzzle ends with end, with the next begin, or with
// the input.
func ReadJanko(source string, r io.Reader) (puzzle.Set, error) {
	l, c := puzzle.NewLines(source, r), collect(source)
	for l.Next() {
		if l.Blank() {
			continue
		}
		fields := l.Fields()
		if keyword(fields[0].Text) != "begin" || len(fields) > 1 {
			return puzzle.Set{}, l.Errorf(fields[0].Column, "expected begin, found %s", quote(strings.TrimSpace(l.Text())))
		}
		if err := readJanko(l, c); err != nil {
			return puzzle.Set{}, err
		}
	}
	return c.finish(l, "begin")
}

// keyword is a word without the brackets that may be around it.
func keyword(word string) string {
	if inner, ok := strings.CutPrefix(word, "["); ok {
		if inner, ok = strings.CutSuffix(inner, "]"); ok {
			return inner
		}
	}
	return word
}

// jankoPuzzle is a puzzle while it is read.
type jankoPuzzle struct {
	id              string
	idLine, idAt    int
	size            puzzle.Size
	clues, solution []int
}

// readJanko reads one puzzle, the line begin having been read.
func readJanko(l *puzzle.Lines, c *collector) error {
	p := jankoPuzzle{id: c.nextID(), idLine: l.Number(), idAt: 1}
	moves := false
	for l.Next() {
		if l.Blank() {
			continue
		}
		fields := l.Fields()
		word := keyword(fields[0].Text)
		if word == "begin" {
			l.Back()
			break
		}
		if word == "end" {
			if len(fields) > 1 {
				return l.Errorf(fields[1].Column, "expected the end of the line, found %s", quote(fields[1].Text))
			}
			break
		}
		section := word == "problem" || word == "solution" || word == "moves"
		if moves && !section {
			continue
		}
		moves = word == "moves"
		if err := p.line(l, fields, word); err != nil {
			return err
		}
	}
	return p.finish(l, c)
}

// line reads the line of a keyword, and the rows that follow it.
func (p *jankoPuzzle) line(l *puzzle.Lines, fields []puzzle.Field, word string) error {
	first := fields[0]
	var value puzzle.Field
	if len(fields) > 1 {
		value = fields[1]
	}
	switch word {
	case "puzzle":
		if !strings.EqualFold(value.Text, Kind) || len(fields) > 2 {
			return l.Errorf(first.Column, "expected puzzle nurikabe, found %s", quote(strings.TrimSpace(l.Text())))
		}
	case "rows", "cols", "size":
		n := parseCount(value.Text)
		if n == 0 || len(fields) > 2 {
			return l.Errorf(first.Column, "expected %s and a number from 1 to %d, found %s", word, MaxCells, quote(strings.TrimSpace(l.Text())))
		}
		if word != "cols" && p.size.Rows != 0 || word != "rows" && p.size.Cols != 0 {
			return l.Errorf(first.Column, "expected the size once, found %s again", word)
		}
		if word != "cols" {
			p.size.Rows = n
		}
		if word != "rows" {
			p.size.Cols = n
		}
		if p.size.Cells() > MaxCells {
			return l.Errorf(first.Column, "expected at most %d cells, found %v", MaxCells, p.size)
		}
	case "problem", "solution":
		if len(fields) > 1 {
			return l.Errorf(value.Column, "expected the end of the line, found %s", quote(value.Text))
		}
		if p.size.Cells() == 0 {
			return l.Errorf(first.Column, "expected rows and cols before the %s, found none", word)
		}
		into, parse := &p.clues, parseClue
		if word == "solution" {
			into, parse = &p.solution, parseWall
		}
		if *into != nil {
			return l.Errorf(first.Column, "expected one %s, found a second", word)
		}
		var err error
		*into, err = readRows(l, p.size, word, parse)
		return err
	case "title":
		text := strings.TrimSpace(l.Text())
		if p.id = strings.TrimSpace(strings.TrimPrefix(text, first.Text)); p.id == "" {
			return l.Errorf(first.Column+len(first.Text), "expected a title, found the end of the line")
		}
		p.idLine, p.idAt = l.Number(), value.Column
	default:
		if c, _ := utf8.DecodeRuneInString(word); !unicode.IsLetter(c) && word != "moves" {
			return l.Errorf(first.Column, "expected a keyword, found %s", quote(first.Text))
		}
	}
	return nil
}

// readRows reads the rows of blank-separated cells under a keyword.
func readRows(l *puzzle.Lines, size puzzle.Size, word string, parse func(string) (int, error)) ([]int, error) {
	cells := make([]int, 0, size.Cols)
	for row := 0; row < size.Rows; {
		if !l.Next() {
			return nil, l.EndError(fmt.Sprintf("row %d of %d of the %s", row+1, size.Rows, word))
		}
		if l.Blank() {
			continue
		}
		fields := l.Fields()
		for i, f := range fields {
			if i == size.Cols {
				return nil, l.Errorf(f.Column, "expected %d cells, found %d", size.Cols, len(fields))
			}
			cell, err := parse(f.Text)
			if err != nil {
				return nil, l.Errorf(f.Column, "%v", err)
			}
			cells = append(cells, cell)
		}
		if len(fields) < size.Cols {
			return nil, l.Errorf(utf8.RuneCountInString(l.Text())+1, "expected %d cells, found %d", size.Cols, len(fields))
		}
		row++
	}
	return cells, nil
}

// finish turns what was read into a puzzle of the set.
func (p *jankoPuzzle) finish(l *puzzle.Lines, c *collector) error {
	if err := l.Err(); err != nil {
		return err
	}
	if p.clues == nil {
		return l.Errorf(utf8.RuneCountInString(l.Text())+1, "expected a problem, found the end of the puzzle")
	}
	made, err := New(p.id, p.size, p.clues)
	if err != nil {
		return l.Errorf(1, "%v", err)
	}
	item := puzzle.Item{Puzzle: made}
	if p.solution != nil {
		item.Solution = puzzle.NewGrid(p.size, Island)
		for i, v := range p.solution {
			item.Solution.Values[i] = uint8(v)
		}
	}
	if err := c.add(item); err != nil {
		return l.ErrorAt(p.idLine, p.idAt, "%v", err)
	}
	return nil
}

// WriteJanko writes puzzles as [ReadJanko] reads them, with their ids as
// titles. Grades are lost. Two puzzles with one id are an error.
func WriteJanko(w io.Writer, s puzzle.Set) error {
	items, err := writable(s, true)
	if err != nil {
		return err
	}
	b := &strings.Builder{}
	for i, item := range items {
		if err := lineID(item.p.id); err != nil {
			return err
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("begin\npuzzle nurikabe\n")
		if item.p.id != "" {
			fmt.Fprintf(b, "title %s\n", item.p.id)
		}
		fmt.Fprintf(b, "rows %d\ncols %d\nproblem\n%s\n", item.p.size.Rows, item.p.size.Cols, strings.Join(jankoRows(item.p), "\n"))
		if !item.solution.IsZero() {
			fmt.Fprintf(b, "solution\n%s\n", strings.Join(jankoSolution(item.solution), "\n"))
		}
		b.WriteString("end\n")
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// parseClue reads "-", a number or "?" as Janko's formats write them.
func parseClue(text string) (int, error) {
	switch text {
	case "-":
		return 0, nil
	case "?":
		return Unknown, nil
	}
	if n := parseNumber(text); n > 0 {
		return n, nil
	}
	return 0, fmt.Errorf("expected -, ? or a number from 1 to %d, found %s", MaxClue, quote(text))
}

// parseWall reads "x" or "-" as Janko's formats write a solution.
func parseWall(text string) (int, error) {
	switch text {
	case "x":
		return int(Wall), nil
	case "-":
		return int(Island), nil
	}
	return 0, fmt.Errorf("expected x or -, found %s", quote(text))
}

// jankoRows writes the clues as Janko's formats do.
func jankoRows(p *Puzzle) []string {
	rows := make([]string, p.size.Rows)
	for row := range rows {
		signs := make([]string, p.size.Cols)
		for col := range signs {
			cell := row*p.size.Cols + col
			if signs[col] = "-"; p.clues[cell] != 0 {
				signs[col] = p.clueText(cell)
			}
		}
		rows[row] = strings.Join(signs, " ")
	}
	return rows
}

// jankoSolution writes a solution as Janko's formats do.
func jankoSolution(g puzzle.Grid) []string {
	rows := make([]string, g.Rows)
	for row := range rows {
		signs := make([]string, g.Cols)
		for col := range signs {
			if signs[col] = "-"; g.Values[row*g.Cols+col] == Wall {
				signs[col] = "x"
			}
		}
		rows[row] = strings.Join(signs, " ")
	}
	return rows
}
