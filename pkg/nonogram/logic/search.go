package logic

import (
	"fmt"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/deduction"
	"formicary/pkg/solver"
)

// The rules that a step can name beside [deduction.RulePreprocessing].
const (
	RuleOne    = "sub-procedure 1"
	RuleTwo    = "sub-procedure 2"
	RuleThree  = "sub-procedure 3"
	RuleFour   = "sub-procedure 4"
	RuleFive   = "sub-procedure 5"
	RuleColour = "sub-procedure colour"
)

// search is one run.
type search struct {
	*Solver
	state  *deduction.State
	meter  *solver.Meter
	colour bool // more than one
	queue
	inHand
	preprocessed int
	// gains counts changes by sub-procedure.
	gains [6]int
	stuck bool
}

// queue is which line comes next.
type queue struct {
	lines []deduction.Extremes
	// taken and swept are the changes of a line when it was last taken, and
	// last looked at by sub-procedure colour.
	taken, swept []int
	sweeping     int // where sub-procedure colour goes on
}

// inHand is the line in hand, with its blocks' left-most and right-most starts.
type inHand struct {
	line        int
	cells       []deduction.Colours
	n           int
	clue        nonogram.Clue
	left, right []int
	mirror      []deduction.Colours
	inks        []uint8 // the colours of its clue
	many        []uint8 // space for these
	cover       []bool  // space for strong sub-procedures
}

func (x *search) statistics() []solver.Statistic {
	stuck := 0.0
	if x.stuck {
		stuck = 1
	}
	out := []solver.Statistic{{Name: "preprocessed", Value: float64(x.preprocessed)}}
	for i, digit := range ruleDigits {
		out = append(out, solver.Statistic{Name: "sp" + string(digit), Value: float64(x.gains[i])})
	}
	return append(out, solver.Statistic{Name: "stuck", Value: stuck})
}

func (x *search) run() solver.Status {
	s := x.state
	before := s.Open()
	if !s.Preprocess() {
		return solver.Unsolvable
	}
	x.preprocessed = before - s.Open()
	x.begin()
	for {
		if s.Open() == 0 && !s.Solved() {
			return solver.Unsolvable
		}
		s.Tell(x.meter, before)
		if s.Open() == 0 {
			return solver.Solved
		}
		if !x.meter.Continue() {
			return x.meter.Undecided()
		}
		before = s.Open()
		var ok bool
		if line := x.unswept(); line >= 0 {
			ok = x.sweep(line)
		} else if line := x.next(); line >= 0 {
			ok = x.take(line)
		} else {
			x.stuck = true
			return solver.Exhausted
		}
		if !ok {
			return solver.Unsolvable
		}
	}
}

func (x *search) begin() {
	s := x.state
	size := s.Puzzle().Size()
	x.lines = make([]deduction.Extremes, s.Lines())
	for line := range x.lines {
		x.lines[line] = deduction.NewExtremes(s.Clue(line))
	}
	x.taken, x.swept = make([]int, s.Lines()), make([]int, s.Lines())
	for line := range x.swept {
		x.swept[line] = -1
	}
	x.mirror = make([]deduction.Colours, max(size.Rows, size.Cols))
	x.cover = make([]bool, len(x.mirror))
	x.inks = []uint8{nonogram.Filled}
}

// next is the line with most changes since it was last taken, -1 where none has
// any.
func (x *search) next() int {
	best, most := -1, 0
	changed := x.state.Changes()[:len(x.taken)]
	for line, taken := range x.taken {
		if fresh := changed[line] - taken; fresh > most {
			best, most = line, fresh
		}
	}
	return best
}

// hold takes a line in hand and finds its extremes.
func (x *search) hold(line int) bool {
	x.line, x.cells = line, x.state.Line(line)
	x.n = len(x.cells)
	x.clue, x.left, x.right = x.state.Clue(line), x.lines[line].Left, x.lines[line].Right
	if x.colour {
		x.inks = x.inksOf(x.clue)
	}
	return x.find()
}

func (x *search) find() bool {
	x.meter.Evaluated(2)
	return x.lines[x.line].Update(x.cells, x.mirror)
}

// inksOf lists the colours of a clue in the order in which they come.
func (x *search) inksOf(clue nonogram.Clue) []uint8 {
	x.many = x.many[:0]
	seen := deduction.Colours(0)
	for _, block := range clue {
		if !seen.Has(block.Colour) {
			seen |= deduction.Only(block.Colour)
			x.many = append(x.many, block.Colour)
		}
	}
	return x.many
}

