// Package nonogram is the puzzle: instances, the rules and their judge, the one
// canonical text, and drawing. Engines live in its sub-packages and are not
// known here.
//
// The rules (Salcedo-Sanz, Ortiz-García, Pérez-Bellido, Portilla-Figueras and Yao, "Solving Japanese
// Puzzles with Heuristics", CIG 2007, section II): every row and every column has a clue, a list of
// blocks. The list is in the order of the blocks, from left to right or from top to bottom. A block is
// a run of cells of one colour. Between two blocks of one colour there is at least one blank cell;
// blocks of different colours may touch. All other cells are blank. An empty clue is a line without a
// block.
//
// # Design
//
// Every engine imports this package, and its sources are part of the identity of
// their records. So readers and writers of sets are in package nonograms, which no
// engine imports.
//
// # Limits
//
// At most 254 colours beside the background, boards of at most
// [MaxCells] cells, and no clues with unknown lengths.
package nonogram

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// kindName is the name of the kind.
const kindName = "nonogram"

// The values of a board's cells. A colour puzzle has further ones: a cell
// holds an index into the puzzle's [Puzzle.Palette].
const (
	Blank  uint8 = 0
	Filled uint8 = 1
)

// MaxCells is the largest board.
const MaxCells = 1 << 20

// MaxColours is the largest palette, background included: [puzzle.Unset] is no
// colour.
const MaxColours = 255

// Block is a run of cells of one colour.
type Block struct {
	// Length is the number of cells, from 1.
	Length int
	// Colour is an index into the palette, from 1: blank is no block.
	Colour uint8
}

// Clue is a line's blocks in order. An empty clue is a blank line.
type Clue []Block

// span is the least number of cells that the clue needs: its blocks and a
// blank between neighbours of one colour.
func (c Clue) span() int {
	span := 0
	for i, block := range c {
		span += block.Length
		if i > 0 {
			span += c.Gap(i)
		}
	}
	return span
}

// Gap is the number of blanks that must stand before block i: 1 where block
// i-1 has its colour, else 0.
func (c Clue) Gap(i int) int {
	if i > 0 && c[i-1].Colour == c[i].Colour {
		return 1
	}
	return 0
}

// Slack is the number of cells by which the clue's blocks can move on a line. It
// is negative where the clue does not fit.
func (c Clue) Slack(length int) int { return length - c.span() }

// String writes the lengths with a space between them, "0" for an empty clue,
// and a colour's index after a colon where it is not 1: "3 1:2".
func (c Clue) String() string {
	if len(c) == 0 {
		return "0"
	}
	words := make([]string, len(c))
	for i, block := range c {
		words[i] = strconv.Itoa(block.Length)
		if block.Colour != Filled {
			words[i] += ":" + strconv.Itoa(int(block.Colour))
		}
	}
	return strings.Join(words, " ")
}

// Ink is one colour of a palette.
type Ink struct {
	// Name is its name in the set, such as "red".
	Name string
	// RGB are its red, green and blue components, 0 to 255.
	RGB [3]uint8
}

// BlackAndWhite is the palette of a puzzle without colours.
func BlackAndWhite() []Ink {
	return []Ink{{"white", [3]uint8{255, 255, 255}}, {"black", [3]uint8{0, 0, 0}}}
}

// Puzzle is one immutable instance.
type Puzzle struct {
	id      string
	title   string
	palette []Ink
	rows    []Clue
	cols    []Clue
	hash    puzzle.Hash
}

var _ puzzle.Puzzle = (*Puzzle)(nil)

// New makes an instance from the clues of rows and columns and a palette whose
// first colour is the background; no palette means [BlackAndWhite]. It copies
// what it is given. Instances that cannot be solved (a clue longer than its
// line, rows and columns that ask for different numbers of cells) are
// instances all the same; sizes, lengths and colours out of range are errors.
func New(id string, rows, cols []Clue, palette []Ink) (*Puzzle, error) {
	if len(palette) == 0 {
		palette = BlackAndWhite()
	}
	size := puzzle.Size{Rows: len(rows), Cols: len(cols)}
	if size.Rows < 1 || size.Cols < 1 || size.Cells() > MaxCells {
		return nil, fmt.Errorf("nonogram %s: a board of %v: expected 1 to %d cells", id, size, MaxCells)
	}
	if len(palette) < 2 || len(palette) > MaxColours {
		return nil, fmt.Errorf("nonogram %s: %d colours with the background: expected 2 to %d", id, len(palette), MaxColours)
	}
	p := &Puzzle{id: id, palette: slices.Clone(palette)}
	for _, side := range []struct {
		name  string
		clues []Clue
		copy  *[]Clue
	}{{"row", rows, &p.rows}, {"column", cols, &p.cols}} {
		for i, clue := range side.clues {
			for _, block := range clue {
				if block.Length < 1 || block.Length > MaxCells {
					return nil, fmt.Errorf("nonogram %s: a block of %d cells in %s %d: expected 1 to %d", id, block.Length, side.name, i+1, MaxCells)
				}
				if block.Colour < 1 || int(block.Colour) >= len(palette) {
					return nil, fmt.Errorf("nonogram %s: colour %d in %s %d: expected 1 to %d", id, block.Colour, side.name, i+1, len(palette)-1)
				}
			}
			*side.copy = append(*side.copy, slices.Clone(clue))
		}
	}
	p.hash = puzzle.HashOf(kindName, p.canonical())
	return p, nil
}

