package analysis

import (
	"fmt"
	"iter"
	"runtime"
	"slices"
	"testing"

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
				Engine: "nurikabe/acs", Variant: labels[i/puzzles%engines], Parameters: "0123456789abcdef", Run: i / puzzles / engines, Seed: state,
				Budget: solver.Wall(5e9), Status: solver.Solved, Seconds: 5 * x, CPU: 5 * x, Iterations: int64(1000 * x), Evaluations: int64(10000 * x), Host: "host", Code: "src-1",
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

// BenchmarkGroup groups a million records by label and size class and sums each
// group up, with PAR-2 and Wilson's intervals, from a table in memory; and makes
// the table of records that come one by one.
func BenchmarkGroup(b *testing.B) {
	const n = 1_000_000
	type key struct {
		label string
		class int
	}
	b.Run("make", func(b *testing.B) {
		for b.Loop() {
			if t := NewTable(many(n)); t.Len() != n {
				b.Fatal(t.Len())
			}
		}
	})
	t := NewTable(many(n))
	b.Run("group", func(b *testing.B) {
		for b.Loop() {
			parts := GroupBy(t, func(r Row) key {
				cells := r.Cells()
				for i, c := range SizeClasses {
					if c.Contains(cells) {
						return key{r.Label(), i}
					}
				}
				return key{}
			})
			runs := 0
			for _, p := range parts {
				runs += p.Table.Summary(Seconds, 2).Runs
			}
			if runs != n {
				b.Fatal(runs)
			}
		}
	})
	b.Run("puzzles", func(b *testing.B) {
		type key struct{ setup, puzzle int }
		for b.Loop() {
			runs := 0
			for _, p := range GroupBy(t, func(r Row) key { return key{r.SetupNumber(), r.PuzzleNumber()} }) {
				runs += p.Table.Summary(Seconds, 2).Runs
			}
			if runs != n {
				b.Fatal(runs)
			}
		}
	})
}

// BenchmarkRecords groups records themselves, which are copied, by label and
// size class with PAR-2 and bootstrap intervals.
func BenchmarkRecords(b *testing.B) {
	const n = 200_000
	records := slices.Collect(many(n))
	for b.Loop() {
		runs := 0
		for _, p := range PenalisedBySize(records, Seconds, 2) {
			if p.Class == (Class{}) {
				runs += p.Runs
			}
		}
		if runs != n {
			b.Fatal(runs)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/record")
}

// BenchmarkTableMemory tells what a table of 545,000 records takes.
func BenchmarkTableMemory(b *testing.B) {
	const n = 545_000
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		t := NewTable(many(n))
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/n, "B/record")
		runtime.KeepAlive(t)
	}
}
