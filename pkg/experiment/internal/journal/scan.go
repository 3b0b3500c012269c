package journal

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"os"
	"sync"

	"formicary/pkg/experiment/internal/record"
)

// A TextLine is a line of a journal as it stands there. It is valid until the next one is
// read.
type TextLine struct {
	Number int   // from 1
	Offset int64 // of its first byte
	Text   []byte
	Whole  bool // it has an end
}

var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 1<<16) }}

// Lines are the lines of a journal, of any length, the empty ones among them. An error is
// that of the reader, and the last.
func Lines(r io.Reader) iter.Seq2[TextLine, error] {
	return func(yield func(TextLine, error) bool) {
		in := readers.Get().(*bufio.Reader) // there may be a thousand journals
		in.Reset(r)
		defer func() {
			in.Reset(nil)
			readers.Put(in)
		}()
		var long []byte // a line that the buffer does not hold
		l := TextLine{Whole: true}
		for l.Number = 1; l.Whole; l.Number++ {
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
				yield(TextLine{}, err)
				return
			}
			l.Text, l.Whole = text, err == nil
			if (l.Whole || len(text) > 0) && !yield(l, nil) {
				return
			}
			l.Offset += int64(len(text))
		}
	}
}

// Scan reads the lines of a journal with contents that are wanted, or all where want is nil. A record is valid until the next
// one is asked for. An error with a place is that
// of a line that is no record, which nothing is taken of; the scan goes on. Any other
// error is that of the file, and the last. A last line without an end is not told
// of where it is no record: it may be being written.
func Scan(path string, want func(content []byte) bool) iter.Seq2[*record.Record, error] {
	return func(yield func(*record.Record, error) bool) {
		file, err := os.Open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer file.Close()
		var r record.Record
		for text, err := range Lines(file) {
			if err != nil {
				yield(nil, err)
				return
			}
			if len(bytes.TrimSpace(text.Text)) == 0 {
				continue
			}
			if want != nil { // most lines are others'
				if content := record.ContentIn(text.Text); content != nil && !want(content) {
					continue
				}
			}
			_, err := r.Read(path, text.Number, text.Text)
			wanted := want == nil || err != nil || want([]byte(r.Content))
			if wanted && (err == nil || text.Whole) && !yield(&r, err) {
				return
			}
		}
	}
}
