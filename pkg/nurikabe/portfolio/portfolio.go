// Package portfolio decides Nurikabe instances with two engines at once: the
// complete solver of package exact proves, the ant colony of package acs looks
// for a solution meanwhile.
//
//  1. The complete solver deduces and tries. That decides most instances
//     before any ant is born.
//  2. Where it must search, every conflict is followed by some iterations of
//     the colony, until a solution is known.
//  3. A solution that ants find is handed to the search, which takes it for
//     its first one and goes on to prove that it is the only one, or to find
//     another.
//
// Its opinion: on boards with few large islands a colony can find a solution
// long before a complete search does, and the search loses little by letting
// it try. The order of things does not depend on the clock: with a budget in
// iterations (conflicts) a run is repeatable bit for bit.
//
// Its limits: a proof is found no sooner than without ants. A time limit is
// looked at within iterations of the colony. Instances that the ants cannot
// take (clues "?") are left to the complete solver alone. With
// [Solver.Parallel] the ants have a thread of their own and the run is not
// repeatable.
package portfolio

import (
	"cmp"
	"context"
	"flag"
	"fmt"

	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Name is the engine's stable name.
const Name = "nurikabe/portfolio"

// Solver is the engine with its parameters. Make one with [New].
type Solver struct {
	// Share is the number of the colony's iterations after each conflict of
	// the search, at least 1.
	Share int
	// Parallel lets the ants run beside the search from its first conflict on,
	// instead of in turns. When they find a solution then depends on the
	// machine, and so does the run.
	Parallel bool
	// Ants and Exact are the two engines. Exact's own Hint is not used.
	Ants  acs.Solver
	Exact exact.Solver
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine with its defaults: those of both engines, and one
// iteration a conflict. On hard boards a conflict and an iteration of ten ants
// take about as long as each other (65 µs on 14×24), so that the search is
// never slowed down to less than about half.
func New() *Solver { return &Solver{Share: 1, Ants: *acs.New(), Exact: *exact.New()} }

// Parameters defines a flag for each parameter: those of the two engines and
// two of its own.
func (e *Solver) Parameters(flags *flag.FlagSet) {
	flags.IntVar(&e.Share, "share", e.Share, "iterations of the colony after each conflict of the search, at least 1")
	flags.BoolVar(&e.Parallel, "parallel", e.Parallel, "let the ants run beside the search (not repeatable)")
	e.Ants.Parameters(flags)
	e.Exact.Parameters(flags)
}

// Describe says which engine this is.
func (e *Solver) Describe() solver.Description {
	return solver.Description{
		Engine: Name, Parameters: solver.Values(e.Parameters),
		Custom: e.Ants.Describe().Custom || e.Exact.Describe().Custom,
	}
}

// Validate says which parameter of either engine, or its own, is out of range;
// the error wraps [solver.ErrParameter].
func (e *Solver) Validate() error {
	return cmp.Or(solver.InRange("share", e.Share, e.Share >= 1, "at least 1"), e.Ants.Validate(), e.Exact.Validate())
}

// Solve decides the puzzle. An iteration is a conflict of the search; what the
// ants do is in the statistics: "ant-iterations", "ant-evaluations", and
// "ants-found", 1 where the first solution is theirs. Processor time is that
// of search and ants together. Where the budget ends after the ants found a
// solution the status is [solver.Solved].
func (e *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	instance, err := solver.Ready[*nurikabe.Puzzle](Name, e, p)
	if err != nil {
		return solver.Outcome{}, err
	}
	if err := e.Ants.Affords(instance); err != nil {
		return solver.Outcome{}, fmt.Errorf("%s: %w", Name, err)
	}
	s := e.Exact // a copy: the hint belongs to this run
	n := &nest{solver: e, puzzle: p, seed: run.Seed}
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	n.ctx = within
	if e.Parallel {
		s.Hint = n.ask
	} else {
		s.Hint = n.turns
		n.meter = solver.Start(within, p, solver.Run{Budget: solver.Budget{Wall: run.Budget.Wall, CPU: run.Budget.CPU}})
	}
	defer n.close(cancel)
	search, expire := context.WithCancel(ctx)
	defer expire()
	n.expire = expire
	out, err := s.Solve(search, p, run)
	if err != nil {
		return out, err
	}
	if n.late && out.Status == solver.Cancelled && ctx.Err() == nil {
		out.Status = solver.Exhausted
	}
	spent := n.close(cancel)
	found := 0.0
	if n.found {
		found = 1
	}
	if e.Parallel {
		out.CPU += spent.CPU
		if !out.Status.Decided() && spent.Status == solver.Solved {
			// The ants were done just before the search had to stop.
			out.Status, out.Best, out.Cost = solver.Solved, spent.Best, 0
			found = 1
		}
	}
	out.Statistics = append(out.Statistics,
		solver.Statistic{Name: "ant-iterations", Value: float64(spent.Iterations)},
		solver.Statistic{Name: "ant-evaluations", Value: float64(spent.Evaluations)},
		solver.Statistic{Name: "ants-found", Value: found})
	return out, nil
}
