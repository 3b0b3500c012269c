package analysis

import (
	"fmt"
	"iter"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// many makes records as a large experiment has them: so many puzzles, engines
// and runs, one after another, without keeping any.
func many(n int) iter.Seq[experiment.Record] {
	const puzzles, engines = 908, 6
	ids, contents, labels := make([]string, puzzles), make([]string, puzzles), make([]string, engines)
	for i := range ids {
		ids[i], contents[i] = fmt.Sprintf("%04d", i), fmt.Sprintf("%016x", i*7919)
	}
	for i := range labels {
		labels[i] = fmt.Sprint("scheme ", i)
	}
	return func(yield func(experiment.Record) bool) {
		state := uint64(1)
		for i := range n {
			state = state*6364136223846793005 + 1442695040888963407
			x := float64(state>>40) / (1 << 24)
			r := experiment.Record{
				Puzzle: ids[i%puzzles], Kind: "nurikabe", Content: contents[i%puzzles], Rows: 5 + i%puzzles%16, Cols: 5 + i%puzzles%16,
				Engine: "nurikabe/acs", Variant: labels[i/puzzles%engines], ConfigHash: "0123456789abcdef", Run: i / puzzles / engines, Seed: state,
				Budget: solver.Budget{Wall: 5e9}, Status: solver.Solved, Seconds: 5 * x, CPU: 5 * x, Iterations: int64(1000 * x), Evaluations: int64(10000 * x), Host: "host", Code: "src-1",
			}
			if x > 0.6 {
				r.Status, r.Cost, r.Seconds = solver.Exhausted, 4, 5
			}
			if !yield(r) {
				return
			}
		}
	}
}

// BenchmarkRecords groups records by label and size class, with bootstrap
// intervals.
func BenchmarkRecords(b *testing.B) {
	const n = 200_000
	records := slices.Collect(many(n))
	for b.Loop() {
		runs := 0
		for _, p := range Group(records).By(Size).ExpectedRunTime(Seconds).Totals {
			runs += p.Runs
		}
		alltest.Require(b, runs == n, "%v", runs)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/record")
}
