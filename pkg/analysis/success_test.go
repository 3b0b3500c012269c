package analysis

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

func TestProportionAtTheEdges(t *testing.T) {
	alltest.Equal(t, Default.Proportion(0, 0), Proportion{Interval: Interval{High: 1}, Level: 0.95}, "no trials")
	p := Default.Proportion(7, 7)
	alltest.Check(t, p.Rate == 1 && p.High == 1 && p.Low > 0.5, "7 of 7: %+v", p)
	for _, bad := range [][2]int{{-1, 3}, {4, 3}} {
		alltest.Panics(t, func() { Default.Proportion(bad[0], bad[1]) }, bad)
	}
}

// Of puzzles that are each solved always or never the runs count nothing; a puzzle with
// half of its runs is less than that tells of the next one.
func TestAcross(t *testing.T) {
	s := Default.complete()
	for _, c := range []struct {
		units     []ratio
		low, high float64
	}{
		{[]ratio{{1, 1}, {0, 1}, {1, 1}, {1, 1}}, Default.Proportion(3, 4).Low, Default.Proportion(3, 4).High},
		{[]ratio{{0, 100}, {0, 100}, {0, 100}}, 0, Default.Proportion(0, 3).High},
		{[]ratio{{9, 9}, {9, 9}}, Default.Proportion(2, 2).Low, 1},
		{[]ratio{{10, 10}, {0, 10}, {10, 10}, {0, 10}}, Default.Proportion(2, 4).Low, Default.Proportion(2, 4).High},
		{nil, 0, 1},
	} {
		got := s.across(c.units)
		alltest.Check(t, near(got.Low, c.low, 4) && near(got.High, c.high, 4), "%v: %+v, want %v to %v", c.units, got, c.low, c.high)
	}
	got := s.across([]ratio{{5, 10}, {5, 10}, {5, 10}, {5, 10}})
	alltest.Check(t, got.Low >= Default.Proportion(2, 4).Low+0.1, "puzzles all alike: %+v", got)
}

// A small experiment counted by hand.
func TestSuccessBySize(t *testing.T) {
	records := []experiment.Record{
		row("a", "p1", 64, 0, solver.Solved, 1), row("a", "p1", 64, 1, solver.Exhausted, 5),
		row("a", "p2", 99, 0, solver.Unique, 1), row("a", "p2", 99, 1, solver.Multiple, 1),
		row("a", "p3", 100, 0, solver.Exhausted, 5), row("a", "p3", 100, 1, experiment.Failed, 0),
		row("a", "p4", 600, 0, solver.Unsolvable, 1), row("a", "p4", 600, 1, solver.Exhausted, 5),
		row("b", "p1", 64, 0, solver.Solved, 1),
	}
	records[5].Error = "out of ants"
	twin := row("a", "p5", 64, 0, solver.Exhausted, 5) // p1 under another name
	twin.Content = records[0].Content
	records = append(records, twin)

	table := Group(records).By(Size).Success()
	alltest.Check(t, fmt.Sprint(table.Labels) == "[a b]" && fmt.Sprint(table.Classes) == "[0–99 100–199 ≥400]",
		"labels %v, classes %v", table.Labels, table.Classes)
	want := []struct {
		label                                string
		class                                Class
		instances, solved, runs, any, failed int
	}{
		{"a", Class{0, 99}, 2, 3, 4, 2, 0},
		{"a", Class{100, 199}, 1, 0, 2, 0, 1},
		{"a", Class{400, 0}, 1, 0, 2, 0, 0},
		{"b", Class{0, 99}, 1, 1, 1, 1, 0},
		{"a", Class{}, 4, 3, 8, 2, 1},
		{"b", Class{}, 1, 1, 1, 1, 0},
	}
	alltest.Require(t, len(table.Rows) == 4 && len(table.Totals) == 2, "%d rows, %d totals", len(table.Rows), len(table.Totals))
	for _, w := range want {
		r, ok := table.Get(w.label, w.class)
		if !ok || r.Instances != w.instances || r.Runs.Successes != w.solved || r.Runs.Trials != w.runs ||
			r.Any.Successes != w.any || r.Any.Trials != w.instances || r.Failed != w.failed {
			t.Errorf("%s %v: %+v, %v", w.label, w.class, r, ok)
		}
	}
	alltest.Equal(t, table.Scope, Scope{Level: 0.95})
	one := Group(append(records[:2:2], records[8])).By(Size).Success()
	r := one.Totals[0]
	alltest.Check(t, one.Scope.Runs && r.Across == Default.Proportion(1, 2).Interval, "of one puzzle: %+v, about %v", r, one.Scope)
	_, ok := table.Get("b", Class{100, 199})
	alltest.Check(t, !ok, "a row without records")
	wantWarnings := []string{
		"a: 1 run failed and counts as not solved; p3 run 1: out of ants",
		"a: 5 puzzles, 1 of them a copy: 4 contents, each counted once",
	}
	alltest.Check(t, slices.Equal(table.Warnings, wantWarnings), "warnings %q", table.Warnings)
}

