package nonograms

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// writeWebpbn writes a set as [readWebpbn] reads it. Grades are lost.
func writeWebpbn(w io.Writer, s puzzle.Set) error {
	head := "<?xml version=\"1.0\"?>\n<!DOCTYPE pbn SYSTEM \"http://webpbn.com/pbn-0.3.dtd\">\n<puzzleset>\n"
	return write(w, s, true, func(b *strings.Builder, i int, item sets.Entry[*nonogram.Puzzle]) error {
		p := item.P
		if strings.TrimSpace(p.ID()) != p.ID() || p.ID() == "" || strings.ContainsFunc(p.ID(), notInXML) {
			return fmt.Errorf("nonogram: the id %q cannot be written in this format", p.ID())
		}
		b.WriteString(head)
		head = ""
		names, signs := names(p), p.Signs()
		rows, cols := sides(p)
		fmt.Fprintf(b, "<puzzle type=\"grid\" defaultcolor=\"%s\" backgroundcolor=\"%s\">\n", xmlText(names[1]), xmlText(names[0]))
		fmt.Fprintf(b, "<id>%s</id>\n", xmlText(p.ID()))
		if p.Title() != "" {
			fmt.Fprintf(b, "<title>%s</title>\n", xmlText(p.Title()))
		}
		for i, ink := range p.Palette() {
			fmt.Fprintf(b, "<color name=\"%s\" char=\"%c\">%s</color>\n", xmlText(names[i]), signs[i], ink.Hex()[1:])
		}
		for _, side := range []struct {
			kind  string
			clues []nonogram.Clue
		}{{"columns", cols}, {"rows", rows}} {
			fmt.Fprintf(b, "<clues type=\"%s\">\n", side.kind)
			for _, clue := range side.clues {
				b.WriteString("<line>")
				for _, block := range clue {
					if block.Colour == nonogram.Filled {
						fmt.Fprintf(b, "<count>%d</count>", block.Length)
					} else {
						fmt.Fprintf(b, "<count color=\"%s\">%d</count>", xmlText(names[block.Colour]), block.Length)
					}
				}
				b.WriteString("</line>\n")
			}
			b.WriteString("</clues>\n")
		}
		if !item.Solution.IsZero() {
			b.WriteString("<solution type=\"goal\"><image>\n")
			for row := range p.Size().Rows {
				b.WriteByte('|')
				for _, v := range item.Solution.Values[row*item.Solution.Cols : (row+1)*item.Solution.Cols] {
					b.WriteRune(signs[v])
				}
				b.WriteString("|\n")
			}
			b.WriteString("</image></solution>\n")
		}
		b.WriteString("</puzzle>\n")
		if i == s.Len()-1 {
			b.WriteString("</puzzleset>\n")
		}
		return nil
	})
}

// names are the names of the colours, made different from each other.
func names(p *nonogram.Puzzle) []string {
	out, seen := make([]string, (p.Colours()+1)), map[string]bool{}
	for i, ink := range p.Palette() {
		name := strings.TrimSpace(strings.Map(func(r rune) rune {
			if notInXML(r) || r == utf8.RuneError {
				return -1
			}
			return r
		}, ink.Name))
		if name == "" || seen[name] {
			name = fmt.Sprintf("%s %d", name, i)
		}
		for seen[name] {
			name += "+"
		}
		seen[name] = true
		out[i] = name
	}
	return out
}

// notInXML says whether XML has no way to write a character (XML 1.0, section
// 2.2).
func notInXML(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF
}

// xmlText escapes a text for XML.
func xmlText(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder takes everything
	return b.String()
}
