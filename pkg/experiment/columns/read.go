package columns

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
)

// most is how many bytes a stream may have: thirty times as many as half a million
// records have.
const most = 1 << 30

// Open reads what [Set.Pack] wrote, packed or unpacked already. Errors are
// "source:offset: what was expected", with the offset in the stream as it is when it
// is unpacked; a stream that does not fit its checksum is an error.
func Open(source string, packed []byte) (*Columns, error) {
	r, err := unpack(source, packed)
	if err != nil {
		return nil, err
	}
	c, err := r.cells(0)
	if err != nil {
		return nil, err
	}
	m := c.Measures
	return &Columns{Lists: c.Lists, Places: c.Places, measures: func() Measures { return m }}, nil
}

// cells reads the columns that statistics look at, and with a number of kinds the places
// in so many lists of statistics.
func (r *reader) cells(kinds int) (*cells, error) {
	c := &r.tools.cells
	c.Lists, c.kinds = r.h.Lists, kinds
	r.seeds(&c.Seeds)
	r.entries(c.table(), r.h.Records)
	return c, r.err
}

// entries reads columns of so many values each, but for seeds.
func (r *reader) entries(table []entry, n int) {
	for _, e := range table {
		switch to := e.values.(type) {
		case *[]int32:
			r.places(to, e.name, n, e.length)
		case *[]int64:
			r.integers(to, e.name, n)
		case *[]float64:
			r.numbers(to, e.name, n)
		}
	}
}

// unpack finds the columns of a stream.
func unpack(source string, packed []byte) (*reader, error) {
	r := &reader{source: source, stream: packed, tools: new(tools)}
	if !bytes.HasPrefix(packed, []byte(magic)) {
		unzipped, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return r, r.wrong(0, "expected records in columns, as gzip packs them: %v", err)
		}
		if r.stream, err = io.ReadAll(io.LimitReader(unzipped, most+1)); err != nil {
			return r, r.wrong(len(r.stream), "expected the rest of the stream: %v", err)
		}
		if len(r.stream) > most {
			return r, r.wrong(most, "expected the end of the stream")
		}
	}
	return r, r.open()
}

type reader struct {
	source  string
	stream  []byte
	h       header
	start   int // of the header
	columns map[string]column
	// sealed has the bytes of columns that are compressed alone; nil where the stream
	// has all.
	sealed *Sealed
	tools  *tools
	err    error // of the first column that is wrong
}

type column struct {
	layout
	start int
}

func (r *reader) wrong(offset int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", r.source, offset, fmt.Sprintf(format, args...))
}

func (r *reader) open() error {
	if len(r.stream) < head || string(r.stream[:len(magic)]) != magic {
		return r.wrong(0, "expected %q, which records in columns begin with", magic)
	}
	size := int64(binary.LittleEndian.Uint32(r.stream[len(magic):]))
	rest := r.stream[head:]
	if size > int64(len(rest)) {
		return r.wrong(len(magic), "expected the length of the header, at most %d", len(rest))
	}
	if crc32.Checksum(rest, castagnoli) != binary.LittleEndian.Uint32(r.stream[len(magic)+4:]) {
		return r.wrong(len(magic)+4, "expected the checksum of what follows: this is not what was written")
	}
	if err := json.Unmarshal(rest[:size], &r.h); err != nil {
		return r.wrong(head, "expected the header: %v", err)
	}
	r.start = head
	end, err := r.find(head+int(size), len(r.stream), layout.size)
	if err == nil && end != len(r.stream) {
		err = r.wrong(end, "expected the end of the stream")
	}
	return err
}

// find finds the columns of the header, one behind the other from start on, and before end,
// each of so many bytes. It returns where they end.
func (r *reader) find(start, end int, size func(layout) int) (int, error) {
	r.columns = map[string]column{}
	for i, c := range r.h.Columns {
		// DEFLATE makes no more than 1,032 bytes of one.
		largest := min(1032*(end-start), most)
		if !c.valid() || c.Count > largest || c.Others > largest || size(c) < 0 || size(c) > end-start || c.size() > 1032*size(c)+64 {
			return 0, r.wrong(r.start, "expected the layout of column %d, not %+v", i, c)
		}
		if _, twice := r.columns[c.Name]; twice {
			return 0, r.wrong(r.start, "expected one column %q", c.Name)
		}
		r.columns[c.Name] = column{c, start}
		start += size(c)
	}
	return start, nil
}

