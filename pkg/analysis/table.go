package analysis

import (
	"iter"
	"slices"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// Table holds records by columns: some 85 bytes each, where a Record has 340
// and its texts. Whatever many runs share (puzzle, engine, budget, host) is kept
// once. Improvements, counters, errors and stacks are left out.
//
// A table made of another one by [Table.Where], [Table.Cut] or [GroupBy] is a
// view of it and takes four bytes a row at most.
type Table struct {
	*columns
	rows []uint32 // of a view; nil for all
	cuts []cut
}

// columns are what tables and their views share.
type columns struct {
	puzzles  []puzzleColumn
	setups   []setupColumn
	puzzleOf map[puzzleColumn]uint32
	setupOf  map[setupColumn]uint32

	puzzle, setup           []uint32
	status                  []uint8
	run                     []int32
	seed                    []uint64
	cost, seconds, cpu      []float64
	iterations, evaluations []int64
	peak                    []int64
	statuses                []solver.Status
}

// puzzleColumn is what records on one puzzle share.
type puzzleColumn struct {
	id, kind, content string
	rows, cols        int
}

// setupColumn is what runs of one engine in one experiment share.
type setupColumn struct {
	engine, variant, parameters, host, code string
	budget                                  solver.Budget
}

// cut ends runs early.
type cut struct {
	measure Measure
	limit   float64
}

// NewTable makes a table of records, such as those of [experiment.Runs.All]. It
// reads them one by one, so that they need not be in memory together.
func NewTable(records iter.Seq[experiment.Record]) *Table {
	t := &Table{columns: &columns{puzzleOf: map[puzzleColumn]uint32{}, setupOf: map[setupColumn]uint32{}}}
	for r := range records {
		t.add(&r)
	}
	return t
}

// TableOf makes a table of records in memory.
func TableOf(records []experiment.Record) *Table {
	t := NewTable(func(func(experiment.Record) bool) {})
	t.grow(len(records))
	for i := range records {
		t.add(&records[i])
	}
	return t
}

// grow makes room.
func (t *columns) grow(n int) {
	t.puzzle, t.setup = slices.Grow(t.puzzle, n), slices.Grow(t.setup, n)
	t.status, t.run, t.seed = slices.Grow(t.status, n), slices.Grow(t.run, n), slices.Grow(t.seed, n)
	t.cost, t.seconds, t.cpu = slices.Grow(t.cost, n), slices.Grow(t.seconds, n), slices.Grow(t.cpu, n)
	t.iterations, t.evaluations, t.peak = slices.Grow(t.iterations, n), slices.Grow(t.evaluations, n), slices.Grow(t.peak, n)
}

// add adds one record.
func (t *columns) add(r *experiment.Record) {
	p := puzzleColumn{r.Puzzle, r.Kind, r.Content, r.Rows, r.Cols}
	s := setupColumn{r.Engine, r.Variant, r.Parameters, r.Host, r.Code, r.Budget}
	t.puzzle = append(t.puzzle, place(&t.puzzles, t.puzzleOf, p))
	t.setup = append(t.setup, place(&t.setups, t.setupOf, s))
	status := slices.Index(t.statuses, r.Status)
	if status < 0 {
		status = len(t.statuses)
		t.statuses = append(t.statuses, r.Status)
	}
	t.status = append(t.status, uint8(status))
	t.run = append(t.run, int32(r.Run))
	t.seed = append(t.seed, r.Seed)
	t.cost, t.seconds, t.cpu = append(t.cost, r.Cost), append(t.seconds, r.Seconds), append(t.cpu, r.CPU)
	t.iterations, t.evaluations, t.peak = append(t.iterations, r.Iterations), append(t.evaluations, r.Evaluations), append(t.peak, r.PeakBytes)
}

// place finds or makes the place of a value that many rows share. Records that
// follow each other mostly share it with the one before.
func place[T comparable](values *[]T, places map[T]uint32, v T) uint32 {
	if n := len(*values); n > 0 && (*values)[n-1] == v {
		return uint32(n - 1)
	}
	at, ok := places[v]
	if !ok {
		at = uint32(len(*values))
		*values = append(*values, v)
		places[v] = at
	}
	return at
}

// Len is the number of rows.
func (t *Table) Len() int {
	if t.rows != nil {
		return len(t.rows)
	}
	return len(t.status)
}

// Row is the i-th row, from 0.
func (t *Table) Row(i int) Row {
	if t.rows != nil {
		return Row{t, t.rows[i]}
	}
	return Row{t, uint32(i)}
}

// All yields the rows in order.
func (t *Table) All() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for i := range t.Len() {
			if !yield(t.Row(i)) {
				return
			}
		}
	}
}

// view is a table of some of the rows.
func (t *Table) view(rows []uint32) *Table {
	return &Table{columns: t.columns, rows: rows, cuts: t.cuts}
}

// Where keeps the rows for which keep says true.
func (t *Table) Where(keep func(Row) bool) *Table {
	rows := []uint32{}
	for r := range t.All() {
		if keep(r) {
			rows = append(rows, r.at)
		}
	}
	return t.view(rows)
}

// Cut ends all runs where they exceed a limit of a measure, as if that had been
// their budget: a run that took more found nothing, took the limit, and of the
// other measures as large a part. Nothing tells how good its board was by then:
// its cost is that of the end. It panics when the limit is not above 0.
func (t *Table) Cut(m Measure, limit float64) *Table {
	if !(limit > 0) {
		panic("analysis: runs are cut off above 0")
	}
	out := *t
	out.cuts = append(slices.Clip(t.cuts), cut{m, limit})
	return &out
}

// Records yields the rows as records, without what the table leaves out, for
// the other funcs of this package.
func (t *Table) Records() iter.Seq[experiment.Record] {
	return func(yield func(experiment.Record) bool) {
		for r := range t.All() {
			if !yield(r.Record()) {
				return
			}
		}
	}
}

// Column is one value of each row.
func Column[T any](t *Table, of func(Row) T) []T {
	out := make([]T, 0, t.Len())
	for r := range t.All() {
		out = append(out, of(r))
	}
	return out
}
