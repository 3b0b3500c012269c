package puzzle

import (
	"fmt"
	"strconv"
	"strings"
)

// UnknownNumber is a number that an address leaves open, written ".".
const UnknownNumber = -1

// MaxNumber is the largest number that an address can hold.
const MaxNumber = 4095

// longestRun is the longest run of cells without number that one letter of an
// address stands for: g is 1, z is 20.
const longestRun = 20

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
	return Errorf(b.Source, b.Line, column, format, args...)
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

// Numbers reads numbers from 1 to most, one for each of so many places, as [Body.Number] reads them; 0 is a place without
// one. [UnknownNumber] is an error without open. The body ends with them.
func (b *Body) Numbers(places, most int, open bool) ([]int, error) {
	numbers := make([]int, 0, min(places, len(b.text)*longestRun))
	for !b.Done() {
		from, at := b.at, b.Column()
		if len(numbers) == places {
			return nil, b.Errorf(at, "expected the end after %d cells, found %s", places, Quote(b.Rest()))
		}
		n, run, err := b.Number()
		switch {
		case err != nil:
			return nil, err
		case len(numbers)+run > places:
			return nil, b.Errorf(at, "expected %d more cells, found %d (%q)", places-len(numbers), run, b.text[from])
		case run > 0:
			numbers = append(numbers, make([]int, run)...)
			continue
		case n == 0 || n > most || n == UnknownNumber && !open:
			return nil, b.Errorf(at, "expected a number from 1 to %d, found %s", most, Quote(string(b.text[from:b.at])))
		}
		numbers = append(numbers, n)
	}
	if len(numbers) < places {
		return nil, b.Errorf(b.Column(), "expected %d more cells, found the end of the address", places-len(numbers))
	}
	return numbers, nil
}

// Numbers writes numbers as [Body.Numbers] reads them. It returns the index of
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
