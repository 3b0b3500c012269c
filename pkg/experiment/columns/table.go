package columns

import (
	"fmt"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
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
	var (
		all      = &Columns{Sealed: s}
		puzzles  index[Puzzle]
		configs  index[Configuration]
		statuses index[solver.Status]
		failures index[string]
	)
	n := s.Count
	for _, column := range []*[]int32{&all.Puzzle, &all.Configuration, &all.Run, &all.Seed, &all.Status, &all.Failure} {
		*column = make([]int32, 0, n)
	}
	for _, column := range []*[]int64{&all.Iterations, &all.Evaluations} {
		*column = make([]int64, 0, n)
	}
	for _, column := range []*[]float64{&all.Seconds, &all.CPU, &all.Cost} {
		*column = make([]float64, 0, n)
	}
	for _, b := range s.blocks {
		one := *b
		c, err := one.table()
		if err != nil {
			return nil, err
		}
		all.Puzzle = shifted(all.Puzzle, c.Puzzle, &puzzles, c.Puzzles)
		all.Configuration = shifted(all.Configuration, c.Configuration, &configs, c.Configurations)
		all.Failure = shifted(all.Failure, c.Failure, &failures, c.Failures)
		all.Status = shifted(all.Status, c.Status, &statuses, c.Statuses)
		for _, seed := range c.Seed { // no two blocks share many
			all.Seed = append(all.Seed, seed+int32(len(all.Seeds)))
		}
		all.Seeds = append(all.Seeds, c.Seeds...)
		all.Run = append(all.Run, c.Run...)
		all.Iterations, all.Evaluations = append(all.Iterations, c.Iterations...), append(all.Evaluations, c.Evaluations...)
		all.Seconds, all.CPU, all.Cost = append(all.Seconds, c.Seconds...), append(all.CPU, c.CPU...), append(all.Cost, c.Cost...)
	}
	all.Puzzles, all.Configurations, all.Statuses, all.Failures = puzzles.all, configs.all, statuses.all, failures.all
	return all, nil
}

// shifted adds places in a list of a block as places in the list of all.
func shifted[T comparable](to, from []int32, all *index[T], list []T) []int32 {
	places := make([]int32, len(list))
	for i, v := range list {
		places[i] = int32(all.of(v))
	}
	for _, at := range from {
		to = append(to, places[at])
	}
	return to
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
