package nonograms

import (
	"strings"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// palette reads the colours: the background, and those of blocks. A missing
// value is black on white, of which more colours may be added.
func (j *jsonReader) palette(v sets.JSONValue) *[]nonogram.Ink {
	out := nonogram.BlackAndWhite()
	if v.NameAt == 0 {
		return &out
	}
	if !v.IsArray() {
		panic(j.Errorf(v.At, "expected the palette, found %s", sets.ShowToken(v.Token)))
	}
	out = nil
	for _, w := range v.Inside {
		var words []string
		for _, part := range w.Inside {
			word, ok := part.Token.(string)
			if !ok {
				panic(j.Errorf(part.At, "expected a text, found %s", sets.ShowToken(part.Token)))
			}
			words = append(words, word)
		}
		if text, ok := w.Token.(string); ok {
			words = []string{text, text}
		} else if !w.IsArray() {
			panic(j.Errorf(w.At, `expected a name and a colour such as ["red", "#ff0000"], found %s`, sets.ShowToken(w.Token)))
		}
		if len(words) != 2 || len(out) == nonogram.MaxColours {
			panic(j.Errorf(w.At, `expected up to %d names and colours such as ["red", "#ff0000"]`, nonogram.MaxColours))
		}
		rgb, ok := parseColour(words[1])
		if !ok {
			panic(j.Errorf(w.At, "expected a colour such as #ff0000, found %s", puzzle.Quote(words[1])))
		}
		out = append(out, nonogram.Ink{Name: words[0], RGB: rgb})
	}
	return &out
}

// number is a value's number from least to most; texts of digits count.
func (j *jsonReader) number(v sets.JSONValue, what string, least, most int) int {
	if text, ok := v.Text(); ok {
		n := puzzle.ParseCount(text, most)
		if n > 0 || text == "0" && least == 0 {
			return n
		}
	}
	panic(j.Errorf(v.At, "expected %s from %d to %d, found %s", what, least, most, sets.ShowToken(v.Token)))
}

// clues reads an array of clues.
func (j *jsonReader) clues(v sets.JSONValue, inks *[]nonogram.Ink) []nonogram.Clue {
	out := []nonogram.Clue{}
	for _, w := range v.Inside {
		var clue nonogram.Clue
		zeros := 0
		add := func(block nonogram.Block) {
			if clue = append(clue, block); block.Length == 0 {
				zeros++
			}
		}
		text, ok := w.Token.(string)
		switch {
		case ok:
			for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;|-\t", r) }) {
				n := puzzle.ParseCount(word, nonogram.MaxCells)
				if n == 0 && word != "0" {
					panic(j.Errorf(w.At, "expected lengths from 0 to %d in a clue, found %s", nonogram.MaxCells, puzzle.Quote(text)))
				}
				add(nonogram.Block{Length: n, Colour: nonogram.Filled})
			}
		case w.IsArray():
			for _, part := range w.Inside {
				block := j.block(part, inks)
				add(block)
			}
		default:
			panic(j.Errorf(w.At, "expected a clue such as [3, 1], found %s", sets.ShowToken(w.Token)))
		}
		if zeros > 0 && len(clue) > 1 {
			panic(j.Errorf(w.At, "expected lengths from 1, or a lone 0, found a 0 among them"))
		}
		if zeros > 0 {
			clue = nil
		}
		out = append(out, clue)
	}
	return out
}

// block reads a length, or a length and a colour.
func (j *jsonReader) block(v sets.JSONValue, inks *[]nonogram.Ink) nonogram.Block {
	if !v.IsArray() {
		return nonogram.Block{Length: j.number(v, "a block's length", 0, nonogram.MaxCells), Colour: nonogram.Filled}
	}
	if len(v.Inside) != 2 {
		panic(j.Errorf(v.At, "expected a length and a colour, found %s", puzzle.Plural(len(v.Inside), "value")))
	}
	return nonogram.Block{Length: j.number(v.Inside[0], "a block's length", 1, nonogram.MaxCells), Colour: j.colour(v.Inside[1], inks)}
}

// colour is an index into the palette, a name of it, or a colour that it may be
// added to.
func (j *jsonReader) colour(v sets.JSONValue, inks *[]nonogram.Ink) uint8 {
	text, ok := v.Token.(string)
	if !ok || puzzle.ParseCount(text, nonogram.MaxColours) > 0 {
		return uint8(j.number(v, "a colour's index", 1, nonogram.MaxColours-1))
	}
	for i, ink := range *inks {
		if i > 0 && strings.EqualFold(ink.Name, text) {
			return uint8(i)
		}
	}
	rgb, ok := parseColour(text)
	if !ok || len(*inks) == nonogram.MaxColours {
		panic(j.Errorf(v.At, "expected a colour of the palette, or such as #ff0000, found %s", puzzle.Quote(text)))
	}
	for i, ink := range *inks {
		if i > 0 && ink.RGB == rgb {
			return uint8(i)
		}
	}
	*inks = append(*inks, nonogram.Ink{Name: text, RGB: rgb})
	return uint8(len(*inks) - 1)
}

// solution reads rows of indices.
func (j *jsonReader) solution(v sets.JSONValue) (out puzzle.Grid) {
	if !v.IsArray() {
		panic(j.Errorf(v.At, "expected the solution, found %s", sets.ShowToken(v.Token)))
	}
	for _, row := range v.Inside {
		if !row.IsArray() {
			panic(j.Errorf(row.At, "expected a row such as [0, 1], found %s", sets.ShowToken(row.Token)))
		}
		if len(row.Inside) == 0 || out.Rows > 0 && len(row.Inside) != out.Cols {
			panic(j.Errorf(row.At, "expected as many cells in each row, and not none, found %d", len(row.Inside)))
		}
		for _, cell := range row.Inside {
			out.Values = append(out.Values, uint8(j.number(cell, "a colour's index", 0, nonogram.MaxColours-1)))
		}
		out.Rows, out.Cols = out.Rows+1, len(row.Inside)
	}
	return out
}