// take takes a line in hand and applies the sub-procedures. Of a line that is
// all known there is only to see whether it is right.
func (x *search) take(line int) bool {
	x.taken[line] = x.state.Changed(line)
	if x.state.Known(line) == len(x.state.Line(line)) {
		return x.state.Reads(line)
	}
	if !x.hold(line) {
		return false
	}
	return x.apply()
}

// apply applies the sub-procedures to the line in hand.
func (x *search) apply() bool {
	rules, line := x.Rules, x.line
	if x.colour {
		rules &^= One | Two
	}
	found := x.state.Changed(line)
	for i, rule := range [...]func(*search) bool{(*search).one, (*search).two, (*search).three, (*search).four, (*search).five} {
		if rules>>i&1 == 0 {
			continue
		}
		before := x.state.Changed(line)
		if x.Recompute && before != found {
			if !x.find() {
				return false
			}
			found = before
		}
		if !rule(x) {
			return false
		}
		x.gains[i] += x.state.Changed(line) - before
	}
	return true
}

// one is sub-procedure 1: a block fills the cells that it covers both in the
// left-most and in the right-most arrangement.
func (x *search) one() bool {
	for j, block := range x.clue {
		from, to := x.right[j], x.left[j]+block.Length
		for at := from; at < to; at++ {
			if !x.keep(at, deduction.Only(block.Colour)) {
				return false
			}
		}
		if x.state.Noted() {
			where := "between " + x.at(x.left[j]) + " and " + x.at(x.right[j])
			if x.left[j] == x.right[j] {
				where = "at " + x.at(x.left[j])
			}
			x.note(RuleOne, nil, "block %d of %s (%s) starts %s, so it covers %s", j+1, x.name(), x.words(), where, x.span(from, to))
		}
	}
	return true
}

// two is sub-procedure 2: cells behind the end of a block in the right-most and
// before the start of the next one in the left-most arrangement are blank. The
// paper shows gaps between blocks; the ends of the line are the same.
func (x *search) two() bool {
	from := 0
	for j := 0; j <= len(x.clue); j++ {
		to := x.n
		if j < len(x.clue) {
			to = x.left[j]
		}
		for at := from; at < to; at++ {
			if !x.keep(at, deduction.Blank) {
				return false
			}
		}
		if x.state.Noted() {
			x.note(RuleTwo, nil, "no block of %s (%s) comes to %s: %s", x.name(), x.words(), x.span(from, to), x.between(j))
		}
		if j < len(x.clue) {
			from = x.right[j] + x.clue[j].Length
		}
	}
	return true
}

// between says where the blocks around gap j stand.
func (x *search) between(j int) string {
	switch {
	case j == 0:
		return fmt.Sprintf("the first starts at %s or later", x.at(x.left[0]))
	case j == len(x.clue):
		return fmt.Sprintf("the last ends at %s or earlier", x.at(x.right[j-1]+x.clue[j-1].Length-1))
	}
	return fmt.Sprintf("block %d ends at %s or earlier, block %d starts at %s or later",
		j, x.at(x.right[j-1]+x.clue[j-1].Length-1), j+1, x.at(x.left[j]))
}

// note makes a step of what has changed.
func (x *search) note(rule string, because []int, format string, args ...any) {
	x.state.Note(rule, x.line, because, fmt.Sprintf(format, args...))
}

func (x *search) name() string { return x.state.Puzzle().LineName(x.line) }

// words is the line's clue for people.
func (x *search) words() string { return x.state.Puzzle().ClueText(x.clue) }

func (x *search) at(at int) string { return x.state.Cell(x.line, at).String() }

// span names the cells from a place to before another.
func (x *search) span(from, to int) string {
	if to-from == 1 {
		return x.at(from)
	}
	return x.at(from) + " to " + x.at(to-1)
}

// keep leaves a cell the colours of a set. Most cells have no others, so that
// asking first is the shorter way.
func (x *search) keep(at int, set deduction.Colours) bool {
	return x.cells[at]&^set == 0 || x.state.Keep(x.line, at, set)
}

// strike takes a colour off a cell, which may be off the line.
func (x *search) strike(at int, colour uint8) bool {
	return at < 0 || at >= x.n || x.keep(at, ^deduction.Only(colour))
}

// reach is the range of blocks that can cover a cell: their left-most place
// begins at or before it, their right-most place ends behind it. Both starts
// and ends of blocks rise along the line, so it is one range.
func (x *search) reach(at int) (from, to int) {
	k := len(x.clue)
	for from < k && x.right[from]+x.clue[from].Length <= at {
		from++
	}
	to = from
	for to < k && x.left[to] <= at {
		to++
	}
	return from, to
}
