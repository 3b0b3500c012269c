// Package logic is the logic ad-hoc heuristic of S. Salcedo-Sanz et al., "Solving Japanese Puzzles
// with Heuristics", CIG 2007, section III-2, with its extension to colour puzzles (section III-A).
//
// After the preprocessing it takes, again and again, the line with most modified cells. It finds the left-most and
// the right-most arrangement of its blocks that agree with what is known, and applies five sub-procedures:
//
//  1. cells that a block covers in both arrangements are filled;
//  2. cells between the end of a block in the right-most and the start of the
//     next one in the left-most arrangement are blank, and likewise before the
//     first block and behind the last one;
//  3. where a filled cell stands beside a blank one, or at the border, a block
//     starts or ends there: as many cells are filled as the smallest block has
//     that may do so;
//  4. a gap between blanks that is too short for all blocks that come there is
//     blank;
//  5. a run of filled cells that is as long as all blocks that may cover it has
//     blanks at both ends.
//
// In colour puzzles sub-procedure colour takes the place of 1 and 2: it goes through all lines in their natural
// order, until nothing changes. It leaves each cell only the colours of the blocks that can come there between their
// left-most and right-most places. There 3 to 5 take colours off cells where they make cells blank in black-and-white
// puzzles.
//
// What the paper leaves open is read like this.
//
//   - A block's left-most place is its place in the arrangement in which every
//     block stands as far left as in any arrangement that agrees with what is
//     known: this arrangement exists, because of any two arrangements the left
//     places together are one.
//   - "Most modified in the previous step" is the number of changes of a line's
//     cells since it was last taken, at first by the preprocessing; of equal
//     lines the first is taken, rows before columns. Lines without a change are
//     not taken. When none is left and cells are unknown the engine is stuck,
//     and the run is exhausted; the paper's loop would not end.
//   - The two arrangements are found once when a line is taken, as in the
//     paper's listing, or anew before each sub-procedure ([Solver.Recompute]).
//     Both come to the same board in the end, since a line that changed is
//     taken again.
//   - Which blocks are candidates in sub-procedures 3 to 5 can be read in more
//     or less strict ways: see [Reading].
//
// An iteration is the preprocessing, a line that was taken, or a line that
// sub-procedure colour looked at; an evaluation is one arrangement that was
// found.
//
// Its limits: palettes of at most [deduction.MaxPalette] colours. It never
// guesses and does not find everything that follows from a line: it gets stuck on
// many line-solvable puzzles. What it finds is certain, so a solution is unique,
// and a contradiction proves that there is none.
package logic

import (
	"context"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/deduction"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Name is the engine's name in the registry.
const Name = "nonogram/logic"

// Solver is the engine. Make one with [New]; the zero value has no
// sub-procedure at all and only preprocesses.
type Solver struct {
	// Rules are the sub-procedures that are applied.
	Rules Rules
	// Reading says how strictly candidates are read.
	Reading Reading
	// Recompute says to find the left-most and right-most arrangements anew
	// before each sub-procedure where the line has changed.
	Recompute bool
	// Variant is the name in tables and legends; empty means the engine's.
	Variant string
}

var _ solver.Configurable = (*Solver)(nil)

// New returns the engine as the paper has it.
func New() *Solver { return &Solver{Rules: All, Reading: Faithful} }

// With returns New with other sub-procedures, named after them.
func With(rules Rules) *Solver {
	s := New()
	s.Rules, s.Variant = rules, rules.Label()
	return s
}

// Table are the parameters.
func (e *Solver) Table() solver.Table {
	return solver.Table{
		solver.Other("sp", &e.Rules, "sub-procedures: digits 1 to 5 and, for colour puzzles in place of 1 and 2, c; or none").Must(e.Rules&^All == 0, "a set of "+All.String()),
		solver.Option("reading", &e.Reading, readingNames, "candidates of sub-procedures 3 to 5: faithful (by their left-most and right-most places), or strong (that fit there, too)"),
		solver.Bool("recompute", &e.Recompute, "find the left-most and right-most arrangements anew before each sub-procedure"),
	}
}

// Describe says which engine this is.
func (e *Solver) Describe() solver.Description {
	return solver.Description{Engine: Name, Variant: e.Variant, Parameters: e.Table().Values()}
}

// Solve takes lines until all cells are known, nothing changes any more, or the
// budget is spent. The cost is the number of unknown cells, which are unset in
// the outcome's board. The run's seed is not used: nothing is random.
//
// The statistics: cells that the preprocessing settled; how often a cell lost
// colours by each sub-procedure (in a black-and-white puzzle: the cells that it
// settled); and whether the engine is stuck (1) or not (0).
func (e *Solver) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	return e.solve(ctx, p, run, nil)
}

// Explain solves a puzzle and returns every step. The budget is that of
// [Solver.Solve].
func (e *Solver) Explain(ctx context.Context, p *nonogram.Puzzle, budget solver.Budget) (trace deduction.Trace, err error) {
	_, err = e.solve(ctx, p, solver.Run{Budget: budget}, &trace)
	return trace, err
}

func (e *Solver) solve(ctx context.Context, p puzzle.Puzzle, run solver.Run, trace *deduction.Trace) (solver.Outcome, error) {
	return deduction.Solve(ctx, Name, e, p, run, trace, func(s *deduction.State, m *solver.Meter) (solver.Status, []solver.Statistic) {
		x := &search{Solver: e, state: s, meter: m, colour: s.Puzzle().Colours() > 1}
		status := x.run()
		return status, x.statistics()
	})
}
