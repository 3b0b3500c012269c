package puzzle

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// UnknownNumber is a number that an address leaves open, written ".".
const UnknownNumber = -1

// MaxNumber is the largest number that an address can hold.
const MaxNumber = 4095

// longestRun is the longest run of cells without number that one letter of an
// address stands for: g is 1, z is 20.
const longestRun = 20

// ReadAddresses reads addresses of the pzpr family of puzzle sites, one a line:
//
//	https://puzz.link/p?nurikabe/10/10/j2g2i2m2j2m2j2n2g2j2r2g2j2l22j2r2g
//	https://pzv.jp/p.html?nurikabe/5/5/g5k2o1k3g
//	nurikabe/5/5/g5k2o1k3g
//
// What comes before the question mark is ignored, and so are blank lines and
// lines that start with "#". The id of a puzzle is its number in the
// input. parse is given what follows the question mark.
func ReadAddresses(source string, r io.Reader, kind string, parse func(line int, text Field, id string) (Puzzle, error)) (Set, error) {
	l, c := NewLines(source, r), Collect(source)
	for l.Next() {
		fields := l.Fields()
		if len(fields) == 0 || strings.HasPrefix(fields[0].Text, "#") {
			continue
		}
		if len(fields) > 1 {
			return Set{}, l.Errorf(fields[1].Column, "expected one address a line, found %s", Quote(fields[1].Text))
		}
		text := fields[0]
		if before, after, ok := strings.Cut(text.Text, "?"); ok {
			text = Field{Text: after, Column: text.Column + utf8.RuneCountInString(before) + 1}
		}
		p, err := parse(l.Number(), text, c.NextID())
		if err != nil {
			return Set{}, err
		}
		if err := c.Add(Item{Puzzle: p}); err != nil {
			return Set{}, l.Errorf(text.Column, "%v", err)
		}
	}
	return c.Finish(l, fmt.Sprintf("an address such as https://puzz.link/p?%s/10/10/…", kind))
}

// ParseAddress reads what follows the question mark of the address of a puzzle
// of a kind, on a board of at most most cells: the size, and the body with the
// column where it starts. "v:/" may stand before the size, which is COLS/ROWS.
func ParseAddress(source string, line int, text Field, kind string, most int) (size Size, body Field, err error) {
	at, rest := text.Column, text.Text
	fail := func(format string, args ...any) error {
		return Errorf(source, line, at, format, args...)
	}
	// next takes the text up to the next slash.
	next := func(what string) (string, error) {
		part, after, ok := strings.Cut(rest, "/")
		if !ok {
			return "", Errorf(source, line, at+utf8.RuneCountInString(rest), "expected / after the %s, found the end of the address", what)
		}
		rest = after
		return part, nil
	}
	move := func(part string) { at += utf8.RuneCountInString(part) + 1 }

	part, err := next("kind of puzzle")
	if err == nil && part != kind || err != nil && !strings.HasPrefix(kind, rest) {
		return Size{}, Field{}, fail("expected %s/, found %s", kind, Quote(text.Text))
	}
	if err != nil {
		return Size{}, Field{}, err
	}
	move(part)
	if strings.HasPrefix(rest, "v:/") {
		rest = rest[len("v:/"):]
		move("v:")
	}
	for _, side := range []struct {
		name string
		n    *int
	}{{"number of columns", &size.Cols}, {"number of rows", &size.Rows}} {
		part, err := next(side.name)
		if err != nil {
			return Size{}, Field{}, err
		}
		if *side.n = ParseCount(part, most); *side.n == 0 {
			return Size{}, Field{}, fail("expected the %s, found %s", side.name, Quote(part))
		}
		move(part)
	}
	if size.Cells() > most {
		return Size{}, Field{}, fail("expected at most %d cells, found %v", most, size)
	}
	return size, Field{rest, at}, nil
}

// ParseNumbers reads the numbers of an address, one for each cell of a board: a
// hexadecimal digit is a number up to 15, "-" comes before a number of two
// digits and "+" before one of three, "." is a number left open
// ([UnknownNumber]), and a letter from g on is a run of cells without number
// (0).
func ParseNumbers(source string, line, column int, size Size, body string) ([]int, error) {
	clues := make([]int, 0, min(size.Cells(), len(body)*longestRun))
	runes := []rune(body)
	fail := func(at int, format string, args ...any) error {
		return Errorf(source, line, column+at, format, args...)
	}
	for at := 0; at < len(runes); {
		if len(clues) == size.Cells() {
			return nil, fail(at, "expected the end after %d cells, found %s", size.Cells(), Quote(string(runes[at:])))
		}
		c := runes[at]
		digits := 1
		switch {
		case c == '.':
			clues = append(clues, UnknownNumber)
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
			return nil, fail(at, "expected %d hexadecimal digits after %c, found %s", digits, c, Quote(number))
		}
		clue, err := strconv.ParseInt(number, 16, 32)
		if err != nil || clue == 0 {
			return nil, fail(at, "expected a clue from 1 on, found %s", Quote(number))
		}
		clues = append(clues, int(clue))
		at = start + digits
	}
	if len(clues) < size.Cells() {
		return nil, fail(len(runes), "expected %d more cells, found the end of the address", size.Cells()-len(clues))
	}
	return clues, nil
}

// Numbers writes numbers as [ParseNumbers] reads them. It returns the index of
// the first that does not fit (above [MaxNumber]), or -1.
func Numbers(numbers []int) (text string, bad int) {
	var b strings.Builder
	run := 0
	flush := func() {
		for ; run > 0; run -= min(run, longestRun) {
			b.WriteByte('g' + byte(min(run, longestRun)) - 1)
		}
	}
	for i, n := range numbers {
		if n == 0 {
			run++
			continue
		}
		flush()
		switch {
		case n == UnknownNumber:
			b.WriteByte('.')
		case n < 0 || n > MaxNumber:
			return "", i
		case n < 0x10:
			fmt.Fprintf(&b, "%x", n)
		case n < 0x100:
			fmt.Fprintf(&b, "-%x", n)
		default:
			fmt.Fprintf(&b, "+%x", n)
		}
	}
	flush()
	return b.String(), -1
}
