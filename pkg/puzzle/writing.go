package puzzle

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Position is the line and column of a byte of a text, from one.
func Position(text []byte, at int) (line, column int) {
	before := text[:min(at, len(text))]
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
}

// Plural writes a number of things: "1 cell", "1,024 cells". many is the plural
// where it is not one with "s" (or "es" after s and x), such as "puzzles have".
func Plural(n int, one string, many ...string) string {
	switch {
	case n == 1:
		return "1 " + one
	case len(many) > 0:
		return Thousands(n) + " " + many[0]
	case strings.HasSuffix(one, "s") || strings.HasSuffix(one, "x"):
		return Thousands(n) + " " + one + "es"
	}
	return Thousands(n) + " " + one + "s"
}

// Thousands writes a whole number with a comma between groups of three digits.
func Thousands(n int) string {
	text := strings.TrimPrefix(strconv.Itoa(n), "-")
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	if n < 0 {
		return "−" + text
	}
	return text
}

// Capital is a text that begins a sentence or a title.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// ParseCount reads a positive decimal number of plain digits, at most most;
// anything else is 0.
func ParseCount(text string, most int) int {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n > most {
		return 0
	}
	return n
}

// ParseNatural reads a number from 0 on that is written as programs write it: no sign, and no zeros before it.
func ParseNatural(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && text == strconv.Itoa(n)
}

// Quote quotes what stood in an input for an error, shortened when it is long.
func Quote(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strconv.Quote(text)
}
