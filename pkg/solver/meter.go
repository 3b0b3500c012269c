package solver

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"time"

	"formicary/pkg/puzzle"
)

// Meter counts and times one run and says when to stop. An engine starts one,
// asks [Meter.Continue] before every round and [Meter.Expired] within a long
// one, reports every round, and ends with [Meter.Finish]. It belongs to one
// goroutine at a time.
type Meter struct {
	// Layout says what the engine's pheromone is on, for whoever watches. The zero Layout
	// suits pheromone on cells.
	Layout Layout

	counts
	puzzle puzzle.Puzzle
	run    Run
	done   <-chan struct{}
	clocks
	costs   []float64
	whole   counts  // at the end of the last whole round
	pending []Event // for the trace, since then
	ending
}

// clocks are the times of a run.
type clocks struct {
	start    time.Duration // on the clock of now
	startCPU time.Duration // unless the run has a Clock
	look     time.Duration // of wall time, before which the processor time cannot be used up
	timed    bool
}

// ending says what has ended the run.
type ending struct {
	cancelled bool
	expired   bool
	stopped   bool // by Continue
}

// counts are what a meter takes back of a round that is not ended.
type counts struct {
	iterations, evaluations int64
	best                    float64
	digest                  uint64
}

// Start starts the clocks of a run. The goroutine is bound to its thread until
// Finish, so that its processor time can be measured.
func Start(ctx context.Context, p puzzle.Puzzle, run Run) *Meter {
	runtime.LockOSThread()
	none := counts{best: -1}
	m := &Meter{
		counts: none, whole: none, puzzle: p, run: run, done: ctx.Done(),
		clocks: clocks{start: now(), look: run.Budget.CPU, timed: run.Budget.Wall > 0 || run.Budget.CPU > 0},
	}
	if run.Budget.CPU > 0 {
		m.run.Clock = nil // too coarse
	}
	if m.run.Clock != nil {
		m.run.Clock.begin(m.start)
	} else {
		m.startCPU = threadCPU()
	}
	return m
}

// elapsed is the wall time since Start.
func (m *Meter) elapsed() time.Duration { return now() - m.start }

// Pause is for a run that goes on on another goroutine, or waits for others: until Resume, processor time is
// not the run's. The goroutine that pauses it is free to change threads.
func (m *Meter) Pause() {
	m.startCPU = threadCPU() - m.startCPU // what was used
	runtime.UnlockOSThread()
}

// Resume goes on, on the goroutine that calls it. The run must have been paused, and have no [Clock].
func (m *Meter) Resume() {
	runtime.LockOSThread()
	m.startCPU = threadCPU() - m.startCPU
}

// Watched says whether the run has an observer. Without one an engine need not
// prepare what only an observer would see: it passes the zero Grid to
// [Meter.Improved] and [Meter.Iterated].
func (m *Meter) Watched() bool { return m.run.Observer != nil }

// Iterations is the number of rounds reported so far.
func (m *Meter) Iterations() int64 { return m.iterations }

// Evaluations is the number of judged boards reported so far.
func (m *Meter) Evaluations() int64 { return m.evaluations }

// Left is the number of judged boards that a budget of evaluations leaves, at least
// 0; the largest number without such a budget.
func (m *Meter) Left() int64 {
	if m.run.Budget.Evaluations <= 0 {
		return math.MaxInt64
	}
	return max(m.run.Budget.Evaluations-m.evaluations, 0)
}

// Continue says whether the budget and the context allow another round. What
// was reported until then belongs to whole rounds (see [Meter.Expired]); before
// the end of the first round nothing does, and then Expired is asked.
func (m *Meter) Continue() bool {
	if m.expired || m.iterations == 0 && m.Expired() {
		return false
	}
	b := &m.run.Budget
	m.stopped = b.Iterations > 0 && m.iterations >= b.Iterations || b.Evaluations > 0 && m.evaluations >= b.Evaluations
	if m.iterations > 0 {
		m.whole = m.counts
		m.tell()
		// Time that runs out before the first round is for Expired alone: a
		// second look here could end a run whose evaluations no one takes back.
		m.stopped = m.stopped || m.over()
	}
	return !m.stopped
}

// Expired says, within a round, whether time or the context has run out; what a budget counts ends no
// round. Once it has said so it says nothing else, and the round counts as never begun: the meter
// takes back what was reported since the last [Meter.Continue], or since [Start]. The engine does so
// with its best board and its statistics. A run that was ended so is the run of its iterations and can
// be rerun. One whose first round was not ended has none.
//
// Ask it once for each ant, member of a population or pass of a propagation, or
// for every few thousand steps: it looks at the context and, where time is
// limited, at the clock (some 50 ns).
func (m *Meter) Expired() bool {
	if !m.expired && !m.stopped && m.over() {
		m.expired = true
		m.takeBack()
	}
	return m.expired
}

