package sudoku

import (
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// The words that start a header line of a grid.
const (
	idHeader    = "id:"
	boxesHeader = "boxes:"
)

// readText reads grids, with or without lines between boxes, as people and
// programs write them:
//
//	# easy ones                    *-----------*
//	id: first                      |..4|.86|...|
//	1 . | . 4                      |9.3|47.|1..|
//	. . | 1 .                      |.82|5..|.67|
//	----+----                      |---+---+---|
//	. 1 | 4 .                      …
//	4 . | . 1
//
// A row has one sign a cell ([Symbols]; ".", "-", "_" and where it is no digit
// "0" are open cells), with or without blanks between them; where blanks
// separate all cells of a grid and some have several signs, they are decimal
// numbers, and "0" is an open cell. "|" stands between boxes. A line of
// nothing but "-", "+", "=", "*" and "|" that is not a row of open cells is a
// rule. Where rules are drawn they tell the size of boxes; else it is the
// usual one (usualBox), or what a line "boxes: ROWSxCOLS" before the grid
// says. A line "id: NAME" before it says its id, else that is the grid's
// number in the input. Blank lines separate grids; lines that start with "#"
// are comments. Unicode's box drawing is read like "|" and "+".
func readText(source string, r io.Reader) (puzzle.Set, error) {
	l, c := puzzle.NewLines(source, r), puzzle.Collect(source)
	g := &grid{source: source}
	for l.Next() {
		text := strings.TrimSpace(l.Text())
		switch {
		case text == "":
			if len(g.rows) > 0 {
				if err := g.finish(c); err != nil {
					return puzzle.Set{}, err
				}
				g = &grid{source: source}
			}
		case text[0] == '#':
		case strings.HasPrefix(text, idHeader) || strings.HasPrefix(text, boxesHeader):
			if len(g.rows) > 0 {
				return puzzle.Set{}, l.Errorf(l.Fields()[0].Column, "expected a row or a blank line, found %s", puzzle.Quote(text))
			}
			if err := g.header(l); err != nil {
				return puzzle.Set{}, err
			}
		case len(g.rows) == mostRows:
			return puzzle.Set{}, l.Errorf(1, "expected at most %d lines in a grid, found more", mostRows)
		default:
			g.row(l)
		}
	}
	if err := l.Err(); err != nil {
		return puzzle.Set{}, err
	}
	if len(g.rows) == 0 && g.headed {
		return puzzle.Set{}, l.EndError("a grid")
	}
	if len(g.rows) > 0 {
		if err := g.finish(c); err != nil {
			return puzzle.Set{}, err
		}
	}
	return c.Finish(l, "a grid")
}

// mostRows is the most lines of a grid, with those that are drawn.
const mostRows = 4 * MaxN

// grid is a grid while it is read.
type grid struct {
	source         string
	headed         bool
	id             string
	idLine, idAt   int
	box            puzzle.Size // as the header says; zero where it does not
	boxLine, boxAt int
	rows           []gridRow
}

// gridRow is a line of a grid.
type gridRow struct {
	text   string
	line   int
	tokens []puzzle.Field // without bars
	after  []int          // number of tokens before each bar
}

func (g *grid) header(l *puzzle.Lines) error {
	g.headed = true
	name, value, _ := strings.Cut(l.Text(), ":")
	at := utf8.RuneCountInString(name) + 2
	at += utf8.RuneCountInString(value) - utf8.RuneCountInString(strings.TrimLeftFunc(value, unicode.IsSpace))
	value = strings.TrimSpace(value)
	if strings.TrimSpace(name)+":" == idHeader {
		if g.idLine > 0 || value == "" {
			return l.Errorf(at, "expected one id, found %s", puzzle.Quote(value))
		}
		g.id, g.idLine, g.idAt = value, l.Number(), at
		return nil
	}
	box, err := puzzle.ParseSize(value)
	if err != nil || g.boxLine > 0 || CheckBox(box) != nil {
		return l.Errorf(at, "expected one size of boxes such as 3x3, found %s", puzzle.Quote(value))
	}
	g.box, g.boxLine, g.boxAt = box, l.Number(), at
	return nil
}

// row splits a line at bars and blanks.
func (g *grid) row(l *puzzle.Lines) {
	row := gridRow{text: strings.Map(stroke, l.Text()), line: l.Number()}
	for _, f := range puzzle.Fields(row.text) {
		start := 0
		flush := func(end int) {
			if end > start {
				row.tokens = append(row.tokens, puzzle.Field{Text: f.Text[start:end], Column: f.Column + utf8.RuneCountInString(f.Text[:start])})
			}
		}
		for i, sign := range f.Text {
			if sign == '|' {
				flush(i)
				start = i + 1
				row.after = append(row.after, len(row.tokens))
			}
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
	strokes := 0
	for _, sign := range r.text {
		switch {
		case sign == '+' || sign == '=' || sign == '*':
			strokes = -1 << 20
		case sign == '-':
			strokes++
		case sign != '|' && !unicode.IsSpace(sign):
			return false
		}
	}
	return strokes != n
}

// signs splits tokens into single signs, and says after how many of them bars
// stand.
func (r *gridRow) signs() (signs []puzzle.Field, bars []int) {
	next := 0
	bar := func(tokens int) {
		for next < len(r.after) && r.after[next] == tokens {
			bars = append(bars, len(signs))
			next++
		}
	}
	for i, t := range r.tokens {
		bar(i)
		at := t.Column
		for _, sign := range t.Text {
			signs = append(signs, puzzle.Field{Text: string(sign), Column: at})
			at++
		}
	}
	bar(len(r.tokens))
	return signs, bars
}

// finish turns the lines into a puzzle.
func (g *grid) finish(c *puzzle.Collector) error {
	n, decimal := g.side()
	if _, ok := usualBox(n); !ok {
		return puzzle.Errorf(g.source, g.rows[0].line, 1, "expected a row of 4 to %d cells, as many as a box can have, found %d", MaxN, n)
	}
	var cells []puzzle.Field
	var lines []int  // of cells
	var rules []int  // rows before each rule
	var bars [][]int // of each row
	rows := 0
	for _, r := range g.rows {
		if r.rule(n) {
			rules = append(rules, rows)
			continue
		}
		found, at := r.tokens, r.after
		if !decimal {
			found, at = r.signs()
		}
		column := utf8.RuneCountInString(r.text) + 1
		if len(found) > n {
			column = found[n].Column
		}
		if len(found) != n {
			return puzzle.Errorf(g.source, r.line, column, "expected %d cells as in the first row, found %d", n, len(found))
		}
		if rows++; rows > n {
			return puzzle.Errorf(g.source, r.line, found[0].Column, "expected %d rows, as many as a row has cells, found more", n)
		}
		cells = append(cells, found...)
		bars = append(bars, at)
		for range found {
			lines = append(lines, r.line)
		}
	}
	last := g.rows[len(g.rows)-1]
	if rows < n {
		return puzzle.Errorf(g.source, last.line, utf8.RuneCountInString(last.text)+1, "expected %d rows, as many as a row has cells, found %d", n, rows)
	}
	box, err := g.boxes(n, rules, bars)
	if err != nil {
		return err
	}
	values, err := g.values(n, decimal, cells, lines)
	if err != nil {
		return err
	}
	if g.idLine == 0 {
		g.id, g.idLine, g.idAt = c.NextID(), g.rows[0].line, 1
	}
	p, err := New(g.id, box, values)
	if err != nil {
		return puzzle.Errorf(g.source, g.rows[0].line, 1, "%v", err)
	}
	if err := c.Add(puzzle.Item{Puzzle: p}); err != nil {
		return puzzle.Errorf(g.source, g.idLine, g.idAt, "%v", err)
	}
	return nil
}

// side is the number of cells of a row, and whether cells are decimal numbers:
// that is so where all rows have as many words as there are rows, and a word
// has several signs.
func (g *grid) side() (n int, decimal bool) {
	first := slices.IndexFunc(g.rows, func(r gridRow) bool { return !r.rule(-1) })
	if first < 0 {
		// Nothing but strokes: open cells, or rules around nothing.
		first = max(slices.IndexFunc(g.rows, func(r gridRow) bool { return !strings.ContainsAny(r.text, "+=*") }), 0)
	}
	signs, _ := g.rows[first].signs()
	words, rows, several := len(g.rows[first].tokens), 0, false
	for _, r := range g.rows {
		if r.rule(words) {
			continue
		}
		rows++
		if len(r.tokens) != words {
			return len(signs), false
		}
		several = several || slices.ContainsFunc(r.tokens, func(f puzzle.Field) bool { return utf8.RuneCountInString(f.Text) > 1 })
	}
	if _, ok := usualBox(words); ok && several && rows == words {
		return words, true
	}
	return len(signs), false
}

// boxes is the size of boxes: what is drawn, what the header says, or what is
// usual.
func (g *grid) boxes(n int, rules []int, bars [][]int) (puzzle.Size, error) {
	inner := func(at []int) []int {
		return slices.Compact(slices.DeleteFunc(slices.Clone(at), func(i int) bool { return i == 0 || i == n }))
	}
	drawn := puzzle.Size{Rows: n, Cols: n}
	if at := inner(rules); len(at) > 0 {
		drawn.Rows = at[0]
	}
	for _, at := range bars {
		if at := inner(at); len(at) > 0 {
			drawn.Cols = at[0]
			break
		}
	}
	box := usual(n)
	switch {
	case drawn.Rows < n && drawn.Cols < n:
		box = drawn
	case drawn.Rows < n:
		box = puzzle.Size{Rows: drawn.Rows, Cols: n / drawn.Rows}
	case drawn.Cols < n:
		box = puzzle.Size{Rows: n / drawn.Cols, Cols: drawn.Cols}
	case g.boxLine > 0:
		box = g.box
	}
	if g.boxLine > 0 && (g.box != box || box.Cells() != n) {
		return box, puzzle.Errorf(g.source, g.boxLine, g.boxAt, "expected boxes of %d cells as in the grid, found %v", n, g.box)
	}
	if CheckBox(box) != nil || box.Cells() != n {
		return box, puzzle.Errorf(g.source, g.rows[0].line, 1, "expected lines between boxes of %d cells, such as %v, found them around %v", n, usual(n), drawn)
	}
	// All that is drawn must be between boxes.
	for _, at := range rules {
		if at%box.Rows != 0 {
			return box, puzzle.Errorf(g.source, g.rows[0].line, 1, "expected lines after every %d rows, found one after row %d", box.Rows, at)
		}
	}
	for row, at := range bars {
		for _, i := range at {
			if i%box.Cols != 0 {
				return box, puzzle.Errorf(g.source, g.rows[0].line, 1, "expected | after every %d cells, found one after cell %d of row %d", box.Cols, i, row+1)
			}
		}
	}
	return box, nil
}

// values reads the cells.
func (g *grid) values(n int, decimal bool, cells []puzzle.Field, lines []int) ([]uint8, error) {
	out := make([]uint8, len(cells))
	var all strings.Builder
	for _, f := range cells {
		all.WriteString(f.Text)
	}
	signs := alphabetOf(n, all.String())
	for i, f := range cells {
		if decimal {
			v := puzzle.ParseCount(f.Text, n)
			if out[i] = uint8(v); v == 0 {
				if f.Text != "0" && (utf8.RuneCountInString(f.Text) != 1 || !strings.Contains(blanks, f.Text)) {
					return nil, puzzle.Errorf(g.source, lines[i], f.Column, "expected ., -, 0 or a number from 1 to %d, found %s", n, puzzle.Quote(f.Text))
				}
				out[i] = puzzle.Unset
			}
			continue
		}
		v, err := signs.values(g.source, lines[i], f.Column, f.Text, true)
		if err != nil {
			return nil, err
		}
		out[i] = v[0]
	}
	return out, nil
}
