// Package nonogramtest is what the tests of engines for nonograms share:
// pictures, puzzles that contradict themselves, and what every engine that knows
// black and white only says of others. The promises that do not depend on the
// puzzle are those of [formicary/pkg/solver/solvertest].
//
// Its limits: only tests import it.
package nonogramtest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/lists"
	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/deduction"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// Cup is a cup of tea, 15×15, which solving lines one by one solves.
const Cup = `
..#...#...#....
..#...#...#....
..##..##..##...
...#...#...#...
...............
#############..
############.##
############..#
############..#
############.##
###########.##.
.##########....
..########.....
...######......
###############`

// Picture makes the puzzle of a drawing in which '#' is filled.
func Picture(t testing.TB, text string) *nonogram.Puzzle {
	t.Helper()
	rows := strings.Fields(text)
	board := puzzle.NewGrid(puzzle.Size{Rows: len(rows), Cols: len(rows[0])}, nonogram.Blank)
	for i := range board.Values {
		if rows[i/board.Cols][i%board.Cols] == '#' {
			board.Values[i] = nonogram.Filled
		}
	}
	return alltest.Must(nonogram.FromPicture("test", board, nil))(t)
}

// Noise is the puzzle of a picture of which each cell is filled or blank by chance.
func Noise(r *rand.Rand, id string, size puzzle.Size) *nonogram.Puzzle {
	board := puzzle.NewGrid(size, nonogram.Blank)
	for i := range board.Values {
		board.Values[i] = uint8(r.IntN(2))
	}
	p, err := nonogram.FromPicture(id, board, nil)
	if err != nil {
		panic(err)
	}
	return p
}

// Pictures are n puzzles of [Noise], of 5×5 cells with different contents. Their ids are their numbers, in a format.
func Pictures(r *rand.Rand, format string, n int) (out []puzzle.Puzzle) {
	seen := map[puzzle.Hash]bool{}
	for len(out) < n {
		p := Noise(r, fmt.Sprintf(format, len(out)), puzzle.Size{Rows: 5, Cols: 5})
		if !seen[p.Hash()] {
			seen[p.Hash()] = true
			out = append(out, p)
		}
	}
	return out
}

// Clue is the clue of blocks with these lengths; a negative one is a block of the second
// colour.
func Clue(lengths ...int) (c nonogram.Clue) {
	for _, n := range lengths {
		block := nonogram.Block{Length: n, Colour: nonogram.Filled}
		if n < 0 {
			block = nonogram.Block{Length: -n, Colour: 2}
		}
		c = append(c, block)
	}
	return c
}

// Text writes what is known of cells: '.' is blank, a letter a colour, '?' nothing.
func Text(cells []deduction.Colours) string {
	var out []byte
	for _, set := range cells {
		switch v := set.Value(); v {
		case puzzle.Unset:
			out = append(out, '?')
		case nonogram.Blank:
			out = append(out, '.')
		default:
			out = append(out, 'a'+v-1)
		}
	}
	return string(out)
}

// Crossed is the puzzle with the rows of one and the columns of another, which
// most often contradict each other.
func Crossed(t testing.TB, p, q *nonogram.Puzzle) *nonogram.Puzzle {
	t.Helper()
	rows, cols := make([]nonogram.Clue, p.Size().Rows), make([]nonogram.Clue, p.Size().Cols)
	for i := range rows {
		rows[i] = p.Row(i)
	}
	for i := range cols {
		cols[i] = q.Col(i)
	}
	return made(t, rows, cols, p.Palette())
}

func made(t testing.TB, rows, cols []nonogram.Clue, palette []nonogram.Ink) *nonogram.Puzzle {
	t.Helper()
	return alltest.Must(nonogram.New("test", rows, cols, palette))(t)
}

// BlackAndWhite: an engine that knows no colours refuses a puzzle that has them
// and says how many; clues that do not fit are unsolvable before its first
// iteration.
func BlackAndWhite(t *testing.T, s solver.Solver) {
	t.Helper()
	red := []nonogram.Clue{{{Length: 1, Colour: 2}}}
	coloured := made(t, red, red, append(nonogram.BlackAndWhite(), nonogram.Ink{Name: "red"}))
	_, err := s.Solve(t.Context(), coloured, solver.Run{})
	alltest.Check(t, errors.Is(err, solver.ErrPuzzle) && strings.Contains(err.Error(), "2 colours"), "colours: %v", err)
	long := []nonogram.Clue{{{Length: 2, Colour: nonogram.Filled}}}
	solvertest.Unsolvable(t, "clues that do not fit", s, made(t, long, long, nil))
}

