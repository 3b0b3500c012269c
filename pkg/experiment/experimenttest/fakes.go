// Package experimenttest has a puzzle and an engine for tests of experiments.
//
// **Design** A board of coins is solved when all show heads; the engine throws them, and ends
// a run in any other way that a test asks for.
//
// **Limits** It makes no plans: packages below experiment use it, too.
package experimenttest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing/fstest"
	"time"

	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sources"
)

// The tests' engines have sources, as those of the lab have: the same ones, whatever package
// a func of theirs is from.
func init() {
	text := func(imports string) *fstest.MapFile { return &fstest.MapFile{Data: []byte("package x\n\n" + imports)} }
	sources.Add("pkg/experiment", fstest.MapFS{
		"experimenttest/x.go": text("import (\n\t_ \"formicary/pkg/experiment\"\n\t_ \"formicary/pkg/experiment/internal/identity\"\n\t_ \"formicary/pkg/solver\"\n)\n"),
		"x.go":                text(""), "internal/identity/x.go": text(""),
	})
}

// Coins is a puzzle for tests: its one solution is a board of ones.
type Coins struct {
	Name  string
	Board puzzle.Size
	Salt  string // part of the content
}

func (c Coins) Kind() string { return "coins" }

func (c Coins) ID() string { return c.Name }

func (c Coins) Size() puzzle.Size { return c.Board }

func (c Coins) Hash() puzzle.Hash { return puzzle.HashOf("coins", c.Board.String()+c.Salt) }

func (c Coins) Check(g puzzle.Grid) []puzzle.Violation {
	if g.Size != c.Board {
		return []puzzle.Violation{{Rule: "size", Text: "another size"}}
	}
	for i, v := range g.Values {
		if v != 1 {
			return []puzzle.Violation{{Rule: "heads", Cells: []puzzle.Cell{g.At(i)}, Text: "not heads"}}
		}
	}
	return nil
}

func (c Coins) Rows(g puzzle.Grid) []string { return []string{fmt.Sprint(g.Values)} }

func (c Coins) Text() string { return c.Salt }

func (c Coins) Draw(view puzzle.View) puzzle.SVG { return "" }

// Flips is an engine for tests: it throws all coins in every round and tells
// of the best board; Bias is the chance of heads. Crash, when it is not nil,
// may end a run in any way.
type Flips struct {
	Variant string
	Bias    float64
	Crash   func(p puzzle.Puzzle, run solver.Run) (solver.Outcome, error)
	Pause   time.Duration
	Custom  bool
}

func (f Flips) Describe() solver.Description {
	return solver.Description{
		Engine: "coins/flips", Variant: f.Variant, Custom: f.Custom,
		Parameters: []solver.Parameter{{Name: "bias", Value: fmt.Sprint(f.Bias)}},
	}
}

func (f Flips) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	if f.Crash != nil {
		if out, err := f.Crash(p, run); out.Status != "" || err != nil {
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
			if r.Float64() < f.Bias {
				g.Values[i] = 1
			} else {
				tails++
			}
		}
		time.Sleep(f.Pause)
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

// Table is n puzzles of growing size.
func Table(n int) []puzzle.Puzzle {
	var out []puzzle.Puzzle
	for i := range n {
		out = append(out, Coins{Name: fmt.Sprintf("c%02d", i), Board: puzzle.Size{Rows: 1, Cols: 1 + i}})
	}
	return out
}

// Timeless are records without what may differ between two equal experiments: times, memory and the session.
func Timeless(records []record.Record) []record.Record {
	out := slices.Clone(records)
	for i := range out {
		r := &out[i]
		r.Seconds, r.CPU, r.PeakBytes, r.Session = 0, 0, 0, ""
		r.Trace = slices.Clone(r.Trace)
		for j := range r.Trace {
			r.Trace[j].Seconds = 0
		}
	}
	return out
}
