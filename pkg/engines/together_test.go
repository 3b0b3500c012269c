package engines_test

import (
	"cmp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// TestTogether makes two runs of one engine on one puzzle at the same time, with the
// engines of the goldens: they come out the same. What a run writes to its engine or to
// its puzzle is a race, which the detector finds here (.ci/race): nothing else is
// between the two.
func TestTogether(t *testing.T) {
	eachRun(t, func(t *testing.T, engine solver.Solver, p puzzle.Puzzle, _ solver.Budget) {
		var outs [2]solver.Outcome
		var errs [2]error
		var runs sync.WaitGroup
		for i := range outs {
			runs.Go(func() {
				outs[i], errs[i] = engine.Solve(t.Context(), p, solver.Run{Seed: 1, Budget: solver.Iterations(2)})
			})
		}
		runs.Wait()
		alltest.Require(t, errs[0] == nil && errs[1] == nil, "%v", errs)
		alltest.Check(t, solvertest.Same(outs[0], outs[1]), "two runs of one seed at a time differ: %s\n%s", figures(outs[0]), figures(outs[1]))
	})
}

// eachSeveral gives the runs of the goldens that have several colonies, with an engine of each parameter set.
func eachSeveral(t *testing.T, test func(t *testing.T, engine func(others ...string) solver.Solver, colonies int, p puzzle.Puzzle, budget solver.Budget)) {
	for _, line := range goldenLines(t) {
		run, _, _ := strings.Cut(line, " => ")
		if _, after, ok := strings.Cut(run, "colonies="); ok {
			words := strings.Fields(run)
			_, p, budget := planned(t, words)
			t.Run(run, func(t *testing.T) {
				test(t, func(others ...string) solver.Solver {
					return alltest.Must(engines.New(words[0], append(words[1:len(words)-3:len(words)-3], others...)...))(t)
				}, int(after[0]-'0'), p, budget)
			})
		}
	}
}

// TestProcessors: several colonies make one run, with its improvements, on one, two and four processors, and when it is watched.
func TestProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	eachSeveral(t, func(t *testing.T, engine func(...string) solver.Solver, _ int, p puzzle.Puzzle, budget solver.Budget) {
		var first []solver.Event
		var want solver.Outcome
		for i, processors := range []int{1, 2, 4, 4} {
			runtime.GOMAXPROCS(processors)
			var seen []solver.Event
			run := solver.Run{Seed: 7, Budget: budget, Trace: func(e solver.Event) { e.Elapsed = 0; seen = append(seen, e) }}
			if i == 3 {
				run.Observer = func(solver.Event) {}
			}
			out := solvertest.Solve(t, engine(), p, run)
			if i == 0 {
				first, want = seen, out
			}
			same := slices.EqualFunc(seen, first, func(a, b solver.Event) bool {
				return a.Iterations == b.Iterations && a.Evaluations == b.Evaluations && a.Cost == b.Cost
			})
			alltest.Check(t, solvertest.Same(out, want) && same && len(seen) > 0, "%d processors: %s, %d improvements; on one %s, %d", processors, figures(out), len(seen), figures(want), len(first))
		}
	})
}

// TestIndependent: colonies that exchange nothing make the runs of single colonies with their seeds. The run is that of the first
// that solves the puzzle, or of the lowest cost.
func TestIndependent(t *testing.T) {
	eachSeveral(t, func(t *testing.T, engine func(...string) solver.Solver, colonies int, p puzzle.Puzzle, budget solver.Budget) {
		got := solvertest.Solve(t, engine("exchange=none"), p, solver.Run{Seed: 2, Budget: budget})
		var all []solver.Outcome
		for i := range colonies {
			seed := uint64(2)
			if i > 0 {
				seed = solver.Seed(2, puzzle.Hash{}, "colony", i)
			}
			all = append(all, solvertest.Solve(t, engine("colonies=1"), p, solver.Run{Seed: seed, Budget: budget}))
		}
		want := slices.MinFunc(all, func(a, b solver.Outcome) int {
			return cmp.Or(cmp.Compare(a.Cost, b.Cost), cmp.Compare(a.Iterations, b.Iterations))
		})
		evaluations := int64(0)
		for i, out := range all {
			if out.Iterations > want.Iterations {
				i, seed := i, uint64(2)
				if i > 0 {
					seed = solver.Seed(2, puzzle.Hash{}, "colony", i)
				}
				out = solvertest.Solve(t, engine("colonies=1"), p, solver.Run{Seed: seed, Budget: solver.Iterations(want.Iterations)})
			}
			evaluations += out.Evaluations
		}
		alltest.Check(t, got.Status == want.Status && got.Cost == want.Cost && got.Iterations == want.Iterations && got.Evaluations == evaluations &&
			(got.Cost > 0 || got.Best.Equal(want.Best)), "%s, want %s and %d evaluations", figures(got), figures(want), evaluations)
	})
}
