// Package genetic solves black-and-white nonograms by a genetic algorithm of
// the kind to which Salcedo-Sanz, Ortiz-García, Pérez-Bellido,
// Portilla-Figueras and Yao compare their heuristics ("Solving Japanese
// Puzzles with Heuristics", CIG 2007, section IV and Fig. 12 and 13).
//
// An individual is a board whose columns satisfy their clues. A gene is a
// column, told by the starts of its blocks; what is sought is a board whose
// rows satisfy theirs. In a generation:
//
//  1. Selection: pairs of parents, by tournament or by roulette.
//  2. Crossover: the two exchange columns, and are two children.
//  3. Mutation: columns are replaced by random ones that satisfy the clue,
//     every such column being equally likely.
//  4. The best of the old generation live on in place of the last children.
//  5. Local search: the best individuals are improved by moving one block, or
//     by another random column, where the cost drops.
//
// # Choices
//
// The paper outlines the algorithm in five sentences and refers to an article on
// teaching for the rest. These choices are ours:
//
//   - The cost of a row: its runs and the clue's blocks are compared in order,
//     and the differences of lengths are added; a run or block without partner
//     counts with its length. The least such sum over all alignments, and 1
//     for a row that is not right, are options ([Cost]).
//   - Crossover is uniform, each column with probability 1/2; one cut is an
//     option.
//   - The sizes and rates, see [New]. 1 individual lives on.
//   - The local search takes the best of all moves of one block by one cell
//     and of one new column for each column, [Solver.Steps] times.
//   - Nothing that preprocessing would know of a cell is used.
//
// One iteration is a generation, one evaluation an individual or a move that
// the local search judges.
//
// Its limits: no colours. It proves nothing but that a puzzle whose clues do
// not fit has no solution. How far it gets depends on the picture as well as on
// the size. Of the set table-1 it solves 15×15, 20×20, 30×30 and 35×25 in each of
// ten runs, after up to 72 million boards. On the others it ends without a
// solution: on 50×35 after 200 million boards in ten runs, of which one comes
// down to a cost of 4; on those of 40 columns and more after 100 million in one
// run (the study nonogram-tables). In the paper it solves 15×15 and 20×20 alone.
package genetic

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Name is the engine's name in the registry.
const Name = "nonogram/genetic"

// MostIndividuals is the largest population.
const MostIndividuals = 100_000

