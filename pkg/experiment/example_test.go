package experiment_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Sum is a toy of a puzzle: fill a row with numbers so that they add up.
type Sum struct {
	Cells, Total int
}

func (s Sum) Kind() string                  { return "sum" }
func (s Sum) ID() string                    { return fmt.Sprintf("%d-in-%d", s.Total, s.Cells) }
func (s Sum) Size() puzzle.Size             { return puzzle.Size{Rows: 1, Cols: s.Cells} }
func (s Sum) Hash() puzzle.Hash             { return puzzle.HashOf("sum", s.ID()) }
func (s Sum) Rows(g puzzle.Grid) []string   { return []string{fmt.Sprint(g.Values)} }
func (Sum) Text() string                    { return "" }
func (s Sum) Draw(v puzzle.View) puzzle.SVG { return "" }
func (s Sum) cost(g puzzle.Grid) (off float64) {
	for _, v := range g.Values {
		off += float64(v)
	}
	return max(off-float64(s.Total), float64(s.Total)-off)
}

func (s Sum) Check(g puzzle.Grid) []puzzle.Violation {
	if g.Size != s.Size() || s.cost(g) != 0 {
		return []puzzle.Violation{{Rule: "sum", Text: "the numbers do not add up"}}
	}
	return nil
}

// Guess is a toy of an engine: it guesses numbers up to Most.
type Guess struct {
	Most int
}

func (e Guess) Describe() solver.Description {
	return solver.Description{
		Engine: "sum/guess", Variant: fmt.Sprintf("up to %d", e.Most),
		Parameters: []solver.Parameter{{Name: "most", Value: fmt.Sprint(e.Most)}},
	}
}

func (e Guess) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	sum, err := solver.Cast[Sum](p)
	if err != nil {
		return solver.Outcome{}, err
	}
	random := rand.New(solver.NewPCG(run.Seed))
	meter := solver.Start(ctx, p, run)
	best := solver.Outcome{Cost: -1}
	for meter.Continue() {
		board := puzzle.NewGrid(p.Size(), 0)
		for i := range board.Values {
			board.Values[i] = uint8(random.IntN(e.Most + 1))
		}
		cost := sum.cost(board)
		meter.Evaluated(1)
		if best.Best.IsZero() || cost < best.Cost {
			best.Best, best.Cost = board, cost
			meter.Improved(cost, board, nil)
		}
		meter.Iterated(cost, board, nil)
		if cost == 0 {
			best.Status = solver.Solved
			return meter.Finish(best)
		}
	}
	best.Status = meter.Undecided()
	return meter.Finish(best)
}

// A plan is run; its records come in the plan's order. With experiment.In the
// runs would also be kept on disk and not be rerun.
func Example() {
	plan := experiment.Plan{
		Name:    "guessing",
		Puzzles: []puzzle.Puzzle{Sum{2, 3}, Sum{3, 15}},
		Engines: []solver.Solver{Guess{Most: 3}, Guess{Most: 9}},
		Runs:    2,
		Budget:  solver.Evaluations(10),
		Seed:    1,
	}
	runs, err := plan.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range runs.Records() {
		fmt.Printf("%-8s %-7s run %d: %s after %d, cost %g\n", r.Puzzle, r.Label(), r.Run, r.Status, r.Evaluations, r.Cost)
	}
	// Output:
	// 3-in-2   up to 3 run 0: solved after 1, cost 0
	// 3-in-2   up to 3 run 1: solved after 4, cost 0
	// 3-in-2   up to 9 run 0: solved after 9, cost 0
	// 3-in-2   up to 9 run 1: exhausted after 10, cost 1
	// 15-in-3  up to 3 run 0: exhausted after 10, cost 8
	// 15-in-3  up to 3 run 1: exhausted after 10, cost 7
	// 15-in-3  up to 9 run 0: exhausted after 10, cost 1
	// 15-in-3  up to 9 run 1: exhausted after 10, cost 1
}
