package pushfit

import (
	"context"
	"fmt"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// What a step of a [Trace] can be.
const (
	// RuleFast: the blocks of a line were pushed both ways.
	RuleFast = "fast"
	// RuleComplete: all arrangements of a line were compared.
	RuleComplete = "complete"
	// RuleGuess: a cell was guessed.
	RuleGuess = "guess"
	// RuleBack: the last guess of which only one value was tried is taken back,
	// with all that came of it, and the cell gets its other value.
	RuleBack = "back"
	// RuleSolution: every line reads as its clue.
	RuleSolution = "solution"
)

// Step is one step of a [Trace].
type Step struct {
	// Rule is what was done.
	Rule string
	// Line is the line that was done, as in [nonogram.Puzzle.Line]; -1 of
	// guesses and solutions.
	Line int
	// Depth is the number of guesses that the board rests on after the step.
	Depth int
	// Changed are the cells that became known. A line without arrangement has
	// none; lines of which nothing follows are no steps.
	Changed []puzzle.Cell
	// Board is the board after the step.
	Board puzzle.Grid
	// Text says in a sentence what was done.
	Text string
}

// Trace is a run, step by step, with its guesses and what is taken back. Every
// step keeps a board: have a budget or [Solver.Nodes] end what guesses much.
type Trace struct {
	// Puzzle is what was solved.
	Puzzle *nonogram.Puzzle
	// Steps are in the order in which they were done.
	Steps []Step
	// Status is how the run ended, as [Solver.Solve] says it.
	Status solver.Status
}

// Views replays the steps as drawings: the bare puzzle, and the board after each
// step with the cells of the step marked.
func (t Trace) Views() []puzzle.View {
	views := []puzzle.View{{Title: "the puzzle", Board: puzzle.NewGrid(t.Puzzle.Size(), puzzle.Unset)}}
	for n, s := range t.Steps {
		views = append(views, puzzle.View{
			Title: fmt.Sprintf("step %d, %s: %s", n+1, s.Rule, s.Text), Board: s.Board, Changed: s.Changed,
		})
	}
	return views
}

// Explain solves a puzzle and tells every step. The budget is that of
// [Solver.Solve].
func (s *Solver) Explain(ctx context.Context, p *nonogram.Puzzle, budget solver.Budget) (Trace, error) {
	r := &recorder{trace: Trace{Puzzle: p}}
	out, err := s.solve(ctx, p, solver.Run{Budget: budget}, r)
	if err != nil {
		return Trace{}, err
	}
	r.trace.Status = out.Status
	return r.trace, nil
}

// recorder writes down the steps of a search; a nil one writes nothing.
type recorder struct {
	trace  Trace
	search *search
}

// add notes a step whose cells are those of the trail from a place on.
func (r *recorder) add(rule string, line, depth, from int, text string) {
	e := r.search
	s := Step{Rule: rule, Line: line, Depth: depth, Board: e.board.Clone(), Text: text}
	for _, cell := range e.trail[from:] {
		s.Changed = append(s.Changed, e.board.At(int(cell)))
	}
	r.trace.Steps = append(r.trace.Steps, s)
}

// line notes that a line was done.
func (r *recorder) line(line, strength, depth, from int, ok bool) {
	if r == nil || ok && len(r.search.trail) == from {
		return
	}
	p, rule, way := r.search.p, RuleFast, "its blocks pushed both ways"
	if strength == byFitting {
		rule, way = RuleComplete, "all its arrangements compared"
	}
	follows := "it has no arrangement that keeps what is known"
	if n := len(r.search.trail) - from; n == 1 {
		follows = way + ": one cell follows"
	} else if ok {
		follows = fmt.Sprintf("%s: %d cells follow", way, n)
	}
	r.add(rule, line, depth, from, fmt.Sprintf("%s (clue %s), %s", p.LineName(line), p.ClueText(p.Line(line)), follows))
}

// guess notes that a cell was guessed, or guessed again.
func (r *recorder) guess(g guess, depth int) {
	if r == nil {
		return
	}
	at, rule, text := r.search.board.At(int(g.cell)), RuleGuess, "%v is guessed to be %s"
	if g.again {
		rule, text = RuleBack, "the guess is taken back: %v is %s"
	}
	name := "a dot"
	if r.search.board.Values[g.cell] == nonogram.Filled {
		name = "solid"
	}
	r.add(rule, -1, depth, len(r.search.trail)-1, fmt.Sprintf(text, at, name))
}

// solution notes that the board is a solution.
func (r *recorder) solution(depth int) {
	if r != nil {
		r.add(RuleSolution, -1, depth, len(r.search.trail), "every line reads as its clue")
	}
}