// fail notes that a column is wrong at one of its bytes, unless another was wrong
// before it. Of a compressed column the place is where it begins.
func (r *reader) fail(name string, at int, format string, args ...any) {
	if r.err != nil {
		return
	}
	c, ok := r.columns[name]
	switch {
	case !ok:
		r.err = r.wrong(r.start, format, args...)
	case r.sealed != nil:
		r.err = r.wrong(c.start, format, args...)
	default:
		r.err = r.wrong(c.start+at, format, args...)
	}
}

// Columns are read into slices that have the room already, or into new ones.

// numbers reads a column of so many numbers.
func (r *reader) numbers(to *[]float64, name string, count int) {
	if c, body := r.body(name, count); r.err == nil {
		r.tools.integers = roomy(r.tools.integers, count)
		*to = roomy(*to, count)
		if at, ok := c.numbers(body, r.tools.integers, *to); !ok {
			r.fail(name, at, "expected a place in the column %q", name)
		}
	}
}

// integers reads a column of so many integers.
func (r *reader) integers(to *[]int64, name string, count int) {
	c, body := r.body(name, count)
	if r.err == nil && (c.Decimals != 0 || c.Others != 0) {
		r.err = r.wrong(r.start, "expected integers in the column %q", name)
	}
	if r.err == nil {
		*to = roomy(*to, count)
		c.integers(body, *to)
	}
}

// seeds reads the column of seeds, of which the header does not say how many there are.
func (r *reader) seeds(to *[]uint64) {
	r.integers(&r.tools.integers, "seeds", r.columns["seeds"].Count)
	if r.err == nil {
		*to = roomy(*to, len(r.tools.integers))
		for i, seed := range r.tools.integers {
			(*to)[i] = uint64(seed)
		}
	}
}

// roomy is a slice of a length, in the memory of another where that is large enough.
func roomy[T any](s []T, length int) []T {
	if cap(s) < length {
		return make([]T, length)
	}
	return s[:length]
}

// unharmed sees that a column that nobody has asked for yet is what was written.
func (r *reader) unharmed(name string) {
	if c, ok := r.columns[name]; r.err == nil && ok {
		_, r.err = r.sealed.packed(c, r.tools)
	}
}

// texts reads a column of strings.
func (r *reader) texts(to *[]string, name string) {
	c, body := r.body(name, r.columns[name].Count)
	if r.err == nil && (c.Width != 1 || c.Others != 0) {
		r.err = r.wrong(r.start, "expected strings in the column %q", name)
	}
	if r.err == nil {
		if err := json.Unmarshal(body, to); err != nil {
			r.fail(name, 0, "expected the strings of the column %q: %v", name, err)
		}
	}
}

// body is the bytes of a column, unless one before it was wrong.
func (r *reader) body(name string, count int) (column, []byte) {
	c, ok := r.columns[name]
	if r.err == nil && (!ok || c.Count != count) {
		r.err = r.wrong(r.start, "expected a column %q of %d numbers", name, count)
	}
	if r.err != nil {
		return c, nil
	}
	if r.sealed == nil {
		return c, r.stream[c.start : c.start+c.size()]
	}
	body, err := r.sealed.load(c, r.tools)
	r.err = err
	return c, body
}

// places reads a column of places in a list of the header.
func (r *reader) places(to *[]int32, name string, count, length int) {
	r.integers(&r.tools.integers, name, count)
	if r.err != nil {
		return
	}
	*to = roomy(*to, count)
	for i, v := range r.tools.integers {
		if v < 0 || v >= int64(length) {
			r.fail(name, i, "expected one of %d, not %v, in the column %q", length, v, name)
			return
		}
		(*to)[i] = int32(v)
	}
}
