package charts_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"formicary/pkg/charts"
	"formicary/pkg/puzzle"
	"formicary/pkg/race"
	"formicary/pkg/solver"
)

// coin is a puzzle that a run of tosses solves with a chance.
type coin struct{ side int }

func (c coin) Kind() string      { return "coin" }
func (c coin) ID() string        { return fmt.Sprint("c", c.side) }
func (c coin) Size() puzzle.Size { return puzzle.Size{Rows: 8 + c.side%9, Cols: 10} }

func (c coin) Hash() puzzle.Hash                    { return puzzle.HashOf("coin", fmt.Sprint(c.side)) }
func (c coin) Check(puzzle.Grid) []puzzle.Violation { return nil }
func (c coin) Rows(puzzle.Grid) []string            { return nil }
func (coin) Text() string                           { return "" }
func (c coin) Draw(puzzle.View) puzzle.SVG          { return "" }

type toss struct {
	name   string
	chance float64
}

func (e toss) Describe() solver.Description {
	return solver.Description{Engine: "coin/toss", Variant: e.name}
}

func (e toss) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	r := rand.New(solver.NewPCG(run.Seed))
	m := solver.Start(ctx, p, run)
	for m.Continue() {
		m.Iterated(1, puzzle.Grid{}, nil)
		if r.Float64() < e.chance {
			return m.Finish(solver.Outcome{Status: solver.Solved, Best: puzzle.NewGrid(p.Size(), 1)})
		}
	}
	return m.Finish(solver.Outcome{Status: m.Undecided(), Cost: 1})
}

func raced(t *testing.T) *race.Result {
	t.Helper()
	r := race.Race{Baseline: toss{"plain", 0.1}, Variants: []solver.Solver{toss{"lucky", 0.5}, toss{"same", 0.1000001}}, Budget: solver.Iterations(10), Seed: 3}
	for i := range 80 {
		r.Puzzles = append(r.Puzzles, coin{i})
	}
	result, err := r.Run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestRace: the picture has a line, a band and an end for each variant and
// question, its ends are the result's estimates, and nothing lies outside of
// the axes.
func TestRace(t *testing.T) {
	result := raced(t)
	c := charts.Race(result)
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	verdicts := 0
	for _, s := range series(t, c) {
		if s.Type != "scatter" {
			continue
		}
		v, ok := result.Find(s.Name)
		if !ok || len(s.Data) != 1 {
			t.Fatalf("series %s of %d points", s.Name, len(s.Data))
		}
		if strings.Contains(s.ID, "verdict") {
			if verdicts++; s.Data[0].Value[0] != float64(v.Decided) {
				t.Errorf("%s: the verdict is marked after %v, it came after %d", s.Name, s.Data[0].Value[0], v.Decided)
			}
			continue
		}
		want := v.Success.Value
		if s.YAxisIndex == 1 {
			want = v.Effort.Value
		}
		if d := s.Data[0].Value[1] - want; d > 1e-5 || d < -1e-5 || s.Data[0].Value[0] != float64(v.Blocks) {
			t.Errorf("%s ends at %v, want %v after %d", s.Name, s.Data[0].Value, want, v.Blocks)
		}
		settled := v.Success.Settled
		if s.YAxisIndex == 1 {
			settled = v.Effort.Settled
		}
		if (s.Symbol == "circle") != settled {
			t.Errorf("%s: symbol %s, settled %v", s.Name, s.Symbol, settled)
		}
	}
	if !strings.Contains(c.Alt, "“lucky” is better than “plain” in typical effort (iterations) and no worse in success") || strings.Count(c.CSV(), "\n") < 20 {
		t.Errorf("alt %q", c.Alt)
	}
	if verdicts != 2 { // in both panels, of the one that is better
		t.Errorf("%d verdicts are marked", verdicts)
	}
	if !strings.Contains(c.Alt, "“same” and “plain” came out identical in all 72 runs") {
		t.Errorf("alt %q", c.Alt)
	}
	sizes := charts.RaceSizes(result)
	if !strings.Contains(sizes.Alt, "same on 100–199 cells, ") || strings.Count(sizes.Alt, ": identical") != 2 {
		t.Errorf("sizes %q", sizes.Alt)
	}
	if err := sizes.Check(); err != nil {
		t.Fatal(err)
	}
	marks := 0
	for _, s := range series(t, sizes) {
		if s.Type == "scatter" {
			marks += len(s.Data)
		}
	}
	if marks != 8 { // two questions, two variants, boards below and above 100 cells
		t.Errorf("%d marks", marks)
	}
	empty := charts.Race(&race.Result{})
	if err := empty.Check(); err == nil || !json.Valid(empty.Option()) {
		t.Error("an empty race passes for a chart")
	}
}

// oneSeries is what tests read of a series.
type oneSeries struct {
	ID, Name, Type, Symbol string
	YAxisIndex             int
	ItemStyle              struct{ BorderWidth float64 }
	Data                   []struct {
		Name  string
		Value []float64
	}
}

// series reads the series of a chart.
func series(t *testing.T, c charts.Chart) []oneSeries {
	t.Helper()
	var option struct {
		BaseOption struct{ Series []oneSeries }
	}
	if err := json.Unmarshal([]byte(strings.ReplaceAll(string(c.Option()), `"-"`, "null")), &option); err != nil {
		t.Fatal(err)
	}
	return option.BaseOption.Series
}
