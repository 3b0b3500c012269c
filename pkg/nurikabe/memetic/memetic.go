// Package memetic solves Nurikabe by ants that build boards and then improve
// them: the ant colony of Amos, Crossley and Lloyd, "Solving Nurikabe with Ant
// Colony Optimization", 2019, made memetic.
//
// One iteration, in order:
//
//  1. Every ant builds a board by pheromone and, if asked for, by what a cell
//     is worth (how many black 2×2 blocks it breaks). Candidates are those of the
//     paper: wall cells that border the growing island and no other one and are
//     no cut cells of the wall.
//  2. Every ant improves its board by simulated annealing on the board itself.
//     A move turns one candidate white, turns one cell of an island black, or
//     does both: within one island, or where an island that lacks cells takes one
//     beside another. The wall stays whole, islands stay apart, and none is larger
//     than its clue (see land). With "corners" an island also goes around its own corners
//     (bend), and takes a cell that another island's corner kept from it (trade).
//  3. It goes on where the board is still wrong: it anneals a window of 7 to 13 cells'
//     width around a black 2×2 block or an island that lacks cells, and another one,
//     until many in a row lowered no cost (Mend). On a large board most is right by
//     now, and annealing all of it again would spend as much there as on what is wrong.
//  4. With "kept" the board takes the parts that are better in one of the boards that ants finished before
//     (see breed), and is mended again if it took any. It can be right where each of its parents was wrong.
//  5. The improved board of the best ant lays the pheromone, by the rules of
//     package colony.
//
// In the setting "pure", which this is about, nothing else is known of the puzzle:
// no cell is ever deduced, no consequence propagated, and no search is complete.
// The ants of the setting "propagating" deduce and improve nothing: see
// [Propagating].
//
// Each part can be switched off: moves 0 leaves out the improver, mend 0 its windows, kept 0 the parts of
// other boards. Rho 0 and xi 0 leave out what the colony learns, beta 0 the worth of cells. Parameters of one
// setting mean nothing in the other one.
//
// One evaluation is one judged board: each board that an ant built, and each
// change of one whose cost the improver worked out to say yes or no.
//
// Its opinion: a change of a finished board takes some tens of nanoseconds, since the eight neighbours of a cell decide
// nearly everything. A thousand small changes are worth more than one more board. Its limits: it proves nothing, takes
// no "?" clues, and an iteration takes minutes on the largest boards, where one that time ends counts for nothing: above
// 10,000 cells the first iteration improves no board, so that a run has one within a second. Of the paper's 21 puzzles
// with 400 cells or more it solves one in ten seconds. On eight others some run comes to a cost of 1 (study
// nurikabe-swarm). With corners=true mend=20 kept=300 a run solves five (study nurikabe-swarm-corners); what each of the
// three parameters gives there was not measured. The propagating setting has limits of its own.
package memetic

