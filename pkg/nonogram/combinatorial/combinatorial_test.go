package combinatorial_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/combinatorial"
	"formicary/pkg/nonogram/deduction"
	"formicary/pkg/nonogram/nonogramtest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// random makes a puzzle from a picture in which each cell is filled with a
// probability.
func random(t *testing.T, r *rand.Rand, size puzzle.Size, colours int, filled float64) *nonogram.Puzzle {
	t.Helper()
	picture := puzzle.NewGrid(size, nonogram.Blank)
	for i := range picture.Values {
		if r.Float64() < filled {
			picture.Values[i] = uint8(1 + r.IntN(colours))
		}
	}
	p := alltest.Must(nonogram.FromPicture("random", picture, make([]nonogram.Ink, colours+1)))(t)
	return p
}

// fixpoint is complete line solving by listing: what is left of the colours of
// each cell when no line says anything more, and false where a line has no
// arrangement.
func fixpoint(p *nonogram.Puzzle) (puzzle.Grid, bool) {
	can := make([]uint64, p.Size().Cells())
	for i := range can {
		can[i] = 1<<(p.Colours()+1) - 1
	}
	for again := true; again; {
		again = false
		for l := range p.Lines() {
			first, step, n := p.LineCells(l)
			seen := make([]uint64, n)
			for a := range nonogramtest.Arrangements(p.Line(l), n) {
				ok := true
				for i, v := range a {
					ok = ok && can[first+i*step]>>v&1 != 0
				}
				for i, v := range a {
					if ok {
						seen[i] |= 1 << v
					}
				}
			}
			for i, set := range seen {
				if set == 0 {
					return puzzle.Grid{}, false
				}
				again = again || set != can[first+i*step]
				can[first+i*step] = set
			}
		}
	}
	board := puzzle.NewGrid(p.Size(), puzzle.Unset)
	for i, set := range can {
		for v := range p.Colours() + 1 {
			if set == 1<<v {
				board.Values[i] = uint8(v)
			}
		}
	}
	return board, true
}

// TestFixpoint: wherever it finishes, the engine comes to exactly what complete
// line solving comes to, with and without pruning and with either selection,
// and agrees with itself on the arrangements.
func TestFixpoint(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	solved := 0
	for range 300 {
		size := puzzle.Size{Rows: 1 + r.IntN(7), Cols: 1 + r.IntN(7)}
		p := random(t, r, size, 1+r.IntN(3), 0.2+0.7*r.Float64())
		if r.IntN(4) == 0 { // rows and columns of different pictures
			p = nonogramtest.Crossed(t, p, random(t, r, size, p.Colours(), 0.6))
		}
		want, ok := fixpoint(p)
		for _, e := range []*combinatorial.Solver{{Prune: true}, {Prune: false}, {Prune: true, Select: combinatorial.ByShare}} {
			out := solvertest.Solve(t, e, p, solver.Run{})
			alltest.Require(t, ok == (out.Status != solver.Unsolvable),
				"%+v: %s, but complete line solving says %v for %v", e, out.Status, ok, lines(p))
			if !ok {
				continue
			}
			alltest.Require(t, out.Best.Equal(want),
				"%+v comes to %v, complete line solving to %v for %v", e, p.Rows(out.Best), p.Rows(want), lines(p))
			open := 0
			for _, v := range want.Values {
				if v == puzzle.Unset {
					open++
				}
			}
			alltest.Require(t, out.Cost == float64(open) && (open == 0) == (out.Status == solver.Solved) && (open > 0) == (solvertest.Statistic(t, out, "stuck") == 1),
				"%+v: %s, cost %v, %d cells open, %v", e, out.Status, out.Cost, open, out.Statistics)
			if open == 0 {
				solved++
			}
		}
	}
	alltest.Check(t, solved >= 300, "only %d of 900 runs solved anything", solved)
}

func lines(p *nonogram.Puzzle) []nonogram.Clue {
	var out []nonogram.Clue
	for l := range p.Lines() {
		out = append(out, p.Line(l))
	}
	return out
}

// TestArrangementCounts counts by hand: a row with the clue 1 1 on four cells
// has three arrangements, and those with the first cell blank are one.
func TestArrangementCounts(t *testing.T) {
	one := nonogram.Clue{{Length: 1, Colour: 1}}
	// The columns are settled by preprocessing, which leaves the row nothing.
	settled := alltest.Must(nonogram.New("settled", []nonogram.Clue{{one[0], one[0]}}, []nonogram.Clue{nil, one, nil, one}, nil))(t)
	out := solvertest.Solve(t, combinatorial.New(), settled, solver.Run{})
	alltest.Check(t, out.Status == solver.Solved && out.Evaluations == 0 && out.Iterations == 1 && solvertest.Statistic(t, out, "preprocessed") == 4,
		"a puzzle that preprocessing solves: %+v", out)
	// 1 1 | 1 1 over columns 1 0 1 0 … would be settled again, so the second
	// row's arrangements matter: the diagonal of 2×2 is stuck after both lines
	// of each kind were tried, each with its two arrangements.
	diagonal := alltest.Must(nonogram.New("diagonal", []nonogram.Clue{one, one}, []nonogram.Clue{one, one}, nil))(t)
	for _, e := range []*combinatorial.Solver{{Prune: true}, {Prune: false}} {
		out := solvertest.Solve(t, e, diagonal, solver.Run{})
		alltest.Check(t, out.Status == solver.Exhausted && out.Evaluations == 8 && solvertest.Statistic(t, out, "arrangements") == 8 && solvertest.Statistic(t, out, "consistent") == 8 && out.Iterations == 5 && solvertest.Statistic(t, out, "stuck") == 1,
			"prune %v: %+v", e.Prune, out)
	}
}

