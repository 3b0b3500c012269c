package study

import (
	"errors"
	"fmt"

	"formicary/pkg/colony"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// rules are the studies of one change to the Nurikabe ants at a time, with one
// run of each engine on each puzzle, all from the same seed. A run that was
// allowed 5,000 iterations also tells what it would have come to within 150
// ([analysis.Within]).
func rules() []Study {
	return []Study{
		{
			Name:     "nurikabe-rules",
			Question: "Is one of five changed rules better than the paper's, at 150 and at 5,000 iterations, on boards of 100 to 144 cells?",
			Plans:    on(240, 1, solver.Iterations(5000), changedRules),
		},
		{
			Name:     "nurikabe-bve",
			Question: "Does best-value evaporation solve more, at 500 and at 5,000 iterations, on boards of 100 to 144 cells?",
			Plans:    named("nurikabe bve", on(240, 1, solver.Iterations(5000), evaporating)),
		},
		{
			Name:     "nurikabe-large",
			Question: "Do bounded pheromone and less greedy ants still help on boards of 300 to 399 cells, at 1,000 and at 10,000 iterations?",
			Plans:    large,
		},
	}
}

// collections are what the studies of the Nurikabe ants draw from: the paper's,
// and this repository's.
var collections = []string{"janko-911", "open-908"}

// on makes a plan for each collection: so many of its puzzles of 100 to 144
// cells, drawn with a seed.
func on(puzzles int, draw uint64, budget solver.Budget, engines func() []solver.Solver) func() ([]experiment.Plan, error) {
	return plans(100, 144, puzzles, draw, nil, budget, engines)
}

// named puts words before the names of plans: those of a plan that a notebook
// declares, too.
func named(words string, plans func() ([]experiment.Plan, error)) func() ([]experiment.Plan, error) {
	return func() ([]experiment.Plan, error) {
		made, err := plans()
		for i := range made {
			made[i].Name = words + ", " + made[i].Name
		}
		return made, err
	}
}

// large has 48 puzzles of 300 to 399 cells of each collection.
func large() ([]experiment.Plan, error) {
	return plans(300, 399, 48, 1, nil, solver.Iterations(10000), func() []solver.Solver {
		less := func(s *acs.Solver) { s.Q0 = 0.5 }
		return []solver.Solver{
			acs.Named(paper), changed("q0 = 0.5", less), changed("bounded pheromone", boundPheromone),
			changed("bounded pheromone, q0 = 0.5", less, boundPheromone),
		}
	})()
}

// plans makes a plan for each collection, under its name. A nil of keeps all.
func plans(least, most, puzzles int, draw uint64, of func(puzzle.Item) bool, budget solver.Budget, engines func() []solver.Solver) func() ([]experiment.Plan, error) {
	return func() (out []experiment.Plan, err error) {
		made := engines() // once: the plans share a folder, and funcs made anew would be other ones
		for _, name := range collections {
			set, failed := nurikabes.Kind.Open(name)
			if failed != nil {
				err = errors.Join(err, failed)
				continue
			}
			set = set.Where(nurikabe.Known).Between(least, most)
			if of != nil {
				set = set.Where(of)
			}
			out = append(out, experiment.Plan{
				Name: name, Puzzles: set.Sample(puzzles, draw).Puzzles(), Engines: made, Runs: 1, Budget: budget, Seed: 1,
			})
		}
		return out, err
	}
}

// paper is the label of the colony with the paper's rules and parameters.
const paper = "paper's rules"

// changed is the paper's colony with changes, under a label.
func changed(label string, changes ...func(rule *acs.Solver)) *acs.Solver {
	s := acs.Named(label)
	for _, change := range changes {
		change(s)
	}
	return s
}

// changedRules are those of notebook 40, word for word.
func changedRules() []solver.Solver {
	return []solver.Solver{
		acs.Named(paper),
		changed("first in list", takeFirst),
		changed("blocks first", breakBlocks),
		changed("bounded pheromone", boundPheromone),
		changed("blocks cost twice", func(rule *acs.Solver) {
			rule.Cost = func(v *acs.View) float64 { return float64(v.Missing() + 2*v.Blocks()) }
		}),
		changed("larger of two", func(rule *acs.Solver) {
			rule.Order = func(v *acs.View, left []int32) int {
				i, j := v.Intn(len(left)), v.Intn(len(left))
				if v.Clue(left[j]) > v.Clue(left[i]) {
					return j
				}
				return i
			}
		}),
	}
}

// takeFirst breaks ties of the greedy choice by the place in the list.
func takeFirst(rule *acs.Solver) {
	rule.Choose = func(t *colony.Trail, list []int32) int {
		if !t.GreedyTurn() {
			return t.ChooseRoulette(list)
		}
		best := 0
		for i, cell := range list {
			if t.Tau[cell] > t.Tau[list[best]] {
				best = i
			}
		}
		return best
	}
}

// breakBlocks keeps candidates that break up a 2×2 block as long as there are
// any.
func breakBlocks(rule *acs.Solver) {
	rule.Filter = func(v *acs.View, cells []int32) []int32 {
		var breaking []int32
		for _, cell := range cells {
			if v.Breaks(cell) > 0 {
				breaking = append(breaking, cell)
			}
		}
		if len(breaking) == 0 {
			return cells
		}
		return breaking
	}
}

// boundPheromone keeps pheromone between the value that the best deposit leads
// to and a twentieth of it, as MAX–MIN Ant System does (Stützle and Hoos, 2000).
func boundPheromone(rule *acs.Solver) {
	rule.GlobalUpdate = func(t *colony.Trail, best []int32, amount float64) {
		for _, cell := range best {
			t.Tau[cell] += float64(rule.Rho * (amount - t.Tau[cell]))
		}
		high := max(amount, t.Tau0)
		for cell, tau := range t.Tau {
			t.Tau[cell] = min(max(tau, high/20), high)
		}
	}
}

// evaporating are colonies with weaker and stronger best-value evaporation.
func evaporating() (out []solver.Solver) {
	for _, fraction := range []float64{0, 0.0001, 0.001, 0.01, 0.1} {
		out = append(out, changed(fmt.Sprintf("BVE %v", fraction), func(s *acs.Solver) { s.BVE = fraction }))
	}
	return out
}
