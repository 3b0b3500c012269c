// Package acs solves declared puzzles by an Ant Colony System whose ants propagate while they build.
// It follows Lloyd and Amos, "Solving Sudoku with Ant Colony Optimization", 2018 (arXiv 1805.03545):
// their algorithm for Sudoku (package sudoku/acs), for any rules that package model can say.
//
// An ant takes one variable after the other. Where propagation (package theory) has left it several
// values the ant chooses one by pheromone, greedily or by roulette, and propagates. There is one
// pheromone value for each value that a variable has after propagation before the first ant. The
// deposit is variables/cost, and everything that is ant colony is in package colony.
//
// It differs from the paper's algorithm in what follows.
//
//   - A value that contradicts the rules at once is refuted: its opposite is propagated, and the ant
//     chooses among the other values. The paper's ants keep it, and pass over the cells that it leaves without digit.
//     Where all values of a variable are refuted the board ends there. To go on with other variables
//     instead, as in the paper, took twenty times the time on 25×25 Sudoku; of 20 puzzles it solved 14 in the
//     paper's order, for 11, and 6 in the order below, for 17.
//   - What is refuted before any other choice, or after one, is so for all ants ([Solver.Facts]).
//     Ants that end early are useful then.
//   - Variables at which most ants of the run ended come first ([Failing]), as in the search of
//     F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, "Boosting systematic search by weighting
//     constraints", ECAI 2004. The paper's order is [Raster].
//   - The colony restarts after 30 iterations without a better board ([Solver.Patience]).
//   - Ants build one after the other, since they have one search: an ant sees the local update of all choices of
//     those before it.
//
// The cost of a board is the number of variables without a value; constraints that can be judged
// hold then, since they are propagated. A board on which all variables have values costs the sum of the
// measures of the constraints that it breaks ([model.Constraint]): propagation is not complete for
// all of them.
//
// Its opinion: refuting pays, whatever the puzzle; what pheromone adds depends on it. On the 50 25×25 boards of Lloyd
// and Amos with 45 % given, two seeds and 200 iterations each, 76 of 100 runs were solved; 52 without pheromone (ρ = ξ =
// 0); 57 in the paper's order without facts and restarts, and 66 by sudoku/acs (BenchmarkSudoku). On pencil puzzles
// pheromone is worth little: of 260 of up to 100 cells, 20 of each of 13 kinds, half a second solved 191 in the paper's
// order with pheromone. Without pheromone it solved 246; 239 and 247 with [Failing] and without restarts; of 212 of 101
// to 200 cells 196 with [Failing], a patience of 30 and pheromone, and 191 without pheromone and restarts.
//
// Its limits: it proves nothing but what propagation proves, and what ants refute; it learns no clauses
// (package model/exact does). A choice costs a propagation of the whole declaration: an iteration on 25×25 Sudoku
// takes nine times as long as one of sudoku/acs.
package acs

import (
	"context"
	"fmt"

	"formicary/pkg/colony"
	"formicary/pkg/colony/family"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Solver is the engine for one kind of puzzle: parameters and rules. Make one with [New], change
// what is to be different, and do not change it while it runs.
type Solver struct {
	// Engine has settings, family and rules. Candidates of its hooks are the values that a variable can have. Order picks a
	// variable among all without a value; nil is [Solver.Sequence]. Where Filter keeps no candidate the
	// variable is passed over. Cost is that of the package where it is nil.
	family.Engine[Solver, *View]
	kind *model.Kind
	// Sequence is the order in which an ant decides variables.
	Sequence Sequence
	// Facts says that a value that is refuted before any other choice, or that leads to a variable without a value
	// by itself, is refuted for all ants.
	Facts bool
	// Patience is the number of iterations without a better board after which the colony restarts,
	// without pheromone; 0 means never, as in the paper. A Restart rule replaces it.
	Patience int
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine for a kind, with the parameters of the paper, section 4: m = 10,
// q0 = 0.9, ρ = 0.9, ξ = 0.1, fBVE = 0.005, τ0 = 1/c, and with ours.
func New(kind *model.Kind) *Solver {
	return &Solver{
		Engine: family.New[Solver, *View](kind.Name, colony.Settings{Ants: 10, Rho: 0.9, Xi: 0.1, Q0: 0.9, BVE: 0.005, Parallel: colony.Single()}),
		kind:   kind, Sequence: Failing, Facts: true, Patience: 30,
	}
}

// NewAnts returns the engine with the parameters that the paper of a family recommends.
func NewAnts(kind *model.Kind, of family.Name) *Solver {
	s := New(kind)
	s.Join(of)
	return s
}

// Table are the parameters.
func (s *Solver) Table() solver.Table {
	return s.Engine.Table(
		solver.Int("patience", &s.Patience, "iterations without a better board after which the colony restarts; 0: never").AtLeast(0),
		solver.Option("order", &s.Sequence, sequenceNames, "order of variables: raster (from a random one on), shuffled, fewest (one with the fewest values), or failing (where most ants ended)"),
		solver.Bool("facts", &s.Facts, "what is refuted by itself is refuted for all ants"),
	)
}

// Custom says whether any rule is replaced, or the kind is declared by a program of its own.
func (s *Solver) Custom() bool { return s.Engine.Custom() || s.kind.Custom() }

// Describe says which engine this is.
func (s *Solver) Describe() solver.Description {
	d := s.Description(s.Table())
	d.Custom = s.Custom()
	return d
}

// Solve runs the colony. One iteration is one generation of ants; one evaluation is one ant's board, or
// one that Improve judged. A rule of your own that panics, answers nonsense or does not return gives an
// error that wraps [*colony.RuleError] and names its line.
func (s *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	q, err := s.kind.Ready(s.Name(), s, p)
	if err != nil {
		return solver.Outcome{}, err
	}
	if err := solver.InMemory("ants", s.AllAnts(), memory*len(q.Form().Variables())); err != nil {
		return solver.Outcome{}, fmt.Errorf("%s: %w", s.Name(), err)
	}
	return s.Rules.Solve(ctx, p, run, s.Parallel, s.Custom(), func(g *colony.Guard, m *solver.Meter, seed uint64) *colony.Colony {
		pr := newProblem(s, q.Form(), m)
		if pr.none {
			return nil
		}
		return s.colony(pr, seed, g)
	})
}

// memory is what an ant has of each variable, in bytes.
const memory = 12

// colony makes a colony whose custom rules run under a guard; nil where there are none.
func (s *Solver) colony(pr *problem, seed uint64, g *colony.Guard) *colony.Colony {
	return family.Begin(s, func(s *Solver) *family.Engine[Solver, *View] { return &s.Engine }, g, seed, pr, &pr.hooks, func(s *Solver) colony.Settings { return s.Settings }, family.Deposit(pr.Scale(), s.Patience))
}

// Sequence is the order in which an ant decides variables.
type Sequence uint8

const (
	// Raster is the paper's: from a random variable on, in the raster order of the cells that show
	// them.
	Raster Sequence = iota
	// Shuffled is random, anew for each ant.
	Shuffled
	// Fewest takes a variable with the fewest values left; of several, the first from the ant's
	// random one on.
	Fewest
	// Failing takes first those at which most ants of the run ended; of several, in random order.
	Failing
)

var sequenceNames = []string{"raster", "shuffled", "fewest", "failing"}
