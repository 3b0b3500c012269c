package generate_test

import (
	"math/rand/v2"
	"slices"
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

// TestAround: in a window on a board, with the rest as it is, a form around it has the solutions of the whole form. Of areas the rest
// is which of them has a cell.
func TestAround(t *testing.T) {
	const n = 6
	loop := puzzletest.Made(t, generate.Generator(pencil.SimpleLoop), generate.Options{Size: side(n), Seed: 2}).Items[0].Solution
	empty := alltest.Must(pencil.Masyu.Blank(side(n)))(t)
	masyu := alltest.Must(pencil.Masyu.New("empty", "masyu", empty.Text()))(t)
	every := func(puzzle.Grid) bool { return true }
	var centres *model.Puzzle
	var areas puzzle.Grid // one of many solutions
	for seed := uint64(1); centres == nil; seed++ {
		in := alltest.Must(pencil.Galaxies.Blank(side(n)))(t)
		pencil.Galaxies.Make.Base(in, rand.New(rand.NewPCG(seed, seed)))
		p := alltest.Must(pencil.Galaxies.New("centres", "galaxies", in.Text()))(t)
		best := status(t, pencil.Galaxies, p).Best
		if within(p.Form(), p.Form(), best, func(int) bool { return true }, every) > 5 {
			centres, areas = p, best
		}
	}
	for _, tt := range []struct {
		p     *model.Puzzle
		board puzzle.Grid
		more  int // rows and columns of a window above two
	}{{masyu, loop, 4}, {centres, areas, 7}} {
		form, board := tt.p.Form(), tt.board
		r, several := rand.New(rand.NewPCG(1, 1)), 0
		for range 40 {
			row, col, high, wide := r.IntN(n), r.IntN(n), 2+r.IntN(tt.more), 2+r.IntN(tt.more)
			in := func(cell int) bool {
				at := side(n).At(cell)
				return at.Row >= row && at.Row < row+high && at.Col >= col && at.Col < col+wide
			}
			before := areasOf(tt.p, board)
			stays := func(other puzzle.Grid) bool {
				after := areasOf(tt.p, other)
				for cell := range before {
					if tt.p == centres && !in(cell) && before[cell] != after[cell] {
						return false
					}
				}
				return true
			}
			want, got := within(form, form, board, in, stays), within(form, form.Around(in, board), board, in, every)
			if want != got {
				t.Errorf("%s: %d×%d cells at %d, %d: got %d solutions, want %d", tt.p.Kind(), high, wide, row, col, got, want)
			}
			several += want / 2
		}
		if several == 0 {
			t.Errorf("%s: no window has two solutions", tt.p.Kind())
		}
	}
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

// within counts solutions of a form that are the board out of a window, and pass.
func within(whole, form *model.Form, board puzzle.Grid, in func(cell int) bool, pass func(other puzzle.Grid) bool) (n int) {
	s := theory.New(form)
	for _, v := range whole.Variables() {
		if !slices.ContainsFunc(v.Cells(), in) {
			s.Solver.AddClause(cdcl.Lit(v.Is(v.Value(board))))
		}
	}
	for s.Solve(func() bool { return true }) == cdcl.Satisfiable {
		if pass(whole.Board(s.Values())) {
			n++
		}
		if !s.Block() {
			break
		}
	}
	return n
}
