package nurikabe

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// pzprv3Head is the first word of a board file of the pzpr editor.
const pzprv3Head = "pzprv3"

// readPzprv3 reads board files of the pzpr editor, which keep the problem and
// what somebody filled in together:
//
//	pzprv3/nurikabe/2/3/. # 2 /1 # + /
//
// Its parts stand on lines of their own or are separated by "/": the words
// pzprv3 and nurikabe, the number of rows, of columns, and then every row. A
// cell is a clue, "-" for "?", "#" for wall, "+" for a cell marked as island,
// or "." for one with no mark. Several files may follow each other; the id of
// a puzzle is its number in the input. What the editor adds after the rows
// ("info:" or "history:" and a JSON object) is ignored.
//
// A filled-in board is the puzzle's solution when every cell is decided. Where
// some are not they are taken for islands, as the editor does, and the board
// is the solution when it is one; else it is an unfinished attempt, which is
// not kept.
func readPzprv3(source string, r io.Reader) (puzzle.Set, error) {
	b := boardReader{l: sets.NewLines(source, r)}
	c := sets.Collect(source)
	for b.next() {
		if strings.TrimSpace(b.part) == "" {
			continue
		}
		if err := b.board(c); err != nil {
			return puzzle.Set{}, err
		}
	}
	return c.Finish(b.l, pzprv3Head)
}

// boardReader splits lines at slashes.
type boardReader struct {
	l      *sets.Lines
	part   string // the present part
	column int    // where it starts
	rest   string // of the line behind the part
	more   bool   // whether there is a rest, if only an empty one
	held   bool   // whether next is to return the present part again
}

// next moves to the next part.
func (b *boardReader) next() bool {
	if b.held {
		b.held = false
		return true
	}
	if b.more {
		b.column += utf8.RuneCountInString(b.part) + 1
	} else {
		if !b.l.Next() {
			return false
		}
		b.column, b.rest = 1, b.l.Text()
	}
	b.part, b.rest, b.more = strings.Cut(b.rest, "/")
	return true
}

// word moves to the next part and returns the one word that it holds.
func (b *boardReader) word(expected string) (sets.Field, error) {
	if !b.next() {
		return sets.Field{}, b.l.EndError(expected)
	}
	return b.one(expected)
}

func (b *boardReader) one(expected string) (sets.Field, error) {
	fields := sets.Fields(b.part)
	if len(fields) != 1 {
		return sets.Field{}, b.l.Errorf(b.column, "expected %s, found %s", expected, puzzle.Quote(b.part))
	}
	fields[0].Column += b.column - 1
	return fields[0], nil
}

// board reads one file, whose first part is the present one.
func (b *boardReader) board(c *sets.Collector) error {
	head, err := b.one(pzprv3Head)
	if err != nil {
		return err
	}
	// Later versions of the layout have a number behind a point; they differ
	// for other puzzles only.
	version, ok := strings.CutPrefix(head.Text, pzprv3Head)
	if !ok || version != "" && (version[0] != '.' || puzzle.ParseCount(version[1:], MaxCells) == 0) {
		return b.l.Errorf(head.Column, "expected %s, found %s", pzprv3Head, puzzle.Quote(head.Text))
	}
	line := b.l.Number()
	kind, err := b.word(kindName)
	if err != nil {
		return err
	}
	if kind.Text != kindName {
		return b.l.Errorf(kind.Column, "expected %s, found %s", kindName, puzzle.Quote(kind.Text))
	}
	var size puzzle.Size
	for _, side := range []struct {
		name string
		n    *int
	}{{"the number of rows", &size.Rows}, {"the number of columns", &size.Cols}} {
		number, err := b.word(side.name)
		if err != nil {
			return err
		}
		if *side.n = puzzle.ParseCount(number.Text, MaxCells); *side.n == 0 || size.Cells() > MaxCells {
			return b.l.Errorf(number.Column, "expected %s of at most %d cells, found %s", side.name, MaxCells, puzzle.Quote(number.Text))
		}
	}
	var clues []int
	var marks []uint8
	marked, undecided := false, false
	for row := range size.Rows {
		if !b.next() {
			return b.l.EndError(fmt.Sprintf("row %d of %d", row+1, size.Rows))
		}
		cells := sets.Fields(b.part)
		if len(cells) > size.Cols {
			return b.l.Errorf(b.column+cells[size.Cols].Column-1, "expected %d cells, found %d", size.Cols, len(cells))
		}
		for _, cell := range cells {
			clue, mark := 0, Island
			switch cell.Text {
			case ".":
				mark, undecided = puzzle.Unset, true
			case "#":
				mark, marked = Wall, true
			case "+":
				marked = true
			case "-":
				clue = Unknown
			default:
				if clue = parseNumber(cell.Text); clue == 0 {
					return b.l.Errorf(b.column+cell.Column-1, "expected ., #, +, - or a number from 1 to %d, found %s", MaxClue, puzzle.Quote(cell.Text))
				}
			}
			clues, marks = append(clues, clue), append(marks, mark)
		}
		if len(cells) < size.Cols {
			return b.l.Errorf(b.column+utf8.RuneCountInString(b.part), "expected %d cells, found %d", size.Cols, len(cells))
		}
	}
	p, err := New(c.NextID(), size, clues)
	if err != nil {
		return b.l.ErrorAt(line, head.Column, "%v", err)
	}
	item := puzzle.Item{Puzzle: p}
	if marked {
		board := puzzle.Grid{Size: size, Values: marks}
		for i, mark := range marks {
			if mark == puzzle.Unset {
				marks[i] = Island
			}
		}
		if !undecided || len(p.Check(board)) == 0 {
			item.Solution = board
		}
	}
	if err := c.Add(item); err != nil {
		return b.l.ErrorAt(line, head.Column, "%v", err)
	}
	return b.extra()
}

