package study

import (
	"fmt"

	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/cuckoo"
	"formicary/pkg/sudoku/genetic"
	"formicary/pkg/sudoku/genome"
	"formicary/pkg/sudoku/network"
	sudokupaper "formicary/pkg/sudoku/paper"
	"formicary/pkg/sudoku/sudokus"
	"formicary/pkg/sudoku/tabu"
)

// cuckoos are the studies of cuckoo search.
func cuckoos() []Study {
	return []Study{cuckooConvergence(), cuckooReadings(), cuckooTable1(), cuckooTable2()}
}

// cuckooConvergence follows the cost of three searches on puzzles that everybody has.
func cuckooConvergence() Study {
	return Study{
		Name:     "cuckoo-convergence",
		Question: "How fast does the cost fall in two readings of cuckoo search and in the improved one, on open puzzles?",
		Traces:   true,
		Plans: func() ([]experiment.Plan, error) {
			own, err := sudokus.Kind.Open("open")
			if err != nil {
				return nil, err
			}
			nine := puzzle.Set{Name: own.Name}
			for _, grade := range []string{"easy", "medium", "hard"} {
				of := func(i puzzle.Item) bool { return i.Grade == grade }
				nine.Items = append(nine.Items, own.Between(81, 81).Where(of).Take(3).Items...)
			}
			first := reading(0, cuckoo.Any, 15)
			return []experiment.Plan{{
				Name: "convergence", Puzzles: searched(nine).Puzzles(), Seed: 3, Runs: 2,
				Engines: []solver.Solver{cuckoo.New(), first, cuckoo.NewImproved()}, Budget: solver.Evaluations(400_000),
			}}, nil
		},
	}
}

// cuckooReadings counts what each part of the reading buys, on puzzles that
// chose nothing: those by Mantere and Koljonen other than the nine of the paper
// are split by their content, one half to choose settings on and the other half
// for this study; hard and extreme ones of the open set took no part at all.
func cuckooReadings() Study {
	return Study{
		Name:     "cuckoo-readings",
		Question: "Which reading of prefiltered cuckoo search solves most, of the rows that a crossover crosses, the nest that an egg is compared with, and the number of nests?",
		Plans: func() ([]experiment.Plan, error) {
			confirm, err := confirming()
			if err != nil {
				return nil, err
			}
			own, err := sudokus.Kind.Open("open")
			if err != nil {
				return nil, err
			}
			fresh := searched(own.Between(81, 81).Where(func(i puzzle.Item) bool { return i.Grade == "hard" || i.Grade == "extreme" })).Take(12)
			tenth, all := solver.Iterations(sudokupaper.Iterations1), solver.Iterations(sudokupaper.Iterations2)
			return []experiment.Plan{
				{Name: "readings", Puzzles: confirm.Puzzles(), Engines: readings(15, 50, 200), Runs: 1, Budget: tenth, Seed: 1},
				{Name: "readings, open", Puzzles: fresh.Puzzles(), Engines: readings(200), Runs: 1, Budget: tenth, Seed: 1},
				{Name: "without", Puzzles: confirm.Puzzles(), Engines: without(), Runs: 2, Budget: tenth, Seed: 2},
				{Name: "one egg", Puzzles: confirm.Puzzles(), Runs: 1, Seed: 1, Engines: []solver.Solver{
					reading(1, cuckoo.Own, 200), oneEgg(cuckoo.Any, 15), oneEgg(cuckoo.Own, 15),
				}, Budget: solver.Evaluations(oneEggEvaluations)},
				{Name: "longer", Puzzles: confirm.Puzzles(), Runs: 1, Budget: all, Seed: 1, Engines: []solver.Solver{
					reading(1, cuckoo.Own, 200), rebuilding(), reading(1, cuckoo.Own, 15), reading(0, cuckoo.Any, 15),
				}},
			}, nil
		},
	}
}

// oneEggEvaluations are about those of 10,000 iterations with an egg from each
// of 200 nests, a quarter of which are abandoned.
const oneEggEvaluations = 2_500_000

// cuckooTable1 repeats the paper's table 1 on the nine puzzles that most likely
// are the paper's. The reading of the first release has 15 nests, and in a plan of its
// own the 200 of the default.
func cuckooTable1() Study {
	return Study{
		Name:     "cuckoo-table-1",
		Question: "How often does prefiltered cuckoo search solve the nine inferred puzzles of its paper within 10,000 iterations, and in what time?",
		Plans: func() ([]experiment.Plan, error) {
			nine, err := sudokus.Kind.Open("cuckoo-9-inferred")
			if err != nil {
				return nil, err
			}
			plan := experiment.Plan{
				Name: "table 1", Puzzles: nine.Puzzles(), Runs: 100, Budget: solver.Iterations(sudokupaper.Iterations1), Seed: 1,
				Engines: []solver.Solver{cuckoo.New(), reading(0, cuckoo.Any, 15), cuckoo.NewGAC(), cuckoo.NewImproved()},
			}
			nests := plan
			nests.Name, nests.Engines = "table 1, as many nests", []solver.Solver{reading(0, cuckoo.Any, 200)}
			return []experiment.Plan{plan, nests}, nil
		},
	}
}

