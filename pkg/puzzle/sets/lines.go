package sets

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// Lines reads text line by line and knows where it is, for readers whose
// errors name line and column. Lines end in LF or CRLF; a byte order mark at
// the start is skipped; text that is not UTF-8, a line beyond [MostLine] and an
// input beyond [MostBytes] are errors.
type Lines struct {
	source string
	r      *bufio.Reader
	text   string
	number int
	taken  int // bytes of the input
	held   bool
	err    error
}

// NewLines returns a reader of the lines of r; source names it in errors.
func NewLines(source string, r io.Reader) *Lines {
	return &Lines{source: source, r: bufio.NewReader(r)}
}

// Next moves to the next line; it returns false at the end and after an error,
// which [Lines.Err] returns.
func (l *Lines) Next() bool {
	if l.held {
		l.held = false
		return true
	}
	if l.err != nil {
		return false
	}
	text, err := l.read()
	var wrong *puzzle.ParseError
	if errors.As(err, &wrong) {
		l.err = err
		return false
	}
	if err != nil && !errors.Is(err, io.EOF) {
		l.err = fmt.Errorf("%s: %w", l.source, err)
		return false
	}
	if err != nil && text == "" {
		return false
	}
	if l.number == 0 {
		text = strings.TrimPrefix(text, "\uFEFF")
	}
	l.number++
	l.text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	for at, r := range l.text {
		if r == utf8.RuneError && !strings.HasPrefix(l.text[at:], string(utf8.RuneError)) {
			l.err = l.Errorf(l.Column(at), "expected UTF-8 text, found the byte 0x%02x", l.text[at])
			return false
		}
	}
	return true
}

// read reads a line with its end.
func (l *Lines) read() (string, error) {
	var long []byte
	for {
		part, err := l.r.ReadSlice('\n')
		l.taken += len(part)
		what, over := "", 0 // bytes beyond the limit
		switch {
		case l.taken > MostBytes:
			what, over = mostBytes, l.taken-MostBytes
		case len(long)+len(part) > MostLine:
			what, over = mostLine, len(long)+len(part)-MostLine
		case err == nil && long == nil:
			return string(part), nil
		default:
			if long = append(long, part...); !errors.Is(err, bufio.ErrBufferFull) {
				return string(long), err
			}
			continue
		}
		return "", puzzle.Errorf(l.source, l.number+1, utf8.RuneCount(append(long, part[:len(part)-over]...))+1, "expected %s, found more", what)
	}
}

// Back makes the next call of Next return the present line again.
func (l *Lines) Back() { l.held = true }

// Text is the present line without its end.
func (l *Lines) Text() string { return l.text }

// Blank says whether the present line holds nothing but white space.
func (l *Lines) Blank() bool { return strings.TrimSpace(l.text) == "" }

// Number is the present line's number, from one; the last line's after the end.
func (l *Lines) Number() int { return l.number }

// Err is the error that ended the reading, nil at a proper end.
func (l *Lines) Err() error { return l.err }

// Column is the column of a byte of the present line.
func (l *Lines) Column(at int) int { return utf8.RuneCountInString(l.text[:at]) + 1 }

// Errorf is a [ParseError] in the present line.
func (l *Lines) Errorf(column int, format string, args ...any) error {
	return puzzle.Errorf(l.source, max(l.number, 1), column, format, args...)
}

// ErrorAt is a [ParseError] in a line that was read before.
func (l *Lines) ErrorAt(line, column int, format string, args ...any) error {
	return puzzle.Errorf(l.source, line, column, format, args...)
}

// EndError is a [ParseError] behind the last line, or the error that ended the
// reading.
func (l *Lines) EndError(expected string) error {
	if l.err != nil {
		return l.err
	}
	return l.Errorf(l.Column(len(l.text)), "expected %s, found the end", expected)
}

// Field is a run of characters without white space.
type Field struct {
	Text string
	// Column is that of its first character.
	Column int
}

// Fields splits the present line at white space.
func (l *Lines) Fields() []Field { return Fields(l.text) }

// Fields splits a line at white space.
func Fields(line string) []Field {
	var out []Field
	start, startColumn, column := -1, 0, 0
	for at, r := range line {
		column++
		switch {
		case unicode.IsSpace(r):
			if start >= 0 {
				out = append(out, Field{line[start:at], startColumn})
				start = -1
			}
		case start < 0:
			start, startColumn = at, column
		}
	}
	if start >= 0 {
		out = append(out, Field{line[start:], startColumn})
	}
	return out
}

// Separated splits a line at a separator, such as a comma. Its fields are without the blanks around them, and may be
// empty; an empty one has the column of the separator behind it.
func Separated(line, separator string) []Field {
	var out []Field
	column := 1
	for _, part := range strings.Split(line, separator) {
		text := strings.TrimSpace(part)
		before := part[:strings.Index(part, text)]
		if text == "" {
			before = part
		}
		out = append(out, Field{text, column + utf8.RuneCountInString(before)})
		column += utf8.RuneCountInString(part) + utf8.RuneCountInString(separator)
	}
	return out
}

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
			line, column := puzzle.Position(text, at)
			return puzzle.Errorf(source, line, column, "expected UTF-8 text, found the byte 0x%02x", text[at])
		}
		at += n
	}
	return nil
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
			return "", fmt.Errorf("expected %% and two hexadecimal digits, found %s", puzzle.Quote(text[i:]))
		}
		b.WriteByte(code[0])
		i += 2
	}
	if !utf8.ValidString(b.String()) {
		return "", fmt.Errorf("expected UTF-8 text, found %s", puzzle.Quote(text))
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

// LineID is the error of an id that does not fit on the rest of a line.
func LineID(kind, id string) error {
	if strings.Contains(id, "\n") || strings.TrimSpace(id) != id {
		return fmt.Errorf("%s: the id %q cannot be written in this format: expected one line without blanks around it", kind, id)
	}
	return nil
}
