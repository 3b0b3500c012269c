package paper_test

import (
	"math"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/nurikabe/paper"
	"formicary/pkg/solver"
)

// onPapers are published runs on the paper's puzzles.
func onPapers(t *testing.T, study string, plans ...string) []experiment.Record {
	t.Helper()
	s := alltest.Must(archive.Open(study))(t)
	all := alltest.Must(s.Records(plans...))(t)
	return all
}

func table1(t *testing.T) []experiment.Record {
	const name = "nurikabe table 1, janko-911, "
	return onPapers(t, "nurikabe-table-1", name+"below 200 cells", name+"200 cells and more")
}

// A minute is the pace of the published runs, where that is one.
func TestMinuteIsThePace(t *testing.T) {
	for i, p := range paper.Paces(table1(t)) {
		cells := max(p.Class.Least, 9)
		if got := paper.Minute(cells); float64(got) != p.Iterations && !math.IsInf(p.Iterations, 1) {
			t.Errorf("%v: %d iterations, the pace is %v", p.Class, got, p.Iterations)
		} else if i == 0 && got != 10_000 || i == 4 && got != paper.Minute(399) {
			t.Errorf("%v: %d iterations", p.Class, got)
		}
	}
}

func TestAnyOfHundred(t *testing.T) {
	run := func(puzzle, variant string, run, rows int, solvedAt int64) experiment.Record {
		r := experiment.Record{Puzzle: puzzle, Content: puzzle, Engine: "nurikabe/acs", Variant: variant, Run: run, Rows: rows, Cols: 10, Status: solver.Exhausted, Iterations: 10_000}
		if solvedAt > 0 {
			r.Status, r.Iterations = solver.Solved, solvedAt
		}
		return r
	}
	five := []experiment.Record{
		run("a", "scheme 1", 0, 9, 0), run("a", "scheme 1", 1, 9, 10_000), run("b", "scheme 1", 0, 12, 7452), run("c", "scheme 1", 0, 12, 7451),
		run("d", "scheme 1", 0, 12, 0), run("d", "scheme 0", 0, 12, 5), run("e", "scheme 1", 0, 40, 0),
	}
	hundred := []experiment.Record{run("d", "scheme 1", 70, 12, 7000)}
	for i := range 102 { // of the last puzzle three only
		hundred = append(hundred, run([]string{"b", "e"}[i/100], "scheme 1", i, 12+i/100*28, 0))
	}
	five = append(five, run("e", "scheme 1", 1, 40, 0), run("e", "scheme 1", 2, 40, 0))
	if ours, theirs, of, most := paper.OfHundred(paper.AnyOfHundred(five, hundred)); ours != 3 || of != 4 || most != analysis.SizeClasses[1].Most || theirs != paper.Table2()[0].Ants+paper.Table2()[1].Ants {
		t.Errorf("%d, in the paper %d, of %d up to %d cells", ours, theirs, of, most)
	}
	for n, want := range map[int][]paper.Any{
		0:   {{Class: analysis.SizeClasses[0], Solved: 1, Instances: 1, Runs: 100}, {Class: analysis.SizeClasses[1], Solved: 1, Instances: 3, Runs: 1}, {Solved: 2, Instances: 5, Runs: 1}},
		103: {{Class: analysis.SizeClasses[0], Solved: 1, Instances: 1, Runs: 100}, {Class: analysis.SizeClasses[1], Solved: 2, Instances: 3, Runs: 100}, {Solved: 3, Instances: 5, Runs: 3}},
	} {
		got := paper.AnyOfHundred(five, hundred[:n])
		alltest.Check(t, len(got) == 6 && got[0] == want[0] && got[1] == want[1] && got[5] == want[2] && got[4].Instances == 1,
			"with %d of the hundred runs: %+v", n, got)
	}
}
