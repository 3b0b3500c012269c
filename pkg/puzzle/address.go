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

// Body is the body of an address, which is read from its beginning on.
type Body struct {
	source       string
	line, column int
	text         []rune
	at           int
}

// NewBody is the body of an address that stands in a line of a source.
func NewBody(source string, line int, body Field) *Body {
	return &Body{source: source, line: line, column: body.Column, text: []rune(body.Text)}
}

// Column is that of what is to be read next.
func (b *Body) Column() int { return b.column + b.at }

// Rest is what is to be read, Done says that it is nothing.
func (b *Body) Rest() string { return string(b.text[b.at:]) }

// Done is of [Body.Rest].
func (b *Body) Done() bool { return b.at == len(b.text) }

// Peek is the next character, none at the end.
func (b *Body) Peek() string { return string(b.text[b.at:min(b.at+1, len(b.text))]) }

// Take reads so many characters, fewer at the end.
func (b *Body) Take(n int) string {
	from := b.at
	b.at = min(b.at+n, len(b.text))
	return string(b.text[from:b.at])
}

// Errorf is a [ParseError] in the address.
func (b *Body) Errorf(column int, format string, args ...any) error {
	return Errorf(b.source, b.line, column, format, args...)
}

// Number reads a number, or a run of places without one: run says of how many, 0 where there is a
// number. A hexadecimal digit is a number up to 15, "-" comes before a number of two digits and "+" before
// one of three, "." is a number left open ([UnknownNumber]), and a letter from g on is a run.
func (b *Body) Number() (n, run int, err error) {
	column := b.Column()
	first := b.Take(1)
	digits := 1
	switch {
	case first == ".":
		return UnknownNumber, 0, nil
	case len(first) == 1 && first[0] >= 'g' && first[0] <= 'z':
		return 0, int(first[0]-'g') + 1, nil
	case first == "-":
		digits = 2
	case first == "+":
		digits = 3
	}
	number := first
	if digits > 1 {
		number = b.Take(digits)
	}
	if len(number) != digits || strings.Trim(number, "0123456789abcdef") != "" {
		if digits > 1 {
			return 0, 0, b.Errorf(column, "expected %d hexadecimal digits after %s, found %s", digits, first, Quote(number))
		}
		return 0, 0, b.Errorf(column, "expected a hexadecimal digit, -, +, . or a letter from g to z, found %q", []rune(first + "\x00")[0])
	}
	long, err := strconv.ParseInt(number, 16, 32)
	if err != nil {
		return 0, 0, b.Errorf(column, "expected a hexadecimal number, found %s", Quote(number))
	}
	return int(long), 0, nil
}

// ParseNumbers reads the numbers of an address, one for each cell of a board, as [Body.Number] reads
// them; 0 is a cell without number.
func ParseNumbers(source string, line, column int, size Size, body string) ([]int, error) {
	b := NewBody(source, line, Field{body, column})
	clues := make([]int, 0, min(size.Cells(), len(body)*longestRun))
	for !b.Done() {
		from, at := b.at, b.Column()
		if len(clues) == size.Cells() {
			return nil, b.Errorf(at, "expected the end after %d cells, found %s", size.Cells(), Quote(b.Rest()))
		}
		n, run, err := b.Number()
		switch {
		case err != nil:
			return nil, err
		case len(clues)+run > size.Cells():
			return nil, b.Errorf(at, "expected %d more cells, found %d (%q)", size.Cells()-len(clues), run, b.text[from])
		case run > 0:
			clues = append(clues, make([]int, run)...)
			continue
		case n == 0:
			return nil, b.Errorf(at, "expected a clue from 1 on, found %s", Quote(strings.TrimLeft(string(b.text[from:b.at]), "-+")))
		}
		clues = append(clues, n)
	}
	if len(clues) < size.Cells() {
		return nil, b.Errorf(b.Column(), "expected %d more cells, found the end of the address", size.Cells()-len(clues))
	}
	return clues, nil
}

// Numbers writes numbers as [ParseNumbers] reads them. It returns the index of
// the first that does not fit (above [MaxNumber]), or -1.
func Numbers(numbers []int) (text string, bad int) {
	var b strings.Builder
	run := 0
	for i, n := range numbers {
		if n == 0 {
			run++
			continue
		}
		one, ok := OneNumber(n)
		if !ok {
			return "", i
		}
		b.WriteString(Run(run) + one)
		run = 0
	}
	return b.String() + Run(run), -1
}

// Run writes a run of places without number as [Body.Number] reads it.
func Run(places int) string {
	return strings.Repeat("z", places/longestRun) + strings.TrimPrefix(string(rune('g'-1+places%longestRun)), "f")
}

// OneNumber writes a number as [Body.Number] reads it; ok is false where it does not fit (above
// [MaxNumber], or negative).
func OneNumber(n int) (text string, ok bool) {
	switch {
	case n == UnknownNumber:
		return ".", true
	case n < 0 || n > MaxNumber:
		return "", false
	case n < 0x10:
		return fmt.Sprintf("%x", n), true
	case n < 0x100:
		return fmt.Sprintf("-%x", n), true
	}
	return fmt.Sprintf("+%x", n), true
}
