// Package portfolio decides Nurikabe instances with two engines at once: the
// complete solver of package exact proves, the ants of package memetic look
// for a solution meanwhile, in their pure setting.
//
//  1. The complete solver deduces and tries. That decides most instances
//     before any ant is born.
//  2. Where it must search, every conflict lets the ants judge some more boards,
//     until a solution is known. They build and improve a whole generation at
//     once, as soon as so many boards are theirs.
//  3. A solution that ants find is handed to the search, which takes it for
//     its first one and goes on to prove that it is the only one, or to find
//     another.
//
// Its opinion: on boards with few large islands ants can find a solution a thousand times as fast as a
// complete search does. The search loses little by letting them try. Ants that deduce would add less:
// what they are slow at, the search is slow at, too. The order of things does not depend on the clock:
// with a budget in iterations (conflicts) a run is repeatable bit for bit.
//
// Its limits: a proof is found no sooner than without ants. A time limit is
// looked at within iterations of the colony. Instances that the ants cannot
// take (clues "?") are left to the complete solver alone. With
// [Solver.Parallel] the ants have a thread of their own and the run is not
// repeatable.
package portfolio

import (
	"context"
	"fmt"

	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/nurikabe/memetic"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Name is the engine's stable name.
const Name = "nurikabe/portfolio"

// Solver is the engine with its parameters. Make one with [New].
type Solver struct {
	// Share is the number of boards that the ants may judge for each conflict of
	// the search, at least 1.
	Share int
	// Parallel lets the ants run beside the search from its first conflict on,
	// instead of in turns. When they find a solution then depends on the
	// machine, and so does the run.
	Parallel bool
	// Ants and Exact are the two engines. The ants' setting is the pure one. Exact's own
	// Hint is not used.
	Ants  memetic.Solver
	Exact exact.Solver
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine with its defaults: those of both engines, but with small
// generations of ants, which are sooner affordable, and defaultShare.
func New() *Solver {
	s := &Solver{Share: defaultShare, Ants: *memetic.New(), Exact: *exact.New()}
	s.Ants.Ants, s.Ants.Moves = 3, 400
	return s
}

// defaultShare gives the ants about as much time as the search has: on hard boards a
// conflict takes about as long as so many changes of a board.
const defaultShare = 600

// Table are the parameters: those of the two engines and two of its own.
func (e *Solver) Table() solver.Table {
	ants, search := e.Ants.PureParameters(), e.Exact.Table()
	return solver.Table{
		solver.Int("share", &e.Share, "boards that the ants may judge for each conflict of the search, at least 1").AtLeast(1),
		solver.Bool("parallel", &e.Parallel, "let the ants run beside the search (not repeatable)"),
		solver.Part(nil, solver.InRange("setting", int(e.Ants.Setting), e.Ants.Setting == memetic.Pure, "pure ants")),
		solver.Part(ants.Define, e.Ants.Table().Validate()),
		solver.Part(search.Define, search.Validate()),
	}
}

// Describe says which engine this is.
func (e *Solver) Describe() solver.Description {
	return solver.Description{
		Engine: Name, Parameters: e.Table().Values(),
		Custom: e.Exact.Describe().Custom,
	}
}

// Solve decides the puzzle. An iteration is a conflict of the search; what the
// ants do is in the statistics: "ant-iterations", "ant-evaluations", and
// "ants-found", 1 where the first solution is theirs. Processor time is that
// of search and ants together. Where the budget ends after the ants found a
// solution the status is [solver.Solved].
func (e *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	instance, err := solver.Ready[*nurikabe.Puzzle](Name, e.Table(), p)
	if err != nil {
		return solver.Outcome{}, err
	}
	if err := e.Ants.Affords(instance); err != nil {
		return solver.Outcome{}, fmt.Errorf("%s: %w", Name, err)
	}
	s := e.Exact // a copy: the hint belongs to this run
	n := &ants{solver: e, puzzle: p, seed: run.Seed}
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
