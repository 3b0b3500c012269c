// Package exact decides Sudoku puzzles of every size: it finds the solution
// and says whether it is the only one, counts solutions, and explains a
// solution in the steps that people take.
//
// Boards of 9×9 have a path of their own: each digit has a word of 27 bits for each band of three
// rows. Table lookups on it do what rows, columns and boxes imply for each other (file nine.go).
// Boards of other sizes are propagated with a word of digits for each cell; what a few guesses do not
// decide goes to clause learning (package cdcl), with the propagated board as clauses. Both are
// complete: what they say is proved.
//
// Deduction as people do it ([Explain]) is a third thing, with named
// techniques from the easiest to the hardest; the hardest that a puzzle needs
// is its [Grade].
//
// Its opinion: solving and explaining are different tasks. The fast solver
// knows singles and locked digits and guesses the rest; the explainer never
// guesses where a technique will do.
//
// Its limits: the explainer knows the techniques that [Techniques] lists; what
// needs more is explained by trial and error. Boards of 36×36 with 45 to 50 %
// of their cells given are often not decided in 20 s.
package exact

import (
	"context"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
)

// Name is the engine's stable name.
const Name = "sudoku/exact"

// Solver is the engine with its parameters. The zero value searches for one
// solution; [New] gives the defaults.
type Solver struct {
	// Proof says to go on after the first solution until a second is found or
	// excluded. Without it the outcome is at best "solved".
	Proof bool
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine with its defaults.
func New() *Solver { return &Solver{Proof: true} }

// Table are the parameters.
func (e *Solver) Table() solver.Table {
	return solver.Table{solver.Bool("proof", &e.Proof, "prove or refute that the solution is the only one")}
}

// Describe says which engine this is.
func (e *Solver) Describe() solver.Description {
	return solver.Description{Engine: Name, Parameters: e.Table().Values()}
}

// Solve decides the puzzle. Iterations are guesses of plain search and
// conflicts of clause learning. The run's seed is not used: nothing is random.
func (e *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	instance, err := solver.Ready[*sudoku.Puzzle](Name, solver.Table{}, p)
	if err != nil {
		return solver.Outcome{}, err
	}
	q := &metered{search: search{limit: 1, keep: 1}, meter: solver.Start(ctx, p, run), step: pollEvery}
	if e.Proof {
		q.limit, q.keep = 2, 2
	}
	if q.meter.Watched() || run.Budget.Iterations > 0 {
		q.step = 1
	}
	q.more = q.report
	q.run(instance)
	q.iterated(q.guesses + q.conflicts)
	q.tell()
	q.meter.Evaluated(int64(q.found))
	status := solver.Unsolvable
	switch {
	case q.found >= 2:
		status = solver.Multiple
	case q.found == 1 && (q.stopped || !e.Proof):
		status = solver.Solved
	case q.found == 1:
		status = solver.Unique
	case q.stopped:
		status = q.meter.Undecided()
	}
	out := solver.Found(status, q.kept[:]...)
	out.Statistics = []solver.Statistic{
		{Name: "guesses", Value: float64(q.guesses)},
		{Name: "conflicts", Value: float64(q.conflicts)},
	}
	return q.meter.Finish(out)
}

// metered is the search of a run, in one piece of memory.
type metered struct {
	search
	meter *solver.Meter
	step  int64 // between two reports
	told  bool  // whether the first solution is reported: a second one improves nothing
}

// report tells the meter what happened and asks whether to go on.
func (q *metered) report() (next int64, ok bool) {
	if q.found > 0 && !q.told {
		q.iterated(q.since)
	}
	q.tell()
	q.iterated(q.guesses + q.conflicts)
	return q.step, q.meter.Continue()
}

// tell reports the first solution, once.
func (q *metered) tell() {
	if q.found > 0 && !q.told {
		q.told = true
		q.meter.Improved(0, q.kept[0], nil)
	}
}

// iterated reports guesses and conflicts up to a number.
func (q *metered) iterated(to int64) {
	for range to - q.meter.Iterations() {
		q.meter.Iterated(-1, puzzle.Grid{}, nil)
	}
}
