package nurikabes

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// readCompact reads the lab's own format for sets, one puzzle per line:
//
//	# made by …
//	0001 nurikabe/3/2/h21h grade=easy solution=c8
//
// First the id, then the puzzle as in an address at puzz.link (see readURLs),
// then what else is known: its grade, and its solution as hexadecimal digits,
// one bit a cell in raster order, 1 for wall, the last digit filled up with
// zeros. In ids and grades "%" and two hexadecimal digits stand for a byte.
// Blank lines and lines that start with "#" are ignored.
func readCompact(source string, r io.Reader) puzzle.Set {
	l, c := sets.NewLines(source, r), sets.Collect(source)
	for l.Next() {
		fields := l.Fields()
		if len(fields) == 0 || strings.HasPrefix(fields[0].Text, "#") {
			continue
		}
		if len(fields) < 2 {
			panic(l.Errorf(utf8.RuneCountInString(l.Text())+1, "expected an id and a puzzle, found %s alone", puzzle.Quote(fields[0].Text)))
		}
		id, err := sets.Unescape(fields[0].Text)
		l.Check(fields[0].Column, err)
		a := addresses.TakeApart(source, l.Number(), fields[1], id)
		p := parseAddress(a)
		item := puzzle.Item{Puzzle: p}
		seen := map[string]bool{}
		for _, f := range fields[2:] {
			name, value, ok := strings.Cut(f.Text, "=")
			if name != "grade" && name != "solution" || !ok || value == "" || seen[name] {
				panic(l.Errorf(f.Column, "expected grade=… or solution=…, each once, found %s", puzzle.Quote(f.Text)))
			}
			seen[name] = true
			if name == "grade" {
				item.Grade, err = sets.Unescape(value)
			} else {
				item.Solution, err = parseBits(p.Size(), value)
			}
			l.Check(f.Column+len(name)+1, err)
		}
		l.Check(fields[0].Column, c.Add(item))
	}
	return c.Finish(l, "a line with an id and a puzzle")
}

// parseBits reads a board of hexadecimal digits.
func parseBits(size puzzle.Size, text string) (puzzle.Grid, error) {
	digits := (size.Cells() + 3) / 4
	if len(text) != digits || strings.Trim(text, "0123456789abcdef") != "" {
		return puzzle.Grid{}, fmt.Errorf("expected %d hexadecimal digits, found %s", digits, puzzle.Quote(text))
	}
	board := puzzle.NewGrid(size, nurikabe.Island)
	for i := range digits * 4 {
		digit, err := strconv.ParseUint(text[i/4:i/4+1], 16, 8)
		if err != nil {
			return puzzle.Grid{}, fmt.Errorf("expected hexadecimal digits, found %s", puzzle.Quote(text))
		}
		if digit>>(3-i%4)&1 == 0 {
			continue
		}
		if i >= size.Cells() {
			return puzzle.Grid{}, fmt.Errorf("expected zeros behind the last of %d cells, found the digit %q", size.Cells(), text[i/4])
		}
		board.Values[i] = nurikabe.Wall
	}
	return board, nil
}

// bits writes a board as hexadecimal digits.
func bits(board puzzle.Grid) string {
	digits := make([]byte, (len(board.Values)+3)/4)
	for i, v := range board.Values {
		if v == nurikabe.Wall {
			digits[i/4] |= 1 << (3 - i%4)
		}
	}
	for i, d := range digits {
		digits[i] = "0123456789abcdef"[d]
	}
	return string(digits)
}

// writeCompact writes a set as readCompact reads it; nothing is lost. An
// empty id, two puzzles with one id, and clues above [puzzle.MaxNumber] are errors.
func writeCompact(w io.Writer, s puzzle.Set) error {
	return write(w, s, true, func(b *strings.Builder, i int, item sets.Entry[*nurikabe.Puzzle]) error {
		if item.P.ID() == "" {
			return fmt.Errorf("nurikabe: puzzle %d of set %s has no id, which this format needs", i+1, s.Name)
		}
		address, err := item.P.Address()
		if err != nil {
			return err
		}
		b.WriteString(sets.Escape(item.P.ID()) + " " + address)
		if item.Grade != "" {
			if !utf8.ValidString(item.Grade) {
				return fmt.Errorf("nurikabe %s: the grade %q is not UTF-8", item.P.ID(), item.Grade)
			}
			b.WriteString(" grade=" + sets.Escape(item.Grade))
		}
		if !item.Solution.IsZero() {
			b.WriteString(" solution=" + bits(item.Solution))
		}
		b.WriteByte('\n')
		return nil
	})
}