func TestSuccessByPuzzle(t *testing.T) {
	got := Group([]experiment.Record{
		row("a", "big", 100, 0, solver.Solved, 1), row("a", "small", 25, 0, solver.Exhausted, 1), row("b", "small", 25, 0, solver.Solved, 1),
		row("a", "big", 100, 1, solver.Exhausted, 1), row("a", "also", 25, 0, solver.Solved, 1),
	}).By(EachPuzzle).Success().Rows
	for i, want := range []struct {
		label string
		of    PuzzleKey
		runs  Proportion
	}{
		{"a", PuzzleKey{"also", "calso", 25}, Default.Proportion(1, 1)},
		{"a", PuzzleKey{"small", "csmall", 25}, Default.Proportion(0, 1)},
		{"a", PuzzleKey{"big", "cbig", 100}, Default.Proportion(1, 2)},
		{"b", PuzzleKey{"small", "csmall", 25}, Default.Proportion(1, 1)},
	} {
		if r := got[i]; r.Label != want.label || r.PuzzleKey != want.of || r.Runs != want.runs || r.Across != want.runs.Interval {
			t.Errorf("got  %+v\nwant %+v", r, want)
		}
	}
}

// What is shown first always holds the rate, and counts always add up.
func TestSuccessProperties(t *testing.T) {
	s := Settings{Resamples: 20}
	rapid.Check(t, func(t *rapid.T) {
		records := draw(t)
		table := s.Group(records).By(Size).Success()
		runs := map[string]int{}
		for _, r := range append(table.Rows, table.Totals...) {
			rate := r.Runs.Rate
			alltest.Require(t, 0 <= r.Across.Low && r.Across.Low <= rate+1e-12 && rate <= r.Across.High+1e-12 && r.Across.High <= 1,
				"across %+v of rate %v", r.Across, rate)
			alltest.Require(t, r.Any.Rate >= rate || r.Instances != 1, "%+v", r)
			if r.Class != (Class{}) {
				runs[r.Label] += r.Runs.Trials
			}
		}
		for _, r := range table.Totals {
			alltest.Require(t, runs[r.Label] == r.Runs.Trials, "%s: %d runs in the classes, %d in all", r.Label, runs[r.Label], r.Runs.Trials)
		}
	})
}

func TestClass(t *testing.T) {
	for class, want := range map[Class]string{{}: "all", {0, 99}: "0–99", {100, 199}: "100–199", {400, 0}: "≥400", {144, 144}: "144"} {
		alltest.Equal(t, class.String(), want, "%+v is written", class)
	}
	for n := range 700 {
		in := 0
		for _, c := range SizeClasses {
			if c.Contains(n) {
				in++
			}
		}
		alltest.Check(t, in == 1 && (Class{}).Contains(n), "%d cells are in %d classes", n, in)
	}
}

func TestReferenceInterval(t *testing.T) {
	// Scheme 1 on 200–299 cells: 0.267 of the runs on 64 puzzles. Our own runs,
	// whose puzzles are known, never have a wider interval at that rate.
	got := Reference{Instances: 64, Rate: 0.267, Runs: 100}.Interval()
	alltest.Check(t, near(got.Low, 0.1641, 4) && near(got.High, 0.3924, 4), "%+v", got)
	units := make([]ratio, 64)
	for i := range units {
		units[i] = ratio{0, 100}
		if i < 17 {
			units[i].part = 100
		}
	}
	units[17].part = 8.8
	own := Default.complete().across(units)
	alltest.Check(t, own.Low >= got.Low-0.005 && own.High <= got.High+0.005, "published %+v, ours at the most %+v", got, own)
	alltest.Equal(t, (Reference{Rate: 0.267, Runs: 100}).Interval(), Interval{Low: 0, High: 1}, "unknown puzzles")
}
