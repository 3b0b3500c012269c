package model

import (
	"cmp"
	"slices"

	"formicary/pkg/puzzle"
)

// Part is a table of signs in the text of a puzzle.
type Part struct {
	Name string
	// At is where its signs stand, which tells how many there are, and where they are drawn.
	At Place
}

// Place is where the signs of a table stand.
type Place uint8

const (
	// InCells has a sign for each cell, a line of the text for each row.
	InCells Place = iota
	// AtCorners has a sign for each point where lines of the grid meet.
	AtCorners
	// OnTop and Below have a sign for each column, in one line.
	OnTop
	Below
	// OnLeft and OnRight have a sign for each row, in one line.
	OnLeft
	OnRight
)

// Of is the table's size on a board.
func (p *Part) Of(s puzzle.Size) (rows, cols int) {
	switch p.At {
	case AtCorners:
		return s.Rows + 1, s.Cols + 1
	case OnTop, Below:
		return 1, s.Cols
	case OnLeft, OnRight:
		return 1, s.Rows
	}
	return s.Rows, s.Cols
}

// The tables that most kinds have.
var (
	// Clues has a sign for each cell.
	Clues = &Part{"clues", InCells}
	// Regions has a name for each cell; cells of one name are a region.
	Regions = &Part{"regions", InCells}
	// Corners has a sign for each point where lines of the grid meet.
	Corners = &Part{"corners", AtCorners}
	// Above has a sign for each column, Left for each row.
	Above = &Part{"columns", OnTop}
	Left  = &Part{"rows", OnLeft}
)

// Instance is a puzzle as its text says it: a board and tables of signs.
type Instance struct {
	Size puzzle.Size
	// Header are the words of the first line behind rows and columns.
	Header []string
	parts  []*Part
	lines  []int // of parts: the first line in the text
	words  *puzzle.Words
	hidden bool // the kind has [Unknown]
	err    error
	model  *Model // that is being declared; nil: none
}

// None is the sign of a place without anything.
const None = "-"

// Unknown is the sign of a clue whose number is not known, in kinds that have it ([Kind.Unknown]).
const Unknown = "?"

// place is where a sign of a part stands in the text.
func (in *Instance) place(part *Part, index int) (line, word int) {
	i := slices.Index(in.parts, part)
	if i < 0 {
		panic("model: the kind has no " + part.Name)
	}
	_, cols := part.Of(in.Size)
	return in.lines[i] + index/cols, index % cols
}

// has says whether there is a table.
func (in *Instance) has(part *Part) bool { return slices.Contains(in.parts, part) }

// blank says whether a table has nothing but [None].
func (in *Instance) blank(part *Part) bool {
	rows, cols := part.Of(in.Size)
	for i := range rows * cols {
		if in.Sign(part, i) != None {
			return false
		}
	}
	return true
}

// Sign is the sign at a place of a table, in raster order.
func (in *Instance) Sign(part *Part, index int) string {
	line, word := in.place(part, index)
	sign := in.words.Lines[line][word]
	if in.model != nil {
		if in.model.from = (spotIn{}); sign != None {
			in.model.from = spotIn{int32(line), int32(word)}
		}
	}
	return sign
}

// Number is the number at a place; ok is false for [None], and for [Unknown] in kinds that have it. Any other sign is an
// error of the instance.
func (in *Instance) Number(part *Part, index int) (n int, ok bool) {
	sign := in.Sign(part, index)
	if sign == None || sign == Unknown && in.hidden {
		return 0, false
	}
	n, ok = puzzle.ParseNatural(sign)
	if !ok || n > puzzle.MaxNumber {
		what := "a number or -"
		if in.hidden {
			what = "a number, ? or -"
		}
		in.Expected(part, index, what)
		return 0, false
	}
	return n, true
}

// Expected says that something else should stand at a place: an error of the instance, the
// first of which counts.
func (in *Instance) Expected(part *Part, index int, what string) {
	if in.err == nil {
		line, word := in.place(part, index)
		in.err = in.words.Errorf(line, word, "expected %s, found %s", what, puzzle.Quote(in.Sign(part, index)))
	}
}

// ExpectedBoard says that the board should have another shape: an error of the instance, the first of which counts.
func (in *Instance) ExpectedBoard(what string) {
	if in.err == nil {
		in.err = in.words.Errorf(0, 0, "expected %s, found %s", what, puzzle.Quote(in.words.First()))
	}
}

// ExpectedHeader says that a word of [Instance.Header] should be another one: an error of the instance, the first of which counts.
func (in *Instance) ExpectedHeader(i int, what string) {
	if in.err == nil {
		in.err = in.words.Errorf(0, 2+i, "expected %s, found %s", what, puzzle.Quote(in.Header[i]))
	}
}

