// Package combinatorial is the combinatorial ad-hoc heuristic of Salcedo-Sanz, Ortiz-García, Pérez-Bellido,
// Portilla-Figueras and Yao, "Solving Japanese Puzzles with Heuristics", CIG 2007, section III-1: after the
// preprocessing it takes the line with the most fixed cells and tries all arrangements of its blocks that keep them.
// It fixes the cells that are the same in all. It stops trying when every cell has been seen both ways.
//
// What the paper leaves open is read like this.
//
//   - A line that was tried is not taken again before one of its cells has
//     changed; a line that is all known is never taken. When no line is left
//     and cells are unknown the engine is stuck, and the run is exhausted; the
//     paper's loop would not end.
//   - "Most fixed squares" is their number; their share of the line is an
//     option ([ByShare]). Of equal lines the first is taken, rows before columns.
//   - Arrangements are built block by block, from the left, each block as far
//     left as it may stand first. With pruning, the default, a block is only
//     put where the fixed cells allow it; without it all arrangements of the
//     clue are built, and compared with the fixed cells when complete. The paper
//     does not say which it does. On the puzzles of table-1, which are of the
//     sizes of its Table I but not the same, pruning leaves unsolved the largest
//     alone, 60×145; without it those of 50×70 and 60×75 are not solved within
//     200 million arrangements either, which are the paper's three N/A.
//
// An iteration is the preprocessing or one line that was taken, an evaluation
// one complete arrangement that was tried. Counts of arrangements do not depend on a
// machine: they are what to compare with the paper's times.
//
// Colour puzzles are solved in the same way, which the paper does not do.
//
// Its limits: it finds exactly what follows from single lines and never guesses,
// so it proves nothing but contradictions within a line. What it finds is
// certain: a solution is unique. Going through the arrangements of one line of a
// large puzzle can take years; every kind of budget also ends a run within a
// line, which counts as never tried where that was time.
package combinatorial

