// Package exact decides nonograms, in black and white and in colour: it finds
// the solution and says whether it is the only one.
//
// It works in steps. Lines: rows and columns are solved completely (package line), one by one, until
// nothing follows. Probes: every open cell is tried in each of its colours. What leads to a
// contradiction is excluded and what follows from every colour is kept; that goes on until that brings
// nothing more (I.-C. Wu et al., "An efficient approach to solving nonograms", IEEE TCIAIG 5(3),
// 2013). Search: the rest becomes clauses on cells and on the starts of blocks (model). A search with
// clause learning (package clause) decides them, in which lines are still solved completely
// (completer). The step that brings the decision is the instance's [Grade].
//
// Its opinion: guessing cells, even with probes after every guess, is not a way
// to decide hard nonograms; clauses about the starts of blocks are what is worth
// learning. ([Solver].Learn false guesses cells, for comparison.)
//
// Measured with BenchmarkDecide (AMD EPYC, one core, a loaded machine, times of the processor),
// verdicts on uniqueness included: the survey of webpbn.com takes 3 s for Gettys, 1.2 s for Thing, at
// most 0.3 s for every other; at most 28 ms for the 24 easiest of its instances; the first 500 random
// boards of the TAAI 2011 and the ICGA 2023 tournaments take 25 and 32 ms on average, at most 2.1 s;
// Janko's 1169 nonograms 0.08 ms on average, at most 18 ms; line-solvable pictures of 512×512 cells
// with about 11 blocks a line 17 ms. The time for a hard instance depends much on chance: with other
// restarts or first values the conflicts until the first solution change by factors of up to ten
// either way. Their sum over the hardest changes by half.
//
// Its limits: boards whose clauses would take more than two million variables
// are searched by guesses. Random boards of 30×30 cells, half of them filled,
// can take seconds. Nothing stronger than single cells is probed before the
// search.
package exact

import (
	"context"
	"slices"

	"formicary/pkg/cdcl"
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Name is the engine's stable name.
const Name = "nonogram/exact"

// Solver is the engine with its parameters. The zero value searches for one
// solution without probes; [New] gives the defaults.
type Solver struct {
	// Probe says to try cells before the search, and after every guess.
	Probe bool
	// Learn says to search with clause learning; else cells are guessed, with
	// probes after every guess where Probe says so.
	Learn bool
	// Complete says to solve lines of up to 64 cells completely in the search
	// with clause learning, too: to imply what their clauses leave open.
	Complete bool
	// Proof says to go on after the first solution until a second is found or
	// excluded. Without it the outcome is at best "solved".
	Proof bool
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine with its defaults.
func New() *Solver { return &Solver{Probe: true, Learn: true, Complete: true, Proof: true} }

// Table are the parameters.
func (e *Solver) Table() solver.Table {
	return solver.Table{
		solver.Bool("probe", &e.Probe, "try cells before the search and after every guess"),
		solver.Bool("learn", &e.Learn, "search with clause learning; else by guesses"),
		solver.Bool("complete", &e.Complete, "solve lines of up to 64 cells completely while learning"),
		solver.Bool("proof", &e.Proof, "prove or refute that the solution is the only one"),
	}
}

// Describe says which engine this is.
func (e *Solver) Describe() solver.Description {
	return solver.Description{Engine: Name, Parameters: e.Table().Values()}
}

// search is one run.
type search struct {
	*Solver
	puzzle *nonogram.Puzzle
	meter  *solver.Meter
	board  *board
	probes *prober
	asked  int // until the meter is asked again
	progress
	enough  bool // solutions
	stopped bool
	whole   tally // at the end of the last iteration
}

// progress is what a run has come to.
type progress struct {
	grade Grade
	nodes int64
	found []puzzle.Grid
	// learning is what clause learning did.
	learning cdcl.Statistics
	implied  int64 // by completely solved lines, while learning
}

// tally is what the statistics tell of lines, probes and guesses.
type tally struct {
	grade                         Grade
	visits, trials, failed, nodes int64
}

// tally is the present one.
func (x *search) tally() tally {
	t := tally{grade: x.grade, visits: x.board.visits, nodes: x.nodes}
	if x.probes != nil {
		t.trials, t.failed = x.probes.trials, x.probes.failed
	}
	return t
}

// Solve decides the puzzle. Iterations are guesses, or conflicts of
// clause learning. The run's seed is not
// used: nothing is random.
func (e *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	instance, err := solver.Ready[*nonogram.Puzzle](Name, e.Table(), p)
	if err != nil {
		return solver.Outcome{}, err
	}
	x := &search{Solver: e, puzzle: instance, meter: solver.Start(ctx, p, run), board: newBoard(instance)}
	status := x.decide()
	out := solver.Found(status, x.found...)
	out.Statistics = x.statistics()
	return x.meter.Finish(out)
}

// statistics are those of whole iterations, where a run ended undecided.
func (x *search) statistics() []solver.Statistic {
	t := x.tally()
	if x.stopped {
		t = x.whole
	}
	return slices.Concat([]solver.Statistic{
		{Name: "grade", Value: float64(t.grade)},
		{Name: "lines", Value: float64(t.visits)},
		{Name: "probes", Value: float64(t.trials)},
		{Name: "failed", Value: float64(t.failed)},
		{Name: "guesses", Value: float64(t.nodes)},
	}, x.learning.List(), []solver.Statistic{{Name: "implied", Value: float64(x.implied)}})
}

// Deduce returns what lines alone say of a puzzle, without any assumption: a
// board on which open cells are Unset. ok is false where they say that there
// is no solution.
func Deduce(p *nonogram.Puzzle) (board puzzle.Grid, ok bool) {
	b := newBoard(p)
	ok = b.propagate()
	return b.grid(), ok
}

// Grade says what it takes to solve an instance and to prove the solution the
// only one.
type Grade uint8

const (
	// Ungraded: not decided.
	Ungraded Grade = iota
	// Line: lines solved one by one, without any assumption.
	Line
	// Probe: line solving, and single cells tried in all their colours.
	Probe
	// Search: a search.
	Search
)

// gradeNames are the names, by grade.
var gradeNames = []string{"", "line", "probe", "search"}

// String writes "line", "probe" or "search", and "" for no grade.
func (g Grade) String() string { return solver.OptionName(gradeNames, int(g)) }

// GradeOf reads the grade off an outcome of this engine; [Ungraded] where the
// instance was not decided.
func GradeOf(out solver.Outcome) Grade {
	if !out.Status.Decided() || out.Status == solver.Solved {
		return Ungraded
	}
	grade, _ := out.Statistic("grade")
	return Grade(grade)
}