// Solver is the engine with its parameters. Make one with [New], and do not
// change it while it runs.
type Solver struct {
	// Population is the number of individuals, 2 to [MostIndividuals], fewer on
	// large boards (see [solver.InMemory]): some 1,500 at 512×512.
	Population int
	// Elite is the number of those that live on, 0 up to, without, Population.
	Elite int
	// Crossover is the probability that parents exchange columns; otherwise
	// the children are their copies.
	Crossover float64
	// Mutation is the probability that a column of a child is replaced.
	Mutation float64
	// Selection chooses parents.
	Selection Selection
	// Tournament is the number of individuals of which the best is a parent,
	// 1 to [MostIndividuals]; for [ByTournament] only.
	Tournament int
	// Exchange says which columns parents exchange.
	Exchange Exchange
	// Cost is how wrong a row is.
	Cost Cost
	// Search is the number of best individuals that the local search improves
	// in every generation, 0 up to Population.
	Search int
	// Steps is the number of moves that it makes in each, at least 1.
	Steps int
	// Stagnation is the number of generations without a better board after
	// which the population is made anew; 0 means never.
	Stagnation int
	// Variant is the name in tables and legends; empty means the engine's.
	Variant string
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine with its defaults. They are ours: the winners of a race
// on eight puzzles of 15×15 and eight of 20×20 from janko.at. With 100
// individuals, tournaments or a mutation rate of 0.1 it solves fewer of them in
// the same time.
func New() *Solver {
	return &Solver{
		Population: 40, Elite: 1, Crossover: 0.8, Mutation: 0.03,
		Selection: Roulette, Tournament: 3, Exchange: Uniform, Cost: Runs,
		Search: 20, Steps: 1, Stagnation: 300,
	}
}

// Table are the parameters.
func (s *Solver) Table() solver.Table {
	return solver.Table{
		solver.Int("population", &s.Population, fmt.Sprintf("number of individuals, 2 to %d", MostIndividuals)).Between(2, MostIndividuals),
		solver.Int("elite", &s.Elite, "number of individuals that live on, below the population").
			Must(s.Elite >= 0 && s.Elite < s.Population, "at least 0 and below the population").Live(),
		solver.Float("crossover", &s.Crossover, "probability that parents exchange columns, 0 to 1").Between(0, 1).Live(),
		solver.Float("mutation", &s.Mutation, "probability that a column of a child is replaced, 0 to 1").Between(0, 1).Live(),
		solver.Option("selection", &s.Selection, selections, "how parents are chosen: tournament or roulette").Live(),
		solver.Int("tournament", &s.Tournament, fmt.Sprintf("number of individuals in a tournament, 1 to %d", MostIndividuals)).Between(1, MostIndividuals).Live(),
		solver.Option("exchange", &s.Exchange, exchanges, "which columns parents exchange: uniform or one-point").Live(),
		solver.Option("cost", &s.Cost, costs, "how wrong a row is: runs, edit or rows"),
		solver.Int("search", &s.Search, "number of best individuals that local search improves in a generation; 0: none").
			Must(s.Search >= 0 && s.Search <= s.Population, "0 to the population").Live(),
		solver.Int("steps", &s.Steps, "number of moves of the local search in each, at least 1").AtLeast(1).Live(),
		solver.Int("stagnation", &s.Stagnation, "generations without a better board before a new start; 0: never").AtLeast(0).Live(),
	}
}

// Describe says which engine this is.
func (s *Solver) Describe() solver.Description {
	return solver.Description{Engine: Name, Variant: s.Variant, Parameters: s.Table().Values()}
}

// Endless says that it proves nothing ([solver.Endless]).
func (s *Solver) Endless() bool { return true }

// Solve runs the algorithm. Budgets are checked between generations. The
// outcome's cost is that of the best board. A puzzle with colours is an error
// that wraps [solver.ErrPuzzle].
func (s *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	instance, err := solver.Ready[*nonogram.Puzzle](Name, s.Table(), p)
	if err != nil {
		return solver.Outcome{}, err
	}
	if n := instance.Colours(); n > 1 {
		return solver.Outcome{}, fmt.Errorf("%s: %w: it has %d colours; this engine solves black-and-white puzzles only", Name, solver.ErrPuzzle, n)
	}
	space := newSpace(instance, s.Cost)
	if err := solver.InMemory("population", s.Population, 2*space.bytes()); err != nil {
		return solver.Outcome{}, fmt.Errorf("%s: %w", Name, err)
	}
	m := solver.Start(ctx, p, run)
	if !instance.Fits() {
		return m.Finish(solver.Outcome{Status: solver.Unsolvable, Cost: -1})
	}
	e := newEvolution(s, space, rand.New(solver.NewPCG(run.Seed)), m)
	e.round(e.populate)
	for e.best.cost > 0 && m.Continue() {
		e.round(e.generation)
	}
	out := solver.Outcome{
		Status: solver.Solved, Cost: -1,
		Statistics: []solver.Statistic{{Name: "restarts", Value: float64(e.restarts)}, {Name: "moves", Value: float64(e.moves)}},
	}
	if e.best.cost < math.MaxInt {
		out.Best, out.Cost = e.space.board(&e.best), float64(e.best.cost)
	}
	if e.best.cost > 0 {
		out.Status = m.Undecided()
	}
	return m.Finish(out)
}

// Selection is how parents are chosen.
type Selection uint8

const (
	// ByTournament: the best of some individuals drawn at random.
	ByTournament Selection = iota
	// Roulette: with a probability that is proportional to what the worst
	// individual's cost is above its own, plus 1 (Goldberg, "Genetic Algorithms
	// in Search, Optimization and Machine Learning", 1989, for a quantity that
	// is to be small).
	Roulette
)

var selections = []string{"tournament", "roulette"}

// Exchange says which columns parents exchange.
type Exchange uint8

const (
	// Uniform: each column with probability 1/2.
	Uniform Exchange = iota
	// OnePoint: all from a random column on.
	OnePoint
)

var exchanges = []string{"uniform", "one-point"}

// Cost is how wrong a row is. All are 0 for a row that satisfies its clue and
// for no other.
type Cost uint8

const (
	// Runs: Σ|aᵢ−nᵢ| over the row's runs a and the clue's blocks n, the first
	// with the first and so on; one without partner counts with its length.
	Runs Cost = iota
	// Edit: the least sum over all alignments of runs with blocks that keep
	// their order, again with the length of what has no partner.
	Edit
	// Rows: 1 for a row that does not satisfy its clue.
	Rows
)

var costs = []string{"runs", "edit", "rows"}
