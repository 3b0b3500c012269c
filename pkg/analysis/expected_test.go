package analysis

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

func TestExpectedByHand(t *testing.T) {
	records := []experiment.Record{
		row("a", "p1", 25, 0, solver.Solved, 2), row("a", "p1", 25, 1, solver.Exhausted, 5), row("a", "p1", 25, 2, solver.Unique, 3),
		row("a", "p2", 36, 0, solver.Exhausted, 5), row("a", "p2", 36, 1, experiment.Failed, 1),
		row("a", "p3", 150, 0, solver.Solved, 4),
	}
	inf := math.Inf(1)
	byPuzzle := Group(records).By(EachPuzzle).ExpectedRunTime(Seconds).Rows
	for i, want := range []ExpectedRunTime{
		{Part: Part{PuzzleKey: PuzzleKey{Puzzle: "p1"}}, Runs: 3, Successes: 2, Total: 10, Mean: 5},
		{Part: Part{PuzzleKey: PuzzleKey{Puzzle: "p2"}}, Runs: 2, Successes: 0, Total: 6, Mean: inf},
		{Part: Part{PuzzleKey: PuzzleKey{Puzzle: "p3"}}, Runs: 1, Successes: 1, Total: 4, Mean: 4},
	} {
		got := byPuzzle[i]
		if got.Puzzle != want.Puzzle || got.Runs != want.Runs || got.Successes != want.Successes || got.Total != want.Total || got.Mean != want.Mean || got.Class != (Class{}) {
			t.Errorf("got %+v, want %+v", got, want)
		}
		alltest.Check(t, got.Scope.Runs, "%s: about %v", got.Puzzle, got.Scope)
		// Nothing limits how long a run may take.
		alltest.Check(t, got.Interval.High == inf && got.Interval.Low > 0 && got.Interval.Low < got.Mean,
			"%s: interval %+v", got.Puzzle, got.Interval)
	}
	bySize := Group(records).By(Size).ExpectedRunTime(Seconds)
	for i, want := range []ExpectedRunTime{
		{Part: Part{Class: Class{0, 99}}, Runs: 5, Successes: 2, Total: 16, Mean: 8},
		{Part: Part{Class: Class{100, 199}}, Runs: 1, Successes: 1, Total: 4, Mean: 4},
		{Part: Part{Class: Class{}}, Runs: 6, Successes: 3, Total: 20, Mean: 20.0 / 3},
	} {
		got := append(bySize.Rows, bySize.Totals...)[i]
		if got.Class != want.Class || got.Runs != want.Runs || got.Successes != want.Successes || got.Total != want.Total || got.Mean != want.Mean {
			t.Errorf("got %+v, want %+v", got, want)
		}
		alltest.Equal(t, got.Scope.Runs, i == 1, "%v: about %v", got.Class, got.Scope)
	}
	got := Group(records).By(EachPuzzle).ExpectedRunTime(Evaluations).Rows[0]
	alltest.Check(t, got.Mean == 500 && got.Measure == Evaluations, "in evaluations: %+v", got)
}

// Auger and Hansen ("Performance evaluation of an advanced local search
// evolutionary algorithm", Congress on Evolutionary Computation 2005, equation
// 1) write the same quantity with the success rate p: the mean of the
// successful runs plus (1−p)/p times that of the others.
func TestExpectedIsThatOfAugerAndHansen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var records []experiment.Record
		var n, sum [2]float64
		for run := range rapid.IntRange(1, 20).Draw(t, "runs") {
			solved := rapid.Bool().Draw(t, "solved")
			seconds := rapid.Float64Range(0.01, 60).Draw(t, "seconds")
			status, at := solver.Exhausted, 0
			if solved {
				status, at = solver.Solved, 1
			}
			n[at]++
			sum[at] += seconds
			records = append(records, row("a", "p", 9, run, status, seconds))
		}
		got := Group(records).By(EachPuzzle).ExpectedRunTime(Seconds).Rows[0]
		if n[1] == 0 {
			alltest.Require(t, math.IsInf(got.Mean, 1), "no success, mean %v", got.Mean)
			return
		}
		p := n[1] / (n[0] + n[1])
		want := sum[1] / n[1]
		if n[0] > 0 {
			want += (1 - p) / p * sum[0] / n[0]
		}
		alltest.Require(t, math.Abs(got.Mean-want) <= 1e-9*want, "mean %v, want %v", got.Mean, want)
		i := got.Interval
		alltest.Require(t, i.Low < got.Mean && got.Mean < i.High, "interval %+v", i)
	})
}

// No interval has a width of zero, that of runs that are all alike neither.
func TestNoExpectedIntervalIsOfWidthZero(t *testing.T) {
	var alike []experiment.Record
	for run := range 30 {
		r := row("a", "p", 9, run, solver.Solved, 3)
		r.Budget.Wall = 10e9
		alike = append(alike, r)
	}
	e := Group(alike).By(EachPuzzle).ExpectedRunTime(Seconds).Rows[0]
	alltest.Check(t, e.Mean == 3 && near(e.Interval.Low, 2.65, 2) && near(e.Interval.High, 4.31, 2), "%+v", e)
	s := Settings{GridPoints: 9}
	rapid.Check(t, func(t *rapid.T) {
		records := draw(t)
		for _, e := range append(s.Group(records).By(EachPuzzle).ExpectedRunTime(Seconds).Rows, s.Group(records).By(Size).ExpectedRunTime(CPU).Rows...) {
			alltest.Require(t, e.Interval.Low != e.Interval.High || e.Total <= 0, "%+v", e)
		}
		for _, c := range s.Group(records).TargetCurves(Seconds) {
			alltest.Require(t, c.Interval.Low != c.Interval.High && c.Interval.Low <= c.Area && c.Area <= c.Interval.High,
				"area %v %+v", c.Area, c.Interval)
		}
		for _, r := range s.Group(records).RunTimes(Seconds) {
			for _, step := range r.Steps {
				alltest.Require(t, step.Low != step.High, "%+v", step)
			}
		}
	})
}
