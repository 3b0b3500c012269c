package exact

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// board makes an instance from a list of cell, clue, cell, clue, …
func board(t testing.TB, rows, cols int, clues ...int) *nurikabe.Puzzle {
	t.Helper()
	all := make([]int, rows*cols)
	for i := 0; i < len(clues); i += 2 {
		all[clues[i]] = clues[i+1]
	}
	p := alltest.Must(nurikabe.New("edge", puzzle.Size{Rows: rows, Cols: cols}, all))(t)
	return p
}

// TestEdges decides odd and impossible instances by deduction alone: no
// conflict of a search is allowed. The statuses follow from the rules.
func TestEdges(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *nurikabe.Puzzle
		want solver.Status
	}{
		{"no clue: the wall has blocks", board(t, 5, 5), solver.Unsolvable},
		{"no clue in one row: all wall", board(t, 1, 7), solver.Unique},
		{"no clue on a large board", board(t, 50, 50), solver.Unsolvable},
		{"one cell, clue 1: no wall at all", board(t, 1, 1, 0, 1), solver.Unique},
		{"the whole board is island", board(t, 4, 6, 5, 24), solver.Unique},
		{"a clue larger than the board", board(t, 5, 5, 12, 26), solver.Unsolvable},
		{"a clue far larger than the board", board(t, 50, 50, 12, nurikabe.MaxClue), solver.Unsolvable},
		{"clues that touch", board(t, 5, 5, 0, 3, 1, 4), solver.Unsolvable},
		{"clues that touch, one unknown", board(t, 5, 5, 0, 3, 5, nurikabe.Unknown), solver.Unsolvable},
		{"a clue 1 in the middle of three", board(t, 1, 3, 1, 1), solver.Unsolvable},
		{"clues everywhere", board(t, 2, 2, 0, 1, 1, 1, 2, 1, 3, 1), solver.Unsolvable},
		{"more island than board", board(t, 3, 3, 0, 5, 8, 5), solver.Unsolvable},
	} {
		out, err := New().Solve(context.Background(), c.p, solver.Run{})
		alltest.Require(t, err == nil, "%s: %v", c.name, err)
		alltest.Check(t, out.Status == c.want && out.Iterations <= 1,
			"%s: %s after %d conflicts, want %s", c.name, out.Status, out.Iterations, c.want)
	}
}

// TestLargeMemory: a board of 50×50 with few clues, all of which reach far,
// stays below 500 MB.
func TestLargeMemory(t *testing.T) {
	r := rand.New(solver.NewPCG(1))
	var clues []int
	for range 60 {
		clues = append(clues, r.IntN(2500), 20+r.IntN(20))
	}
	out := alltest.Must(New().Solve(context.Background(), board(t, 50, 50, clues...), solver.Run{Budget: solver.Iterations(300)}))(t)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	alltest.Check(t, m.Sys <= 500<<20, "%s with %d MB", out.Status, m.Sys>>20)
}

// TestBudget: the search ends within a few conflicts of its budget.
func TestBudget(t *testing.T) {
	out := solvertest.Watched(t, New(), board(t, 10, 10, 11, 37, 22, 36), solver.Run{Budget: solver.Iterations(500)})
	alltest.Check(t, out.Status == solver.Exhausted && out.Iterations >= 500 && out.Iterations <= 510,
		"%s after %d conflicts", out.Status, out.Iterations)
}

// TestFindAmbiguity holds the cells in which solutions differ against brute force.
func TestFindAmbiguity(t *testing.T) {
	size := puzzle.Size{Rows: 4, Cols: 5}
	o := oracleFor(size)
	r := rand.New(solver.NewPCG(9))
	several := 0
	for range 400 {
		p := o.random(r)
		all := o.all(p)
		if len(all) == 0 {
			continue
		}
		got := alltest.Must(FindAmbiguity(context.Background(), p, all[0], 0))(t)
		var want []int
		for c := range size.Cells() {
			for _, g := range all {
				if g.Values[c] != all[0].Values[c] {
					want = append(want, c)
					break
				}
			}
		}
		if len(want) > 0 {
			several++
		}
		alltest.Check(t, (got.Status == solver.Unique) == (len(all) == 1) && equal(got.Differ, want),
			"%d solutions: %s, differ in %v, want %v", len(all), got.Status, got.Differ, want)
	}
	alltest.Check(t, several >= 50, "only %d instances with several solutions", several)
	_, err := FindAmbiguity(context.Background(), board(t, 1, 3, 0, 1), puzzle.NewGrid(puzzle.Size{Rows: 1, Cols: 3}, 0), 0)
	alltest.Check(t, err != nil, "a board that is no solution was taken for one")
}

func equal(a, b []int) bool {
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

// FuzzClues takes bytes for clues on boards of up to 20 cells and compares with
// brute force.
func FuzzClues(f *testing.F) {
	f.Add(uint8(3), uint8(3), []byte{2, 0, 0, 0, 0, 0, 0, 0, 2})
	f.Add(uint8(4), uint8(5), []byte{0, 0, 3, 0, 0, 0, 0, 0, 255, 0, 5})
	f.Add(uint8(1), uint8(6), []byte{0, 2, 0, 0, 9})
	f.Fuzz(func(t *testing.T, rows, cols uint8, clues []byte) {
		size := puzzle.Size{Rows: int(rows)%5 + 1, Cols: int(cols)%5 + 1}
		if size.Cells() > 20 {
			size.Rows = 4
		}
		all := make([]int, size.Cells())
		for i := range min(len(all), len(clues)) {
			if all[i] = int(clues[i]); clues[i] == 255 {
				all[i] = nurikabe.Unknown
			}
		}
		p := alltest.Must(nurikabe.New("fuzz", size, all))(t)
		want := [...]solver.Status{solver.Unsolvable, solver.Unique, solver.Multiple}[len(oracleFor(size).solutions(p))]
		for i, e := range configurations() {
			out := alltest.Must(e.Solve(context.Background(), p, solver.Run{}))(t)
			alltest.Require(t, out.Status == want, "configuration %d: %s, brute force says %s", i, out.Status, want)
		}
	})
}

// Islands of unknown size on a large board would take more memory than there is:
// every way in refuses the puzzle, or says nothing about it.
func TestTooManyPairs(t *testing.T) {
	size := puzzle.Size{Rows: 200, Cols: 200}
	clues := make([]int, size.Cells())
	for i := 0; i < len(clues); i += 40 {
		clues[i] = nurikabe.Unknown
	}
	p := alltest.Must(nurikabe.New("pairs", size, clues))(t)
	_, err := New().Solve(t.Context(), p, solver.Run{})
	alltest.Check(t, errors.Is(err, solver.ErrPuzzle) && strings.Contains(err.Error(), "40000000 cells together: at most 4194304"), "solved: %v", err)
	_, err = New().Explain(t.Context(), p, solver.Budget{})
	alltest.Check(t, errors.Is(err, solver.ErrPuzzle), "explained: %v", err)
	board, ok := Deduce(p)
	alltest.Check(t, ok && !slices.ContainsFunc(board.Values, func(v uint8) bool { return v != puzzle.Unset }), "deduced: %v", ok)
}
