package generate_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/generate"
	"formicary/pkg/model/theory"
	"formicary/pkg/pencil"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
)

// TestNear: in a window on a board, with the rest as it is, a puzzle near it has the solutions of the whole puzzle, of every kind; and
// it judges boards as the whole does. Of areas the rest is which of them has a cell. Clues are taken away, so that some windows
// have several solutions.
func TestNear(t *testing.T) {
	const n, windows = 6, 20
	various := 0 // kinds with several solutions in a window
	for _, kind := range pencil.Kinds() {
		t.Run(kind.Name, func(t *testing.T) {
			size := nextTo(n, kind.Make.Sizes)
			if size.Rows < 3 {
				size = kind.Make.Size
			}
			item := puzzletest.Made(t, generate.Generator(kind), generate.Options{Size: size, Seed: 2}).Items[0]
			board, r, several := item.Solution, rand.New(rand.NewPCG(1, 1)), 0
			for share := range 3 { // of the clues that are left: all, half, none
				in := alltest.Must(kind.Blank(size, strings.Fields(strings.SplitN(item.Text(), "\n", 2)[0])[2:]...))(t)
				whole := item.Puzzle.(*model.Puzzle)
				for _, part := range kind.Parts {
					rows, cols := part.Of(in.Size)
					for i := range rows * cols {
						if !slices.Contains(kind.Make.Places, part) || r.IntN(2) >= share {
							in.Put(part, i, whole.Sign(part, i))
						} else if kind.Make.Blank != "" {
							in.Put(part, i, kind.Make.Blank)
						}
					}
				}
				p, err := kind.New("fewer", kind.Name, in.Text())
				if err != nil || p.Check(board) != nil {
					continue // clues that are needed
				}
				if _, err := kind.Near(in, board, nil); err != nil {
					t.Fatal(err)
				}
				for range windows {
					row, col, high, wide := r.IntN(size.Rows), r.IntN(size.Cols), 2+r.IntN(5), 2+r.IntN(5)
					open := make([]bool, in.Size.Cells())
					for cell := range open {
						at := in.Size.At(cell)
						open[cell] = at.Row >= row && at.Row < row+high && at.Col >= col && at.Col < col+wide
					}
					near := alltest.Must(kind.Near(in, board, open))(t)
					bad := near.Check(board)
					alltest.Require(t, bad == nil, "the board is no solution any more: %v", bad)
					want := within(p.Form(), board, open, func(other puzzle.Grid) bool {
						return kind != pencil.Galaxies || stay(open, areasOf(p, board), areasOf(p, other))
					})
					got := within(near.Form(), board, open, func(other puzzle.Grid) bool {
						bad := p.Check(other)
						alltest.Check(t, bad == nil, "a solution near it is none: %v", bad)
						return true
					})
					alltest.Check(t, want == got, "%d×%d cells at %d, %d: got %d solutions, want %d", high, wide, row, col, got, want)
					several += want / 2
				}
				for cell := range board.Values {
					other := board.Clone()
					other.Values[cell] = board.Values[r.IntN(len(board.Values))]
					near := alltest.Must(kind.Near(in, other, nil))(t)
					if (p.Check(other) == nil) != (near.Check(other) == nil) {
						t.Errorf("another value of cell %d: the whole says %v, near nothing %v", cell, p.Check(other), near.Check(other))
					}
				}
			}
			various += min(several, 1)
		})
	}
	kinds := len(pencil.Kinds())
	alltest.Check(t, various >= kinds/2, "a window has two solutions in %d of %d kinds only", various, kinds)
}

// stay says whether areas that are not open are the same.
func stay(open []bool, before, after []int) bool {
	for cell, area := range before {
		if !open[cell] && after[cell] != area {
			return false
		}
	}
	return true
}

// areasOf says for each cell of a board with links the centre of its area; -1 where there is none.
func areasOf(p *model.Puzzle, board puzzle.Grid) []int {
	steps := [4]int{-board.Size.Cols, 1, board.Size.Cols, -1}
	of := slices.Repeat([]int{-1}, board.Size.Cells())
	for cell := range of {
		if p.Sign(model.Clues, cell) == model.None || of[cell] >= 0 {
			continue
		}
		of[cell] = cell
		for queue := []int{cell}; len(queue) > 0; queue = queue[1:] {
			for d, joined := range p.Digits(board, queue[0]) {
				if next := queue[0] + steps[d]; joined == 1 && of[next] < 0 {
					of[next] = cell
					queue = append(queue, next)
				}
			}
		}
	}
	return of
}

// within counts solutions of a form that are the board out of a window, and pass, up to many.
func within(form *model.Form, board puzzle.Grid, open []bool, pass func(other puzzle.Grid) bool) (n int) {
	const many = 200
	s := theory.New(form)
	for _, v := range form.Variables() {
		if !slices.ContainsFunc(v.Cells(), func(cell int) bool { return open[cell] }) {
			s.Solver.AddClause(cdcl.Lit(v.Is(v.Value(board))))
		}
	}
	for n < many && s.Solve(func() bool { return true }) == cdcl.Satisfiable {
		if pass(form.Board(s.Values())) {
			n++
		}
		if !s.Block() {
			break
		}
	}
	return n
}

// nextTo is the size of a square board of so many rows, or of the next number of them that a kind has.
func nextTo(n int, refuse func(said puzzle.Size) error) puzzle.Size {
	for refuse != nil && refuse(side(n)) != nil && n > 1 {
		n--
	}
	return side(n)
}
