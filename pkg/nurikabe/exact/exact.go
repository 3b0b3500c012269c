// Package exact decides Nurikabe instances: it finds the solution and says
// whether it is the only one.
//
// It works in steps. Deduction: the rules imply what they can, until
// nothing follows. Trial: every open cell is tried as wall and as island, and
// what leads to a contradiction is excluded, until a round brings nothing.
// Learning: a search with clause learning (package cdcl), in which the same
// rules propagate and explain themselves. Where that gets stuck on a narrow
// board, the board is swept row by row, all states that look alike from below
// at once. The step that brings the decision is the instance's [Grade]; a sweep
// counts as learning.
//
// The variables are one for each cell (wall or island) and one for each cell
// and island that can reach it. The rules:
//
//   - a white cell belongs to one island, neighbouring white cells to the same
//     one, and three wall cells of a 2×2 block make the fourth white;
//   - an island reaches no cell that is farther away than what it may still
//     take; white cells in one piece count as a whole;
//   - an island, and the wall, cannot do without a cell when it would fall
//     apart or be too small (cut nodes by one depth-first search, Tarjan 1972);
//   - white cells without a clue cannot do without their only way to one.
//
// Its opinion: one set of rules serves all steps, each of which can say why. That is better than a
// fast set for deduction and a slow encoding for search.
//
// Measured on Janko's 908 instances (the paper's), one core, AMD EPYC, with
// BenchmarkJanko: all are decided as unique; median 0.4 ms, 95th percentile
// 5 ms, mean 26 ms, of which two instances account for 23 ms: 0029 (12 s) and
// 0753 (9 s), 10×10 boards of two and four islands, whose walls have just
// enough cells. Search alone decides neither within 170,000 conflicts.
//
// Its limits: the sweep is for boards of at most 12 cells one way and known
// clues; wider boards with few huge islands can defeat search. Islands that can
// reach more than four million cells together are refused: about 250 clues "?" at
// 128×128.
package exact

