package columns

import (
	"math"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// fields are the columns of all records.
type fields struct {
	puzzle, configuration, run, seed, status, failure, statistics, trace, board []int32
	cost, seconds, cpu                                                          []float64
	iterations, evaluations, seeds                                              []int64
	values                                                                      [][]float64
	points                                                                      []experiment.Point
	rest                                                                        rest
	texts                                                                       [][]string
}

// records makes records of columns.
func (r *reader) records() ([]experiment.Record, error) {
	f, err := r.fields()
	if err != nil {
		return nil, err
	}
	h, n := r.h, r.h.Records
	out := make([]experiment.Record, n)
	next := make([]int, len(f.values))
	points := f.points
	for i := range n {
		p, c := h.Puzzles[f.puzzle[i]], h.Configurations[f.configuration[i]]
		record := experiment.Record{
			Puzzle: p.ID, Kind: p.Kind, Content: p.Content, Rows: p.Rows, Cols: p.Cols,
			Engine: c.Engine, Variant: c.Variant, ConfigHash: c.Parameters, Budget: c.Budget, Code: c.Code, Host: c.Host, Design: c.Design,
			Run: int(f.run[i]), Seed: uint64(f.seeds[f.seed[i]]), Status: h.Statuses[f.status[i]], Cost: f.cost[i],
			Iterations: f.iterations[i], Evaluations: f.evaluations[i], Seconds: f.seconds[i], CPU: f.cpu[i], Error: h.Errors[f.failure[i]],
		}
		if list := h.Statistics[f.statistics[i]]; len(list) > 0 {
			record.Statistics = make([]solver.Statistic, len(list))
			for j, at := range list {
				if next[at] >= len(f.values[at]) {
					return nil, r.wrong(r.columns[statistic(at)].start, "expected more values of the statistic %q", h.Names[at])
				}
				record.Statistics[j] = solver.Statistic{Name: h.Names[at], Value: f.values[at][next[at]]}
				next[at]++
			}
		}
		if f.trace != nil && f.trace[i] > 0 {
			if int(f.trace[i]) > len(points) {
				return nil, r.wrong(r.columns["trace"].start, "expected traces of %d points in all", len(f.points))
			}
			record.Trace, points = points[:f.trace[i]:f.trace[i]], points[f.trace[i]:]
		}
		if f.board != nil {
			record.Board = h.Boards[f.board[i]]
		}
		if h.Whole {
			f.rest.set(&record, i, f.texts)
		}
		out[i] = record
	}
	return out, nil
}

// fields reads the columns of all records, and sees that all places are there.
func (r *reader) fields() (f fields, err error) {
	n := r.h.Records
	for i, list := range r.h.Statistics {
		for _, at := range list {
			if at < 0 || at >= len(r.h.Names) {
				return f, r.wrong(r.start, "expected names in the list of statistics %d", i)
			}
		}
	}
	places := func(to *[]int32, name string, length int) { r.places(to, name, n, length) }
	count := func(name string) int { return r.columns[name].Count }
	places(&f.puzzle, "puzzle", len(r.h.Puzzles))
	places(&f.configuration, "configuration", len(r.h.Configurations))
	places(&f.run, "run", math.MaxInt32)
	r.integers(&f.seeds, "seeds", count("seeds"))
	places(&f.seed, "seed", count("seeds"))
	places(&f.status, "status", len(r.h.Statuses))
	r.numbers(&f.cost, "cost", n)
	r.integers(&f.iterations, "iterations", n)
	r.integers(&f.evaluations, "evaluations", n)
	r.numbers(&f.seconds, "seconds", n)
	r.numbers(&f.cpu, "cpu", n)
	places(&f.failure, "error", len(r.h.Errors))
	places(&f.statistics, "statistics", len(r.h.Statistics))
	f.values = make([][]float64, len(r.h.Names))
	for i := range r.h.Names {
		r.numbers(&f.values[i], statistic(i), count(statistic(i)))
	}
	if r.h.Whole {
		r.texts(&r.h.Boards, "boards")
		f.rest = newRest()
		f.texts = f.rest.read(r)
	}
	if _, ok := r.columns["board"]; ok {
		places(&f.board, "board", len(r.h.Boards))
	}
	if _, ok := r.columns["trace"]; ok {
		f.trace, f.points = r.traces()
	}
	return f, r.err
}

// traces reads the numbers of points of traces, and the points.
func (r *reader) traces() (trace []int32, points []experiment.Point) {
	n := r.columns["trace cost"].Count
	var iterations, evaluations []int64
	var seconds, cost []float64
	r.places(&trace, "trace", r.h.Records, n+1)
	r.integers(&iterations, "trace iterations", n)
	r.integers(&evaluations, "trace evaluations", n)
	r.numbers(&seconds, "trace seconds", n)
	r.numbers(&cost, "trace cost", n)
	if r.err != nil {
		return nil, nil
	}
	points = make([]experiment.Point, n)
	for i := range points {
		points[i] = experiment.Point{Iterations: iterations[i], Evaluations: evaluations[i], Seconds: seconds[i], Cost: cost[i]}
	}
	return trace, points
}
