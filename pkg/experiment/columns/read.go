package columns

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// most is how many bytes a stream may have: thirty times as many as half a million
// records have.
const most = 1 << 30

// Read reads what [Set.Pack] wrote. Errors are "source:offset: what was expected",
// with the offset in the stream as it is when it is unpacked; a stream that does
// not fit its checksum is an error.
func Read(source string, packed []byte) (Set, error) {
	r := reader{source: source}
	unzipped, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return Set{}, r.wrong(0, "expected records in columns, as gzip packs them: %v", err)
	}
	if r.stream, err = io.ReadAll(io.LimitReader(unzipped, most+1)); err != nil {
		return Set{}, r.wrong(len(r.stream), "expected the rest of the stream: %v", err)
	}
	if len(r.stream) > most {
		return Set{}, r.wrong(most, "expected the end of the stream")
	}
	if err := r.open(); err != nil {
		return Set{}, err
	}
	return r.set()
}

// reader reads a stream.
type reader struct {
	source  string
	stream  []byte
	h       header
	columns map[string]column
}

// column is where a column is.
type column struct {
	layout
	start int
}

// wrong is an error at an offset.
func (r *reader) wrong(offset int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", r.source, offset, fmt.Sprintf(format, args...))
}

// open reads the header and finds the columns.
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
	r.columns = map[string]column{}
	start := head + int(size)
	for i, c := range r.h.Columns {
		left := len(r.stream) - start
		if c.Width < 1 || c.Width > 8 || c.Count < 0 || c.Others < 0 || c.Count > left || c.Others > left || c.Decimals < -1 || c.Decimals > 9 {
			return r.wrong(head, "expected the layout of column %d, not %+v", i, c)
		}
		if c.size() > left {
			return r.wrong(start, "expected %d bytes of the column %q; the stream ends %d bytes on", c.size(), c.Name, left)
		}
		if _, twice := r.columns[c.Name]; twice {
			return r.wrong(head, "expected one column %q", c.Name)
		}
		r.columns[c.Name] = column{c, start}
		start += c.size()
	}
	if start != len(r.stream) {
		return r.wrong(start, "expected the end of the stream")
	}
	return nil
}

// numbers reads a column of so many numbers.
func (r *reader) numbers(name string, count int) ([]float64, error) {
	c, body, err := r.body(name, count)
	if err != nil {
		return nil, err
	}
	values, at, ok := c.numbers(body)
	if !ok {
		return nil, r.wrong(c.start+at, "expected a place in the column %q", name)
	}
	return values, nil
}

// integers reads a column of so many integers.
func (r *reader) integers(name string, count int) ([]int64, error) {
	c, body, err := r.body(name, count)
	if err == nil && (c.Decimals != 0 || c.Others != 0) {
		err = r.wrong(head, "expected integers in the column %q", name)
	}
	if err != nil {
		return nil, err
	}
	return c.integers(body), nil
}

func (r *reader) body(name string, count int) (column, []byte, error) {
	c, ok := r.columns[name]
	if !ok || c.Count != count {
		return c, nil, r.wrong(head, "expected a column %q of %d numbers", name, count)
	}
	return c, r.stream[c.start : c.start+c.size()], nil
}

// places reads a column of places in a list of the header.
func (r *reader) places(name string, count, length int) ([]int, error) {
	values, err := r.numbers(name, count)
	if err != nil {
		return nil, err
	}
	out := make([]int, len(values))
	for i, v := range values {
		if !(v >= 0 && v < float64(length) && v == math.Trunc(v)) {
			return nil, r.wrong(r.columns[name].start+i, "expected one of %d, not %v, in the column %q", length, v, name)
		}
		out[i] = int(v)
	}
	return out, nil
}

// fields are the columns of all records.
type fields struct {
	puzzle, configuration, run, seed, status, failure, statistics, trace, board []int
	cost, seconds, cpu                                                          []float64
	iterations, evaluations, seeds                                              []int64
	values                                                                      [][]float64
	points                                                                      []experiment.Point
}

