package nurikabe

import (
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// ReadCompact reads the lab's own format for sets, one puzzle a line:
//
//	# made by …
//	0001 nurikabe/3/2/h21h grade=easy solution=c8
//
// First the id, then the puzzle as in an address at puzz.link (see [ReadURLs]),
// then what else is known: its grade, and its solution as hexadecimal digits,
// one bit a cell in raster order, 1 for wall, the last digit filled up with
// zeros. In ids and grades "%" and two hexadecimal digits stand for a byte.
// Blank lines and lines that start with "#" are passed over.
func ReadCompact(source string, r io.Reader) (puzzle.Set, error) {
	l, c := puzzle.NewLines(source, r), collect(source)
	for l.Next() {
		fields := l.Fields()
		if len(fields) == 0 || strings.HasPrefix(fields[0].Text, "#") {
			continue
		}
		if len(fields) < 2 {
			return puzzle.Set{}, l.Errorf(utf8.RuneCountInString(l.Text())+1, "expected an id and a puzzle, found %s alone", quote(fields[0].Text))
		}
		id, err := unescape(fields[0].Text)
		if err != nil {
			return puzzle.Set{}, l.Errorf(fields[0].Column, "%v", err)
		}
		p, err := parseAddress(source, l.Number(), fields[1], id)
		if err != nil {
			return puzzle.Set{}, err
		}
		item := puzzle.Item{Puzzle: p}
		seen := map[string]bool{}
		for _, f := range fields[2:] {
			name, value, ok := strings.Cut(f.Text, "=")
			if name != "grade" && name != "solution" || !ok || value == "" || seen[name] {
				return puzzle.Set{}, l.Errorf(f.Column, "expected grade=… or solution=…, each once, found %s", quote(f.Text))
			}
			seen[name] = true
			if name == "grade" {
				item.Grade, err = unescape(value)
			} else {
				item.Solution, err = parseBits(p.size, value)
			}
			if err != nil {
				return puzzle.Set{}, l.Errorf(f.Column+len(name)+1, "%v", err)
			}
		}
		if err := c.add(item); err != nil {
			return puzzle.Set{}, l.Errorf(fields[0].Column, "%v", err)
		}
	}
	return c.finish(l, "a line with an id and a puzzle")
}

// parseBits reads a board of hexadecimal digits.
func parseBits(size puzzle.Size, text string) (puzzle.Grid, error) {
	digits := (size.Cells() + 3) / 4
	if len(text) != digits || strings.Trim(text, "0123456789abcdef") != "" {
		return puzzle.Grid{}, fmt.Errorf("expected %d hexadecimal digits, found %s", digits, quote(text))
	}
	board := puzzle.NewGrid(size, Island)
	for i := range digits * 4 {
		digit, err := strconv.ParseUint(text[i/4:i/4+1], 16, 8)
		if err != nil {
			return puzzle.Grid{}, fmt.Errorf("expected hexadecimal digits, found %s", quote(text))
		}
		if digit>>(3-i%4)&1 == 0 {
			continue
		}
		if i >= size.Cells() {
			return puzzle.Grid{}, fmt.Errorf("expected zeros behind the last of %d cells, found the digit %q", size.Cells(), text[i/4])
		}
		board.Values[i] = Wall
	}
	return board, nil
}

// bits writes a board as hexadecimal digits.
func bits(board puzzle.Grid) string {
	digits := make([]byte, (len(board.Values)+3)/4)
	for i, v := range board.Values {
		if v == Wall {
			digits[i/4] |= 1 << (3 - i%4)
		}
	}
	for i, d := range digits {
		digits[i] = "0123456789abcdef"[d]
	}
	return string(digits)
}

// unescape replaces "%" and two hexadecimal digits by the byte.
func unescape(text string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			b.WriteByte(text[i])
			continue
		}
		code, err := hex.DecodeString(text[i+1 : min(i+3, len(text))])
		if err != nil || len(code) != 1 {
			return "", fmt.Errorf("expected %% and two hexadecimal digits, found %s", quote(text[i:]))
		}
		b.WriteByte(code[0])
		i += 2
	}
	if !utf8.ValidString(b.String()) {
		return "", fmt.Errorf("expected UTF-8 text, found %s", quote(text))
	}
	return b.String(), nil
}

// escaped writes a text without blanks and controls, and without the signs
// that would make a line look like something else.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '%' || r == '#' || r == ':' || unicode.IsSpace(r) || unicode.IsControl(r) || r == '\uFEFF' {
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// WriteCompact writes a set as [ReadCompact] reads it; nothing is lost. An
// empty id, two puzzles with one id, and clues above [MaxURLClue] are errors.
func WriteCompact(w io.Writer, s puzzle.Set) error {
	items, err := writable(s, true)
	if err != nil {
		return err
	}
	b := &strings.Builder{}
	for i, item := range items {
		if item.p.id == "" {
			return fmt.Errorf("nurikabe: puzzle %d of set %s has no id, which this format needs", i+1, s.Name)
		}
		address, err := item.p.address()
		if err != nil {
			return err
		}
		b.WriteString(escaped(item.p.id) + " " + address)
		if item.grade != "" {
			if !utf8.ValidString(item.grade) {
				return fmt.Errorf("nurikabe %s: the grade %q is not UTF-8", item.p.id, item.grade)
			}
			b.WriteString(" grade=" + escaped(item.grade))
		}
		if !item.solution.IsZero() {
			b.WriteString(" solution=" + bits(item.solution))
		}
		b.WriteByte('\n')
	}
	_, err = io.WriteString(w, b.String())
	return err
}
