package nonogram

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
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
// makes them. A solution that is saved counts where it is complete; those that
// are not are passed over, and so are notes, authors and the like. Triangular
// boards and clues with blotted counts ("?") are errors: the lab solves neither.
func readWebpbn(source string, r io.Reader) (puzzle.Set, error) {
	text, err := puzzle.ReadAll(source, r)
	if err != nil {
		return puzzle.Set{}, err
	}
	x := &pbnReader{source: source, text: text, dec: xml.NewDecoder(bytes.NewReader(text)), set: puzzle.Collect(source)}
	x.dec.Entity = entities
	// The text has been found to be UTF-8, whatever it says of itself.
	x.dec.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	if err := x.file(); err != nil {
		return puzzle.Set{}, err
	}
	return x.set.Finish(puzzle.NewLines(source, bytes.NewReader(text)), "a <puzzle>")
}

func (x *pbnReader) file() error {
	for {
		token, err := x.token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "puzzleset":
			err = x.inside(func(e xml.StartElement) error {
				if e.Name.Local == "puzzle" {
					return x.puzzle(e)
				}
				return x.skip(e)
			})
		case "puzzle":
			err = x.puzzle(start)
		default:
			err = x.errorf(x.at, "expected <puzzleset>, found <%s>", start.Name.Local)
		}
		if err != nil {
			return err
		}
	}
}

// pbnLine is a clue while it is read; its colours are known at the end.
type pbnLine []struct {
	length int
	colour string
	at     int
}

// pbnImage is a picture while it is read.
type pbnImage struct {
	text string
	at   int
}

// pbnPuzzle is a puzzle while it is read.
type pbnPuzzle struct {
	background, blocks string // names of colours
	id, title          string
	colours            []pbnColour
	clues              map[string][]pbnLine
	goal, saved        []pbnImage
}

type pbnColour struct {
	ink  Ink
	sign rune
	at   int
}

func (x *pbnReader) puzzle(start xml.StartElement) error {
	begin := x.at
	p := &pbnPuzzle{background: "white", blocks: "black", clues: map[string][]pbnLine{}}
	for _, a := range start.Attr {
		switch a.Name.Local {
		case "type":
			if a.Value != "grid" {
				return x.errorf(begin, "expected a puzzle of the type grid, found %s", puzzle.Quote(a.Value))
			}
		case "defaultcolor":
			p.blocks = a.Value
		case "backgroundcolor":
			p.background = a.Value
		}
	}
	err := x.inside(func(e xml.StartElement) (err error) {
		at := x.at
		switch e.Name.Local {
		case "id":
			p.id, _, err = x.content()
			p.id = strings.TrimSpace(p.id)
		case "title":
			p.title, _, err = x.content()
			p.title = strings.TrimSpace(p.title)
		case "color":
			err = x.colour(p, e, at)
		case "clues":
			err = x.clues(p, e, at)
		case "solution":
			err = x.solution(p, e)
		default:
			err = x.skip(e)
		}
		return err
	})
	if err != nil {
		return err
	}
	return x.finish(p, begin)
}

func (x *pbnReader) colour(p *pbnPuzzle, e xml.StartElement, at int) error {
	text, where, err := x.content()
	if err != nil {
		return err
	}
	text = strings.TrimSpace(text)
	rgb, ok := parseColour(text)
	if !ok {
		return x.errorf(where, "expected a colour such as ff0000, found %s", puzzle.Quote(text))
	}
	name := attribute(e, "name", "")
	if name == "" {
		return x.errorf(at, "expected a name of the colour, found none")
	}
	sign, _ := utf8.DecodeRuneInString(attribute(e, "char", ""))
	p.colours = append(p.colours, pbnColour{Ink{name, rgb}, sign, at})
	return nil
}

