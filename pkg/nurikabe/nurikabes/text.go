package nurikabes

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// The words that start a header line of a text grid.
const (
	idHeader   = "id:"
	sizeHeader = "size:"
)

// readText reads grids as people type them:
//
//	# easy ones
//	id: first
//	..2.
//	1...
//
//	12 .  ?  .
//	.  .  .  3
//
// A grid is a block of rows. A cell is ".", "-" or "_" for nothing, a clue, or "?"
// for a clue of any size; "0" is nothing as well where none of these signs is.
// Where a row has commas they separate the cells, of which those without a sign
// are empty. Else, where no row has a blank between cells every character is a
// cell (and clues have one digit), and where one has, cells are separated by
// blanks. Blank lines separate grids.
//
// Blanks are cells with nothing, and a warning says so, where no row has another
// sign for nothing or a clue of several digits, and rows have signs in different
// columns; lines of blanks as long as the longest row are rows then.
//
// Before a grid may stand its id ("id: NAME", else it is the grid's number in
// the input) and its size ("size: ROWSxCOLS", which must be right; a grid of
// one column with clues of several digits needs it, because without blanks its
// rows look like rows of many cells).
//
// Comments are lines that start with "#", between grids. A comment holds a
// letter: so a row of a solved board, where "#" is a wall, is refused, not
// ignored.
func readText(source string, r io.Reader) puzzle.Set {
	l, c := sets.NewLines(source, r), sets.Collect(source)
	var g textGrid
	for l.Next() {
		text := strings.TrimSpace(l.Text())
		if text != "" && (text[0] == '#' || isHeader(text)) && g.endsBlank() {
			g.finish(c)
		}
		switch {
		case text == "" && l.Text() != "" && len(g.rows) < nurikabe.MaxCells:
			g.source = source
			g.row(l)
		case text == "":
			g.finish(c)
		case len(g.rows) > 0 && text[0] == '#':
			panic(l.Errorf(l.Fields()[0].Column, "expected a row of clues (comments stand between grids), found %s", puzzle.Quote(text)))
		case len(g.rows) == nurikabe.MaxCells:
			panic(l.Errorf(1, "expected at most %d rows, found more", nurikabe.MaxCells))
		case len(g.rows) > 0:
			g.row(l)
		case text[0] == '#':
			if !strings.ContainsFunc(text, unicode.IsLetter) && text != "#" {
				panic(l.Errorf(l.Fields()[0].Column, "expected a comment with a letter or a row of clues, found %s", puzzle.Quote(text)))
			}
		case isHeader(text):
			g.header(l)
		default:
			g.source = source
			g.row(l)
		}
	}
	sets.Check(l.Err())
	g.finish(c)
	if g.headed {
		panic(l.EndError("a grid"))
	}
	return c.Finish(l, "a grid")
}

// isHeader says whether a line is a header of a grid.
func isHeader(text string) bool {
	return strings.HasPrefix(text, idHeader) || strings.HasPrefix(text, sizeHeader)
}

// textGrid is a grid while it is read.
type textGrid struct {
	source           string
	id               string
	idLine, idAt     int
	size             puzzle.Size // as the header says; zero where it does not
	sizeLine, sizeAt int
	headed           bool
	rows             []textRow
}

// textRow is a row with the number of its line.
type textRow struct {
	text   string
	number int
}

func (g *textGrid) row(l *sets.Lines) {
	g.rows = append(g.rows, textRow{l.Text(), l.Number()})
}

// header reads an id or a size.
func (g *textGrid) header(l *sets.Lines) {
	g.headed = true
	name, value, _ := strings.Cut(l.Text(), ":")
	at := utf8.RuneCountInString(name) + 2
	at += utf8.RuneCountInString(value) - utf8.RuneCountInString(strings.TrimLeftFunc(value, unicode.IsSpace))
	value = strings.TrimSpace(value)
	if strings.TrimSpace(name)+":" == idHeader {
		if g.idLine > 0 || value == "" {
			panic(l.Errorf(at, "expected one id, found %s", puzzle.Quote(value)))
		}
		g.id, g.idLine, g.idAt = value, l.Number(), at
		return
	}
	size, err := puzzle.ParseSize(value)
	if err != nil || g.sizeLine > 0 || size.Rows > nurikabe.MaxCells || size.Cols > nurikabe.MaxCells {
		panic(l.Errorf(at, "expected one size such as 10x12, found %s", puzzle.Quote(value)))
	}
	g.size, g.sizeLine, g.sizeAt = size, l.Number(), at
}

// endsBlank says whether the last line of the grid consists of blanks.
func (g *textGrid) endsBlank() bool {
	return len(g.rows) > 0 && strings.TrimSpace(g.rows[len(g.rows)-1].text) == ""
}

// finish turns the rows into a puzzle, if there are any, or into several, which
// lines of blanks separate.
func (g *textGrid) finish(c *sets.Collector) {
	rows := g.rows
	g.rows = nil
	if width := g.blankCells(rows, true); width > 0 {
		g.rows = rows
		g.puzzle(c, width)
		return
	}
	for i, row := range rows {
		if strings.TrimSpace(row.text) != "" {
			g.rows = append(g.rows, row)
			if i < len(rows)-1 {
				continue
			}
		}
		if len(g.rows) > 0 {
			g.puzzle(c, g.blankCells(g.rows, false))
		}
	}
}

