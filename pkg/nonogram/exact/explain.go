package exact

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strings"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/deduction"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// The rules that a step of a [Trace] can name.
const (
	// RuleLine: all arrangements of a line's blocks agree.
	RuleLine = "line"
	// RuleProbe: a colour was tried in a cell and led to a contradiction.
	RuleProbe = "probe"
	// RuleEither: it follows from every colour of a cell.
	RuleEither = "either-way"
	// RuleSearch: all cells that only a search settled.
	RuleSearch = "search"
)

// Trace is a solution, step by step. Steps of [RuleLine] have the line that
// they look at, others have -1; those of probes rest on the cell that was
// tried. Unless Status is exhausted, cancelled or unsolvable they settle every
// cell once; where it is multiple they lead to what all solutions share and
// then, in the step of the search, to one of them.
type Trace struct {
	deduction.Trace
	// Grade is the puzzle's grade where it was decided.
	Grade Grade
}

// Explain solves a puzzle and tells every step. The budget is that of
// [Solver.Solve].
func (e *Solver) Explain(ctx context.Context, p *nonogram.Puzzle, budget solver.Budget) (Trace, error) {
	x := e.start(p, solver.Start(ctx, p, solver.Run{Budget: budget}))
	r := &recorder{search: x, board: x.board, known: newBoard(p)}
	x.recorder = r
	x.board.solved = r.line
	out, err := x.run()
	if err != nil {
		return Trace{}, err
	}
	trace := Trace{Trace: deduction.Trace{Puzzle: p, Status: out.Status}, Grade: GradeOf(out)}
	if out.Status.HasSolution() {
		r.rest(out.Best)
	}
	trace.Steps = r.steps
	return trace, nil
}

// recorder writes down what lines and probes exclude, before any guess. Its
// own board follows the search's, one step behind.
type recorder struct {
	search *search
	board  *board
	known  *board
	steps  []deduction.Step
}

// line tells of a line that excluded what is on the trail from a mark on.
func (r *recorder) line(i, from int) {
	p := r.search.puzzle
	l := r.known.lines[i]
	ways := l.Count(r.known.may[r.known.masks[i]:][:l.Masks()])
	name := p.LineName(i)
	r.step(RuleLine, i, from, func(n string) string {
		switch {
		case len(p.Line(i)) == 0:
			return fmt.Sprintf("%s has no block, so all of it is blank.", capital(name))
		case ways.IsInt64() && ways.Int64() == 1:
			return fmt.Sprintf("The clue %s of %s has one arrangement left.", p.ClueText(p.Line(i)), name)
		}
		return fmt.Sprintf("The clue %s of %s has %s arrangements left, which agree on %s.", p.ClueText(p.Line(i)), name, number(ways), n)
	})
}

// probe tells of a trial's gain.
func (r *recorder) probe(cell, colour, from int, lines int64) {
	p, at := r.search.puzzle, r.board.size.At(cell)
	if colour < 0 {
		r.step(RuleEither, -1, from, func(n string) string {
			return fmt.Sprintf("Whatever %v is, lines then agree on %s.", at, n)
		})
	} else {
		r.step(RuleProbe, -1, from, func(string) string {
			after := "at once"
			if lines > 1 {
				after = fmt.Sprintf("after %d lines", lines)
			}
			return fmt.Sprintf("If %v were %s, %s would have no arrangement left %s.", at, colourName(p, uint8(colour)), p.LineName(r.board.failed), after)
		})
	}
	if n := len(r.steps); n > 0 {
		r.steps[n-1].Because = []puzzle.Cell{at}
	}
}

// step writes down what is on the trail from a mark on; text is given how much
// that is.
func (r *recorder) step(rule string, line, from int, text func(n string) string) {
	s := deduction.Step{Rule: rule, Line: line}
	place := map[int]int{}
	settled := 0
	for _, pair := range r.board.trail[from:] {
		cell, colour := int(pair)/r.board.colours, int(pair)%r.board.colours
		i, ok := place[cell]
		if !ok {
			i = len(s.Changes)
			place[cell] = i
			change := deduction.Change{Cell: r.board.size.At(cell), Value: puzzle.Unset}
			if r.board.left[cell] == 1 {
				change.Value = r.board.value(cell)
				settled++
			}
			s.Changes = append(s.Changes, change)
		}
		s.Changes[i].Struck = append(s.Changes[i].Struck, uint8(colour))
		r.known.exclude(cell, colour)
	}
	r.known.forget()
	n := count(settled, "cell")
	if settled < len(s.Changes) {
		n = "colours that " + count(len(s.Changes)-settled, "cell") + " cannot have"
		if settled > 0 {
			n = count(settled, "cell") + " and on " + n
		}
	}
	s.Text = text(n)
	r.steps = append(r.steps, s)
}

// rest adds what the search settled.
func (r *recorder) rest(solution puzzle.Grid) {
	s := deduction.Step{Rule: RuleSearch, Line: -1}
	for cell, v := range solution.Values {
		if r.known.left[cell] == 1 {
			continue
		}
		change := deduction.Change{Cell: solution.At(cell), Value: v}
		for c := range r.known.colours {
			if c != int(v) && r.known.can(cell, c) {
				change.Struck = append(change.Struck, uint8(c))
			}
		}
		s.Changes = append(s.Changes, change)
	}
	if len(s.Changes) > 0 {
		s.Text = fmt.Sprintf("A search settles %s.", count(len(s.Changes), "more cell"))
		r.steps = append(r.steps, s)
	}
}

// colourName is what people call a colour.
func colourName(p *nonogram.Puzzle, colour uint8) string {
	switch {
	case colour == nonogram.Blank:
		return "blank"
	case p.Colours() == 1:
		return "filled"
	}
	if name := p.Palette()[colour].Name; name != "" {
		return name
	}
	return fmt.Sprintf("of colour %d", colour)
}

// count is a number of things in words: "1 cell", "2 cells".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// number writes a number of up to seven digits, and the power of ten of others.
func number(n *big.Int) string {
	if n.BitLen() <= 23 {
		return n.String()
	}
	return fmt.Sprintf("about 10^%.0f", math.Round(float64(n.BitLen()-1)*math.Log10(2)))
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
