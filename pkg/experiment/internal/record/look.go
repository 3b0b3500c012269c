package record

import (
	"bytes"
	"strconv"

	"formicary/pkg/solver"
)

// Line is what a fast look at a line of a journal tells: which run it is of, and how
// it ended. Texts are valid until the next line is read.
type Line struct {
	LineKey
	// Retry is that of the [Record].
	Retry int
	// Failed says that the run failed, Killed that nothing is known of it but that
	// processes ended while they made it.
	Failed, Killed bool
	// Seconds is how long it took.
	Seconds float64
	// Number is that of the line, from 1.
	Number int
}

// LineKey is what makes two lines those of one run, as they have it: a text with escapes has
// its quotes on.
type LineKey struct {
	// Content, Engine, Variant, Parameters ([Record.ConfigHash]), Budget (as JSON), Code, Run
	// and Seed are those of the [Record].
	Content, Engine, Variant, Parameters, Budget, Code []byte
	Run                                                int
	Seed                                               uint64
}

// Before says which of two lines of one run counts whatever their order.
func (l Line) Before(other Line) bool {
	a, b := rank{l.Retry, l.Failed, l.Killed}, rank{other.Retry, other.Failed, other.Killed}
	return a.before(b)
}

// Look looks at the line of a record without reading all of it. Nothing more is looked at
// where its content is not wanted; nil wants all. A line that is not as [Append] writes
// it is read as a whole. The error, with its place, is that of a line that is no record.
func Look(source string, number int, text []byte, want func(content []byte) bool) (l Line, wanted bool, err error) {
	text = bytes.TrimSpace(text)
	if want != nil { // most lines are others'
		if content := contentIn(text); content != nil && !want(content) {
			return l, false, nil
		}
	}
	killed := false
	if seen := l.look(text); !seen || l.Failed {
		r, _, err := Parse(source, number, text)
		if err != nil {
			return Line{}, true, err
		}
		if killed = r.Killed(); !seen {
			var again bytes.Buffer
			if err := Append(&again, r); err != nil {
				return Line{}, true, err
			}
			l.look(bytes.TrimSpace(again.Bytes()))
		}
	}
	l.Number, l.Killed = number, killed
	return l, want == nil || want(l.Content), nil
}

// look reads a line as [Append] writes it; false where it is not so.
func (l *Line) look(text []byte) bool {
	*l = Line{}
	body, _, right := checksum(text)
	if !right {
		return false
	}
	status, end := l.head(body)
	if end < 0 || !KnownStatus(status) {
		return false
	}
	l.Failed = status == Failed
	tail := max(end, len(body)-256) // where the code is
	at := bytes.LastIndex(body[tail:], []byte(`,"code":`))
	if at < 0 {
		return false
	}
	at += tail + len(`,"code":`)
	if stop := skipValue(body, at); stop != len(body) {
		return false
	}
	l.Code = unquoted(body[at:])
	return true
}

var contentStart = []byte(`,"content":"`)

// contentIn is the content that a line names, nil where none is found. In no text of a
// record it can be found instead: quotes in texts have backslashes.
func contentIn(text []byte) []byte {
	at := bytes.Index(text, contentStart)
	if at < 0 {
		return nil
	}
	rest := text[at+len(contentStart):]
	end := bytes.IndexByte(rest, '"')
	if end < 0 || bytes.IndexByte(rest[:end], '\\') >= 0 {
		return nil
	}
	return rest[:end]
}

// head reads the first members of a record, as far as "seconds", with the status; the end
// is -1 where they are not all there.
func (l *Line) head(text []byte) (status solver.Status, end int) {
	members := 0
	for at := 0; at+2 < len(text) && (text[at] == '{' || text[at] == ','); {
		at++
		end := skipValue(text, at)
		if end < 0 || end >= len(text) || text[end] != ':' {
			return "", -1
		}
		name := text[at:end]
		at = end + 1
		if end = skipValue(text, at); end < 0 {
			return "", -1
		}
		value := text[at:end]
		at = end
		var err error
		switch members++; string(name) {
		case `"content"`:
			l.Content = unquoted(value)
		case `"engine"`:
			l.Engine = unquoted(value)
		case `"variant"`:
			l.Variant = unquoted(value)
		case `"parameters"`:
			l.Parameters = unquoted(value)
		case `"run"`:
			l.Run, err = strconv.Atoi(string(value))
		case `"seed"`:
			l.Seed, err = strconv.ParseUint(string(value), 10, 64)
		case `"budget"`:
			l.Budget = value
		case `"status"`:
			status = solver.Status(unquoted(value))
		case `"seconds"`:
			if l.Seconds, err = strconv.ParseFloat(string(value), 64); err == nil && members == 9 {
				return status, at
			}
			return "", -1
		case `"again"`:
			l.Retry, err = strconv.Atoi(string(value))
			members--
		default:
			members--
		}
		if err != nil {
			return "", -1
		}
	}
	return "", -1
}

// unquoted is a string without its quotes; one with an escape has its quotes on.
func unquoted(value []byte) []byte {
	if len(value) < 2 || value[0] != '"' || bytes.IndexByte(value, '\\') >= 0 {
		return value
	}
	return value[1 : len(value)-1]
}

// skipValue is the end of the value that begins at some place: a string, a number, or
// an object of numbers; -1 where there is none.
func skipValue(text []byte, at int) int {
	if at >= len(text) {
		return -1
	}
	switch text[at] {
	case '"':
		for i := at + 1; ; {
			n := bytes.IndexByte(text[i:], '"')
			if n < 0 {
				return -1
			}
			back := i + n // behind the backslashes in front of the quote
			for back > i && text[back-1] == '\\' {
				back--
			}
			if i += n + 1; (i-1-back)%2 == 0 {
				return i
			}
		}
	case '{':
		if n := bytes.IndexByte(text[at:], '}'); n >= 0 {
			return at + n + 1
		}
		return -1
	}
	for i := at; i < len(text); i++ {
		if text[i] == ',' || text[i] == '}' {
			return i
		}
	}
	return -1
}
