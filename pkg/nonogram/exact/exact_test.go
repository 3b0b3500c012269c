package exact

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/nonogramtest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// picture reads a picture, '#' for filled cells.
func picture(rows ...string) puzzle.Grid {
	g := puzzle.NewGrid(puzzle.Size{Rows: len(rows), Cols: len(rows[0])}, nonogram.Blank)
	for r, row := range rows {
		for c, sign := range row {
			if sign == '#' {
				g.Values[r*g.Cols+c] = nonogram.Filled
			}
		}
	}
	return g
}

// latin is a puzzle that takes a search: each row and each column of n cells
// has one filled cell, so that there are n! solutions.
func latin(t testing.TB, n int) *nonogram.Puzzle {
	clues := slices.Repeat([]nonogram.Clue{{{Length: 1, Colour: nonogram.Filled}}}, n)
	p := alltest.Must(nonogram.New("latin", clues, clues, nil))(t)
	return p
}

func TestSmallest(t *testing.T) {
	one := nonogram.Clue{{Length: 1, Colour: nonogram.Filled}}
	two := nonogram.Clue{{Length: 2, Colour: nonogram.Filled}}
	for _, c := range []struct {
		name       string
		rows, cols []nonogram.Clue
		want       solver.Status
	}{
		{"filled", []nonogram.Clue{one}, []nonogram.Clue{one}, solver.Unique},
		{"blank", []nonogram.Clue{nil}, []nonogram.Clue{nil}, solver.Unique},
		{"contradiction", []nonogram.Clue{one}, []nonogram.Clue{nil}, solver.Unsolvable},
		{"too long", []nonogram.Clue{two}, []nonogram.Clue{two}, solver.Unsolvable},
		{"same sums, no solution", []nonogram.Clue{two, nil, two}, []nonogram.Clue{two, two}, solver.Unsolvable},
	} {
		p := alltest.Must(nonogram.New(c.name, c.rows, c.cols, nil))(t)
		out := solve(t, New(), p)
		alltest.Check(t, out.Status == c.want && GradeOf(out) == Line, "%s: %s, %v, want %s", c.name, out.Status, GradeOf(out), c.want)
	}
}

// TestPublished decides instances of the benchmarks and compares with janko's
// published solutions, and with the verdicts on the survey of which two checked
// solutions, or a search in another order, are the witnesses.
func TestPublished(t *testing.T) {
	for _, item := range open(t, "janko").Items {
		out := solve(t, New(), item)
		alltest.Check(t, out.Status == solver.Unique && (item.Solution.IsZero() || out.Best.Equal(item.Solution)),
			"janko %s: %s", item.ID(), out.Status)
	}
	multiple := []string{
		"webpbn-02556-flag", "webpbn-02712-lion", "webpbn-06739-karate", "webpbn-09892-nature", "webpbn-10088-marley",
		"webpbn-10810-center", "webpbn-12548-sierp", "webpbn-18297-thing", "webpbn-22336-gettys",
	}
	for _, item := range open(t, "survey").Items {
		out := alltest.Must(New().Solve(context.Background(), item, solver.Run{Budget: solver.Iterations(2000)}))(t)
		want := solver.Unique
		if slices.Contains(multiple, item.ID()) {
			want = solver.Multiple
		}
		alltest.Check(t, out.Status == want || (out.Status == solver.Exhausted || out.Status == solver.Solved) && want != solver.Unique,
			"%s: %s, want %s", item.ID(), out.Status, want)
	}
	for _, name := range []string{"assorted", "colour"} {
		for _, item := range open(t, name).Items {
			out := solve(t, New(), item)
			alltest.Check(t, out.Status.Decided() && GradeOf(out) != Ungraded, "%s %s: %s", name, item.ID(), out.Status)
		}
	}
}

func TestWithoutProof(t *testing.T) {
	for _, e := range []*Solver{{}, {Probe: true}, {Learn: true}, {Probe: true, Learn: true}} {
		out := solve(t, e, latin(t, 5))
		alltest.Check(t, out.Status == solver.Solved && GradeOf(out) == Ungraded, "%+v: %s, %v", e, out.Status, GradeOf(out))
	}
}

// By guesses: the first takes a cell of five rows each, the second solution
// some more.
func TestBudget(t *testing.T) {
	e, p := &Solver{Proof: true}, latin(t, 6)
	full := solve(t, e, p)
	alltest.Require(t, full.Status == solver.Multiple && full.Iterations >= 3, "%s after %d iterations", full.Status, full.Iterations)
	out, err := e.Solve(context.Background(), p, solver.Run{Budget: solver.Iterations(1)})
	alltest.Check(t, err == nil && out.Status == solver.Exhausted && out.Iterations == 1,
		"%s after %d iterations, %v", out.Status, out.Iterations, err)
}

// The 19th of two hundred seeds takes some two thousand conflicts.
func TestRepeatable(t *testing.T) {
	noise := nonogramtest.Noise(rand.New(rand.NewPCG(19, 4)), "noise", puzzle.Size{Rows: 30, Cols: 30})
	for _, e := range []*Solver{New(), {Probe: true, Learn: true}} {
		solvertest.Watched(t, e, noise, solver.Run{})
	}
}

func TestGrades(t *testing.T) {
	alltest.Equal(t, fmt.Sprint(Ungraded, Line, Probe, Search), " line probe search")
	for _, c := range []struct {
		out  solver.Outcome
		want Grade
	}{
		{solver.Outcome{Status: solver.Unique, Statistics: []solver.Statistic{{Name: "grade", Value: 2}}}, Probe},
		{solver.Outcome{Status: solver.Solved, Statistics: []solver.Statistic{{Name: "grade", Value: 2}}}, Ungraded},
		{solver.Outcome{Status: solver.Unique}, Ungraded},
	} {
		alltest.Equal(t, GradeOf(c.out), c.want, "%+v", c.out)
	}
}

func TestDeduce(t *testing.T) {
	p := alltest.Must(nonogram.FromPicture("ring", picture("###", "#.#", "###"), nil))(t)
	g, ok := Deduce(p)
	alltest.Check(t, ok && len(p.Check(g)) == 0, "%v %v", g, ok)
	g, ok = Deduce(latin(t, 4))
	alltest.Check(t, ok && !slices.ContainsFunc(g.Values, func(v uint8) bool { return v != puzzle.Unset }), "%v %v", g, ok)
}

// TestTooLarge asks for a model with fewer variables than the board needs, and
// for one that is stopped.
func TestTooLarge(t *testing.T) {
	p := latin(t, 5)
	b := newBoard(p)
	alltest.Require(t, b.propagate(), "refuted")
	always := func() bool { return true }
	m, ok := newModel(p, b, mostVars, always)
	alltest.Require(t, ok && m.s.Vars() == 25+10*4, "%v, want 25 cells and four starts of ten blocks", ok)
	_, ok = newModel(p, b, 64, always)
	alltest.Check(t, !ok, "65 variables where 64 are allowed")
	_, ok = newModel(p, b, mostVars, func() bool { return false })
	alltest.Check(t, !ok, "not stopped")
}
