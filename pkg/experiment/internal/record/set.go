package record

import (
	"encoding/binary"
	"hash/maphash"
	"iter"
	"math"

	"formicary/pkg/solver"
)

// Set holds records packed, each under the key of a run: in about fifty bytes, and more for a trace, a board and
// statistics. A record is made when it is asked for. The zero Set is empty. Goroutines may read it simultaneously.
type Set struct {
	table    []int32 // open addressing, linear probing: one more than the number of a record, 0 for none
	tags     []uint8 // of the keys in the table: most that differ have others
	keyed    int     // records in the table
	seed     maphash.Seed
	places   [][]int64 // chunk and offset of records, by number, so many together; the complement if no key finds them
	count    int
	chunks   [][]byte
	contents Numbered[string]
	ways     Numbered[way]
	subjects Numbered[subject]
	makers   Numbered[maker]
	texts    Numbered[string]
}

// compact is a key, with the numbers of what many keys share.
type compact struct {
	content, way int32
	run          int
	seed         uint64
}

// way is how a run is made: what the keys of many runs share beside the puzzle.
type way struct {
	engine, hash, code string
	budget             solver.Budget
}

// subject is what the records on one puzzle share.
type subject struct {
	puzzle, kind, content string
	rows, cols            int
}

// maker is what the records of an engine share that one process made.
type maker struct {
	way
	variant, design, host, arch, session string
}

// chunk is the size of the parts in which records are held, in bytes, and together is how many places are: what grows as one
// is copied, and twice as large.
const (
	chunk    = 1 << 20
	together = 1 << 16
)

// Len is the number of records. They are numbered from 0 in the order in which they came.
func (s *Set) Len() int { return s.count }

// Find is the number of the record of a key; -1 if there is none.
func (s *Set) Find(k Key) int {
	content, there := s.contents.at[k.Content]
	how, known := s.ways.at[way{k.Engine, k.ConfigHash, k.Code, k.Budget}]
	if !there || !known || s.table == nil {
		return -1
	}
	at, _ := s.slot(compact{content, how, k.Run, k.Seed})
	return int(s.table[at]) - 1
}

// slot is the place of a key in the table, or where it would be, and its tag.
func (s *Set) slot(of compact) (at int, tag uint8) {
	hash, mask := maphash.Comparable(s.seed, of), len(s.table)-1
	at, tag = int(hash)&mask, uint8(hash>>56)
	for s.table[at] != 0 && (s.tags[at] != tag || s.compact(int(s.table[at])-1) != of) {
		at = (at + 1) & mask
	}
	return at, tag
}

// grow makes room in the table, of which at least a quarter is free.
func (s *Set) grow() {
	if 4*s.keyed < 3*len(s.table) {
		return
	}
	if s.table == nil {
		s.seed = maphash.MakeSeed()
	}
	size := max(64, 2*len(s.table))
	s.table, s.tags = make([]int32, size), make([]uint8, size)
	for n := range s.count {
		if s.places[n/together][n%together] >= 0 {
			at, tag := s.slot(s.compact(n))
			s.table[at], s.tags[at] = int32(n+1), tag
		}
	}
}

// Get is the record of a key, if there is one.
func (s *Set) Get(k Key) (r Record, ok bool) {
	if n := s.Find(k); n >= 0 {
		return s.At(n), true
	}
	return r, false
}

// Has says whether there is a record of a key.
func (s *Set) Has(k Key) bool { return s.Find(k) >= 0 }

// Put holds a record under a key that has its run and seed, in place of the one that had it, and tells its number.
func (s *Set) Put(k Key, r Record) int {
	n, is := s.Insert(k, &r)
	if !is {
		s.places[n/together][n%together] = s.pack(s.compacted(k), &r)
	}
	return n
}

