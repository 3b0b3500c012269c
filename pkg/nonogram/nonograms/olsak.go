package nonograms

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// readOlsak reads the format of the solver by Mirek and Petr Olšák for puzzles
// with colours (files oko.g and kocka.g of their distribution, 2003):
//
//	a puzzle
//	#d
//	   0:  white     background
//	   1:* black     blocks without a letter
//	   r:% #ff0000   red
//	: rows
//	2 1r
//	1
//	: columns
//	1 1
//	2r
//	: end
//
// Everything up to the first "#" or ":" at the start of a line is a comment.
// "#d" begins the colours: a letter, a colon, a sign for screens, a colour by
// its X11 name or as #rrggbb, and a comment. Each ":" begins the next section:
// rows, columns, the end; the rest of its line is a comment. An empty line is
// an empty clue. Puzzles on triangles ("#t") are errors. Cells cut in two
// triangles are colours of their own, as that program has them.
func readOlsak(source string, r io.Reader) puzzle.Set {
	l, ink := sets.NewLines(source, r), newInks()
	colours, side := false, -1
	var sides [2][]textLine
	var heads [2]int
	for side < 2 && l.Next() {
		text := l.Text()
		switch {
		case strings.HasPrefix(text, ":"):
			colours = false
			if side++; side < 2 {
				heads[side] = l.Number()
			}
		case side < 0 && strings.HasPrefix(text, "#"):
			kind := strings.ToLower(text)
			if !strings.HasPrefix(kind, "#d") {
				panic(l.Errorf(1, "expected #d and colours (triangular boards are not read), found %s", puzzle.Quote(text)))
			}
			colours = true
		case colours:
			olsakColour(l, ink)
		case side >= 0:
			sides[side] = append(sides[side], textLine{text, l.Number()})
		}
	}
	sets.Check(l.Err())
	if side < 1 {
		panic(l.EndError(": and the clues of all " + []string{"rows", "columns"}[side+1]))
	}
	if side == 1 {
		// Without an end, blank lines at the end are just that.
		for n := len(sides[1]); n > 0 && strings.TrimSpace(sides[1][n-1].text) == ""; n-- {
			sides[1] = sides[1][:n-1]
		}
	}
	var clues [2][]nonogram.Clue
	for i, lines := range sides {
		if len(lines) == 0 {
			panic(l.ErrorAt(heads[i], 1, "expected clues after :, found none"))
		}
		for _, line := range lines {
			clue := ink.clue(source, line)
			clues[i] = append(clues[i], clue)
		}
	}
	c := sets.Collect(source)
	p, err := nonogram.New(c.NextID(), clues[0], clues[1], ink.palette())
	l.CheckAt(heads[0], 1, err)
	l.CheckAt(heads[0], 1, c.Add(puzzle.Item{Puzzle: p}))
	return c.Finish(l, "a puzzle")
}

// olsakColour reads the line of a colour.
func olsakColour(l *sets.Lines, ink *inks) {
	fields := l.Fields()
	if len(fields) == 0 {
		return
	}
	first := fields[0]
	key, width := utf8.DecodeRuneInString(first.Text)
	if !strings.HasPrefix(first.Text[width:], ":") || !unicode.IsLetter(key) && key != '0' && key != '1' {
		panic(l.Errorf(first.Column, "expected a letter and a colon, found %s", puzzle.Quote(first.Text)))
	}
	// The sign for screens may be a blank.
	if len(fields) < 2 {
		panic(l.Errorf(l.Column(len(l.Text())), "expected a colour such as #ff0000, found the end of the line"))
	}
	rgb, ok := parseColour(fields[1].Text)
	if !ok && isWord(fields[1].Text) {
		// One of the many names of X11: what it looks like does not matter.
		rgb, ok = usualColours[len(ink.list)%len(usualColours)], true
	}
	if !ok {
		panic(l.Errorf(fields[1].Column, "expected a colour such as #ff0000, found %s", puzzle.Quote(fields[1].Text)))
	}
	name := strings.TrimPrefix(fields[1].Text, "#")
	if len(fields) > 2 && strings.HasPrefix(fields[1].Text, "#") {
		name = fields[2].Text
	}
	if key == '0' {
		ink.background = nonogram.Ink{Name: name, RGB: rgb}
		return
	}
	if _, ok := ink.declare(string(key), nonogram.Ink{Name: name, RGB: rgb}); !ok {
		panic(l.Errorf(first.Column, "expected at most %d different colours, found another one, %q", nonogram.MaxColours-1, key))
	}
}

// writeOlsak writes the one puzzle of a set as [readOlsak] reads it. Its id,
// title, solution and grade are lost.
func writeOlsak(w io.Writer, s puzzle.Set) error {
	if s.Len() > 1 {
		return fmt.Errorf("nonogram: set %s: this format holds one puzzle, not %d", s.Name, s.Len())
	}
	return write(w, s, false, func(b *strings.Builder, _ int, item sets.Entry[*nonogram.Puzzle]) error {
		p := item.P
		rows, cols := sides(p)
		keys := p.Keys()
		if p.IsColour() {
			fmt.Fprintf(b, "#d\n   0:   %s   %s\n", p.Palette()[0].Hex(), oneWord(p.Palette()[0].Name, "background"))
			for i, ink := range p.Palette()[1:] {
				fmt.Fprintf(b, "   %s:%s  %s   %s\n", keys[i+1], keys[i+1], ink.Hex(), oneWord(ink.Name, keys[i+1]))
			}
		}
		fmt.Fprintf(b, ": rows\n%s: columns\n%s: end\n", nonogram.ClueLines(rows, keys, " "), nonogram.ClueLines(cols, keys, " "))
		return nil
	})
}

// oneWord is a text without white space, or what else there is.
func oneWord(text, other string) string {
	if words := strings.Fields(text); len(words) > 0 {
		return strings.Join(words, "-")
	}
	return other
}
