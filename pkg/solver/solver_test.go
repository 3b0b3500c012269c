package solver_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// row is a puzzle of one row that one board solves.
type row struct{ solution string }

func (r row) Kind() string      { return "row" }
func (r row) ID() string        { return "test" }
func (r row) Size() puzzle.Size { return puzzle.Size{Rows: 1, Cols: len(r.solution)} }
func (r row) Hash() puzzle.Hash { return puzzle.HashOf("row", r.solution) }
func (r row) Check(g puzzle.Grid) []puzzle.Violation {
	if string(g.Values) == r.solution {
		return nil
	}
	return []puzzle.Violation{{Rule: "row-equal", Text: "it is another row"}}
}
func (r row) Rows(puzzle.Grid) []string   { return nil }
func (row) Text() string                  { return "" }
func (r row) Draw(puzzle.View) puzzle.SVG { return "" }

func board(values string) puzzle.Grid {
	return puzzle.Grid{Size: puzzle.Size{Rows: 1, Cols: len(values)}, Values: []uint8(values)}
}

func TestFinishJudges(t *testing.T) {
	p := row{"ab"}
	for name, c := range map[string]struct {
		out  solver.Outcome
		want string // part of the error; empty for none
	}{
		"a solution":        {solver.Outcome{Status: solver.Solved, Best: board("ab")}, ""},
		"no solution":       {solver.Outcome{Status: solver.Unique, Best: board("aa")}, "breaks row-equal"},
		"no board":          {solver.Outcome{Status: solver.Solved}, "breaks row-equal"},
		"unsolved":          {solver.Outcome{Status: solver.Exhausted, Best: board("aa"), Cost: 1}, ""},
		"no second":         {solver.Outcome{Status: solver.Multiple, Best: board("ab"), Second: board("aa")}, "second solution"},
		"the same twice":    {solver.Outcome{Status: solver.Multiple, Best: board("ab"), Second: board("ab")}, "are the same"},
		"proved unsolvable": {solver.Outcome{Status: solver.Unsolvable}, ""},
	} {
		_, err := solver.Start(context.Background(), p, solver.Run{}).Finish(c.out)
		alltest.Check(t, (err == nil) == (c.want == "") && (err == nil || strings.Contains(err.Error(), c.want)),
			"%s: %v, want %q", name, err, c.want)
	}
}

func TestBudgets(t *testing.T) {
	count := func(ctx context.Context, b solver.Budget, evaluations int64) (int, solver.Status) {
		m := solver.Start(ctx, row{"a"}, solver.Run{Budget: b})
		n := 0
		for ; m.Continue(); n++ {
			m.Evaluated(evaluations)
			m.Iterated(1, puzzle.Grid{}, nil)
		}
		return n, m.Undecided()
	}
	ctx := context.Background()
	n, s := count(ctx, solver.Iterations(7), 1)
	alltest.Check(t, n == 7 && s == solver.Exhausted, "7 iterations: %d, %s", n, s)
	n, s = count(ctx, solver.Evaluations(25), 10)
	alltest.Check(t, n == 3 && s == solver.Exhausted, "25 evaluations of 10 each: %d rounds, %s", n, s)
	// Long enough that a busy machine lets the run begin.
	n, s = count(ctx, solver.Budget{Wall: 200 * time.Millisecond}, 1)
	alltest.Check(t, n != 0 && s == solver.Exhausted, "200 ms: %d, %s", n, s)
	n, s = count(ctx, solver.CPU(5*time.Millisecond), 1)
	alltest.Check(t, n != 0 && s == solver.Exhausted, "5 ms of processor time: %d, %s", n, s)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	n, s = count(cancelled, solver.Budget{}, 1)
	alltest.Check(t, n == 0 && s == solver.Cancelled, "cancelled: %d, %s", n, s)
}

func TestObserverSeesTheRun(t *testing.T) {
	var events []solver.Event
	m := solver.Start(context.Background(), row{"ab"}, solver.Run{
		Observer: func(e solver.Event) { events = append(events, e) },
	})
	m.Evaluated(2)
	m.Improved(3, board("aa"), []float64{1})
	m.Iterated(3, board("aa"), []float64{1})
	m.Evaluated(2)
	m.Iterated(5, board("bb"), []float64{2})
	out, err := m.Finish(solver.Outcome{Status: solver.Exhausted})
	alltest.Check(t, err == nil && out.Iterations == 2 && out.Evaluations == 4, "outcome %+v, %v", out, err)
	alltest.Check(t, len(events) == 3 && events[0].Improved && events[1].Iterations == 1 && events[2].Cost == 5 && events[2].Best == 3,
		"events %+v", events)
}

