// Package markup writes text of any origin, such as the name of a puzzle, where
// markup is read: into a page, into Markdown, into a terminal. What comes out is
// read as that text and as nothing else.
//
// Its opinion: there is one func for each place, everybody uses it, and it is
// applied where text meets markup, not where the text comes from.
//
// Its limits: elements and quoted attributes of HTML and XML. An address (href), a
// script and a style sheet are no places for text.
package markup

import (
	"fmt"
	"strings"
)

// HTML is text for an element or a quoted attribute of HTML and XML. Characters
// that cannot be seen or turn the direction of what follows become U+FFFD.
func HTML(text string) string {
	return replace(text, func(r rune) string {
		switch {
		case r == '&':
			return "&amp;"
		case r == '<':
			return "&lt;"
		case r == '>':
			return "&gt;"
		case r == '"':
			return "&#34;"
		case r == '\'':
			return "&#39;"
		case hidden(r):
			return "\uFFFD"
		}
		return ""
	})
}

// Markdown is text for a paragraph, a heading, an item of a list or a cell of a table
// in Markdown, also inside of HTML there: CommonMark, its extensions by GitHub, and
// formulas between dollars, as JupyterLab and nbconvert read them. Marks become
// character references, which CommonMark never takes for structure; a line break
// becomes <br>. The one place for which it is not fit is a span or a block of code,
// where references are not read: use <code>.
func Markdown(text string) string {
	before := ' '
	return replace(strings.ReplaceAll(text, "\r\n", "\n"), func(r rune) string {
		last := before
		before = r
		switch {
		case r == '\n', r == '\r':
			return "<br>"
		case r == '$', r == '\\':
			// Both begin formulas, which are looked for in the finished page, too,
			// but not across elements.
			return fmt.Sprintf("<span>&#%d;</span>", r)
		case hidden(r):
			return "\uFFFD"
		case r == ' ' && last != ' ', r > '~', r >= '0' && r <= '9', r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z', strings.ContainsRune(",/?%", r):
			return ""
		}
		return fmt.Sprintf("&#%d;", r)
	})
}

// Terminal is text for a terminal, of one line or several: characters that a
// terminal obeys, cannot show or shows in another order become \u and their number
// in hexadecimal, as in JSON. The tab and the line feed stay.
func Terminal(text string) string {
	return replace(text, func(r rune) string {
		if hidden(r) {
			return fmt.Sprintf(`\u%04x`, r)
		}
		return ""
	})
}

// hidden says whether a character has an effect in place of a look: a control
// character other than the tab and the line feed, a separator of lines, or one that
// turns the direction of what follows. XML lacks some of them, and the last two of
// the basic plane.
func hidden(r rune) bool {
	switch {
	case r == '\t', r == '\n':
		return false
	case r < 0x20, r >= 0x7F && r < 0xA0:
		return true
	case r >= 0x2028 && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
		return true
	}
	return r == 0xFFFE || r == 0xFFFF
}

// replace replaces the characters for which by has a text, and bytes that are not
// UTF-8 by U+FFFD.
func replace(text string, by func(rune) string) string {
	var b strings.Builder
	for _, r := range text {
		if other := by(r); other != "" {
			b.WriteString(other)
		} else {
			b.WriteRune(r) // utf8.RuneError where the byte is no character
		}
	}
	return b.String()
}

// Cell is a text as the cell of a table that is read by spreadsheets. One that they would take for a formula or a number,
// since it begins with = + - @, a tab or a carriage return, gets an apostrophe in front. Numbers are no text.
func Cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}
