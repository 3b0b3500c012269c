package nonogram

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

// grid reads a board: '.' blank, digits colours, '?' unset.
func grid(rows ...string) puzzle.Grid {
	g := puzzle.NewGrid(puzzle.Size{Rows: len(rows), Cols: len(rows[0])}, Blank)
	for i, c := range []byte(strings.Join(rows, "")) {
		switch c {
		case '.':
		case '?':
			g.Values[i] = puzzle.Unset
		default:
			g.Values[i] = c - '0'
		}
	}
	return g
}

// clues reads clues such as "2 1:2" as [Clue.String] writes them.
func clues(texts ...string) []Clue {
	out := make([]Clue, len(texts))
	for i, text := range texts {
		for _, word := range strings.Fields(text) {
			block := Block{Colour: Filled}
			if n, _ := fmt.Sscanf(word, "%d:%d", &block.Length, &block.Colour); n > 0 && block.Length > 0 {
				out[i] = append(out[i], block)
			}
		}
	}
	return out
}

// dancer is the puzzle with which webpbn.com explains itself, #1 of Jan Wolter.
var dancer = func() *Puzzle {
	p, err := New("dancer", clues("2", "2 1", "1 1", "3", "1 1", "1 1", "2", "1 1", "1 2", "2"), clues("2 1", "2 1 3", "7", "1 3", "2 1"), nil)
	if err != nil {
		panic(err)
	}
	return p
}()

var dancing = grid(".11..", ".11.1", "..1.1", ".111.", "1.1..", "1.1..", "..11.", ".1.1.", ".1.11", "11...")

// TestCheckPublished: the solution that webpbn.com publishes, and what the
// judge says of boards that differ from it.
func TestCheckPublished(t *testing.T) {
	broken := dancer.Check(dancing)
	alltest.Check(t, broken == nil, "the published solution: %v", broken)
	moved := dancing.Clone()
	moved.Values[1], moved.Values[3] = Blank, Filled
	want := []string{
		"column-clue: column 2 reads 1 1 3, its clue is 2 1 3",
		"column-clue: column 4 reads 1 1 3, its clue is 1 3",
	}
	got := texts(dancer.Check(moved))
	alltest.Check(t, slices.Equal(got, want), "a cell moved:\n%q\nwant\n%q", got, want)
}

func texts(broken []puzzle.Violation) []string {
	var out []string
	for _, v := range broken {
		out = append(out, v.String())
	}
	return out
}

func TestCheck(t *testing.T) {
	// Red next to red needs a blank, red next to green does not (the paper,
	// section II).
	p := alltest.Must(New("p", clues("1:1 1:2", "2:1", ""), clues("2:1", "1:2 1:1", ""), append(BlackAndWhite(), Ink{"red", [3]uint8{255, 0, 0}})))(t)
	for _, tt := range []struct {
		name  string
		board puzzle.Grid
		want  []string
	}{
		{"solved", grid("12.", "11.", "..."), nil},
		{"another colour", grid("11.", "11.", "..."), []string{
			"row-clue: row 1 reads 2b, its clue is 1b 1r",
			"column-clue: column 2 reads 2b, its clue is 1r 1b",
		}},
		{"not finished", grid("12.", "11.", ".?."), []string{"complete: 1 cells are neither blank nor coloured"}},
		{"no such colour", grid("13.", "11.", "..."), []string{
			"colour: 1 cells have no colour of the palette",
			"row-clue: row 1 reads 1b 1?, its clue is 1b 1r",
			"column-clue: column 2 reads 1? 1b, its clue is 1r 1b",
		}},
		{"something in a blank line", grid("12.", "11.", "..1"), []string{
			"row-clue: row 3 reads 1b, its clue is 0",
			"column-clue: column 3 reads 1b, its clue is 0",
		}},
		{"another size", grid("12", "11"), []string{"size: a board of 2x2 for a puzzle of 3x3"}},
		{"no board", puzzle.Grid{}, []string{"size: a board of 0x0 for a puzzle of 3x3"}},
	} {
		got := texts(p.Check(tt.board))
		alltest.Check(t, slices.Equal(got, tt.want), "%s:\n%q\nwant\n%q", tt.name, got, tt.want)
	}
	// The cells of a broken rule are the whole line.
	broken := p.Check(grid("12.", "11.", "..1"))
	alltest.Check(t, slices.Equal(broken[0].Cells, ([]puzzle.Cell{{Row: 2}, {Row: 2, Col: 1}, {Row: 2, Col: 2}})),
		"row 3 is the cells %v", broken[0].Cells)
}

