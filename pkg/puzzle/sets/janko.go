package sets

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// Janko reads puzzles of one kind in the text format of the puzzle pages at
// janko.at:
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
// given by rows and cols, or by size where they are the same, before the
// problem. The solution may be missing. A title is the puzzle's id; without
// one it is the puzzle's number in the input. Other header lines (author,
// solver, source, info, unit, …) and everything under moves are ignored. A puzzle ends with end, with the next begin, or with the input.
type Janko struct {
	// Kind is the word behind puzzle.
	Kind string
	// MaxCells is the number of cells of the largest board.
	MaxCells int
	// Numbers are further keywords that have a number, such as patternx.
	Numbers []string
	// Problem and Solution read one cell. Their errors say what was expected
	// and what was found.
	Problem, Solution func(size puzzle.Size, text string) (int, error)
	// Make makes the puzzle. solution is nil where there is none, numbers has
	// those of the keywords that were met.
	Make func(id string, size puzzle.Size, numbers map[string]int, problem, solution []int) (puzzle.Item, error)
}

// Read reads a whole input.
func (j Janko) Read(source string, r io.Reader) (puzzle.Set, error) { return Reader(j.read)(source, r) }

func (j Janko) read(source string, r io.Reader) puzzle.Set {
	l, c := NewLines(source, r), Collect(source)
	for l.Next() {
		if l.Blank() {
			continue
		}
		fields := l.Fields()
		if Keyword(fields[0].Text) != "begin" || len(fields) > 1 {
			panic(l.Errorf(fields[0].Column, "expected begin, found %s", puzzle.Quote(strings.TrimSpace(l.Text()))))
		}
		j.puzzle(l, c)
	}
	return c.Finish(l, "begin")
}

// jankoPuzzle is a puzzle while it is read.
type jankoPuzzle struct {
	*Janko
	id                string
	idLine, idAt      int
	size              puzzle.Size
	numbers           map[string]int
	problem, solution []int
}

// puzzle reads one puzzle, the line begin having been read.
func (j *Janko) puzzle(l *Lines, c *Collector) {
	p := jankoPuzzle{Janko: j, id: c.NextID(), idLine: l.Number(), idAt: 1, numbers: map[string]int{}}
	moves := false
	for l.Next() {
		if l.Blank() {
			continue
		}
		fields := l.Fields()
		word := Keyword(fields[0].Text)
		if word == "begin" {
			l.Back()
			break
		}
		if word == "end" {
			if len(fields) > 1 {
				panic(l.Errorf(fields[1].Column, "expected the end of the line, found %s", puzzle.Quote(fields[1].Text)))
			}
			break
		}
		section := word == "problem" || word == "solution" || word == "moves"
		if moves && !section {
			continue
		}
		moves = word == "moves"
		p.line(l, fields, word)
	}
	p.finish(l, c)
}

// line reads the line of a keyword, and the rows that follow it.
func (p *jankoPuzzle) line(l *Lines, fields []Field, word string) {
	first := fields[0]
	var value Field
	if len(fields) > 1 {
		value = fields[1]
	}
	switch word {
	case "puzzle":
		if !strings.EqualFold(value.Text, p.Kind) || len(fields) > 2 {
			panic(l.Errorf(first.Column, "expected puzzle %s, found %s", p.Kind, puzzle.Quote(strings.TrimSpace(l.Text()))))
		}
	case "rows", "cols", "size":
		n := puzzle.ParseCount(value.Text, p.MaxCells)
		if n == 0 || len(fields) > 2 {
			panic(l.Errorf(first.Column, "expected %s and a number from 1 to %d, found %s", word, p.MaxCells, puzzle.Quote(strings.TrimSpace(l.Text()))))
		}
		if word != "cols" && p.size.Rows != 0 || word != "rows" && p.size.Cols != 0 {
			panic(l.Errorf(first.Column, "expected the size once, found %s again", word))
		}
		if word != "cols" {
			p.size.Rows = n
		}
		if word != "rows" {
			p.size.Cols = n
		}
		if p.size.Cells() > p.MaxCells {
			panic(l.Errorf(first.Column, "expected at most %d cells, found %v", p.MaxCells, p.size))
		}
	case "problem", "solution":
		if len(fields) > 1 {
			panic(l.Errorf(value.Column, "expected the end of the line, found %s", puzzle.Quote(value.Text)))
		}
		if p.size.Cells() == 0 {
			panic(l.Errorf(first.Column, "expected rows and cols before the %s, found none", word))
		}
		into, parse := &p.problem, p.Problem
		if word == "solution" {
			into, parse = &p.solution, p.Solution
		}
		if *into != nil {
			panic(l.Errorf(first.Column, "expected one %s, found a second", word))
		}
		*into = jankoRows(l, p.size, word, parse)
	case "title":
		text := strings.TrimSpace(l.Text())
		if p.id = strings.TrimSpace(strings.TrimPrefix(text, first.Text)); p.id == "" {
			panic(l.Errorf(first.Column+len(first.Text), "expected a title, found the end of the line"))
		}
		p.idLine, p.idAt = l.Number(), value.Column
	default:
		if slices.Contains(p.Numbers, word) {
			n := puzzle.ParseCount(value.Text, p.MaxCells)
			if n == 0 || len(fields) > 2 || p.numbers[word] != 0 {
				panic(l.Errorf(first.Column, "expected %s once, with a number from 1 to %d, found %s", word, p.MaxCells, puzzle.Quote(strings.TrimSpace(l.Text()))))
			}
			p.numbers[word] = n
			break
		}
		if c, _ := utf8.DecodeRuneInString(word); !unicode.IsLetter(c) && word != "moves" {
			panic(l.Errorf(first.Column, "expected a keyword, found %s", puzzle.Quote(first.Text)))
		}
	}
}

// jankoRows reads the rows of blank-separated cells under a keyword.
func jankoRows(l *Lines, size puzzle.Size, word string, parse func(puzzle.Size, string) (int, error)) []int {
	cells := make([]int, 0, size.Cols)
	for row := 0; row < size.Rows; {
		if !l.Next() {
			panic(l.EndError(fmt.Sprintf("row %d of %d of the %s", row+1, size.Rows, word)))
		}
		if l.Blank() {
			continue
		}
		fields := l.Fields()
		for i, f := range fields {
			if i == size.Cols {
				panic(l.Errorf(f.Column, "expected %d cells, found %d", size.Cols, len(fields)))
			}
			cell, err := parse(size, f.Text)
			l.Check(f.Column, err)
			cells = append(cells, cell)
		}
		if len(fields) < size.Cols {
			panic(l.Errorf(utf8.RuneCountInString(l.Text())+1, "expected %d cells, found %d", size.Cols, len(fields)))
		}
		row++
	}
	return cells
}

// finish turns what was read into a puzzle of the set.
func (p *jankoPuzzle) finish(l *Lines, c *Collector) {
	Check(l.Err())
	if p.problem == nil {
		panic(l.Errorf(utf8.RuneCountInString(l.Text())+1, "expected a problem, found the end of the puzzle"))
	}
	item, err := p.Make(p.id, p.size, p.numbers, p.problem, p.solution)
	l.Check(1, err)
	l.CheckAt(p.idLine, p.idAt, c.Add(item))
}
