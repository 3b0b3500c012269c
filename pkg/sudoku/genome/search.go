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
	// whole and wholeLowest are best and Lowest at the end of the last round, once
	// they have changed in this one.
	whole       []uint8
	wholeLowest int
	changed     bool
	asked       int
	expired     bool
}

// NewSearch makes a search that has met no genome.
func NewSearch(space *Space, r *Random, m *solver.Meter) *Search {
	return &Search{
		Space: space, Random: r, Meter: m, Lowest: math.MaxInt,
		best: make([]uint8, space.Len()), whole: make([]uint8, space.Len()),
	}
}

// Method is a search.
type Method interface {
	// Start makes the first genomes.
	Start()
	// Iterate does one iteration. It passes every genome that it judges to
	// [Search.Met], and ends with [Search.Iterated]. It and Start return early
	// where [Search.Expired] says so.
	Iterate()
	// Statistics are the counters of the outcome; of a run that has expired those
	// of the whole iterations.
	Statistics() []solver.Statistic
}

// Solve runs a search on a puzzle until it is decided or the budget is spent. A
// puzzle without a space (see [New]), or with a single genome that is no
// solution, is unsolvable.
func Solve(ctx context.Context, p *sudoku.Puzzle, run solver.Run, filter network.Strength, g Groups, method func(*Search) Method) (solver.Outcome, error) {
	m := solver.Start(ctx, p, run)
	space, ok := New(p, filter, g)
	if !ok {
		return m.Finish(solver.Outcome{Status: solver.Unsolvable, Cost: -1})
	}
	q := NewSearch(space, NewRandom(run.Seed), m)
	s := method(q)
	s.Start()
	for q.Lowest > 0 && !space.Fixed() && m.Continue() {
		q.changed = false
		s.Iterate()
	}
	out := solver.Outcome{Cost: -1, Statistics: s.Statistics()}
	if q.Lowest < math.MaxInt {
		out.Best, out.Cost = space.Board(q.best), float64(q.Lowest)
	}
	switch {
	case q.Lowest == 0:
		out.Status = solver.Solved
	case space.Fixed() && q.Lowest < math.MaxInt:
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
	if !q.changed {
		q.changed, q.wholeLowest = true, q.Lowest
		copy(q.whole, q.best)
	}
	copy(q.best, genes)
	q.Lowest = cost
	q.Meter.Improved(float64(cost), q.look(genes), nil)
}

// askEvery is the number of genomes after which the meter is asked, some
// microseconds.
const askEvery = 16

// Expired is [solver.Meter.Expired], asked once a genome, as long as there is no
// solution. It takes back what the round has met.
func (q *Search) Expired() bool {
	if q.asked++; q.expired || q.asked%askEvery != 0 || q.Lowest == 0 || !q.Meter.Expired() {
		return q.expired
	}
	q.expired = true
	if q.changed {
		q.Lowest = q.wholeLowest
		copy(q.best, q.whole)
	}
	return true
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
