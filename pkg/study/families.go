package study

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"formicary/pkg/colony"
	"formicary/pkg/colony/family"
	"formicary/pkg/experiment"
	nurikabeants "formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	sudokuants "formicary/pkg/sudoku/acs"
)

// families are the studies of nine families of ant algorithms, on two puzzles:
// their settings are chosen on boards of the open sets, and measured on others.
func families() []Study {
	return []Study{
		{
			Name:     "family-tuning",
			Question: "With which evaporation and which greediness does each of nine families of ant algorithms need least, on Nurikabe and on Sudoku?",
			Plans:    onFamilyBoards(true, familiesTuning),
		},
		{
			Name:     "families",
			Question: "Which of nine families of ant algorithms solves most, as their papers recommend and as tuned on other boards, on Nurikabe and on Sudoku?",
			Plans:    onFamilyBoards(false, familiesCompared),
		},
		{
			Name:     "family-choices",
			Question: "Which choice matters in an ant algorithm: how greedy ants are, which board lays pheromone, its bounds, its evaporation, or restarts?",
			Plans:    onFamilyBoards(false, familyChoices),
		},
	}
}

// familyBoards are boards of one kind and of about one size.
type familyBoards struct {
	name, kind string
	budget     solver.Budget
	set        func(tuning bool) (puzzle.Set, error)
}

// allFamilyBoards are those of the studies.
func allFamilyBoards() []familyBoards {
	cells := func(least, most int) func(tuning bool) (puzzle.Set, error) {
		return func(tuning bool) (puzzle.Set, error) {
			set, err := nurikabes.Kind.Open("open-908")
			half := set.Between(least, most).Where(func(p puzzle.Item) bool { return (p.Hash()[0]%2 == 0) == tuning })
			return half.Sample(60, 1), err
		}
	}
	return []familyBoards{
		{"nurikabe, 100–199 cells", nurikabes.Kind.Name, solver.Iterations(5000), cells(100, 199)},
		{"nurikabe, 200–399 cells", nurikabes.Kind.Name, solver.Iterations(5000), cells(200, 399)},
		{"sudoku, 25×25", sudoku.Kind.Name, solver.Iterations(500), largeSudoku},
	}
}

// largeSudoku are boards of 30 to 50 % given cells: our own, and those of Lloyd and Amos.
func largeSudoku(tuning bool) (out puzzle.Set, err error) {
	name := "lloyd-amos-general-25x25"
	if tuning {
		name = "open-general-25x25"
	}
	set, err := sudoku.Kind.Open(name)
	out.Name = name
	for share := 30.0; share <= 50; share += 5 {
		out.Items = append(out.Items, set.Where(func(i puzzle.Item) bool { return sudoku.Fixed(i) == share }).Sample(12, 1).Items...)
	}
	return out, err
}

// onFamilyBoards makes a plan for each kind of board. Those for tuning and the others have
// no board in common.
func onFamilyBoards(tuning bool, engines func(b familyBoards) []solver.Solver) func() ([]experiment.Plan, error) {
	return func() (out []experiment.Plan, err error) {
		for _, b := range allFamilyBoards() {
			set, failed := b.set(tuning)
			if failed != nil {
				err = errors.Join(err, failed)
				continue
			}
			out = append(out, experiment.Plan{Name: b.name, Puzzles: set.Puzzles(), Engines: engines(b), Runs: 1, Budget: b.budget, Seed: 1})
		}
		return out, err
	}
}

// ants is the engine of a family for these boards, under a label.
func (b familyBoards) ants(of family.Name, label string, change func(*colony.Settings, *family.Choice)) solver.Solver {
	if b.kind == sudoku.Kind.Name {
		s := sudokuants.NewAnts(of)
		s.Variant = label
		change(&s.Settings, &s.Choice)
		return s
	}
	s := nurikabeants.NewAnts(of)
	s.Variant = label
	change(&s.Settings, &s.Choice)
	return s
}

// familySetting is what is tuned of a family.
type familySetting struct {
	rho  float64 // evaporation; population-based colonies have none
	size int     // boards that a population-based colony keeps, 0 for all others
	q0   float64 // probability of a greedy choice
}

// String is the setting as labels have it.
func (f familySetting) String() string {
	if f.size > 0 {
		return fmt.Sprintf("k %d, q0 %v", f.size, f.q0)
	}
	return fmt.Sprintf("ρ %v, q0 %v", f.rho, f.q0)
}

func (f familySetting) set(s *colony.Settings, c *family.Choice) {
	s.Q0 = f.q0
	if f.size > 0 {
		c.Population.Size = f.size
	} else {
		s.Rho = f.rho
	}
}

