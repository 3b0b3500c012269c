package exact

import (
	"context"
	"fmt"
	"math/bits"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
)

// Candidate is a digit in a cell.
type Candidate struct {
	Cell puzzle.Cell
	// Digit is 1 to n.
	Digit uint8
}

// Step is one step of an explanation.
type Step struct {
	Technique Technique
	// Cells are those of the pattern that the step rests on, such as the two
	// cells of a naked pair.
	Cells []puzzle.Cell
	// Digits are those of the pattern.
	Digits []uint8
	// Placed is the digit that the step puts into a cell; its Digit is 0 where
	// the step strikes off instead.
	Placed Candidate
	// Struck are the digits that the step strikes off cells. A step that puts
	// a digit into a cell strikes it off the cells around without listing
	// that.
	Struck []Candidate
	// Text says in a sentence what the step does and why.
	Text string
}

// Trace explains a puzzle step by step.
type Trace struct {
	// Status is unique where the steps lead to the solution (each of them
	// must be made, so it is the only one), unsolvable where they lead to a
	// contradiction, multiple where two solutions are left, exhausted where
	// the techniques that were allowed do not help any more, and cancelled
	// where the context ended it.
	Status solver.Status
	// Steps are all steps, in order.
	Steps []Step
	// Board is what is known after them.
	Board puzzle.Grid

	puzzle *sudoku.Puzzle
}

// Hardest is the hardest technique of the steps.
func (t Trace) Hardest() Technique {
	hardest := NoTechnique
	for _, s := range t.Steps {
		hardest = max(hardest, s.Technique)
	}
	return hardest
}

// Grade is the class of the hardest technique, or [Ungraded] where the steps
// do not lead to the one solution. A puzzle without an open cell is easy.
func (t Trace) Grade() Grade {
	if t.Status != solver.Unique {
		return Ungraded
	}
	return max(t.Hardest().Grade(), Easy)
}

// Count says how often each technique was used.
func (t Trace) Count() map[Technique]int {
	out := map[Technique]int{}
	for _, s := range t.Steps {
		out[s.Technique]++
	}
	return out
}

// Views replays the steps as drawings: the puzzle first, and after each step
// the board and the digits that are left in open cells, with the cells of the
// step marked.
func (t Trace) Views() []puzzle.View {
	s := newSheet(t.puzzle.Layout())
	s.start(t.puzzle.Values())
	views := []puzzle.View{{Title: "the puzzle", Board: s.grid(), Notes: s.notes()}}
	for i, step := range t.Steps {
		s.apply(step)
		cells := step.Cells
		for _, c := range step.Struck {
			cells = append(cells[:len(cells):len(cells)], c.Cell)
		}
		views = append(views, puzzle.View{Title: fmt.Sprintf("step %d: %s", i+1, step.Text), Board: s.grid(), Notes: s.notes(), Changed: cells})
	}
	return views
}

// Explain solves a puzzle as people do, always with the easiest technique that
// helps. It is complete: what no technique decides is tried out. Where the
// context ends it, the trace so far comes with the context's error.
func Explain(ctx context.Context, p *sudoku.Puzzle) (Trace, error) {
	return ExplainUpTo(ctx, p, Search)
}

// ExplainUpTo is [Explain] with no technique harder than one. Where these do
// not help any more the trace is exhausted.
func ExplainUpTo(ctx context.Context, p *sudoku.Puzzle, hardest Technique) (Trace, error) {
	s := newSheet(p.Layout())
	t := Trace{puzzle: p}
	var err error
	t.Status, err = s.explain(ctx, p, hardest, &t.Steps)
	t.Board = s.grid()
	return t, err
}

// GradeOf is the grade of a puzzle: that of its [Trace].
func GradeOf(ctx context.Context, p *sudoku.Puzzle) (Grade, error) {
	t, err := Explain(ctx, p)
	return t.Grade(), err
}

func (s *sheet) explain(ctx context.Context, p *sudoku.Puzzle, hardest Technique, steps *[]Step) (solver.Status, error) {
	if !s.start(p.Values()) {
		return solver.Unsolvable, nil
	}
	for s.open > 0 {
		if err := ctx.Err(); err != nil {
			return solver.Cancelled, err
		}
		if s.contradiction() {
			return solver.Unsolvable, nil
		}
		step, ok := s.next(hardest)
		if !ok && hardest < Search {
			return solver.Exhausted, nil
		}
		if !ok {
			if !s.board().propagate() {
				return solver.Unsolvable, nil
			}
			var err error
			if step, ok, err = s.search(ctx); err != nil {
				return solver.Cancelled, err
			}
			if !ok {
				return solver.Multiple, nil
			}
		}
		if !s.apply(step) {
			return solver.Unsolvable, nil
		}
		*steps = append(*steps, step)
	}
	return solver.Unique, nil
}

// next finds the easiest step but for a search, no harder than a technique.
func (s *sheet) next(hardest Technique) (Step, bool) {
	for t := fullHouse; t <= min(hardest, Trial); t++ {
		if step, ok := s.find(t); ok {
			return step, true
		}
	}
	return Step{}, false
}

// find looks for a step of a technique other than a search.
func (s *sheet) find(t Technique) (Step, bool) { return techniques[t].find(s, t, techniques[t].size) }