// set makes records of columns.
func (r *reader) set() (Set, error) {
	f, err := r.fields()
	if err != nil {
		return Set{}, err
	}
	h, n := r.h, r.h.Records
	out := Set{Texts: h.Texts}
	if n > 0 {
		out.Records = make([]experiment.Record, n)
	}
	next := make([]int, len(f.values))
	points := f.points
	for i := range n {
		p, c := h.Puzzles[f.puzzle[i]], h.Configurations[f.configuration[i]]
		record := experiment.Record{
			Puzzle: p.ID, Kind: p.Kind, Content: p.Content, Rows: p.Rows, Cols: p.Cols,
			Engine: c.Engine, Variant: c.Variant, ConfigHash: c.Parameters, Budget: c.Budget, Code: c.Code, Host: c.Host,
			Run: f.run[i], Seed: uint64(f.seeds[f.seed[i]]), Status: h.Statuses[f.status[i]], Cost: f.cost[i],
			Iterations: f.iterations[i], Evaluations: f.evaluations[i], Seconds: f.seconds[i], CPU: f.cpu[i], Error: h.Errors[f.failure[i]],
		}
		if list := h.Statistics[f.statistics[i]]; len(list) > 0 {
			record.Statistics = make([]solver.Statistic, len(list))
			for j, at := range list {
				if next[at] >= len(f.values[at]) {
					return Set{}, r.wrong(r.columns[statistic(at)].start, "expected more values of the statistic %q", h.Names[at])
				}
				record.Statistics[j] = solver.Statistic{Name: h.Names[at], Value: f.values[at][next[at]]}
				next[at]++
			}
		}
		if f.trace != nil && f.trace[i] > 0 {
			if f.trace[i] > len(points) {
				return Set{}, r.wrong(r.columns["trace"].start+i, "expected traces of %d points in all", len(f.points))
			}
			record.Trace, points = points[:f.trace[i]:f.trace[i]], points[f.trace[i]:]
		}
		if f.board != nil {
			record.Board = h.Boards[f.board[i]]
		}
		out.Records[i] = record
	}
	return out, nil
}

// fields reads the columns of all records, and sees that all places are there.
func (r *reader) fields() (f fields, err error) {
	h, n := r.h, r.h.Records
	for i, list := range h.Statistics {
		for _, at := range list {
			if at < 0 || at >= len(h.Names) {
				return f, r.wrong(head, "expected names in the list of statistics %d", i)
			}
		}
	}
	try := func(read func() error) {
		if err == nil {
			err = read()
		}
	}
	places := func(to *[]int, name string, length int) {
		try(func() (err error) { *to, err = r.places(name, n, length); return err })
	}
	numbers := func(to *[]float64, name string, count int) {
		try(func() (err error) { *to, err = r.numbers(name, count); return err })
	}
	integers := func(to *[]int64, name string, count int) {
		try(func() (err error) { *to, err = r.integers(name, count); return err })
	}
	count := func(name string) int { return r.columns[name].Count }
	places(&f.puzzle, "puzzle", len(h.Puzzles))
	places(&f.configuration, "configuration", len(h.Configurations))
	places(&f.run, "run", math.MaxInt32)
	integers(&f.seeds, "seeds", count("seeds"))
	places(&f.seed, "seed", count("seeds"))
	places(&f.status, "status", len(h.Statuses))
	numbers(&f.cost, "cost", n)
	integers(&f.iterations, "iterations", n)
	integers(&f.evaluations, "evaluations", n)
	numbers(&f.seconds, "seconds", n)
	numbers(&f.cpu, "cpu", n)
	places(&f.failure, "error", len(h.Errors))
	places(&f.statistics, "statistics", len(h.Statistics))
	f.values = make([][]float64, len(h.Names))
	for i := range h.Names {
		numbers(&f.values[i], statistic(i), count(statistic(i)))
	}
	if _, ok := r.columns["board"]; ok {
		places(&f.board, "board", len(h.Boards))
	}
	if _, ok := r.columns["trace"]; ok {
		points := count("trace cost")
		var iterations, evaluations []int64
		var seconds, cost []float64
		places(&f.trace, "trace", points+1)
		integers(&iterations, "trace iterations", points)
		integers(&evaluations, "trace evaluations", points)
		numbers(&seconds, "trace seconds", points)
		numbers(&cost, "trace cost", points)
		for i := 0; i < points && err == nil; i++ {
			f.points = append(f.points, experiment.Point{Iterations: iterations[i], Evaluations: evaluations[i], Seconds: seconds[i], Cost: cost[i]})
		}
	}
	return f, err
}
