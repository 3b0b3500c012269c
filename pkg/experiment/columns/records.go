package columns

import (
	"encoding/binary"

	"formicary/pkg/experiment"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/solver"
)

// A record becomes columns in [collector.add], and columns become records in
// [reader.records].

// index numbers different values in the order in which they come.
type index[T comparable] struct{ record.Numbered[T] }

// places are those of the values of a list.
func (x *index[T]) places(list []T) []int32 {
	out := make([]int32, len(list))
	for i, v := range list {
		out[i] = x.Of(v)
	}
	return out
}

// shared makes the lists of what records share.
type shared struct {
	puzzles  index[Puzzle]
	configs  index[Configuration]
	statuses index[solver.Status]
	failures index[string]
	seeds    index[uint64]
}

func (s *shared) lists() Lists {
	return Lists{s.puzzles.All, s.configs.All, s.statuses.All, s.failures.All}
}

type collector struct {
	cells
	shared
	with    Extras
	records int
	sets    *sets
	boards  index[string]
	board   []int32
	trace   []int32 // numbers of points
	points  points
	rest    rest
}

func newCollector(with Extras) *collector {
	c := &collector{with: with, sets: newSets(), rest: newRest()}
	c.failures.Of("") // is none, as that of boards
	c.boards.Of("")
	return c
}

func (c *collector) add(r *experiment.Record) {
	host, run := r.Host, int32(r.Run)
	if c.with.whole {
		host = "" // is one of the rest: a campaign has hundreds
		c.rest.add(r)
	}
	if int(run) != r.Run {
		run = -1 // which no reader takes
	}
	c.records++
	c.Puzzle = append(c.Puzzle, c.puzzles.Of(Puzzle{ID: r.Puzzle, Kind: r.Kind, Content: r.Content, Rows: r.Rows, Cols: r.Cols}))
	c.Configuration = append(c.Configuration, c.configs.Of(Configuration{r.Engine, r.Variant, r.ConfigHash, r.Budget, r.Code, host, r.Design}))
	c.Run, c.Seed = append(c.Run, run), append(c.Seed, c.seeds.Of(r.Seed))
	c.Status, c.Failure = append(c.Status, c.statuses.Of(r.Status)), append(c.Failure, c.failures.Of(r.Error))
	c.Cost, c.Seconds, c.CPU = append(c.Cost, r.Cost), append(c.Seconds, r.Seconds), append(c.CPU, r.CPU)
	c.Iterations, c.Evaluations = append(c.Iterations, r.Iterations), append(c.Evaluations, r.Evaluations)
	c.statistics = append(c.statistics, c.sets.of(r.Statistics))
	if c.with.Boards {
		c.board = append(c.board, c.boards.Of(r.Board))
	}
	if c.with.Traces {
		c.trace = append(c.trace, int32(len(r.Trace)))
		for _, p := range r.Trace {
			c.points.iterations, c.points.evaluations = append(c.points.iterations, p.Iterations), append(c.points.evaluations, p.Evaluations)
			c.points.seconds, c.points.cost = append(c.points.seconds, p.Seconds), append(c.points.cost, p.Cost)
		}
	}
}

// columns are the header and the columns of what was added.
func (c *collector) columns() (header, []byte) {
	c.Lists, c.Seeds, c.kinds = c.lists(), c.seeds.All, len(c.sets.lists)
	h := header{Records: c.records, Lists: c.Lists, Statistics: c.sets.lists, Names: c.sets.names, Whole: c.with.whole}
	var w writer
	w.table(c.table())
	for i, values := range c.sets.values {
		w.numbers(statistic(i), values)
	}
	if c.with.Boards {
		if c.with.whole {
			w.texts("boards", c.boards.All)
		} else {
			h.Boards = c.boards.All
		}
		w.table([]entry{{"board", &c.board, 0}})
	}
	if c.with.Traces {
		w.table(append([]entry{{"trace", &c.trace, 0}}, c.points.table()...))
	}
	if c.with.whole {
		c.rest.write(&w)
	}
	h.Columns = w.columns
	return h, w.body
}

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
func (s *sets) of(all []solver.Statistic) int32 {
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
	return int32(number)
}

