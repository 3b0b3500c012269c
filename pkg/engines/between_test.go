package engines_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/pencil"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
)

// loose are puzzles with several solutions, by kind: a search that proves goes on after the first one.
func loose(t *testing.T, kind string) (out []puzzle.Puzzle) {
	t.Helper()
	texts := map[string]string{
		"nurikabe": "2..\n...\n...\n",
		"nonogram": "width 2\nheight 2\n\nrows\n1\n1\n\ncolumns\n1\n1\n",
	}
	switch text, ok := texts[kind]; {
	case kind == "sudoku":
		// A solved band repeated down the board; the more rows are open, the more solutions.
		for _, size := range []puzzle.Size{{Rows: 3, Cols: 3}, {Rows: 4, Cols: 4}} {
			n := size.Rows * size.Cols
			for _, open := range []int{2, n / 2, n - 1} {
				givens := slices.Repeat([]uint8{puzzle.Unset}, n*n)
				for i := range n * (n - open) {
					row, col := i/n, i%n
					givens[i] = uint8((row%size.Rows*size.Cols+row/size.Rows+col)%n + 1)
				}
				out = append(out, alltest.Must(sudoku.New(fmt.Sprintf("open %d of %d", open, n), size, givens))(t))
			}
		}
	case ok:
		set := alltest.Must(alltest.Must(engines.FindKind(kind))(t).Read("loose", strings.NewReader(text)))(t)
		out = set.Puzzles()
	default:
		for _, k := range pencil.Kinds() {
			if k.Name != kind {
				continue
			}
			for _, side := range []int{3, 4, 6} {
				if blank, err := k.Blank(puzzle.Size{Rows: side, Cols: side}); err == nil {
					if p, err := k.New("blank", "blank", blank.Text()); err == nil {
						out = append(out, p)
					}
				}
			}
		}
	}
	return out
}

// TestBetweenSolutions ends the runs of every complete engine at each of their iterations, in particular between their
// first solution and the second one or the proof that there is none. No run may fail, and an engine reports a board that
// satisfies all rules once.
func TestBetweenSolutions(t *testing.T) {
	several := 0
	for _, e := range engines.All() {
		if !e.Complete {
			continue
		}
		plan := experiment.Plan{Seed: 1, Engines: []solver.Solver{e.New()}, Puzzles: append(loose(t, e.Kind), small(t, e.Kind))}
		longest := int64(0)
		plan.Budget = solver.Iterations(2_000)
		for _, r := range plan.MustRun(t.Context()).Records() {
			longest = max(longest, r.Iterations)
			if r.Status == solver.Multiple {
				several++
			}
		}
		step := max(longest/alltest.Of[int64](8, 40), 1)
		for iterations := int64(1); iterations <= longest+1; iterations += step {
			plan.Budget = solver.Iterations(iterations)
			for _, r := range plan.MustRun(t.Context()).Records() {
				alltest.Check(t, r.Status != experiment.Failed || strings.Contains(r.Error, solver.ErrPuzzle.Error()),
					"%s on %s within %d iterations: %s", e.Name, r.Puzzle, iterations, r.Error)
			}
		}
	}
	alltest.Check(t, several >= 20, "only %d runs find a second solution: the puzzles are not loose", several)
}
