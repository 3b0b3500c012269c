// Package tabu solves Sudoku by tabu search with filtering at every iteration: the kind of algorithm of R. Soto
// et al., "A hybrid AC3-tabu search algorithm for solving Sudoku puzzles", Expert Systems with Applications 40,
// 2013. It is the second comparator of the cuckoo search of package cuckoo.
//
// The board's rows are permutations of the digits inside domains that are
// filtered once (packages network and genome). An iteration swaps two cells of
// a row: the swap that lowers the number of wrong values most, or raises it
// least, unless it is tabu.
//
// # Choices
//
// The abstract says that arc consistency works before the search and again in
// every iteration; the details are not at hand. These choices are ours:
//
//   - Filtering in an iteration: cells without conflict are taken to be right,
//     and every other cell is revised once, in raster order, against its row,
//     its column and its box ([network.Network.Revise], [network.AC3]). Swaps that leave what
//     remains of the domains are not looked at. Where that leaves no swap, or
//     tabu ones only, all swaps that involve a cell with a conflict are looked
//     at. [Solver.Refilter] false turns it off.
//   - A cell has a conflict where its column or its box has its digit twice.
//   - Tabu: a digit that left a cell may not return for a number of
//     iterations, [Solver.Tenure] plus a random number up to
//     [Solver.TenureRange]; a swap is tabu when one of its two digits may not
//     go where it would.
//   - Aspiration: a tabu swap that leads to the lowest cost of the run so far
//     is made. Where all swaps are tabu, a random one is made.
//   - Ties are broken at random.
//   - Stagnation: after a number of iterations without a better board the
//     search restarts with a random board; 0 is never.
//
// One iteration is one swap; one evaluation is a board or a swap that was
// judged.
//
// Its limits: it proves nothing but what the filter or a single board left
// prove.
package tabu

import (
	"context"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/genome"
	"formicary/pkg/sudoku/network"
)

// Name is the engine's name in the registry.
const Name = "sudoku/tabu"

// Solver is the engine with its parameters. Make one with [New], and do not
// change it while it runs.
type Solver struct {
	// Tenure is the least number of iterations for which a digit may not
	// return to a cell, at least 0.
	Tenure int
	// TenureRange is the greatest random number that is added, at least 0.
	TenureRange int
	// Filter is the strength of the filter before the search.
	Filter network.Strength
	// Refilter filters again in every iteration.
	Refilter bool
	// Stagnation is the number of iterations without a better board after
	// which the search restarts; 0 means never.
	Stagnation int
	// Variant is the name in tables and legends; empty means the engine's.
	Variant string
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine with its defaults. All numbers are ours, found by a
// short race on puzzles of the set by Mantere and Koljonen other than the nine
// of the cuckoo search.
func New() *Solver {
	return &Solver{Tenure: 2, TenureRange: 3, Filter: network.AC3, Refilter: true, Stagnation: 1000}
}

// Table are the parameters.
func (s *Solver) Table() solver.Table {
	return solver.Table{
		solver.Int("tenure", &s.Tenure, "least number of iterations for which a digit may not return, at least 0").Between(0, 1<<30).Live(),
		solver.Int("tenure-range", &s.TenureRange, "greatest random number added to the tenure, at least 0").Between(0, 1<<30).Live(),
		solver.Option("filter", &s.Filter, network.Strengths, "filter before the search: ac3, gac or none"),
		solver.Bool("refilter", &s.Refilter, "filter again in every iteration").Live(),
		solver.Int("stagnation", &s.Stagnation, "iterations without a better board before a restart; 0: never").AtLeast(0).Live(),
	}
}

// Describe says which engine this is.
func (s *Solver) Describe() solver.Description {
	return solver.Description{Engine: Name, Variant: s.Variant, Parameters: s.Table().Values()}
}

// Endless says that it proves nothing ([solver.Endless]).
func (s *Solver) Endless() bool { return true }

// Solve runs the search. A budget of evaluations is checked between
// iterations. The outcome's cost is the number of wrong values.
func (s *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	instance, err := solver.Ready[*sudoku.Puzzle](Name, s.Table(), p)
	if err != nil {
		return solver.Outcome{}, err
	}
	return genome.Solve(ctx, instance, run, s.Filter, genome.Rows, func(run *genome.Search) genome.Method {
		return newSearch(s, instance.Layout(), run)
	})
}
