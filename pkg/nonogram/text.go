package nonogram

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text is the puzzle in Simpson's format, with its title and its colours.
func (p *Puzzle) Text() string { return p.TextWith("") }

// TextWith is [Puzzle.Text] with a grade, if there is one.
func (p *Puzzle) TextWith(grade string) string {
	var b strings.Builder
	if p.title != "" {
		fmt.Fprintf(&b, "title %s\n", Quote(p.title))
	}
	if grade != "" {
		fmt.Fprintf(&b, "grade %s\n", Quote(grade))
	}
	keys := p.Keys()
	if p.IsColour() {
		if p.palette[0].RGB != white {
			fmt.Fprintf(&b, "color 0 %s\n", p.palette[0].Hex())
		}
		for i, ink := range p.palette[1:] {
			fmt.Fprintf(&b, "color %s %s\n", keys[i+1], ink.Hex())
		}
	}
	size := p.Size()
	fmt.Fprintf(&b, "width %d\nheight %d\n\nrows\n%s\ncolumns\n%s", size.Cols, size.Rows, ClueLines(p.rows, keys, ","), ClueLines(p.cols, keys, ","))
	return b.String()
}

// ClueLines writes clues, one a line, each block with the key of its colour behind
// its length and sep between blocks; an empty clue is 0.
func ClueLines(clues []Clue, keys []string, sep string) string {
	var b strings.Builder
	for _, clue := range clues {
		if len(clue) == 0 {
			b.WriteByte('0')
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

// Quote quotes a text for one line.
func Quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"':
			b.WriteString("&quot;")
		case r == '&':
			b.WriteString("&amp;")
		case r < ' ' || r == 0x7f || r == '\uFEFF':
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Keys are the letters that writers put for the colours, by index; empty for a
// black-and-white puzzle.
func (p *Puzzle) Keys() []string {
	if !p.IsColour() {
		return []string{"", ""}
	}
	out := []string{""}
	signs := p.Signs()
	if len(p.palette) == 2 {
		signs = append(signs[:1], letters(1)...)
	}
	for _, c := range signs[1:] {
		out = append(out, string(c))
	}
	return out
}

var white = BlackAndWhite()[0].RGB

// Hex writes the colour as "#rrggbb".
func (i Ink) Hex() string { return fmt.Sprintf("#%02x%02x%02x", i.RGB[0], i.RGB[1], i.RGB[2]) }

// IsColour says whether the puzzle has anything but black blocks on white.
func (p *Puzzle) IsColour() bool {
	plain := BlackAndWhite()
	return len(p.palette) != 2 || p.palette[0].RGB != plain[0].RGB || p.palette[1].RGB != plain[1].RGB
}

// Signs are what the colours of the palette look like as text, by index: '.' for
// the background, '#' for the one colour of a puzzle that has no more. More
// colours are the first letters of their names where these are different
// ("red" is r), else a, b, c, … z, A, …, Z, and then letters of other
// languages.
func (p *Puzzle) Signs() []rune {
	out := []rune{'.'}
	if len(p.palette) == 2 {
		return append(out, '#')
	}
	seen := map[rune]bool{}
	for _, ink := range p.palette[1:] {
		c, _ := utf8.DecodeRuneInString(ink.Name)
		if seen[c] || !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			return append(out[:1], letters(len(p.palette)-1)...)
		}
		seen[c] = true
		out = append(out, c)
	}
	return out
}

// letters are so many different letters: a to z, A to Z, and then those of
// Latin Extended-A and -B.
func letters(n int) []rune {
	out := make([]rune, n)
	for i := range out {
		switch {
		case i < 26:
			out[i] = 'a' + rune(i)
		case i < 52:
			out[i] = 'A' + rune(i-26)
		default:
			out[i] = 0x100 + rune(i-52)
		}
	}
	return out
}