import (
	"context"
	"flag"
	"slices"

	"formicary/pkg/cdcl"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Name is the engine's stable name.
const Name = "nurikabe/exact"

// Solver is the engine with its parameters. The zero value searches for one
// solution without trials; [New] gives the defaults.
type Solver struct {
	// Trials is the number of rounds of trials at most: in a round every open
	// cell is tried as wall and as island, and what fails is excluded.
	Trials int
	// Proof says to go on after the first solution until a second is found or
	// excluded. Without it the outcome is at best "solved".
	Proof bool
	// WallBudget says to also bound the wall from above: what it can reach
	// with the cells it may still take.
	WallBudget bool
	// SweepAfter is the number of conflicts after which a narrow board (12
	// cells at most one way, 191 cells at most) is decided by a sweep instead:
	// row by row, all boards that look alike at once. 0 means never.
	SweepAfter int64
	// Hint, if any, is asked after each conflict of the search, as long as no
	// solution is known. A board that comes with true must be a solution: the
	// search takes it for its first one and goes on to a proof or a second. It
	// panics where the board breaks a rule. A hint is given from outside on the
	// same goroutine and belongs to one run.
	Hint func() (board puzzle.Grid, ok bool)
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine with its defaults.
func New() *Solver { return &Solver{Trials: 10, Proof: true, SweepAfter: 10000} }

// Table are the parameters.
func (e *Solver) Table() solver.Table {
	return solver.Table{
		solver.Int("trials", &e.Trials, "most rounds of trials before the search, at least 0").AtLeast(0),
		solver.Bool("proof", &e.Proof, "prove or refute that the solution is the only one"),
		solver.Part(func(f *flag.FlagSet) {
			f.Int64Var(&e.SweepAfter, "sweep-after", e.SweepAfter, "conflicts after which a narrow board is swept row by row; 0: never")
		}, solver.InRange("sweep-after", e.SweepAfter, e.SweepAfter >= 0, "at least 0")),
		solver.Bool("wall-budget", &e.WallBudget, "bound the wall from above, too"),
	}
}

// Describe says which engine this is.
func (e *Solver) Describe() solver.Description {
	return solver.Description{Engine: Name, Parameters: e.Table().Values(), Custom: e.Hint != nil}
}

// counts are what the statistics tell.
type counts struct {
	trial int64 // trials made
	round int   // rounds of trials made
	grade Grade
	stats cdcl.Statistics // of whole iterations
}

// search is one run.
type search struct {
	*Solver
	puzzle *nurikabe.Puzzle
	*model
	s     *cdcl.Solver
	rules *rules
	prop  cdcl.Propagator
	meter *solver.Meter
	size  puzzle.Size
	progress
	solutions
}

// progress is how far the search is.
type progress struct {
	counts
	whole counts // at the end of the last iteration
	told  int64  // conflicts told to the meter
	pause int64  // conflicts after which to sweep; 0: no more
	swept swept  // the last sweep
}

// solutions are those that were found.
type solutions struct {
	found []puzzle.Grid
	// facts, by literal, held at level 0 when the first solution was found;
	// later ones may hold for other solutions only.
	facts  []int8
	hinted bool // the first solution has just been given by Hint
	solved bool // a solution was told to the meter
}

// Solve decides the puzzle. The run's seed is not used: nothing is random.
func (e *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	instance, err := solver.Ready[*nurikabe.Puzzle](Name, e.Table(), p)
	if err != nil {
		return solver.Outcome{}, err
	}
	if err := affords(instance); err != nil {
		return solver.Outcome{}, err
	}
	return e.start(instance, solver.Start(ctx, p, run)).run()
}

// run decides the puzzle and puts together what was found.
func (x *search) run() (solver.Outcome, error) {
	status := x.decide()
	out := solver.Found(status, x.found...)
	out.Statistics = x.statistics()
	return x.meter.Finish(out)
}

// start sets a run up.
func (e *Solver) start(p *nurikabe.Puzzle, meter *solver.Meter) *search {
	x := &search{Solver: e, puzzle: p, model: newModel(p), s: &cdcl.Solver{}, meter: meter, size: p.Size()}
	x.rules = newRules(x.model, x.s)
	x.rules.wallBudget = e.WallBudget
	x.prop = x.rules
	x.s.NewVars(x.cells + len(x.pairCell))
	return x
}

func (x *search) statistics() []solver.Statistic {
	return slices.Concat([]solver.Statistic{
		{Name: "grade", Value: float64(x.grade)},
		{Name: "trials", Value: float64(x.trial)},
		{Name: "rounds", Value: float64(x.round)},
	}, x.s.Stats.List(), []solver.Statistic{
		{Name: "explained", Value: float64(x.s.Stats.Explained)},
		{Name: "swept", Value: float64(x.swept.states)},
	})
}

// decide deduces, tries, and searches.
func (x *search) decide() solver.Status {
	s := x.s
	s.SetPropagator(x.prop)
	if !x.givens() || !s.Propagate() {
		return solver.Unsolvable
	}
	x.grade = Deduction
	if x.open() > 0 && !x.try() {
		return x.undecided()
	}
	if !s.Unsatisfiable() && x.open() > 0 {
		x.grade = Learning
	}
	x.pause = x.SweepAfter
	for {
		switch s.Solve(x.step) {
		case cdcl.Stopped:
			if x.hinted {
				x.hinted = false
				if !x.Proof {
					return solver.Solved
				}
				x.exclude()
				continue
			}
			if x.pause == 0 || s.Stats.Conflicts < x.pause {
				return x.undecided()
			}
			x.pause = 0
			if status, ok := x.sweep(); ok {
				return status
			}
			continue
		case cdcl.Unsatisfiable:
			switch len(x.found) {
			case 0:
				return solver.Unsolvable
			case 1:
				return solver.Unique
			}
		}
		if !x.record() {
			return solver.Multiple
		}
		if !x.Proof {
			return solver.Solved
		}
		x.remember()
		s.AddBlockingClause()
	}
}

// remember keeps what holds without the exclusion of a solution.
func (x *search) remember() {
	x.facts = make([]int8, 2*x.s.Vars())
	for _, l := range x.s.Trail() {
		if x.s.VarLevel(l.Var()) == 0 {
			x.facts[l] = 1
		}
	}
}

// sweep decides a narrow board; ok is false where it cannot, or was stopped.
func (x *search) sweep() (status solver.Status, ok bool) {
	x.s.Backtrack(0)
	w := x.newSweep()
	if w == nil {
		return "", false
	}
	before := x.found
	x.found = nil
	rounds := func() bool { x.meter.Iterated(-1, puzzle.Grid{}, nil); return x.meter.Continue() }
	for _, last := range []bool{false, true} {
		x.swept = w.run(sweepStates, last, rounds)
		if !x.swept.complete {
			x.found = before
			if !x.meter.Continue() {
				return x.undecided(), true
			}
			return "", false
		}
		if x.swept.ways == 0 {
			return solver.Unsolvable, true
		}
		x.keep(w.grid(x.size, x.swept.board))
		switch {
		case !x.Proof:
			return solver.Solved, true
		case x.swept.ways == 1:
			return solver.Unique, true
		}
	}
	return solver.Multiple, true
}

// undecided is the status of a search that was stopped. What was counted since
// the last iteration, which is a conflict, counts as never done: a run of as many
// iterations comes to the same.
func (x *search) undecided() solver.Status {
	x.counts = x.whole
	x.s.Stats = x.whole.stats
	if len(x.found) > 0 {
		x.meter.Continue()
		return solver.Solved
	}
	return x.meter.Undecided()
}

// givens makes the clues true: they stand in their islands.
func (x *search) givens() bool {
	for i := range x.islands {
		r := &x.islands[i]
		if !x.s.AddClause(r.lit(0)) || !x.s.AddClause(white(x.pairCell[r.base-int32(x.cells)])) {
			return false
		}
	}
	return true
}

// open counts the cells that are neither wall nor island.
func (x *search) open() int {
	n := 0
	for c := range int32(x.cells) {
		if x.s.Value(white(c)) == 0 {
			n++
		}
	}
	return n
}

// more tells the meter of conflicts and says whether to go on.
func (x *search) more() bool {
	if x.told < x.s.Stats.Conflicts {
		x.whole = x.counts
		x.whole.stats = x.s.Stats
	}
	for ; x.told < x.s.Stats.Conflicts; x.told++ {
		x.meter.Iterated(-1, puzzle.Grid{}, nil)
	}
	if x.pause > 0 && x.s.Stats.Conflicts >= x.pause {
		return false
	}
	return x.meter.Continue()
}

// try makes rounds of trials until one brings nothing. It returns false when
// the meter says stop.
func (x *search) try() bool {
	s := x.s
	for x.round < x.Trials {
		x.round++
		gained := false
		for c := range int32(x.cells) {
			for _, lit := range [2]cdcl.Lit{white(c), white(c).Not()} {
				if s.Value(lit) != 0 {
					continue
				}
				x.trial++
				if !s.Probe(lit, nil) {
					gained = true
					x.grade = Trial
					if s.Unsatisfiable() {
						return true
					}
				}
				if !x.more() {
					return false
				}
			}
		}
		if !gained || x.open() == 0 {
			break
		}
	}
	return true
}

// record keeps the present assignment and says whether it is the first.
func (x *search) record() bool {
	g := puzzle.NewGrid(x.size, nurikabe.Wall)
	for c := range g.Values {
		if x.s.Value(white(int32(c))) > 0 {
			g.Values[c] = nurikabe.Island
		}
	}
	return x.keep(g)
}

// keep keeps a solution and says whether it is the first. A sweep begins to count
// anew, and its first solution is no improvement on one that the search had.
func (x *search) keep(g puzzle.Grid) bool {
	x.meter.Evaluated(1)
	x.found = append(x.found, g)
	if !x.solved {
		x.solved = true
		x.meter.Improved(0, g, nil)
	}
	return len(x.found) == 1
}
