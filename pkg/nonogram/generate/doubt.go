package generate

import (
	"context"
	"math"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/exact"
	"formicary/pkg/nonogram/line"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// grades lists what [Options.Grade] may be, from easy to hard:
//
//   - logic: the paper's sub-procedures suffice (package logic as it is);
//   - line: complete line solving does, and they do not;
//   - probe: trying single cells does (package exact), and lines alone do not;
//   - search: nothing less than a search does.
func grades() []string { return []string{"logic", "line", "probe", "search"} }

// lineSolver finds what line solving leaves open. It keeps prepared lines, of
// which a change of the picture changes only a few.
type lineSolver struct {
	size    puzzle.Size
	colours int
	lines   []*line.Line
	clues   []nonogram.Clue
	masks   [][]uint64
	empty   []bool // the queue, as marks
	queue   []int
	scratch line.Scratch
	work    []uint64
	column  []uint8
}

func newLineSolver(size puzzle.Size, colours int) *lineSolver {
	n := size.Rows + size.Cols
	return &lineSolver{
		size: size, colours: colours, lines: make([]*line.Line, n), clues: make([]nonogram.Clue, n),
		masks: make([][]uint64, n), empty: make([]bool, n), column: make([]uint8, size.Rows),
	}
}

// prepare reads the clue of a line off a board.
func (s *lineSolver) prepare(board puzzle.Grid, i int) {
	cells := s.column
	if i < s.size.Rows {
		cells = board.Values[i*s.size.Cols : (i+1)*s.size.Cols]
	} else {
		for r := range cells {
			cells[r] = board.Values[r*s.size.Cols+i-s.size.Rows]
		}
	}
	clue := nonogram.ClueOf(cells)
	if s.lines[i] != nil && sameClue(s.clues[i], clue) {
		return
	}
	s.clues[i] = clue
	s.lines[i] = line.New(clue, len(cells), s.colours)
	if s.masks[i] == nil {
		s.masks[i] = make([]uint64, s.lines[i].Masks())
	}
}

func sameClue(a, b nonogram.Clue) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// doubt lists the cells of a picture that line solving does not settle.
func (s *lineSolver) doubt(board puzzle.Grid, out []int) []int {
	s.queue = s.queue[:0]
	for i := range s.lines {
		s.prepare(board, i)
		s.lines[i].Open(s.masks[i])
		s.queue = append(s.queue, i)
		s.empty[i] = false
	}
	for head := 0; head < len(s.queue); head++ {
		i := s.queue[head]
		s.empty[i] = true
		now := s.masks[i]
		s.work = append(s.work[:0], now...)
		if !s.lines[i].Solve(&s.scratch, s.work) {
			panic("generate: a line of a picture has no arrangement")
		}
		words := s.lines[i].Words()
		for w, old := range now {
			gone := old &^ s.work[w]
			if gone == 0 {
				continue
			}
			now[w] = s.work[w]
			colour, at := w/words, w%words*64
			for ; gone != 0; gone &= gone - 1 {
				s.cross(i, at+trailing(gone), colour)
			}
		}
	}
	out = out[:0]
	for r := range s.size.Rows {
		words := s.lines[r].Words()
		for c := range s.size.Cols {
			n := 0
			for colour := range s.colours + 1 {
				n += int(s.masks[r][colour*words+c/64] >> (c % 64) & 1)
			}
			if n > 1 {
				out = append(out, r*s.size.Cols+c)
			}
		}
	}
	return out
}

// cross takes a colour off a cell in the line that crosses line i there.
func (s *lineSolver) cross(i, at, colour int) {
	other, there := s.size.Rows+at, i
	if i >= s.size.Rows {
		other, there = at, i-s.size.Rows
	}
	words := s.lines[other].Words()
	s.masks[other][colour*words+there/64] &^= 1 << (there % 64)
	if s.empty[other] {
		s.empty[other] = false
		s.queue = append(s.queue, other)
	}
}

// logicDoubt lists the cells that the paper's sub-procedures do not settle.
func logicDoubt(ctx context.Context, p *nonogram.Puzzle) ([]int, error) {
	out, err := logic.New().Solve(ctx, p, solver.Run{})
	if err == nil && out.Status == solver.Cancelled {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	var open []int
	for i, v := range out.Best.Values {
		if v == puzzle.Unset {
			open = append(open, i)
		}
	}
	return open, nil
}

// effort is the number of guesses that a proof may take.
const effort = 300

// undecided is the doubt of a puzzle that took too much.
const undecided = math.MaxInt / 2

// exactDoubt lists the cells in which two solutions differ, none where there is
// one solution, and says how the puzzle was decided; [exact.Ungraded] where it
// was not.
func exactDoubt(ctx context.Context, p *nonogram.Puzzle) ([]int, exact.Grade, error) {
	out, err := exact.New().Solve(ctx, p, solver.Run{Budget: solver.Iterations(effort)})
	if err == nil && out.Status == solver.Cancelled {
		err = ctx.Err()
	}
	if err != nil {
		return nil, 0, err
	}
	var differ []int
	if out.Status == solver.Multiple {
		for i, v := range out.Best.Values {
			if v != out.Second.Values[i] {
				differ = append(differ, i)
			}
		}
	}
	return differ, exact.GradeOf(out), nil
}
