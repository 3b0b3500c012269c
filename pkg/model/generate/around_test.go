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

// TestAround: in a window on a board, with the rest as it is, a form around it has the solutions of the whole form.
func TestAround(t *testing.T) {
	const n = 6
	board := puzzletest.Made(t, generate.Generator(pencil.SimpleLoop), generate.Options{Size: side(n), Seed: 2}).Items[0].Solution
	empty := alltest.Must(pencil.Masyu.Blank(side(n)))(t)
	form := alltest.Must(pencil.Masyu.New("empty", "masyu", empty.Text()))(t).Form()
	r, several := rand.New(rand.NewPCG(1, 1)), 0
	for range 20 {
		row, col, high, wide := r.IntN(n), r.IntN(n), 2+r.IntN(3), 2+r.IntN(4)
		in := func(cell int) bool {
			at := side(n).At(cell)
			return at.Row >= row && at.Row < row+high && at.Col >= col && at.Col < col+wide
		}
		want, got := within(form, form, board, in), within(form, form.Around(in, board), board, in)
		if want != got {
			t.Errorf("%d×%d cells at %d, %d: got %d solutions, want %d", high, wide, row, col, got, want)
		}
		several += want / 2
	}
	if several == 0 {
		t.Error("no window has two solutions")
	}
}

// within counts solutions of a form that are the board out of a window.
func within(whole, form *model.Form, board puzzle.Grid, in func(cell int) bool) (n int) {
	s := theory.New(form)
	for _, v := range whole.Variables() {
		if !slices.ContainsFunc(v.Cells(), in) {
			s.Solver.AddClause(cdcl.Lit(v.Is(v.Value(board))))
		}
	}
	for s.Solve(func() bool { return true }) == cdcl.Satisfiable {
		n++
		if !s.Block() {
			break
		}
	}
	return n
}
