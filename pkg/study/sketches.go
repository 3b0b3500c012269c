package study

import (
	"context"
	"math"
	"math/rand/v2"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/exact"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/cuckoo"
)

// sketches are engines of studies that the registry does not have, by the names that studies.json
// has: the searches that notebook 41 types into cells, word for word, [lines], and a setting that
// its package names.
var sketches = map[string]solver.Solver{
	"hill climbing": solver.Sketch("hill climbing", schedule(func(int64) float64 { return 0 }).search),
	"annealing": solver.Sketch("annealing", schedule(func(step int64) float64 {
		return 0.7 * solver.Exp(solver.Log(0.2/0.7)*float64(step%5000)/5000)
	}).search),
	"line solving": lines{},

	"watched, without pheromone": watched{name: "without pheromone"},
	"watched, by cost":           watched{name: "with pheromone", pheromone: true},
	"watched, by distance":       watched{name: "told the distance", pheromone: true, honest: true},

	"cuckoo search, GAC": cuckoo.NewGAC(),

	"particle swarm, one row":   particles{name: "particle swarm, one row", rows: 1},
	"particle swarm, every row": particles{name: "particle swarm, every row"},
}

// schedule gives the temperature of each step.
type schedule func(step int64) float64

func (t schedule) search(m *solver.Meter, p *nurikabe.Puzzle, random *rand.Rand) puzzle.Grid {
	best, least := puzzle.NewGrid(p.Size(), nurikabe.Wall), math.MaxInt
	for board, cost := best, p.Cost(best); least > 0 && m.Continue(); board, cost = step(p, board, cost, t(m.Iterations()), random) {
		m.Evaluated(1)
		if cost < least {
			best, least = board, cost
			m.Improved(float64(least), best, nil)
		}
		m.Iterated(float64(cost), board, nil)
	}
	return best
}

// step changes one cell of a board. If that makes the cost worse by d, the change
// is kept with probability exp(-d/temperature).
func step(p *nurikabe.Puzzle, board puzzle.Grid, cost int, temperature float64, random *rand.Rand) (puzzle.Grid, int) {
	next := board.Clone()
	next.Values[random.IntN(len(next.Values))] ^= nurikabe.Wall
	if c := p.Cost(next); float64(c-cost) <= -temperature*solver.Log(1-float64(random.Float64())) {
		return next, c
	}
	return board, cost
}

// lines is complete line solving alone: everything that follows from single
// lines.
type lines struct{}

func (lines) Describe() solver.Description {
	return solver.Description{Engine: "line solving", Custom: true}
}

func (lines) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	picture, err := solver.Cast[*nonogram.Puzzle](p)
	if err != nil {
		return solver.Outcome{}, err
	}
	m := solver.Start(ctx, p, run)
	board, ok := exact.Deduce(picture)
	out := solver.Outcome{Status: solver.Exhausted, Best: board}
	for _, v := range board.Values {
		if v == puzzle.Unset {
			out.Cost++
		}
	}
	if out.Cost == 0 && ok {
		out.Status = solver.Solved
	}
	return m.Finish(out)
}
