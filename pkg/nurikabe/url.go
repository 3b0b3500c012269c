package nurikabe

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// MaxURLClue is the largest clue that an address can hold.
const MaxURLClue = 4095

// longestRun is the longest run of cells without clue that one letter of an
// address stands for: g is 1, z is 20.
const longestRun = 20

// ReadURLs reads addresses of the pzpr family of puzzle sites, one a line:
//
//	https://puzz.link/p?nurikabe/10/10/j2g2i2m2j2m2j2n2g2j2r2g2j2l22j2r2g
//	https://pzv.jp/p.html?nurikabe/5/5/g5k2o1k3g
//	nurikabe/5/5/g5k2o1k3g
//
// What stands before the question mark does not matter, and "v:/" may stand
// before the size, which is COLS/ROWS. Blank lines and lines that start with
// "#" are passed over. The id of a puzzle is its number in the input.
func ReadURLs(source string, r io.Reader) (puzzle.Set, error) {
	l, c := puzzle.NewLines(source, r), collect(source)
	for l.Next() {
		fields := l.Fields()
		if len(fields) == 0 || strings.HasPrefix(fields[0].Text, "#") {
			continue
		}
		if len(fields) > 1 {
			return puzzle.Set{}, l.Errorf(fields[1].Column, "expected one address a line, found %s", quote(fields[1].Text))
		}
		text := fields[0]
		if before, after, ok := strings.Cut(text.Text, "?"); ok {
			text = puzzle.Field{Text: after, Column: text.Column + utf8.RuneCountInString(before) + 1}
		}
		p, err := parseAddress(source, l.Number(), text, c.nextID())
		if err != nil {
			return puzzle.Set{}, err
		}
		if err := c.add(puzzle.Item{Puzzle: p}); err != nil {
			return puzzle.Set{}, l.Errorf(text.Column, "%v", err)
		}
	}
	return c.finish(l, "an address such as https://puzz.link/p?nurikabe/10/10/…")
}

// ParseURL reads one address as [ReadURLs] does. Errors name the source "url".
func ParseURL(id, address string) (*Puzzle, error) {
	set, err := ReadURLs("url", strings.NewReader(address))
	if err != nil {
		return nil, err
	}
	if n := set.Len(); n > 1 {
		return nil, puzzle.Errorf("url", 1, 1, "expected one address, found %d", n)
	}
	p := *set.Items[0].Puzzle.(*Puzzle)
	p.id = id
	return &p, nil
}

// parseAddress reads what follows the question mark of an address.
func parseAddress(source string, line int, text puzzle.Field, id string) (*Puzzle, error) {
	at, rest := text.Column, text.Text
	fail := func(format string, args ...any) error {
		return puzzle.Errorf(source, line, at, format, args...)
	}
	// next takes the text up to the next slash.
	next := func(what string) (string, error) {
		part, after, ok := strings.Cut(rest, "/")
		if !ok {
			return "", puzzle.Errorf(source, line, at+utf8.RuneCountInString(rest), "expected / after the %s, found the end of the address", what)
		}
		rest = after
		return part, nil
	}
	move := func(part string) { at += utf8.RuneCountInString(part) + 1 }

	part, err := next("kind of puzzle")
	if err == nil && part != Kind || err != nil && !strings.HasPrefix(Kind, rest) {
		return nil, fail("expected nurikabe/, found %s", quote(text.Text))
	}
	if err != nil {
		return nil, err
	}
	move(part)
	if strings.HasPrefix(rest, "v:/") {
		rest = rest[len("v:/"):]
		move("v:")
	}
	var size puzzle.Size
	for _, side := range []struct {
		name string
		n    *int
	}{{"number of columns", &size.Cols}, {"number of rows", &size.Rows}} {
		part, err := next(side.name)
		if err != nil {
			return nil, err
		}
		if *side.n = parseCount(part); *side.n == 0 {
			return nil, fail("expected the %s, found %s", side.name, quote(part))
		}
		move(part)
	}
	if size.Cells() > MaxCells {
		return nil, fail("expected at most %d cells, found %v", MaxCells, size)
	}
	clues, err := parseBody(source, line, at, size, rest)
	if err != nil {
		return nil, err
	}
	p, err := New(id, size, clues)
	if err != nil {
		return nil, fail("%v", err)
	}
	return p, nil
}

