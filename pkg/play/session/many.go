package session

import (
	"context"
	"slices"
	"sync"
	"time"

	"formicary/pkg/analysis"
	"formicary/pkg/analysis/stats"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Tally is what many runs have come to by an iteration that all of them have made, unless they ended before. It counts
// a run as a success where it was decided (see [solver.Status.Decided]).
type Tally struct {
	Iterations int64 `json:"iterations"`
	// Sides are the variants, one or two.
	Sides []Side `json:"sides"`
	// Both, First, Second and Neither count runs of two variants by who
	// succeeded; Difference is the first's rate less the second's, with the
	// interval for pairs (see [stats.BoundedMean]).
	Both       int     `json:"both"`
	First      int     `json:"first"`
	Second     int     `json:"second"`
	Neither    int     `json:"neither"`
	Difference float64 `json:"difference"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
}

// Side is one variant of a [Tally].
type Side struct {
	Runs int `json:"runs"`
	// Curve has the share of successes by iteration: its steps, in their order. The last one is of the tally's iteration.
	Curve []Step `json:"curve"`
}

// Step is a share of runs that have succeeded by an iteration, with its interval.
type Step struct {
	Iterations int64   `json:"iterations"`
	Successes  int     `json:"successes"`
	Rate       float64 `json:"rate"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
}

// tallyEvery is the time from one tally to the next.
const tallyEvery = 60 * time.Millisecond

// Many makes many runs of one or two variants at once, a few iterations of each by turns, so that the first iterations
// of all are known at first. Run i of both has the seed that [solver.Seed] derives for the first one's engine from the
// plan's, as in a race. After every iteration it calls breathe, unless nil. It calls told now and then, and at the end.
// The budget has a limit of iterations. A context that ends is no error: the runs end, untold.
func Many(ctx context.Context, p puzzle.Puzzle, variants []solver.Solver, plan uint64, runs int, budget solver.Budget, breathe func(), told func(Tally)) error {
	ctx, cancel := context.WithCancel(ctx)
	var alive sync.WaitGroup
	defer alive.Wait()
	defer cancel()
	engine, all := variants[0].Describe().Engine, make([][]*inTurn, len(variants))
	for i, v := range variants {
		for run := range runs {
			r := &inTurn{begin: make(chan int64), made: make(chan bool)}
			all[i] = append(all[i], r)
			alive.Go(func() {
				r.run(ctx, Copy(v), p, solver.Run{Seed: solver.Seed(plan, p.Hash(), engine, run), Budget: budget}, breathe)
			})
		}
	}
	t, at, rates := Tally{Sides: make([]Side, len(variants))}, time.Now(), make([]analysis.Proportion, runs+1)
	for left := len(variants) * runs; left > 0; {
		until := t.Iterations + 1 + t.Iterations/16
		for _, r := range slices.Concat(all...) {
			if r.over {
				continue
			}
			r.turn(ctx, until)
			if r.err != nil || ctx.Err() != nil {
				return r.err
			}
			if r.over {
				left--
			}
		}
		if t.Iterations = min(until, budget.Iterations); left == 0 {
			t.Iterations = budget.Iterations
		}
		if left > 0 && time.Since(at) < tallyEvery {
			continue
		}
		for i, side := range all {
			t.Sides[i] = Side{Runs: runs, Curve: curveOf(side, t.Iterations, rates)}
		}
		if len(variants) == 2 {
			t.pair(all)
		}
		told(t)
		at = time.Now()
	}
	return nil
}

// inTurn is a run that goes on when it has the turn.
type inTurn struct {
	begin chan int64 // a turn begins, up to an iteration
	made  chan bool  // a turn is made; true is the last
	over  bool
	// Once it is over:
	success    bool
	iterations int64 // as its record has them, at least one
	err        error
}

// turn lets it make its iterations up to one.
func (r *inTurn) turn(ctx context.Context, until int64) {
	select {
	case r.begin <- until:
		r.over = <-r.made
	case <-ctx.Done():
	}
}

func (r *inTurn) run(ctx context.Context, engine solver.Solver, p puzzle.Puzzle, run solver.Run, breathe func()) {
	until, mine := int64(0), false // the turn
	wait := func() {
		select {
		case until = <-r.begin:
			mine = true
		case <-ctx.Done():
			mine = false
		}
	}
	if wait(); !mine {
		return
	}
	run.Observer = func(e solver.Event) {
		if e.Improved || !mine {
			return
		}
		if breathe != nil {
			breathe()
		}
		if e.Iterations >= until {
			r.made <- false
			wait()
		}
	}
	out, err := engine.Solve(ctx, p, run)
	if mine {
		r.success, r.iterations, r.err = out.Status.Decided(), max(out.Iterations, 1), err
		r.made <- true
	}
}

// curveOf is the curve of runs up to an iteration. Rates of so many successes are computed once.
func curveOf(runs []*inTurn, to int64, rates []analysis.Proportion) []Step {
	var ends []int64
	for _, r := range runs {
		if r.success && r.iterations <= to {
			ends = append(ends, r.iterations)
		}
	}
	slices.Sort(ends)
	curve := []Step{}
	add := func(at int64, n int) {
		if rates[n].Trials == 0 {
			rates[n] = analysis.Settings{}.Proportion(n, len(runs))
		}
		curve = append(curve, Step{at, n, rates[n].Rate, rates[n].Low, rates[n].High})
	}
	if len(ends) == 0 || ends[0] > 1 {
		add(1, 0)
	}
	for i, end := range ends {
		if i+1 == len(ends) || ends[i+1] != end {
			add(end, i+1)
		}
	}
	if curve[len(curve)-1].Iterations < to {
		add(to, len(ends))
	}
	return curve
}

// pair counts the runs of two variants.
func (t *Tally) pair(all [][]*inTurn) {
	t.Both, t.First, t.Second, t.Neither = 0, 0, 0, 0
	differences := make([]float64, len(all[0]))
	for i, a := range all[0] {
		switch b := all[1][i]; {
		case a.success && b.success:
			t.Both++
		case a.success:
			t.First++
			differences[i] = 1
		case b.success:
			t.Second++
			differences[i] = -1
		default:
			t.Neither++
		}
	}
	d := stats.BoundedMean(differences, -1, 1, analysis.Default.Level)
	t.Difference, t.Low, t.High = float64(t.First-t.Second)/float64(len(differences)), d.Low, d.High
}
