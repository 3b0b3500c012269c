package nonograms

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"strings"
	"unicode/utf8"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// readWebpbn reads puzzles in the XML format of webpbn.com (Jan Wolter, "XML
// Format for Paint-by-Number Puzzles", version 0.3, webpbn.com/pbn_fmt.html):
//
//	<puzzleset><puzzle type="grid" defaultcolor="black">
//	<id>#1</id><title>Demo</title>
//	<color name="white" char=".">fff</color>
//	<color name="black" char="X">000</color>
//	<clues type="columns"><line><count>1</count></line></clues>
//	<clues type="rows"><line><count color="black">1</count></line></clues>
//	<solution type="goal"><image>|X|</image></solution>
//	</puzzle></puzzleset>
//
// The id is the puzzle's, or its number in the input where there is none or it
// has been met. The clues may be missing where there is a goal, which then
// makes them. Solutions that somebody saved are passed over, and so are notes,
// authors and the like. Triangular
// boards and clues with blotted counts ("?") are errors: the lab solves neither.
func readWebpbn(source string, r io.Reader) puzzle.Set {
	x := &pbnReader{sets.NewXML(source, sets.Must(sets.ReadAll(source, r))), sets.Collect(source)}
	x.nested()
	for {
		var root pbnNode
		if !x.Decode(&root, entities) {
			return x.set.Done("a <puzzle>")
		}
		if root.Name.Local != "puzzleset" && root.Name.Local != "puzzle" {
			panic(x.Errorf(x.begin(&root), "expected <puzzleset>, found <%s>", root.Name.Local))
		}
		puzzles := []pbnNode{root}
		if root.Name.Local == "puzzleset" {
			puzzles = root.all("puzzle")
		}
		for i := range puzzles {
			x.puzzle(&puzzles[i])
		}
	}
}

// The most elements of a file, and those inside each other: what is read is kept
// as a tree.
const (
	mostElements = 1 << 21
	mostNested   = 100
)

// nested is the error of a file with too many elements. Other mistakes are left
// to be found later.
func (x *pbnReader) nested() {
	dec := xml.NewDecoder(bytes.NewReader(x.Text))
	dec.Strict = false
	for depth, elements := 0, 0; ; {
		token, err := dec.RawToken()
		if err != nil {
			return
		}
		switch token.(type) {
		case xml.StartElement:
			depth++
			elements++
		case xml.EndElement:
			depth--
		}
		switch {
		case depth > mostNested:
			panic(x.Errorf(int(dec.InputOffset()), "expected at most %d elements inside each other, found more", mostNested))
		case elements > mostElements:
			panic(x.Errorf(int(dec.InputOffset()), "expected at most %d elements, found more", mostElements))
		}
	}
}

// pbnNode is an element of a file.
type pbnNode struct {
	pbnFields
	at int // where its content starts
}

type pbnFields struct {
	Name   xml.Name   `xml:"-"`
	Attr   []xml.Attr `xml:",any,attr"`
	Text   string     `xml:",chardata"`
	Inside []pbnNode  `xml:",any"`
}

// UnmarshalXML reads an element and notes its place.
func (n *pbnNode) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	n.Name, n.at = start.Name, int(d.InputOffset())
	return d.DecodeElement(&n.pbnFields, &start)
}

// all are the elements of a name inside of an element.
func (n *pbnNode) all(name string) (out []pbnNode) {
	for _, e := range n.Inside {
		if e.Name.Local == name {
			out = append(out, e)
		}
	}
	return out
}

// text is the text of the last element of a name, empty where there is none.
func (n *pbnNode) text(name string) (text string) {
	for _, e := range n.all(name) {
		text = strings.TrimSpace(e.Text)
	}
	return text
}

// attribute is an attribute's value, or a default.
func (n *pbnNode) attribute(name, other string) string {
	return cmp.Or(sets.Attribute(n.Attr, name), other)
}

// pbnReader makes the puzzles of a file.
type pbnReader struct {
	*sets.XML
	set *sets.Collector
}

// begin is where an element's tag starts.
func (x *pbnReader) begin(n *pbnNode) int { return bytes.LastIndexByte(x.Text[:n.at], '<') }

// pbnColour is a colour that a puzzle declares.
type pbnColour struct {
	ink  nonogram.Ink
	sign rune
	at   int
}

func (x *pbnReader) puzzle(p *pbnNode) {
	if kind := p.attribute("type", "grid"); kind != "grid" {
		panic(x.Errorf(x.begin(p), "expected a puzzle of the type grid, found %s", puzzle.Quote(kind)))
	}
	ink, signs := x.inks(p)
	sides := x.clues(p, ink)
	rows, cols := sides["rows"], sides["columns"]
	solution := x.solution(p, signs, puzzle.Size{Rows: len(rows), Cols: len(cols)})
	id := p.text("id")
	if id == "" || x.set.Has(id) {
		id = x.set.NextID()
	}
	var made *nonogram.Puzzle
	var err error
	if len(sides) == 0 && !solution.IsZero() {
		made, err = nonogram.FromPicture(id, solution, ink.palette())
	} else {
		made, err = nonogram.New(id, rows, cols, ink.palette())
	}
	if err == nil {
		err = x.set.Add(puzzle.Item{Puzzle: made.Titled(p.text("title")), Solution: solution})
	}
	x.Check(x.begin(p), err)
}

