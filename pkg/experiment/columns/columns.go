// Package columns writes the records of experiments compactly, for pages that
// carry them along, and reads them back as columns.
//
//  1. What many records share is written once: puzzles, configurations (engine,
//     variant, parameters, budget, code, host), errors, and seeds, which the
//     variants of an engine have in common.
//  2. Everything else is a column of numbers. A number is the integer nearest to
//     it times a power of ten that the column has; the few that would not come
//     back bit for bit are listed beside it. Integers are written as differences
//     where that is shorter, least bytes first, then all second bytes and so on.
//  3. The whole is one stream of gzip: a header in JSON, then the columns.
//     columns.js of package charts/page reads the same bytes.
//
// Its opinion: what comes back is what was there, bit for bit, in all that
// package analysis looks at.
//
// Its limits: the digest, the stack and the peak memory of a run are left out,
// since they do not compress and no statistic uses them, and traces and boards
// where they are not asked for. Strings are UTF-8, as in a journal; other bytes become
// U+FFFD. Scripts read numbers above 2⁵³ as the nearest that a double holds, but
// for seeds.
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
	var (
		puzzles  index[Puzzle]
		configs  index[Configuration]
		statuses index[solver.Status]
		failures = index[string]{all: []string{""}, at: map[string]int{"": 0}}
		boards   = index[string]{all: []string{""}, at: map[string]int{"": 0}}
		seeds    index[uint64]
		sets     = newSets()
	)
	n := len(s.Records)
	numbers := map[string][]float64{}
	for _, name := range plain {
		numbers[name] = make([]float64, 0, n)
	}
	add := func(name string, v float64) { numbers[name] = append(numbers[name], v) }
	var large [4][]int64 // iterations, evaluations, and those of traces
	for _, r := range s.Records {
		add("puzzle", puzzles.of(Puzzle{r.Puzzle, r.Kind, r.Content, r.Rows, r.Cols}))
		add("configuration", configs.of(Configuration{r.Engine, r.Variant, r.ConfigHash, r.Budget, r.Code, r.Host}))
		add("run", float64(r.Run))
		add("seed", seeds.of(r.Seed))
		add("status", statuses.of(r.Status))
		add("cost", r.Cost)
		large[0], large[1] = append(large[0], r.Iterations), append(large[1], r.Evaluations)
		add("seconds", r.Seconds)
		add("cpu", r.CPU)
		add("error", failures.of(r.Error))
		add("statistics", sets.of(r.Statistics))
		if with.Boards {
			add("board", boards.of(r.Board))
		}
		if with.Traces {
			add("trace", float64(len(r.Trace)))
			for _, p := range r.Trace {
				large[2], large[3] = append(large[2], p.Iterations), append(large[3], p.Evaluations)
				add("trace seconds", p.Seconds)
				add("trace cost", p.Cost)
			}
		}
	}
	h := header{
		Records: n, Puzzles: puzzles.all, Configurations: configs.all, Statuses: statuses.all, Errors: failures.all, Texts: s.Texts,
		Statistics: sets.lists, Names: sets.names,
	}
	var w writer
	for _, name := range plain {
		w.numbers(name, numbers[name])
	}
	unique := make([]int64, len(seeds.all))
	for i, seed := range seeds.all {
		unique[i] = int64(seed)
	}
	w.integers("seeds", unique)
	w.integers("iterations", large[0])
	w.integers("evaluations", large[1])
	for i, values := range sets.values {
		w.numbers(statistic(i), values)
	}
	if with.Boards {
		h.Boards = boards.all
		w.numbers("board", numbers["board"])
	}
	if with.Traces {
		w.numbers("trace", numbers["trace"])
		w.integers("trace iterations", large[2])
		w.integers("trace evaluations", large[3])
		w.numbers("trace seconds", numbers["trace seconds"])
		w.numbers("trace cost", numbers["trace cost"])
	}
	h.Columns = w.columns
	return seal(h, w.body)
}

// plain are the columns that have a number for each record.
var plain = []string{"puzzle", "configuration", "run", "seed", "status", "cost", "seconds", "cpu", "error", "statistics"}

// seal puts the parts together.
func seal(h header, body []byte) []byte {
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
