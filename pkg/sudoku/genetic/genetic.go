// Package genetic solves Sudoku by the kind of genetic algorithm that Mantere
// and Koljonen describe in "Solving, Rating and Generating Sudoku Puzzles with
// GA" (IEEE Congress on Evolutionary Computation, 2007): the comparator of the
// cuckoo search of package cuckoo.
//
// An individual is a board whose boxes are permutations of the digits that
// keep the givens (package genome). In a generation the best individuals live
// on, and children replace all others: each has two parents, of which good
// ones are chosen more often, and gets each box whole from one of them; then
// boxes are mutated by swaps of two cells.
//
// # Choices
//
// The published description does not determine the algorithm. These choices
// are ours:
//
//   - Groups are boxes; rows ([Solver.Rows]) are an option.
//   - Fitness is the number of repeated digits plus the number of missing
//     digits in rows and columns. In a unit the one is always as large as the
//     other, so it is twice the cost of the cuckoo search; both terms are
//     counted all the same.
//   - Selection is by rank, linear: the best of n is chosen n times as often
//     as the last. A child may have the same parent twice.
//   - Crossover is uniform over groups, with a probability; otherwise the
//     child is a copy of the first parent.
//   - Mutation makes, in each group and with a probability, one swap of two
//     cells without givens, or more of them: each further one has half the
//     chance.
//   - Aging: an individual that lives on loses a little fitness
//     ([Solver.Aging]) in every generation, so that no board dominates for ever.
//     Without it the population soon consists of one board and its copies.
//   - Restart: after a number of generations without a better board the
//     population is made anew; 0 is never.
//   - Nothing is filtered; package network's filters are an option.
//
// One iteration is a generation, one evaluation a child or a new individual.
//
// Its limits: it proves nothing but what a contradiction among the givens
// proves.
package genetic

import (
	"context"
	"fmt"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/genome"
	"formicary/pkg/sudoku/network"
)

// Name is the engine's name in the registry.
const Name = "sudoku/genetic"

// MostIndividuals is the largest population: 36×36 boards take some 300 MB then.
const MostIndividuals = 100_000

// Solver is the engine with its parameters. Make one with [New], and do not
// change it while it runs.
type Solver struct {
	// Population is the number of individuals, 2 to [MostIndividuals].
	Population int
	// Elite is the number of those that live on, at least 1 and below
	// Population.
	Elite int
	// Crossover is the probability that a child has two parents.
	Crossover float64
	// Mutation is the probability that a group of a child is mutated.
	Mutation float64
	// Aging is what an individual's fitness loses (its number grows) for every
	// generation that it lives on, at least 0.
	Aging int
	// Rows makes rows the groups, not boxes.
	Rows bool
	// Filter is the strength of a filter before the search.
	Filter network.Strength
	// Stagnation is the number of generations without a better board after
	// which the population is made anew; 0 means never.
	Stagnation int
	// Variant is the name in tables and legends; empty means the engine's.
	Variant string
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine with its defaults. All numbers are ours, found by a
// short race on puzzles of the set by Mantere and Koljonen other than the nine
// of the cuckoo search.
func New() *Solver {
	return &Solver{Population: 21, Elite: 1, Crossover: 0.8, Mutation: 0.12, Aging: 1, Stagnation: 2000, Filter: network.None}
}

// Table are the parameters.
func (s *Solver) Table() solver.Table {
	return solver.Table{
		solver.Int("population", &s.Population, fmt.Sprintf("number of individuals, 2 to %d", MostIndividuals)).Between(2, MostIndividuals),
		solver.Int("elite", &s.Elite, "number of individuals that live on, at least 1 and below the population").
			Must(s.Elite >= 1 && s.Elite < s.Population, "at least 1 and below the population").Live(),
		solver.Float("crossover", &s.Crossover, "probability that a child has two parents, 0 to 1").Between(0, 1).Live(),
		solver.Float("mutation", &s.Mutation, "probability that a group of a child is mutated, 0 to 1").Between(0, 1).Live(),
		solver.Int("aging", &s.Aging, "what is added to the fitness of an individual for every generation that it lives on, at least 0").Between(0, 1<<20).Live(),
		solver.Bool("rows", &s.Rows, "make rows the permutations, not boxes"),
		solver.Option("filter", &s.Filter, network.Strengths, "filter before the search: ac3, gac or none"),
		solver.Int("stagnation", &s.Stagnation, "generations without a better board before a restart; 0: never").AtLeast(0).Live(),
	}
}

// Describe says which engine this is.
func (s *Solver) Describe() solver.Description {
	return solver.Description{Engine: Name, Variant: s.Variant, Parameters: s.Table().Values()}
}

// Endless says that it proves nothing ([solver.Endless]).
func (s *Solver) Endless() bool { return true }

// Solve runs the algorithm. A budget of evaluations is checked between
// generations. The outcome's cost is the
// fitness of the best board, without aging.
func (s *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	instance, err := solver.Ready[*sudoku.Puzzle](Name, s.Table(), p)
	if err != nil {
		return solver.Outcome{}, err
	}
	groups := genome.Boxes
	if s.Rows {
		groups = genome.Rows
	}
	return genome.Solve(ctx, instance, run, s.Filter, groups, func(run *genome.Search) genome.Method {
		return newEvolution(s, run)
	})
}
