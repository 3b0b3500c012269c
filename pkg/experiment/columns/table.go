package columns

import (
	"cmp"
	"compress/flate"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"formicary/pkg/experiment"
)

// Record is one of the records, as it was written. It is quick where the records
// that are asked for one after the other stand near each other.
func (s *Sealed) Record(at int) (experiment.Record, error) {
	if at < 0 || at >= s.Count {
		panic(fmt.Sprintf("columns: there is no record %d of %d", at, s.Count))
	}
	if s.made == nil || at < s.first || at >= s.first+len(s.made) {
		b, first := 0, 0
		for at >= first+s.blocks[b].h.Records {
			first += s.blocks[b].h.Records
			b++
		}
		one := *s.blocks[b]
		one.tools = &tools{zip: flate.NewReader(nil)} // nobody else has these records
		records, err := one.records()
		if err != nil {
			return experiment.Record{}, err
		}
		s.first, s.made = first, records
	}
	return s.made[at-s.first], nil
}

// Columns reads the columns that statistics look at, of all records, on all processors.
func (s *Sealed) Columns() (*Columns, error) {
	all, lists := &cells{}, shared{}
	table := all.part(true)
	reserve(table, s.Count)
	err := s.each(func(b *reader, first int) func(*reader) error {
		places := map[string][]int32{ // in the lists of all
			"puzzle": lists.puzzles.places(b.h.Puzzles), "configuration": lists.configs.places(b.h.Configurations),
			"status": lists.statuses.places(b.h.Statuses), "error": lists.failures.places(b.h.Failures),
		}
		return func(b *reader) error {
			own := &cells{Lists: b.h.Lists}
			part := own.part(true)
			within(part, table, first, b.h.Records)
			b.entries(part, b.h.Records)
			for _, e := range own.part(false) {
				b.unharmed(e.name)
			}
			if b.err != nil {
				return b.err
			}
			if s.only != nil {
				if err := b.belong(own.Places, s.only); err != nil {
					return err
				}
			}
			for _, e := range part {
				moved, to := places[e.name], *e.values.(*[]int32)
				for i, at := range to {
					to[i] = moved[at]
				}
			}
			return nil
		}
	})
	if err != nil {
		return nil, err
	}
	return &Columns{Lists: lists.lists(), Places: all.Places, Sealed: s, measures: sync.OnceValue(s.measures)}, nil
}

// measures are those of all records.
func (s *Sealed) measures() Measures {
	all, seeds := &cells{}, 0
	for _, b := range s.blocks {
		seeds += b.columns["seeds"].Count
	}
	table := all.part(false)
	reserve(table, s.Count)
	all.Seeds, seeds = make([]uint64, seeds), 0
	err := s.each(func(b *reader, first int) func(*reader) error {
		before := seeds
		seeds += b.columns["seeds"].Count // no two blocks share many
		return func(b *reader) error {
			own := &cells{Lists: b.h.Lists, Measures: Measures{Seeds: all.Seeds[before:before:seeds]}}
			b.seeds(&own.Seeds)
			part := own.part(false)
			within(part, table, first, b.h.Records)
			b.entries(part, b.h.Records)
			for i := range own.Seed {
				own.Seed[i] += int32(before)
			}
			return b.err
		}
	})
	if err != nil {
		panic("columns: " + err.Error())
	}
	return all.Measures
}

// each reads all blocks on all processors: reading is called for one after the other, with the place of its first record,
// and returns what reads it.
func (s *Sealed) each(reading func(b *reader, first int) func(b *reader) error) error {
	reads, first := make([]func() error, len(s.blocks)), 0
	for i, b := range s.blocks {
		read := reading(b, first)
		first += b.h.Records
		reads[i] = func() error {
			one, end := s.block(i)
			defer end()
			return read(one)
		}
	}
	return simultaneously(reads)
}

// reserve makes columns of so many values.
func reserve(table []entry, n int) {
	for _, e := range table {
		switch to := e.values.(type) {
		case *[]int32:
			*to = make([]int32, n)
		case *[]int64:
			*to = make([]int64, n)
		case *[]float64:
			*to = make([]float64, n)
		}
	}
}

// within makes columns the part of others from a record on, of so many.
func within(part, of []entry, first, n int) {
	for i, e := range part {
		switch to := e.values.(type) {
		case *[]int32:
			*to = (*of[i].values.(*[]int32))[first:][:n:n]
		case *[]int64:
			*to = (*of[i].values.(*[]int64))[first:][:n:n]
		case *[]float64:
			*to = (*of[i].values.(*[]float64))[first:][:n:n]
		}
	}
}

// simultaneously calls funcs on all processors. The error is that of the first that has one.
func simultaneously(all []func() error) error {
	errs := make([]error, len(all))
	var next atomic.Int64
	var busy sync.WaitGroup
	for range min(len(all), runtime.GOMAXPROCS(0)) {
		busy.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(all)); i = next.Add(1) - 1 {
				errs[i] = all[i]()
			}
		})
	}
	busy.Wait()
	return cmp.Or(errs...)
}

// Traces are those of all records of a sealed file.
type Traces struct {
	ends   []int32 // by record
	points []experiment.Point
}

// Of is the trace of a record.
func (t *Traces) Of(at int) []experiment.Point {
	start := int32(0)
	if at > 0 {
		start = t.ends[at-1]
	}
	return t.points[start:t.ends[at]:t.ends[at]]
}

// Traces reads the traces of all records.
func (s *Sealed) Traces() (*Traces, error) {
	t := &Traces{ends: make([]int32, 0, s.Count)}
	n := 0
	for _, b := range s.blocks {
		n += b.columns["trace cost"].Count
	}
	t.points = make([]experiment.Point, 0, n)
	for i := range s.blocks {
		if err := t.add(s, i); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// add adds the traces of a block.
func (t *Traces) add(s *Sealed, i int) error {
	b, end := s.block(i)
	defer end()
	counts, points := b.traces()
	if b.err != nil {
		return b.err
	}
	last := len(t.points)
	for _, count := range counts {
		last += int(count)
		t.ends = append(t.ends, int32(last))
	}
	if last != len(t.points)+len(points) {
		return b.wrong(b.columns["trace"].start, "expected traces of %d points in all in block %d", len(points), i)
	}
	t.points = append(t.points, points...)
	return nil
}
