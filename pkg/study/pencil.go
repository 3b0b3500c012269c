package study

import (
	"errors"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/model"
	"formicary/pkg/model/acs"
	"formicary/pkg/model/exact"
	"formicary/pkg/model/tabu"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// pencilStudies are the studies of declared puzzles: a plan for each kind.
func pencilStudies() []Study {
	return []Study{
		{
			Name:     "pencil-engines",
			Question: "Which declared puzzles do ants, a local search and a complete solver solve in five seconds of processor time, by kind and size?",
			Plans: ofKinds("janko", func(kind *model.Kind, set puzzle.Set) experiment.Plan {
				var some []puzzle.Puzzle
				for _, class := range []struct{ least, most, count int }{{1, 100, 12}, {101, 200, 6}, {201, 400, 4}, {401, 1 << 20, 4}} {
					some = append(some, set.Between(class.least, class.most).Sample(class.count, 1).Puzzles()...)
				}
				return experiment.Plan{
					Puzzles: some, Engines: []solver.Solver{acs.New(kind), tabu.New(kind), exact.New(kind)},
					Runs: 1, Budget: solver.CPU(5 * time.Second), Seed: 1,
				}
			}),
		},
		{
			Name:     "pencil-hardness",
			Question: "What makes a declared puzzle hard for a complete solver and for ants, in every kind?",
			Plans: ofKinds("open", func(kind *model.Kind, set puzzle.Set) experiment.Plan {
				return experiment.Plan{
					Puzzles: set.Puzzles(), Engines: []solver.Solver{acs.New(kind), exact.New(kind)},
					Runs: 1, Budget: solver.Iterations(2000), Seed: 1,
				}
			}),
		},
		{
			Name:     "pencil-pheromone",
			Question: "What does pheromone do to ants that propagate, on declared puzzles of each kind, within 100 iterations, and do restarts or fewer greedy choices change it?",
			Plans: ofKinds("open", func(kind *model.Kind, set puzzle.Set) experiment.Plan {
				return experiment.Plan{
					Puzzles: set.Sample(25, 1).Puzzles(), Engines: plainAnts(kind),
					Runs: 2, Budget: solver.Iterations(100), Seed: 1,
				}
			}),
		},
	}
}

// plainAnts are those of Lloyd and Amos as far as they are not about Sudoku: variables in raster order, nothing that one ant
// refutes is told to others, and no restarts. Without pheromone it stays what it was, so that choices are random.
func plainAnts(kind *model.Kind) []solver.Solver {
	ants := func(variant string, change func(s *acs.Solver)) solver.Solver {
		s := acs.New(kind)
		s.Sequence, s.Facts, s.Patience, s.Variant = acs.Raster, false, 0, variant
		change(s)
		return s
	}
	return []solver.Solver{
		ants("without pheromone", func(s *acs.Solver) { s.Rho, s.Xi, s.BVE = 0, 0, 0 }),
		ants("with pheromone", func(*acs.Solver) {}),
		ants("with restarts", func(s *acs.Solver) { s.Patience = 10 }),
		ants("half as greedy", func(s *acs.Solver) { s.Q0 = 0.45 }),
	}
}

// ofKinds are plans on a set of every declared kind, each named like its kind. Kinds without such a set are left out, and the
// error says so.
func ofKinds(set string, plan func(kind *model.Kind, set puzzle.Set) experiment.Plan) func() ([]experiment.Plan, error) {
	return func() (out []experiment.Plan, err error) {
		for _, kind := range pencil.Kinds() {
			all, missing := pencils.Of(kind).Open(set)
			if missing != nil {
				err = errors.Join(err, missing)
				continue
			}
			p := plan(kind, all)
			p.Name = kind.Name
			out = append(out, p)
		}
		return out, err
	}
}