// records makes records of columns.
func (r *reader) records() ([]experiment.Record, error) {
	if r.h.Records > 0 && len(r.h.Statistics) == 0 {
		return nil, r.wrong(r.start, "expected at least one list of statistics")
	}
	c, err := r.cells(len(r.h.Statistics))
	if err != nil {
		return nil, err
	}
	statistics, err := r.statistics()
	if err != nil {
		return nil, err
	}
	var board, trace []int32
	var points []experiment.Point
	rest := r.tools.rest
	if rest == nil || !r.h.Whole {
		rest = newRest()
	}
	if r.h.Whole {
		r.tools.rest = rest
		r.texts(&r.h.Boards, "boards")
		rest.read(r)
	}
	if _, ok := r.columns["board"]; ok {
		r.places(&board, "board", r.h.Records, len(r.h.Boards))
	}
	if _, ok := r.columns["trace"]; ok {
		trace, points = r.traces()
	}
	if r.err != nil {
		return nil, r.err
	}
	r.tools.made = roomy(r.tools.made, r.h.Records)
	out, all := r.tools.made, len(points)
	for i := range out {
		p, of := c.Puzzles[c.Puzzle[i]], c.Configurations[c.Configuration[i]]
		record := experiment.Record{
			Puzzle: p.ID, Kind: p.Kind, Content: p.Content, Rows: p.Rows, Cols: p.Cols,
			Engine: of.Engine, Variant: of.Variant, ConfigHash: of.Parameters, Budget: of.Budget, Code: of.Code, Host: of.Host, Design: of.Design,
			Run: int(c.Run[i]), Seed: c.Seeds[c.Seed[i]], Status: c.Statuses[c.Status[i]], Error: c.Failures[c.Failure[i]],
			Cost: c.Cost[i], Seconds: c.Seconds[i], CPU: c.CPU[i], Iterations: c.Iterations[i], Evaluations: c.Evaluations[i],
		}
		if record.Statistics, err = statistics(c.statistics[i]); err != nil {
			return nil, err
		}
		if trace != nil && trace[i] > 0 {
			if int(trace[i]) > len(points) {
				return nil, r.wrong(r.columns["trace"].start, "expected traces of %d points in all", all)
			}
			record.Trace, points = points[:trace[i]:trace[i]], points[trace[i]:]
		}
		if board != nil {
			record.Board = r.h.Boards[board[i]]
		}
		rest.set(&record, i)
		out[i] = record
	}
	return out, nil
}

// statistics reads the values of all statistics, and hands out those of one record after
// those of another, by the number of its list.
func (r *reader) statistics() (next func(list int32) ([]solver.Statistic, error), err error) {
	for i, list := range r.h.Statistics {
		for _, at := range list {
			if at < 0 || at >= len(r.h.Names) {
				return nil, r.wrong(r.start, "expected names in the list of statistics %d", i)
			}
		}
	}
	for len(r.tools.values) < len(r.h.Names) {
		r.tools.values = append(r.tools.values, nil)
	}
	values, all := make([][]float64, len(r.h.Names)), 0
	for i := range values {
		r.numbers(&r.tools.values[i], statistic(i), r.columns[statistic(i)].Count)
		values[i] = r.tools.values[i]
		all += len(values[i])
	}
	r.tools.lists.statistics = roomy(r.tools.lists.statistics, all)
	room := r.tools.lists.statistics
	return func(list int32) (out []solver.Statistic, err error) {
		n := len(r.h.Statistics[list])
		if n == 0 {
			return nil, nil
		}
		if n > len(room) {
			return nil, r.wrong(r.start, "expected more values of the statistics of list %d", list)
		}
		out, room = room[:0:n], room[n:]
		for _, at := range r.h.Statistics[list] {
			if len(values[at]) == 0 {
				return nil, r.wrong(r.columns[statistic(at)].start, "expected more values of the statistic %q", r.h.Names[at])
			}
			out = append(out, solver.Statistic{Name: r.h.Names[at], Value: values[at][0]})
			values[at] = values[at][1:]
		}
		return out, nil
	}, r.err
}

// traces reads the numbers of points of traces, and the points.
func (r *reader) traces() (trace []int32, out []experiment.Point) {
	n, p := r.columns["trace cost"].Count, &r.tools.points
	r.places(&trace, "trace", r.h.Records, n+1)
	r.entries(p.table(), n)
	if r.err != nil {
		return nil, nil
	}
	r.tools.lists.points = roomy(r.tools.lists.points, n)
	out = r.tools.lists.points
	for i := range out {
		out[i] = experiment.Point{Iterations: p.iterations[i], Evaluations: p.evaluations[i], Seconds: p.seconds[i], Cost: p.cost[i]}
	}
	return trace, out
}
