package exact

import (
	"context"
	"fmt"
	"slices"

	"formicary/pkg/cdcl"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// The rules that a [Step] can name.
const (
	// RuleClue: a cell with a clue is island.
	RuleClue = "clue"
	// ruleReach: no island reaches the cell, so it is wall.
	ruleReach = "reach"
	// ruleBeside: the cell lies beside an island that cannot have it, because
	// it is complete, too far from its clue there, or would touch another.
	ruleBeside = "beside"
	// ruleBlock: the fourth cell of a 2×2 block with three walls is island.
	ruleBlock = "block"
	// ruleIsland: the island would be cut in two, or too small, without it.
	ruleIsland = "island-needs"
	// ruleWall: the wall would be in pieces, or too small, without it.
	ruleWall = "wall-needs"
	// ruleCut: the wall cannot come to the cell, so it is island.
	ruleCut = "wall-cut-off"
	// ruleExit: the only way from white cells to a clue.
	ruleExit = "exit"
	// RuleTrial: the opposite was tried and led to a contradiction.
	RuleTrial = "trial"
	// RuleSearch: all cells that only a search with learning settled.
	RuleSearch = "search"
)

// Step is one step of a deduction.
type Step struct {
	// Rule is one of the rules above.
	Rule string
	// Cells are the cells that the step settles; Value is what they are.
	Cells []puzzle.Cell
	Value uint8
	// Because are the cells that the reason rests on, in raster order; none
	// for trials and searches.
	Because []puzzle.Cell
	// Text says in a sentence what is settled and why.
	Text string
}

// Trace is a solution, step by step.
type Trace struct {
	// Size is that of the board.
	Size puzzle.Size
	// Steps settle every cell once, in the order in which they follow, unless
	// Status is Exhausted, Cancelled or Unsolvable.
	Steps []Step
	// Status is the puzzle's; where it is Multiple the steps lead to what all
	// solutions share, and then to one of them.
	Status solver.Status
	// Grade is the puzzle's grade where it was decided.
	Grade Grade
}

// Board is the board after the first n steps; all other cells are Unset.
func (t *Trace) Board(n int) puzzle.Grid {
	g := puzzle.NewGrid(t.Size, puzzle.Unset)
	for _, s := range t.Steps[:min(max(n, 0), len(t.Steps))] {
		for _, c := range s.Cells {
			g.Values[t.Size.Index(c)] = s.Value
		}
	}
	return g
}

// Explain solves a puzzle and tells every step. The budget is that of
// [Solver.Solve].
func (e *Solver) Explain(ctx context.Context, p *nurikabe.Puzzle, budget solver.Budget) (Trace, error) {
	if err := affords(p); err != nil {
		return Trace{}, err
	}
	x := e.start(p, solver.Start(ctx, p, solver.Run{Budget: budget}))
	r := &recorder{rules: x.rules, search: x, size: p.Size(), trace: Trace{Size: p.Size()}, told: make([]bool, x.cells)}
	x.prop = r
	out, err := x.run()
	if err != nil {
		return Trace{}, err
	}
	r.trace.Status, r.trace.Grade = out.Status, GradeOf(out)
	if out.Status.HasSolution() {
		r.rest(out.Best)
	}
	return r.trace, nil
}

// recorder stands between the search and the rules and writes down what
// becomes certain, before a first solution is found.
type recorder struct {
	*rules
	search *search
	size   puzzle.Size
	trace  Trace
	told   []bool
	seen   int  // of the trail
	ended  bool // the search has begun
}

var _ cdcl.Propagator = (*recorder)(nil)

// Assigned records what is certain by now, then applies the rules.
func (r *recorder) Assigned(l cdcl.Lit) bool {
	ok := r.rules.Assigned(l)
	r.record()
	return ok
}

// Propagate applies the rules and records what they made certain.
func (r *recorder) Propagate() bool {
	ok := r.rules.Propagate()
	r.record()
	return ok
}

func (r *recorder) record() {
	if r.s.Stats.Restarts > 0 || r.s.Level() > 1 {
		r.ended = true // trials are made at level 1, the search goes deeper
	}
	if r.ended || r.s.Level() > 0 || len(r.search.found) > 0 {
		return
	}
	trail := r.s.Trail()
	for ; r.seen < len(trail); r.seen++ {
		if l := trail[r.seen]; int(l.Var()) < r.cells && !r.told[l.Var()] {
			r.told[l.Var()] = true
			r.trace.Steps = append(r.trace.Steps, r.step(l))
		}
	}
}

// step describes why a cell is what it is.
func (r *recorder) step(l cdcl.Lit) Step {
	c := int32(l.Var())
	at := r.size.At(int(c))
	s := Step{Cells: []puzzle.Cell{at}, Value: nurikabe.Wall}
	if l.Positive() {
		s.Value = nurikabe.Island
	}
	because := r.s.Because(l)
	cause := l
	if _, noted := r.s.Note(l); !noted && l.Positive() && len(because) == 1 {
		cause = because[0] // the cell belongs to an island: why?
		because = r.s.Because(cause)
	}
	note, noted := r.s.Note(cause)
	switch {
	case r.clueAt[c] >= 0:
		s.Rule, s.Text = RuleClue, fmt.Sprintf("%v has a clue, so it is island.", at)
		because = nil
	case len(because) == 0 && !noted:
		s.Rule = RuleTrial
		s.Text = fmt.Sprintf("If %v were %s, the rules would contradict each other.", at, name(1-s.Value))
	case !noted:
		s.Rule = ruleBeside
		s.Text = fmt.Sprintf("%v lies beside an island that cannot have it, so it is wall.", at)
		if l.Positive() {
			s.Rule = ruleIsland
			s.Text = fmt.Sprintf("%v belongs to the island beside it.", at)
		}
	default:
		s.Rule, s.Text = r.noted(cause, note&15, at)
	}
	for _, b := range because {
		v := int32(b.Var())
		if v >= int32(r.cells) {
			v = r.pairCell[v-int32(r.cells)]
		}
		if v != c {
			s.Because = append(s.Because, r.size.At(int(v)))
		}
	}
	s.Because = sorted(s.Because)
	return s
}

// noted describes the rule of a note.
func (r *recorder) noted(cause cdcl.Lit, note int32, at puzzle.Cell) (rule, text string) {
	switch note {
	case noteNone:
		return ruleReach, fmt.Sprintf("No island reaches %v, so it is wall.", at)
	case noteBlock:
		return ruleBlock, fmt.Sprintf("%v would complete a 2×2 block of wall, so it is island.", at)
	case noteExit:
		return ruleExit, fmt.Sprintf("Through %v alone white cells come to a clue.", at)
	case noteCut, noteFar:
		return ruleCut, fmt.Sprintf("The wall cannot come to %v, so it is island.", at)
	}
	if v := int32(cause.Var()); v >= int32(r.cells) {
		clue := r.pairCell[r.islands[r.pairIsland[v-int32(r.cells)]].base-int32(r.cells)]
		return ruleIsland, fmt.Sprintf("The island of the clue at %v cannot do without %v.", r.size.At(int(clue)), at)
	}
	return ruleWall, fmt.Sprintf("The wall would fall apart, or be too small, without %v.", at)
}

func name(value uint8) string {
	if value == nurikabe.Wall {
		return "wall"
	}
	return "island"
}

func sorted(cells []puzzle.Cell) []puzzle.Cell {
	slices.SortFunc(cells, func(a, b puzzle.Cell) int {
		if a.Row != b.Row {
			return a.Row - b.Row
		}
		return a.Col - b.Col
	})
	return slices.Compact(cells)
}

// rest adds what the search settled: first islands, then walls.
func (r *recorder) rest(solution puzzle.Grid) {
	for _, value := range []uint8{nurikabe.Island, nurikabe.Wall} {
		s := Step{Rule: RuleSearch, Value: value}
		for c, v := range solution.Values {
			if v == value && !r.told[c] {
				s.Cells = append(s.Cells, r.size.At(c))
			}
		}
		if len(s.Cells) > 0 {
			s.Text = fmt.Sprintf("A search settles that %d more cells are %s.", len(s.Cells), name(value))
			r.trace.Steps = append(r.trace.Steps, s)
		}
	}
}