// Insert holds a record under a key that has its run and seed, unless there is one, and tells the number of that which is there.
func (s *Set) Insert(k Key, r *Record) (n int, is bool) {
	s.grow()
	of := s.compacted(k)
	at, tag := s.slot(of)
	if s.table[at] > 0 {
		return int(s.table[at]) - 1, false
	}
	s.append(s.pack(of, r))
	s.table[at], s.tags[at] = int32(s.count), tag
	s.keyed++
	return s.count - 1, true
}

// compacted is a key, whose parts are numbered if they are new.
func (s *Set) compacted(k Key) compact {
	return compact{s.contents.Of(k.Content), s.ways.Of(way{k.Engine, k.ConfigHash, k.Code, k.Budget}), k.Run, k.Seed}
}

// Add holds a record that no key finds, and tells its number.
func (s *Set) Add(r Record) int {
	s.append(^s.pack(s.compacted(r.Key()), &r))
	return s.count - 1
}

func (s *Set) append(place int64) {
	if s.count%together == 0 { // only the first of them grows
		s.places = append(s.places, make([]int64, 0, min(s.count, together)))
	}
	last := &s.places[s.count/together]
	*last = append(*last, place)
	s.count++
}

// All yields the records with their keys.
func (s *Set) All() iter.Seq2[Key, Record] {
	return func(yield func(Key, Record) bool) {
		for n, k := range s.Keys() {
			if !yield(k, s.At(n)) {
				return
			}
		}
	}
}

// Keys yields the numbers of the records with their keys, and makes no record.
func (s *Set) Keys() iter.Seq2[int, Key] {
	return func(yield func(int, Key) bool) {
		for n := range s.count {
			if !yield(n, s.Key(n)) {
				return
			}
		}
	}
}

// Key is the key of the record of a number.
func (s *Set) Key(n int) Key {
	of := s.compact(n)
	how := &s.ways.All[of.way]
	return Key{s.contents.All[of.content], how.engine, how.hash, of.run, of.seed, how.budget, how.code}
}

// compact reads the key of a record.
func (s *Set) compact(n int) compact {
	b := reader(s.bytes(n))
	return compact{b.number(), b.number(), int(b.whole()), b.fixed()}
}

func (s *Set) bytes(n int) []byte {
	at := s.places[n/together][n%together]
	at = max(at, ^at)
	return s.chunks[at>>32][at&math.MaxUint32:]
}

// nanoseconds are those of a second: most times are whole ones.
const nanoseconds = 1e9

// Whole is the integer that a number is once it is multiplied by a factor; ok says that the number comes back bit for bit.
func Whole(v, factor float64) (n int64, ok bool) {
	scaled := math.RoundToEven(v * factor)
	if !(math.Abs(scaled) < 1<<53) {
		return 0, false
	}
	n = int64(scaled)
	return n, math.Float64bits(float64(n)/factor) == math.Float64bits(v) // a negative zero is none
}

// pack appends a record, and tells its place.
func (s *Set) pack(of compact, r *Record) int64 {
	if n := len(s.chunks); n == 0 || cap(s.chunks[n-1])-len(s.chunks[n-1]) < chunk/8 {
		s.chunks = append(s.chunks, make([]byte, 0, chunk))
	}
	last := len(s.chunks) - 1
	b := s.chunks[last]
	place := int64(last)<<32 | int64(len(b))
	numbers := func(values ...int32) {
		for _, v := range values {
			b = binary.AppendUvarint(b, uint64(v))
		}
	}
	wholes := func(values ...int64) {
		for _, v := range values {
			b = binary.AppendVarint(b, v)
		}
	}
	floats := func(factor float64, values ...float64) {
		for _, v := range values {
			if n, ok := Whole(v, factor); ok {
				b = binary.AppendVarint(b, n<<1)
			} else {
				b = binary.LittleEndian.AppendUint64(append(b, 2), math.Float64bits(v)) // 2 is the odd number 1
			}
		}
	}
	numbers(of.content, of.way)
	wholes(int64(of.run))
	b = binary.LittleEndian.AppendUint64(b, of.seed)
	made := maker{way{r.Engine, r.ConfigHash, r.Code, r.Budget}, r.Variant, r.Design, r.Host, r.Arch, r.Session}
	numbers(s.subjects.Of(subject{r.Puzzle, r.Kind, r.Content, r.Rows, r.Cols}), s.makers.Of(made), s.texts.Of(string(r.Status)), s.texts.Of(r.Error), s.texts.Of(r.Stack))
	b = binary.LittleEndian.AppendUint64(b, r.Digest)
	wholes(int64(r.Retry), r.Iterations, r.Evaluations, r.PeakBytes)
	floats(1, r.Cost)
	floats(nanoseconds, r.Seconds, r.CPU)
	wholes(int64(len(r.Board)))
	b = append(b, r.Board...)
	wholes(int64(len(r.Statistics)))
	for _, one := range r.Statistics {
		numbers(s.texts.Of(one.Name))
		floats(1, one.Value)
	}
	wholes(int64(len(r.Trace)))
	for _, p := range r.Trace {
		wholes(p.Iterations, p.Evaluations)
		floats(nanoseconds, p.Seconds)
		floats(1, p.Cost)
	}
	s.chunks[last] = b
	return place
}