// sheet is what a person notes down: for each cell its digit, or the digits
// that are still possible.
type sheet struct {
	l *sudoku.Layout
	// can are the digits left in a cell, bit 0 for the digit 1; the one digit
	// of cells that are done.
	can  []uint64
	done []bool
	open int
}

func newSheet(l *sudoku.Layout) *sheet {
	return &sheet{l: l, can: make([]uint64, l.N*l.N), done: make([]bool, l.N*l.N)}
}

// start notes the givens. It returns false where they contradict each other at
// sight.
func (s *sheet) start(givens []uint8) bool {
	s.open = len(s.can)
	for c := range s.can {
		s.can[c] = 1<<s.l.N - 1
	}
	for c, v := range givens {
		if v != puzzle.Unset && !s.place(int16(c), int(v)-1) {
			return false
		}
	}
	return true
}

// place puts a digit, from 0, into a cell.
func (s *sheet) place(c int16, digit int) bool {
	if s.can[c]>>digit&1 == 0 {
		return false
	}
	s.can[c] = 1 << digit
	s.done[c] = true
	s.open--
	for _, d := range s.l.Peers[c] {
		s.can[d] &^= 1 << digit
		if s.can[d] == 0 {
			return false
		}
	}
	return true
}

// apply makes a step. It returns false where a contradiction shows.
func (s *sheet) apply(step Step) bool {
	if v := step.Placed.Digit; v > 0 {
		return s.place(int16(s.l.Size().Index(step.Placed.Cell)), int(v)-1)
	}
	ok := true
	for _, c := range step.Struck {
		at := s.l.Size().Index(c.Cell)
		s.can[at] &^= 1 << (c.Digit - 1)
		ok = ok && s.can[at] != 0
	}
	return ok
}

// contradiction says whether a digit has no cell left in a unit.
func (s *sheet) contradiction() bool {
	for _, unit := range s.l.Units {
		all := uint64(0)
		for _, c := range unit {
			all |= s.can[c]
		}
		if all != 1<<s.l.N-1 {
			return true
		}
	}
	return false
}

// grid is the board as far as it is known.
func (s *sheet) grid() puzzle.Grid {
	g := puzzle.NewGrid(s.l.Size(), puzzle.Unset)
	for c, done := range s.done {
		if done {
			g.Values[c] = uint8(bits.TrailingZeros64(s.can[c])) + 1
		}
	}
	return g
}

// notes are the digits left in open cells.
func (s *sheet) notes() [][]uint8 {
	out := make([][]uint8, len(s.can))
	for c, done := range s.done {
		if !done {
			out[c] = digits(s.can[c])
		}
	}
	return out
}

// digits lists the digits of a set.
func digits(set uint64) []uint8 {
	var out []uint8
	for ; set != 0; set &= set - 1 {
		out = append(out, uint8(bits.TrailingZeros64(set))+1)
	}
	return out
}

// placing makes a step that puts a digit, from 0, into a cell.
func (s *sheet) placing(t Technique, c int16, digit int, format string, args ...any) (Step, bool) {
	at := s.l.Size().At(int(c))
	return Step{
		Technique: t, Cells: []puzzle.Cell{at}, Digits: []uint8{uint8(digit) + 1},
		Placed: Candidate{at, uint8(digit) + 1}, Text: fmt.Sprintf("%v: %s", t, fmt.Sprintf(format, args...)),
	}, true
}

// striking makes a step that strikes digits off cells, where there is one to
// strike off: strike says which digits a cell loses. reason says why.
func (s *sheet) striking(t Technique, pattern []int16, set uint64, strike func(c int16) uint64, reason string) (Step, bool) {
	step := Step{Technique: t, Digits: digits(set)}
	var where []string
	for c := range s.can {
		if s.done[c] {
			continue
		}
		lost := digits(s.can[c] & strike(int16(c)))
		if len(lost) == 0 {
			continue
		}
		at := s.l.Size().At(c)
		for _, d := range lost {
			step.Struck = append(step.Struck, Candidate{at, d})
		}
		where = append(where, fmt.Sprintf("%s off %v", list(lost), at))
	}
	if len(step.Struck) == 0 {
		return Step{}, false
	}
	for _, c := range pattern {
		step.Cells = append(step.Cells, s.l.Size().At(int(c)))
	}
	const shown = 6
	if more := len(where) - shown; more > 0 {
		where = append(where[:shown], fmt.Sprintf("and off %d other cells", more))
	}
	step.Text = fmt.Sprintf("%v: %s; strike %s", t, reason, strings.Join(where, ", "))
	return step, true
}

// list writes digits for people.
func list(digits []uint8) string {
	parts := make([]string, len(digits))
	for i, d := range digits {
		parts[i] = fmt.Sprint(d)
	}
	if n := len(parts) - 1; n > 0 {
		return strings.Join(parts[:n], ", ") + " and " + parts[n]
	}
	return strings.Join(parts, "")
}

// places writes cells for people.
func (s *sheet) places(cells []int16) string {
	parts := make([]string, len(cells))
	for i, c := range cells {
		parts[i] = s.l.Size().At(int(c)).String()
	}
	return strings.Join(parts, ", ")
}
