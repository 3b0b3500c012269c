// Package sudokutest is what the tests of all engines for Sudoku share: puzzles,
// random boards, and what every engine says of givens that contradict each
// other. The promises that do not depend on the puzzle are those of
// [formicary/pkg/solver/solvertest].
//
// Its limits: only tests import it.
package sudokutest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/sudokus"
)

const (
	// Easy, Medium and Hard are s10a, s11a and s12c of the set by Mantere and
	// Koljonen. Filters alone solve Easy.
	Easy   = "..2...5...1.7.5.2.4...9...7.49...73.8.1.3.4.9.36...21.2...8...4.8.9.2.6...7...8.."
	Medium = "..........79.5.18.8.......7..73.68..45.7.8.96..35.27..7.......5.16.3.42.........."
	Hard   = "...7..8....6....31.4...2....24.7.....1..3..8.....6.29....8...7.86....5....2..6..."
	// Singles is puzzle 5 of Torosdagli's paper on ants: cells with one
	// candidate solve it.
	Singles = "..4.86...9.347.1...825...67.9.8..3.2.5.....4.2.6..1.5.34...927...5.348.6...71.5.."
	// Inkala is the puzzle by Arto Inkala (2010) that is that paper's puzzle 11.
	Inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	// Stuck has no solution, which singles do not tell: it is Inkala with another
	// digit in its first open cell than its solution has, 812753649….
	Stuck = "84.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	// Four and Six are small boards with few givens, the second with boxes that
	// are not square.
	Four = "1......2.3......"
	Six  = "1........2....3.......4......56....."
	// Empty is a board of 9×9 without givens.
	Empty = "................................................................................."
	// HiddenContradiction has no cell for the digit 1 in its first row; each of
	// its cells has candidates.
	HiddenContradiction = ".......231...........1...........1..............................................."
)

// Read reads one puzzle in any format.
func Read(t testing.TB, text string) *sudoku.Puzzle {
	t.Helper()
	set := alltest.Must(sudokus.Kind.Read("test", strings.NewReader(text)))(t)
	return set.Items[0].Puzzle.(*sudoku.Puzzle)
}

// Open is a board without givens but for those in at: digits by cell.
func Open(t testing.TB, box puzzle.Size, at map[int]uint8) *sudoku.Puzzle {
	t.Helper()
	givens := slices.Repeat([]uint8{puzzle.Unset}, box.Cells()*box.Cells())
	for c, digit := range at {
		givens[c] = digit
	}
	return made(t, box, givens)
}

func made(t testing.TB, box puzzle.Size, givens []uint8) *sudoku.Puzzle {
	t.Helper()
	return alltest.Must(sudoku.New("test", box, givens))(t)
}

// Solution is a random solved board: the pattern in which each row is the one
// above, moved by a box or by a cell, with digits, bands, rows, stacks and
// columns shuffled.
func Solution(r *rand.Rand, box puzzle.Size) []uint8 {
	n := box.Cells()
	digits := r.Perm(n)
	lines := func(groups, each int) (out []int) {
		for _, g := range r.Perm(groups) {
			for _, i := range r.Perm(each) {
				out = append(out, g*each+i)
			}
		}
		return out
	}
	rows, cols := lines(n/box.Rows, box.Rows), lines(n/box.Cols, box.Cols)
	out := make([]uint8, 0, n*n)
	for _, row := range rows {
		for _, col := range cols {
			out = append(out, uint8(digits[(row%box.Rows*box.Cols+row/box.Rows+col)%n]+1))
		}
	}
	return out
}

// Solvable is a puzzle with about the given share of a solution's cells.
func Solvable(t testing.TB, r *rand.Rand, box puzzle.Size, share float64) *sudoku.Puzzle {
	t.Helper()
	givens := Solution(r, box)
	for c := range givens {
		if r.Float64() >= share {
			givens[c] = puzzle.Unset
		}
	}
	return made(t, box, givens)
}

// Contradictions: givens that contradict each other at sight are unsolvable
// before the first iteration, whatever the engine's mode.
func Contradictions[E solver.Solver](t *testing.T, engines ...E) {
	t.Helper()
	nine, large := puzzle.Size{Rows: 3, Cols: 3}, puzzle.Size{Rows: 6, Cols: 6}
	for name, p := range map[string]*sudoku.Puzzle{
		"two in a row":           Open(t, nine, map[int]uint8{0: 5, 4: 5}),
		"two in a column":        Open(t, nine, map[int]uint8{0: 5, 72: 5}),
		"two in a box":           Open(t, nine, map[int]uint8{0: 5, 10: 5}),
		"a cell without a digit": Open(t, nine, map[int]uint8{0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8, 17: 9}),
		"two in a row of 36×36":  Open(t, large, map[int]uint8{0: 7, 35: 7}),
		"a full wrong board":     Read(t, "1234341221434322"),
	} {
		for _, s := range engines {
			solvertest.Unsolvable(t, name, s, p)
		}
	}
}

// Promises are what TestPromises of package engines cannot ask of its runs: in each of an engine's modes a seed
// decides the run, another seed makes another one, and contradictions end it at once.
func Promises[E solver.Solver](t *testing.T, hard *sudoku.Puzzle, iterations int64, modes ...E) {
	t.Helper()
	solvertest.Repeats(t, hard, solver.Run{Seed: 5, Budget: solver.Iterations(iterations)}, modes...)
	Contradictions(t, modes...)
}

// Filters: an engine whose filter before the search looks at whole tuples solves [Hard] in its first iteration, and refutes
// givens that others search until their budgets end.
func Filters[E solver.Solver](t *testing.T, whole E, others ...E) {
	t.Helper()
	out := solvertest.Solve(t, whole, Read(t, Hard), solver.Run{Seed: 1, Budget: solver.Iterations(1)})
	refuted := solvertest.Solve(t, whole, Read(t, ".9"+Hard[2:]), solver.Run{Seed: 1, Budget: solver.Iterations(20)})
	alltest.Check(t, out.Status == solver.Solved && refuted.Status == solver.Unsolvable,
		"whole tuples: %s in an iteration, and %s without a solution", out.Status, refuted.Status)
	for i, s := range others {
		solved := solvertest.Solve(t, s, Read(t, Hard), solver.Run{Seed: 1, Budget: solver.Iterations(1000)})
		out := solvertest.Solve(t, s, Read(t, ".9"+Hard[2:]), solver.Run{Seed: 1, Budget: solver.Iterations(20)})
		alltest.Check(t, solved.Status == solver.Solved && out.Status == solver.Exhausted, "other filter %d: %s, and %s without a solution", i, solved.Status, out.Status)
	}
}

// Solves: engines solve puzzles in so many iterations; [solver.Meter.Finish] puts the
// solution before Check.
func Solves[E solver.Solver](t *testing.T, iterations int64, puzzles []string, modes ...E) {
	t.Helper()
	for _, s := range modes {
		for _, text := range puzzles {
			out := solvertest.Solve(t, s, Read(t, text), solver.Run{Seed: 2, Budget: solver.Iterations(iterations)})
			alltest.Check(t, out.Status == solver.Solved, "%s, %.20s: %s with cost %v", s.Describe().Label(), text, out.Status, out.Cost)
		}
	}
}