import (
	"context"
	"flag"
	"fmt"
	"math"

	"formicary/pkg/colony"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Name is the engine's name in the registry. In records it is nurikabe/swarm ([solver.Recorded]).
const Name = "nurikabe/memetic"

// Setting says what the ants know of the puzzle.
type Setting uint8

const (
	// Pure ants know the rules only as the paper's do.
	Pure Setting = iota
	// Propagating ants deduce while they build, as the Sudoku ants of Lloyd and
	// Amos do ("Solving Sudoku with Ant Colony Optimisation", 2018).
	//
	//  1. The rules of package exact imply what they can before the first ant. On
	//     many puzzles that is the solution.
	//  2. An ant chooses a colour for an open cell, and the rules say what follows.
	//     Where they contradict each other the choice is refuted, and the other
	//     colour follows instead. Where that is refuted, too, the ant is lost.
	//  3. A choice refuted without any other is refuted for good, for all ants: one
	//     that is the ant's first, and the only unrefuted one of a lost ant.
	//  4. Pheromone lies on choices that were refuted, at once (Deposit). Ants
	//     choose by it among both colours of all open cells: they go where the
	//     rules have something to say, so that a wrong choice comes to light early.
	//     After each iteration all pheromone fades towards τ0 (Fade). Every choice is by
	//     roulette, and there is no local update.
	//
	// An ant neither goes back nor learns clauses. The cost of its board is the
	// number of open cells where it was lost. One evaluation is one ant.
	//
	// Two ways of the Sudoku ants were tried on generated puzzles and given up. Pheromone of the
	// board with the fewest open cells kept ants on wrong choices that show late. Ants that
	// take turns choice by choice need a board each, and solved no more than ants that finish in
	// one turn: each sees at once what the one before it refuted. So they share one board, and a
	// turn is a whole ant.
	//
	// Its limits: it proves no more than that there is no solution, and that only
	// where a cell has no colour left. It takes "?" clues. Boards with few huge
	// islands leave the rules little to say.
	Propagating
)

var settings = []string{"pure", "propagating"}

// Solver is the engine with its parameters. Make one with [New], change what is
// to be different, and do not change it while it runs.
type Solver struct {
	// Settings are those of the setting [Pure]; Ants and Tau0 are of both.
	colony.Settings
	// Setting says what the ants know; the default is [Pure].
	Setting Setting
	// Beta is the exponent β of a cell's worth, 1 plus the black 2×2 blocks that it
	// breaks, when an ant builds; 0 to 100, and 0 leaves it out. Of the setting [Pure].
	Beta float64
	// Patience is the number of iterations without a better board of the colony
	// after which its pheromone begins again; 0 means never. Of the setting [Pure].
	Patience int
	// Deposit is what a refuted choice adds to its pheromone, in units of τ0;
	// 0 to 65,535, and 0 leaves the trail out. Of the setting [Propagating].
	Deposit float64
	// Fade is how far all pheromone returns to τ0 after an iteration, 0 to 1: not at
	// all, or wholly. Of the setting [Propagating].
	Fade float64
	// Improver is of the setting [Pure].
	Improver
	// Variant is the name in tables and legends; empty means that of the setting.
	Variant string
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine with its defaults: the paper's for the colony; those of the
// improver were tuned on generated instances with 6 to 14 cells of the board for each island, of 100
// to 1,020 cells, some of them with several solutions; those of the setting [Propagating] on hard generated ones.
// Nearly all of those are solved, so that they say little about the paper's large boards. There the study
// nurikabe-swarm-large has two other settings beside the defaults.
func New() *Solver {
	return &Solver{
		Settings: colony.Defaults(), Patience: defaultPatience, Improver: defaultImprover(),
		Deposit: defaultDeposit, Fade: defaultFade,
	}
}

// defaultPatience is short: how long a run takes varies a lot, and to begin again cuts off the
// long ones. The study nurikabe-swarm-tuning has other values beside it.
const defaultPatience = 3

// What flags end with that one of the settings has.
const (
	ofPure        = "; setting pure only"
	ofPropagating = "; setting propagating only"
)

// PureParameters are the parameters that mean something in the setting [Pure], for an engine
// that has the ants beside it. Those of the colony act in mid-run, in this setting.
func (s *Solver) PureParameters() solver.Table {
	settings := s.Settings.Table()
	live := settings.Live()
	if s.Setting != Pure {
		live = nil
	}
	return append(solver.Table{
		solver.Part(settings.Define, settings.Validate(), live...),
		solver.Float("beta", &s.Beta, "exponent β of a cell's worth, 1 plus the black 2×2 blocks that it breaks, at most 100; 0 leaves it out").Between(0, 100),
		solver.Int("patience", &s.Patience, "iterations without a better board after which the pheromone begins again; 0 means never").AtLeast(0),
	}, s.Improver.table()...)
}

// Table are the parameters.
func (s *Solver) Table() solver.Table {
	pure := s.PureParameters()
	return append(solver.Table{
		solver.Part(func(flags *flag.FlagSet) {
			pure.Define(flags)
			for _, name := range pureOnly {
				flags.Lookup(name).Usage += ofPure
			}
		}, pure.Validate(), pure.Live()...),
		solver.Int("kept", &s.Kept, "finished boards of the run from which a board takes the parts that are better there; 0 leaves it out"+ofPure).Between(0, mostKept).Unless(s.Kept == 0),
		solver.Bool("corners", &s.Corners, "islands also move around their corners, and past those of others"+ofPure).Unless(!s.Corners),
		solver.Option("setting", &s.Setting, settings, "what the ants know of the puzzle: pure (as the paper's) or propagating (they deduce while they build)"),
		solver.Float("deposit", &s.Deposit, "what a refuted choice adds to its pheromone in units of τ0, 0 to 65535"+ofPropagating).Between(0, math.MaxUint16),
		solver.Float("fade", &s.Fade, "how far all pheromone returns to τ0 after an iteration, 0 to 1"+ofPropagating).Between(0, 1),
	}, s.Parallel.Table()...)
}

// pureOnly are the flags of the setting [Pure] that mean nothing in the other one.
var pureOnly = []string{"rho", "xi", "q0", "bve", "first-tie", "beta", "patience", "moves", "hot", "cold", "lack", "mend", "local"}

// Describe says which engine this is. Without a variant name, that of the setting tells
// the settings apart.
func (s *Solver) Describe() solver.Description {
	variant := s.Variant
	if variant == "" && int(s.Setting) < len(settings) {
		variant = settings[s.Setting]
	}
	return solver.Description{Engine: solver.Recorded(Name), Variant: variant, Parameters: s.Table().Values()}
}

// Solve runs the colony. One iteration is one generation of ants with their
// improved boards. A budget is looked at between iterations, a limit of evaluations
// with every board that is judged, and one of time within the annealing of an ant, too.
func (s *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	n, err := s.take(p)
	if err != nil {
		return solver.Outcome{}, err
	}
	if s.Setting == Propagating {
		return s.propagate(ctx, n, run)
	}
	rules := s.rules()
	return rules.Solve(ctx, p, run, s.Parallel, false, func(_ *colony.Guard, _ *solver.Meter, seed uint64) *colony.Colony { return s.colony(n, seed) })
}

// rules are those of one run in the setting [Pure].
func (s *Solver) rules() (r colony.Rules) {
	if s.Patience > 0 {
		r.Restart = colony.Impatient(s.Patience)
	}
	return r
}

// memoryPerCell is the memory of an ant for each cell of the framed board, in
// bytes, at most.
const memoryPerCell = 80

// take says whether the engine can take the puzzle and the parameters.
func (s *Solver) take(p puzzle.Puzzle) (*nurikabe.Puzzle, error) {
	n, err := solver.Ready[*nurikabe.Puzzle](Name, s.Table(), p)
	if err != nil {
		return nil, err
	}
	if s.Setting == Pure && n.HasUnknown() {
		return nil, fmt.Errorf("%s: nurikabe %s: %w: it has clues of unknown size (?)", Name, n.ID(), solver.ErrPuzzle)
	}
	if err := s.Affords(n); err != nil {
		return nil, fmt.Errorf("%s: %w", Name, err)
	}
	return n, nil
}