func TestSeeds(t *testing.T) {
	a, b := puzzle.HashOf("x", "1"), puzzle.HashOf("x", "2")
	seen := map[uint64]bool{}
	for plan := range uint64(4) {
		for _, h := range []puzzle.Hash{a, b} {
			for _, engine := range []string{"x/a", "x/b"} {
				for run := range 50 {
					seen[solver.Seed(plan, h, engine, run)] = true
				}
			}
		}
	}
	alltest.Check(t, len(seen) == 4*2*2*50, "%d different seeds of %d", len(seen), 4*2*2*50)
	// Records of old experiments are found again by their seeds: the
	// derivation must not change.
	got := solver.Seed(1, a, "x/a", 2)
	alltest.Check(t, got == goldenSeed, "Seed(1, x, x/a, 2) = %#x, want %#x", got, uint64(goldenSeed))
}

const goldenSeed = 0x999ea7dc89ba85a8

// tunable is an engine with two parameters.
type tunable struct {
	speed float64
	ants  int
}

func (s *tunable) Table() solver.Table {
	return solver.Table{solver.Float("speed", &s.speed, "cells a turn"), solver.Int("ants", &s.ants, "number of ants")}
}

func TestDescriptions(t *testing.T) {
	s := &tunable{speed: 0.5, ants: 3}
	values := s.Table().Values()
	want := []solver.Parameter{{Name: "ants", Value: "3"}, {Name: "speed", Value: "0.5"}}
	alltest.Check(t, slices.Equal(values, want), "values %v", values)
	err := solver.NewFlags(s.Table().Define).Set("ants", "12")
	alltest.Check(t, err == nil && s.ants == 12, "ants = %d, %v", s.ants, err)
	d := solver.Description{Engine: "x/a", Parameters: values}
	other := d
	other.Parameters = s.Table().Values()
	alltest.Check(t, d.Hash() != other.Hash() && d.Hash() == (solver.Description{Engine: "x/a", Parameters: values}).Hash(),
		"the hash does not follow the parameters")
	alltest.Check(t, d.Label() == "x/a", "label %q", d.Label())
	if d.Variant = "fast"; d.Label() != "fast" {
		t.Errorf("label %q", d.Label())
	}
}

func TestCast(t *testing.T) {
	item := puzzle.Item{Puzzle: puzzle.Item{Puzzle: row{"a"}}}
	p, err := solver.Cast[row](item)
	alltest.Check(t, err == nil && p.solution == "a", "%v, %v", p, err)
	_, err = solver.Cast[*other](item)
	alltest.Check(t, errors.Is(err, solver.ErrPuzzle), "error %v", err)
}

type other struct{ row }

// TestFilm: frames are spaced by the rule of their number alone; improvements, the powers of ten, the latest iteration
// and a solution are among them, and none comes after more than twice as many iterations as the one before.
func TestFilm(t *testing.T) {
	record := func(capacity, iterations int, solvedAt int) []solver.Frame {
		f := solver.NewRecorder(capacity)
		best := 9.0
		for i := 1; i <= iterations; i++ {
			cost := 4.0
			if i == solvedAt {
				cost = 0
				f.Observe(solver.Event{Improved: true, Iterations: int64(i - 1), Cost: 0, Board: board("ab")})
			}
			if i == 1 || i%137 == 0 && best > 4 {
				best--
			}
			f.Observe(solver.Event{Iterations: int64(i), Cost: cost, Best: min(best, 9*cost), Board: board("aa"), Pheromone: []float64{float64(i)}})
		}
		return f.Frames()
	}
	for _, n := range []int{1, 2, 7, 8, 9, 99, 100, 137, 999, 1000, 1999, 12345} {
		var at []int64
		for _, f := range record(60, n, 0) {
			at = append(at, f.Iterations)
		}
		alltest.Check(t, len(at) <= 61 && len(at) >= min(n, 25) && at[0] == 1 && at[len(at)-1] == int64(n), "%d iterations: %v", n, at)
		for i := 1; i < len(at); i++ {
			alltest.Check(t, at[i-1] < at[i] && at[i] <= 2*at[i-1], "%d iterations: from %d to %d", n, at[i-1], at[i])
		}
		for _, want := range []int64{10, 100, 137, 1000, 10000} {
			alltest.Check(t, int64(n) < want || slices.Contains(at, want), "%d iterations: %v lack %d", n, at, want)
		}
	}
	alltest.Check(t, len(record(8, 5000, 0)) <= 9, "a small recorder is too full")
	frames := record(8, 101, 101)
	last := frames[len(frames)-1]
	alltest.Check(t, last.Cost == 0 && last.Iterations == 101 && string(last.Board.Values) == "ab", "the solution is not the last frame: %+v", last)
	for i, f := range frames[:len(frames)-1] {
		alltest.Check(t, f.Cost != 0, "frame %d shows the solution, too", i)
	}
}