// canonical is the text whose hash is the content hash: the clues. How the
// colours look is not content.
func (p *Puzzle) canonical() string {
	var b strings.Builder
	for _, side := range [][]Clue{p.rows, p.cols} {
		for _, clue := range side {
			b.WriteString(clue.String())
			b.WriteByte('\n')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Kind is "nonogram".
func (p *Puzzle) Kind() string { return kindName }

// ID is the instance's name in its set.
func (p *Puzzle) ID() string { return p.id }

// Size is the size of the board.
func (p *Puzzle) Size() puzzle.Size { return puzzle.Size{Rows: len(p.rows), Cols: len(p.cols)} }

// Hash identifies the clues of rows and columns.
func (p *Puzzle) Hash() puzzle.Hash { return p.hash }

// Title is the name of the picture, empty where there is none.
func (p *Puzzle) Title() string { return p.title }

// Titled is the same puzzle with a title.
func (p *Puzzle) Titled(title string) *Puzzle {
	q := *p
	q.title = title
	return &q
}

// Named is the same puzzle with another id.
func (p *Puzzle) Named(id string) *Puzzle {
	q := *p
	q.id = id
	return &q
}

// Row is the clue of a row, Col the clue of a column, from zero. They are the
// puzzle's own memory: read them only.
func (p *Puzzle) Row(i int) Clue { return p.rows[i] }

// Col is the clue of a column; see [Puzzle.Row].
func (p *Puzzle) Col(i int) Clue { return p.cols[i] }

// Lines is the number of rows and columns.
func (p *Puzzle) Lines() int { return len(p.rows) + len(p.cols) }

// Line is the clue of line i: rows first, then columns.
func (p *Puzzle) Line(i int) Clue {
	if i < len(p.rows) {
		return p.rows[i]
	}
	return p.cols[i-len(p.rows)]
}

// LineCells returns where line i lies on the board (rows first, then columns):
// its j-th cell has the raster index first + j·step, for j from 0 to length-1.
func (p *Puzzle) LineCells(i int) (first, step, length int) {
	rows, cols := len(p.rows), len(p.cols)
	if i < rows {
		return i * cols, 1, cols
	}
	return i - rows, cols, rows
}

// LineName is the name of line i for people: "row 3", "column 12".
func (p *Puzzle) LineName(i int) string {
	if rows := len(p.rows); i >= rows {
		return fmt.Sprintf("column %d", i-rows+1)
	}
	return fmt.Sprintf("row %d", i+1)
}

// ClueText writes a clue for people: as [Clue.String] does, but with the letters
// of [Puzzle.Rows] for colours: "3 1" in black and white, else "3r 1g".
func (p *Puzzle) ClueText(c Clue) string {
	if p.Colours() == 1 || len(c) == 0 {
		return c.String()
	}
	signs := p.Signs()
	words := make([]string, len(c))
	for i, block := range c {
		sign := '?'
		if int(block.Colour) < len(signs) {
			sign = signs[block.Colour]
		}
		words[i] = strconv.Itoa(block.Length) + string(sign)
	}
	return strings.Join(words, " ")
}

// Palette are the colours, the background first: two of them in a
// black-and-white puzzle. The slice is a copy.
func (p *Puzzle) Palette() []Ink { return slices.Clone(p.palette) }

// Colours is the number of colours beside the background: 1 in a
// black-and-white puzzle.
func (p *Puzzle) Colours() int { return len(p.palette) - 1 }

// Fits says whether every clue fits its line and rows and columns ask for the
// same number of cells of each colour. A puzzle that does not fit has no
// solution.
func (p *Puzzle) Fits() bool {
	var balance [MaxColours]int
	for i := range p.Lines() {
		clue := p.Line(i)
		_, _, length := p.LineCells(i)
		if clue.Slack(length) < 0 {
			return false
		}
		sign := 1
		if i >= len(p.rows) {
			sign = -1
		}
		for _, block := range clue {
			balance[block.Colour] += sign * block.Length
		}
	}
	return balance == [MaxColours]int{}
}

// ClueOf reads the clue off a line's cells; [puzzle.Unset] counts as blank.
func ClueOf(cells []uint8) Clue {
	var clue Clue
	last := Blank
	for _, v := range cells {
		if v == puzzle.Unset {
			v = Blank
		}
		switch {
		case v == Blank:
		case v == last:
			clue[len(clue)-1].Length++
		default:
			clue = append(clue, Block{1, v})
		}
		last = v
	}
	return clue
}

// FromPicture makes the puzzle that a complete board solves. An engine can say
// whether there are other solutions.
func FromPicture(id string, board puzzle.Grid, palette []Ink) (*Puzzle, error) {
	rows, cols := make([]Clue, board.Rows), make([]Clue, board.Cols)
	for r := range rows {
		rows[r] = ClueOf(board.Values[r*board.Cols : (r+1)*board.Cols])
	}
	column := make([]uint8, board.Rows)
	for c := range cols {
		for r := range column {
			column[r] = board.Values[r*board.Cols+c]
		}
		cols[c] = ClueOf(column)
	}
	return New(id, rows, cols, palette)
}

// Rows writes a board with '.' for blank cells, '#' for filled ones, letters
// for the colours of a colour puzzle, and '?' for unset cells and for values
// that are no colour. The letters are the first ones of the colours' names
// where these are different, else a, b, c, …
func (p *Puzzle) Rows(board puzzle.Grid) []string {
	signs := p.Signs()
	rows := make([]string, 0, board.Rows)
	for line := range slices.Chunk(board.Values, max(board.Cols, 1)) {
		text := make([]rune, len(line))
		for i, v := range line {
			if text[i] = '?'; int(v) < len(signs) {
				text[i] = signs[v]
			}
		}
		rows = append(rows, string(text))
	}
	return rows
}
