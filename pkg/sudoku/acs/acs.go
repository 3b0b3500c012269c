// Package acs solves Sudoku by an Ant Colony System with constraint
// propagation: the algorithm of Lloyd and Amos, "Solving Sudoku with Ant Colony
// Optimization", 2018 (arXiv 1805.03545), with its parameters as defaults, on
// boards from 4×4 to 36×36.
//
// Every ant has a board of its own. It starts on a random cell and goes
// through all cells in raster order, from the last on to the first. Where
// propagation has left a cell several digits it chooses one by pheromone,
// greedily or by roulette, fixes it, and propagates: a cell with one digit
// left is fixed, and so is a digit with one cell left in a row, column or box.
// Cells that are left without any digit are passed over and stay empty. The
// cost of a finished board is the number of its empty cells, the deposit is
// cells/cost. There is one pheromone value for each digit of each cell.
// Everything that is ant colony is in package colony.
//
// Where the paper leaves a choice open, it is read as follows.
//
//   - The greedy choice is taken with probability q0 as the paper's text has
//     it. The authors' program takes it with probability 1−q0; that is an
//     option ([Solver.Greedy]).
//   - Ties of the greedy choice are broken at random; the lowest digit instead
//     is an option ([colony.Settings.FirstTie]).
//   - Turns: ants advance in a fixed order, one cell a turn, whether the cell is
//     still open or not, as in the authors' program.
//   - Propagation runs until nothing changes. On a board without contradiction
//     its result does not depend on the order of conclusions; on a board with
//     one, the conclusion drawn last is acted on first, and one that is no
//     longer possible is dropped. A digit that has no cell left in a unit is
//     not noticed as such.
//   - The global update is on all cells that the best ant filled, those filled
//     by propagation included. Cells that propagation fills before the first
//     ant starts are left out: nothing reads their pheromone.
//   - Nothing is filtered before the ants; package network's filters are an option
//     ([Solver.Prefilter]). Of these, ac3 finds nothing that propagation does not.
//   - Propagation before the first ant that finds a contradiction proves that
//     there is no solution, and that is the outcome.
//
// Now and then the paper's colony converges on a board with a few empty cells
// and never leaves it. Restarts ([Solver.Patience]), which are not in the paper,
// make it dependable on large boards; other orders of cells help, too. On the
// authors' 25×25 boards with 45 % of the cells given a run had 20 s of processor
// time, five seeds each. The paper's colony solved 237 of 250 runs in 0.38 s
// on average, and with a patience of 100 all 250 in 0.05 s.
//
// It is fast because a placement costs in proportion to the candidates that it removes (see board). An
// ant also begins anew by copying one block of memory. Its limits: it proves nothing else; a puzzle
// without solution keeps it busy until the budget ends.
package acs

import (
	"context"

	"formicary/pkg/colony"
	"formicary/pkg/colony/family"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/network"
)

// Name and NameAnts are the engine's names in the registry: of the paper's family, and of
// the others.
const (
	Name     = "sudoku/acs"
	NameAnts = "sudoku/ants"
)

