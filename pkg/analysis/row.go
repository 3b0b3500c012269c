package analysis

import (
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// Row is one row of a [Table]: a run. It is a view, valid as long as the table.
type Row struct {
	table *Table
	at    uint32
}

func (r Row) puzzle() *puzzleColumn { return &r.table.puzzles[r.table.columns.puzzle[r.at]] }
func (r Row) setup() *setupColumn   { return &r.table.setups[r.table.columns.setup[r.at]] }

// PuzzleNumber tells the puzzles of a table (ID, content and size) apart and
// SetupNumber the engines with parameters, budget, host and code: small numbers
// from 0, which serve as keys.
func (r Row) PuzzleNumber() int { return int(r.table.columns.puzzle[r.at]) }

// SetupNumber tells engines with parameters, budget, host and code apart.
func (r Row) SetupNumber() int { return int(r.table.columns.setup[r.at]) }

// Puzzle is the instance's ID, Kind its rules, Content the start of its content
// hash, Cells its size.
func (r Row) Puzzle() string { return r.puzzle().id }

// Kind is the puzzle's rules.
func (r Row) Kind() string { return r.puzzle().kind }

// Content is the start of the puzzle's content hash.
func (r Row) Content() string { return r.puzzle().content }

// Cells is the number of cells of the board.
func (r Row) Cells() int { p := r.puzzle(); return p.rows * p.cols }

// Engine is the stable name.
func (r Row) Engine() string { return r.setup().engine }

// Label is what people read: the variant, or the engine where there is none.
func (r Row) Label() string {
	if s := r.setup(); s.variant != "" {
		return s.variant
	}
	return r.setup().engine
}

// Run is the run's number, Seed its seed.
func (r Row) Run() int { return int(r.table.run[r.at]) }

// Seed is the run's seed.
func (r Row) Seed() uint64 { return r.table.seed[r.at] }

// kept is the part of the run that is not cut off, and what cut it.
func (r Row) kept() (part float64, by cut) {
	part = 1
	for _, c := range r.table.cuts {
		if took := r.whole(c.measure); took > c.limit && c.limit/took < part {
			part, by = c.limit/took, c
		}
	}
	return part, by
}

// isCut says whether the run was cut off.
func (r Row) isCut() bool {
	if len(r.table.cuts) == 0 {
		return false
	}
	part, _ := r.kept()
	return part < 1
}

// whole is what the run took before anything was cut off.
func (r Row) whole(m Measure) float64 {
	switch m {
	case Seconds:
		return r.table.seconds[r.at]
	case CPU:
		return r.table.cpu[r.at]
	case Iterations:
		return float64(r.table.iterations[r.at])
	case Evaluations:
		return float64(r.table.evaluations[r.at])
	}
	panic("analysis: no such measure")
}

// Status is how the run ended: exhausted where it was cut off.
func (r Row) Status() solver.Status {
	if r.isCut() {
		return solver.Exhausted
	}
	return r.table.statuses[r.table.status[r.at]]
}

// Solved says whether the run found a solution, before it was cut off.
func (r Row) Solved() bool { return r.Status().HasSolution() }

// Of is what the run took.
func (r Row) Of(m Measure) float64 {
	if len(r.table.cuts) == 0 {
		return r.whole(m)
	}
	part, by := r.kept()
	if part < 1 && by.measure == m {
		return by.limit // not a rounding beside it
	}
	return r.whole(m) * part
}

// Limit is what the run was allowed of a measure; 0 where it had no limit.
func (r Row) Limit(m Measure) float64 {
	limit := m.limit(experiment.Record{Budget: r.setup().budget})
	for _, c := range r.table.cuts {
		if c.measure == m && (limit == 0 || c.limit < limit) {
			limit = c.limit
		}
	}
	return limit
}

// Cost is that of the best board, 0 for a solution, -1 where there is none; of
// a run that was cut off after a solution nothing is known, and it is -1.
func (r Row) Cost() float64 {
	if c := r.table.cost[r.at]; c != 0 || !r.isCut() {
		return c
	}
	return -1
}

// Record is the row as a record. What was cut off is rounded down.
func (r Row) Record() experiment.Record {
	p, s := r.puzzle(), r.setup()
	out := experiment.Record{
		Puzzle: p.id, Kind: p.kind, Content: p.content, Rows: p.rows, Cols: p.cols,
		Engine: s.engine, Variant: s.variant, Parameters: s.parameters, Budget: s.budget, Host: s.host, Code: s.code,
		Run: r.Run(), Seed: r.Seed(), Status: r.Status(), Cost: r.Cost(), PeakBytes: r.table.peak[r.at],
		Iterations: r.table.iterations[r.at], Evaluations: r.table.evaluations[r.at], Seconds: r.Of(Seconds), CPU: r.Of(CPU),
	}
	if r.isCut() {
		out.Iterations, out.Evaluations = int64(r.Of(Iterations)), int64(r.Of(Evaluations))
	}
	for _, c := range r.table.cuts {
		c.limitBudget(&out.Budget)
	}
	return out
}
