package nonogram

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// writeNon writes a set as [readNon] reads it, with a divider between puzzles.
// The names of colours become letters.
func writeNon(w io.Writer, s puzzle.Set) error {
	return write(w, s, true, func(b *strings.Builder, i int, item sets.Entry[*Puzzle]) error {
		p := item.P
		if i > 0 {
			b.WriteString("\n====\n\n")
		}
		fmt.Fprintf(b, "catalogue %s\n", quoteXML(p.id))
		p.non(b, item.Grade)
		keys := p.keys("")
		if !item.Solution.IsZero() {
			keys[0] = "0"
			if !p.isColour() {
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

// non writes all of a puzzle but its id and its solution.
func (p *Puzzle) non(b *strings.Builder, grade string) {
	if p.title != "" {
		fmt.Fprintf(b, "title %s\n", quoteXML(p.title))
	}
	if grade != "" {
		fmt.Fprintf(b, "grade %s\n", quoteXML(grade))
	}
	keys := p.keys("")
	if p.isColour() {
		if p.palette[0].RGB != BlackAndWhite()[0].RGB {
			fmt.Fprintf(b, "color 0 %s\n", p.palette[0].hex())
		}
		for i, ink := range p.palette[1:] {
			fmt.Fprintf(b, "color %s %s\n", keys[i+1], ink.hex())
		}
	}
	size := p.Size()
	fmt.Fprintf(b, "width %d\nheight %d\n\nrows\n%s\ncolumns\n%s", size.Cols, size.Rows, clueLines(p.rows, keys, ",", "0"), clueLines(p.cols, keys, ",", "0"))
}

// keys are the letters that writers put for the colours, by index; plain for a
// black-and-white puzzle.
func (p *Puzzle) keys(plain string) []string {
	if !p.isColour() {
		return []string{"", plain}
	}
	out := []string{""}
	signs := signs(p.palette)
	if len(p.palette) == 2 {
		signs = append(signs[:1], letters(1)...)
	}
	for _, c := range signs[1:] {
		out = append(out, string(c))
	}
	return out
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

// quoteXML quotes a text for one line.
func quoteXML(text string) string {
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
