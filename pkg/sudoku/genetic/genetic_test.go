package genetic

import (
	"maps"
	"math"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
	"formicary/pkg/sudoku/genome"
	"formicary/pkg/sudoku/network"
	"formicary/pkg/sudoku/sudokutest"
)

func modes() map[string]*Solver {
	return solvertest.Modes(New, map[string]func(*Solver){
		"rows":       func(s *Solver) { s.Rows = true },
		"filter":     func(s *Solver) { s.Filter = network.AC3 },
		"GAC":        func(s *Solver) { s.Filter = network.GAC },
		"restarts":   func(s *Solver) { s.Stagnation = 50 },
		"many elite": func(s *Solver) { s.Elite = 5 },
		"no age":     func(s *Solver) { s.Aging = 0 },
		"all mutate": func(s *Solver) { s.Mutation, s.Crossover = 1, 0 },
	})
}

// In every generation individuals are permutations in their groups, keep
// givens and domains, stand in order of fitness, and fitness is the number of
// repeated and of missing digits, and age.
func TestPopulation(t *testing.T) {
	p := sudokutest.Read(t, sudokutest.Hard)
	for name, s := range modes() {
		groups := genome.Boxes
		if s.Rows {
			groups = genome.Rows
		}
		space, ok := genome.New(p, s.Filter, groups)
		alltest.Require(t, ok, "no space")
		if space.Fixed() {
			continue
		}
		m := solver.Start(t.Context(), p, solver.Run{})
		e := newEvolution(s, genome.NewSearch(space, genome.NewRandom(3), m))
		e.populate()
		for range 100 {
			if e.run.Lowest == 0 {
				break
			}
			was := m.Evaluations()
			old := slices.Clone(e.now[0].genes)
			restarts := e.restarts
			e.Iterate()
			n := m.Evaluations() - was
			alltest.Require(t, e.restarts != restarts || n == int64(s.Population-s.Elite), "%s: %d children", name, n)
			survived := false
			for i, x := range e.now {
				survived = survived || slices.Equal(x.genes, old)
				board := space.Board(x.genes)
				repeated, missing := 0, 0
				for _, unit := range p.Layout().Units {
					var count [10]int
					for _, cell := range unit {
						count[board.Values[cell]]++
					}
					for _, n := range count[1:] {
						repeated += max(n-1, 0)
						missing += max(1-n, 0)
					}
				}
				age := x.fitness - repeated - missing
				alltest.Require(t, age >= 0 && (s.Aging != 0 || age <= 0), "%s: fitness %d of %d repeated and %d missing digits", name, x.fitness, repeated, missing)
				alltest.Require(t, i <= 0 || x.fitness >= e.now[i-1].fitness, "%s: individuals out of order", name)
				for k := range space.N() {
					alltest.Require(t, space.Inside(x.genes, k) && len(slices.Compact(slices.Sorted(slices.Values(space.Group(x.genes, k))))) == 9,
						"%s: group %d is no permutation inside the domains", name, k)
				}
			}
			alltest.Require(t, survived || e.restarts != restarts, "%s: the best individual died", name)
		}
		alltest.Must(m.Finish(solver.Outcome{Status: solver.Exhausted}))(t)
	}
}

// Parents come by linear rank: the best of four 4 times as often as the last.
func TestParentsByRank(t *testing.T) {
	p := sudokutest.Read(t, sudokutest.Hard)
	space, _ := genome.New(p, network.None, genome.Boxes)
	s := New()
	s.Population = 4
	m := solver.Start(t.Context(), p, solver.Run{})
	e := newEvolution(s, genome.NewSearch(space, genome.NewRandom(1), m))
	e.populate()
	var count [4]int
	for range 100000 {
		x := e.parent()
		count[slices.IndexFunc(e.now, func(y individual) bool { return &y.genes[0] == &x.genes[0] })]++
	}
	for i, n := range count {
		// Five standard deviations of a count of 40,000 are about 780.
		want := 10000 * (4 - i)
		alltest.Check(t, math.Abs(float64(n-want)) <= 800, "rank %d: %d of 100000, want about %d", i, n, want)
	}
	alltest.Must(m.Finish(solver.Outcome{Status: solver.Exhausted}))(t)
}

func TestRestarts(t *testing.T) {
	p := sudokutest.Read(t, sudokutest.Hard)
	s := New()
	s.Stagnation = 5
	out := solvertest.Solve(t, s, p, solver.Run{Seed: 1, Budget: solver.Iterations(200)})
	alltest.Check(t, out.Statistics[0].Value != 0, "statistics %v", out.Statistics)
}

// The modes solve a small board, but for those that lack aging or a crossover
// and promise nothing; the default solves an easy puzzle of 9×9, puzzle 5 of bitmask
// simplification and ants.
func TestPromises(t *testing.T) {
	all := modes()
	sudokutest.Promises(t, sudokutest.Read(t, sudokutest.Empty), 120, slices.Collect(maps.Values(all))...)
	delete(all, "no age")
	delete(all, "all mutate")
	sudokutest.Solves(t, 20000, []string{sudokutest.Four}, slices.Collect(maps.Values(all))...)
	solvertest.Stops(t, New(), sudokutest.Read(t, sudokutest.Hard))
	sudokutest.Solves(t, 100000, []string{sudokutest.Singles}, New())
}
