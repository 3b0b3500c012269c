// Package cuckoo solves Sudoku by prefiltered cuckoo search: the algorithm of R. Soto et al., "A Prefiltered Cuckoo
// Search Algorithm with Geometric Operators for Solving Sudoku Problems", The Scientific World Journal 2014. It has
// the paper's filter and operators, and modes of ours under their own names.
//
// A nest is a board whose rows are permutations of the digits (package
// genome); its cost is the number of wrong values in columns and boxes. The
// domains are filtered once (package network), and nests are built from what
// is left. In an iteration cuckoos lay eggs: a copy of a nest, crossed with
// the best boards and mutated. An egg that costs no more than what lies in its
// host nest replaces it, and bad nests are abandoned and built anew.
//
// # Readings
//
// Only the paper's text is at hand: the number of nests, the three
// probabilities, the formula of the weights (8) and the bodies of the tables
// are missing. The settings of [New] were chosen on puzzles by Mantere and
// Koljonen other than the nine of the paper's tables. What the text leaves open
// is read as follows.
//
//   - Filter: "AC3" takes values away that are already placed, as example 9
//     does ([network.AC3]). Definition 8 says more ([network.GAC]), and that
//     would leave nothing to search in most of the nine puzzles; [NewGAC] is
//     that reading.
//   - Iteration: the text picks one egg, the listing (algorithm 9) runs over
//     all but the best. [Solver.Eggs] is their number; 0 is the listing.
//   - Crossover: the two are alternatives, as in the listing, and one of them
//     is always applied, to one random row of the board ([Solver.CrossedRows];
//     0 is every row). Examples 1 and 2 cross a row; the listing says of
//     neither operator how often. The first parent of PMX is the best board
//     ever, the second the egg. The sorting crossover has the parents of example
//     2: best ever, best nest, egg; each row has a mask of its own, in which the
//     parents have exactly their shares.
//   - Domains: a row of a child that leaves the filtered domains is put back
//     to the egg's ([Solver.Keep] false lets it be, for the ablation).
//   - Mutation: "choose rows randomly" is a number of rows from one to
//     [Solver.MutatedRows], each drawn among those in which something can move;
//     a swap that would leave the domains is drawn again.
//   - Host: an egg is compared with the nest that it came from ([Own]); equal
//     costs replace. This departs from the paper's words, in which the nest is
//     chosen at random ([Any]). But there one egg is compared in an iteration,
//     while the listing makes an egg of every nest.
//   - Abandoning: the share [Solver.PA] of the nests, the worst, is built anew
//     in every iteration, as in Yang and Deb's "Cuckoo search via Lévy flights"
//     (2009). With [Worst] it is the worst nest, with that probability. The
//     best nest stays.
//   - Walk: geometric operators take the place of Lévy flights. [Levy] is the
//     classic form, read as a number of swaps with a heavy tail.
//
// # What the readings buy
//
// The reading is chosen for what it solves: one row and the own nest do little
// each by itself, and together they come near the paper's figures, above all
// with many nests. Only with both do the nests stay different from each other;
// every row crossed, or eggs in random nests, soon makes all of them alike. The
// published study "cuckoo-readings" counts it on puzzles that chose nothing,
// "cuckoo-table-1" and "cuckoo-table-2" repeat the paper's tables, and notebook
// 61-sudoku-cuckoo shows all three. The first release of this lab read every row,
// any nest and 15 nests, which solves few puzzles. One egg and one comparison in
// an iteration, as the text has it, are 1 egg with [Any] and [Worst].
//
// Most runs that succeed do so within 2,000 iterations; the others take many
// more. Abandoning does not help them: the nests that are abandoned are mostly
// those that were just built, for they are the worst. Where the paper solves
// hard puzzles in all tries of 100,000 iterations, this engine does so with
// restarts ([Solver.Stagnation]), of which the paper says nothing. Under the
// full filter only one of the nine puzzles needs a search at all.
//
// [NewImproved] is not the paper's: it filters by whole tuples, adapts both
// rates to what succeeds, and restarts when it stagnates.
//
// Its limits: it proves nothing but what the filter or a single board left prove. An unsolvable puzzle
// that passes the filter runs until the budget ends.
package cuckoo

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/genome"
	"formicary/pkg/sudoku/network"
)

