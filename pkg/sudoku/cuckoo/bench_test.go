package cuckoo_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/cuckoo"
	"formicary/pkg/sudoku/sudokus"
)

// BenchmarkIteration measures iterations and eggs a second of processor time
// on a hard puzzle and on a board with one given.
func BenchmarkIteration(b *testing.B) {
	set := alltest.Must(sudokus.Kind.Read("bench", strings.NewReader("1........\n"+strings.Repeat(".........\n", 8))))(b)
	hard := alltest.Must(sudokus.Kind.Read("bench", strings.NewReader("...7..8....6....31.4...2....24.7.....1..3..8.....6.29....8...7.86....5....2..6...")))(b)
	one := cuckoo.New()
	one.Eggs, one.Variant = 1, "one egg"
	stuck := cuckoo.NewImproved()
	stuck.Filter, stuck.Variant = one.Filter, "improved, with the paper's filter"
	for _, engine := range []*cuckoo.Solver{cuckoo.New(), one, stuck} {
		for name, p := range map[string]puzzle.Puzzle{"s12c": hard.Items[0].Puzzle, "one given": set.Items[0].Puzzle} {
			b.Run(engine.Describe().Label()+"/"+name, func(b *testing.B) {
				var iterations, eggs int64
				var spent time.Duration
				for b.Loop() {
					for seed := range uint64(10) {
						out := alltest.Must(engine.Solve(context.Background(), p, solver.Run{Seed: seed, Budget: solver.Iterations(5_000)}))(b)
						iterations, eggs, spent = iterations+out.Iterations, eggs+out.Evaluations, spent+out.CPU
					}
				}
				b.ReportMetric(float64(iterations)/spent.Seconds(), "iterations/cpu-s")
				b.ReportMetric(float64(eggs)/spent.Seconds(), "eggs/cpu-s")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
