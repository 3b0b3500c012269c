package pencil_test

import (
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/theory"
	"formicary/pkg/nonogram"
	nonogramexact "formicary/pkg/nonogram/exact"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/nurikabe"
	nurikabeexact "formicary/pkg/nurikabe/exact"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/pencil"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	sudokuexact "formicary/pkg/sudoku/exact"
	"formicary/pkg/sudoku/sudokus"
)

// handmade are puzzles that have a package of their own, and are declared as well.
type handmade struct {
	kind  sets.Kind
	set   string
	every int // takes one puzzle of so many
	exact solver.Solver
	form  func(p puzzle.Puzzle) *model.Form // nil where it is not declared
}

func handmades() []handmade {
	return []handmade{
		{nurikabes.Kind, "open-908", 20, nurikabeexact.New(), nurikabeForm},
		{sudokus.Kind, "open", 8, sudokuexact.New(), sudokuForm},
		{sudokus.Kind, "open-general-9x9", 20, sudokuexact.New(), sudokuForm},
		{sudokus.Kind, "open-general-16x16", 40, sudokuexact.New(), sudokuForm},
		{nonograms.Kind, "open", 10, nonogramexact.New(), nonogramForm},
	}
}

func nurikabeForm(p puzzle.Puzzle) *model.Form {
	q := p.(*nurikabe.Puzzle)
	if q.HasUnknown() {
		return nil
	}
	clues := make([]int, q.Size().Cells())
	for cell := range clues {
		clues[cell] = q.Clue(cell)
	}
	return pencil.NurikabeForm(q.Size(), clues)
}

func sudokuForm(p puzzle.Puzzle) *model.Form {
	q := p.(*sudoku.Puzzle)
	return pencil.SudokuForm(q.Box(), q.Board().Values)
}

func nonogramForm(p puzzle.Puzzle) *model.Form {
	q := p.(*nonogram.Puzzle)
	if q.Colours() > 2 {
		return nil
	}
	lengths := func(n int, clue func(i int) nonogram.Clue) [][]int {
		out := make([][]int, n)
		for i := range out {
			for _, b := range clue(i) {
				out[i] = append(out[i], b.Length)
			}
		}
		return out
	}
	return pencil.NonogramForm(lengths(q.Size().Rows, q.Row), lengths(q.Size().Cols, q.Col))
}

// decide looks for two solutions, with at most so many conflicts.
func decideBoth(form *model.Form, conflicts int64) (boards []puzzle.Grid, status solver.Status) {
	t := theory.New(form)
	for len(boards) < 2 {
		switch t.Solver.Solve(func() bool { return t.Solver.Stats.Conflicts < conflicts }) {
		case cdcl.Stopped:
			return boards, solver.Exhausted
		case cdcl.Unsatisfiable:
			return boards, [2]solver.Status{solver.Unsolvable, solver.Unique}[len(boards)]
		}
		boards = append(boards, form.Board(t.Values()))
		t.Block()
	}
	return boards, solver.Multiple
}

// TestHandMade holds declarations against the engines that were made by hand.
func TestHandMade(t *testing.T) {
	for _, h := range handmades() {
		t.Run(h.kind.Name+"/"+h.set, func(t *testing.T) {
			set := alltest.Must(h.kind.Open(h.set))(t)
			compared, undecided := 0, 0
			for i := 0; i < set.Len(); i += h.every * alltest.Of(4, 1) {
				item := set.Items[i]
				form := h.form(item.Puzzle)
				if form == nil {
					continue
				}
				want := alltest.Must(h.exact.Solve(t.Context(), item.Puzzle, solver.Run{}))(t)
				boards, status := decideBoth(form, 20000)
				if status == solver.Exhausted {
					undecided++
					continue
				}
				compared++
				alltest.Check(t, status == want.Status, "%s: %v, by hand %v", item.ID(), status, want.Status)
				for _, board := range boards {
					bad := item.Check(board)
					alltest.Check(t, bad == nil, "%s: %v", item.ID(), bad)
				}
				if status != solver.Unique {
					continue
				}
				bad := form.Check(want.Best)
				alltest.Check(t, bad == nil && want.Best.Equal(boards[0]), "%s: another solution: %v", item.ID(), bad)
				want.Best.Values[i%len(want.Best.Values)] ^= 1
				alltest.Check(t, form.Check(want.Best) != nil, "%s: a solution with another cell is one", item.ID())
			}
			t.Logf("%d compared, %d undecided", compared, undecided)
			alltest.Check(t, compared != 0 && undecided*20 <= compared, "%d compared, %d undecided", compared, undecided)
		})
	}
}
