package puzzle

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ReadAll reads an input to its end, without a byte order mark. Text that is
// not UTF-8 is a [*ParseError].
func ReadAll(source string, r io.Reader) ([]byte, error) {
	text, err := ReadBytes(source, r)
	if err != nil {
		return nil, err
	}
	text = trimMark(text)
	return text, checkText(source, text)
}

// trimMark drops a byte order mark.
func trimMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\uFEFF")) }

// checkText is the error of text that is not UTF-8, or has a line that is too
// long.
func checkText(source string, text []byte) error {
	if err := longLine(source, text); err != nil {
		return err
	}
	for at := 0; at < len(text); {
		c, n := utf8.DecodeRune(text[at:])
		if c == utf8.RuneError && n == 1 {
			line, column := Position(text, at)
			return Errorf(source, line, column, "expected UTF-8 text, found the byte 0x%02x", text[at])
		}
		at += n
	}
	return nil
}

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

// Unescape replaces "%" and two hexadecimal digits by the byte. It undoes
// [Escape].
func Unescape(text string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			b.WriteByte(text[i])
			continue
		}
		code, err := hex.DecodeString(text[i+1 : min(i+3, len(text))])
		if err != nil || len(code) != 1 {
			return "", fmt.Errorf("expected %% and two hexadecimal digits, found %s", Quote(text[i:]))
		}
		b.WriteByte(code[0])
		i += 2
	}
	if !utf8.ValidString(b.String()) {
		return "", fmt.Errorf("expected UTF-8 text, found %s", Quote(text))
	}
	return b.String(), nil
}

// Escape writes a text without blanks and controls, and without the signs that
// would make a line of a set look like something else (%, #, :), each byte of
// them as "%" and two hexadecimal digits.
func Escape(text string) string {
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

// Keyword is a word of one of Janko's files without the brackets that may be
// around it.
func Keyword(word string) string {
	if inner, ok := strings.CutPrefix(word, "["); ok {
		if inner, ok = strings.CutSuffix(inner, "]"); ok {
			return inner
		}
	}
	return word
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

// LineID is the error of an id that does not fit on the rest of a line.
func LineID(kind, id string) error {
	if strings.Contains(id, "\n") || strings.TrimSpace(id) != id {
		return fmt.Errorf("%s: the id %q cannot be written in this format: expected one line without blanks around it", kind, id)
	}
	return nil
}
