package journal

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"

	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/solver"
)

// Gathered are the records of any number of journals, each run once, without
// holding them: 32 bytes a record are kept, and a record is read when its turn
// comes.
type Gathered struct {
	// Count is the number of lines that are records.
	Count int
	// Doubled is the number of lines beyond the first of their run; it is complete
	// when all records were yielded.
	Doubled int
	// Warnings report damage, with its place.
	Warnings []string

	paths    []string
	sizes    []int64
	contents ranked[string]
	configs  ranked[configuration]
	places   record.Numbered[shared]
	entries  []entry
}

// configuration is the part of a run's key that many runs share.
type configuration struct {
	engine, hash, code string
	budget             solver.Budget
}

func (c configuration) compare(o configuration) int {
	text := func(b solver.Budget) string { // the order is that of the journal's texts
		out, _ := json.Marshal(b) // numbers
		return string(out)
	}
	return cmp.Or(strings.Compare(c.engine, o.engine), strings.Compare(c.hash, o.hash), strings.Compare(text(c.budget), text(o.budget)), strings.Compare(c.code, o.code))
}

// shared is what many entries share.
type shared struct{ content, config, file int32 }

// entry is where the record of a run is. Ten million are held: place is a number.
type entry struct {
	place, run, line, length int32
	offset                   int64
	seed                     uint64
}

// ranked are values that are numbered as they come, and ordered later.
type ranked[T comparable] struct{ record.Numbered[T] }

// ranks are the places of the values in their order.
func (x *ranked[T]) ranks(compare func(a, b T) int) []int32 {
	order, out := make([]int32, len(x.All)), make([]int32, len(x.All))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return compare(x.All[a], x.All[b]) })
	for rank, i := range order {
		out[i] = int32(rank)
	}
	return out
}

// Gather finds the records of journals. A journal that is written meanwhile is read
// as far as it goes at that time. Nothing is changed.
func Gather(paths ...string) (*Gathered, error) {
	g := &Gathered{paths: paths}
	for i, path := range paths {
		if err := g.find(int32(i), path); err != nil {
			return nil, fmt.Errorf("experiment: %w", err)
		}
	}
	contents, configs := g.contents.ranks(strings.Compare), g.configs.ranks(configuration.compare)
	slices.SortFunc(g.entries, func(a, b entry) int {
		p, q := g.places.All[a.place], g.places.All[b.place]
		return cmp.Or(cmp.Compare(contents[p.content], contents[q.content]), cmp.Compare(configs[p.config], configs[q.config]), cmp.Compare(a.run, b.run), cmp.Compare(a.seed, b.seed),
			cmp.Compare(p.file, q.file), cmp.Compare(a.line, b.line))
	})
	g.Count = len(g.entries)
	return g, nil
}

// Size is how many bytes of a journal were read.
func (g *Gathered) Size(journal int) int64 { return g.sizes[journal] }

// find takes the entries of a journal.
func (g *Gathered) find(file int32, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	size, bad := int64(0), 0
	for text, err := range parsedLines(path, f) {
		if err != nil {
			return err
		}
		size = text.Offset + int64(len(text.Text))
		if text.Number == batch { // room for all: what grows by copying takes twice as much
			g.entries = slices.Grow(g.entries, int(batch*info.Size()/size))
		}
		if r := &text.record; text.empty {
			continue
		} else if text.err == nil {
			g.entries = append(g.entries, entry{
				place: g.places.Of(shared{g.contents.Of(r.Content), g.configs.Of(configuration{r.Engine, r.ConfigHash, r.Code, r.Budget}), file}), run: int32(r.Run), seed: r.Seed,
				line: int32(text.Number), length: int32(len(text.Text)), offset: text.Offset,
			})
		} else if bad++; bad <= MostWarnings {
			g.Warnings = append(g.Warnings, text.err.Error())
		}
	}
	if bad > MostWarnings {
		g.Warnings = append(g.Warnings, fmt.Sprintf("%s: %d more lines are not records", path, bad-MostWarnings))
	}
	g.sizes = append(g.sizes, size)
	return nil
}

// Records yields each run once, ordered by content of the puzzle, configuration, run
// and seed: an order that the journals' names and their lines' order have no part
// in. Of two lines of one run the same counts as when a plan reads them; two that
// cannot both be true are an error that names both. An error ends the records.
func (g *Gathered) Records() iter.Seq2[record.Record, error] {
	return func(yield func(record.Record, error) bool) {
		g.Doubled = 0
		files := openFiles{paths: g.paths, places: g.places.All}
		defer files.close()
		for i := 0; i < len(g.entries); {
			r, err := files.best(g.entries[i:g.end(i)])
			if err != nil {
				yield(record.Record{}, fmt.Errorf("experiment: %w", err))
				return
			}
			next := g.end(i)
			g.Doubled += next - i - 1
			i = next
			if !yield(r, nil) {
				return
			}
		}
	}
}

// end is where the entries of a run end that begin at one.
func (g *Gathered) end(i int) int {
	a, end := g.entries[i], i+1
	for end < len(g.entries) {
		b := g.entries[end]
		p, q := g.places.All[a.place], g.places.All[b.place]
		if p.content != q.content || p.config != q.config || a.run != b.run || a.seed != b.seed {
			break
		}
		end++
	}
	return end
}

// openFiles are journals that are read at random.
type openFiles struct {
	paths  []string
	places []shared
	files  map[int32]*os.File
	buffer []byte
}

// mostOpen is how many files are open at a time: systems allow 256 and more.
const mostOpen = 128

func (o *openFiles) close() {
	for _, f := range o.files {
		f.Close()
	}
	o.files = nil
}

// read reads the record of an entry, and its line.
func (o *openFiles) read(e entry) (record.Record, []byte, error) {
	file := o.places[e.place].file
	f := o.files[file]
	if f == nil {
		if len(o.files) >= mostOpen {
			o.close()
		}
		if o.files == nil {
			o.files = map[int32]*os.File{}
		}
		var err error
		if f, err = os.Open(o.paths[file]); err != nil {
			return record.Record{}, nil, err
		}
		o.files[file] = f
	}
	o.buffer = slices.Grow(o.buffer[:0], int(e.length))[:e.length]
	if _, err := f.ReadAt(o.buffer, e.offset); err != nil {
		return record.Record{}, nil, fmt.Errorf("%s:%d: %w", o.paths[file], e.line, err)
	}
	r, _, err := record.Parse(o.paths[file], int(e.line), o.buffer)
	return r, o.buffer, err
}

func (o *openFiles) origin(e entry) origin {
	return origin{o.paths[o.places[e.place].file], int(e.line)}
}

// best is the record that counts of all those of a run. Where two count alike it is
// the one whose line comes first in the order of bytes.
func (o *openFiles) best(of []entry) (record.Record, error) {
	best, line, err := o.read(of[0])
	if err != nil || len(of) == 1 {
		return best, err
	}
	line = bytes.Clone(line)
	at := of[0]
	for _, e := range of[1:] {
		r, other, err := o.read(e)
		if err != nil {
			return r, err
		}
		if best.Before(r) {
			continue
		}
		first := r.Before(best)
		if err := contradiction(best, r, o.origin(at), o.origin(e)); err != nil && !first {
			return r, err
		}
		if first || bytes.Compare(other, line) < 0 {
			best, line, at = r, bytes.Clone(other), e
		}
	}
	return best, nil
}