// Solver is the engine: parameters and rules. Make one with [New], change what
// is to be different, and do not change it while it runs.
type Solver struct {
	// Engine has settings, family and rules. Candidates of its hooks are the digits that a cell can have. Order picks an
	// open cell among all; nil is [Solver.Cells].
	// Where Filter keeps no candidate the turn is lost. Cost is the number of empty cells
	// where it is nil.
	family.Engine[Solver, *View]
	// Greedy says how often the greedy choice is taken: with probability Q0 or
	// with 1−Q0.
	Greedy Greedy
	// Cells is the order in which an ant visits cells.
	Cells Order
	// Patience is the number of iterations without a better board after which
	// the colony restarts, without pheromone; 0 means never, as in the paper. A
	// Restart rule replaces it. On the 25×25 boards of Lloyd and Amos with 45 %
	// of the cells given, 30 to 300 do about equally well.
	Patience int
	// Prefilter is the strength of a filter before the first ant; None is the paper's.
	Prefilter network.Strength
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine with the parameters of the paper, section 4: m = 10,
// q0 = 0.9, ρ = 0.9, ξ = 0.1, fBVE = 0.005, τ0 = 1/c.
func New() *Solver {
	return &Solver{
		Engine:    family.New[Solver, *View]("sudoku", colony.Settings{Ants: 10, Rho: 0.9, Xi: 0.1, Q0: 0.9, BVE: 0.005, Parallel: colony.Single()}),
		Prefilter: network.None,
	}
}

// NewAnts returns the engine with the parameters that the paper of a family recommends.
func NewAnts(of family.Name) *Solver {
	s := New()
	s.Join(of)
	return s
}

// Named returns New with a variant name, for a change that a notebook tries.
func Named(variant string) *Solver {
	s := New()
	s.Variant = variant
	return s
}

// Table are the parameters.
func (s *Solver) Table() solver.Table {
	return s.Engine.Table(
		solver.Int("patience", &s.Patience, "iterations without a better board after which the colony restarts; 0: never").AtLeast(0),
		solver.Option("greedy", &s.Greedy, greedyNames, "probability of a greedy choice: q0 (text, as in the paper's text) or 1-q0 (program, as in the authors' program)").Live(),
		solver.Option("order", &s.Cells, orderNames, "order of cells: raster (from a random cell on), shuffled, or fewest (an open cell with the fewest digits)"),
		solver.Option("filter", &s.Prefilter, network.Strengths, "filter before the first ant: ac3, gac or none").Unless(s.Prefilter == network.None),
	)
}

// Describe says which engine this is.
func (s *Solver) Describe() solver.Description { return s.Description(s.Table()) }

// Solve runs the colony. One iteration is one generation of ants; one
// evaluation is one ant's board, or one that Improve judged, and a budget of them
// is checked between iterations. A rule of your own that panics, answers nonsense or does not
// return gives an error that wraps [*colony.RuleError] and names its line. Go
// cannot end a func that does not return: its goroutine goes on until the
// program ends.
func (s *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	q, err := solver.Ready[*sudoku.Puzzle](s.Name(), s.Table(), p)
	if err != nil {
		return solver.Outcome{}, err
	}
	return s.Rules.Solve(ctx, p, run, s.Parallel, s.Custom(), func(g *colony.Guard, _ *solver.Meter, seed uint64) *colony.Colony {
		pr := newProblem(s, q)
		if pr.broken {
			return nil
		}
		return s.colony(pr, seed, g)
	})
}

// colony makes a colony whose custom rules run under a guard; nil where there
// are none.
func (s *Solver) colony(pr *problem, seed uint64, g *colony.Guard) *colony.Colony {
	return family.Begin(s, func(s *Solver) *family.Engine[Solver, *View] { return &s.Engine }, g, seed, pr, &pr.hooks, (*Solver).settings, family.Deposit(pr.Scale(), s.Patience))
}

// settings are those of the colony: q0 as Greedy reads it.
func (s *Solver) settings() colony.Settings {
	settings := s.Settings
	if s.Greedy == Program {
		settings.Q0 = 1 - settings.Q0
	}
	return settings
}

// Greedy says how the probability q0 is read.
type Greedy uint8

const (
	// Text is the paper's text: a choice is greedy with probability q0.
	Text Greedy = iota
	// Program is the authors' program: with probability 1−q0.
	Program
)

var greedyNames = []string{"text", "program"}

// Order is the order in which an ant visits cells.
type Order uint8

const (
	// Raster is the paper's: from a random cell on in raster order, one cell a
	// turn, open or not.
	Raster Order = iota
	// Shuffled visits the cells that are open at the start in random order, one
	// a turn, open by then or not.
	Shuffled
	// Fewest takes an open cell with the fewest digits in every turn; of
	// several, the first from the ant's random cell on.
	Fewest
)

var orderNames = []string{"raster", "shuffled", "fewest"}
