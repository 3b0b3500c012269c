package memetic

import (
	"errors"
	"math"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// TestColony runs a colony bit by bit: it is the run that Solve makes.
func TestColony(t *testing.T) {
	p := alltest.Must(nurikabe.New("two", puzzle.Size{Rows: 2, Cols: 3}, []int{0, 0, 2, 1, 0, 0}))(t)
	want := alltest.Must(New().Solve(t.Context(), p, solver.Run{Seed: 3}))(t)
	c := alltest.Must(New().Colony(puzzle.Item{Puzzle: p}, 3))(t)
	if _, cost := c.Best(); !math.IsInf(cost, 1) {
		t.Errorf("cost %v before the first iteration", cost)
	}
	m := solver.Start(t.Context(), p, solver.Run{})
	for !c.Iterate(m) {
	}
	board, cost := c.Best()
	if out, err := m.Finish(solver.Outcome{Status: solver.Solved, Best: board}); err != nil || cost != 0 || out.Iterations != want.Iterations || !board.Equal(want.Best) {
		t.Errorf("cost %v after %d iterations (%v), want %d", cost, out.Iterations, err, want.Iterations)
	}
	unknown := alltest.Must(nurikabe.New("?", puzzle.Size{Rows: 1, Cols: 2}, []int{nurikabe.Unknown, 0}))(t)
	deducing := New()
	deducing.Setting = Propagating
	_, err := deducing.Colony(p, 1)
	alltest.Check(t, errors.Is(err, solver.ErrParameter), "with ants that deduce: %v", err)
	_, err = New().Colony(unknown, 1)
	alltest.Check(t, errors.Is(err, solver.ErrPuzzle), "with a clue ?: %v", err)
}
