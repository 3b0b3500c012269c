// Package acs solves Nurikabe by an Ant Colony System: the algorithm of Amos,
// Crossley and Lloyd, "Solving Nurikabe with Ant Colony Optimization (Extended
// version)", 2019, with its parameters as defaults, in six island orders.
//
// The board begins as wall but for the clues. An ant grows one island at a
// time: the candidates are the wall cells that border the island, without the
// cut cells of the wall and without cells beside another island; one is
// chosen, greedily or by roulette, and turns white. So the wall stays
// connected and islands stay apart; what can be wrong with a finished board is
// its cost, the missing white cells plus the black 2×2 blocks. Everything that
// is ant colony is in package colony.
//
// What the paper leaves open is read like this.
//
//   - Cost: the paper adds "a penalty" for each black 2×2 block and does not
//     print how much. It is 1 here, as much as a missing white cell. Blocks
//     overlap: six black cells in two rows of three are two blocks.
//   - Turns: ants advance in a fixed order, one cell each a round. An island
//     that is complete from the start (clue 1) is skipped without using a
//     turn; Algorithm 1 would add a cell to it before it looks at its size. An
//     ant that finds no candidate gives the island up for good, and moving on
//     is its turn.
//   - End: an ant has finished when it has visited each island once. By line
//     11 of Algorithm 1 an ant with an island that cannot be filled would never
//     finish. The best of several ants with equal cost is the first.
//   - Another island (line 14) is any other clue with what has grown from it,
//     visited or not.
//   - Ties in the greedy choice are broken at random; the lowest cell number
//     instead is an option ([colony.Settings.FirstTie]).
//   - Roulette runs over the candidates that pass all tests, in proportion to
//     their pheromone. One q is drawn a turn.
//   - Order: schemes 0 to 3 begin at a random place of the order and wrap
//     around; islands of one size stand in raster order. Schemes 4 and 5 begin
//     at a random island, measure from clue to clue, and take the first in
//     raster order of several equally far. Islands with clue 1 count as visited
//     on the way. The order is made anew for each ant in each iteration.
//     [Solver.Order] makes other readings; package study compares some.
//   - A wall that starts in pieces (a corner cut off by clues): a cut cell is
//     one whose removal makes more pieces. Pieces that remain cost one each,
//     and clues that touch cost one a pair, so that cost 0 is a solution.
//   - The white cells of the best solution are those that the ant chose; the
//     clues' own pheromone stays at τ0, nothing ever reads it.
//   - τbest starts at 0, so the first iteration always sets it. The iteration
//     that solves updates nothing: 1/f has no value there.
//
// It is fast because the cut-cell test is a look into a union-find of white
// components instead of a search of the wall (see wall). It is made only for the
// candidate that was chosen. Its limits: it proves nothing; it takes no "?"
// clues, and boards up to about 65,000 cells.
package acs

import (
	"context"
	"fmt"
	"strings"

	"formicary/pkg/colony"
	"formicary/pkg/colony/family"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Name and NameAnts are the engine's names in the registry: of the paper's family, and of
// the others.
const (
	Name     = "nurikabe/acs"
	NameAnts = "nurikabe/ants"
)

// Solver is the engine: parameters and rules. Make one with [New], change what
// is to be different, and do not change it while it runs.
type Solver struct {
	// Engine has settings, family and rules. Candidates of its hooks are black cells that border the island and no
	// other one; one whose colour would cut the wall is refused after the choice. An
	// empty answer of Filter gives the island up. Order picks an island among those
	// left; nil is Scheme. Cost is the paper's where it is nil: missing white cells
	// plus black 2×2 blocks.
	family.Engine[Solver, *View]
	// Scheme is the order of islands; the default is the paper's best.
	Scheme Scheme
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine with the paper's parameters and its best scheme,
// shuffled islands.
func New() *Solver {
	return &Solver{Engine: family.New[Solver, *View]("nurikabe", colony.Defaults()), Scheme: Shuffled}
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

// WithScheme returns the engine with the paper's parameters and one of its
// schemes, named "scheme N".
func WithScheme(scheme Scheme) *Solver {
	s := Named(fmt.Sprintf("scheme %d", int(scheme)))
	s.Scheme = scheme
	return s
}

// Schemes returns the paper's six, in its order: the engines of Table 1.
func Schemes() []solver.Solver {
	var out []solver.Solver
	for scheme := Raster; scheme <= Nearest; scheme++ {
		out = append(out, WithScheme(scheme))
	}
	return out
}

// Table are the parameters.
func (s *Solver) Table() solver.Table {
	return s.Engine.Table(solver.Other("scheme", &s.Scheme, "order of islands: raster, shuffled, largest-first, smallest-first, furthest, nearest, or 0 to 5").
		Must(s.Scheme >= 0 && int(s.Scheme) < len(schemeNames), strings.Join(schemeNames[:], ", ")))
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
	n, err := s.take(p)
	if err != nil {
		return solver.Outcome{}, err
	}
	return s.Rules.Solve(ctx, p, run, s.Parallel, s.Custom(), func(g *colony.Guard, _ *solver.Meter, seed uint64) *colony.Colony { return s.colony(n, seed, g) })
}

// colony makes a colony whose rules are under a guard; nil where there are no
// rules of your own.
func (s *Solver) colony(n *nurikabe.Puzzle, seed uint64, g *colony.Guard) *colony.Colony {
	pr := newProblem(s, n)
	return family.Begin(s, func(s *Solver) *family.Engine[Solver, *View] { return &s.Engine }, g, seed, pr, &pr.hooks, func(s *Solver) colony.Settings { return s.Settings }, colony.Rules{})
}

// take says whether the engine can take the puzzle and the parameters.
func (s *Solver) take(p puzzle.Puzzle) (*nurikabe.Puzzle, error) {
	n, err := solver.Ready[*nurikabe.Puzzle](s.Name(), s.Table(), p)
	if err != nil {
		return nil, err
	}
	switch {
	case n.HasUnknown():
		return nil, fmt.Errorf("%s: nurikabe %s: %w: it has clues of unknown size (?)", s.Name(), n.ID(), solver.ErrPuzzle)
	case positions(n.Size()) > maxPositions:
		return nil, fmt.Errorf("%s: nurikabe %s: %w: a board of %v is too large", s.Name(), n.ID(), solver.ErrPuzzle, n.Size())
	}
	if err := solver.InMemory("ants", s.AllAnts(), memoryPerCell*positions(n.Size())); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name(), err)
	}
	return n, nil
}

// memoryPerCell is the memory of an ant for each cell, in bytes, at most: half of the
// cells may be clues, and rules of your own are lent lists. At 20×20 all ants that there may be
// fit into memory, at 255×255 about 400.
const memoryPerCell = 40