// reader reads what [Set.pack] wrote.
type reader []byte

func (b *reader) unsigned() uint64 {
	v, size := binary.Uvarint(*b)
	*b = (*b)[size:]
	return v
}

func (b *reader) number() int32 { return int32(b.unsigned()) }

func (b *reader) whole() int64 {
	v, size := binary.Varint(*b)
	*b = (*b)[size:]
	return v
}

func (b *reader) float(factor float64) float64 {
	n := b.whole()
	if n&1 == 1 {
		return math.Float64frombits(b.fixed())
	}
	return float64(n>>1) / factor
}

func (b *reader) fixed() uint64 {
	v := binary.LittleEndian.Uint64(*b)
	*b = (*b)[8:]
	return v
}

// Outline is the record of a number without its board, statistics and trace. It takes no memory.
func (s *Set) Outline(n int) Record {
	r, _ := s.outline(n)
	return r
}

// outline has the reader of the rest, too.
func (s *Set) outline(n int) (Record, reader) {
	b := reader(s.bytes(n))
	b.number() // of the key: the record's own is that of the code that made it
	b.number()
	run, seed := int(b.whole()), b.fixed()
	of, by := &s.subjects.All[b.number()], &s.makers.All[b.number()]
	r := Record{
		Puzzle: of.puzzle, Kind: of.kind, Content: of.content, Rows: of.rows, Cols: of.cols, Run: run, Seed: seed,
		Engine: by.engine, Variant: by.variant, ConfigHash: by.hash, Design: by.design, Budget: by.budget, Host: by.host, Arch: by.arch, Session: by.session, Code: by.code,
	}
	r.Status, r.Error, r.Stack = solver.Status(s.texts.All[b.number()]), s.texts.All[b.number()], s.texts.All[b.number()]
	r.Digest = b.fixed()
	r.Retry, r.Iterations, r.Evaluations, r.PeakBytes = int(b.whole()), b.whole(), b.whole(), b.whole()
	r.Cost, r.Seconds, r.CPU = b.float(1), b.float(nanoseconds), b.float(nanoseconds)
	return r, b
}

// At is the record of a number.
func (s *Set) At(n int) Record {
	r, b := s.outline(n)
	size := b.whole()
	r.Board, b = string(b[:size]), b[size:]
	if size = b.whole(); size > 0 {
		r.Statistics = make([]solver.Statistic, size)
	}
	for i := range r.Statistics {
		r.Statistics[i] = solver.Statistic{Name: s.texts.All[b.number()], Value: b.float(1)}
	}
	if size = b.whole(); size > 0 {
		r.Trace = make([]Point, size)
	}
	for i := range r.Trace {
		r.Trace[i] = Point{b.whole(), b.whole(), b.float(nanoseconds), b.float(1)}
	}
	return r
}
