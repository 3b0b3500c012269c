package columns

import (
	"fmt"

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

// Columns reads the columns that statistics look at, of all records.
func (s *Sealed) Columns() (*Columns, error) {
	all, lists := &Columns{Sealed: s}, shared{}
	for _, e := range all.table() {
		switch to := e.values.(type) {
		case *[]int32:
			*to = make([]int32, 0, s.Count)
		case *[]int64:
			*to = make([]int64, 0, s.Count)
		case *[]float64:
			*to = make([]float64, 0, s.Count)
		}
	}
	for _, b := range s.blocks {
		one := *b
		c, err := one.table(0)
		if err != nil {
			return nil, err
		}
		places := map[string][]int32{ // in the lists of all
			"puzzle": lists.puzzles.places(c.Puzzles), "configuration": lists.configs.places(c.Configurations),
			"status": lists.statuses.places(c.Statuses), "error": lists.failures.places(c.Failures),
		}
		before, from := int32(len(lists.seeds.All)), c.table()
		lists.seeds.All = append(lists.seeds.All, c.Seeds...) // no two blocks share many
		for i, e := range all.table() {
			switch to := e.values.(type) {
			case *[]int32:
				for _, at := range *from[i].values.(*[]int32) {
					if moved := places[e.name]; moved != nil {
						at = moved[at]
					} else if e.name == "seed" {
						at += before
					}
					*to = append(*to, at)
				}
			case *[]int64:
				*to = append(*to, *from[i].values.(*[]int64)...)
			case *[]float64:
				*to = append(*to, *from[i].values.(*[]float64)...)
			}
		}
	}
	all.Lists = lists.lists()
	return all, nil
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
