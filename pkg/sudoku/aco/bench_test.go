package aco

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/paper"
)

// BenchmarkPaper solves the paper's eleven puzzles in its mode with 100 seeds
// each, at most 20 seconds of processor time a run, and reports runs solved,
// median, mean and worst processor time, and the paper's time.
//
//	FORMICARY_DATA=… go test -run '^$' -bench Paper -benchtime 1x ./pkg/sudoku/aco
func BenchmarkPaper(b *testing.B) {
	if os.Getenv(sets.DataEnv) == "" {
		b.Skipf("%s does not name the benchmarks", sets.DataEnv)
	}
	for _, item := range sudoku.Kind.MustOpen("paper-11").Items {
		b.Run(strings.ReplaceAll(item.ID(), " ", "-"), func(b *testing.B) {
			var times []time.Duration
			var sum time.Duration
			solved := 0
			for b.Loop() {
				for seed := range uint64(100) {
					out := solvertest.Solve(b, New(), item, solver.Run{Seed: seed + 1, Budget: solver.CPU(20 * time.Second)})
					if out.Status == solver.Solved {
						solved++
					}
					times, sum = append(times, out.CPU), sum+out.CPU
				}
			}
			slices.Sort(times)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(100*float64(solved)/float64(len(times)), "%solved")
			b.ReportMetric(1e3*times[len(times)/2].Seconds(), "cpu-ms/median")
			b.ReportMetric(1e3*sum.Seconds()/float64(len(times)), "cpu-ms/mean")
			b.ReportMetric(1e3*times[len(times)-1].Seconds(), "cpu-ms/worst")
			if seconds, ok := paper.AntSeconds(item.ID()); ok {
				b.ReportMetric(1e3*seconds, "paper-ms")
			}
		})
	}
}
