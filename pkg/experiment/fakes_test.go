package experiment

import (
	"context"
	"fmt"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"math/rand/v2"
	"time"
)

// coins is a puzzle for tests: its one solution is a board of ones.
type coins struct {
	id   string
	size puzzle.Size
	salt string // part of the content
}

func (c coins) Kind() string { return "coins" }

func (c coins) ID() string { return c.id }

func (c coins) Size() puzzle.Size { return c.size }

func (c coins) Hash() puzzle.Hash { return puzzle.HashOf("coins", c.size.String()+c.salt) }

func (c coins) Check(g puzzle.Grid) []puzzle.Violation {
	if g.Size != c.size {
		return []puzzle.Violation{{Rule: "size", Text: "another size"}}
	}
	for i, v := range g.Values {
		if v != 1 {
			return []puzzle.Violation{{Rule: "heads", Cells: []puzzle.Cell{g.At(i)}, Text: "not heads"}}
		}
	}
	return nil
}

func (c coins) Rows(g puzzle.Grid) []string { return []string{fmt.Sprint(g.Values)} }

func (c coins) Text() string { return c.salt }

func (c coins) Draw(view puzzle.View) puzzle.SVG { return "" }

// flips is an engine for tests: it throws all coins in every round and tells
// of the best board; bias is the chance of heads. crash, when it is not nil,
// may end a run in any way.
type flips struct {
	variant string
	bias    float64
	crash   func(p puzzle.Puzzle, run solver.Run) (solver.Outcome, error)
	pause   time.Duration
	custom  bool
}

func (f flips) Describe() solver.Description {
	return solver.Description{
		Engine: "coins/flips", Variant: f.variant, Custom: f.custom,
		Parameters: []solver.Parameter{{Name: "bias", Value: fmt.Sprint(f.bias)}},
	}
}

func (f flips) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	if f.crash != nil {
		if out, err := f.crash(p, run); out.Status != "" || err != nil {
			return out, err
		}
	}
	r := rand.New(solver.NewPCG(run.Seed))
	m := solver.Start(ctx, p, run)
	out := solver.Outcome{Cost: float64(p.Size().Cells() + 1)}
	for m.Continue() {
		g := puzzle.NewGrid(p.Size(), 0)
		tails := 0.0
		for i := range g.Values {
			if r.Float64() < f.bias {
				g.Values[i] = 1
			} else {
				tails++
			}
		}
		time.Sleep(f.pause)
		m.Evaluated(1)
		if tails < out.Cost {
			out.Cost, out.Best = tails, g
			m.Improved(tails, g, nil)
		}
		m.Iterated(tails, g, nil)
		if tails == 0 {
			out.Status = solver.Solved
			return m.Finish(out)
		}
	}
	out.Status = m.Undecided()
	out.Statistics = []solver.Statistic{{Name: "draws", Value: float64(m.Iterations())}}
	return m.Finish(out)
}

// table is n puzzles of growing size.
func table(n int) []puzzle.Puzzle {
	var out []puzzle.Puzzle
	for i := range n {
		out = append(out, coins{id: fmt.Sprintf("c%02d", i), size: puzzle.Size{Rows: 1, Cols: 1 + i}})
	}
	return out
}