// cuckooTable2 repeats the paper's table 2: its limited half, and its unlimited
// one with a limit that is higher.
func cuckooTable2() Study {
	return Study{
		Name:     "cuckoo-table-2",
		Question: "How often do cuckoo search, tabu search and a genetic algorithm solve the nine inferred puzzles within 100,000 iterations, and how often within three times as many?",
		Plans: func() ([]experiment.Plan, error) {
			nine, err := sudokus.Kind.Open("cuckoo-9-inferred")
			if err != nil {
				return nil, err
			}
			plan := experiment.Plan{
				Name: "limited", Puzzles: nine.Puzzles(), Runs: 10, Budget: solver.Iterations(sudokupaper.Iterations2), Seed: 2,
				Engines: []solver.Solver{cuckoo.New(), tabu.New(), genetic.New(), cuckoo.NewImproved(), rebuilding()},
			}
			further := plan
			further.Name, further.Runs, further.Budget = "unlimited", 3, solver.Iterations(3*sudokupaper.Iterations2)
			return []experiment.Plan{plan, further}, nil
		},
	}
}

// readings are all pairs of rows crossed (one, or every one) and host, for each
// number of nests.
func readings(nests ...int) (out []solver.Solver) {
	for _, n := range nests {
		for _, host := range []cuckoo.Host{cuckoo.Own, cuckoo.Any} {
			for _, rows := range []int{1, 0} {
				out = append(out, reading(rows, host, n))
			}
		}
	}
	return out
}

func reading(rows int, host cuckoo.Host, nests int) *cuckoo.Solver {
	s := cuckoo.New()
	s.CrossedRows, s.Host, s.Nests = rows, host, nests
	name := map[int]string{0: "every row", 1: "one row"}[rows] + map[cuckoo.Host]string{cuckoo.Own: ", own nest", cuckoo.Any: ", any nest"}[host]
	s.Variant = fmt.Sprintf("%s, %d nests", name, nests)
	return s
}

// rebuilding builds all nests anew where the best board stays the same; the paper
// does not.
func rebuilding() *cuckoo.Solver {
	s := reading(1, cuckoo.Own, 200)
	s.Stagnation = 2000
	s.Variant += ", restarts"
	return s
}

// oneEgg makes one egg and one comparison in an iteration, and abandons one
// nest at most.
func oneEgg(host cuckoo.Host, nests int) *cuckoo.Solver {
	s := reading(1, host, nests)
	s.Eggs, s.Abandon = 1, cuckoo.Worst
	s.Variant += ", one egg"
	return s
}

// without are the search as documented and, one at a time, other choices for
// its parts.
func without() []solver.Solver {
	out := []solver.Solver{reading(1, cuckoo.Own, 200)}
	add := func(name string, change func(s *cuckoo.Solver)) {
		s := cuckoo.New()
		s.Variant = name
		change(s)
		out = append(out, s)
	}
	add("no PMX", func(s *cuckoo.Solver) { s.PX = 0 })
	add("no sorting crossover", func(s *cuckoo.Solver) { s.PX = 1 })
	add("no mutation", func(s *cuckoo.Solver) { s.PM = 0 })
	add("children outside domains", func(s *cuckoo.Solver) { s.Keep = false })
	add("no filter", func(s *cuckoo.Solver) { s.Filter = network.None })
	add("Lévy flights", func(s *cuckoo.Solver) { s.Walk = cuckoo.Levy })
	add("worst nest abandoned", func(s *cuckoo.Solver) { s.Abandon = cuckoo.Worst })
	add("none abandoned", func(s *cuckoo.Solver) { s.PA = 0 })
	return out
}

// confirming are the puzzles by Mantere and Koljonen, without the nine, that
// the paper's filter does not solve, of the half whose content hash begins with
// a byte from 128 on. Settings were chosen on the other half.
func confirming() (puzzle.Set, error) {
	nine, err := sudokus.Kind.Open("cuckoo-9-inferred")
	if err != nil {
		return puzzle.Set{}, err
	}
	all, err := sudokus.Kind.Open("mantere-koljonen")
	if err != nil {
		return puzzle.Set{}, err
	}
	used := map[puzzle.Hash]bool{}
	for _, item := range nine.Items {
		used[item.Hash()] = true
	}
	return searched(all.Distinct().Where(func(i puzzle.Item) bool { h := i.Hash(); return !used[h] && h[0] >= 128 })), nil
}

// searched are the puzzles of a set that the paper's filter leaves open.
func searched(set puzzle.Set) puzzle.Set {
	return set.Where(func(i puzzle.Item) bool {
		space, ok := genome.New(i.Puzzle.(*sudoku.Puzzle), network.AC3, genome.Rows)
		return ok && space.Open() > 0
	})
}
