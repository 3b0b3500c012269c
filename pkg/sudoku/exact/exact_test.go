package exact

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/sudokutest"
)

// hardest is the first puzzle of the lists of hard ones by Arto Inkala, "AI
// Escargot" (2006).
const hardest = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..41.....7..7...3.."

// TestBudget: a budget of guesses ends a run after that many, the same way
// each time; a second solution that was not looked for long enough leaves
// "solved".
func TestBudget(t *testing.T) {
	p := sudokutest.Read(t, hardest)
	whole, err := New().Solve(t.Context(), p, solver.Run{})
	alltest.Require(t, err == nil && whole.Status == solver.Unique && whole.Iterations >= 3,
		"%s after %d guesses, %v", whole.Status, whole.Iterations, err)
	for n := int64(1); n <= whole.Iterations; n++ {
		out := alltest.Must(New().Solve(t.Context(), p, solver.Run{Budget: solver.Iterations(n)}))(t)
		alltest.Check(t, n >= whole.Iterations || out.Iterations == n && (out.Status == solver.Exhausted || out.Status == solver.Solved),
			"after %d guesses: %s, %d", n, out.Status, out.Iterations)
		alltest.Check(t, n != whole.Iterations || out.Status == solver.Unique, "with all %d guesses: %s", n, out.Status)
	}
	one := &Solver{}
	out, err := one.Solve(t.Context(), p, solver.Run{})
	alltest.Check(t, err == nil && out.Status == solver.Solved && out.Iterations <= whole.Iterations, "without proof: %s, %v", out.Status, err)
}

// TestObserver: a trace alone, for which the clock is looked at more rarely, tells of the
// solution after as many guesses as an observer is told.
func TestObserver(t *testing.T) {
	p, found := sudokutest.Read(t, hardest), int64(0)
	solvertest.Watched(t, New(), p, solver.Run{})
	solvertest.Solve(t, New(), p, solver.Run{Trace: func(e solver.Event) { found = e.Iterations }})
	alltest.Check(t, found != 0 && found%pollEvery != 0, "the solution is found after %d guesses", found)
}

// TestCancel: a context that has ended ends counts, too, and what was found is kept.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	n, err := Count(ctx, sudokutest.Read(t, hardest), 2)
	alltest.Check(t, errors.Is(err, context.Canceled) && n == 0, "%d, %v", n, err)
	// An empty board has more solutions than anybody can count.
	ctx, cancel = context.WithCancel(t.Context())
	p := alltest.Must(sudoku.New("empty", puzzle.Size{Rows: 3, Cols: 4}, open(144)))(t)
	q := &search{limit: 1 << 60, keep: 1}
	calls := 0
	q.more = func() (int64, bool) {
		if calls++; calls == 50 {
			cancel()
		}
		return 10, ctx.Err() == nil
	}
	q.run(p)
	alltest.Check(t, q.stopped && q.found != 0 && len(p.Check(q.kept[0])) == 0, "stopped: %v, found %d", q.stopped, q.found)
	_, err = Count(t.Context(), p, 0)
	alltest.Check(t, err != nil, "a limit of 0 is taken")
}

// TestChoose: the fast choice of a cell agrees with the definition, spelled
// out cell by cell.
func TestChoose(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	l := sudoku.LayoutOf(puzzle.Size{Rows: 3, Cols: 3})
	tried := 0
	for tried < 200 {
		var s nine
		cells := boards(r, l.Box, 45+r.IntN(15))
		s.start(cells)
		var two [3]uint32
		if !s.propagate(&two) {
			continue
		}
		can := make([]uint64, 81)
		for b := range s.at {
			for d := range 9 {
				for c := range 27 {
					can[27*b+c] |= uint64(s.at[b][d]>>c&1) << d
				}
			}
		}
		pairs := func(c int) bool { return bits.OnesCount64(can[c]) == 2 }
		total, most := 0, 0
		var inBand [3]int
		for c := range can {
			if pairs(c) {
				total++
				inBand[c/27]++
				most = max(most, inBand[c/27])
			}
		}
		if total == 0 {
			continue
		}
		tried++
		band, cell, digit, other := s.branch(&two)
		score := func(c int) int {
			sum := 0
			for d := range 9 {
				for _, p := range l.Peers[c] {
					if can[c]>>d&1 != 0 && can[p]>>d&1 != 0 {
						if sum++; pairs(int(p)) {
							sum += 2
						}
					}
				}
			}
			return sum
		}
		chosen := int(27*band + cell)
		alltest.Require(t, can[chosen] == 1<<digit|1<<other && digit < other,
			"cell %d has the digits %b, not %d and %d", chosen, can[chosen], digit, other)
		for c := range can {
			alltest.Require(t, (!pairs(c) || total > chooseAll && c/27 != int(band) || score(c) <= score(chosen)) && pairs(chosen) && (total <= chooseAll || inBand[band] >= most),
				"cell %d with score %d is chosen, not %d with %d", chosen, score(chosen), c, score(c))
		}
	}
}
