package tabu_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/modeltest"
	"formicary/pkg/model/tabu"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

func engine() *tabu.Solver { return tabu.New(&model.Kind{Name: "test"}) }

// modes are the engine with its parameters at both ends.
func modes() []*tabu.Solver {
	return slices.Collect(maps.Values(solvertest.Modes(engine, map[string]func(*tabu.Solver){
		"no weights":  func(s *tabu.Solver) { s.Weights = false },
		"long tenure": func(s *tabu.Solver) { s.Tenure, s.TenureRange = 20, 0 },
		"impatient":   func(s *tabu.Solver) { s.Stagnation = 10 },
		"patient":     func(s *tabu.Solver) { s.Stagnation = 0 },
	})))
}

// Random declarations are solved where they have a solution, and only there.
func TestRandom(t *testing.T) {
	solvable, declarations := 0, alltest.Of[uint64](100, 400)
	for seed := range declarations {
		p := modeltest.Random(t, seed)
		want := modeltest.Solutions(p.Form()) > 0
		if want {
			solvable++
		}
		s := engine()
		s.Stagnation = 200 // a few boards are left by a new beginning only
		out := solvertest.Solve(t, s, p, solver.Run{Seed: seed, Budget: solver.Iterations(2000)})
		alltest.Check(t, (out.Status == solver.Solved) == want, "declaration %d: %s with cost %v, solvable is %v", seed, out.Status, out.Cost, want)
	}
	alltest.Check(t, solvable >= int(declarations/4) && solvable <= int(declarations-declarations/40), "%d declarations have a solution", solvable)
}

func TestModesSolve(t *testing.T) {
	p := modeltest.Latin(t, 7)
	for _, s := range modes() {
		out := solvertest.Solve(t, s, p, solver.Run{Seed: 1, Budget: solver.Iterations(200000)})
		alltest.Check(t, out.Status == solver.Solved, "%s: %s with cost %v", s.Variant, out.Status, out.Cost)
	}
}

// What propagation decides needs no search.
func TestFixed(t *testing.T) {
	solved, unsolvable := modeltest.Fixed(t)
	for i, p := range solved {
		out := solvertest.Solve(t, engine(), p, solver.Run{})
		alltest.Check(t, out.Status == solver.Solved && out.Iterations == 0, "%d: %s after %d iterations", i, out.Status, out.Iterations)
	}
	for _, p := range unsolvable {
		solvertest.Unsolvable(t, "fixed", engine(), p)
	}
}

func TestSameSeedSameRun(t *testing.T) {
	for _, s := range modes() {
		solvertest.Repeats(t, modeltest.Dominoes(t, 8), solver.Run{Seed: 5, Budget: solver.Iterations(50)}, s)
	}
}

func TestStops(t *testing.T) {
	p := modeltest.Dominoes(t, 8)
	s := engine()
	s.Stagnation = 5
	out := solvertest.Solve(t, s, p, solver.Run{Seed: 1, Budget: solver.Iterations(300)})
	alltest.Check(t, out.Status == solver.Exhausted && out.Iterations == 300 && out.Cost > 0 && solvertest.Statistic(t, out, "restarts") != 0,
		"%+v", out)
	got := float64(len(p.Check(out.Best)))
	alltest.Check(t, got != 0 && got <= out.Cost, "the best board breaks %v constraints, its cost is %v", got, out.Cost)
	solvertest.Stops(t, s, p)
}

func TestParameters(t *testing.T) {
	solvertest.Refuses(t, modeltest.Latin(t, 3), engine, map[string]func(*tabu.Solver){
		"tenure":       func(s *tabu.Solver) { s.Tenure = -1 },
		"tenure-range": func(s *tabu.Solver) { s.TenureRange = math.MaxInt },
		"stagnation":   func(s *tabu.Solver) { s.Stagnation = -1 },
	})
}
