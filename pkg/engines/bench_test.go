package engines_test

import (
	"strings"
	"testing"

	"formicary/pkg/engines"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// BenchmarkWatched prints what an engine pays for being looked at: the
// processor time of an iteration with a trace, as every run of a plan has it,
// and with an observer that does nothing, over that of one that nobody looks
// at. The three take turns, so that a machine whose speed drifts does not tell
// them apart, and the least of the turns counts.
func BenchmarkWatched(b *testing.B) {
	sets := map[string]string{"nonogram": "open", "nurikabe": "open-908", "sudoku": "open-general-16x16"}
	for _, e := range engines.All() {
		if e.Kind == "nonogram" && e.Name != "nonogram/genetic" || e.Kind == "nurikabe" && e.Complete {
			continue // They build nothing for whoever looks.
		}
		b.Run(strings.ReplaceAll(e.Name, "/", " "), func(b *testing.B) {
			kind, err := engines.FindKind(e.Kind)
			if err != nil {
				b.Fatal(err)
			}
			items := kind.MustOpen(sets[e.Kind]).Items
			perIteration := func(p puzzle.Puzzle, run solver.Run) float64 {
				run.Seed, run.Budget = 1, solver.Iterations(100)
				out, err := e.New().Solve(b.Context(), p, run)
				if err != nil {
					b.Fatal(err)
				}
				return out.CPU.Seconds()
			}
			runs := []solver.Run{{}, {Trace: func(solver.Event) {}}, {Observer: func(solver.Event) {}}}
			var sum [3]float64
			for b.Loop() {
				for i := 0; i < len(items); i += max(1, len(items)/4) {
					least := [3]float64{1e18, 1e18, 1e18}
					for range 3 {
						for k, run := range runs {
							least[k] = min(least[k], perIteration(items[i], run))
						}
					}
					for k, x := range least {
						sum[k] += x
					}
				}
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(sum[1]/sum[0], "x-traced")
			b.ReportMetric(sum[2]/sum[0], "x-watched")
		})
	}
}
