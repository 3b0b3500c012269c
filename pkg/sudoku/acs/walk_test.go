package acs

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
	"formicary/pkg/sudoku"
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
					if turns > len(a.board.can) {
						t.Fatalf("%s: more turns than cells", s.Variant)
					}
				}
				empty := 0
				for c, v := range a.board.value {
					if a.board.open(c) {
						t.Fatalf("%s: cell %d is left open", s.Variant, c)
					}
					if board := a.Board(); v == 0 && board.Values[c] != puzzle.Unset || v != 0 && board.Values[c] != v {
						t.Fatalf("%s: cell %d is %d, on the board %d", s.Variant, c, v, board.Values[c])
					}
					if v == 0 {
						empty++
					}
				}
				if a.Cost() != float64(empty) {
					t.Fatalf("%s: cost %v with %d empty cells", s.Variant, a.Cost(), empty)
				}
				if a.Step(trail) {
					t.Fatalf("%s: the walk goes on after its end", s.Variant)
				}
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
	if got := a.next(); got != want {
		t.Fatalf("from cell %d on: cell %d, want %d with %d digits", a.at, got, want, least)
	}
}

// A candidate is a digit that the cell itself can have.
func TestIsCandidate(t *testing.T) {
	pr := newProblem(New(), sudokutest.Read(t, "12..\n....\n....\n...3"))
	a := pr.NewAnt().(*ant)
	a.Reset(even(pr, 1))
	for cell := range a.board.can {
		listed := map[int32]bool{}
		for _, component := range a.list(nil, cell) {
			listed[component] = true
		}
		for component := range int32(pr.Components()) {
			if got := a.isCandidate(component, cell); got != listed[component] {
				t.Errorf("component %d of cell %d: %v", component, cell, got)
			}
		}
	}
}

// A board contradicts itself where an empty cell has no digit, or a unit no place
// for one that it lacks: each is seen alone.
func TestBoardContradictsItself(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	seen := map[[2]bool]int{}
	for _, box := range []puzzle.Size{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 3}} {
		l := sudoku.LayoutOf(box)
		for range 150 {
			b := newBoard(newGeometry(l))
			for _, c := range r.Perm(len(b.can)) {
				if !b.open(c) {
					continue
				}
				digit := r.IntN(b.n)
				for b.can[c]>>digit&1 == 0 {
					digit = r.IntN(b.n)
				}
				b.set(c, digit)
				var cell, unit bool
				for c, v := range b.value {
					cell = cell || v == 0 && b.can[c] == 0
				}
				for _, cells := range l.Units {
					for d := range b.n {
						somewhere := false
						for _, c := range cells {
							somewhere = somewhere || int(b.value[c]) == d+1 || b.value[c] == 0 && b.can[c]>>d&1 == 1
						}
						unit = unit || !somewhere
					}
				}
				seen[[2]bool{cell, unit}]++
				if got := b.contradictory(); got != (cell || unit) {
					t.Fatalf("%v: contradictory %v; a cell without a digit: %v, a digit without a place: %v", box, got, cell, unit)
				}
			}
		}
	}
	if len(seen) != 4 {
		t.Errorf("seen %v", seen)
	}
}

// With a patience of one the colony begins again whenever an iteration brings
// nothing better.
func TestPatienceOfOne(t *testing.T) {
	s := New()
	s.Patience = 1
	out := solvertest.Solve(t, s, sudokutest.Read(t, sudokutest.Stuck), solver.Run{Seed: 1, Budget: solver.Iterations(40)})
	if n := solvertest.Statistic(t, out, "restarts"); n < 10 || n > 20 {
		t.Errorf("%v restarts in 40 iterations", n)
	}
}