import (
	"context"
	"fmt"
	"math"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/deduction"
	"formicary/pkg/nonogram/line"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Name is the engine's name in the registry.
const Name = "nonogram/combinatorial"

// ruleArrangements is the rule of the steps after the preprocessing.
const ruleArrangements = "arrangements"

// Solver is the engine. Make one with [New]; the zero value does not prune.
type Solver struct {
	// Prune says to put blocks only where fixed cells allow it.
	Prune bool
	// Select says which line is taken.
	Select Select
	// Variant is the name in tables and legends; empty means the engine's.
	Variant string
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine with its defaults.
func New() *Solver { return &Solver{Prune: true, Select: ByCount} }

// Table are the parameters.
func (e *Solver) Table() solver.Table {
	return solver.Table{
		solver.Bool("prune", &e.Prune, "put blocks only where fixed cells allow it, rather than compare complete arrangements with them"),
		solver.Option("select", &e.Select, selectNames, "line with most fixed cells: count (their number) or share (their share of the line)"),
	}
}

// Describe says which engine this is.
func (e *Solver) Describe() solver.Description {
	return solver.Description{Engine: Name, Variant: e.Variant, Parameters: e.Table().Values()}
}

// Solve tries lines until all cells are known, none is left to try, or the
// budget is spent, also within the arrangements of a line. The cost is the
// number of unknown cells, which are unset in the outcome's board. The run's
// seed is not used: nothing is random.
//
// The statistics: the arrangements that were tried; those among them that keep
// the fixed cells; the blocks that were put down; cells that are known after
// the preprocessing; whether the engine is stuck (1) or not (0); and, where a
// budget of evaluations ended the run, how many arrangements the line in hand had left to try:
// with pruning of those that keep its fixed cells.
func (e *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	return e.solve(ctx, p, run, nil)
}

// Explain solves a puzzle and returns every step. The budget is that of
// [Solver.Solve].
func (e *Solver) Explain(ctx context.Context, p *nonogram.Puzzle, budget solver.Budget) (trace deduction.Trace, err error) {
	_, err = e.solve(ctx, p, solver.Run{Budget: budget}, &trace)
	return trace, err
}

func (e *Solver) solve(ctx context.Context, p puzzle.Puzzle, run solver.Run, trace *deduction.Trace) (solver.Outcome, error) {
	return deduction.Solve(ctx, Name, e, p, run, trace, func(s *deduction.State, m *solver.Meter) (solver.Status, []solver.Statistic) {
		x := &search{Solver: e, state: s, meter: m, limit: run.Budget.Evaluations}
		status := x.run()
		return status, x.statistics()
	})
}

// search is one run.
type search struct {
	*Solver
	state *deduction.State
	meter *solver.Meter
	limit int64 // of evaluations, 0 for none
	dirty []bool

	preprocessed int
	counts
	inHandLeft float64 // arrangements that a run that was ended had to go
	stuck      bool
	expired    bool // within a line
}

// counts are arrangements that were tried, those of them that agree with what is
// known, and blocks that were placed.
type counts struct {
	tried, kept, placed float64
}

func (x *search) statistics() []solver.Statistic {
	stuck := 0.0
	if x.stuck {
		stuck = 1
	}
	return []solver.Statistic{
		{Name: "arrangements", Value: x.tried},
		{Name: "consistent", Value: x.kept},
		{Name: "placements", Value: x.placed},
		{Name: "preprocessed", Value: float64(x.preprocessed)},
		{Name: "stuck", Value: stuck},
		{Name: "line-left", Value: x.inHandLeft},
	}
}

func (x *search) run() solver.Status {
	s := x.state
	all := s.Open()
	if !s.Preprocess() {
		return solver.Unsolvable
	}
	x.preprocessed = all - s.Open()
	x.dirty = make([]bool, s.Lines())
	for line := range x.dirty {
		x.dirty[line] = true
	}
	for before := all; ; {
		if s.Open() == 0 && !s.Solved() {
			return solver.Unsolvable
		}
		s.Tell(x.meter, before)
		if s.Open() == 0 {
			return solver.Solved
		}
		line := x.choose()
		if line < 0 {
			x.stuck = true
			return solver.Exhausted
		}
		if !x.meter.Continue() {
			return x.meter.Undecided()
		}
		before = s.Open()
		x.dirty[line] = false
		found, ok := x.try(line)
		if !ok {
			return x.meter.Undecided()
		}
		if !found {
			return solver.Unsolvable
		}
	}
}

// choose is the line to try: of those that have changed and are not all known the
// one with most fixed cells; -1 where there is none.
func (x *search) choose() int {
	best, most := -1, -1.0
	for line, dirty := range x.dirty {
		known, n := x.state.Known(line), len(x.state.Line(line))
		if !dirty || known == n {
			continue
		}
		score := float64(known)
		if x.Select == ByShare {
			score /= float64(n)
		}
		if score > most {
			best, most = line, score
		}
	}
	return best
}

// try tries the arrangements of a line and fixes what is the same in all. It
// says whether an arrangement was found, and whether it was allowed to end.
func (x *search) try(line int) (found, ok bool) {
	s := x.state
	e := deduction.Enumeration{Cells: s.Line(line), Clue: s.Clue(line), Prune: x.Prune, Next: x.next(), Poll: x.poll}
	before := x.counts
	ok = e.Run()
	x.tell(e.Tried)
	x.kept += e.Kept
	x.placed += float64(e.Placed)
	if x.expired {
		x.counts = before
		return false, false
	}
	if !ok {
		all := deduction.Arrangements(e.Clue, len(e.Cells))
		if x.Prune {
			all = remaining(e.Clue, e.Cells, s.Puzzle().Colours())
		}
		x.inHandLeft = all - (x.tried - before.tried)
		return false, false
	}
	if e.Kept == 0 {
		return false, true
	}
	for at, set := range e.Seen {
		before := e.Cells[at]
		if before&set != before {
			s.Keep(line, at, set)
			x.dirty[s.Crossing(line, at)] = true
		}
	}
	if s.Noted() {
		text := "one arrangement keeps"
		if e.Kept > 1 {
			text = fmt.Sprintf("the same in all %.0f arrangements that keep", e.Kept)
		}
		s.Note(ruleArrangements, line, nil, fmt.Sprintf("%s (clue %s): %s what is known", s.Puzzle().LineName(line), s.Puzzle().ClueText(e.Clue), text))
	}
	return true, true
}

// next is the number of arrangements that may be tried until the budget is asked
// again.
func (x *search) next() int64 {
	if x.limit == 0 {
		return math.MaxInt64
	}
	return max(x.limit-x.meter.Evaluations(), 1)
}

func (x *search) poll(tried int64) (next int64, more bool) {
	x.tell(tried)
	if x.limit > 0 && x.meter.Evaluations() >= x.limit {
		return 1, false
	}
	x.expired = x.meter.Expired()
	return x.next(), !x.expired
}

// tell reports arrangements that were tried to the meter.
func (x *search) tell(tried int64) {
	x.meter.Evaluated(tried)
	x.tried += float64(tried)
}

// remaining is the number of arrangements that agree with what is known of a
// line's cells.
func remaining(clue nonogram.Clue, cells []deduction.Colours, colours int) float64 {
	l := line.New(clue, len(cells), colours)
	may := make([]uint64, l.Masks())
	for at, set := range cells {
		for _, colour := range set.List() {
			may[int(colour)*l.Words()+at/64] |= 1 << (at % 64)
		}
	}
	n, _ := l.Count(may).Float64()
	return n
}

// Select says what "most fixed squares" means.
type Select uint8

const (
	// ByCount takes the line with the largest number of fixed cells.
	ByCount Select = iota
	// ByShare takes the line with the largest share of fixed cells.
	ByShare
)

var selectNames = []string{"count", "share"}
