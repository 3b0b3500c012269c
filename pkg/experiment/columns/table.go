package columns

import (
	"cmp"
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
		records, err := s.blocks[b].whole()
		if err != nil {
			return experiment.Record{}, err
		}
		s.first, s.made = first, records
	}
	return s.made[at-s.first], nil
}

// Columns reads the columns that statistics look at, of all records, on all processors.
func (s *Sealed) Columns() (*Columns, error) {
	all, lists := &Columns{Sealed: s}, shared{}
	seeds := 0
	for _, b := range s.blocks {
		seeds += b.columns["seeds"].Count
	}
	all.Seeds = make([]uint64, seeds)
	table := all.table()
	for _, e := range table {
		switch to := e.values.(type) {
		case *[]int32:
			*to = make([]int32, s.Count)
		case *[]int64:
			*to = make([]int64, s.Count)
		case *[]float64:
			*to = make([]float64, s.Count)
		}
	}
	record, seed := 0, 0 // of the next block
	reads := make([]func() error, len(s.blocks))
	for i, b := range s.blocks {
		first, firstSeed := record, seed
		record, seed = record+b.h.Records, seed+b.columns["seeds"].Count // no two blocks share many
		places := map[string][]int32{                                    // in the lists of all
			"puzzle": lists.puzzles.places(b.h.Puzzles), "configuration": lists.configs.places(b.h.Configurations),
			"status": lists.statuses.places(b.h.Statuses), "error": lists.failures.places(b.h.Failures),
		}
		reads[i] = func() error {
			one := *b
			c, err := one.table(0)
			if err != nil {
				return err
			}
			copy(all.Seeds[firstSeed:], c.Seeds)
			for i, e := range c.table() {
				switch from := e.values.(type) {
				case *[]int32:
					moved, to := places[e.name], (*table[i].values.(*[]int32))[first:]
					for i, at := range *from {
						if moved != nil {
							at = moved[at]
						} else if e.name == "seed" {
							at += int32(firstSeed)
						}
						to[i] = at
					}
				case *[]int64:
					copy((*table[i].values.(*[]int64))[first:], *from)
				case *[]float64:
					copy((*table[i].values.(*[]float64))[first:], *from)
				}
			}
			return nil
		}
	}
	if err := simultaneously(reads); err != nil {
		return nil, err
	}
	lists.seeds.All = all.Seeds
	all.Lists = lists.lists()
	return all, nil
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
	for i, b := range s.blocks {
		one := *b
		counts, points := one.traces()
		if one.err != nil {
			return nil, one.err
		}
		end := len(t.points)
		for _, count := range counts {
			end += int(count)
			t.ends = append(t.ends, int32(end))
		}
		if end != len(t.points)+len(points) {
			return nil, one.wrong(one.columns["trace"].start, "expected traces of %d points in all in block %d", len(points), i)
		}
		t.points = append(t.points, points...)
	}
	return t, nil
}
