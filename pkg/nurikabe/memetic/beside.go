package memetic

import (
	"fmt"
	"math"

	"formicary/pkg/colony"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Colony returns the colony of a run in the setting [Pure], for another engine that runs it
// beside itself. An error says that it cannot take the puzzle or the parameters.
func (s *Solver) Colony(p puzzle.Puzzle, seed uint64) (*colony.Colony, error) {
	n, err := s.take(p)
	if err != nil {
		return nil, err
	}
	if s.Setting != Pure {
		return nil, fmt.Errorf("%s: %w: expected the setting pure", Name, solver.ErrParameter)
	}
	return s.colony(n, seed), nil
}

// Affords says whether the ants of a run fit into memory; the error wraps
// [solver.ErrParameter].
func (s *Solver) Affords(p *nurikabe.Puzzle) error {
	framed := (p.Size().Rows + 2) * (p.Size().Cols + 2)
	return solver.InMemory("ants", s.AllAnts(), memoryPerCell*framed+4*p.White()+2*framed*s.Kept/max(s.Ants, 1))
}

// Price is the number of boards that a generation judges at most before its first window, of a
// puzzle of so many cells.
func (s *Solver) Price(cells int) int64 { return int64(s.Ants) * (1 + int64(s.Moves)*int64(cells)) }

func (s *Solver) colony(n *nurikabe.Puzzle, seed uint64) *colony.Colony {
	pr := newProblem(s, n)
	rules := s.rules()
	rules.Effort = math.MaxInt // an ant knows when it ends
	c := colony.New(s.Settings, rules, pr, solver.NewPCG(seed))
	c.Now = func() colony.Settings { return s.Settings }
	return c
}
