package sudokus

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// The words that start a header line of a grid.
const (
	idHeader    = "id:"
	boxesHeader = "boxes:"
	zeroHeader  = "zero:"
)

// text reads grids, with or without lines between boxes, as people and
// programs write them:
//
//	# easy ones                    *-----------*      Grid 01
//	id: first                      |..4|.86|...|      5,3,,,7,,,,
//	1 . | . 4                      |9.3|47.|1..|      6,,,1,9,5,,,
//	. . | 1 .                      |.82|5..|.67|      …
//	----+----                      |---+---+---|      Grid 02
//	. 1 | 4 .                      …                  …
//	4 . | . 1
//
// A row has one sign a cell ([sudoku.Symbols]; ".", "-", "_", "*" and where it is no
// digit "0" are open cells), with or without blanks between them; where blanks
// separate all cells of a grid and some have several signs, they are decimal
// numbers, and "0" is an open cell. So they are where commas or semicolons
// separate them, and a cell of which nothing is written is open.
//
// "|" stands between boxes, or between cells. A line of nothing but "-", "+",
// "=", "*" and "|" that is not a row of open cells is a rule. Where rules are
// drawn they tell the size of boxes; else it is what a line "boxes: ROWSxCOLS"
// before the grid says, or it is assumed. A line "id: NAME" before it says its
// id, and so does a line of a word and a number, such as "Grid 01"; else that
// is the grid's number in the input. A line "zero: digit" or "zero: open" says
// what 0 is on a board of 16 or 36. Blank lines separate grids, and so do
// rules after the last row; lines that start with "#" are comments. Unicode's
// box drawing is read like "|" and "+". A line may also have all cells
// of a board, if commas or blanks separate them.
func (a assumption) text(source string, r io.Reader) puzzle.Set {
	l, c := sets.NewLines(source, r), a.collect(source)
	g := &grid{}
	finish := func() {
		if len(g.rows) == 0 {
			return
		}
		g.finish(c)
		g = &grid{}
	}
	for l.Next() {
		text := strings.TrimSpace(l.Text())
		header := strings.HasPrefix(text, idHeader) || strings.HasPrefix(text, boxesHeader) || strings.HasPrefix(text, zeroHeader)
		if text == "" || isHeading(text) || g.ended && !isRule(text) {
			finish()
		}
		switch {
		case text == "" || text[0] == '#':
		case header:
			if len(g.rows) > 0 {
				panic(l.Errorf(l.Fields()[0].Column, "expected a row or a blank line, found %s", puzzle.Quote(text)))
			}
			g.header(l)
		case isHeading(text):
			g.headed = true
			if !c.Has(text) && g.idLine == 0 {
				g.id, g.idLine, g.idAt = text, l.Number(), l.Fields()[0].Column
			}
		case len(g.rows) == mostRows:
			panic(l.Errorf(1, "expected at most %d lines in a grid, found more", mostRows))
		default:
			g.row(l)
			g.dots = g.dots || !isRule(text) && strings.ContainsAny(text, "._0*")
			g.ended = isRule(text) && g.complete()
			if cells := len(g.rows[len(g.rows)-1].tokens); cells > sudoku.MaxN && sideOf(cells) > 0 {
				finish()
			}
		}
	}
	sets.Check(l.Err())
	if len(g.rows) == 0 && g.headed {
		panic(l.EndError("a grid"))
	}
	finish()
	return c.Finish(l, "a grid")
}

// isHeading says whether a line is a word and a number, as in "Grid 01".
func isHeading(text string) bool {
	words := strings.Fields(text)
	if len(words) != 2 {
		return false
	}
	word, number := strings.TrimRight(words[0], ":#"), strings.Trim(words[1], "#:.")
	return utf8.RuneCountInString(word) > 2 && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) &&
		number != "" && len(number) < 5 && strings.Trim(number, "0123456789") == ""
}

// isRule says whether a line consists of strokes.
func isRule(text string) bool {
	return strings.Trim(strings.Map(stroke, text), "-+=*| \t\r\n") == "" && strings.ContainsAny(strings.Map(stroke, text), "-+=*")
}

// mostRows is the most lines of a grid, with those that are drawn.
const mostRows = 4 * sudoku.MaxN

// grid is a grid while it is read.
type grid struct {
	heading
	rows  []gridRow
	ended bool // by a rule after all rows
	dots  bool // a row has another sign for open cells than dashes
}

// heading is what the lines before a grid say.
type heading struct {
	headed         bool
	id             string
	idLine, idAt   int
	box            puzzle.Size // zero where it is not said
	boxLine, boxAt int
	zero           string
}

// gridRow is a line of a grid.
type gridRow struct {
	text   string // with | and + for the strokes of box drawing
	line   int
	tokens []sets.Field // without bars
	bars   []mark       // by tokens
	heavy  bool         // a rule of double or thick strokes
	commas bool         // between the tokens
}

// mark is a line that is drawn after a number of cells, tokens or rows.
type mark struct {
	after int
	heavy bool // double or thick
}

