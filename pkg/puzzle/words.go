package puzzle

import "bytes"

// Words is a text as lines of blank-separated words, which knows where they stand in their
// input.
type Words struct {
	// Lines are the words of each line.
	Lines [][]string
	text  []byte
	at    [][]int // of words: the byte in the text; and of the line's end
	fail  func(at int, format string, args ...any) error
}

// NewWords splits a text that stands for itself; source names it in errors.
func NewWords(source string, text []byte) *Words {
	return NewWordsAt(source, text, func(at int) (line, column int) { return Position(text, max(at, 0)) })
}

// NewWordsAt splits a text that was made of another input: place says from where there the byte of the
// text with an index comes, and the whole text for -1.
func NewWordsAt(source string, text []byte, place func(at int) (line, column int)) *Words {
	w := &Words{text: text, fail: func(at int, format string, args ...any) error {
		line, column := place(at)
		return Errorf(source, line, column, format, args...)
	}}
	at := 0
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		var words []string
		var places []int
		blank := func(i int) bool { return line[i] == ' ' || line[i] == '\t' || line[i] == '\r' }
		for i := 0; i < len(line); i++ {
			if blank(i) {
				continue
			}
			from := i
			for i < len(line) && !blank(i) {
				i++
			}
			words, places = append(words, string(line[from:i])), append(places, at+from)
		}
		w.Lines, w.at = append(w.Lines, words), append(w.at, append(places, at+len(line)))
		at += len(line) + 1
	}
	return w
}

// First is the first line as it stands.
func (w *Words) First() string {
	first, _, _ := bytes.Cut(w.text, []byte("\n"))
	return string(first)
}

// Errorf is a [*ParseError] at a word of a line, both from 0. A word that is not there is the
// end of the line, and a line that is not there that of the text; line -1 is the text as a whole.
func (w *Words) Errorf(line, word int, format string, args ...any) error {
	switch {
	case line < 0:
		return w.fail(-1, format, args...)
	case line >= len(w.Lines):
		return w.fail(len(w.text), format, args...)
	}
	return w.fail(w.at[line][min(word, len(w.at[line])-1)], format, args...)
}
