// Package columns writes the records of experiments compactly, and reads them back as
// columns: for pages that carry them along ([Set.Pack]), and whole, for the folder of
// a plan ([Create]).
//
//  1. What many records share is written once: puzzles, configurations (engine,
//     variant, parameters, budget, code, host), errors, and seeds, which the
//     variants of an engine have in common.
//  2. Everything else is a column of numbers. A number is the integer nearest to
//     it times a power of ten that the column has; the few that would not come
//     back bit for bit are listed beside it. Integers are written as differences
//     where that is shorter, least bytes first, then all second bytes and so on.
//  3. In a page the whole is one stream of gzip: a header in JSON, then the columns.
//     columns.js of package charts/page reads the same bytes.
//  4. In a sealed file records come in blocks, and each column of a block is
//     compressed alone, with a checksum of its own: whoever wants some columns
//     reads no others, and writing takes the memory of one block.
//
// Its opinion: what comes back is what was there, bit for bit: of a page in all that
// package analysis looks at, of a sealed file in everything, whatever fields a record
// has (TestWhole fills them all).
//
// Its limits: in a page the digest, the stack and the peak memory of a run are left
// out, since they do not compress and no statistic uses them, and traces and boards
// where they are not asked for. Strings are UTF-8, as in a journal; other bytes become
// U+FFFD. An empty list comes back as none. Scripts read numbers above 2⁵³ as the
// nearest that a double holds, but for seeds.
package columns

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// Set is what is written.
type Set struct {
	Records []experiment.Record
	// Texts are the puzzles of the records, by content ([experiment.Record.Content]),
	// each in the first format of its kind. Those of puzzles that nobody may see in
	// a page are missing.
	Texts map[string]string
}

// Extras are parts of records that are large, and written where they are asked for.
type Extras struct {
	Traces, Boards bool

	whole bool // everything: of a sealed file
}

// magic begins the stream, in front of the length of the header and the checksum
// of all that follows (CRC-32C), both in four bytes, the least first.
const magic = "fcolumn1"

// head is the size of what stands in front of the header.
const head = len(magic) + 8

// header is the first part of the stream.
type header struct {
	Records        int               `json:"records"`
	Puzzles        []Puzzle          `json:"puzzles"`
	Configurations []Configuration   `json:"configurations"`
	Statuses       []solver.Status   `json:"statuses"`
	Errors         []string          `json:"errors"`
	Boards         []string          `json:"boards,omitempty"`
	Texts          map[string]string `json:"texts,omitempty"`
	// Statistics are the lists of statistics that records have, as places in
	// Names; each name has a column with the values of the records that have it.
	Statistics [][]int  `json:"statistics"`
	Names      []string `json:"names"`
	Columns    []layout `json:"columns"`
	Whole      bool     `json:"whole,omitempty"`
}

// Puzzle is a puzzle of records.
type Puzzle struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Content string `json:"content"`
	Rows    int    `json:"rows"`
	Cols    int    `json:"cols"`
}

// Configuration is what runs of one engine with one budget have in common.
type Configuration struct {
	Engine     string        `json:"engine"`
	Variant    string        `json:"variant"`
	Parameters string        `json:"parameters"`
	Budget     solver.Budget `json:"budget"`
	Code       string        `json:"code"`
	Host       string        `json:"host"`
	Design     string        `json:"design,omitempty"`
}

// index numbers different values in the order in which they come.
type index[T comparable] struct {
	all []T
	at  map[T]int
}

func (x *index[T]) of(v T) float64 {
	n, ok := x.at[v]
	if !ok {
		if x.at == nil {
			x.at = map[T]int{}
		}
		n = len(x.all)
		x.at[v], x.all = n, append(x.all, v)
	}
	return float64(n)
}

// Pack writes a set, with some extras of its records or without. The same set gives
// the same bytes.
func (s Set) Pack(with Extras) []byte {
	c := newCollector(with)
	for i := range s.Records {
		c.add(&s.Records[i])
	}
	h, body := c.columns()
	h.Texts = s.Texts
	return pack(h, body)
}

// collector makes columns of records.
type collector struct {
	with           Extras
	records        int
	puzzles        index[Puzzle]
	configs        index[Configuration]
	statuses       index[solver.Status]
	failures       index[string]
	boards         index[string]
	seeds          index[uint64]
	sets           *sets
	numbers        map[string][]float64
	counts, points [2][]int64 // iterations and evaluations, of records and of traces
	rest           rest
}

func newCollector(with Extras) *collector {
	empty := func() index[string] { return index[string]{all: []string{""}, at: map[string]int{"": 0}} }
	return &collector{with: with, failures: empty(), boards: empty(), sets: newSets(), numbers: map[string][]float64{}, rest: newRest()}
}

