package study

import (
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/aco"
	"formicary/pkg/sudoku/sudokus"
)

// sudokuACO is about Torosdagli's ant. Budgets are in choices of a cell's digit.
// A run that was solved within fewer choices is the run that a smaller budget
// would have given, so that one budget stands for all below it.
func sudokuACO() []Study {
	return []Study{{
		Name:     "sudoku-aco",
		Question: "What do readings of the paper's listings, its award and its punishment do to the choices that one ant needs?",
		Plans:    sudokuACOPlans,
	}}
}

func sudokuACOPlans() ([]experiment.Plan, error) {
	eleven, err := sudokus.Kind.Open("paper-11")
	if err != nil {
		return nil, err
	}
	open, err := sudokus.Kind.Open("open")
	if err != nil {
		return nil, err
	}
	// Easier ones are solved without a choice.
	needing := open.Between(81, 81).Where(func(i puzzle.Item) bool { return i.Grade == "hard" || i.Grade == "extreme" })
	budget := solver.Evaluations(200_000)
	return []experiment.Plan{
		{Name: "rewards", Puzzles: eleven.Puzzles(), Engines: acoRewards(), Runs: 50, Budget: budget, Seed: 1},
		{Name: "rewards, open puzzles", Puzzles: needing.Puzzles(), Engines: acoRewards(), Runs: 8, Budget: budget, Seed: 1},
		{Name: "singles", Puzzles: eleven.Puzzles(), Engines: acoSingles(), Runs: 10, Budget: budget, Seed: 1},
	}, nil
}

// acoRewards are the readings in which award and punishment are compared, each
// with the paper's two values and with both at 1. The names of the latter end
// with ", equal". Where choices are judged before the simplification, or nothing
// is awarded before the end, a punishment is never felt, and one of the two is
// enough.
func acoRewards() []solver.Solver {
	reading := func(name string, change func(*aco.Solver)) *aco.Solver {
		s := aco.Named(name)
		change(s)
		return s
	}
	out := []solver.Solver{
		aco.Named("listing"),
		reading("listing, no award", func(s *aco.Solver) { s.Award = 0 }),
		reading("listing, random ties", func(s *aco.Solver) { s.Choice = aco.RandomTie }),
		reading("listing, roulette", func(s *aco.Solver) { s.Choice = aco.Roulette }),
		reading("trip", func(s *aco.Solver) { s.Update = aco.AfterTrip }),
		reading("simplified, no punishment", func(s *aco.Solver) { s.Update, s.Punishment = aco.AfterSimplification, 0 }),
		reading("simplified, punishment 0.1", func(s *aco.Solver) { s.Update, s.Punishment = aco.AfterSimplification, 0.1 }),
	}
	for _, felt := range []struct {
		name   string
		change func(*aco.Solver)
	}{
		{"simplified", func(s *aco.Solver) { s.Update = aco.AfterSimplification }},
		{"simplified, random ties", func(s *aco.Solver) { s.Update, s.Choice = aco.AfterSimplification, aco.RandomTie }},
		{"simplified, roulette", func(s *aco.Solver) { s.Update, s.Choice = aco.AfterSimplification, aco.Roulette }},
		{"simplified, at once", func(s *aco.Solver) { s.Update, s.AtOnce = aco.AfterSimplification, true }},
		{"on the spot", func(s *aco.Solver) { s.Singles = aco.BatchSingles }},
		{"on the spot, simplified", func(s *aco.Solver) { s.Singles, s.Update = aco.BatchSingles, aco.AfterSimplification }},
	} {
		out = append(out, reading(felt.name, felt.change), reading(felt.name+", equal", func(s *aco.Solver) {
			felt.change(s)
			s.Punishment = 1
		}))
	}
	return out
}

// acoSingles are the listings as printed, in which no cell is filled because it
// has one candidate left, and the two ways to fill such cells. As printed they
// still have two repairs, without which there is nothing to measure: the initial
// board is copied once, and a candidate is told by ≠ 0 (and aNumber read for
// assignedNumber).
func acoSingles() []solver.Solver {
	with := func(name string, how aco.Singles) *aco.Solver {
		s := aco.Named(name)
		s.Singles = how
		return s
	}
	return []solver.Solver{with("as printed", aco.NoSingles), with("on the spot", aco.BatchSingles), with("one at a time", aco.OneSingle)}
}