// Area is a region, and the number in it.
type Area struct {
	// Cells are in raster order.
	Cells []int
	// Clue is the number in one of its cells, At; HasClue is false where there is none.
	Clue, At int
	HasClue  bool
}

// Areas are the regions in the order of their first cells, and of each cell the region. With a
// table of numbers each region has at most one. A region in several pieces is an error of the instance: some sets use a
// name again for another region, others would mean one region.
func (in *Instance) Areas(numbers *Part) (areas []Area, of []int) {
	of = make([]int, in.Size.Cells())
	known := map[string]int{}
	for cell := range of {
		name := in.Sign(Regions, cell)
		k, ok := known[name]
		if !ok {
			k = len(areas)
			known[name] = k
			areas = append(areas, Area{})
		}
		of[cell] = k
		areas[k].Cells = append(areas[k].Cells, cell)
		if numbers == nil {
			continue
		}
		if n, ok := in.Number(numbers, cell); ok {
			if areas[k].HasClue {
				in.Expected(numbers, cell, "one number in a region")
			}
			areas[k].Clue, areas[k].At, areas[k].HasClue = n, cell, true
		}
	}
	seen := map[int]int{} // of regions: their piece
	for cell, piece := range Components(in.Size, func(cell, next int) bool { return of[cell] == of[next] }) {
		if first, ok := seen[of[cell]]; ok && first != piece {
			in.Expected(Regions, cell, "a region in one piece")
		} else {
			seen[of[cell]] = piece
		}
	}
	return areas, of
}

// MostCells bounds a board.
const MostCells = 65535

// read reads the text of a puzzle of a kind.
func (k *Kind) read(w *puzzle.Words) (*Instance, error) {
	in := &Instance{parts: k.Parts, words: w, hidden: k.Unknown}
	head := w.Lines[0]
	if len(head) >= 2 {
		in.Size.Rows, in.Size.Cols = puzzle.ParseCount(head[0], MostCells), puzzle.ParseCount(head[1], MostCells)
	}
	if in.Size.Rows < 1 || in.Size.Cols < 1 || in.Size.Cells() > MostCells {
		return nil, w.Errorf(0, 0, "expected ROWS COLS of at most %d cells, found %s", MostCells, puzzle.Quote(w.First()))
	}
	if in.Header = head[2:]; len(in.Header) > k.Header {
		return nil, w.Errorf(0, 2+k.Header, "expected the end of the line, found %s", puzzle.Quote(in.Header[k.Header]))
	}
	if k.Board != nil {
		if in.Size = k.Board(in.Size); in.Size.Rows < 1 || in.Size.Cols < 1 {
			return nil, w.Errorf(0, 0, "expected a larger board, found %s", puzzle.Quote(w.First()))
		}
	}
	line := 1
	for _, part := range k.Parts {
		rows, cols := part.Of(in.Size)
		in.lines = append(in.lines, line)
		for row := range rows {
			switch {
			case line+row >= len(w.Lines):
				return nil, w.Errorf(line+row, 0, "expected %d rows of %s, found %d", rows, part.Name, row)
			case len(w.Lines[line+row]) < cols:
				return nil, w.Errorf(line+row, cols, "expected %d signs of %s, found %d", cols, part.Name, len(w.Lines[line+row]))
			case len(w.Lines[line+row]) > cols:
				return nil, w.Errorf(line+row, cols, "expected %d signs of %s, found %d", cols, part.Name, len(w.Lines[line+row]))
			}
		}
		line += rows
	}
	for i, words := range w.Lines[line:] {
		if len(words) > 0 {
			return nil, w.Errorf(line+i, 0, "expected the end, found %s", puzzle.Quote(words[0]))
		}
	}
	return in, nil
}

// text is the instance as it was read, word by word.
func (in *Instance) text() string {
	var out []byte
	for i, line := range in.words.Lines {
		if i > 0 {
			out = append(out, '\n')
		}
		for j, word := range line {
			if j > 0 {
				out = append(out, ' ')
			}
			out = append(out, word...)
		}
	}
	return string(slices.Clip(trimEnd(out)))
}

func trimEnd(text []byte) []byte {
	for len(text) > 0 && text[len(text)-1] == '\n' {
		text = text[:len(text)-1]
	}
	return text
}

// HeaderNumber is the number that a word of [Instance.Header] says. Another word than a number from least to most is an error
// of the instance.
func (in *Instance) HeaderNumber(i, least, most int) int {
	if i < len(in.Header) {
		if n, ok := puzzle.ParseNatural(in.Header[i]); ok && n >= least && n <= most {
			return n
		}
	}
	if in.err == nil {
		in.err = in.words.Errorf(0, 2+i, "expected a number from %d to %d, found %s", least, most, puzzle.Quote(in.words.First()))
	}
	return cmp.Or(least, 1)
}