// TestCheckAgainstWords: a board is accepted exactly if every line, written as
// text and split at its blanks and changes of colour, reads as its clue.
func TestCheckAgainstWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side, colours := rapid.IntRange(1, 4), rapid.IntRange(1, 3).Draw(t, "colours")
		palette := BlackAndWhite()
		for range colours - 1 {
			palette = append(palette, Ink{"", [3]uint8{1, 2, 3}})
		}
		size := puzzle.Size{Rows: side.Draw(t, "rows"), Cols: side.Draw(t, "cols")}
		draw := func(what string) puzzle.Grid {
			g := puzzle.NewGrid(size, Blank)
			for i := range g.Values {
				g.Values[i] = uint8(rapid.IntRange(0, colours).Draw(t, what))
			}
			return g
		}
		picture := draw("picture")
		p := alltest.Must(FromPicture("p", picture, palette))(t)
		alltest.Require(t, p.Fits(), "the clues of a picture do not fit")
		board := picture
		if rapid.Bool().Draw(t, "another board") {
			board = draw("board")
		}
		same := true
		for line := range p.Lines() {
			same = same && words(p, picture, line) == words(p, board, line)
		}
		solved := len(p.Check(board)) == 0
		alltest.Require(t, solved == same, "the judge says %v of %v for the clues of %v", solved, board, picture)
	})
}

// words writes a line's runs of one colour, with blanks left out.
func words(p *Puzzle, board puzzle.Grid, line int) string {
	var text strings.Builder
	first, step, length := p.LineCells(line)
	last := uint8(255)
	for j := range length {
		v := board.Values[first+j*step]
		if v != last {
			text.WriteByte('|')
		}
		if last = v; v != Blank {
			text.WriteByte('0' + v)
		}
	}
	var runs []string
	for _, word := range strings.Split(text.String(), "|") {
		if word != "" {
			runs = append(runs, word)
		}
	}
	return strings.Join(runs, " ")
}

// TestClue: the figures of the paper's hint 2 (a line of 20 cells and a clue
// that starts at 3 with one cell to spare), and lines with colours.
func TestClue(t *testing.T) {
	for _, tt := range []struct {
		clue        string
		length      int
		span, slack int
		text        string
	}{
		{"10", 15, 10, 5, "10"},
		{"3 4 2 1 5", 20, 19, 1, "3 4 2 1 5"},
		{"2:1 3:2 1:2", 8, 7, 1, "2 3:2 1:2"},
		{"", 4, 0, 4, "0"},
		{"3 3", 6, 7, -1, "3 3"},
	} {
		c := clues(tt.clue)[0]
		alltest.Check(t, c.span() == tt.span && c.Slack(tt.length) == tt.slack && c.String() == tt.text,
			"%q: span %d, slack %d, %q", tt.clue, c.span(), c.Slack(tt.length), c)
	}
}

func TestFits(t *testing.T) {
	three := append(BlackAndWhite(), Ink{"red", [3]uint8{255, 0, 0}})
	for _, tt := range []struct {
		name       string
		rows, cols []string
		want       bool
	}{
		{"the same cells", []string{"1", "1"}, []string{"2"}, true},
		{"too long", []string{"1 1", ""}, []string{"2"}, false},
		{"too few", []string{"1", ""}, []string{"2"}, false},
		{"other colours", []string{"1:1", "1:2"}, []string{"2:1"}, false},
		{"colours that touch", []string{"1:1", "1:2"}, []string{"1:1 1:2"}, true},
	} {
		p := alltest.Must(New("p", clues(tt.rows...), clues(tt.cols...), three))(t)
		alltest.Check(t, p.Fits() == tt.want, "%s: %v", tt.name, p.Fits())
	}
}

