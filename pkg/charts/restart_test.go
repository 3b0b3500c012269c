package charts_test

import (
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// runsOf are runs of given lengths; one below zero found nothing in that time.
func runsOf(puzzle string, iterations ...int64) (out []experiment.Record) {
	for i, n := range iterations {
		r := experiment.Record{Puzzle: puzzle, Content: puzzle, Rows: 3, Cols: 3, Engine: "e", Variant: "ants", Run: i, Status: solver.Solved, Iterations: n}
		if n < 0 {
			r.Status, r.Iterations = solver.Exhausted, -n
		}
		out = append(out, r)
	}
	return out
}

// TestRestarts: a panel a puzzle, the marks at the cheapest cutoffs.
func TestRestarts(t *testing.T) {
	records := append(runsOf("quick or never", 2, 3, 2, 4, -1000, -1000, 3, 2, -1000, 5), runsOf("steady", 100, 120, 110, 105, 115, 108)...)
	all := analysis.Group(records).Restarts(analysis.Iterations)
	c := charts.Restarts(all)
	alltest.OK(t, c.Check())
	best := 0
	for _, s := range series(t, c) {
		if !strings.HasPrefix(s.ID, "best") {
			continue
		}
		r := all[s.YAxisIndex]
		v := s.Data[0].Value
		alltest.Check(t, v[0] == r.Best.Cutoff, "%s: the mark stands at %v, want %v", r.Puzzle, v, r.Best)
		best++
	}
	alltest.Check(t, best == 2 && strings.Contains(c.Alt, "quick or never"), "%d marks; %s", best, c.Alt)
}

// TestTails: what is drawn is one minus what is solved, and the step at which
// all are solved, which has no logarithm, is left out.
func TestTails(t *testing.T) {
	c := charts.Tails(analysis.Group(runsOf("p", 10, 20, 40, 80)).RunTimes(analysis.Iterations))
	alltest.OK(t, c.Check())
	for _, s := range series(t, c) {
		if !strings.HasPrefix(s.ID, "line") {
			continue
		}
		alltest.Check(t, len(s.Data) == 3 && s.Data[0].Value[1] == 0.75 && s.Data[2].Value[1] == 0.25, "%+v", s.Data)
	}
	alltest.Has(t, c.Subtitle, "a straight line is a heavy tail")
	many := charts.Tails(sample.RunTimes(6))
	alltest.Check(t, !strings.Contains(many.Subtitle, "line"), "it draws no lines and says %q", many.Subtitle)
}

// TestPuzzlesOfRunTimes: labels that have a puzzle each are on as many puzzles.
func TestPuzzlesOfRunTimes(t *testing.T) {
	runs := append(runsOf("a", 10, 20), runsOf("b", 30)...)
	for i := range runs {
		runs[i].Variant = runs[i].Puzzle
	}
	times := analysis.Group(runs).RunTimes(analysis.Iterations)
	c := charts.RunTimes(times)
	alltest.Check(t, strings.HasPrefix(c.Subtitle, "2 puzzles, 3 runs"), "%v", c.Subtitle)
	if c := charts.RunTimes(sample.RunTimes(3)); !strings.HasPrefix(c.Subtitle, "2 puzzles, 120 runs") {
		t.Error(c.Subtitle)
	}
}