// familyGrid are the settings that are tried of a family.
func familyGrid(of family.Name) (out []familySetting) {
	for _, q0 := range []float64{0, 0.5, 0.9} {
		for i, rho := range []float64{0.02, 0.1, 0.3, 0.9} {
			f := familySetting{rho: rho, q0: q0}
			if of == family.PACO {
				f = familySetting{size: []int{1, 5, 25, 100}[i], q0: q0}
			}
			out = append(out, f)
		}
	}
	return out
}

// familiesTuning has every family with every setting.
func familiesTuning(b familyBoards) (out []solver.Solver) {
	for of := range family.Name(len(family.Names())) {
		for _, f := range familyGrid(of) {
			out = append(out, b.ants(of, fmt.Sprintf("%v, %v", of, f), f.set))
		}
	}
	return out
}

// choices are those of a colony in which one board lays pheromone, each with what is
// changed of one that chooses by roulette, lets the best board of the iteration lay, and has no
// lower bound, ρ = 0.02, and no restarts.
var choices = []struct {
	name string
	set  func(s *colony.Settings, c *family.MaxMin)
}{
	{"greedy", func(s *colony.Settings, _ *family.MaxMin) { s.Q0 = 0.9 }},
	{"best so far", func(_ *colony.Settings, c *family.MaxMin) { c.BestEvery = 1 }},
	{"bounds", func(_ *colony.Settings, c *family.MaxMin) { c.PBest = 0.05 }},
	{"more evaporation", func(s *colony.Settings, _ *family.MaxMin) { s.Rho = 0.2 }},
	{"restarts", func(_ *colony.Settings, c *family.MaxMin) { c.Stagnation = 100 }},
}

// familyChoices are all colonies that these choices make. A label names what is changed.
func familyChoices(b familyBoards) (out []solver.Solver) {
	for made := range 1 << len(choices) {
		var names []string
		for i, choice := range choices {
			if made>>i&1 == 1 {
				names = append(names, choice.name)
			}
		}
		label := cmp.Or(strings.Join(names, ", "), "nothing changed")
		out = append(out, b.ants(family.MMAS, label, func(s *colony.Settings, c *family.Choice) {
			s.Q0, s.Rho = 0, 0.02
			c.MaxMin.PBest, c.MaxMin.BestEvery, c.MaxMin.Stagnation = 1, 0, 0
			for i, choice := range choices {
				if made>>i&1 == 1 {
					choice.set(s, &c.MaxMin)
				}
			}
		}))
	}
	return out
}

// familiesCompared has every family as its paper recommends, and as tuned for these boards.
func familiesCompared(b familyBoards) (out []solver.Solver) {
	for of := range family.Name(len(family.Names())) {
		out = append(out, b.ants(of, of.String(), func(*colony.Settings, *family.Choice) {}))
		out = append(out, b.ants(of, fmt.Sprintf("%v, tuned", of), tunedFamilies[b.name][of].set))
	}
	return out
}

// tunedFamilies are the settings that need least in the study family-tuning: fewest
// iterations on average, where a run without a solution counts ten times its limit.
var tunedFamilies = map[string][]familySetting{
	"nurikabe, 100–199 cells": {
		family.ACSBVE: {rho: 0.02, q0: 0.5},
		family.ACS:    {rho: 0.1, q0: 0.5},
		family.AS:     {rho: 0.02},
		family.EAS:    {rho: 0.02},
		family.ASRank: {rho: 0.02},
		family.MMAS:   {rho: 0.9},
		family.BWAS:   {rho: 0.3},
		family.PACO:   {size: 1},
		family.HCACO:  {rho: 0.02},
	},
	"nurikabe, 200–399 cells": {
		family.ACSBVE: {rho: 0.02, q0: 0.9},
		family.ACS:    {rho: 0.02, q0: 0.9},
		family.AS:     {rho: 0.02},
		family.EAS:    {rho: 0.02},
		family.ASRank: {rho: 0.02},
		family.MMAS:   {rho: 0.9},
		family.BWAS:   {rho: 0.1},
		family.PACO:   {size: 1, q0: 0.5},
		family.HCACO:  {rho: 0.02, q0: 0.5},
	},
	"sudoku, 25×25": {
		family.ACSBVE: {rho: 0.1, q0: 0.5},
		family.ACS:    {rho: 0.9, q0: 0.5},
		family.AS:     {rho: 0.3, q0: 0.9},
		family.EAS:    {rho: 0.3, q0: 0.5},
		family.ASRank: {rho: 0.9, q0: 0.5},
		family.MMAS:   {rho: 0.9, q0: 0.9},
		family.BWAS:   {rho: 0.02, q0: 0.9},
		family.PACO:   {size: 1, q0: 0.9},
		family.HCACO:  {rho: 0.9, q0: 0.9},
	},
}