// extra passes over what the editor adds behind the rows.
func (b *boardReader) extra() error {
	for b.next() {
		if strings.TrimSpace(b.part) == "" {
			continue
		}
		for _, name := range []string{"info:", "history:"} {
			if strings.HasPrefix(b.part, name) {
				return b.object(name)
			}
		}
		b.held = true
		return nil
	}
	return b.l.Err()
}

// object passes over a JSON object behind a name: everything up to the brace
// that closes the first one. Nothing else may stand on its last line.
func (b *boardReader) object(name string) error {
	text, column := b.part, b.column
	if b.more {
		text += "/" + b.rest
	}
	text, column = text[len(name):], column+len(name)
	depth, quoted, escaped := 0, false, false
	for {
		for at, r := range text {
			switch {
			case escaped:
				escaped = false
			case quoted:
				escaped, quoted = r == '\\', r != '"'
			case r == '"':
				quoted = true
			case r == '{' || r == '[':
				depth++
			case r == '}' || r == ']':
				depth--
			}
			if depth > 0 || r == ' ' {
				continue
			}
			if after := text[at+utf8.RuneLen(r):]; r != '}' && r != ']' || strings.TrimSpace(after) != "" {
				return b.l.Errorf(column+utf8.RuneCountInString(text[:at]), "expected a JSON object alone after %s, found %s", name, puzzle.Quote(text[at:]))
			}
			b.more = false
			return nil
		}
		if !b.l.Next() {
			return b.l.EndError("the end of the JSON object after " + name)
		}
		text, column = b.l.Text(), 1
	}
}

// writePzprv3 writes board files of the pzpr editor, one a line, with their
// solutions filled in. Ids and grades are lost. A solution with a wall on a
// clue is an error; the solution of a puzzle that has nothing but clues is
// lost, because there is nothing to fill in.
func writePzprv3(w io.Writer, s puzzle.Set) error {
	return write(w, s, false, func(b *strings.Builder, _ int, item sets.Entry[*Puzzle]) error {
		size := item.P.size
		fmt.Fprintf(b, "%s/%s/%d/%d/", pzprv3Head, kindName, size.Rows, size.Cols)
		for cell, clue := range item.P.clues {
			wall := !item.Solution.IsZero() && item.Solution.Values[cell] == Wall
			switch {
			case clue != 0 && wall:
				return fmt.Errorf("nurikabe %s: the solution has a wall on the clue at %v, which this format cannot hold", item.P.id, size.At(cell))
			case clue == Unknown:
				b.WriteByte('-')
			case clue != 0:
				fmt.Fprint(b, clue)
			case wall:
				b.WriteByte('#')
			case !item.Solution.IsZero():
				b.WriteByte('+')
			default:
				b.WriteByte('.')
			}
			b.WriteByte(' ')
			if (cell+1)%size.Cols == 0 {
				b.WriteByte('/')
			}
		}
		b.WriteByte('\n')
		return nil
	})
}
