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
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/cuckoo"
	"formicary/pkg/sudoku/genetic"
	"formicary/pkg/sudoku/tabu"
)

var tries = flag.Int("tries", 30, "runs of each engine on each puzzle in the benchmarks of the paper's tables")

// paper1 and paper2 are what the prose of the paper's section 7 says of its
// tables 1 and 2 (solved of tries); the tables themselves are not at hand.
var (
	paper1 = map[string]string{
		"s10a": "50/50", "s10b": "50/50", "s10c": "50/50", "s11a": "50/50", "s11b": "less than all", "s11c": "less than all",
		"s12a": "50/97", "s12b": "50/62", "s12c": "50/71",
	}
	paper2 = map[string]map[string]string{
		cuckoo.Name:  {"s10": "30/30", "s11": "30/30", "s12": "30/30"},
		tabu.Name:    {"s10": "30/30", "s11": "30/30", "s12": "30/30"},
		genetic.Name: {"s10": "30/30", "s11": "10/30", "s12": "2/30"},
	}
)

// table runs engines on the nine puzzles that most likely are the paper's and
// prints how many runs succeed, with 95 % intervals (Wilson), and after how many
// iterations those did on average. (A benchmark's log would be cut after ten
// lines.)
func table(b *testing.B, budget solver.Budget, engines []solver.Solver, paper func(engine, id string) string) {
	if os.Getenv(puzzle.DataEnv) == "" {
		b.Skipf("%s does not name the benchmarks", puzzle.DataEnv)
	}
	set := sudoku.MustOpen("cuckoo-9-inferred")
	for _, engine := range engines {
		b.Run(engine.Describe().Label(), func(b *testing.B) {
			for b.Loop() {
				fmt.Printf("\n%d tries each\n", *tries)
				for _, item := range set.Items {
					fmt.Println(row(b, engine, item, budget, paper(engine.Describe().Engine, item.ID())))
				}
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// row is a line of a table.
func row(b *testing.B, engine solver.Solver, item puzzle.Item, budget solver.Budget, paper string) string {
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
	share := analysis.Wilson(solved, *tries)
	if paper == "" {
		paper = "-"
	}
	mean := "-"
	if solved > 0 {
		mean = fmt.Sprintf("%.0f", float64(iterations)/float64(solved))
	}
	return fmt.Sprintf("  %s  %3d solved, %5.1f %% (%4.1f to %5.1f), after %6s iterations, %7.1f ms a run; paper: %s",
		item.ID(), solved, 100*share.Rate, 100*share.Low, 100*share.High, mean, spent.Seconds()*1e3/float64(*tries), paper)
}

// BenchmarkTable1 is the setting of the paper's table 1: 10,000 iterations.
//
//	FORMICARY_DATA=… go test -run '^$' -bench Table1 -benchtime 1x ./pkg/sudoku/cuckoo -tries 50
func BenchmarkTable1(b *testing.B) {
	weak := cuckoo.NewImproved()
	weak.Filter, weak.Variant = cuckoo.New().Filter, "improved, with the paper's filter"
	engines := []solver.Solver{cuckoo.New(), cuckoo.NewGAC(), cuckoo.NewImproved(), weak}
	table(b, solver.Iterations(10_000), engines, func(engine, id string) string { return paper1[id] })
}

// BenchmarkTable2 is the setting of the paper's table 2: 100,000 iterations,
// and the two comparators.
func BenchmarkTable2(b *testing.B) {
	engines := []solver.Solver{cuckoo.New(), cuckoo.NewImproved(), tabu.New(), genetic.New()}
	table(b, solver.Iterations(100_000), engines, func(engine, id string) string { return paper2[engine][id[:3]] })
}

// BenchmarkIteration measures iterations and eggs a second of processor time
// on a hard puzzle and on a board with one given.
func BenchmarkIteration(b *testing.B) {
	set, err := sudoku.Read("bench", strings.NewReader("1........\n"+strings.Repeat(".........\n", 8)))
	if err != nil {
		b.Fatal(err)
	}
	hard, err := sudoku.Read("bench", strings.NewReader("...7..8....6....31.4...2....24.7.....1..3..8.....6.29....8...7.86....5....2..6..."))
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
				for seed := uint64(0); b.Loop(); seed++ {
					out, err := engine.Solve(context.Background(), p, solver.Run{Seed: seed, Budget: solver.Iterations(5_000)})
					if err != nil {
						b.Fatal(err)
					}
					iterations, eggs, spent = iterations+out.Iterations, eggs+out.Evaluations, spent+out.CPU
				}
				b.ReportMetric(float64(iterations)/spent.Seconds(), "iterations/cpu-s")
				b.ReportMetric(float64(eggs)/spent.Seconds(), "eggs/cpu-s")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
