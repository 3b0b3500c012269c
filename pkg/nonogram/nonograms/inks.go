package nonograms

import (
	"cmp"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// inks is a palette while it is read; its colours are found by the keys that the
// input uses for them.
type inks struct {
	background nonogram.Ink
	list       []nonogram.Ink
	keys       map[string]uint8
}

// defaultKey is the key of blocks that are given without a colour.
const defaultKey = "1"

// noInks are those of formats that know no colours.
var noInks *inks

func newInks() *inks {
	return &inks{background: nonogram.BlackAndWhite()[0], keys: map[string]uint8{}}
}

// declare adds a colour. ok is false where the key is taken or there are too
// many colours.
func (k *inks) declare(key string, ink nonogram.Ink) (index uint8, ok bool) {
	if _, taken := k.keys[key]; taken || len(k.list) == nonogram.MaxColours-1 {
		return 0, false
	}
	k.list = append(k.list, ink)
	index = uint8(len(k.list))
	k.keys[key] = index
	return index, true
}

// use is the colour of a key; one that was not declared gets one of the usual
// colours.
func (k *inks) use(key string) (index uint8, ok bool) {
	if k == nil {
		return nonogram.Filled, true
	}
	key = cmp.Or(key, defaultKey)
	if index, ok := k.keys[key]; ok {
		return index, true
	}
	ink := nonogram.Ink{Name: key, RGB: usualColours[len(k.list)%len(usualColours)]}
	switch rgb, known := letterColours[key]; {
	case key == defaultKey:
		ink = nonogram.BlackAndWhite()[1]
	case known:
		ink.RGB = rgb
	}
	return k.declare(key, ink)
}

// palette is what [nonogram.New] takes: nil where there is black only.
func (k *inks) palette() []nonogram.Ink {
	out := append([]nonogram.Ink{k.background}, k.list...)
	if plain := nonogram.BlackAndWhite(); len(k.list) == 0 || len(k.list) == 1 && out[0] == plain[0] && out[1] == plain[1] {
		return nil
	}
	return out
}

// usualColours are for colours without a description: those of Okabe and Ito,
// "Color universal design", 2008, except black.
var usualColours = [][3]uint8{
	{0xd5, 0x5e, 0x00},
	{0x00, 0x72, 0xb2},
	{0x00, 0x9e, 0x73},
	{0xe6, 0x9f, 0x00},
	{0xcc, 0x79, 0xa7},
	{0x56, 0xb4, 0xe9},
	{0xf0, 0xe4, 0x42},
}

// letterColours are the colours that letters usually stand for.
var letterColours = map[string][3]uint8{
	"k": {0, 0, 0}, "r": {255, 0, 0}, "g": {0, 128, 0}, "b": {0, 0, 255}, "y": {255, 255, 0}, "o": {255, 165, 0}, "w": {255, 255, 255},
}

// namedColours are the colours that formats know by name: those of HTML 4, and
// those that puzzles for X11 programs use beside them (rgb.txt of X11).
var namedColours = map[string][3]uint8{
	"black": {0, 0, 0}, "silver": {192, 192, 192}, "gray": {128, 128, 128}, "grey": {128, 128, 128}, "white": {255, 255, 255},
	"maroon": {128, 0, 0}, "red": {255, 0, 0}, "purple": {128, 0, 128}, "fuchsia": {255, 0, 255}, "magenta": {255, 0, 255},
	"green": {0, 128, 0}, "lime": {0, 255, 0}, "olive": {128, 128, 0}, "yellow": {255, 255, 0}, "navy": {0, 0, 128},
	"blue": {0, 0, 255}, "teal": {0, 128, 128}, "aqua": {0, 255, 255}, "cyan": {0, 255, 255}, "orange": {255, 165, 0},
	"brown": {165, 42, 42}, "pink": {255, 192, 203}, "gold": {255, 215, 0}, "violet": {238, 130, 238}, "turquoise": {64, 224, 208},
}

// parseColour reads a colour: "#rrggbb" or "#rgb" with or without the number
// sign, a name, or two of these with a slash or backslash between them, which
// some puzzles have for cells cut in two triangles; their mean is taken.
func parseColour(text string) (rgb [3]uint8, ok bool) {
	if rgb, ok := namedColours[strings.ToLower(strings.TrimPrefix(text, "#"))]; ok {
		return rgb, true
	}
	if at := strings.IndexAny(text, `/\`); at >= 0 {
		a, first := parseColour(text[:at])
		b, second := parseColour(text[at+1:])
		for i := range rgb {
			rgb[i] = uint8((int(a[i]) + int(b[i])) / 2)
		}
		return rgb, first && second
	}
	digits := strings.TrimPrefix(text, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	if len(digits) != 6 {
		return rgb, false
	}
	_, err := hex.Decode(rgb[:], []byte(digits))
	return rgb, err == nil
}

// textLine is a line of an input that is understood later.
type textLine struct {
	text   string
	number int
}

// clue reads a line's blocks: lengths with commas or blanks between them, each
// with the key of its colour behind it ("12b,3r"), or as a word of its own
// before it ("blue 12 red 3"). Nothing, and a lone 0, is a blank line. Nil inks
// are for formats without colours.
func (k *inks) clue(source string, line textLine) nonogram.Clue {
	words := clueWords(line.text)
	if len(words) == 1 && words[0].Text == "0" {
		return nil
	}
	var clue nonogram.Clue
	before := sets.Field{} // the key before a length
	for _, w := range words {
		length, key := splitBlock(w.Text)
		switch {
		case k != nil && length < 0 && before.Text == "" && isWord(key):
			before = sets.Field{Text: key, Column: w.Column}
			continue
		case length < 1 || (k == nil || before.Text != "") && key != "":
			panic(puzzle.Errorf(source, line.number, w.Column, "expected a block's length from 1 to %d, found %s", nonogram.MaxCells, puzzle.Quote(w.Text)))
		case before.Text != "":
			key, before = before.Text, sets.Field{}
		}
		index, ok := k.use(key)
		if !ok {
			panic(puzzle.Errorf(source, line.number, w.Column, "expected at most %d colours, found another one, %s", nonogram.MaxColours-1, puzzle.Quote(key)))
		}
		clue = append(clue, nonogram.Block{Length: length, Colour: index})
	}
	if before.Text != "" {
		panic(puzzle.Errorf(source, line.number, before.Column, "expected a length after the colour %s, found the end of the line", puzzle.Quote(before.Text)))
	}
	return clue
}

// clueWords splits a line at blanks and commas.
func clueWords(line string) []sets.Field {
	return sets.Fields(strings.ReplaceAll(line, ",", " "))
}

// splitBlock splits a word such as "12b" or "3" into a length and a key. The
// length is -1 where there is none, and 0 where it is too large.
func splitBlock(word string) (length int, key string) {
	key = strings.TrimLeft(word, "0123456789")
	if key == word {
		return -1, key
	}
	return puzzle.ParseCount(strings.TrimSuffix(word, key), nonogram.MaxCells), key
}

// isWord says whether a text starts with a letter, as colours do.
func isWord(text string) bool {
	c, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(c)
}