// add takes one record.
func (c *collector) add(r *experiment.Record) {
	add := func(name string, v float64) { c.numbers[name] = append(c.numbers[name], v) }
	host := r.Host
	if c.with.whole {
		host = "" // is one of the rest: a campaign has hundreds
		c.rest.add(r)
	}
	c.records++
	add("puzzle", c.puzzles.of(Puzzle{r.Puzzle, r.Kind, r.Content, r.Rows, r.Cols}))
	add("configuration", c.configs.of(Configuration{r.Engine, r.Variant, r.ConfigHash, r.Budget, r.Code, host, r.Design}))
	add("run", float64(r.Run))
	add("seed", c.seeds.of(r.Seed))
	add("status", c.statuses.of(r.Status))
	add("cost", r.Cost)
	c.counts[0], c.counts[1] = append(c.counts[0], r.Iterations), append(c.counts[1], r.Evaluations)
	add("seconds", r.Seconds)
	add("cpu", r.CPU)
	add("error", c.failures.of(r.Error))
	add("statistics", c.sets.of(r.Statistics))
	if c.with.Boards {
		add("board", c.boards.of(r.Board))
	}
	if c.with.Traces {
		add("trace", float64(len(r.Trace)))
		for _, p := range r.Trace {
			c.points[0], c.points[1] = append(c.points[0], p.Iterations), append(c.points[1], p.Evaluations)
			add("trace seconds", p.Seconds)
			add("trace cost", p.Cost)
		}
	}
}

// columns are the header and the columns of what was added.
func (c *collector) columns() (header, []byte) {
	h := header{
		Records: c.records, Puzzles: c.puzzles.all, Configurations: c.configs.all, Statuses: c.statuses.all, Errors: c.failures.all,
		Statistics: c.sets.lists, Names: c.sets.names, Whole: c.with.whole,
	}
	var w writer
	for _, name := range plain {
		w.numbers(name, c.numbers[name])
	}
	unique := make([]int64, len(c.seeds.all))
	for i, seed := range c.seeds.all {
		unique[i] = int64(seed)
	}
	w.integers("seeds", unique)
	w.integers("iterations", c.counts[0])
	w.integers("evaluations", c.counts[1])
	for i, values := range c.sets.values {
		w.numbers(statistic(i), values)
	}
	if c.with.Boards {
		if c.with.whole {
			w.texts("boards", c.boards.all)
		} else {
			h.Boards = c.boards.all
		}
		w.numbers("board", c.numbers["board"])
	}
	if c.with.Traces {
		w.numbers("trace", c.numbers["trace"])
		w.integers("trace iterations", c.points[0])
		w.integers("trace evaluations", c.points[1])
		w.numbers("trace seconds", c.numbers["trace seconds"])
		w.numbers("trace cost", c.numbers["trace cost"])
	}
	if c.with.whole {
		c.rest.write(&w)
	}
	h.Columns = w.columns
	return h, w.body
}

// plain are the columns that have a number for each record.
var plain = []string{"puzzle", "configuration", "run", "seed", "status", "cost", "seconds", "cpu", "error", "statistics"}

// pack puts the parts of a page's stream together.
func pack(h header, body []byte) []byte {
	text, err := json.Marshal(h)
	if err != nil {
		panic("columns: " + err.Error()) // strings and integers
	}
	text = append(text, bytes.Repeat([]byte(" "), (8-(head+len(text))%8)%8)...)
	rest := append(text, body...)
	stream := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(text)))
	stream = binary.LittleEndian.AppendUint32(stream, crc32.Checksum(rest, castagnoli))
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.DefaultCompression)
	if err != nil {
		panic("columns: " + err.Error()) // the level is one of gzip's own
	}
	w.ModTime = time.Time{}
	for _, part := range [][]byte{stream, rest} {
		if _, err := w.Write(part); err != nil {
			panic("columns: " + err.Error()) // a bytes.Buffer takes everything
		}
	}
	if err := w.Close(); err != nil {
		panic("columns: " + err.Error())
	}
	return packed.Bytes()
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sets are the lists of statistics, and the values by name. A name that a list has
// twice has two columns.
type sets struct {
	names  []string
	lists  [][]int
	values [][]float64
	at     map[string]int // of names and lists
}

func newSets() *sets { return &sets{lists: [][]int{{}}, names: []string{}, at: map[string]int{}} }

// of files the values of a record and returns the number of its list.
func (s *sets) of(all []solver.Statistic) float64 {
	if len(all) == 0 {
		return 0
	}
	var list []int
	var key []byte
	for i, each := range all {
		same := 0
		for _, before := range all[:i] {
			if before.Name == each.Name {
				same++
			}
		}
		name := string(binary.AppendUvarint([]byte{'n'}, uint64(same))) + each.Name
		at, ok := s.at[name]
		if !ok {
			at = len(s.names)
			s.at[name], s.names, s.values = at, append(s.names, each.Name), append(s.values, nil)
		}
		s.values[at] = append(s.values[at], each.Value)
		list, key = append(list, at), binary.AppendUvarint(key, uint64(at))
	}
	number, ok := s.at["l"+string(key)]
	if !ok {
		number = len(s.lists)
		s.at["l"+string(key)], s.lists = number, append(s.lists, list)
	}
	return float64(number)
}
