package sets

import (
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// Body is the body of an address, which is read from its beginning on.
type Body struct {
	// Source and Line are where the address stands.
	Source string
	Line   int

	located
	at int
}

// Column is that of what is to be read next.
func (b *Body) Column() int { return b.columns[b.at] }

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
	return puzzle.Errorf(b.Source, b.Line, column, format, args...)
}

// Number reads a number, or a run of places without one: run says of how many, 0 where there is a
// number. A hexadecimal digit is a number up to 15, "-" comes before a number of two digits and "+" before
// one of three, "." is a number left open ([UnknownNumber]), and a letter from g on is a run.
func (b *Body) Number() (n, run int) {
	column := b.Column()
	first := b.Take(1)
	digits := 1
	switch {
	case first == ".":
		return puzzle.UnknownNumber, 0
	case len(first) == 1 && first[0] >= 'g' && first[0] <= 'z':
		return 0, int(first[0]-'g') + 1
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
			panic(b.Errorf(column, "expected %d hexadecimal digits after %s, found %s", digits, first, puzzle.Quote(number)))
		}
		panic(b.Errorf(column, "expected a hexadecimal digit, -, +, . or a letter from g to z, found %q", []rune(first + "\x00")[0]))
	}
	long, err := strconv.ParseInt(number, 16, 32)
	if err != nil {
		panic(b.Errorf(column, "expected a hexadecimal number, found %s", puzzle.Quote(number)))
	}
	return int(long), 0
}

// Numbers reads numbers from 1 to most, one for each of so many places, as [Body.Number] reads them; 0 is a place without
// one. [UnknownNumber] is an error without open. The body ends with them.
func (b *Body) Numbers(places, most int, open bool) []int {
	var numbers []int
	for !b.Done() {
		from, at := b.at, b.Column()
		if len(numbers) == places {
			panic(b.Errorf(at, "expected the end after %d cells, found %s", places, puzzle.Quote(b.Rest())))
		}
		n, run := b.Number()
		switch {
		case len(numbers)+run > places:
			panic(b.Errorf(at, "expected %d more cells, found %d (%q)", places-len(numbers), run, b.text[from]))
		case run > 0:
			numbers = append(numbers, make([]int, run)...)
			continue
		case n == 0 || n > most || n == puzzle.UnknownNumber && !open:
			panic(b.Errorf(at, "expected a number from 1 to %d, found %s", most, puzzle.Quote(string(b.text[from:b.at]))))
		}
		numbers = append(numbers, n)
	}
	if len(numbers) < places {
		panic(b.Errorf(b.Column(), "expected %d more cells, found the end of the address", places-len(numbers)))
	}
	return numbers
}

// located is a part of a line: its characters, the column of each, and that behind the last.
type located struct {
	text    []rune
	columns []int
}

func locate(f Field) located {
	t := located{text: []rune(f.Text)}
	for i := range len(t.text) + 1 {
		t.columns = append(t.columns, f.Column+i)
	}
	return t
}

// from is what begins at a character, to what ends before one.
func (t located) from(i int) located { return located{t.text[i:], t.columns[i:]} }
func (t located) to(i int) located   { return located{t.text[:i], t.columns[:i+1]} }

// cut cuts a text at a character, as [strings.Cut] does.
func (t located) cut(at rune) (before, after located, found bool) {
	i := slices.Index(t.text, at)
	if i < 0 {
		return t, t.from(len(t.text)), false
	}
	return t.to(i), t.from(i + 1), true
}

// unescaped has the ASCII character that "%" and two hexadecimal digits stand for in their place.
func (t located) unescaped() located {
	var out located
	for i := 0; i < len(t.text); i++ {
		r, column := t.text[i], t.columns[i]
		if r == '%' && i+2 < len(t.text) {
			if n, err := strconv.ParseUint(string(t.text[i+1:i+3]), 16, 7); err == nil && n > ' ' {
				r = rune(n)
				i += 2
			}
		}
		out.text, out.columns = append(out.text, r), append(out.columns, column)
	}
	out.columns = append(out.columns, t.columns[len(t.text)])
	return out
}
