// Package exact decides nonograms, in black and white and in colour: it finds
// the solution and says whether it is the only one.
//
// It works in steps. Lines: rows and columns are solved completely (package
// line), one by one, until nothing follows. Probes: every open cell is tried
// in each of its colours; what leads to a contradiction is excluded and what
// follows from every colour is kept, until that brings nothing more (Wu, Sun,
// Chen, Chen, Kuo, Kang and Lin, "An efficient approach to solving nonograms",
// IEEE TCIAIG 5(3), 2013). Search: cells are guessed, with probes after every
// guess. The step that brings the decision is the instance's [Grade].
package exact

import (
	"context"
	"flag"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Name is the engine's stable name.
const Name = "nonogram/exact"

// Solver is the engine with its parameters. The zero value searches for one
// solution without probes; [New] gives the defaults.
type Solver struct {
	// Probe says to try cells before and during the search.
	Probe bool
	// Proof says to go on after the first solution until a second is found or
	// excluded. Without it the outcome is at best "solved".
	Proof bool
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine with its defaults.
func New() *Solver { return &Solver{Probe: true, Proof: true} }

// Parameters defines a flag for each parameter.
func (e *Solver) Parameters(flags *flag.FlagSet) {
	flags.BoolVar(&e.Probe, "probe", e.Probe, "try cells before and during the search")
	flags.BoolVar(&e.Proof, "proof", e.Proof, "prove or refute that the solution is the only one")
}

// Describe says which engine this is.
func (e *Solver) Describe() solver.Description {
	return solver.Description{Engine: Name, Parameters: solver.Values(e.Parameters)}
}

// search is one run.
type search struct {
	*Solver
	puzzle *nonogram.Puzzle
	meter  *solver.Meter
	board  *board
	probes *prober
	grade  Grade
	nodes  int64
	asked  int // until the meter is asked again
	found  []puzzle.Grid
	enough bool // solutions
}

// Solve decides the puzzle. Iterations are guesses. The run's seed is not
// used: nothing is random.
func (e *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	instance, err := solver.Cast[*nonogram.Puzzle](p)
	if err != nil {
		return solver.Outcome{}, err
	}
	meter := solver.Start(ctx, p, run)
	x := e.start(instance, meter)
	out := x.outcome(x.decide())
	out.Statistics = x.statistics()
	return meter.Finish(out)
}

// start sets a run up.
func (e *Solver) start(p *nonogram.Puzzle, meter *solver.Meter) *search {
	return &search{Solver: e, puzzle: p, meter: meter, board: newBoard(p)}
}

// outcome puts what was found together.
func (x *search) outcome(status solver.Status) solver.Outcome {
	out := solver.Outcome{Status: status, Cost: -1}
	if status.HasSolution() {
		out.Best, out.Cost = x.found[0], 0
	}
	if status == solver.Multiple {
		out.Second = x.found[1]
	}
	return out
}

func (x *search) statistics() []solver.Statistic {
	s := []solver.Statistic{
		{Name: "grade", Value: float64(x.grade)},
		{Name: "lines", Value: float64(x.board.visits)},
		{Name: "probes", Value: 0},
		{Name: "failed", Value: 0},
		{Name: "nodes", Value: float64(x.nodes)},
	}
	if x.probes != nil {
		s[2].Value, s[3].Value = float64(x.probes.trials), float64(x.probes.failed)
	}
	return s
}

// decide solves lines, probes, and searches.
func (x *search) decide() solver.Status {
	if !x.puzzle.Fits() {
		x.grade = Line
		return solver.Unsolvable
	}
	x.grade = Line
	if !x.meter.Continue() {
		return x.meter.Undecided()
	}
	if !x.board.propagate() {
		return solver.Unsolvable
	}
	if x.board.open == 0 {
		x.record()
		return x.verdict()
	}
	x.grade = Probe
	x.probes = newProber(x.board)
	if x.Probe {
		contradiction, stopped := x.probes.rounds(x.more)
		switch {
		case stopped:
			return x.meter.Undecided()
		case contradiction:
			return solver.Unsolvable
		}
	}
	if x.board.open == 0 {
		x.record()
		return x.verdict()
	}
	x.grade = Search
	if stopped := x.branch(); stopped {
		if len(x.found) > 0 {
			return solver.Solved
		}
		return x.meter.Undecided()
	}
	return x.verdict()
}

// verdict is the status of a search that has come to its end.
func (x *search) verdict() solver.Status {
	switch {
	case len(x.found) == 0:
		return solver.Unsolvable
	case !x.Proof:
		return solver.Solved
	case len(x.found) == 1:
		return solver.Unique
	}
	return solver.Multiple
}

// more says whether to go on; the clock is looked at now and then.
func (x *search) more() bool {
	if x.asked--; x.asked > 0 {
		return true
	}
	x.asked = 64
	return x.meter.Continue()
}

// branch looks for solutions below the present board, to which nothing more can
// be added without a guess. It returns true where it was stopped.
func (x *search) branch() (stopped bool) {
	b := x.board
	bottom := len(b.trail)
	defer x.probes.undo(bottom)
	for {
		x.nodes++
		x.meter.Iterated(-1, puzzle.Grid{}, nil)
		if x.asked = 0; !x.more() {
			return true
		}
		cell := x.choose()
		colour := int(b.value(cell))
		mark := len(b.trail)
		b.settle(cell, colour)
		open, stopped := x.follow()
		if stopped {
			return true
		}
		if open {
			if x.branch() {
				return true
			}
		}
		if x.enough {
			return false
		}
		x.probes.undo(mark)
		b.exclude(cell, colour)
		if open, stopped = x.follow(); stopped || !open {
			return stopped
		}
	}
}

// follow adds what follows from the last guess, by lines and by probes. It
// returns open true where more guesses are needed.
func (x *search) follow() (open, stopped bool) {
	if !x.board.propagate() {
		return false, false
	}
	if x.Probe {
		contradiction, stopped := x.probes.rounds(x.more)
		if contradiction || stopped {
			return false, stopped
		}
	}
	if x.board.open == 0 {
		x.record()
		return false, false
	}
	return true, false
}

// choose is the cell to guess next.
func (x *search) choose() int {
	best, at := -1.0, -1
	for cell, left := range x.board.left {
		if left == 1 {
			continue
		}
		if s := x.probes.gains[cell].score(); s > best {
			best, at = s, cell
		}
	}
	return at
}

// record keeps the board as a solution.
func (x *search) record() {
	g := x.board.grid()
	x.meter.Evaluated(1)
	x.found = append(x.found, g)
	if len(x.found) == 1 {
		x.meter.Improved(0, g, nil)
	}
	x.enough = len(x.found) == 2 || !x.Proof
}

// Deduce returns what lines alone say of a puzzle, without any assumption: a
// board on which open cells are Unset. ok is false where they say that there
// is no solution.
func Deduce(p *nonogram.Puzzle) (board puzzle.Grid, ok bool) {
	b := newBoard(p)
	ok = b.propagate()
	return b.grid(), ok
}
