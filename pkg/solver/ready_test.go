package solver_test

import (
	"errors"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// checked is an engine whose parameters are as err says.
type checked struct{ err error }

func (c checked) Validate() error { return c.err }

func TestReady(t *testing.T) {
	p := row{"0110"}
	bad := solver.InRange("ants", 0, false, "at least 1")
	for _, c := range []struct {
		name   string
		engine checked
		puzzle puzzle.Puzzle
		want   error
		text   string
	}{
		{"good", checked{}, p, nil, ""},
		{"an item of a set", checked{}, puzzle.Item{Puzzle: p}, nil, ""},
		{"a parameter", checked{bad}, p, solver.ErrParameter, "row/ants: ants = 0: parameter out of range: expected at least 1"},
		{"a puzzle before a parameter", checked{bad}, other{p}, solver.ErrPuzzle, "row/ants: row test: this engine cannot take this puzzle: it solves puzzles of type solver_test.row"},
	} {
		got, err := solver.Ready[row]("row/ants", c.engine, c.puzzle)
		switch {
		case c.want == nil && (err != nil || got != p):
			t.Errorf("%s: %v, %v", c.name, got, err)
		case c.want != nil && (!errors.Is(err, c.want) || err.Error() != c.text || got != row{}):
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}

func TestFound(t *testing.T) {
	one, two := board("01"), board("10")
	for _, c := range []struct {
		status       solver.Status
		found        []puzzle.Grid
		cost         float64
		best, second puzzle.Grid
	}{
		{solver.Unsolvable, nil, -1, puzzle.Grid{}, puzzle.Grid{}},
		{solver.Exhausted, nil, -1, puzzle.Grid{}, puzzle.Grid{}},
		{solver.Solved, []puzzle.Grid{one}, 0, one, puzzle.Grid{}},
		{solver.Unique, []puzzle.Grid{one}, 0, one, puzzle.Grid{}},
		{solver.Multiple, []puzzle.Grid{one, two}, 0, one, two},
	} {
		out := solver.Found(c.status, c.found...)
		alltest.Check(t, out.Status == c.status && out.Cost == c.cost && out.Best.Equal(c.best) && out.Second.Equal(c.second),
			"%s: %+v", c.status, out)
	}
}

func TestStatistic(t *testing.T) {
	out := solver.Outcome{Statistics: []solver.Statistic{{Name: "trips", Value: 3}, {Name: "deaths", Value: 5}}}
	value, ok := out.Statistic("deaths")
	alltest.Check(t, value == 5 && ok, "deaths: %v, %v", value, ok)
	value, ok = out.Statistic("trip")
	alltest.Check(t, value == 0 && !ok, "trip: %v, %v", value, ok)
}
