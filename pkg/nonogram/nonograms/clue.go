package nonograms

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
)

// textLine is a line of an input that is understood later.
type textLine struct {
	text   string
	number int
}

// clue reads a line's blocks: lengths with commas or blanks between them, each
// with the key of its colour behind it ("12b,3r"), or as a word of its own
// before it ("blue 12 red 3"). Nothing, and a lone 0, is a blank line. Nil inks
// are for formats without colours.
func (k *inks) clue(source string, line textLine) (nonogram.Clue, error) {
	words := clueWords(line.text)
	if len(words) == 1 && words[0].Text == "0" {
		return nil, nil
	}
	var clue nonogram.Clue
	before := puzzle.Field{} // the key before a length
	for _, w := range words {
		length, key := splitBlock(w.Text)
		switch {
		case k != nil && length < 0 && before.Text == "" && isWord(key):
			before = puzzle.Field{Text: key, Column: w.Column}
			continue
		case length < 1 || (k == nil || before.Text != "") && key != "":
			return nil, puzzle.Errorf(source, line.number, w.Column, "expected a block's length from 1 to %d, found %s", nonogram.MaxCells, puzzle.Quote(w.Text))
		case before.Text != "":
			key, before = before.Text, puzzle.Field{}
		}
		index, ok := k.use(key)
		if !ok {
			return nil, puzzle.Errorf(source, line.number, w.Column, "expected at most %d colours, found another one, %s", nonogram.MaxColours-1, puzzle.Quote(key))
		}
		clue = append(clue, nonogram.Block{Length: length, Colour: index})
	}
	if before.Text != "" {
		return nil, puzzle.Errorf(source, line.number, before.Column, "expected a length after the colour %s, found the end of the line", puzzle.Quote(before.Text))
	}
	return clue, nil
}

// clueWords splits a line at blanks and commas.
func clueWords(line string) []puzzle.Field {
	return puzzle.Fields(strings.ReplaceAll(line, ",", " "))
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
