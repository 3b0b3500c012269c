package acs

import (
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/sudokutest"
)

// BenchmarkBoards solves the sets of Lloyd and Amos on one core, with at most
// 20 seconds of processor time a run as in the paper and five seeds a puzzle,
// and reports runs solved, mean and worst processor time of all runs. 25×25
// boards are those with 45 % of the cells given, the hardest share; 16×16 boards
// are all of the set. The paper's mode and the one with cells in random order
// take a quarter of an hour each on the 25×25 boards, nearly all of it for the
// few runs that never end.
//
//	FORMICARY_DATA=… go test -run '^$' -bench Boards -benchtime 1x -timeout 0 ./pkg/sudoku/acs
func BenchmarkBoards(b *testing.B) {
	if os.Getenv(sets.DataEnv) == "" {
		b.Skipf("%s does not name the benchmarks", sets.DataEnv)
	}
	shuffled := Named("shuffled")
	shuffled.Cells = Shuffled
	const seeds, limit = 5, 20 * time.Second
	for _, c := range []struct {
		set, share string
		engine     *Solver
	}{
		{"lloyd-amos-general-16x16", "", Named("paper")},
		{"lloyd-amos-general-16x16", "", patient()},
		{"lloyd-amos-general-25x25", "45 ", patient()},
		{"lloyd-amos-general-25x25", "45 ", Named("paper")},
		{"lloyd-amos-general-25x25", "45 ", shuffled},
	} {
		b.Run(strings.TrimPrefix(c.set, "lloyd-amos-general-")+"/"+c.engine.Variant, func(b *testing.B) {
			set := sudoku.Kind.MustOpen(c.set).Where(func(i puzzle.Item) bool { return strings.HasPrefix(i.ID(), c.share) })
			var solved, runs, iterations int64
			var sum, most time.Duration
			for b.Loop() {
				for _, item := range set.Items {
					for seed := range uint64(seeds) {
						out := solvertest.Solve(b, c.engine, item, solver.Run{Seed: seed + 1, Budget: solver.CPU(limit)})
						if runs++; out.Status == solver.Solved {
							solved++
						}
						iterations += out.Iterations
						sum, most = sum+out.CPU, max(most, out.CPU)
					}
				}
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(100*float64(solved)/float64(runs), "%solved")
			b.ReportMetric(float64(runs), "runs")
			b.ReportMetric(sum.Seconds()*1e3/float64(runs), "cpu-ms/run")
			b.ReportMetric(most.Seconds()*1e3, "cpu-ms/worst")
			b.ReportMetric(sum.Seconds()*1e6/float64(iterations), "cpu-µs/iteration")
		})
	}
}

// In steady state, with nobody watching and no better board found, ants
// allocate nothing.
func TestNoAllocations(t *testing.T) {
	p := sudokutest.Read(t, sudokutest.Stuck)
	for _, s := range orders() {
		c := s.colony(newProblem(s, p), 1, nil)
		m := solver.Start(t.Context(), p, solver.Run{})
		for range 500 {
			c.Iterate(m)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		const iterations = 500
		for range iterations {
			c.Iterate(m)
		}
		runtime.ReadMemStats(&after)
		m.Finish(solver.Outcome{Status: solver.Exhausted})
		// A better board is copied when it is found: a handful in a run.
		if n := after.Mallocs - before.Mallocs; n > 20 {
			t.Errorf("%s: %d allocations in %d iterations", s.Variant, n, iterations)
		}
	}
}

// BenchmarkIteration is one generation of ten ants on a 25×25 board with 40 %
// of the cells given, where no board counts as solved.
func BenchmarkIteration(b *testing.B) {
	p := sudokutest.Solvable(b, rand.New(rand.NewPCG(1, 1)), puzzle.Size{Rows: 5, Cols: 5}, 0.4)
	s := New()
	pr := newProblem(s, p)
	pr.broken = true
	c := s.colony(pr, 1, nil)
	m := solver.Start(b.Context(), p, solver.Run{})
	for b.Loop() {
		c.Iterate(m)
	}
	m.Finish(solver.Outcome{Status: solver.Exhausted})
}
