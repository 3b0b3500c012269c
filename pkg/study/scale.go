package study

import (
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/acs"
	"formicary/pkg/sudoku/exact"
	"formicary/pkg/sudoku/sudokus"
)

// scale are the studies of large Sudoku, and of many.
func scale() []Study {
	return []Study{
		{
			Name:     "sudoku-scale",
			Question: "With which share of their cells given are Sudoku of 9×9, 16×16 and 25×25 hard, for ants and for a complete solver?",
			Plans:    scalePlans,
		},
		{
			Name:     "sudoku-exact",
			Question: "In what time does the complete solver prove 9×9 Sudoku of four sets unique?",
			Plans: func() (out []experiment.Plan, err error) {
				for _, name := range []string{"open", "17-clue-5000", "magictour-top1465", "forum-hardest-1905-3000"} {
					set, err := sudokus.Kind.Open(name)
					if err != nil {
						return nil, err
					}
					out = append(out, experiment.Plan{Name: "decided, " + name, Puzzles: set.Between(81, 81).Sample(1000, 1).Puzzles(), Engines: []solver.Solver{exact.New()}})
				}
				return out, nil
			},
		},
	}
}

// scaleLimit is in generations of the ants, and in guesses of the complete solver.
const scaleLimit = 10_000

// scalePlans are both engines on open boards of three sizes, which are made as Lloyd and
// Amos made theirs, and on the large ones of theirs; and the colony's rules where
// boards are hardest.
func scalePlans() (out []experiment.Plan, err error) {
	add := func(name string, runs int) error {
		set, err := sudokus.Kind.Open(name)
		if err != nil {
			return err
		}
		out = append(out, experiment.Plan{
			Name: "sudoku at scale, " + name, Puzzles: givenShares(set).Puzzles(), Runs: runs, Seed: 1,
			Engines: []solver.Solver{acs.New(), &exact.Solver{}}, Budget: solver.Iterations(scaleLimit),
		})
		return nil
	}
	for _, size := range []string{"9x9", "16x16", "25x25"} {
		if err := add("open-general-"+size, 5); err != nil {
			return nil, err
		}
	}
	large, err := sudokus.Kind.Open("open-general-25x25")
	if err != nil {
		return nil, err
	}
	hardest := large.Where(func(i puzzle.Item) bool { return sudokus.Fixed(i) == 45 })
	with := func(name string, change func(*acs.Solver)) *acs.Solver {
		s := acs.Named(name)
		change(s)
		return s
	}
	out = append(out, experiment.Plan{
		Name: "sudoku at scale, rules", Puzzles: hardest.Puzzles(), Runs: 10, Seed: 2, Budget: solver.Iterations(2000),
		Engines: []solver.Solver{
			acs.Named("paper"),
			with("no BVE", func(s *acs.Solver) { s.BVE = 0 }),
			with("greedy as in the program", func(s *acs.Solver) { s.Greedy = acs.Program }),
			with("with restarts", func(s *acs.Solver) { s.Patience = 100 }),
		},
	})
	for _, size := range []string{"16x16", "25x25"} {
		if err := add("lloyd-amos-general-"+size, 2); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// givenShares are the boards with 10 to 95 % of their cells given, by that share.
func givenShares(set puzzle.Set) puzzle.Set {
	out := puzzle.Set{Name: set.Name}
	for share := 10.0; share <= 95; share += 5 {
		out.Items = append(out.Items, set.Where(func(i puzzle.Item) bool { return sudokus.Fixed(i) == share }).Items...)
	}
	return out
}