func (x *pbnReader) clues(p *pbnPuzzle, e xml.StartElement, at int) error {
	kind := attribute(e, "type", "")
	if kind != "rows" && kind != "columns" || p.clues[kind] != nil {
		return x.errorf(at, "expected clues of the type rows and of the type columns, each once, found %s", puzzle.Quote(kind))
	}
	lines := []pbnLine{}
	err := x.inside(func(e xml.StartElement) error {
		if e.Name.Local != "line" {
			return x.skip(e)
		}
		var line pbnLine
		err := x.inside(func(e xml.StartElement) error {
			if e.Name.Local != "count" {
				return x.skip(e)
			}
			text, at, err := x.content()
			if err != nil {
				return err
			}
			text = strings.TrimSpace(text)
			if text == "?" {
				return x.errorf(at, "expected the length of a block: blotted clues are not read")
			}
			length := puzzle.ParseCount(text, MaxCells)
			if length == 0 && text != "0" {
				return x.errorf(at, "expected a block's length from 1 to %d, found %s", MaxCells, puzzle.Quote(text))
			}
			if length > 0 {
				line = append(line, struct {
					length int
					colour string
					at     int
				}{length, attribute(e, "color", ""), at})
			}
			return nil
		})
		lines = append(lines, line)
		return err
	})
	p.clues[kind] = lines
	return err
}

func (x *pbnReader) solution(p *pbnPuzzle, e xml.StartElement) error {
	into := &p.goal
	if attribute(e, "type", "goal") != "goal" {
		into = &p.saved
	}
	return x.inside(func(e xml.StartElement) error {
		text, at, err := x.content()
		if e.Name.Local == "image" {
			*into = append(*into, pbnImage{text, at})
		}
		return err
	})
}

// finish turns what was read into a puzzle of the set.
func (x *pbnReader) finish(p *pbnPuzzle, begin int) error {
	ink, signs, err := x.inks(p)
	if err != nil {
		return err
	}
	var item puzzle.Item
	id := p.id
	if id == "" || x.set.Has(id) {
		id = x.set.NextID()
	}
	var sides [2][]Clue
	for i, kind := range []string{"rows", "columns"} {
		for _, line := range p.clues[kind] {
			var clue Clue
			for _, block := range line {
				name := block.colour
				if name == "" {
					name = p.blocks
				}
				index, ok := ink.keys[name]
				if !ok {
					return x.errorf(block.at, "expected one of the puzzle's colours, found %s", puzzle.Quote(name))
				}
				clue = append(clue, Block{block.length, index})
			}
			sides[i] = append(sides[i], clue)
		}
	}
	size := puzzle.Size{Rows: len(sides[0]), Cols: len(sides[1])}
	for i, image := range append(p.goal, p.saved...) {
		board, complete, err := x.image(image, signs)
		if err != nil {
			return err
		}
		if size.Rows > 0 && size.Cols > 0 && board.Size != size {
			return x.errorf(image.at, "expected a picture of %v, found one of %v", size, board.Size)
		}
		if complete && item.Solution.IsZero() {
			item.Solution = board
		}
		if !complete && i < len(p.goal) {
			return x.errorf(image.at, "expected a goal that is complete, found cells of several colours")
		}
	}
	var made *Puzzle
	if len(p.clues) == 0 && !item.Solution.IsZero() {
		made, err = FromPicture(id, item.Solution, ink.palette())
	} else {
		made, err = New(id, sides[0], sides[1], ink.palette())
	}
	if err != nil {
		return x.errorf(begin, "%v", err)
	}
	item.Puzzle = made.Titled(p.title)
	if err := x.set.Add(item); err != nil {
		return x.errorf(begin, "%v", err)
	}
	return nil
}

// inks are the colours of a puzzle: those that it declares, and white and black
// where these are used without that. signs are the values of cells in pictures.
func (x *pbnReader) inks(p *pbnPuzzle) (*inks, map[rune]uint8, error) {
	ink, signs := newInks(), map[rune]uint8{}
	declared := map[string]bool{}
	for _, c := range p.colours {
		declared[c.ink.Name] = true
	}
	usual := []pbnColour{{BlackAndWhite()[0], '.', 0}, {BlackAndWhite()[1], 'X', 0}}
	for _, c := range usual {
		if !declared[c.ink.Name] && (c.ink.Name == p.background || c.ink.Name == p.blocks) {
			p.colours = append(p.colours, c)
		}
	}
	for _, c := range p.colours {
		index := Blank
		if c.ink.Name == p.background {
			ink.background = c.ink
		} else {
			var ok bool
			if index, ok = ink.declare(c.ink.Name, c.ink); !ok {
				return nil, nil, x.errorf(c.at, "expected at most %d different colours, found another one, %s", MaxColours-1, puzzle.Quote(c.ink.Name))
			}
		}
		if _, taken := signs[c.sign]; c.sign != 0 && !taken {
			signs[c.sign] = index
		}
	}
	return ink, signs, nil
}
