package sudokus

import (
	"fmt"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
)

// blanks are the signs of an open cell in every format; 0 is one as well where
// it is no digit.
const blanks = ".-_*"

// The digits that alphabets have: of all boards but those of 16 and 25, and of
// these.
var general, hexadecimal, letters = strings.ToLower(sudoku.Symbols(sudoku.MaxN)), sudoku.Symbols(16), sudoku.Symbols(25)

// alphabet reads the signs of one puzzle.
type alphabet struct {
	n      int
	digits string // in lower case
	zero   bool   // 0 is a blank
}

// The values of "zero", by which the lab's own formats say what 0 is where a
// reader would take it for something else.
const zeroDigit, zeroOpen = "digit", "open"

// alphabetOf tells in which alphabet a puzzle of n digits is written, from all
// signs of it in raster order. Upper and lower case are the same. Boards of 16
// are read as 1 to 9 and a to g where a g occurs, as a to p where a letter
// beyond g and no digit occurs, and else as 0 to f; boards of 25 as a to y, or
// as 1 to 9 and a to p where a digit other than 0 occurs. Where 0 would be a
// digit that a row has twice, and no other sign is a blank, 0 is a blank. zero
// overrides that: zeroDigit, zeroOpen, or nothing.
func alphabetOf(n int, text, zero string) alphabet {
	digits := general[:n]
	numbered := strings.ContainsAny(text, "123456789")
	switch {
	case n == 16 && !numbered && strings.ContainsAny(text, "hijklmnopHIJKLMNOP"):
		digits = letters[:n]
	case n == 16 && !strings.ContainsAny(text, "ghijklmnopGHIJKLMNOP"):
		digits = hexadecimal
	case n == 25 && !numbered:
		digits = letters[:n]
	}
	if strings.Contains(digits, "0") && (zero == zeroOpen || zero == "" && zeroTwice(n, text)) {
		digits = general[:min(n, len(general)-1)]
	}
	return alphabet{n, digits, !strings.Contains(digits, "0")}
}

// zeroTwice says whether a text of nothing but digits has 0 twice in a row of
// n.
func zeroTwice(n int, text string) bool {
	if strings.ContainsAny(text, blanks) {
		return false
	}
	row, zeros, cell := 0, 0, 0
	for _, sign := range text {
		if cell/n != row {
			row, zeros = cell/n, 0
		}
		if sign == '0' {
			zeros++
		}
		if zeros > 1 {
			return true
		}
		cell++
	}
	return false
}

// warnZero warns where 0 is an open cell although it could be a digit.
func (c *collector) warnZero(n int, text, zero string, at place) {
	if zero == "" && alphabetOf(n, text, zeroDigit).digits != alphabetOf(n, text, "").digits {
		c.once(fmt.Sprint("zero of ", n), at, "0 is read as an open cell on a board of %d×%d: a row has it twice", n, n)
	}
}

// value is the digit of a sign, or Unset for a blank; ok is false for others.
func (a alphabet) value(sign rune) (v uint8, ok bool) {
	if sign >= 'A' && sign <= 'Z' {
		sign += 'a' - 'A'
	}
	if at := strings.IndexRune(a.digits, sign); at >= 0 {
		return uint8(at + 1), true
	}
	return puzzle.Unset, strings.ContainsRune(blanks, sign) || sign == '0' && a.zero
}

// reads says whether all signs of a text are of the alphabet.
func (a alphabet) reads(text string) bool {
	return !strings.ContainsFunc(text, func(sign rune) bool { _, ok := a.value(sign); return !ok })
}

// expected says which signs there are, for errors.
func (a alphabet) expected() string {
	switch {
	case a.digits == hexadecimal:
		return "., - or a digit from 0 to f"
	case a.digits[0] == 'a':
		return fmt.Sprintf("., - or a letter from a to %c", a.digits[a.n-1])
	case a.n <= 9:
		return fmt.Sprintf("., -, 0 or a digit from 1 to %d", a.n)
	case !a.zero:
		return "., -, a digit or a letter"
	}
	return fmt.Sprintf("., -, 0, a digit or a letter up to %c", a.digits[len(a.digits)-1])
}

// values reads a text of one sign a cell that starts at a column. blank says
// whether blanks are allowed.
func (a alphabet) values(source string, line, column int, text string, blank bool) []uint8 {
	out := make([]uint8, 0, a.n*a.n)
	for _, sign := range text {
		v, ok := a.value(sign)
		if !ok {
			panic(puzzle.Errorf(source, line, column+len(out), "expected %s, found %q", a.expected(), sign))
		}
		if v == puzzle.Unset && !blank {
			panic(puzzle.Errorf(source, line, column+len(out), "expected a digit in every cell of a solution, found %q", sign))
		}
		out = append(out, v)
	}
	return out
}
