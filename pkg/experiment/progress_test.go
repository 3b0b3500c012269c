package experiment

import (
	"slices"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

func TestProgressCounts(t *testing.T) {
	dir := t.TempDir()
	plan := examplePlan(3, 2)
	mustRun(t, plan, In(dir))
	plan.Runs = 4
	plan.Engines = append(plan.Engines, experimenttest.Flips{Variant: "bad", Crash: func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) { panic("bad") }})
	var reports []Progress
	runs := mustRun(t, plan, In(dir), OnProgress(func(p Progress) { reports = append(reports, p) }))
	alltest.Require(t, len(reports) >= 2, "%d reports", len(reports))
	first, last := reports[0], reports[len(reports)-1]
	alltest.Check(t, first.Total == 36 && first.Done == 12 && first.Reused == 12 && !first.Finished && first.Remaining == -1, "first report %+v", first)
	solved := 0
	for _, r := range runs.Records() {
		if r.Solved() {
			solved++
		}
	}
	if last.Name != "coins" || last.Total != 36 || last.Done != 36 || last.Reused != 12 || last.Failed != 12 || last.Solved != solved ||
		!last.Finished || last.Interrupted || last.Remaining != 0 || last.Rate <= 0 {
		t.Errorf("last report %+v", last)
	}
	for i, p := range reports {
		alltest.Equal(t, p.Finished, (i == len(reports)-1), "report %d of %d: finished", i, len(reports))
	}
}

// Between the first and the last report there are never two closer together
// than the cadence, whatever the rate of the runs.
func TestCadence(t *testing.T) {
	var reported []time.Duration
	track := newTracker("", 1000, []func(Progress){func(p Progress) { reported = append(reported, p.Elapsed) }})
	now := track.start
	track.report(now)
	for range 1000 {
		now = now.Add(time.Millisecond)
		track.add(Record{}, false)
		track.tick(now)
	}
	alltest.Equal(t, len(reported), 11, "reports in a second of work")
	reported = nil
	for range 5000 { // nothing is done any more
		now = now.Add(time.Millisecond)
		track.tick(now)
	}
	alltest.Equal(t, len(reported), 5, "reports in five idle seconds")
}

func TestRate(t *testing.T) {
	cases := []struct {
		done, missing int
		elapsed       time.Duration
		perSecond     float64
		remaining     time.Duration
	}{
		{0, 10, time.Second, 0, -1},
		{5, 10, time.Second, 5, 2 * time.Second},
		{5, 0, time.Second, 5, 0},
		{0, 0, 0, 0, 0},
		{1, 1 << 40, time.Hour, 1.0 / 3600, 100 * 365 * 24 * time.Hour},
	}
	for _, c := range cases {
		r, left := rate(c.done, c.missing, c.elapsed)
		alltest.Check(t, r == c.perSecond && left == c.remaining, "rate(%d, %d, %v) = %v, %v", c.done, c.missing, c.elapsed, r, left)
	}
}

func ordered(t *testing.T, p Plan) (trials []Trial) {
	s := alltest.Must(p.Open())(t)
	s.numbers = slices.Repeat([]int32{-1}, s.plan.Total())
	for group := range s.due() {
		trials = append(trials, group[0].Trial)
	}
	return trials
}

// The order in which runs are made is even over the plan: after any part of
// it, no engine and no puzzle is more than one run ahead of another.
func TestOrderOfRuns(t *testing.T) {
	trials := ordered(t, examplePlan(7, 3))
	alltest.Require(t, len(trials) == 42, "%d trials", len(trials))
	count := map[[2]int]int{}
	var puzzles []int
	for i, j := range trials {
		alltest.Require(t, j.Run == count[[2]int{j.Puzzle, j.Engine}] && j.Run == i/14, "trial %d is run %d of puzzle %d", i, j.Run, j.Puzzle)
		count[[2]int{j.Puzzle, j.Engine}]++
		if j.Engine == 0 {
			puzzles = append(puzzles, j.Puzzle)
		} else if j.Puzzle != trials[i-1].Puzzle {
			t.Fatalf("trial %d: engines on one puzzle are apart", i)
		}
	}
	alltest.Check(t, !slices.IsSorted(puzzles[:7]), "the puzzles are in the plan's order: %v", puzzles)
}
