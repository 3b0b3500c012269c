package columns

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"math"
	"sync"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
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
	only   *member   // whose runs alone there may be in columns; nil for any

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
	with := &tools{zip: flate.NewReader(nil)}
	if err := s.unpack(where, with); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(with.zip, most))
	if err != nil {
		return nil, s.wrong(start, "expected compressed bytes: %v", err)
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
		r := &reader{source: source, h: h, start: int(start), sealed: s}
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

// tools are what reading columns takes, for one after the other, and what records are made of.
type tools struct {
	zip          io.ReadCloser
	packed, body []byte
	integers     []int64
	cells        cells
	points       points
	values       [][]float64 // of statistics
	rest         rest
	made         []experiment.Record
	lists        lists
}

// lists are those of records.
type lists struct {
	statistics []solver.Statistic
	points     []experiment.Point
}

// idle are tools that are not used; blocks are read simultaneously.
var idle = sync.Pool{New: func() any { return &tools{zip: flate.NewReader(nil)} }}

// packed reads the bytes of a column as they are in the file. They are overwritten by those of the next one.
func (s *Sealed) packed(c column, with *tools) ([]byte, error) {
	with.packed = roomy(with.packed, c.Packed)
	if _, err := s.from.ReadAt(with.packed, int64(c.start)); err != nil {
		return nil, s.wrong(int64(c.start), "expected %d bytes: %v", c.Packed, err)
	}
	if crc32.Checksum(with.packed, castagnoli) != c.Sum {
		return nil, s.wrong(int64(c.start), "expected %d bytes with the right checksum: this is not what was written", c.Packed)
	}
	return with.packed, nil
}

// unpack begins to read something that is compressed.
func (s *Sealed) unpack(c column, with *tools) error {
	packed, err := s.packed(c, with)
	if err == nil {
		err = with.zip.(flate.Resetter).Reset(bytes.NewReader(packed), nil)
	}
	return err
}

// load reads the bytes of a column, which are overwritten by those of the next one.
func (s *Sealed) load(c column, with *tools) ([]byte, error) {
	if err := s.unpack(c, with); err != nil {
		return nil, err
	}
	with.body = roomy(with.body, c.size()+1)
	n, err := 0, error(nil)
	for read := 0; n <= c.size() && err == nil; n += read {
		read, err = with.zip.Read(with.body[n:])
	}
	switch {
	case n > c.size():
		return nil, s.wrong(int64(c.start), "expected no more than %d bytes", c.size())
	case !errors.Is(err, io.EOF):
		return nil, s.wrong(int64(c.start), "expected compressed bytes: %v", err)
	case n < c.size():
		return nil, s.wrong(int64(c.start), "expected %d bytes in the column %q", c.size(), c.Name)
	}
	return with.body[:n], nil
}

// block is a block for one user, who ends it.
func (s *Sealed) block(i int) (one *reader, end func()) {
	b := *s.blocks[i]
	b.tools = idle.Get().(*tools)
	return &b, func() { idle.Put(b.tools) }
}

// Records yields the records in their order, each as it was written. An error ends
// them.
func (s *Sealed) Records() iter.Seq2[experiment.Record, error] { return s.records(true) }

// records yields records whose lists are their own, or are overwritten after those of a block.
func (s *Sealed) records(own bool) iter.Seq2[experiment.Record, error] {
	return func(yield func(experiment.Record, error) bool) {
		var shared lists
		for i := range s.blocks {
			if own {
				shared = lists{}
			}
			if !s.whole(i, &shared, yield) {
				return
			}
		}
	}
}

// whole yields the records of a block, and says whether more are wanted; its lists of boards are not kept.
func (s *Sealed) whole(i int, of *lists, yield func(experiment.Record, error) bool) bool {
	one, end := s.block(i)
	defer end()
	one.tools.lists = *of
	records, err := one.records()
	*of, one.tools.lists = one.tools.lists, lists{}
	defer clear(records) // what they hold is not kept
	if err != nil {
		yield(experiment.Record{}, err)
		return false
	}
	for i := range records {
		if !yield(records[i], nil) {
			return false
		}
	}
	return true
}
