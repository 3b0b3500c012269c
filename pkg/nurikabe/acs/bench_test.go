package acs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// benchPuzzle is the board of a given side that the benchmarks use.
func benchPuzzle(side int) *nurikabe.Puzzle {
	return solvablePuzzle(rand.New(rand.NewPCG(7, uint64(side))), puzzle.Size{Rows: side, Cols: side})
}

// placedPerIteration is the number of cells that the ants of a colony place in
// its next iteration.
func placedPerIteration(c *colony.Colony, m *solver.Meter, ants []colony.Ant) int {
	c.Iterate(m)
	n := 0
	for _, a := range ants {
		n += len(a.Chosen())
	}
	return n
}

// remembering lets a benchmark see the ants that the colony makes.
type remembering struct {
	colony.Problem
	ants *[]colony.Ant
}

func (r remembering) NewAnt() colony.Ant {
	a := r.Problem.NewAnt()
	*r.ants = append(*r.ants, a)
	return a
}

// perCell runs a colony for about d and returns the processor time in
// nanoseconds for each placed cell.
func perCell(p *nurikabe.Puzzle, problem colony.Problem, rules colony.Rules, d time.Duration) float64 {
	var ants []colony.Ant
	c := colony.New(colony.Defaults(), rules, remembering{problem, &ants}, solver.NewPCG(1))
	m := solver.Start(context.Background(), p, solver.Run{Budget: solver.CPU(d)})
	placed := 0
	for m.Continue() {
		for range 16 {
			placed += placedPerIteration(c, m, ants)
		}
	}
	out, err := m.Finish(solver.Outcome{Status: solver.Exhausted})
	if err != nil {
		panic(err)
	}
	return float64(out.CPU.Nanoseconds()) / float64(placed)
}

// BenchmarkCell prints, in one run, what a placed cell costs, how many times
// more it costs with a depth-first search for the cut cells, and how the cost
// grows with the board. The two methods take turns, so that a machine whose
// speed drifts does not tell them apart; the least of the turns counts.
func BenchmarkCell(b *testing.B) {
	base := 0.0
	for _, side := range []int{10, 17, 20, 30, 50} {
		b.Run(fmt.Sprintf("%dx%d", side, side), func(b *testing.B) {
			p := benchPuzzle(side)
			s := New()
			fast, slow := 1e18, 1e18
			for b.Loop() {
				fast = min(fast, perCell(p, newProblem(s, p), colony.Rules{}, 60*time.Millisecond))
				if side <= 20 {
					slow = min(slow, perCell(p, oracleProblem{p, s.Scheme}, colony.Rules{}, 60*time.Millisecond))
				}
			}
			if base == 0 {
				base = fast
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(fast, "ns/cell")
			b.ReportMetric(fast/base, "x-of-smallest")
			if side <= 20 {
				b.ReportMetric(slow, "dfs-ns/cell")
				b.ReportMetric(slow/fast, "speed-up")
			}
		})
	}
}

// In steady state, with nobody watching and no better board found, ants
// allocate nothing.
func TestNoAllocations(t *testing.T) {
	p := benchPuzzle(17)
	c := colony.New(colony.Defaults(), colony.Rules{}, newProblem(New(), p), solver.NewPCG(1))
	m := solver.Start(context.Background(), p, solver.Run{})
	// A better board is copied when it is found: a handful in a run.
	const iterations = 2000
	n := testing.AllocsPerRun(1, func() {
		for range iterations {
			c.Iterate(m)
		}
	})
	alltest.Check(t, n <= 20, "%v allocations in %d iterations", n, iterations)
}

// BenchmarkColonies runs colonies at the same time and one after the other, and prints what the former take of the
// processor time and of the wall time of the latter.
func BenchmarkColonies(b *testing.B) {
	p, iterations := benchPuzzle(20), solver.Iterations(300)
	for _, colonies := range []int{2, 4, 8} {
		b.Run(fmt.Sprint(colonies), func(b *testing.B) {
			var together, apart solver.Outcome
			for i := range uint64(b.N) {
				s := New()
				s.Colonies = colonies
				out := alltest.Must(s.Solve(b.Context(), p, solver.Run{Seed: i, Budget: iterations}))(b)
				together.CPU, together.Elapsed = together.CPU+out.CPU, together.Elapsed+out.Elapsed
				for k := range uint64(colonies) {
					one := alltest.Must(New().Solve(b.Context(), p, solver.Run{Seed: i + k<<32, Budget: solver.Iterations(out.Iterations)}))(b)
					apart.CPU, apart.Elapsed = apart.CPU+one.CPU, apart.Elapsed+one.Elapsed
				}
			}
			b.ReportMetric(float64(together.CPU)/float64(apart.CPU), "processor-time")
			b.ReportMetric(float64(together.Elapsed)/float64(apart.Elapsed), "wall-time")
		})
	}
}
