package deduction

import (
	"context"
	"fmt"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Solve is a run of an engine of a name that deduces and nothing else: from the
// checks of puzzle and parameters to an outcome whose cost is the number of
// open cells. search works on the state until all is known, it is stuck, or the
// meter ends it, and says how it ended and what it counted. Its steps go into
// trace, unless that is nil.
func Solve(ctx context.Context, engine string, e interface{ Validate() error }, p puzzle.Puzzle, run solver.Run, trace *Trace,
	search func(s *State, m *solver.Meter) (solver.Status, []solver.Statistic),
) (solver.Outcome, error) {
	q, err := solver.Ready[*nonogram.Puzzle](engine, e, p)
	if err != nil {
		return solver.Outcome{}, err
	}
	s, err := New(q)
	if err != nil {
		return solver.Outcome{}, fmt.Errorf("%s: %w", engine, err)
	}
	if trace != nil {
		s.Record()
	}
	m := solver.Start(ctx, p, run)
	status, statistics := search(s, m)
	out := solver.Outcome{Status: status, Cost: -1, Statistics: statistics}
	if status != solver.Unsolvable {
		out.Best, out.Cost = s.Board(), float64(s.Open())
	}
	if out, err = m.Finish(out); err == nil && trace != nil {
		*trace = s.Trace(out.Status)
	}
	return out, err
}
