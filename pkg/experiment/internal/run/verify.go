package run

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"time"

	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Bounds of what an engine can report. The budget may be passed by the round in
// which it ends, whose size is the engine's: so far beyond twice the budget no
// round goes. No processor counts faster than perSecond; a run that is too short
// to be timed has handful. Clocks may differ by a tick.
const (
	moreIterations  = 1_000
	moreEvaluations = 10_000_000
	perSecond       = 1e10
	handful         = 1_000_000
	tick            = 100 * time.Millisecond
)

// Claim is what an engine reports of a run that took so long.
type Claim struct {
	solver.Outcome
	trace  []record.Point
	budget solver.Budget
	took   time.Duration
}

// verify rejects outcomes that no engine should report: what contradicts the
// puzzle, its known solution, the budget, the clock or itself.
func verify(ctx context.Context, p puzzle.Puzzle, c Claim) error {
	if s := c.Status; s == solver.Cancelled && ctx.Err() == nil {
		return bug("it reports a cancelled run, but nobody cancelled it")
	} else if s == solver.Cancelled {
		return nil // and leaves no record
	}
	for _, err := range []error{c.JudgeStatus(p), c.JudgeCost(), c.JudgeBoard(p), c.counts(), c.times(), c.way()} {
		if err != nil {
			return err
		}
	}
	for _, s := range c.Statistics {
		if !Finite(s.Value) {
			return bug("its statistic %q is %v", s.Name, s.Value)
		}
	}
	return nil
}

func bug(format string, args ...any) error {
	return fmt.Errorf("experiment: engine bug: "+format, args...)
}

// Finite says whether a number is one, and not infinite.
func Finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// JudgeStatus judges the status.
func (c Claim) JudgeStatus(p puzzle.Puzzle) error {
	known := knownSolution(p)
	contradicts := func() bool { return !known.IsZero() && !known.Equal(c.Best) && len(p.Check(known)) == 0 }
	switch s := c.Status; {
	case s != solver.Exhausted && !s.Decided():
		return bug("it reports status %q", s)
	case s == solver.Unsolvable && contradicts():
		return bug("it reports that there is no solution, but one is known")
	case s.HasSolution():
		if broken := p.Check(c.Best); len(broken) > 0 {
			return bug("a reported solution breaks %v", broken[0])
		}
		if s == solver.Unique && contradicts() {
			return bug("it reports that its solution is the only one, but another is known")
		}
		if s != solver.Multiple {
			break
		}
		if broken := p.Check(c.Second); len(broken) > 0 {
			return bug("a reported second solution breaks %v", broken[0])
		}
		if c.Best.Equal(c.Second) {
			return bug("its two reported solutions are the same")
		}
	}
	return nil
}

// knownSolution is the published solution of a puzzle from a set, or the zero
// Grid.
func knownSolution(p puzzle.Puzzle) puzzle.Grid {
	for {
		item, ok := p.(puzzle.Item)
		if !ok || !item.Solution.IsZero() {
			return item.Solution
		}
		p = item.Puzzle
	}
}

// JudgeCost judges the cost: 0 is that of solutions alone, -1 that of no board.
func (c Claim) JudgeCost() error {
	switch found := c.Status.HasSolution(); {
	case !Finite(c.Cost):
		return bug("it reports a cost of %v", c.Cost)
	case c.Cost < 0 && c.Cost != -1:
		return bug("it reports a cost of %v: expected at least 0, or -1 for none", c.Cost)
	case found && c.Cost != 0:
		return bug("it reports a cost of %v for a solution: expected 0", c.Cost)
	case !found && c.Cost == 0:
		return bug("it reports a cost of 0 without a solution")
	}
	return nil
}

// JudgeBoard judges the best board of a run without a solution.
func (c Claim) JudgeBoard(p puzzle.Puzzle) error {
	if c.Status.HasSolution() || c.Best.IsZero() {
		return nil
	}
	if c.Best.Size != p.Size() || len(c.Best.Values) != p.Size().Cells() {
		return bug("its best board is %v with %d values, the puzzle %v", c.Best.Size, len(c.Best.Values), p.Size())
	}
	broken := p.Check(c.Best)
	if len(broken) == 0 {
		return bug("it reports status %q with a board that solves the puzzle", c.Status)
	}
	for _, v := range broken {
		if v.Rule == "cell-value" || v.Rule == "colour" { // the names are for ever
			return bug("its best board breaks %v", v)
		}
	}
	return nil
}

// counts judges iterations and evaluations.
func (c Claim) counts() error {
	most := perSecond*c.took.Seconds() + handful
	for _, x := range []struct {
		name                string
		count, budget, more int64
	}{
		{"iterations", c.Iterations, c.budget.Iterations, moreIterations},
		{"evaluations", c.Evaluations, c.budget.Evaluations, moreEvaluations},
	} {
		switch {
		case x.count < 0:
			return bug("it reports %d %s", x.count, x.name)
		case x.budget > 0 && x.count/2-x.more/2 > x.budget:
			return bug("it reports %d %s, the budget is %d", x.count, x.name, x.budget)
		case float64(x.count) > most:
			return bug("it reports %d %s in %v, more than a processor can do", x.count, x.name, c.took)
		}
	}
	return nil
}

// times judges the times by the clock outside.
func (c Claim) times() error {
	processors := time.Duration(runtime.NumCPU())
	switch {
	case c.Elapsed < 0 || c.CPU < 0:
		return bug("it reports a time of %v and a processor time of %v", c.Elapsed, c.CPU)
	case c.Elapsed > c.took+tick:
		return bug("it reports a time of %v, but returned after %v", c.Elapsed, c.took)
	case c.CPU > c.took*processors+tick:
		return bug("it reports a processor time of %v, but returned after %v", c.CPU, c.took)
	}
	return nil
}

// way judges the improvements: each is better than the one before, comes not
// before it, and lies within the run.
func (c Claim) way() error {
	last := record.Point{Cost: math.Inf(1)}
	for _, p := range c.trace {
		switch {
		case p.Cost < 0 || p.Cost >= last.Cost:
			return bug("it reports an improvement to cost %v after %v", p.Cost, last.Cost)
		case p.Iterations < last.Iterations || p.Evaluations < last.Evaluations:
			return bug("it reports an improvement in iteration %d and evaluation %d after one in %d and %d", p.Iterations, p.Evaluations, last.Iterations, last.Evaluations)
		case p.Iterations > c.Iterations || p.Evaluations > c.Evaluations:
			return bug("it reports an improvement in iteration %d and evaluation %d of %d and %d", p.Iterations, p.Evaluations, c.Iterations, c.Evaluations)
		case p.Seconds < 0 || p.Seconds > (c.took+tick).Seconds():
			return bug("it reports an improvement after %g s, but returned after %v", p.Seconds, c.took)
		}
		last = p
	}
	return nil
}
