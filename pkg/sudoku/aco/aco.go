// Package aco solves Sudoku by bitmask simplification and one ant: the
// algorithm of Torosdagli, "Ant Colony Optimization for Solving Sudoku
// Puzzles", on boards from 4×4 to 36×36, with the paper's behaviour as default.
//
// Every cell has a mask of candidates, every candidate its pheromone, at first
// 0. In turn, the board is simplified (the digits of a row, column and box are
// taken from the masks of its open cells, and cells with one candidate are
// filled, until nothing changes), and one open cell, picked at random, is given
// its candidate with the most pheromone. A valid choice earns the candidate an
// award of 1, an invalid one costs it a punishment of 0.005, never below 0.
// Where the picked cell has no candidate the board goes back to the givens, and
// pheromone stays. There is no evaporation and no rule to stop.
//
// The paper's listings do not work as printed, and leave choices open. They are
// read as follows. The second and third point are repairs that every option
// keeps, NoSingles too: without them a run ends at its first dead end, or places
// one digit only.
//
//   - Cells with one candidate are filled by the simplification. No listing
//     does this, but section 2 then picks a cell “which has at least 2 candidate
//     numbers”, and without it ([NoSingles]) only the easiest puzzles are ever
//     solved. They are filled one at a time, the first in raster order, each
//     followed by all clearing that it causes ([OneSingle]). Filling them on the
//     spot while a row, column or box is gone through is [BatchSingles]: there
//     two cells of a unit can get one digit, and the board becomes invalid.
//   - Algorithm 5 copies the initial board each time it runs; here the copy is
//     taken once, of the givens. Masks are made full and simplified again,
//     which always gives the same board.
//   - The test bit[k]&candidates == 1 is read as ≠ 0 (as printed it holds for
//     the first digit alone), assignedNumber as aNumber, and k runs over all
//     digits.
//   - Of several candidates with the most pheromone the first is taken, as the
//     listing does ([FirstTie]). Random ties and a roulette over pheromone,
//     as the text's "probability of selection" may be read, are options.
//   - A dead end is noticed when the cell without candidates is picked, as in
//     the listing, or as soon as there is one ([Solver.AtOnce]).
//   - Pheromone is updated after each choice, as in the listing, after the
//     simplification that follows it, or at the end of the trip, as the abstract
//     may be read ([Solver.Update]).
//   - Nothing is filtered before the first trip; package network's filters are an
//     option ([Solver.Filter]).
//   - A board that is full and invalid, which only BatchSingles comes to, goes
//     back to the givens.
//
// With the default reading a candidate that is left after simplification is
// always valid: the punishment is dead code. With AfterTrip nothing is awarded
// before the solution, and pheromone stays 0: award and punishment are. They are
// felt after the simplification, or with BatchSingles. [Solver.Solve] counts
// awards and punishments in the outcome's statistics.
//
// An iteration is one trip, from the givens to a dead end or the solution; an evaluation is one choice, whose board
// is judged. Givens that contradict each other are found to be unsolvable before the first trip: a row, column or box
// has a digit twice, or simplification leaves a cell without candidate or a digit without place.
//
// Its limits: it proves nothing else. Pheromone that never evaporates can bind
// a run to choices that lead nowhere: of 100 runs on the paper's puzzle 11, 99
// were solved, most within 0.1 s, and one was not after 20 s of processor time.
package aco

import (
	"context"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/network"
)

// Name is the engine's name in the registry.
const Name = "sudoku/aco"

