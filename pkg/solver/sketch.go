package solver

import (
	"context"
	"math/rand/v2"

	"formicary/pkg/puzzle"
)

// Sketch makes an engine out of one func: an idea that is typed into a notebook
// and raced, before it becomes a package.
//
// Search works on a puzzle until [Meter.Continue] says that it is time to stop,
// and returns its best board. It calls [Meter.Iterated] (or [Meter.Evaluated],
// for budgets in evaluations) once a round, and takes every random number from
// random, which is made of the run's seed. The run is solved where the puzzle's
// Check accepts the board; otherwise its cost is that of the last call of
// [Meter.Improved], or -1.
//
// A Sketch has no parameters, so a run can be repeated with the same program
// only. A puzzle of another kind than P is an error that wraps [ErrPuzzle].
func Sketch[P puzzle.Puzzle](name string, search func(m *Meter, p P, random *rand.Rand) puzzle.Grid) Solver {
	return sketch[P]{name, search}
}

type sketch[P puzzle.Puzzle] struct {
	name   string
	search func(m *Meter, p P, random *rand.Rand) puzzle.Grid
}

func (s sketch[P]) Describe() Description { return Description{Engine: s.name, Custom: true} }

func (s sketch[P]) Validate() error { return nil }

func (s sketch[P]) Solve(ctx context.Context, p puzzle.Puzzle, run Run) (Outcome, error) {
	q, err := Ready[P](s.name, s, p)
	if err != nil {
		return Outcome{}, err
	}
	m := Start(ctx, p, run)
	board := s.search(m, q, rand.New(NewPCG(run.Seed)))
	if !board.IsZero() && len(p.Check(board)) == 0 {
		return m.Finish(Outcome{Status: Solved, Best: board})
	}
	return m.Finish(Outcome{Status: m.Undecided(), Best: board, Cost: m.best})
}
