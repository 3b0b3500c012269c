package study

import (
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/nurikabe/memetic"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/nurikabe/portfolio"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// swarms are the studies of the engine nurikabe/swarm.
func swarms() []Study {
	return []Study{
		{
			Name:     "nurikabe-swarm",
			Question: "How many of the paper's 908 puzzles do the paper's colony, both settings of nurikabe/swarm, the complete solver, and a portfolio solve in ten seconds of processor time?",
			Plans: onJanko(func(set puzzle.Set) []experiment.Plan {
				plan := func(name string, runs int, engine solver.Solver) experiment.Plan {
					return experiment.Plan{Name: name, Puzzles: set.Puzzles(), Engines: []solver.Solver{engine}, Runs: runs, Budget: swarmTime, Seed: 1}
				}
				return []experiment.Plan{
					plan("the paper's colony", 1, acs.WithScheme(acs.Shuffled)),
					plan("swarm, pure", 3, swarmOf(memetic.Pure)), plan("swarm, propagating", 3, swarmOf(memetic.Propagating)),
					plan("a solution, complete", 1, firstSolution()), plan("a solution, portfolio", 3, firstOfBoth()),
				}
			}),
		},
		{
			Name:     "nurikabe-swarm-parts",
			Question: "What does each part of nurikabe/swarm buy on the paper's puzzles?",
			Plans: onJanko(func(set puzzle.Set) []experiment.Plan {
				var some []puzzle.Puzzle
				for _, class := range [][2]int{{1, 99}, {100, 199}, {200, 299}, {300, 399}, {400, 100000}} {
					some = append(some, set.Between(class[0], class[1]).Sample(25, 1).Puzzles()...)
				}
				return []experiment.Plan{
					{Name: "parts of pure ants", Puzzles: some, Engines: pureParts(), Runs: 1, Budget: solver.CPU(3 * time.Second), Seed: 1},
					{Name: "parts of propagating ants", Puzzles: set.Puzzles(), Engines: propagatingParts(), Runs: 1, Budget: solver.CPU(2 * time.Second), Seed: 1},
				}
			}),
		},
		{
			Name:     "nurikabe-swarm-tuning",
			Question: "Which parameters of pure ants solve most of the open set's larger puzzles?",
			Plans: func() ([]experiment.Plan, error) {
				set, err := nurikabes.Kind.Open("open-908")
				return []experiment.Plan{{
					Name: "settings of pure ants", Puzzles: set.Between(200, 1000).Puzzles(), Engines: pureSettings(),
					Runs: 1, Budget: solver.CPU(2 * time.Second), Seed: 2,
				}}, err
			},
		},
		{
			Name:     "nurikabe-first",
			Question: "On which boards do ants have a solution before a complete solver has one?",
			Plans:    firsts,
		},
	}
}

var swarmTime = solver.CPU(10 * time.Second)

func swarmOf(setting memetic.Setting) *memetic.Solver {
	s := memetic.New()
	s.Setting = setting
	return s
}

// firstSolution is the complete solver that ends with its first solution.
func firstSolution() *exact.Solver {
	s := exact.New()
	s.Proof = false
	return s
}

// firstOfBoth is the portfolio that ends with its first solution.
func firstOfBoth() *portfolio.Solver {
	s := portfolio.New()
	s.Exact.Proof = false
	return s
}

// change is something changed of an engine, under a label.
type change struct {
	label string
	set   func(s *memetic.Solver)
}

// parts are the engine in a setting with each of some changes.
func parts(setting memetic.Setting, changes ...change) (out []solver.Solver) {
	for _, c := range changes {
		s := swarmOf(setting)
		s.Variant = c.label
		c.set(s)
		out = append(out, s)
	}
	return out
}

// pureParts are the pure ants as they are, and with one part left out or changed.
func pureParts() []solver.Solver {
	return parts(memetic.Pure, []change{
		{"pure", func(*memetic.Solver) {}},
		{"no annealing", func(s *memetic.Solver) { s.Moves, s.Patience = 0, 0 }},
		{"no windows", func(s *memetic.Solver) { s.Mend = 0 }},
		{"no pheromone", func(s *memetic.Solver) { s.Rho, s.Xi = 0, 0 }},
		{"no restarts", func(s *memetic.Solver) { s.Patience = 0 }},
		{"no greedy choices", func(s *memetic.Solver) { s.Q0 = 0 }},
		{"η for blocks", func(s *memetic.Solver) { s.Beta = 2 }},
		{"blocks as dear as cells", func(s *memetic.Solver) { s.Lack = 1 }},
	}...)
}

// pureSettings are the pure ants as they are, and with one parameter less or more.
func pureSettings() []solver.Solver {
	return parts(memetic.Pure, []change{
		{"as they are", func(*memetic.Solver) {}},
		{"3 ants", func(s *memetic.Solver) { s.Ants = 3 }},
		{"30 ants", func(s *memetic.Solver) { s.Ants = 30 }},
		{"patience 10", func(s *memetic.Solver) { s.Patience = 10 }},
		{"patience 1", func(s *memetic.Solver) { s.Patience = 1 }},
		{"400 moves", func(s *memetic.Solver) { s.Moves = 400 }},
		{"2,500 moves", func(s *memetic.Solver) { s.Moves = 2500 }},
		{"hot 0.8", func(s *memetic.Solver) { s.Hot = 0.8 }},
		{"hot 0.45", func(s *memetic.Solver) { s.Hot = 0.45 }},
		{"cold 0.3", func(s *memetic.Solver) { s.Cold = 0.3 }},
		{"cold 0.2", func(s *memetic.Solver) { s.Cold = 0.2 }},
		{"lack 1.5", func(s *memetic.Solver) { s.Lack = 1.5 }},
		{"lack 3", func(s *memetic.Solver) { s.Lack = 3 }},
		{"30 windows", func(s *memetic.Solver) { s.Mend = 30 }},
		{"300 windows", func(s *memetic.Solver) { s.Mend = 300 }},
		{"20 moves a window", func(s *memetic.Solver) { s.Local = 20 }},
		{"200 moves a window", func(s *memetic.Solver) { s.Local = 200 }},
	}...)
}

// propagatingParts are the propagating ants as they are, without pheromone, and with
// pheromone that never fades or fades at once.
func propagatingParts() []solver.Solver {
	return parts(memetic.Propagating, []change{
		{"propagating", func(*memetic.Solver) {}},
		{"no pheromone", func(s *memetic.Solver) { s.Deposit = 0 }},
		{"pheromone stays", func(s *memetic.Solver) { s.Fade = 0 }},
		{"pheromone of one iteration", func(s *memetic.Solver) { s.Fade = 1 }},
	}...)
}

// firsts are runs that end with their first solution, on boards that everybody has.
func firsts() (out []experiment.Plan, err error) {
	for _, name := range []string{"open-908", "planted"} {
		set, err := nurikabes.Kind.Open(name)
		if err != nil {
			return nil, err
		}
		plan := func(of string, runs int, engine solver.Solver) experiment.Plan {
			return experiment.Plan{
				Name: name + ", " + of, Puzzles: set.Puzzles(), Engines: []solver.Solver{engine},
				Runs: runs, Budget: solver.CPU(5 * time.Second), Seed: 1,
			}
		}
		out = append(out, plan("complete", 1, firstSolution()), plan("ants", 3, swarmOf(memetic.Pure)), plan("portfolio", 3, firstOfBoth()))
	}
	return out, nil
}
