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
// Its limits: a page leaves out the digest, the stack and the peak memory of a run, which do not compress and which
// no statistic uses. It leaves out traces and boards that nobody asks for. Strings are UTF-8, as in a journal; other
// bytes become U+FFFD. An empty list comes back as none. Scripts read numbers above 2⁵³ as the nearest that a double
// holds, but for seeds.
package columns

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"math"
	"slices"

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
	Records int `json:"records"`
	Lists
	Boards []string          `json:"boards,omitempty"`
	Texts  map[string]string `json:"texts,omitempty"`
	// Statistics are the lists of statistics that records have, as places in
	// Names; each name has a column with the values of the records that have it.
	Statistics [][]int  `json:"statistics"`
	Names      []string `json:"names"`
	Columns    []layout `json:"columns"`
	Whole      bool     `json:"whole,omitempty"`
}

// Columns are what statistics look at of records, by place: a seventh of the memory
// of records.
type Columns struct {
	Lists
	Places
	// Sealed is the file that has the rest; nil for columns of a page.
	Sealed *Sealed

	measures func() Measures
}

// Measures are those of the records. Those of a sealed file are read when they are first asked for: its checksums were
// compared when it was opened, and a file that has changed since is a panic.
func (c *Columns) Measures() Measures { return c.measures() }

// Lists are what many records share, each once.
type Lists struct {
	Puzzles        []Puzzle        `json:"puzzles"`
	Configurations []Configuration `json:"configurations"`
	Statuses       []solver.Status `json:"statuses"`
	// Failures are texts of errors; "" is none.
	Failures []string `json:"errors"`
}

// Places are places in the lists, by record.
type Places struct {
	Puzzle, Configuration, Status, Failure []int32
}

// early are the names of the columns of [Places].
var early = map[string]bool{"puzzle": true, "configuration": true, "status": true, "error": true}

// Measures are the numbers of the records. Run is the number of the run, Seed the place of its seed in Seeds.
type Measures struct {
	Run, Seed               []int32
	Seeds                   []uint64
	Cost, Seconds, CPU      []float64
	Iterations, Evaluations []int64
}

// cells are all columns that statistics look at.
type cells struct {
	Lists
	Places
	Measures
	statistics []int32 // places in the header's lists of statistics
	kinds      int     // how many lists those are; 0 where nobody asks for statistics
}

// entry is a column: a pointer to places in a list of so many ([]int32), to integers
// ([]int64, []uint64) or to numbers ([]float64).
type entry struct {
	name   string
	values any
	length int
}

// table has the columns of all records in the order in which they are written. Whoever
// writes, reads or joins columns goes through it.
func (c *cells) table() []entry {
	out := []entry{
		{"puzzle", &c.Puzzle, len(c.Puzzles)},
		{"configuration", &c.Configuration, len(c.Configurations)},
		{"run", &c.Run, math.MaxInt32},
		{"seed", &c.Seed, len(c.Seeds)},
		{"status", &c.Status, len(c.Statuses)},
		{"cost", &c.Cost, 0},
		{"seconds", &c.Seconds, 0},
		{"cpu", &c.CPU, 0},
		{"error", &c.Failure, len(c.Failures)},
	}
	if c.kinds > 0 {
		out = append(out, entry{"statistics", &c.statistics, c.kinds})
	}
	return append(out, entry{"seeds", &c.Seeds, 0}, entry{"iterations", &c.Iterations, 0}, entry{"evaluations", &c.Evaluations, 0})
}

// part are the columns of [Places], or the other ones.
func (c *cells) part(places bool) []entry {
	return slices.DeleteFunc(c.table(), func(e entry) bool { return early[e.name] != places })
}

// points are improvements within runs, those of one record after those of another.
type points struct {
	iterations, evaluations []int64
	seconds, cost           []float64
}

func (p *points) table() []entry {
	return []entry{
		{"trace iterations", &p.iterations, 0},
		{"trace evaluations", &p.evaluations, 0},
		{"trace seconds", &p.seconds, 0},
		{"trace cost", &p.cost, 0},
	}
}

// Puzzle is a puzzle of records.
type Puzzle struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Content string `json:"content"`
	Rows    int    `json:"rows"`
	Cols    int    `json:"cols"`
	// Copies are how many more of the plan's puzzles have this content, under ids that come later ([OfPlan]).
	Copies int `json:"-"`
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

// pack puts the parts of a page's stream together.
func pack(h header, body []byte) []byte {
	text := marshal(h)
	text = append(text, bytes.Repeat([]byte(" "), (8-(head+len(text))%8)%8)...)
	rest := append(text, body...)
	stream := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(text)))
	stream = binary.LittleEndian.AppendUint32(stream, crc32.Checksum(rest, castagnoli))
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	for _, part := range [][]byte{stream, rest} {
		_, _ = w.Write(part) // a bytes.Buffer takes everything
	}
	_ = w.Close()
	return packed.Bytes()
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// marshal is JSON of strings and numbers, which cannot fail.
func marshal(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic("columns: " + err.Error())
	}
	return text
}
