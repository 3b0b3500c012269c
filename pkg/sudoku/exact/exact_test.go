package exact

import (
	"bytes"
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
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
		var two nineCells
		if !s.propagate(&two) {
			continue
		}
		can := candidates(&s)
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
		cell, digit, other := s.branch(&two)
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
		chosen := bytes.IndexByte(nineCell[:], uint8(cell))
		alltest.Require(t, can[chosen] == 1<<digit|1<<other && digit < other,
			"cell %d has the digits %b, not %d and %d", chosen, can[chosen], digit, other)
		for c := range can {
			alltest.Require(t, (!pairs(c) || total > chooseAll && c/27 != chosen/27 || score(c) <= score(chosen)) && pairs(chosen) && (total <= chooseAll || inBand[chosen/27] >= most),
				"cell %d with score %d is chosen, not %d with %d", chosen, score(chosen), c, score(c))
		}
	}
}

// candidates are the digits of each cell.
func candidates(s *nine) (can [81]uint64) {
	for i, cell := range nineCell {
		for d := range 9 {
			can[i] |= s.at[d][cell>>6] >> (cell & 63) & 1 << d
		}
	}
	return can
}

// TestPropagate: no cell and no unit is left without a choice, and nothing more
// follows from one choice, or from a digit whose places in a unit all see a cell.
func TestPropagate(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	l := sudoku.LayoutOf(puzzle.Size{Rows: 3, Cols: 3})
	left := 0
	for i := range 300 {
		var s nine
		var two nineCells
		if s.start(boards(r, l.Box, 50+r.IntN(15))); i%2 == 0 {
			s.start(sudokutest.Read(t, hardest).Values())
		}
		for s.propagate(&two) && s.solved != (nineCells{nineFull2, nineFull}) {
			left++
			can := candidates(&s)
			for c, digits := range can {
				one := bits.OnesCount64(digits) == 1
				for _, p := range l.Peers[c] {
					if one && can[p]&digits != 0 {
						t.Fatalf("cell %d is left with %b: see cell %d", p, can[p], c)
					}
				}
				alltest.Require(t, digits != 0 && one == (s.solved[nineCell[c]>>6]>>(nineCell[c]&63)&1 != 0), "cell %d is left with %b", c, digits)
			}
			for u, unit := range l.Units {
				for d := range 9 {
					seen, places := [81]int{}, 0
					for _, c := range unit {
						if can[c]>>d&1 != 0 {
							places++
							for _, p := range l.Peers[c] {
								seen[p]++
							}
						}
					}
					alltest.Require(t, places > 0, "unit %d has no place for digit %d", u, d)
					for c, n := range seen {
						single := places == 1 && slices.Contains(unit, int16(c))
						if can[c]>>d&1 != 0 && (n == places || single && can[c] != 1<<d) {
							t.Fatalf("cell %d is left with %b: see digit %d in unit %d", c, can[c], d, u)
						}
					}
				}
			}
			c := r.IntN(81)
			for bits.OnesCount64(can[c]) == 1 {
				c = (c + 1) % 81
			}
			s.take(uint32(nineCell[c]), uint32(bits.TrailingZeros64(can[c])), nineIdle)
		}
	}
	alltest.Check(t, left > 1000, "only %d boards are left to look at", left)
	for c, cell := range nineCell {
		var s nine
		s.start(open(81))
		for d := range uint32(9) {
			s.strike(d, uint32(cell))
		}
		alltest.Check(t, !s.propagate(&nineCells{}), "cell %d is left without a digit", c)
	}
}
