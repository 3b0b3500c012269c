package columns

import (
	"math"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// Read reads whole records: what is left of them when they are written.
func Read(source string, packed []byte) (Set, error) {
	r, err := unpack(source, packed)
	if err != nil {
		return Set{}, err
	}
	return r.set()
}

// fields are the columns of all records.
type fields struct {
	puzzle, configuration, run, seed, status, failure, statistics, trace, board []int32
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
			Run: int(f.run[i]), Seed: uint64(f.seeds[f.seed[i]]), Status: h.Statuses[f.status[i]], Cost: f.cost[i],
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
			if int(f.trace[i]) > len(points) {
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
	places := func(to *[]int32, name string, length int) { r.places(to, name, n, length) }
	numbers := r.numbers
	integers := r.integers
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
		for i := 0; i < points && r.err == nil; i++ {
			f.points = append(f.points, experiment.Point{Iterations: iterations[i], Evaluations: evaluations[i], Seconds: seconds[i], Cost: cost[i]})
		}
	}
	return f, r.err
}