// clues are those of rows and of columns.
func (x *pbnReader) clues(p *pbnNode, ink *inks) map[string][]nonogram.Clue {
	sides := map[string][]nonogram.Clue{}
	for _, side := range p.all("clues") {
		kind := side.attribute("type", "")
		if kind != "rows" && kind != "columns" || sides[kind] != nil {
			panic(x.Errorf(x.begin(&side), "expected clues of the type rows and of the type columns, each once, found %s", puzzle.Quote(kind)))
		}
		sides[kind] = []nonogram.Clue{}
		for _, line := range side.all("line") {
			var clue nonogram.Clue
			for _, count := range line.all("count") {
				text := strings.TrimSpace(count.Text)
				if text == "?" {
					panic(x.Errorf(count.at, "expected the length of a block: blotted clues are not read"))
				}
				length := puzzle.ParseCount(text, nonogram.MaxCells)
				if length == 0 && text != "0" {
					panic(x.Errorf(count.at, "expected a block's length from 1 to %d, found %s", nonogram.MaxCells, puzzle.Quote(text)))
				}
				name := cmp.Or(count.attribute("color", ""), p.attribute("defaultcolor", "black"))
				index, ok := ink.keys[name]
				if !ok && length > 0 {
					panic(x.Errorf(count.at, "expected one of the puzzle's colours, found %s", puzzle.Quote(name)))
				}
				if length > 0 {
					clue = append(clue, nonogram.Block{Length: length, Colour: index})
				}
			}
			sides[kind] = append(sides[kind], clue)
		}
	}
	return sides
}

// solution is the goal, the first of several.
func (x *pbnReader) solution(p *pbnNode, signs map[rune]uint8, size puzzle.Size) (out puzzle.Grid) {
	for _, s := range p.all("solution") {
		if s.attribute("type", "goal") != "goal" {
			continue
		}
		for _, image := range s.all("image") {
			board := x.image(image, signs)
			if size.Rows > 0 && size.Cols > 0 && board.Size != size {
				panic(x.Errorf(image.at, "expected a picture of %v, found one of %v", size, board.Size))
			}
			if out.IsZero() {
				out = board
			}
		}
	}
	return out
}

// inks are the colours of a puzzle: those that it declares, and white and black
// where these are used without that. signs are the values of cells in pictures.
func (x *pbnReader) inks(p *pbnNode) (*inks, map[rune]uint8) {
	ink, signs := newInks(), map[rune]uint8{}
	background, blocks := p.attribute("backgroundcolor", "white"), p.attribute("defaultcolor", "black")
	var colours []pbnColour
	declared := map[string]bool{}
	for _, e := range p.all("color") {
		text, name := strings.TrimSpace(e.Text), e.attribute("name", "")
		rgb, ok := parseColour(text)
		if !ok {
			panic(x.Errorf(e.at, "expected a colour such as ff0000, found %s", puzzle.Quote(text)))
		}
		if name == "" {
			panic(x.Errorf(x.begin(&e), "expected a name of the colour, found none"))
		}
		sign, _ := utf8.DecodeRuneInString(e.attribute("char", ""))
		colours = append(colours, pbnColour{nonogram.Ink{Name: name, RGB: rgb}, sign, x.begin(&e)})
		declared[name] = true
	}
	usual := []pbnColour{{nonogram.BlackAndWhite()[0], '.', 0}, {nonogram.BlackAndWhite()[1], 'X', 0}}
	for _, c := range usual {
		if !declared[c.ink.Name] && (c.ink.Name == background || c.ink.Name == blocks) {
			colours = append(colours, c)
		}
	}
	for _, c := range colours {
		index := nonogram.Blank
		if c.ink.Name == background {
			ink.background = c.ink
		} else {
			var ok bool
			if index, ok = ink.declare(c.ink.Name, c.ink); !ok {
				panic(x.Errorf(c.at, "expected at most %d different colours, found another one, %s", nonogram.MaxColours-1, puzzle.Quote(c.ink.Name)))
			}
		}
		if _, taken := signs[c.sign]; c.sign != 0 && !taken {
			signs[c.sign] = index
		}
	}
	return ink, signs
}

// image reads a picture: rows between bars, a sign a cell.
func (x *pbnReader) image(image pbnNode, signs map[rune]uint8) (board puzzle.Grid) {
	text := strings.Join(strings.Fields(image.Text), "")
	if text != "" && text[0] != '|' {
		c, _ := utf8.DecodeRuneInString(text)
		panic(x.Errorf(image.at, "expected |, found %q", c))
	}
	for row := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '|' }) {
		from := len(board.Values)
		for _, c := range row {
			value, ok := signs[c]
			if !ok {
				panic(x.Errorf(image.at, "expected the sign of a colour, found %q", c))
			}
			board.Values = append(board.Values, value)
		}
		if cols := len(board.Values) - from; board.Rows == 0 {
			board.Cols = cols
		} else if cols != board.Cols {
			panic(x.Errorf(image.at, "expected %d cells in row %d of the picture as in the first, found %d", board.Cols, board.Rows+1, cols))
		}
		board.Rows++
	}
	if board.Rows == 0 || !strings.HasSuffix(text, "|") {
		panic(x.Errorf(image.at, "expected rows of a picture between | and |"))
	}
	return board
}
