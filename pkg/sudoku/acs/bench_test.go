package acs

import (
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/sudokutest"
)

// In steady state, with nobody watching and no better board found, ants
// allocate nothing.
func TestNoAllocations(t *testing.T) {
	p := sudokutest.Read(t, sudokutest.Stuck)
	for _, s := range orders() {
		c := s.colony(newProblem(s, p), 1, nil)
		m := solver.Start(t.Context(), p, solver.Run{})
		// A better board is copied when it is found: a handful in a run.
		const iterations = 500
		n := testing.AllocsPerRun(1, func() {
			for range iterations {
				c.Iterate(m)
			}
		})
		alltest.Check(t, n <= 20, "%s: %v allocations in %d iterations", s.Variant, n, iterations)
		m.Finish(solver.Outcome{Status: solver.Exhausted})
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
