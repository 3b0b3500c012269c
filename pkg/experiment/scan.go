package experiment

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"iter"
	"os"
	"strconv"
	"sync"
	"unsafe"

	"formicary/pkg/solver"
)

// Line is what a fast look at a line of a journal tells: which run it is of, and how
// it ended. Texts are valid until the next line is read.
type Line struct {
	// Content, Parameters ([Record.ConfigHash]), Run, Seed, Budget (as JSON), Again and
	// Code are those of the [Record].
	Content, Parameters, Budget, Code []byte
	Run, Retry                        int
	Seed                              uint64
	// Failed says that the run failed, Killed that nothing is known of it but that
	// processes ended while they made it.
	Failed, Killed bool
	// Seconds is how long it took.
	Seconds float64
	// Number is that of the line, from 1.
	Number int
}

// Before says which of two lines of one run counts whatever their order.
func (l Line) Before(other Line) bool {
	a, b := rank{l.Retry, l.Failed, l.Killed}, rank{other.Retry, other.Failed, other.Killed}
	return a.before(b)
}

var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 1<<16) }}

// Scan looks at the lines of a journal without reading all of each: at those with
// contents that are wanted, or all where want is nil. An error with a place is that
// of a line that is no record, which nothing is taken of; the scan goes on. Any other
// error is that of the file, and the last. A last line without an end is not told
// of: it may be being written.
func Scan(path string, want func(content []byte) bool) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		file, err := os.Open(path)
		if err != nil {
			yield(Line{}, err)
			return
		}
		defer file.Close()
		in := readers.Get().(*bufio.Reader) // there may be a thousand journals
		in.Reset(file)
		defer func() {
			in.Reset(nil)
			readers.Put(in)
		}()
		var long []byte // a line that the buffer does not hold
		for number := 1; ; number++ {
			text, err := in.ReadSlice('\n')
			if errors.Is(err, bufio.ErrBufferFull) {
				long = append(long[:0], text...)
				for errors.Is(err, bufio.ErrBufferFull) {
					text, err = in.ReadSlice('\n')
					long = append(long, text...)
				}
				text = long
			}
			if err != nil && !errors.Is(err, io.EOF) {
				yield(Line{}, err)
				return
			}
			torn := err != nil
			if text = bytes.TrimSpace(text); len(text) > 0 {
				l, wanted, err := scanLine(path, number, text, want)
				if (err == nil && wanted || err != nil && !torn) && !yield(l, err) {
					return
				}
			}
			if torn {
				return
			}
		}
	}
}

// scanLine looks at one line. What does not look as [writeRecord] writes it is read
// as a whole.
func scanLine(path string, number int, text []byte, want func([]byte) bool) (l Line, wanted bool, err error) {
	if want != nil { // most lines are others': nothing else of them is looked at
		if content := contentIn(text); content != nil && !want(content) {
			return l, false, nil
		}
	}
	wanted = true
	status := l.head(text, &wanted, want)
	at := len(text) - sumSize
	tail := max(0, len(text)-256) // where it is
	code := bytes.LastIndex(text[tail:], []byte(`,"code":"`)) + tail
	switch {
	case !wanted:
		return l, false, nil
	case status == nil || code < tail || at < code || string(status) == string(Failed) || !known(solver.Status(status)):
	case string(text[at:at+len(sumStart)]) != sumStart:
	default:
		var sum [8]byte
		c := crc32.Checksum(text[:at], castagnoli)
		for i := range sum {
			sum[i] = "0123456789abcdef"[c>>(28-4*i)&15]
		}
		rest := text[code+len(`,"code":"`):]
		end := bytes.IndexByte(rest, '"')
		if string(text[at+len(sumStart):]) == string(sum[:])+sumEnd && end > 0 && bytes.IndexByte(rest[:end], '\\') < 0 {
			l.Code, l.Number = rest[:end], number
			return l, true, nil
		}
	}
	r, _, err := parseRecord(path, number, text)
	if err != nil {
		return Line{}, true, err
	}
	budget, err := json.Marshal(r.Budget)
	return Line{
		Content: []byte(r.Content), Parameters: []byte(r.ConfigHash), Budget: budget, Code: []byte(r.Code), Run: r.Run, Retry: r.Retry, Seed: r.Seed,
		Failed: r.Status == Failed, Killed: r.killed(), Seconds: r.Seconds, Number: number,
	}, want == nil || want([]byte(r.Content)), err
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

// head reads the first members of a record, as far as "seconds", and returns the
// status; nil where they are not all there. It stops at a content that is not wanted.
func (l *Line) head(text []byte, wanted *bool, want func([]byte) bool) (status []byte) {
	members := 0
	for at := 0; at+2 < len(text) && (text[at] == '{' || text[at] == ','); {
		at++
		end := skipValue(text, at)
		if end < 0 || end >= len(text) || text[end] != ':' {
			return nil
		}
		name := text[at:end]
		at = end + 1
		if end = skipValue(text, at); end < 0 {
			return nil
		}
		value := text[at:end]
		at = end
		var err error
		switch string(name) {
		case `"content"`:
			if l.Content = unquoted(value); want != nil && !want(l.Content) {
				*wanted = false
				return nil
			}
		case `"parameters"`:
			l.Parameters = unquoted(value)
		case `"run"`:
			l.Run, err = strconv.Atoi(view(value))
		case `"again"`:
			l.Retry, err = strconv.Atoi(view(value))
			members--
		case `"seed"`:
			l.Seed, err = strconv.ParseUint(view(value), 10, 64)
		case `"budget"`:
			l.Budget = value
		case `"status"`:
			status = unquoted(value)
		case `"seconds"`:
			if l.Seconds, err = strconv.ParseFloat(view(value), 64); err == nil && members == 6 {
				return status
			}
			return nil
		default:
			members--
		}
		if members++; err != nil {
			return nil
		}
	}
	return nil
}

// view is a text that is not kept, without a copy.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

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
