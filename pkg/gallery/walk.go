package gallery

import (
	"context"
	"math/rand/v2"

	"formicary/pkg/charts"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/race"
	"formicary/pkg/solver"
)

// walk is the engine that the README types into a cell.
var walk = solver.Sketch("walk", func(m *solver.Meter, p *nurikabe.Puzzle, r *rand.Rand) puzzle.Grid {
	board := puzzle.NewGrid(p.Size(), nurikabe.Wall)
	for cost := p.Cost(board); cost > 0 && m.Continue(); m.Evaluated(1) {
		next := board.Clone()
		next.Values[r.IntN(len(next.Values))] ^= nurikabe.Wall // flip one cell
		if c := p.Cost(next); float64(c-cost) < 0.4*r.ExpFloat64() {
			board, cost = next, c
		}
	}
	return board
})

// racePicture races it against the ants, as the README does: the chart, and the
// sentence below it.
func racePicture(ctx context.Context, set puzzle.Set) (charts.Chart, string, error) {
	r := race.Race{Puzzles: set.Between(25, 81).Puzzles(), Budget: solver.Evaluations(20_000), Baseline: acs.New(), Variants: []solver.Solver{walk}}
	result, err := r.Run(ctx, nil)
	if err != nil {
		return charts.Chart{}, "", err
	}
	return charts.Race(result), result.Variants[0].String(), ctx.Err()
}
