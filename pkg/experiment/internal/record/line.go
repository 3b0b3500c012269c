package record

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"reflect"
	"unicode/utf8"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// A line of a journal is the JSON of a [Record] with one more field at its end:
//
//	{"puzzle":"c01",…,"code":"src-0123456789ab","crc32c":"89abcdef"}
//
// It is the CRC-32C (RFC 3720, section 12.1) of all bytes before the comma in
// front of it, in eight hexadecimal digits. The lines of the first release have
// none.
const (
	sumStart = `,"crc32c":"`
	sumEnd   = `"}`
	sumSize  = len(sumStart) + 8 + len(sumEnd)
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Append appends the line of a record to a buffer.
func Append(b *bytes.Buffer, r Record) error {
	start := b.Len()
	encoder := json.NewEncoder(b) // ends the line
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(r); err != nil {
		return err
	}
	b.Truncate(b.Len() - len("}\n"))
	fmt.Fprintf(b, "%s%08x%s\n", sumStart, crc32.Checksum(b.Bytes()[start:], castagnoli), sumEnd)
	return nil
}

// checksum is a line without its checksum and the last brace, and whether it has one and
// whether that is right.
func checksum(text []byte) (body []byte, there, right bool) {
	at := len(text) - sumSize
	if at <= 0 || string(text[at:at+len(sumStart)]) != sumStart {
		return nil, false, false
	}
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], crc32.Checksum(text[:at], castagnoli))
	var digits [8]byte
	hex.Encode(digits[:], sum[:])
	return text[:at], true, string(text[at+len(sumStart):len(text)-len(sumEnd)]) == string(digits[:]) && string(text[len(text)-len(sumEnd):]) == sumEnd
}

// errSum is the error of a line that is not what was written.
var errSum = errors.New("the line's checksum does not fit")

// Parse reads one line of a journal. A line that is not a record but has
// the right checksum is sealed: it is as it was written, by another version of
// this program.
func Parse(source string, number int, line []byte) (r Record, sealed bool, err error) {
	sealed, err = r.Read(source, number, line)
	return r, sealed, err
}

// Read is [Parse] into a record that nobody else has: it uses the memory of its lists.
func (r *Record) Read(source string, number int, line []byte) (sealed bool, err error) {
	text := bytes.TrimRight(line, " \t\r\n")
	if body, there, right := checksum(text); there && !right {
		return false, puzzle.Errorf(source, number, 1, "expected the record of a run: %v", errSum)
	} else if there {
		if r.quick(body) {
			return true, nil
		}
		text, sealed = append(body[:len(body):len(body)], '}'), true
	}
	*r = Record{}
	offset, err := r.parse(text)
	if err != nil {
		column := 1 + utf8.RuneCount(text[:min(offset, len(text))])
		*r, err = Record{}, puzzle.Errorf(source, number, column, "expected the record of a run: %v", err)
	}
	return sealed, err
}

var contentStart = []byte(`,"content":"`)

// ContentIn is the content that a line names, nil where none is found. In no text of a
// record it can be found instead: quotes in texts have backslashes.
func ContentIn(text []byte) []byte {
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

var recordShape = ShapeOf(reflect.TypeFor[Record](), false)

// parse reads the JSON of a record, and tells where it is wrong.
func (r *Record) parse(text []byte) (offset int, err error) {
	for rest := text; len(rest) > 0; {
		c, size := utf8.DecodeRune(rest)
		if c == utf8.RuneError && size == 1 {
			return len(text) - len(rest), errors.New("the text is not UTF-8")
		}
		rest = rest[size:]
	}
	if offset, err := recordShape.Decode(text, r); err != nil {
		return offset, err
	}
	return r.settle(text)
}

// quick reads a line without its end as [Append] wrote it; false where it is otherwise.
func (r *Record) quick(body []byte) bool {
	if rest := recordShape.quick(body, reflect.ValueOf(r).Elem()); rest == nil || len(rest) > 0 || !utf8.Valid(body) {
		return false
	}
	_, err := r.settle(body)
	return err == nil
}

// settle sees that there is what all records have.
func (r *Record) settle(text []byte) (offset int, err error) {
	if r.Arch == "" {
		r.Digest = 0 // of older programs: that of the rounds alone
	}
	switch {
	case r.Engine == "" || r.Content == "" || r.Status == "":
		return 0, errors.New("engine, content or status is missing")
	case !KnownStatus(r.Status):
		return max(bytes.Index(text, []byte(`"status"`)), 0), fmt.Errorf("unknown status %q", r.Status)
	}
	return 0, nil
}

// KnownStatus says whether a run can have ended so.
func KnownStatus(s solver.Status) bool {
	return s.Decided() || s == solver.Exhausted || s == Failed
}
