package nonogram

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
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
func (k *inks) clue(source string, line textLine) (Clue, error) {
	words := clueWords(line.text)
	if len(words) == 1 && words[0].Text == "0" {
		return nil, nil
	}
	var clue Clue
	before := sets.Field{} // the key before a length
	for _, w := range words {
		length, key := splitBlock(w.Text)
		switch {
		case k != nil && length < 0 && before.Text == "" && isWord(key):
			before = sets.Field{Text: key, Column: w.Column}
			continue
		case length < 1 || (k == nil || before.Text != "") && key != "":
			return nil, puzzle.Errorf(source, line.number, w.Column, "expected a block's length from 1 to %d, found %s", MaxCells, puzzle.Quote(w.Text))
		case before.Text != "":
			key, before = before.Text, sets.Field{}
		}
		index, ok := k.use(key)
		if !ok {
			return nil, puzzle.Errorf(source, line.number, w.Column, "expected at most %d colours, found another one, %s", MaxColours-1, puzzle.Quote(key))
		}
		clue = append(clue, Block{length, index})
	}
	if before.Text != "" {
		return nil, puzzle.Errorf(source, line.number, before.Column, "expected a length after the colour %s, found the end of the line", puzzle.Quote(before.Text))
	}
	return clue, nil
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
	return puzzle.ParseCount(strings.TrimSuffix(word, key), MaxCells), key
}

// isWord says whether a text starts with a letter, as colours do.
func isWord(text string) bool {
	c, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(c)
}

// clueLines writes clues, one a line, each block with the key of its colour behind
// its length and sep between blocks; an empty clue is empty, such as "0".
func clueLines(clues []Clue, keys []string, sep, empty string) string {
	var b strings.Builder
	for _, clue := range clues {
		if len(clue) == 0 {
			b.WriteString(empty)
		}
		for i, block := range clue {
			if i > 0 {
				b.WriteString(sep)
			}
			fmt.Fprintf(&b, "%d%s", block.Length, keys[block.Colour])
		}
		b.WriteByte('\n')
	}
	return b.String()
}