func (g *grid) header(l *sets.Lines) {
	g.headed = true
	name, value, _ := strings.Cut(l.Text(), ":")
	at := utf8.RuneCountInString(name) + 2
	at += utf8.RuneCountInString(value) - utf8.RuneCountInString(strings.TrimLeftFunc(value, unicode.IsSpace))
	value = strings.TrimSpace(value)
	switch strings.TrimSpace(name) + ":" {
	case idHeader:
		if g.idLine > 0 || value == "" {
			panic(l.Errorf(at, "expected one id, found %s", puzzle.Quote(value)))
		}
		g.id, g.idLine, g.idAt = value, l.Number(), at
	case zeroHeader:
		if g.zero != "" || value != zeroDigit && value != zeroOpen {
			panic(l.Errorf(at, "expected digit or open, once, found %s", puzzle.Quote(value)))
		}
		g.zero = value
	default:
		box, err := puzzle.ParseSize(value)
		if err != nil || g.boxLine > 0 || sudoku.CheckBox(box) != nil {
			panic(l.Errorf(at, "expected one size of boxes such as 3x3, found %s", puzzle.Quote(value)))
		}
		g.box, g.boxLine, g.boxAt = box, l.Number(), at
	}
}

// row splits a line at commas, or else at bars and blanks.
func (g *grid) row(l *sets.Lines) {
	row := gridRow{text: strings.Map(stroke, l.Text()), line: l.Number(), heavy: strings.ContainsAny(l.Text(), "═━=")}
	for _, comma := range []string{",", ";", "\t"} {
		if comma == "\t" && !strings.Contains("\t"+row.text+"\t", "\t\t") {
			continue // tabs are blanks unless a cell between them is empty
		}
		before := len(g.rows) > 0 && g.rows[len(g.rows)-1].commas && strings.Contains(row.text, comma)
		if before || strings.Count(row.text, comma) >= leastN-1 {
			row.commas, row.tokens = true, sets.Separated(row.text, comma)
			for i, t := range row.tokens {
				if row.tokens[i].Text = strings.Trim(t.Text, "\"'[] "); row.tokens[i].Text == "" {
					row.tokens[i].Text = "."
				}
			}
			g.rows = append(g.rows, row)
			return
		}
	}
	raw := []rune(l.Text())
	for _, f := range sets.Fields(row.text) {
		start, column := 0, f.Column
		flush := func(end int) {
			if end > start {
				row.tokens = append(row.tokens, sets.Field{Text: f.Text[start:end], Column: f.Column + utf8.RuneCountInString(f.Text[:start])})
			}
		}
		for i, sign := range f.Text {
			if sign == '|' {
				flush(i)
				start = i + 1
				double := strings.ContainsRune("║┃", raw[column-1]) || column > 1 && stroke(raw[column-2]) == '|'
				row.bars = append(row.bars, mark{len(row.tokens), double})
			}
			column++
		}
		flush(len(f.Text))
	}
	g.rows = append(g.rows, row)
}

// stroke turns the strokes of Unicode's box drawing into | and +.
func stroke(sign rune) rune {
	switch {
	case strings.ContainsRune("│┃║╎╏┆┇┊┋", sign):
		return '|'
	case sign >= 0x2500 && sign <= 0x257F:
		return '+'
	}
	return sign
}

// rule says whether a line of a grid is a line between boxes: of nothing but
// strokes, and not a row of n open cells.
func (r *gridRow) rule(n int) bool {
	dashes, stars, other := 0, 0, false
	for _, sign := range r.text {
		switch {
		case sign == '+' || sign == '=':
			other = true
		case sign == '*':
			stars++
		case sign == '-':
			dashes++
		case sign != '|' && !unicode.IsSpace(sign):
			return false
		}
	}
	return other || dashes+stars != n || dashes > 0 && stars > 0
}

// signs splits tokens into single signs, and says after how many of them bars
// stand.
func (r *gridRow) signs() (signs []sets.Field, bars []mark) {
	next := 0
	bar := func(tokens int) {
		for next < len(r.bars) && r.bars[next].after == tokens {
			bars = append(bars, mark{len(signs), r.bars[next].heavy})
			next++
		}
	}
	for i, t := range r.tokens {
		bar(i)
		at := t.Column
		for _, sign := range t.Text {
			signs = append(signs, sets.Field{Text: string(sign), Column: at})
			at++
		}
	}
	bar(len(r.tokens))
	return signs, bars
}

// writeText writes grids as text reads them, with lines between boxes
// and their ids. Solutions and grades are lost. Two puzzles with one id are an
// error.
func writeText(w io.Writer, s puzzle.Set) error {
	first := true
	return write(w, s, true, func(item sets.Entry[*sudoku.Puzzle]) (string, error) {
		if err := sets.LineID(kindName, item.P.ID()); err != nil {
			return "", err
		}
		var b strings.Builder
		if !first {
			b.WriteByte('\n')
		}
		first = false
		if item.P.ID() != "" {
			fmt.Fprintf(&b, "%s %s\n", idHeader, item.P.ID())
		}
		if sudoku.ZeroIsUnclear(item.P.N(), item.P.Values()) {
			fmt.Fprintf(&b, "%s %s\n", zeroHeader, zeroDigit)
		}
		b.WriteString(gridOf(item.P, item.P.Board()))
		return b.String(), nil
	})
}

// gridOf writes a board as a grid with lines between boxes, in the signs of
// [sudoku.Puzzle.Rows].
func gridOf(p *sudoku.Puzzle, board puzzle.Grid) string {
	var b strings.Builder
	box := p.Box()
	var stack []string
	for range p.N() / box.Cols {
		stack = append(stack, strings.Repeat("-", 2*box.Cols+1))
	}
	rule := strings.Join(stack, "+")
	rule = rule[1 : len(rule)-1]
	for row, line := range p.Rows(board) {
		if row > 0 && row%box.Rows == 0 {
			b.WriteString(rule + "\n")
		}
		for col, sign := range strings.Split(line, "") {
			if col > 0 {
				b.WriteByte(' ')
				if col%box.Cols == 0 {
					b.WriteString("| ")
				}
			}
			b.WriteString(sign)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
