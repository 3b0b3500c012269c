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
// asks [Meter.Continue] before every round, reports every round, and ends
// with [Meter.Finish]. It belongs to one goroutine.
type Meter struct {
	puzzle                  puzzle.Puzzle
	run                     Run
	done                    <-chan struct{}
	start                   time.Time
	startCPU                time.Duration
	iterations, evaluations int64
	best                    float64
	costs                   []float64
	digest                  uint64
	cancelled               bool
	timed                   bool
}

// Start starts the clocks of a run. The goroutine is bound to its thread until
// Finish, so that its processor time can be measured.
func Start(ctx context.Context, p puzzle.Puzzle, run Run) *Meter {
	runtime.LockOSThread()
	return &Meter{
		puzzle: p, run: run, done: ctx.Done(),
		start: time.Now(), startCPU: threadCPU(), best: -1,
		timed: run.Budget.Wall > 0 || run.Budget.CPU > 0,
	}
}

// elapsed is the wall time since Start.
func (m *Meter) elapsed() time.Duration { return time.Since(m.start) }

// Watched says whether the run has an observer. Without one an engine need not
// prepare what only an observer would see: it passes the zero Grid to
// [Meter.Improved] and [Meter.Iterated].
func (m *Meter) Watched() bool { return m.run.Observer != nil }

// Iterations is the number of rounds reported so far.
func (m *Meter) Iterations() int64 { return m.iterations }

// Evaluations is the number of judged boards reported so far.
func (m *Meter) Evaluations() int64 { return m.evaluations }

// Continue says whether the budget and the context allow another round.
func (m *Meter) Continue() bool {
	b := &m.run.Budget
	if b.Iterations > 0 && m.iterations >= b.Iterations || b.Evaluations > 0 && m.evaluations >= b.Evaluations {
		return false
	}
	select {
	case <-m.done:
		m.cancelled = true
		return false
	default:
	}
	if m.timed {
		if b.Wall > 0 && time.Since(m.start) >= b.Wall {
			return false
		}
		if b.CPU > 0 && threadCPU()-m.startCPU >= b.CPU {
			return false
		}
	}
	return true
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
		m.run.Trace(e)
	}
	if m.run.Observer != nil {
		e.Board, e.Pheromone = board, pheromone
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
		m.run.Observer(Event{false, m.iterations, m.evaluations, elapsed, cost, m.best, board, pheromone, m.costs})
	}
}

// Undecided is the status of a run that [Meter.Continue] stopped.
func (m *Meter) Undecided() Status {
	if m.cancelled {
		return Cancelled
	}
	return Exhausted
}

// Finish completes an outcome: counts and times are filled in, and every
// solution is put before the puzzle's own Check. A solution that Check refuses
// is a bug of the engine and comes back as an error that says what is broken.
func (m *Meter) Finish(out Outcome) (Outcome, error) {
	out.Elapsed = time.Since(m.start)
	out.CPU = threadCPU() - m.startCPU
	runtime.UnlockOSThread()
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
