package generate

import (
	"fmt"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/exact"
)

func box(rows, cols int) puzzle.Size { return puzzle.Size{Rows: rows, Cols: cols} }

// TestPuzzles makes some of every kind and asks for all that is promised.
func TestPuzzles(t *testing.T) {
	for _, o := range []Options{
		{Boxes: box(2, 2), Count: 6},
		{Boxes: box(2, 3), Count: 4, Symmetry: "mirror"},
		{Boxes: box(3, 2), Count: 4, Difficulty: "easy"},
		{Boxes: box(2, 5), Count: 2},
		{Count: 5},
		{Count: 3, Difficulty: "easy"},
		{Count: 3, Difficulty: "medium"},
		{Count: 2, Difficulty: "hard"},
		{Count: 3, Difficulty: "extreme"},
		{Count: 3, Symmetry: "rotation"},
		{Count: 3, Symmetry: "quarter", Difficulty: "easy"},
		{Count: 3, Symmetry: "diagonal", Givens: 34},
		{Count: 3, Givens: 24},
		{Count: 1, Givens: 81},
		{Boxes: box(3, 4), Count: 1},
		{Boxes: box(4, 4), Count: 1, Givens: 110, Symmetry: "rotation"},
		{Boxes: box(5, 5), Count: 1, Givens: 400},
	} {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) {
			o.Seed = 11
			set := puzzletest.Made(t, Generator, o)
			alltest.Check(t, set.Len() == o.Count && set.Distinct().Len() == o.Count, "%d puzzles, %d different", set.Len(), set.Distinct().Len())
			for _, item := range set.Items {
				check(t, o, item)
			}
		})
	}
}

func check(t *testing.T, o Options, item puzzle.Item) {
	t.Helper()
	p := item.Puzzle.(*sudoku.Puzzle)
	out, err := exact.New().Solve(t.Context(), item, solver.Run{})
	alltest.Require(t, err == nil && out.Status == solver.Unique && out.Best.Equal(item.Solution), "%s is %s, %v", p.ID(), out.Status, err)
	if p.N() <= 9 {
		if grade, err := exact.GradeOf(t.Context(), p); err != nil || grade.String() != item.Grade || o.Difficulty != "" && o.Difficulty != item.Grade {
			t.Errorf("%s: grade %v, %v; it says %s", p.ID(), grade, err, item.Grade)
		}
	}
	alltest.Check(t, o.Givens <= 0 || p.Givens() == o.Givens, "%s has %d givens", p.ID(), p.Givens())
	all := alltest.Must(orbits(p.N(), o.Symmetry))(t)
	values := p.Board().Values
	for _, orbit := range all {
		for _, c := range orbit {
			alltest.Require(t, (values[c] == puzzle.Unset) == (values[orbit[0]] == puzzle.Unset), "%s is not symmetric at %v", p.ID(), p.Size().At(c))
		}
		if values[orbit[0]] == puzzle.Unset || o.Givens > 0 {
			continue
		}
		// Minimal: without these givens there are more solutions, or a harder
		// technique is needed.
		fewer := slices.Clone(values)
		for _, c := range orbit {
			fewer[c] = puzzle.Unset
		}
		q := alltest.Must(sudoku.New("fewer", p.Box(), fewer))(t)
		n := alltest.Must(exact.Count(t.Context(), q, 2))(t)
		if n == 1 && o.Difficulty != "" {
			grade := alltest.Must(exact.GradeOf(t.Context(), q))(t)
			if grade.String() != item.Grade {
				continue
			}
		}
		if n == 1 {
			t.Errorf("%s does not need the given at %v", p.ID(), p.Size().At(orbit[0]))
		}
	}
}

// TestFixed: puzzles by share have as many givens as Lloyd and Amos's (the
// share of the cells, rounded up) and the solution that they come with.
func TestFixed(t *testing.T) {
	for _, tt := range []struct {
		box    puzzle.Size
		fixed  float64
		givens int
	}{
		{box(3, 3), 45, 37}, {box(3, 3), 95, 77}, {box(4, 4), 95, 244}, {box(5, 5), 45, 282}, {box(6, 6), 30, 389},
	} {
		for _, item := range puzzletest.Made(t, Generator, Options{Boxes: tt.box, Fixed: tt.fixed, Count: 2, Seed: 5}).Items {
			p := item.Puzzle.(*sudoku.Puzzle)
			alltest.Check(t, p.Givens() == tt.givens && len(p.Check(item.Solution)) == 0 && item.Grade == "",
				"%v at %v %%: %d givens, want %d; solution broken: %v", tt.box, tt.fixed, p.Givens(), tt.givens, p.Check(item.Solution))
		}
	}
}

func TestPromises(t *testing.T) {
	puzzletest.Repeats(t, Generator, func(seed uint64, count int) Options { return Options{Count: count, Seed: seed} })
	puzzletest.Cancels(t, Generator, Options{Count: 1000}, Options{Boxes: box(5, 5)}) // which takes minutes
}

func TestOptions(t *testing.T) {
	puzzletest.WrongOptions(t, Generator, map[string]Options{
		"boxes of 1x9: expected 2x2 to 6x6":   {Boxes: box(1, 9)},
		"a count of -1":                       {Count: -1},
		"82 givens: expected 0 to 81":         {Givens: 82},
		"101 % fixed":                         {Fixed: 101},
		"fixed goes with no number of givens": {Fixed: 45, Givens: 40},
		`grade "nice"`:                        {Difficulty: "nice"},
		`symmetry "star"`:                     {Symmetry: "star"},
		"an effort of -1":                     {Effort: -1},
	})
	for _, o := range []Options{{Boxes: box(2, 2), Givens: 1}, {Boxes: box(2, 2), Difficulty: "extreme"}} {
		alltest.Refused(Generator.Make(t.Context(), o, nil))(t, errNotFound, "%+v", o)
	}
}

func TestOrbits(t *testing.T) {
	for symmetry, want := range map[string][2]int{"": {1, 81}, "rotation": {2, 41}, "quarter": {4, 21}, "mirror": {2, 45}, "diagonal": {2, 45}} {
		all := alltest.Must(orbits(9, symmetry))(t)
		cells, largest := 0, 0
		for _, o := range all {
			cells += len(o)
			largest = max(largest, len(o))
		}
		alltest.Check(t, cells == 81 && largest == want[0] && len(all) == want[1],
			"%s: %d orbits of up to %d, %d cells", symmetry, len(all), largest, cells)
	}
}