// Abandon ends the run as [Meter.Expired] does, for an engine that cannot go on: where its memory would not suffice.
func (m *Meter) Abandon() {
	m.expired = true
	m.takeBack()
}

// over says whether the context or time has run out.
func (m *Meter) over() bool {
	select {
	case <-m.done:
		m.cancelled = true
		return true
	default:
	}
	if !m.timed {
		return false
	}
	b, elapsed := &m.run.Budget, m.elapsed()
	if b.Wall > 0 && elapsed >= b.Wall {
		return true
	}
	if b.CPU == 0 || elapsed < m.look {
		return false
	}
	// A thread uses no more processor time than passes on the clock.
	left := b.CPU - (threadCPU() - m.startCPU)
	m.look = elapsed + left
	return left <= 0
}

// takeBack forgets what was reported since the last whole round.
func (m *Meter) takeBack() { m.counts, m.pending = m.whole, nil }

// tell gives the trace what whole rounds brought.
func (m *Meter) tell() {
	for _, e := range m.pending {
		m.run.Trace(e)
	}
	m.pending = m.pending[:0]
}

// Evaluated counts judged boards.
func (m *Meter) Evaluated(n int64) { m.evaluations += n }

// Improved reports a board better than all before in the run; cost is its
// cost, at least 0. Engines report every one, also where nobody watches.
func (m *Meter) Improved(cost float64, board puzzle.Grid, pheromone []float64) {
	m.best = cost
	if m.run.Observer == nil && m.run.Trace == nil {
		return
	}
	e := Event{Improved: true, Iterations: m.iterations, Evaluations: m.evaluations, Elapsed: m.elapsed(), Cost: cost, Best: cost}
	if m.run.Trace != nil {
		m.pending = append(m.pending, e)
	}
	if m.run.Observer != nil {
		e.Board, e.Pheromone, e.Layout = board, pheromone, m.Layout
		m.run.Observer(e)
	}
}

// Members reports the costs of all members of the round that [Meter.Iterated]
// will count: the engine's own memory, which it may fill anew each time. It is
// for runs that are [Meter.Watched].
func (m *Meter) Members(costs []float64) { m.costs = costs }

// Iterated counts a finished round whose best board is the given one.
func (m *Meter) Iterated(cost float64, board puzzle.Grid, pheromone []float64) {
	m.iterations++
	m.digest = (m.digest ^ math.Float64bits(cost)) * 0x9e3779b97f4a7c15
	m.digest ^= m.digest >> 32
	if m.run.Observer != nil {
		var elapsed time.Duration
		if m.timed {
			elapsed = m.elapsed()
		}
		m.run.Observer(Event{false, m.iterations, m.evaluations, elapsed, cost, m.best, board, pheromone, m.Layout, m.costs})
	}
}

// Undecided is the status of a run that [Meter.Continue] or [Meter.Expired]
// stopped.
func (m *Meter) Undecided() Status {
	if m.cancelled {
		return Cancelled
	}
	return Exhausted
}

// Finish completes an outcome: counts and times are filled in, and every
// solution is put before the puzzle's own Check. A solution that Check refuses
// is a bug of the engine and comes back as an error that says what is broken.
// An undecided run that a time limit ended in its first round has no board and no statistics.
func (m *Meter) Finish(out Outcome) (Outcome, error) {
	end := now()
	out.Elapsed = end - m.start
	if m.run.Clock != nil {
		out.CPU = m.run.Clock.end(m.start, end)
	} else {
		out.CPU = threadCPU() - m.startCPU
	}
	runtime.UnlockOSThread()
	if m.expired {
		m.takeBack() // what was reported on the way out
	}
	m.tell()
	if m.expired && m.iterations == 0 && !out.Status.Decided() {
		out.Best, out.Cost, out.Statistics = puzzle.Grid{}, -1, nil
	}
	out.Iterations, out.Evaluations, out.Digest = m.iterations, m.evaluations, m.digest
	if out.Status.HasSolution() {
		if broken := m.puzzle.Check(out.Best); len(broken) > 0 {
			return Outcome{}, fmt.Errorf("solver: bug: a reported solution of %s %s breaks %v", m.puzzle.Kind(), m.puzzle.ID(), broken[0])
		}
	}
	if out.Status == Multiple {
		if broken := m.puzzle.Check(out.Second); len(broken) > 0 {
			return Outcome{}, fmt.Errorf("solver: bug: a reported second solution of %s %s breaks %v", m.puzzle.Kind(), m.puzzle.ID(), broken[0])
		}
		if out.Best.Equal(out.Second) {
			return Outcome{}, fmt.Errorf("solver: bug: the two solutions reported of %s %s are the same", m.puzzle.Kind(), m.puzzle.ID())
		}
	}
	return out, nil
}
