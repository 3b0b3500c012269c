// Package deduction is what the engines that never guess share: the colours
// that are still possible in each cell, seen by line; the preprocessing; the
// number of arrangements of a line; and the steps of a deduction, which can be
// replayed.
//
// Its opinion: black-and-white puzzles are colour puzzles with one colour. A
// cell holds a set of colours, the background among them; "filled", "blank" and
// "unknown" are three of these sets. Rules written for sets serve both kinds.
//
// Its limits: palettes of at most [MaxPalette] colours with the background. A
// [State] only gains knowledge: nothing can be undone, so there is no guessing.
package deduction

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// MaxPalette is the largest palette, background included, that a State can
// hold: a bit for each colour.
const MaxPalette = 64

// Colours is a set of colours: bit c says that colour c is in it. Bit 0 is the
// background.
type Colours uint64

// Blank is the set of the background alone.
const Blank Colours = 1 << nonogram.Blank

// Only is the set of one colour.
func Only(colour uint8) Colours { return 1 << colour }

// Has says whether a colour is in the set.
func (s Colours) Has(colour uint8) bool { return s>>colour&1 != 0 }

// Known says whether one colour is left.
func (s Colours) Known() bool { return s&(s-1) == 0 }

// Value is the colour that is left, or [puzzle.Unset] where there are several.
func (s Colours) Value() uint8 {
	if !s.Known() {
		return puzzle.Unset
	}
	return uint8(bits.TrailingZeros64(uint64(s)))
}

// List lists the colours, the background first.
func (s Colours) List() []uint8 {
	var out []uint8
	for ; s != 0; s &= s - 1 {
		out = append(out, uint8(bits.TrailingZeros64(uint64(s))))
	}
	return out
}

// State is what is known of a puzzle's board: for each cell the colours that
// are possible. Lines are numbered as in [nonogram.Puzzle.Line]: rows, then
// columns.
type State struct {
	puzzle *nonogram.Puzzle
	rows   int
	// lines has every cell twice, in its row and in its column, so that each
	// line is one piece of memory.
	lines [][]Colours
	// known is the number of known cells of a line, changed that of changes of
	// its cells.
	known, changed []int
	open           int
	board          puzzle.Grid

	recording bool
	pending   []Change
	steps     []Step
}

// New returns a state in which every cell may have every colour. A palette
// beyond [MaxPalette] is an error that wraps [solver.ErrPuzzle].
func New(p *nonogram.Puzzle) (*State, error) {
	if p.Colours() >= MaxPalette {
		return nil, fmt.Errorf("%w: %d colours with the background, at most %d", solver.ErrPuzzle, p.Colours()+1, MaxPalette)
	}
	size := p.Size()
	s := &State{
		puzzle: p, rows: size.Rows, lines: make([][]Colours, p.Lines()), open: size.Cells(),
		known: make([]int, p.Lines()), changed: make([]int, p.Lines()),
		board: puzzle.NewGrid(size, puzzle.Unset),
	}
	all := ^Colours(0) >> (MaxPalette - 1 - p.Colours())
	cells := slices.Repeat([]Colours{all}, 2*size.Cells())
	for i := range s.lines {
		_, _, n := p.LineCells(i)
		s.lines[i], cells = cells[:n:n], cells[n:]
	}
	return s, nil
}

// Puzzle is the puzzle.
func (s *State) Puzzle() *nonogram.Puzzle { return s.puzzle }

// Lines is the number of lines.
func (s *State) Lines() int { return len(s.lines) }

// Line are the cells of a line. The slice is the state's own memory, which
// [State.Keep] changes: read it only.
func (s *State) Line(line int) []Colours { return s.lines[line] }

// Clue is the clue of a line.
func (s *State) Clue(line int) nonogram.Clue { return s.puzzle.Line(line) }

// Known is the number of known cells of a line.
func (s *State) Known(line int) int { return s.known[line] }

// Changed is the number of times that a cell of the line has lost colours; in a
// black-and-white puzzle, the number of cells that became known.
func (s *State) Changed(line int) int { return s.changed[line] }

// Changes is [State.Changed] of all lines: the state's own memory.
func (s *State) Changes() []int { return s.changed }

// Open is the number of cells that are not known.
func (s *State) Open() int { return s.open }

// Board is what is known; other cells are [puzzle.Unset]. It is the state's own
// memory: read it only, copy what is to stay.
func (s *State) Board() puzzle.Grid { return s.board }

// Cell is the place on the board of a cell of a line.
func (s *State) Cell(line, at int) puzzle.Cell {
	if line < s.rows {
		return puzzle.Cell{Row: line, Col: at}
	}
	return puzzle.Cell{Row: at, Col: line - s.rows}
}

// Crossing is the line that crosses a line in a cell.
func (s *State) Crossing(line, at int) int {
	if line < s.rows {
		return s.rows + at
	}
	return at
}

