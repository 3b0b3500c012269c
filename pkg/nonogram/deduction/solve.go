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
// meter ends it, and says how it ended and what it counted. With record the
// state that comes back has a [Trace].
func Solve(ctx context.Context, engine string, e interface{ Validate() error }, p puzzle.Puzzle, run solver.Run, record bool,
	search func(s *State, m *solver.Meter) (solver.Status, []solver.Statistic),
) (solver.Outcome, *State, error) {
	q, err := solver.Ready[*nonogram.Puzzle](engine, e, p)
	if err != nil {
		return solver.Outcome{}, nil, err
	}
	s, err := New(q)
	if err != nil {
		return solver.Outcome{}, nil, fmt.Errorf("%s: %w", engine, err)
	}
	if record {
		s.Record()
	}
	m := solver.Start(ctx, p, run)
	status, statistics := search(s, m)
	out := solver.Outcome{Status: status, Cost: -1, Statistics: statistics}
	if status != solver.Unsolvable {
		out.Best, out.Cost = s.Board(), float64(s.Open())
	}
	out, err = m.Finish(out)
	return out, s, err
}