// Name and NameImproved are the engines' names in the registry.
const (
	Name         = "sudoku/cuckoo"
	NameImproved = "sudoku/cuckoo-improved"
)

// MostNests is the largest number of nests: 36×36 boards take some 150 MB then.
const MostNests = 100_000

// Solver is the engine with its parameters. Make one with [New], [NewGAC] or
// [NewImproved], and do not change it while it runs.
type Solver struct {
	// Nests is the number of nests, 2 to [MostNests].
	Nests int
	// Eggs is the number of eggs in an iteration, each from a random nest
	// other than the best; 0 means one from every nest but the best.
	Eggs int
	// Host says which nest an egg is compared with.
	Host Host
	// CrossedRows is the number of rows that a crossover crosses, drawn among
	// those in which something can move; 0 means all of them.
	CrossedRows int
	// PX is the probability of PMX; otherwise it is the sorting crossover.
	PX float64
	// PM is the probability of a mutation.
	PM float64
	// PA is the probability (or the share) with which bad nests are abandoned.
	PA float64
	// Ever, Generation and Self are the weights of the three parents of the
	// sorting crossover; they need not add up to 1.
	Ever, Generation, Self float64
	// MutatedRows is the greatest number of rows that a mutation changes, at
	// least 1; numbers above the side of the board mean all rows.
	MutatedRows int
	// Filter is the strength of the prefiltering.
	Filter network.Strength
	// Keep puts rows of children that leave the filtered domains back.
	Keep bool
	// Abandon says which nests are abandoned.
	Abandon Abandon
	// Walk says how eggs are made.
	Walk Walk
	// Lambda is the exponent λ of Lévy flights, above 1 and at most 3, and
	// Step their step size α, above 0. They count for [Levy] only.
	Lambda, Step float64
	// Stagnation is the number of iterations without a better board after
	// which the search restarts with new nests; 0 means never.
	Stagnation int
	// Adaptive lets PX and PM follow the success of the operators.
	Adaptive bool
	// Variant is the name in tables and legends; empty means the engine's.
	Variant string

	name string
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine with the documented readings of the paper.
func New() *Solver {
	return &Solver{
		name: Name, Nests: 200, Host: Own, CrossedRows: 1, PX: 0.5, PM: 1, PA: 0.25, Ever: 0.55, Generation: 0.33, Self: 0.12,
		MutatedRows: 3, Filter: network.AC3, Keep: true, Abandon: Fraction, Lambda: 1.5, Step: 1,
	}
}

// NewGAC returns the engine of [New] with the filter of the paper's definition
// 8, named "GAC".
func NewGAC() *Solver {
	s := New()
	s.Filter, s.Variant = network.GAC, "GAC"
	return s
}

// NewImproved returns the improved mode under its own name.
func NewImproved() *Solver {
	s := New()
	s.name, s.Nests, s.Host, s.CrossedRows, s.PM, s.Abandon = NameImproved, 10, Any, 0, 0.5, Worst
	s.Filter, s.Adaptive, s.Stagnation = network.GAC, true, 300
	return s
}

// Table are the parameters.
func (s *Solver) Table() solver.Table {
	return solver.Table{
		solver.Int("nests", &s.Nests, fmt.Sprintf("number of nests, 2 to %d", MostNests)).Between(2, MostNests),
		solver.Int("eggs", &s.Eggs, "eggs in an iteration; 0: one from every nest but the best").AtLeast(0).Live(),
		solver.Option("host", &s.Host, hostNames, "nest that an egg is compared with: any (a random one) or own (that it comes from)").Live(),
		solver.Int("crossed-rows", &s.CrossedRows, "number of random rows that a crossover crosses; 0: all").AtLeast(0).Live(),
		solver.Float("px", &s.PX, "probability of PMX, 0 to 1; otherwise the sorting crossover").Between(0, 1).Live(),
		solver.Float("pm", &s.PM, "probability of a mutation, 0 to 1").Between(0, 1).Live(),
		solver.Float("pa", &s.PA, "probability or share with which bad nests are abandoned, 0 to 1").Between(0, 1).Live(),
		solver.Float("ever", &s.Ever, "weight of the best board ever in the sorting crossover").AtLeast(0),
		solver.Float("generation", &s.Generation, "weight of the best nest in the sorting crossover").AtLeast(0),
		solver.Float("self", &s.Self, "weight of the egg in the sorting crossover").
			Must(s.Self >= 0 && !math.IsInf(s.Self, 1) && s.Ever+s.Generation+s.Self > 0, "0 or more, and one of the three weights above 0"),
		solver.Int("mutated-rows", &s.MutatedRows, "greatest number of rows that a mutation changes, at least 1").AtLeast(1).Live(),
		solver.Option("filter", &s.Filter, network.Strengths, "prefiltering: ac3 (values that are placed), gac (whole tuples) or none"),
		solver.Bool("keep", &s.Keep, "put rows of children that leave the filtered domains back").Live(),
		solver.Option("abandon", &s.Abandon, abandonNames, "nests that are abandoned: worst (one, with probability pa) or fraction (the share pa)").Live(),
		solver.Option("walk", &s.Walk, walkNames, "how eggs are made: geometric or levy").Live(),
		solver.Float("lambda", &s.Lambda, "exponent λ of Lévy flights, above 1 and at most 3").Must(s.Lambda > 1 && s.Lambda <= 3, "above 1, at most 3").Live(),
		solver.Float("step", &s.Step, "step size α of Lévy flights, above 0").Must(s.Step > 0 && !math.IsInf(s.Step, 1), "a positive number").Live(),
		solver.Int("stagnation", &s.Stagnation, "iterations without a better board before a restart; 0: never").AtLeast(0).Live(),
		solver.Bool("adaptive", &s.Adaptive, "let px and pm follow the success of the operators"),
	}
}

// Describe says which engine this is.
func (s *Solver) Describe() solver.Description {
	return solver.Description{Engine: s.engine(), Variant: s.Variant, Parameters: s.Table().Values()}
}

// engine is the stable name. Unlike Describe, which defines flags, it may be
// asked by several runs at a time.
func (s *Solver) engine() string { return cmp.Or(s.name, Name) }

// Endless says that it proves nothing ([solver.Endless]).
func (s *Solver) Endless() bool { return true }

// Solve runs the search. One evaluation is one egg or one new nest, and a
// budget of them is checked between iterations. The outcome's statistics are
// the cells that the filter left open, abandoned nests, rows put back and new
// starts.
func (s *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	instance, err := solver.Ready[*sudoku.Puzzle](s.engine(), s.Table(), p)
	if err != nil {
		return solver.Outcome{}, err
	}
	return genome.Solve(ctx, instance, run, s.Filter, genome.Rows, func(run *genome.Search) genome.Method {
		return newSearch(s, run)
	})
}

// Walk says how an egg differs from the nest it comes from.
type Walk int

const (
	// Geometric: crossover and mutation, the paper's.
	Geometric Walk = iota
	// Levy: a number of swaps from a Lévy distribution.
	Levy
)

var walkNames = []string{"geometric", "levy"}

// Abandon says which nests are abandoned.
type Abandon int

const (
	// Worst: the worst nest, with probability PA.
	Worst Abandon = iota
	// Fraction: the share PA of the nests, the worst ones, always.
	Fraction
)

var abandonNames = []string{"worst", "fraction"}

// Host says which nest an egg is compared with.
type Host int

const (
	// Any: a random nest, also the one that the egg comes from.
	Any Host = iota
	// Own: the nest that the egg comes from.
	Own
)

var hostNames = []string{"any", "own"}
