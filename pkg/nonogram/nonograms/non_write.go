package nonograms

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
)

// writeNon writes a set as [readNon] reads it, with a divider between puzzles.
// The names of colours become letters.
func writeNon(w io.Writer, s puzzle.Set) error {
	return write(w, s, true, func(b *strings.Builder, i int, item puzzle.Entry[*nonogram.Puzzle]) error {
		p := item.P
		if i > 0 {
			b.WriteString("\n====\n\n")
		}
		fmt.Fprintf(b, "catalogue %s\n", nonogram.Quote(p.ID()))
		b.WriteString(p.TextWith(item.Grade))
		keys := p.Keys()
		if !item.Solution.IsZero() {
			keys[0] = "0"
			if !p.IsColour() {
				keys[1] = defaultKey
			}
			b.WriteString("\ngoal \"")
			for _, v := range item.Solution.Values {
				b.WriteString(keys[v])
			}
			b.WriteString("\"\n")
		}
		return nil
	})
}

// entities are the named characters that occur in puzzle files.
var entities = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'", "copy": "©", "nbsp": " "}

// unescapeXML replaces the character references of XML and HTML; unknown ones
// stay as they are.
func unescapeXML(text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "&")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, closed := strings.Cut(rest, ";")
		code, known := entities[name]
		if number, ok := strings.CutPrefix(name, "#"); ok {
			n, err := strconv.ParseUint(strings.Replace(number, "x", "0x", 1), 0, 32)
			known = err == nil && utf8.ValidRune(rune(n))
			code = string(rune(n))
		}
		if !closed || !known {
			b.WriteByte('&')
			text = rest
			continue
		}
		b.WriteString(code)
		text = after
	}
}