// blankCells is the number of cells of a row of a grid in which blanks are cells,
// and 0 of other grids. lines says that there must be lines of blanks, of as many.
func (g *textGrid) blankCells(rows []textRow, lines bool) int {
	width, different, blank := g.size.Cols, false, 0
	var first []sets.Field
	for _, row := range rows {
		if width = max(width, utf8.RuneCountInString(row.text)); strings.ContainsFunc(row.text, func(r rune) bool { return r != ' ' && unicode.IsSpace(r) }) {
			return 0
		}
	}
	for _, row := range rows {
		if strings.TrimSpace(row.text) == "" {
			if blank++; utf8.RuneCountInString(row.text) != width {
				return 0
			}
			continue
		}
		fields := sets.Fields(row.text)
		for _, f := range fields {
			if f.Text != "?" && (utf8.RuneCountInString(f.Text) > 1 || parseNumber(f.Text) == 0) {
				return 0
			}
		}
		if first == nil {
			first = fields
		}
		different = different || !slices.EqualFunc(first, fields, func(a, b sets.Field) bool { return a.Column == b.Column })
	}
	if first == nil || lines && blank == 0 || !lines && !different {
		return 0
	}
	return width
}

// puzzle adds the puzzle of the rows. width is the number of cells of a row where
// blanks are cells, else 0.
func (g *textGrid) puzzle(c *sets.Collector, width int) {
	spaced, commas, zero := g.size.Cols == 1, false, true
	for _, row := range g.rows {
		commas = commas || strings.Contains(row.text, ",")
		spaced = spaced || len(sets.Fields(row.text)) > 1
		zero = zero && !strings.ContainsAny(row.text, ".-_")
	}
	expected := fmt.Sprintf("., -, ? or a number from 1 to %d", nurikabe.MaxClue)
	if !spaced && !commas {
		expected = "., -, ? or a digit from 1 to 9"
	}
	if width > 0 {
		c.Warn(puzzle.Errorf(g.source, g.rows[0].number, 1, "blanks are read as cells without a clue, in rows of %d cells", width))
	}
	size := puzzle.Size{Rows: len(g.rows)}
	var clues []int
	for i, row := range g.rows {
		var cells []sets.Field
		switch {
		case width > 0:
			text := row.text + strings.Repeat(" ", width-utf8.RuneCountInString(row.text))
			cells = characters(sets.Field{Text: strings.ReplaceAll(text, " ", "."), Column: 1})
		case commas:
			cells = sets.Separated(row.text, ",")
		case spaced:
			cells = sets.Fields(row.text)
		default:
			cells = characters(sets.Fields(row.text)[0])
		}
		if i == 0 {
			size.Cols = len(cells)
		}
		for _, cell := range cells {
			clue := parseNumber(cell.Text)
			switch cell.Text {
			case ".", "-", "_":
			case "?":
				clue = nurikabe.Unknown
			default:
				if clue == 0 && !(cell.Text == "" && commas) && !(cell.Text == "0" && zero) {
					panic(puzzle.Errorf(g.source, row.number, cell.Column, "expected %s, found %s", expected, puzzle.Quote(cell.Text)))
				}
			}
			clues = append(clues, clue)
		}
		if len(cells) > size.Cols {
			panic(puzzle.Errorf(g.source, row.number, cells[size.Cols].Column, "expected %d cells as in the first row, found %d", size.Cols, len(cells)))
		}
		if len(cells) < size.Cols {
			panic(puzzle.Errorf(g.source, row.number, utf8.RuneCountInString(row.text)+1, "expected %d cells as in the first row, found %d", size.Cols, len(cells)))
		}
	}
	if g.sizeLine > 0 && g.size != size {
		panic(puzzle.Errorf(g.source, g.sizeLine, g.sizeAt, "expected the size of the grid, %v, found %v", size, g.size))
	}
	if g.idLine == 0 {
		g.id, g.idLine, g.idAt = c.NextID(), g.rows[0].number, 1
	}
	p, err := nurikabe.New(g.id, size, clues)
	sets.CheckAt(g.source, g.rows[0].number, 1, err)
	sets.CheckAt(g.source, g.idLine, g.idAt, c.Add(puzzle.Item{Puzzle: p}))
	*g = textGrid{source: g.source}
}

// characters splits a field into its characters.
func characters(f sets.Field) []sets.Field {
	var out []sets.Field
	for _, r := range f.Text {
		out = append(out, sets.Field{Text: string(r), Column: f.Column + len(out)})
	}
	return out
}

// writeText writes grids as readText reads them, with their ids, in one
// character a cell where that is enough. Solutions and grades are lost. Two
// puzzles with one id are an error.
func writeText(w io.Writer, s puzzle.Set) error {
	return write(w, s, true, func(b *strings.Builder, i int, item sets.Entry[*nurikabe.Puzzle]) error {
		if err := sets.LineID(kind, item.P.ID()); err != nil {
			return err
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		if item.P.ID() != "" {
			fmt.Fprintf(b, "%s %s\n", idHeader, item.P.ID())
		}
		b.WriteString(item.P.Grid())
		return nil
	})
}
