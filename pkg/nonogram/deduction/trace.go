package deduction

import (
	"fmt"
	"slices"

	"formicary/pkg/lists"
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Change is what a step does to a cell.
type Change struct {
	Cell puzzle.Cell
	// Value is the cell's colour after the step, [puzzle.Unset] where several
	// are left.
	Value uint8
	// Struck are the colours that it loses, the background first.
	Struck []uint8
}

// Step is one step of a deduction: what one rule makes of one line.
type Step struct {
	// Rule is the rule's stable name.
	Rule string
	// Line is the line that was looked at, as in [nonogram.Puzzle.Line].
	Line int
	// Changes are never empty; a cell is there once.
	Changes []Change
	// Because are the cells that the step rests on beside the clue; none where
	// it rests on all that is known of the line.
	Because []puzzle.Cell
	// Text is a sentence that says what is settled and why.
	Text string
}

// Cells are the cells that the step changes.
func (s Step) Cells() []puzzle.Cell {
	return lists.Map(s.Changes, func(c Change) puzzle.Cell { return c.Cell })
}

// Trace is a deduction, step by step.
type Trace struct {
	// Puzzle is what was solved.
	Puzzle *nonogram.Puzzle
	// Steps are in the order in which they follow.
	Steps []Step
	// Status is how the run ended: solved, unsolvable where the steps lead to
	// a contradiction, exhausted where the rules do not help any more or the
	// budget was spent, cancelled.
	Status solver.Status
}

// Board is the board after the first n steps; all other cells are
// [puzzle.Unset].
func (t *Trace) Board(n int) puzzle.Grid {
	g := puzzle.NewGrid(t.Puzzle.Size(), puzzle.Unset)
	for _, s := range t.Steps[:min(max(n, 0), len(t.Steps))] {
		s.apply(g)
	}
	return g
}

func (s Step) apply(g puzzle.Grid) {
	for _, c := range s.Changes {
		if c.Value != puzzle.Unset {
			g.Values[g.Index(c.Cell)] = c.Value
		}
	}
}

// Views replays the steps as drawings: the bare puzzle, and after each step the
// board with the cells of the step marked. In colour puzzles open cells have
// the colours that are left as notes.
func (t *Trace) Views() []puzzle.View {
	size := t.Puzzle.Size()
	g := puzzle.NewGrid(size, puzzle.Unset)
	var notes [][]uint8
	if t.Puzzle.Colours() > 1 {
		notes = make([][]uint8, size.Cells())
		all := lists.Of(t.Puzzle.Colours()+1, func(c int) uint8 { return uint8(c) })
		for i := range notes {
			notes[i] = all
		}
	}
	views := []puzzle.View{{Title: "the puzzle", Board: g.Clone(), Notes: slices.Clone(notes)}}
	for n, s := range t.Steps {
		s.apply(g)
		for _, c := range s.Changes {
			if notes == nil {
				break
			}
			at := size.Index(c.Cell)
			left := slices.DeleteFunc(slices.Clone(notes[at]), func(v uint8) bool { return slices.Contains(c.Struck, v) })
			if c.Value != puzzle.Unset {
				left = nil
			}
			notes[at] = left
		}
		views = append(views, puzzle.View{
			Title: fmt.Sprintf("step %d, %s: %s", n+1, s.Rule, s.Text), Board: g.Clone(), Notes: slices.Clone(notes),
			Changed: s.Cells(), Because: s.Because,
		})
	}
	return views
}

// Record starts recording steps.
func (s *State) Record() { s.recording = true }

// Noted says whether steps are recorded and cells have changed since the last
// [State.Note].
func (s *State) Noted() bool { return len(s.pending) > 0 }

// Note records what has changed since the last step as a step. Call it only when
// [State.Noted] is true; because are places on the line.
func (s *State) Note(rule string, line int, because []int, text string) {
	step := Step{Rule: rule, Line: line, Changes: slices.Clone(s.pending), Text: text}
	s.pending = s.pending[:0]
	for _, at := range because {
		step.Because = append(step.Because, s.Cell(line, at))
	}
	s.steps = append(s.steps, step)
}

// Trace is what was written down so far.
func (s *State) Trace(status solver.Status) Trace {
	return Trace{Puzzle: s.puzzle, Steps: s.steps, Status: status}
}
