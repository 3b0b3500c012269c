package solvertest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// row is a puzzle of cells that have to be all 1.
type row struct{ cells int }

func (r row) Kind() string      { return "row" }
func (r row) ID() string        { return "test" }
func (r row) Size() puzzle.Size { return puzzle.Size{Rows: 1, Cols: r.cells} }
func (r row) Hash() puzzle.Hash { return puzzle.HashOf("row", fmt.Sprint(r.cells)) }

func (r row) Check(g puzzle.Grid) (broken []puzzle.Violation) {
	for _, v := range g.Values {
		if v != 1 {
			return []puzzle.Violation{{Rule: "ones", Text: "not all cells are 1"}}
		}
	}
	return nil
}
func (r row) Rows(puzzle.Grid) []string   { return nil }
func (row) Text() string                  { return "" }
func (r row) Draw(puzzle.View) puzzle.SVG { return "" }

// toss throws a coin for every cell, again and again, and keeps the best row.
type toss struct{ Chance float64 }

func (e *toss) Table() solver.Table {
	return solver.Table{solver.Float("chance", &e.Chance, "of a 1, 0 to 1").Between(0, 1)}
}

func (e *toss) Describe() solver.Description {
	return solver.Description{Engine: "row/toss", Parameters: e.Table().Values()}
}

func (e *toss) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	q, err := solver.Ready[row]("row/toss", e.Table(), p)
	if err != nil {
		return solver.Outcome{}, err
	}
	r, m := rand.New(solver.NewPCG(run.Seed)), solver.Start(ctx, p, run)
	if q.cells == 0 {
		return m.Finish(solver.Found(solver.Unsolvable))
	}
	out, tosses := solver.Outcome{Cost: float64(q.cells + 1)}, 0
	for out.Cost > 0 && m.Continue() {
		board, cost := puzzle.NewGrid(q.Size(), 0), 0.0
		for i := range board.Values {
			if tosses++; r.Float64() < e.Chance {
				board.Values[i] = 1
			} else {
				cost++
			}
		}
		m.Evaluated(1)
		if cost < out.Cost {
			out.Best, out.Cost = board, cost
			m.Improved(cost, board, nil)
		}
		m.Iterated(cost, board, nil)
	}
	out.Status = solver.Solved
	if out.Cost > 0 {
		out.Status = m.Undecided()
	}
	out.Statistics = []solver.Statistic{{Name: "tosses", Value: float64(tosses)}}
	return m.Finish(out)
}

// An engine of a few lines keeps all promises.
func TestPromises(t *testing.T) {
	fair := func() *toss { return &toss{Chance: 0.5} }
	solvertest.Repeats(t, row{60}, solver.Run{Seed: 1, Budget: solver.Iterations(50)}, fair(), &toss{Chance: 0.7})
	solvertest.Refuses(t, row{3}, fair, map[string]func(*toss){"chance": func(e *toss) { e.Chance = 2 }})
	solvertest.Stops(t, fair(), row{200})
	solvertest.Unsolvable(t, "no cells", fair(), row{})
	out := solvertest.Solve(t, fair(), row{4}, solver.Run{Seed: 1})
	tosses := solvertest.Statistic(t, out, "tosses")
	alltest.Check(t, out.Status == solver.Solved && tosses == float64(4*out.Iterations), "%s after %v tosses in %d iterations", out.Status, tosses, out.Iterations)
	other := out
	other.Statistics = nil
	alltest.Check(t, solvertest.Same(out, out) && !solvertest.Same(out, other), "outcomes are compared by less than what a seed determines")
}