// TestPruning: without pruning the same lines are tried with many more
// arrangements, of which as many agree with what is known.
func TestPruning(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		p := random(t, r, puzzle.Size{Rows: 12, Cols: 12}, 1, 0.6)
		with, without := solvertest.Solve(t, combinatorial.New(), p, solver.Run{}), solvertest.Solve(t, &combinatorial.Solver{}, p, solver.Run{})
		alltest.Require(t, with.Best.Equal(without.Best) && with.Iterations == without.Iterations && solvertest.Statistic(t, with, "consistent") == solvertest.Statistic(t, without, "consistent"),
			"with pruning %+v, without %+v", with, without)
		alltest.Require(t, with.Evaluations == int64(solvertest.Statistic(t, with, "consistent")) && with.Evaluations < without.Evaluations,
			"with pruning %d arrangements, without %d", with.Evaluations, without.Evaluations)
	}
}

// wide is a row with so many arrangements that nobody can try them all, and
// columns that settle nothing.
func wide(t *testing.T) *nonogram.Puzzle {
	t.Helper()
	one := nonogram.Clue{{Length: 1, Colour: 1}}
	var row nonogram.Clue
	for range 30 {
		row = append(row, one[0])
	}
	cols := make([]nonogram.Clue, 120)
	for i := range cols {
		cols[i] = one
	}
	p := alltest.Must(nonogram.New("wide", []nonogram.Clue{row, row}, cols, nil))(t)
	return p
}

// TestBudgets: every kind of budget ends a run within the arrangements of one
// line; evaluations and iterations do so at the same place every time. A line in
// which time ended counts as never tried.
func TestBudgets(t *testing.T) {
	p := wide(t)
	for _, e := range []*combinatorial.Solver{{Prune: true}, {Prune: false}} {
		for _, budget := range []solver.Budget{
			solver.Evaluations(1), solver.Evaluations(1023), solver.Evaluations(5000),
			{Evaluations: 100_000, Wall: time.Hour},
		} {
			out := solvertest.Solve(t, e, p, solver.Run{Budget: budget})
			alltest.Check(t, out.Status == solver.Exhausted && solvertest.Statistic(t, out, "stuck") == 0 && solvertest.Statistic(t, out, "line-left") >= 1e20,
				"%+v: %s, %v", budget, out.Status, out.Statistics)
			// 30 blocks of 1 and a slack of 61: nothing is known of the row, so
			// that both kinds have all its arrangements to try.
			if all := deduction.Arrangements(p.Row(0), 120); math.Abs(solvertest.Statistic(t, out, "line-left")+float64(out.Evaluations)-all) > all*1e-12 {
				t.Errorf("%+v: %v arrangements to go after %d, of %v", budget, solvertest.Statistic(t, out, "line-left"), out.Evaluations, all)
			}
			alltest.Check(t, budget.Evaluations <= 0 || out.Evaluations == budget.Evaluations,
				"a budget of %d evaluations ended after %d", budget.Evaluations, out.Evaluations)
		}
		first := solvertest.Solve(t, e, p, solver.Run{Budget: solver.Iterations(1)})
		for _, budget := range []solver.Budget{{Wall: 20 * time.Millisecond}, solver.CPU(20 * time.Millisecond)} {
			out := solvertest.Solve(t, e, p, solver.Run{Budget: budget})
			alltest.Check(t, solvertest.Same(out, first), "%+v: %+v, with as many iterations %+v", budget, out, first)
		}
		out := first
		alltest.Check(t, out.Iterations == 1 && out.Evaluations == 0, "one iteration, the preprocessing: %+v", out)
	}
}

// TestExplain: the steps lead to the outcome's board, and name their lines; the observer sees
// the board after the preprocessing, after each line, and the solution last, and the
// cost never rises.
func TestExplain(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	solved := 0
	for range 50 {
		p := random(t, r, puzzle.Size{Rows: 2 + r.IntN(8), Cols: 2 + r.IntN(8)}, 1+r.IntN(2), 0.6)
		out, frames, trace := nonogramtest.Explained(t, combinatorial.New(), p)
		last := float64(p.Size().Cells())
		alltest.Equal(t, last-frames[0].Cost, solvertest.Statistic(t, out, "preprocessed"), "after the first frame")
		for _, f := range frames {
			open := 0
			for _, v := range f.Board.Values {
				if v == puzzle.Unset {
					open++
				}
			}
			alltest.Require(t, f.Cost == float64(open) && f.Cost <= last, "a frame of cost %v after %v, with %d cells open", f.Cost, last, open)
			last = f.Cost
		}
		if last == 0 {
			solved++
		}
		for _, s := range trace.Steps {
			alltest.Require(t, s.Rule == "arrangements" || s.Rule == "preprocessing", "step %+v", s)
			for _, c := range s.Cells() {
				alltest.Require(t, (s.Line >= p.Size().Rows || c.Row == s.Line) && (s.Line < p.Size().Rows || c.Col == s.Line-p.Size().Rows),
					"%v is not on line %d", c, s.Line)
			}
		}
	}
	alltest.Check(t, solved != 0, "nothing was solved")
}

func TestErrors(t *testing.T) {
	p := wide(t)
	_, err := (&combinatorial.Solver{Select: 9}).Solve(t.Context(), p, solver.Run{})
	alltest.Check(t, errors.Is(err, solver.ErrParameter), "select = 9: %v", err)
	many := alltest.Must(nonogram.New("many", make([]nonogram.Clue, 1), make([]nonogram.Clue, 1), make([]nonogram.Ink, 65)))(t)
	_, err = combinatorial.New().Solve(t.Context(), many, solver.Run{})
	alltest.Check(t, errors.Is(err, solver.ErrPuzzle), "65 colours: %v", err)
}
