package analysis

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

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
	byPuzzle := Default.ExpectedByPuzzle(records, Seconds)
	for i, want := range []Expected{
		{PuzzleKey: PuzzleKey{Puzzle: "p1"}, Runs: 3, Successes: 2, Total: 10, Mean: 5},
		{PuzzleKey: PuzzleKey{Puzzle: "p2"}, Runs: 2, Successes: 0, Total: 6, Mean: inf, Interval: Interval{Low: 3 / Default.Wilson(0, 2).High, High: inf}},
		{PuzzleKey: PuzzleKey{Puzzle: "p3"}, Runs: 1, Successes: 1, Total: 4, Mean: 4, Interval: Interval{Low: 4, High: 4}},
	} {
		got := byPuzzle[i]
		if got.Puzzle != want.Puzzle || got.Runs != want.Runs || got.Successes != want.Successes || got.Total != want.Total || got.Mean != want.Mean || got.Class != (Class{}) {
			t.Errorf("got %+v, want %+v", got, want)
		}
		if i > 0 && got.Interval != want.Interval {
			t.Errorf("%s: interval %+v, want %+v", got.Puzzle, got.Interval, want.Interval)
		}
	}
	bySize := Default.ExpectedBySize(records, Seconds)
	for i, want := range []Expected{
		{Class: Class{0, 99}, Runs: 5, Successes: 2, Total: 16, Mean: 8},
		{Class: Class{100, 199}, Runs: 1, Successes: 1, Total: 4, Mean: 4},
		{Class: Class{}, Runs: 6, Successes: 3, Total: 20, Mean: 20.0 / 3},
	} {
		got := bySize[i]
		if got.Class != want.Class || got.Runs != want.Runs || got.Successes != want.Successes || got.Total != want.Total || got.Mean != want.Mean {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if got := Default.ExpectedByPuzzle(records, Evaluations)[0]; got.Mean != 500 || got.Measure != Evaluations {
		t.Errorf("in evaluations: %+v", got)
	}
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
		got := Default.ExpectedByPuzzle(records, Seconds)[0]
		if n[1] == 0 {
			if !math.IsInf(got.Mean, 1) {
				t.Fatalf("no success, mean %v", got.Mean)
			}
			return
		}
		p := n[1] / (n[0] + n[1])
		want := sum[1] / n[1]
		if n[0] > 0 {
			want += (1 - p) / p * sum[0] / n[0]
		}
		if math.Abs(got.Mean-want) > 1e-9*want {
			t.Fatalf("mean %v, want %v", got.Mean, want)
		}
		if i := got.Interval; math.IsNaN(i.Low) || math.IsNaN(i.High) || i.Low > i.High {
			t.Fatalf("interval %+v", i)
		}
	})
}

// Of two runs, one solved after 1 s and one not within 3 s, a quarter of the
// draws has two successes (1 s), half has one (4 s), and a quarter has none.
func TestExpectedIntervalOfTwoRuns(t *testing.T) {
	records := []experiment.Record{row("a", "p", 9, 0, solver.Solved, 1), row("a", "p", 9, 1, solver.Exhausted, 3)}
	for level, want := range map[float64]Interval{0.95: {Low: 1, High: math.Inf(1)}, 0.4: {Low: 4, High: 4}} {
		got := Settings{Level: level}.ExpectedByPuzzle(records, Seconds)[0].Interval
		if got != want {
			t.Errorf("level %v: %+v, want %+v", level, got, want)
		}
	}
}

// Solving at a constant rate has no memory: whatever the time limit, a solution
// costs one over the rate. Mean and interval must find that, though most runs
// are cut off.
func TestExpectedOfAConstantRate(t *testing.T) {
	const draws, runs, limit, truth = 400, 100, 2.0, 5.0
	random := rand.New(rand.NewPCG(9, 9))
	held, mean := 0, 0.0
	s := Settings{Resamples: 300}
	for range draws {
		var records []experiment.Record
		for run := range runs {
			status, seconds := solver.Solved, truth*random.ExpFloat64()
			if seconds > limit {
				status, seconds = solver.Exhausted, limit
			}
			records = append(records, row("a", "p", 9, run, status, seconds))
		}
		e := s.ExpectedByPuzzle(records, Seconds)[0]
		mean += e.Mean / draws
		if e.Interval.Low <= truth && truth <= e.Interval.High {
			held++
		}
	}
	if share := float64(held) / draws; share < 0.91 || share > 0.985 {
		t.Errorf("held in %.3f of %d draws", share, draws)
	}
	if math.Abs(mean-truth) > 0.25 { // the ratio is biased by about 1/33 upwards
		t.Errorf("the means average %.3f, the truth is %v", mean, truth)
	}
}
