package acs

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku/sudokutest"
)

// An ant of any order goes on until no cell is open, tells so in time, and its
// cost, its components and its board are those of what it did.
func TestWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 8))
	for i := range 12 {
		p := sudokutest.Solvable(t, r, puzzle.Size{Rows: 2, Cols: 3}, float64(i%4)*0.1)
		for _, s := range orders() {
			pr := newProblem(s, p)
			trail := even(pr, uint64(i))
			a := pr.NewAnt().(*ant)
			for range 20 {
				a.Reset(trail)
				for turns := 1; ; turns++ {
					if s.Cells == Fewest {
						demandFirst(t, a)
					}
					if !a.Step(trail) {
						break
					}
					alltest.Require(t, turns <= len(a.board.can), "%s: more turns than cells", s.Variant)
				}
				empty := 0
				for c, v := range a.board.value {
					alltest.Require(t, !a.board.open(c), "%s: cell %d is left open", s.Variant, c)
					if board := a.Board(); v == 0 && board.Values[c] != puzzle.Unset || v != 0 && board.Values[c] != v {
						t.Fatalf("%s: cell %d is %d, on the board %d", s.Variant, c, v, board.Values[c])
					}
					if v == 0 {
						empty++
					}
				}
				alltest.Require(t, a.Cost() == float64(empty), "%s: cost %v with %d empty cells", s.Variant, a.Cost(), empty)
				alltest.Require(t, !a.Step(trail), "%s: the walk goes on after its end", s.Variant)
			}
		}
	}
}

// demandFirst demands that the next cell of an ant is the first from its own on
// of those with the fewest digits.
func demandFirst(t *testing.T, a *ant) {
	t.Helper()
	want, least := -1, 99
	for i := range a.board.can {
		c := (a.at + i) % len(a.board.can)
		if k := bits.OnesCount64(a.board.can[c]); a.board.open(c) && k < least {
			want, least = c, k
		}
	}
	got := a.next()
	alltest.Require(t, got == want, "from cell %d on: cell %d, want %d with %d digits", a.at, got, want, least)
}
