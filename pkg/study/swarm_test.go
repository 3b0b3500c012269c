package study

import (
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
	"formicary/pkg/sudoku/genome"
	"formicary/pkg/sudoku/network"
	"formicary/pkg/sudoku/sudokutest"
)

// A particle's board stays among those of the domains, also where it becomes worse, and what the swarm keeps is the best
// that its particles have been; a run is that of its seed, and solves.
func TestSwarm(t *testing.T) {
	p := sudokutest.Read(t, sudokutest.Hard)
	for _, rows := range []int{1, 0} {
		space, _ := genome.New(p, network.AC3, genome.Rows)
		m := solver.Start(t.Context(), p, solver.Run{})
		s := particles{rows: rows}.swarm(genome.NewSearch(space, genome.NewRandom(1), m))
		s.Start()
		worse := 0
		for range 20 {
			var before []int
			for _, x := range s.all {
				before = append(before, space.Cost(x.genes))
			}
			s.Iterate()
			least := before[0]
			for i, x := range s.all {
				cost := space.Cost(x.genes)
				least = min(least, x.least)
				worse += map[bool]int{true: 1}[cost > before[i]]
				alltest.Require(t, x.least <= min(cost, before[i]) && x.least == space.Cost(x.best), "a particle of cost %d, before %d, keeps %d", cost, before[i], x.least)
				for row := range space.N() {
					alltest.Require(t, space.Inside(x.genes, row), "row %d leaves its domains", row)
				}
			}
			alltest.Require(t, s.all[s.first].least == least && s.Lowest == least, "the best has %d, the least is %d", s.all[s.first].least, least)
		}
		alltest.Check(t, worse > 100, "%d moves to boards of higher cost", worse)
		alltest.Must(m.Finish(solver.Outcome{Status: solver.Exhausted}))(t)
	}
	solvertest.Repeats(t, p, solver.Run{Seed: 5, Budget: solver.Iterations(30)}, particles{name: "one", rows: 1}, particles{name: "every"})
	sudokutest.Solves(t, 2000, []string{sudokutest.Four, sudokutest.Six}, particles{name: "one", rows: 1}, particles{name: "every"})
}
