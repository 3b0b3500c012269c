package exact

import (
	"context"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/sudokus"
)

// BenchmarkRun tells what a run costs beside its engine, on puzzles that take
// microseconds: those of 9×9 of the open set that need no guess, with the limit of
// time that the command gives them. Each figure is the processor time of the whole
// process for one run (so with what memory costs), the median of rounds that take turns.
// "search" is the engine alone, which keeps its solution. "run" has a [solver.Clock];
// "asking" has none and asks the system for its processor time twice. "check" is the
// puzzle's judge, which runs once in a run, and "seed" the derivation of its seed.
// "beside" is run less search and check.
//
//	go test -run '^$' -bench Run ./pkg/sudoku/exact
func BenchmarkRun(b *testing.B) {
	var puzzles []puzzle.Puzzle
	var searched []*sudoku.Puzzle
	var solutions []puzzle.Grid
	for _, item := range sudokus.Kind.MustOpen("open").Items {
		p := item.Puzzle.(*sudoku.Puzzle)
		if (p.Box() != puzzle.Size{Rows: 3, Cols: 3}) {
			continue
		}
		if out, err := New().Solve(b.Context(), p, solver.Run{}); err != nil || out.Iterations == 0 {
			puzzles, searched, solutions = append(puzzles, item), append(searched, p), append(solutions, out.Best)
		}
	}
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	clock := solver.NewClock()
	defer clock.Stop()
	engine, budget := New(), solver.Budget{Wall: 10 * time.Second}
	seed := func(p puzzle.Puzzle) uint64 { return solver.Seed(1, p.Hash(), Name, 0) }
	run := func(i int, clock *solver.Clock) {
		p := puzzles[i]
		out, err := engine.Solve(ctx, p, solver.Run{Seed: seed(p), Budget: budget, Clock: clock})
		if err != nil || out.Status != solver.Unique {
			b.Fatalf("%s: %s, %v", p.ID(), out.Status, err)
		}
	}
	parts := []struct {
		name string
		do   func(i int)
	}{
		{"search", func(i int) { q := search{limit: 2, keep: 2}; q.run(searched[i]) }},
		{"run", func(i int) { run(i, clock) }},
		{"asking", func(i int) { run(i, nil) }},
		{"check", func(i int) { puzzles[i].Check(solutions[i]) }},
		{"seed", func(i int) { seed(puzzles[i]) }},
	}
	const turns = 20 // of all puzzles, in a round
	figures := map[string][]float64{}
	for b.Loop() {
		for range rounds {
			of := map[string]float64{}
			for _, part := range parts {
				start := processTime()
				for range turns {
					for i := range puzzles {
						part.do(i)
					}
				}
				of[part.name] = float64((processTime() - start).Nanoseconds()) / float64(turns*len(puzzles))
			}
			of["beside"] = of["run"] - of["search"] - of["check"]
			for name, x := range of {
				figures[name] = append(figures[name], x)
			}
		}
	}
	for name, x := range figures {
		slices.Sort(x)
		b.ReportMetric(x[len(x)/2], "cpu-ns/"+name)
	}
	b.ReportMetric(0, "ns/op")
}

// processTime is the processor time of this process.
func processTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
