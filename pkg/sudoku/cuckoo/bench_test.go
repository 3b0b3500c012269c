package cuckoo_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"formicary/pkg/analysis"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/cuckoo"
	"formicary/pkg/sudoku/genetic"
	"formicary/pkg/sudoku/paper"
	"formicary/pkg/sudoku/tabu"
)

var tries = flag.Int("tries", 30, "runs of each engine on each puzzle in the benchmarks of the paper's tables")

// table runs engines on the nine puzzles that most likely are the paper's and
// prints how many runs succeed, with 95 % intervals (Clopper and Pearson), and after how many
// iterations those did on average. (A benchmark's log would be cut after ten
// lines.)
func table(b *testing.B, budget solver.Budget, engines []solver.Solver, published func(engine, id string) (paper.Tries, bool)) {
	if os.Getenv(sets.DataEnv) == "" {
		b.Skipf("%s does not name the benchmarks", sets.DataEnv)
	}
	set := sudoku.Kind.MustOpen("cuckoo-9-inferred")
	for _, engine := range engines {
		b.Run(engine.Describe().Label(), func(b *testing.B) {
			for b.Loop() {
				fmt.Printf("\n%d tries each\n", *tries)
				for _, item := range set.Items {
					stated := "-"
					if t, ok := published(engine.Describe().Engine, item.ID()); ok {
						stated = t.String()
					}
					fmt.Printf("%s; paper: %s\n", row(b, engine, item, budget), stated)
				}
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// row is a line of a table.
func row(b *testing.B, engine solver.Solver, item puzzle.Item, budget solver.Budget) string {
	solved := 0
	var iterations int64
	var spent time.Duration
	for try := range *tries {
		seed := solver.Seed(1, item.Hash(), engine.Describe().Engine, try)
		out, err := engine.Solve(context.Background(), item.Puzzle, solver.Run{Seed: seed, Budget: budget})
		if err != nil {
			b.Fatal(err)
		}
		spent += out.CPU
		if out.Status == solver.Solved {
			solved++
			iterations += out.Iterations
		}
	}
	share := analysis.Default.Proportion(solved, *tries)
	mean := "-"
	if solved > 0 {
		mean = fmt.Sprintf("%.0f", float64(iterations)/float64(solved))
	}
	return fmt.Sprintf("  %s  %3d solved, %5.1f %% (%4.1f to %5.1f), after %6s iterations, %7.1f ms a run",
		item.ID(), solved, 100*share.Rate, 100*share.Low, 100*share.High, mean, spent.Seconds()*1e3/float64(*tries))
}

// BenchmarkTable1 is the setting of the paper's table 1: 10,000 iterations.
//
//	FORMICARY_DATA=… go test -run '^$' -bench Table1 -benchtime 1x ./pkg/sudoku/cuckoo -tries 50
func BenchmarkTable1(b *testing.B) {
	weak := cuckoo.NewImproved()
	weak.Filter, weak.Variant = cuckoo.New().Filter, "improved, with the paper's filter"
	engines := []solver.Solver{cuckoo.New(), cuckoo.NewGAC(), cuckoo.NewImproved(), weak}
	table(b, solver.Iterations(paper.Iterations1), engines, func(_, id string) (paper.Tries, bool) { return paper.Of1(id) })
}

// BenchmarkTable2 is the setting of the paper's table 2: 100,000 iterations,
// and the two comparators.
func BenchmarkTable2(b *testing.B) {
	engines := []solver.Solver{cuckoo.New(), cuckoo.NewImproved(), tabu.New(), genetic.New()}
	table(b, solver.Iterations(paper.Iterations2), engines, paper.Of2)
}

// BenchmarkIteration measures iterations and eggs a second of processor time
// on a hard puzzle and on a board with one given.
func BenchmarkIteration(b *testing.B) {
	set, err := sudoku.Kind.Read("bench", strings.NewReader("1........\n"+strings.Repeat(".........\n", 8)))
	if err != nil {
		b.Fatal(err)
	}
	hard, err := sudoku.Kind.Read("bench", strings.NewReader("...7..8....6....31.4...2....24.7.....1..3..8.....6.29....8...7.86....5....2..6..."))
	if err != nil {
		b.Fatal(err)
	}
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
						out, err := engine.Solve(context.Background(), p, solver.Run{Seed: seed, Budget: solver.Iterations(5_000)})
						if err != nil {
							b.Fatal(err)
						}
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