// explaining is an engine that tells its steps.
type explaining interface {
	solver.Solver
	Explain(ctx context.Context, p *nonogram.Puzzle, budget solver.Budget) (deduction.Trace, error)
}

// Explained: an engine shows a frame of each iteration, the last one with its board; its
// steps, each of which has changes and a text, come to the same status and board.
func Explained(t *testing.T, e explaining, p *nonogram.Puzzle) (solver.Outcome, []solver.Frame, deduction.Trace) {
	t.Helper()
	film := solver.NewRecorder(10_000)
	out := solvertest.Solve(t, e, p, solver.Run{Observer: film.Observe})
	frames := film.Frames()
	alltest.Require(t, int64(len(frames)) == out.Iterations && frames[len(frames)-1].Board.Equal(out.Best),
		"%s, %d frames of %d iterations", out.Status, len(frames), out.Iterations)
	trace, err := e.Explain(t.Context(), p, solver.Budget{})
	if err != nil || trace.Status != out.Status || !trace.Board(len(trace.Steps)).Equal(out.Best) {
		t.Fatalf("the steps come to %s %v, the engine to %s %v, %v", trace.Status, p.Rows(trace.Board(len(trace.Steps))), out.Status, p.Rows(out.Best), err)
	}
	for _, s := range trace.Steps {
		alltest.Require(t, len(s.Changes) != 0 && s.Text != "", "step %+v", s)
	}
	return out, frames, trace
}

// Arrangements are all ways to write a clue into a line, found by trying each
// start of each block: the oracle of what solves lines.
func Arrangements(clue nonogram.Clue, length int) iter.Seq[[]uint8] {
	cells := make([]uint8, length)
	return func(yield func([]uint8) bool) {
		var place func(j, from int) bool
		place = func(j, from int) bool {
			if j == len(clue) {
				return yield(slices.Clone(cells))
			}
			if j > 0 {
				from += clue.Gap(j)
			}
			for at := from; at+clue[j].Length <= length; at++ {
				for i := range clue[j].Length {
					cells[at+i] = clue[j].Colour
				}
				more := place(j+1, at+clue[j].Length)
				for i := range clue[j].Length {
					cells[at+i] = nonogram.Blank
				}
				if !more {
					return false
				}
			}
			return true
		}
		place(0, 0)
	}
}

// Solutions are those of a small puzzle, up to a limit, found by writing every
// arrangement of every row, and reading the columns as far as they are written: the
// oracle of what decides puzzles, with which it shares nothing.
func Solutions(p *nonogram.Puzzle, limit int) []puzzle.Grid {
	size := p.Size()
	rows := lists.Of(size.Rows, func(r int) [][]uint8 { return slices.Collect(Arrangements(p.Row(r), size.Cols)) })
	column := make([][]uint8, size.Cols)
	var found []puzzle.Grid
	var place func(r int)
	place = func(r int) {
		if len(found) == limit {
			return
		}
		if r == size.Rows {
			g := puzzle.NewGrid(size, nonogram.Blank)
			for i := range g.Values {
				g.Values[i] = column[i%size.Cols][i/size.Cols]
			}
			if broken := p.Check(g); len(broken) > 0 {
				panic(broken[0].String())
			}
			found = append(found, g)
			return
		}
	next:
		for _, cells := range rows[r] {
			for c, v := range cells {
				column[c] = append(column[c][:r], v)
			}
			for c := range column {
				if !begins(nonogram.ClueOf(column[c]), p.Col(c), r+1 == size.Rows) {
					continue next
				}
			}
			place(r + 1)
		}
	}
	place(0)
	return found
}

// begins says whether what is written of a column can become its clue: all
// blocks but the last as they are, the last one maybe longer.
func begins(written, clue nonogram.Clue, complete bool) bool {
	if len(written) > len(clue) || complete && len(written) < len(clue) {
		return false
	}
	for i, b := range written {
		if b.Colour != clue[i].Colour || b.Length > clue[i].Length {
			return false
		}
		if b.Length < clue[i].Length && (complete || i+1 < len(written)) {
			return false
		}
	}
	return true
}
