package memetic

import (
	"context"
	"fmt"

	"formicary/pkg/colony"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// defaultDeposit was tuned on 35 hard generated puzzles, three runs of half a second
// each: 102 of 105 were solved with it, 101 with 30, 96 with 3, 93 with 100, and
// 88 without a trail.
const defaultDeposit = 10

// defaultFade is of the same tuning.
const defaultFade = 0.5

// propagate is Solve in the setting [Propagating].
func (s *Solver) propagate(ctx context.Context, p *nurikabe.Puzzle, run solver.Run) (solver.Outcome, error) {
	m := solver.Start(ctx, p, run)
	pr, err := newPropagating(p, s.Deposit, m)
	if err != nil {
		_, _ = m.Finish(solver.Outcome{}) // which ends what Start began
		return solver.Outcome{}, fmt.Errorf("%s: %w", Name, err)
	}
	return m.Finish(pr.run(pr.colony(s, run.Seed)))
}

// colony is that of one run: by roulette, without a local update.
func (pr *propagating) colony(s *Solver, seed uint64) *colony.Colony {
	own := s.Settings
	own.Q0, own.Xi = 0, 0
	return colony.New(own, pr.rules(s.Fade), pr, solver.NewPCG(seed))
}

// propagating is a Nurikabe as package colony sees it in the propagating
// setting: component 2·cell+colour is one colour of one cell.
type propagating struct {
	puzzle  *nurikabe.Puzzle
	meter   *solver.Meter
	deposit float64        // of a refuted choice, in units of τ0
	board   *exact.Deducer // of the ant whose turn it is
	start   []int32        // cells that are open before any choice
	counts                 // so far
	whole   counts         // at the end of the last whole iteration
}

// counts are what the statistics tell.
type counts struct {
	choices int64 // colours chosen
	refuted int64 // of them, those refuted at once
	facts   int64 // colours refuted for good
	none    bool  // the puzzle has no solution
}

// newPropagating deduces what follows from the clues. deposit is what a refuted
// choice adds to its pheromone in units of τ0, at least 0.
func newPropagating(p *nurikabe.Puzzle, deposit float64, m *solver.Meter) (*propagating, error) {
	board, err := exact.NewDeducer(p, m.Expired)
	if err != nil {
		return nil, err
	}
	pr := &propagating{puzzle: p, meter: m, deposit: deposit, board: board}
	pr.none = !board.Begin() && !m.Expired()
	pr.list()
	return pr, nil
}

// list lists the cells that are open before any choice.
func (pr *propagating) list() {
	pr.start = pr.start[:0]
	for c := range pr.puzzle.Size().Cells() {
		if pr.board.Value(c) == puzzle.Unset {
			pr.start = append(pr.start, int32(c))
		}
	}
}

func (pr *propagating) Components() int { return 2 * pr.puzzle.Size().Cells() }

func (pr *propagating) Scale() int { return pr.puzzle.Size().Cells() }

func (pr *propagating) NewAnt() colony.Ant {
	return &scout{problem: pr, result: puzzle.NewGrid(pr.puzzle.Size(), puzzle.Unset)}
}

// rules are those of the setting. The global update is τ ← τ + fade(τ0-τ) everywhere.
func (pr *propagating) rules(fade float64) (rules colony.Rules) {
	rules.GlobalUpdate = func(t *colony.Trail, _ []int32, _ float64) {
		for i, tau := range t.Tau {
			t.Tau[i] = tau + float64(fade*(t.Tau0-tau))
		}
	}
	return rules
}

// run iterates until the puzzle is solved or refuted, or the meter says stop,
// and returns the outcome before [solver.Meter.Finish].
func (pr *propagating) run(c *colony.Colony) solver.Outcome {
	solved := false
	for !solved && !pr.none && pr.meter.Continue() {
		before := pr.meter.Iterations()
		solved = c.Iterate(pr.meter)
		if pr.meter.Iterations() > before {
			pr.whole = pr.counts // else time ran out within the iteration
		}
	}
	out := solver.Outcome{Status: pr.meter.Undecided(), Cost: -1}
	switch board, cost := c.Best(); {
	case solved:
		out.Status, out.Best, out.Cost = solver.Solved, board, 0
	case pr.none:
		out.Status = solver.Unsolvable
	case !board.IsZero():
		out.Best, out.Cost = board, cost
	}
	out.Statistics = []solver.Statistic{
		{Name: "choices", Value: float64(pr.whole.choices)},
		{Name: "refuted", Value: float64(pr.whole.refuted)},
		{Name: "facts", Value: float64(pr.whole.facts)},
	}
	return out
}
