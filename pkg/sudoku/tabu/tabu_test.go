package tabu

import (
	"maps"
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
		"filtered once": func(s *Solver) { s.Refilter = false },
		"no filter":     func(s *Solver) { s.Filter, s.Refilter = network.None, false },
		"GAC":           func(s *Solver) { s.Filter = network.GAC },
		"no tenure":     func(s *Solver) { s.Tenure, s.TenureRange = 0, 0 },
		"long tenure":   func(s *Solver) { s.Tenure, s.TenureRange = 1000, 0 },
		"no restarts":   func(s *Solver) { s.Stagnation = 0 },
	})
}

// After every swap the counts, the cost and the conflicts are those of the
// board counted anew, rows are permutations inside the domains, and what was
// left is tabu for the tenure.
func TestSearchKeepsCount(t *testing.T) {
	for name, s := range modes() {
		p := sudokutest.Read(t, sudokutest.Hard)
		space, ok := genome.New(p, s.Filter, genome.Rows)
		alltest.Require(t, ok, "no space")
		m := solver.Start(t.Context(), p, solver.Run{})
		q := newSearch(s, p.Layout(), genome.NewSearch(space, genome.NewRandom(3), m))
		q.Start()
		for round := range 300 {
			if q.run.Lowest == 0 {
				break
			}
			before := append([]uint8(nil), q.genes...)
			q.Iterate()
			alltest.Require(t, q.cost == space.Cost(q.genes), "%s, round %d: cost %d, counted %d", name, round, q.cost, space.Cost(q.genes))
			for row := range space.N() {
				alltest.Require(t, space.Inside(q.genes, row), "%s: row %d is outside its domains", name, row)
			}
			changed := 0
			for i, v := range q.genes {
				if v == before[i] {
					continue
				}
				changed++
				left := q.until[i][before[i]] - q.iteration - 1
				alltest.Require(t, q.since <= 0 || left >= int64(s.Tenure) && left <= int64(s.Tenure+s.TenureRange), "%s: %d is tabu for %d rounds", name, before[i], left)
			}
			alltest.Require(t, changed == 2 || q.restarts != 0, "%s: %d cells changed", name, changed)
			q.findConflicts()
			board := space.Board(q.genes)
			for i, v := range board.Values {
				twice := false
				for _, peer := range p.Layout().Peers[i] {
					twice = twice || board.Values[peer] == v
				}
				alltest.Require(t, twice == q.conflict[i], "%s: conflict at %d is %v", name, i, q.conflict[i])
			}
		}
		alltest.Must(m.Finish(solver.Outcome{Status: solver.Exhausted}))(t)
	}
}

func TestRestarts(t *testing.T) {
	s := New()
	s.Stagnation = 5
	out := solvertest.Solve(t, s, sudokutest.Read(t, sudokutest.Hard), solver.Run{Seed: 1, Budget: solver.Iterations(200)})
	alltest.Check(t, out.Statistics[0].Name == "restarts" && out.Statistics[0].Value != 0, "statistics %v", out.Statistics)
}

func TestPromises(t *testing.T) {
	all := slices.Collect(maps.Values(modes()))
	long := New()
	long.Tenure = 100 // too long for the puzzle
	solvertest.Stops(t, long, sudokutest.Read(t, sudokutest.Hard))
	sudokutest.Promises(t, sudokutest.Read(t, sudokutest.Empty), 25, all...)
	sudokutest.Solves(t, 100000, []string{sudokutest.Four, sudokutest.Six}, all...)
	sudokutest.Solves(t, 100000, []string{sudokutest.Hard}, New())
}