// parseBody reads the clues: a hexadecimal digit is a clue up to 15, "-" comes
// before a clue of two digits and "+" before one of three, "." is "?", and a
// letter from g on is a run of cells without clue.
func parseBody(source string, line, column int, size puzzle.Size, body string) ([]int, error) {
	clues := make([]int, 0, min(size.Cells(), len(body)*longestRun))
	runes := []rune(body)
	fail := func(at int, format string, args ...any) error {
		return puzzle.Errorf(source, line, column+at, format, args...)
	}
	for at := 0; at < len(runes); {
		if len(clues) == size.Cells() {
			return nil, fail(at, "expected the end after %d cells, found %s", size.Cells(), quote(string(runes[at:])))
		}
		c := runes[at]
		digits := 1
		switch {
		case c == '.':
			clues = append(clues, Unknown)
			at++
			continue
		case c >= 'g' && c <= 'z':
			run := int(c-'g') + 1
			if len(clues)+run > size.Cells() {
				return nil, fail(at, "expected %d more cells, found %d (%q)", size.Cells()-len(clues), run, c)
			}
			clues = append(clues, make([]int, run)...)
			at++
			continue
		case c == '-':
			digits = 2
		case c == '+':
			digits = 3
		}
		start := at
		if digits > 1 {
			start++
		}
		number := string(runes[start:min(start+digits, len(runes))])
		if len(number) != digits || strings.Trim(number, "0123456789abcdef") != "" {
			if digits == 1 {
				return nil, fail(at, "expected a hexadecimal digit, -, +, . or a letter from g to z, found %q", c)
			}
			return nil, fail(at, "expected %d hexadecimal digits after %c, found %s", digits, c, quote(number))
		}
		clue, err := strconv.ParseInt(number, 16, 32)
		if err != nil || clue == 0 {
			return nil, fail(at, "expected a clue from 1 on, found %s", quote(number))
		}
		clues = append(clues, int(clue))
		at = start + digits
	}
	if len(clues) < size.Cells() {
		return nil, fail(len(runes), "expected %d more cells, found the end of the address", size.Cells()-len(clues))
	}
	return clues, nil
}

// URL is the puzzle's address at puzz.link. Clues above [MaxURLClue] are an
// error.
func (p *Puzzle) URL() (string, error) {
	address, err := p.address()
	if err != nil {
		return "", err
	}
	return "https://puzz.link/p?" + address, nil
}

// address is what follows the question mark of a puzzle's address.
func (p *Puzzle) address() (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%d/%d/", Kind, p.size.Cols, p.size.Rows)
	run := 0
	flush := func() {
		for ; run > 0; run -= min(run, longestRun) {
			b.WriteByte('g' + byte(min(run, longestRun)) - 1)
		}
	}
	for i, clue := range p.clues {
		if clue == 0 {
			run++
			continue
		}
		flush()
		switch {
		case clue == Unknown:
			b.WriteByte('.')
		case clue < 0x10:
			fmt.Fprintf(&b, "%x", clue)
		case clue < 0x100:
			fmt.Fprintf(&b, "-%x", clue)
		case clue <= MaxURLClue:
			fmt.Fprintf(&b, "+%x", clue)
		default:
			return "", fmt.Errorf("nurikabe %s: the clue %d at %v does not fit into an address: expected at most %d", p.id, clue, p.size.At(i), MaxURLClue)
		}
	}
	flush()
	return b.String(), nil
}

// WriteURLs writes addresses at puzz.link, one a line. Ids, solutions and
// grades are lost; clues above [MaxURLClue] are an error.
func WriteURLs(w io.Writer, s puzzle.Set) error {
	items, err := writable(s, false)
	if err != nil {
		return err
	}
	b := &strings.Builder{}
	for _, item := range items {
		address, err := item.p.URL()
		if err != nil {
			return err
		}
		b.WriteString(address + "\n")
	}
	_, err = io.WriteString(w, b.String())
	return err
}