// Keep leaves a cell of a line only those of its colours that are in a set. It
// returns false, and changes nothing, where none would be left.
func (s *State) Keep(line, at int, set Colours) bool {
	was := s.lines[line][at]
	is := was & set
	if is == was {
		return true
	}
	if is == 0 {
		return false
	}
	other, there := at, line-s.rows
	if line < s.rows {
		other, there = s.rows+at, line
	}
	s.lines[line][at] = is
	s.lines[other][there] = is
	s.changed[line]++
	s.changed[other]++
	if is&(is-1) == 0 {
		s.known[line]++
		s.known[other]++
		s.open--
		first, step, _ := s.puzzle.LineCells(line)
		s.board.Values[first+at*step] = is.Value()
	}
	if s.recording {
		s.pending = append(s.pending, Change{s.Cell(line, at), is.Value(), (was &^ is).List()})
	}
	return true
}

// Solved says whether a board that is all known is a solution. A board with
// an open cell is not.
func (s *State) Solved() bool {
	if s.open > 0 {
		return false
	}
	for line := range s.lines {
		if !s.Reads(line) {
			return false
		}
	}
	return true
}

// Tell reports the end of a round to a meter. The round improved the board if
// fewer cells are open than before.
func (s *State) Tell(m *solver.Meter, before int) {
	if s.open < before {
		m.Improved(float64(s.open), s.board, nil)
	}
	m.Iterated(float64(s.open), s.board, nil)
}

// Reads says whether a line that is all known reads as its clue does.
func (s *State) Reads(line int) bool {
	cells, clue := s.lines[line], s.Clue(line)
	j := 0
	for i := 0; i < len(cells); {
		if cells[i] == Blank {
			i++
			continue
		}
		end := i + 1
		for end < len(cells) && cells[end] == cells[i] {
			end++
		}
		if j == len(clue) || clue[j].Length != end-i || Only(clue[j].Colour) != cells[i] {
			return false
		}
		i = end
		j++
	}
	return j == len(clue)
}

// Solve is a run of an engine of a name that deduces and nothing else: from the
// checks of puzzle and parameters to an outcome whose cost is the number of
// open cells. search works on the state until all is known, it is stuck, or the
// meter ends it, and says how it ended and what it counted. Its steps go into
// trace, unless that is nil.
func Solve(ctx context.Context, engine string, e solver.Configurable, p puzzle.Puzzle, run solver.Run, trace *Trace,
	search func(s *State, m *solver.Meter) (solver.Status, []solver.Statistic),
) (solver.Outcome, error) {
	q, err := solver.Ready[*nonogram.Puzzle](engine, e.Table(), p)
	if err != nil {
		return solver.Outcome{}, err
	}
	s, err := New(q)
	if err != nil {
		return solver.Outcome{}, fmt.Errorf("%s: %w", engine, err)
	}
	if trace != nil {
		s.Record()
	}
	m := solver.Start(ctx, p, run)
	status, statistics := search(s, m)
	out := solver.Outcome{Status: status, Cost: -1, Statistics: statistics}
	if status != solver.Unsolvable {
		out.Best, out.Cost = s.Board(), float64(s.Open())
	}
	if out, err = m.Finish(out); err == nil && trace != nil {
		*trace = s.Trace(out.Status)
	}
	return out, err
}

// RulePreprocessing is the rule of the steps of [State.Preprocess].
const RulePreprocessing = "preprocessing"

// Preprocess looks once at every line as if it were empty: complete fills,
// complete fills with definite blanks, and partial fills (Salcedo-Sanz and
// others 2007, sections II-A and II-B). With the slack l of equation 3, what is
// left of the line when its blocks stand as close together as they may,
//
//   - a line without slack is settled as a whole;
//   - else a block of n > l cells that starts at e at the earliest, and so at
//     e+l at the latest (equation 4), fills the n-l cells from e+l on.
//
// The paper speaks of black-and-white puzzles; in colour puzzles a blank is
// necessary between neighbours of one colour only. A line without blocks is all
// blank, on which the paper is silent.
//
// It returns false where a clue does not fit its line, or where two lines
// contradict each other in a cell.
func (s *State) Preprocess() bool {
	for line := range s.lines {
		if !s.PreprocessLine(line) {
			return false
		}
	}
	return true
}

// PreprocessLine is [State.Preprocess] for one line.
func (s *State) PreprocessLine(line int) bool {
	clue, n := s.Clue(line), len(s.lines[line])
	slack := clue.Slack(n)
	if slack < 0 {
		return false
	}
	start := 0
	for j, block := range clue {
		if gap := clue.Gap(j); gap > 0 {
			if slack == 0 && !s.Keep(line, start, Blank) {
				return false
			}
			start += gap
		}
		for at := start + slack; at < start+block.Length; at++ {
			if !s.Keep(line, at, Only(block.Colour)) {
				return false
			}
		}
		start += block.Length
	}
	if len(clue) == 0 {
		for at := range n {
			if !s.Keep(line, at, Blank) {
				return false
			}
		}
	}
	if s.Noted() {
		text := fmt.Sprintf("the clue %s leaves a slack of %d in %s: every block longer than that covers cells wherever it stands", s.puzzle.ClueText(clue), slack, s.puzzle.LineName(line))
		switch {
		case len(clue) == 0:
			text = fmt.Sprintf("%s has no block", s.puzzle.LineName(line))
		case slack == 0:
			text = fmt.Sprintf("the clue %s fits %s in one way", s.puzzle.ClueText(clue), s.puzzle.LineName(line))
		}
		s.Note(RulePreprocessing, line, nil, text)
	}
	return true
}
