package columns

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"math"
	"sync"

	"formicary/pkg/experiment"
)

// Sealed is a sealed file that is open. It reads what it is asked for, when it is.
// Its methods may not be called simultaneously.
type Sealed struct {
	// Sources are the journals that the records are from.
	Sources []Source
	// Count is the number of records.
	Count int

	source string
	from   io.ReaderAt
	blocks []*reader
	file   io.Closer // nil where it is not its own

	first int                 // the place of the first of those that were made last
	made  []experiment.Record // nil at the beginning
}

// OpenSealed opens what a [Writer] wrote, of so many bytes. Errors are
// "source:offset: what was expected", also those of everything that is read of it
// later; each part has a checksum.
func OpenSealed(source string, from io.ReaderAt, size int64) (*Sealed, error) {
	s := &Sealed{source: source, from: from}
	if size < int64(len(sealedMagic)+foot) || size > math.MaxInt {
		return nil, s.wrong(0, "expected sealed records, which are longer than %d bytes", size)
	}
	begin, end := make([]byte, len(sealedMagic)), make([]byte, foot)
	for at, part := range map[int64][]byte{0: begin, size - int64(foot): end} {
		if _, err := from.ReadAt(part, at); err != nil {
			return nil, s.wrong(at, "expected %d bytes: %v", len(part), err)
		}
	}
	if string(begin) != sealedMagic {
		return nil, s.wrong(0, "expected %q, which sealed records begin with", sealedMagic)
	}
	if string(end[8:]) != sealedMagic {
		return nil, s.wrong(size-int64(len(sealedMagic)), "expected %q, which sealed records end with", sealedMagic)
	}
	start := size - int64(foot) - int64(binary.LittleEndian.Uint32(end))
	if start < int64(len(sealedMagic)) {
		return nil, s.wrong(size-int64(foot), "expected the length of the directory")
	}
	where := column{layout{Packed: int(size - int64(foot) - start), Sum: binary.LittleEndian.Uint32(end[4:])}, int(start)}
	text, err := s.unpack(where, most)
	if err != nil {
		return nil, err
	}
	var d directory
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, s.wrong(start, "expected the directory: %v", err)
	}
	s.Sources = d.Sources
	next := len(sealedMagic)
	for i, h := range d.Blocks {
		if h.Records < 1 || h.Records > block {
			return nil, s.wrong(start, "expected a number of records of block %d, not %d", i, h.Records)
		}
		r := &reader{source: source, h: h, start: int(start), load: s.load}
		if next, err = r.find(next, int(start), func(c layout) int { return c.Packed }); err != nil {
			return nil, err
		}
		s.blocks, s.Count = append(s.blocks, r), s.Count+h.Records
	}
	if next != int(start) {
		return nil, s.wrong(int64(next), "expected the directory")
	}
	return s, nil
}

// Close closes the file that [OpenFolder] opened.
func (s *Sealed) Close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

func (s *Sealed) wrong(offset int64, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", s.source, offset, fmt.Sprintf(format, args...))
}

func (s *Sealed) load(c column) ([]byte, error) {
	body, err := s.unpack(c, c.size())
	if err == nil && len(body) != c.size() {
		err = s.wrong(int64(c.start), "expected %d bytes in the column %q", c.size(), c.Name)
	}
	return body, err
}

// zips are readers that are not used; columns are read simultaneously.
var zips = sync.Pool{New: func() any { return flate.NewReader(nil) }}

// unpack reads something that is compressed, of at most so many bytes.
func (s *Sealed) unpack(c column, atMost int) ([]byte, error) {
	packed := make([]byte, c.Packed)
	if _, err := s.from.ReadAt(packed, int64(c.start)); err != nil {
		return nil, s.wrong(int64(c.start), "expected %d bytes: %v", c.Packed, err)
	}
	if crc32.Checksum(packed, castagnoli) != c.Sum {
		return nil, s.wrong(int64(c.start), "expected %d bytes with the right checksum: this is not what was written", c.Packed)
	}
	zip := zips.Get().(io.ReadCloser)
	defer zips.Put(zip)
	_ = zip.(flate.Resetter).Reset(bytes.NewReader(packed), nil) // nothing is read yet
	var out bytes.Buffer
	if c.Count > 0 {
		out.Grow(c.size() + bytes.MinRead)
	}
	if _, err := io.Copy(&out, io.LimitReader(zip, int64(atMost)+1)); err != nil {
		return nil, s.wrong(int64(c.start), "expected compressed bytes: %v", err)
	}
	if out.Len() > atMost {
		return nil, s.wrong(int64(c.start), "expected no more than %d bytes", atMost)
	}
	return out.Bytes(), nil
}

// Records yields the records in their order, each as it was written. An error ends
// them.
func (s *Sealed) Records() iter.Seq2[experiment.Record, error] {
	return func(yield func(experiment.Record, error) bool) {
		for _, b := range s.blocks {
			records, err := b.whole()
			if err != nil {
				yield(experiment.Record{}, err)
				return
			}
			for _, r := range records {
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

// whole is the records of a block; its lists of boards are not kept.
func (r *reader) whole() ([]experiment.Record, error) {
	one := *r
	return one.records()
}
