package solver_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// letters tries random rows of one letter.
var letters = solver.Sketch("letters", func(m *solver.Meter, p row, random *rand.Rand) puzzle.Grid {
	best := board("z")
	m.Improved(2, best, nil)
	for m.Continue() {
		next := board(string('a' + rune(random.IntN(26))))
		if len(p.Check(next)) == 0 {
			m.Improved(0, next, nil)
			return next
		}
		m.Iterated(1, next, nil)
	}
	return best
})

func TestSketch(t *testing.T) {
	d := letters.Describe()
	alltest.Check(t, d.Label() == "letters" && d.Custom, "described as %+v", d)
	run := solver.Run{Seed: 1, Budget: solver.Iterations(1000)}
	a := solvertest.Solve(t, letters, row{"d"}, run)
	alltest.Check(t, a.Status == solver.Solved && a.Cost == 0 && string(a.Best.Values) == "d", "outcome %+v", a)
	b := solvertest.Solve(t, letters, row{"d"}, run)
	alltest.Check(t, solvertest.Same(a, b), "two runs of one seed: %+v and %+v", a, b)
	c := solvertest.Solve(t, letters, row{"?"}, run)
	alltest.Check(t, c.Status == solver.Exhausted && c.Iterations == 1000 && c.Cost == 2 && string(c.Best.Values) == "z", "without a solution: %+v", c)
	none := solver.Sketch("none", func(*solver.Meter, row, *rand.Rand) puzzle.Grid { return puzzle.Grid{} })
	if d := solvertest.Solve(t, none, row{"d"}, run); d.Status != solver.Exhausted || d.Cost != -1 {
		t.Errorf("without a board: %+v", d)
	}
	alltest.Refused(letters.Solve(t.Context(), other{}, run))(t, solver.ErrPuzzle, "another kind of puzzle")
}

// An idea is an engine as soon as it is a func.
func ExampleSketch() {
	out, err := letters.Solve(context.Background(), row{"d"}, solver.Run{Seed: 1, Budget: solver.Iterations(1000)})
	fmt.Println(out.Status, string(out.Best.Values), err)
	// Output: solved d <nil>
}

// The fields of a struct are the sketch's parameters.
func ExampleSketchWith() {
	type walk struct {
		Up float64 `range:"0,1"`
	}
	s := solver.SketchWith("walk", walk{Up: 0.5}, func(m *solver.Meter, p row, random *rand.Rand, c walk) puzzle.Grid {
		letter := 'm'
		for m.Continue() && len(p.Check(board(string(letter)))) > 0 {
			if random.Float64() < c.Up {
				letter++
			} else {
				letter--
			}
			m.Iterated(1, puzzle.Grid{}, nil)
		}
		return board(string(letter))
	})
	fmt.Println(solver.NewFlags(s.Table().Define).Set("up", "1"), s.Describe().Parameters)
	out, err := s.Solve(context.Background(), row{"z"}, solver.Run{Budget: solver.Iterations(100)})
	fmt.Println(out.Status, out.Iterations, err)
	// Output:
	// <nil> [{up 1}]
	// solved 13 <nil>
}