// Solver is the engine. Make one with [New], change what is to be different,
// and do not change it while it runs.
type Solver struct {
	// Award is what a valid choice adds to its pheromone, at least 0.
	Award float64
	// Punishment is what an invalid choice takes from it, at least 0.
	Punishment float64
	// Choice is how a cell's digit is chosen.
	Choice Choice
	// Singles says how the simplification fills cells with one candidate.
	Singles Singles
	// Update says when pheromone is updated.
	Update Update
	// AtOnce says to go back to the givens as soon as any cell has no
	// candidate or a unit holds a digit twice, not only when a cell without
	// candidates is picked.
	AtOnce bool
	// Filter is the strength of a filter before the first trip; None is the paper's.
	Filter network.Strength
	// Variant is the name in tables and legends; empty means the engine's.
	Variant string
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine as the paper has it: award 1, punishment 0.005.
func New() *Solver { return &Solver{Award: 1, Punishment: 0.005, Filter: network.None} }

// Named returns New with a variant name, for a change that a notebook tries.
func Named(variant string) *Solver {
	s := New()
	s.Variant = variant
	return s
}

// Table are the parameters.
func (s *Solver) Table() solver.Table {
	return solver.Table{
		solver.Float("award", &s.Award, "pheromone that a valid choice earns, at least 0").AtLeast(0).Live(),
		solver.Float("punishment", &s.Punishment, "pheromone that an invalid choice costs, at least 0").AtLeast(0).Live(),
		solver.Option("choice", &s.Choice, choiceNames, "digit of a cell: first (most pheromone, of several the first), random (of several at random), or roulette").Live(),
		solver.Option("singles", &s.Singles, singlesNames, "cells with one candidate: one (filled one at a time), batch (on the spot, unit by unit), or none (as printed)").Live(),
		solver.Option("update", &s.Update, updateNames, "when pheromone is updated: choice (after each), simplified (after the simplification that follows), or trip (at its end)").Live(),
		solver.Bool("at-once", &s.AtOnce, "go back to the givens as soon as there is a dead end, not when it is picked").Live(),
		solver.Option("filter", &s.Filter, network.Strengths, "filter before the first trip: ac3, gac or none").Unless(s.Filter == network.None),
	}
}

// Describe says which engine this is.
func (s *Solver) Describe() solver.Description {
	return solver.Description{Engine: Name, Variant: s.Variant, Parameters: s.Table().Values()}
}

// Endless says that it proves nothing ([solver.Endless]).
func (s *Solver) Endless() bool { return true }

// Solve lets the ant make trips. A budget of evaluations is checked between
// trips. The best board of a run that solves nothing is the one with the fewest
// empty cells at the end of a trip; its cost is their number, plus the digits
// that a unit holds too often. The observer's pheromone is a number for each
// digit of each cell, cell·n+digit-1.
func (s *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	q, err := solver.Ready[*sudoku.Puzzle](Name, s.Table(), p)
	if err != nil {
		return solver.Outcome{}, err
	}
	m := solver.Start(ctx, p, run)
	a := newAnt(s, q, run.Seed, m)
	if a.broken || a.start.contradictory() {
		return m.Finish(solver.Outcome{Status: solver.Unsolvable, Cost: -1, Statistics: a.statistics()})
	}
	out := solver.Outcome{Cost: -1}
	for out.Cost != 0 {
		if !m.Continue() {
			out.Status, out.Statistics = m.Undecided(), a.statistics()
			return m.Finish(out)
		}
		before := a.counts
		if !a.trip() {
			a.counts = before
			continue // to the end of the run
		}
		m.Evaluated(a.choices - before.choices)
		cost := float64(a.board.cost())
		if out.Cost < 0 || cost < out.Cost {
			out.Best, out.Cost = a.board.grid(), cost
			m.Improved(cost, out.Best, a.tau)
		}
		if m.Watched() {
			m.Iterated(cost, a.board.grid(), a.tau)
		} else {
			m.Iterated(cost, puzzle.Grid{}, nil)
		}
	}
	out.Status, out.Statistics = solver.Solved, a.statistics()
	return m.Finish(out)
}

// Choice is how a cell's digit is chosen among its candidates.
type Choice uint8

const (
	// FirstTie takes the candidate with the most pheromone, of several the
	// lowest digit: Algorithm 5.
	FirstTie Choice = iota
	// RandomTie takes one of those with the most pheromone at random.
	RandomTie
	// Roulette takes a candidate with probability in proportion to its
	// pheromone; where all have none, any.
	Roulette
)

var choiceNames = []string{"first", "random", "roulette"}

// Singles says how the simplification fills cells with one candidate.
type Singles uint8

const (
	// OneSingle fills one at a time, the first in raster order.
	OneSingle Singles = iota
	// BatchSingles fills each on the spot, while the units are gone through.
	BatchSingles
	// NoSingles leaves them open, as the listings do.
	NoSingles
)

var singlesNames = []string{"one", "batch", "none"}

// Update says when pheromone is updated.
type Update uint8

const (
	// AfterChoice: a choice is awarded where no unit holds a digit twice, else
	// punished and taken back: Algorithm 5.
	AfterChoice Update = iota
	// AfterSimplification: a choice is awarded where the simplification that
	// follows leaves no dead end, else punished.
	AfterSimplification
	// AfterTrip: all choices of a trip are punished when it comes to a dead
	// end, and awarded when it comes to the solution.
	AfterTrip
)

var updateNames = []string{"choice", "simplified", "trip"}
