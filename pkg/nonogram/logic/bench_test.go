package logic_test

import (
	"os"
	"testing"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// BenchmarkTable1 solves the pictures that stand for the rows of the paper's
// table I, up to 60×145.
//
//	go test -run '^$' -bench Table1 ./pkg/nonogram/logic
func BenchmarkTable1(b *testing.B) {
	for _, item := range nonogram.Kind.MustOpen("table-1").Items {
		b.Run(item.ID(), func(b *testing.B) { bench(b, []puzzle.Item{item}) })
	}
}

// BenchmarkSet solves a whole benchmark set, and tells the time of a puzzle.
//
//	FORMICARY_DATA=… go test -run '^$' -bench Set ./pkg/nonogram/logic
func BenchmarkSet(b *testing.B) {
	if os.Getenv(sets.DataEnv) == "" {
		b.Skipf("%s does not name the benchmarks", sets.DataEnv)
	}
	for _, name := range []string{"survey", "assorted", "janko", "colour"} {
		b.Run(name, func(b *testing.B) { bench(b, nonogram.Kind.MustOpen(name).Items) })
	}
}

func bench(b *testing.B, items []puzzle.Item) {
	b.Helper()
	seconds, lines, solved := 0.0, 0.0, 0
	const rounds = 5 // so that a single turn of the benchmark tells something
	for b.Loop() {
		solved = 0
		for n := range rounds * len(items) {
			item := items[n%len(items)]
			out, err := logic.New().Solve(b.Context(), item.Puzzle, solver.Run{})
			if err != nil {
				b.Fatal(err)
			}
			if out.Status == solver.Solved {
				solved++
			}
			seconds += out.CPU.Seconds()
			lines += float64(out.Iterations)
		}
	}
	runs := float64(b.N * rounds * len(items))
	b.ReportMetric(seconds*1e3/runs, "cpu-ms/puzzle")
	b.ReportMetric(lines/runs, "lines/puzzle")
	b.ReportMetric(seconds*1e6/lines, "cpu-µs/line")
	b.ReportMetric(float64(solved)/rounds, "solved")
	b.ReportMetric(0, "ns/op")
}
