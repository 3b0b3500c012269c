package acs

import (
	"context"
	"math/rand/v2"
	"testing"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
)

// boxes are sizes of boxes that the tests use: the smallest, the usual ones,
// some that are not square, and the largest.
var boxes = []puzzle.Size{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}, {Rows: 3, Cols: 3}, {Rows: 3, Cols: 4}, {Rows: 4, Cols: 4}, {Rows: 5, Cols: 5}, {Rows: 6, Cols: 6}}

// solution is a filled board: the pattern in which each row is the one above,
// moved by a box or by a cell, with digits, bands, rows, stacks and columns
// shuffled.
func solution(r *rand.Rand, box puzzle.Size) []uint8 {
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

// solvable is a puzzle with about the given share of a solution's cells.
func solvable(t testing.TB, r *rand.Rand, box puzzle.Size, share float64) *sudoku.Puzzle {
	t.Helper()
	givens := solution(r, box)
	for c := range givens {
		if r.Float64() >= share {
			givens[c] = puzzle.Unset
		}
	}
	p, err := sudoku.New("test", box, givens)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func read(t testing.TB, line string) *sudoku.Puzzle {
	t.Helper()
	p, err := sudoku.ReadLine("test", line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustSolve(t testing.TB, s *Solver, p puzzle.Puzzle, run solver.Run) solver.Outcome {
	t.Helper()
	out, err := s.Solve(context.Background(), p, run)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// same compares all of two outcomes that a seed determines.
func same(a, b solver.Outcome) bool {
	return a.Status == b.Status && a.Cost == b.Cost && a.Iterations == b.Iterations && a.Evaluations == b.Evaluations && a.Best.Equal(b.Best)
}

// inkala is the puzzle by Arto Inkala (2010) that is puzzle 11 of Sudoku by
// bitmask simplification and ants.
const inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

// stuck has no solution, which singles do not tell: it is inkala with another
// digit in its first open cell than its solution has, 812753649….
const stuck = "84.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