func TestNewErrors(t *testing.T) {
	one := clues("1")
	for _, tt := range []struct {
		name       string
		rows, cols []Clue
		palette    []Ink
		want       string
	}{
		{"no rows", nil, one, nil, "nonogram p: a board of 0x1: expected 1 to 1048576 cells"},
		{"too many", make([]Clue, 1025), make([]Clue, 1024), nil, "a board of 1025x1024"},
		{"no block", []Clue{{{0, 1}}}, one, nil, "nonogram p: a block of 0 cells in row 1: expected 1 to 1048576"},
		{"blank", one, []Clue{{{1, 0}}}, nil, "nonogram p: colour 0 in column 1: expected 1 to 1"},
		{"no such colour", one, []Clue{{{1, 2}}}, nil, "nonogram p: colour 2 in column 1: expected 1 to 1"},
		{"one colour", one, one, BlackAndWhite()[:1], "nonogram p: 1 colours with the background: expected 2 to 255"},
		{"many colours", one, one, make([]Ink, 256), "nonogram p: 256 colours with the background: expected 2 to 255"},
	} {
		alltest.Refused(New("p", tt.rows, tt.cols, tt.palette))(t, tt.want, tt.name)
	}
}

// TestImmutable: a puzzle shares nothing with what it was made of, or gives
// away.
func TestImmutable(t *testing.T) {
	rows, cols, palette := clues("1"), clues("1"), BlackAndWhite()
	p := alltest.Must(New("p", rows, cols, palette))(t)
	rows[0][0].Length, cols[0] = 5, nil
	palette[1].Name, p.Palette()[0].Name = "x", "y"
	alltest.Check(t, p.Row(0).String() == "1" && p.Col(0).String() == "1" && p.Palette()[1].Name == "black" && p.Palette()[0].Name == "white",
		"%v %v %v", p.Row(0), p.Col(0), p.Palette())
	named := p.Titled("T").Named("q")
	alltest.Check(t, p.ID() == "p" && p.Title() == "" && named.ID() == "q" && named.Title() == "T" && named.Hash() == p.Hash(),
		"%s %q, %s %q", p.ID(), p.Title(), named.ID(), named.Title())
}

// TestHash: the content is the clues; ids, titles and looks are not.
func TestHash(t *testing.T) {
	made := func(rows, cols []Clue, palette []Ink) puzzle.Hash {
		p := alltest.Must(New("p", rows, cols, palette))(t)
		return p.Hash()
	}
	one, three := clues("1", ""), append(BlackAndWhite(), Ink{"red", [3]uint8{255, 0, 0}})
	base := made(one, clues("1"), nil)
	alltest.Check(t, made(one, clues("1"), three) == base, "a colour that no block has changes the content")
	for name, other := range map[string]puzzle.Hash{
		"rows and columns change places": made(clues("1"), one, nil),
		"a block moves":                  made(clues("", "1"), clues("1"), nil),
		"another colour":                 made(clues("1:2", ""), clues("1:2"), three),
		"a blank line more":              made(clues("1", "", ""), clues("1"), nil),
	} {
		alltest.Check(t, other != base, "%s: the same content", name)
	}
}

func TestRows(t *testing.T) {
	ink := func(names ...string) []Ink {
		out := BlackAndWhite()[:1]
		for i, name := range names {
			out = append(out, Ink{name, [3]uint8{uint8(i)}})
		}
		return out
	}
	for _, tt := range []struct {
		palette []Ink
		want    string
	}{
		{nil, ".#?"},
		{ink("red"), ".#?"},
		{ink("red", "green"), ".rg"},
		{ink("red", "rose"), ".ab"},
		{ink("red", "0"), ".ab"},
		{ink("t", "T"), ".tT"},
	} {
		p := alltest.Must(New("p", clues(""), clues("", "", ""), tt.palette))(t)
		alltest.Equal(t, p.Rows(grid(".12"))[0], tt.want, tt.palette)
	}
}
