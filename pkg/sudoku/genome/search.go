package genome

import (
	"context"
	"math"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/network"
)

// Search is one run of a search: what all searches over genomes need.
type Search struct {
	Space  *Space
	Random *Random
	Meter  *solver.Meter
	// Lowest is the lowest cost of the run so far.
	Lowest int

	best []uint8 // a genome of that cost
}

// NewSearch makes a search that has met no genome.
func NewSearch(space *Space, r *Random, m *solver.Meter) *Search {
	return &Search{Space: space, Random: r, Meter: m, Lowest: math.MaxInt, best: make([]uint8, space.Len())}
}

// Method is a search that has made its first genomes.
type Method interface {
	// Iterate does one iteration. It passes every genome that it judges to
	// [Search.Met], and ends with [Search.Iterated].
	Iterate()
	// Statistics are the counters of the outcome.
	Statistics() []solver.Statistic
}

// Solve runs a search on a puzzle until it is decided or the budget is spent. A
// puzzle without a space (see [New]), or with a single genome that is no
// solution, is unsolvable.
func Solve(ctx context.Context, p *sudoku.Puzzle, run solver.Run, s network.Strength, g Groups, start func(*Search) Method) (solver.Outcome, error) {
	m := solver.Start(ctx, p, run)
	space, ok := New(p, s, g)
	if !ok {
		return m.Finish(solver.Outcome{Status: solver.Unsolvable, Cost: -1})
	}
	q := NewSearch(space, NewRandom(run.Seed), m)
	method := start(q)
	for q.Lowest > 0 && !space.Fixed() && m.Continue() {
		method.Iterate()
	}
	out := solver.Outcome{Best: space.Board(q.best), Cost: float64(q.Lowest), Statistics: method.Statistics()}
	switch {
	case q.Lowest == 0:
		out.Status = solver.Solved
	case space.Fixed():
		out.Status = solver.Unsolvable
	default:
		out.Status = m.Undecided()
	}
	return m.Finish(out)
}

// Met keeps a genome that costs less than every one before it.
func (q *Search) Met(genes []uint8, cost int) {
	if cost >= q.Lowest {
		return
	}
	copy(q.best, genes)
	q.Lowest = cost
	q.Meter.Improved(float64(cost), q.look(genes), nil)
}

// Iterated counts an iteration and reports its best genome.
func (q *Search) Iterated(genes []uint8, cost int) {
	q.Meter.Iterated(float64(cost), q.look(genes), nil)
}

// look is the board of a genome for whoever watches.
func (q *Search) look(genes []uint8) puzzle.Grid {
	if !q.Meter.Watched() {
		return puzzle.Grid{}
	}
	return q.Space.Board(genes)
}
