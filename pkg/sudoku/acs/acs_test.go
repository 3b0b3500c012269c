package acs

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
	"formicary/pkg/sudoku/network"
	"formicary/pkg/sudoku/sudokus"
	"formicary/pkg/sudoku/sudokutest"
)

// boxes are sizes of boxes that the tests use: the smallest, the usual ones,
// some that are not square, and the largest.
var boxes = []puzzle.Size{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}, {Rows: 3, Cols: 3}, {Rows: 3, Cols: 4}, {Rows: 4, Cols: 4}, {Rows: 5, Cols: 5}, {Rows: 6, Cols: 6}}

// orders are the engine in its three orders of cells.
func orders() (out []*Solver) {
	for o, name := range orderNames {
		s := Named(name)
		s.Cells = Order(o)
		out = append(out, s)
	}
	return out
}

// Boards of every size, half of them given or, where they are small, nothing, are
// solved in every order; Meter.Finish puts what is called solved before Check.
func TestSolvesAllSizes(t *testing.T) {
	for _, s := range orders() {
		for i, box := range boxes {
			for _, share := range []float64{0.6, 0}[:1+min(1, 4/(i+1))] {
				p := sudokutest.Solvable(t, rand.New(rand.NewPCG(uint64(i), 1)), box, share)
				out := solvertest.Solve(t, s, p, solver.Run{Seed: 1, Budget: solver.Iterations(300)})
				alltest.Check(t, out.Status == solver.Solved, "%s, %v: %s, cost %v", s.Variant, box, out.Status, out.Cost)
			}
		}
	}
}

// Inkala's puzzle falls in the paper's order and in random order. Fewest
// stagnates on it: its ants agree on a board with two empty cells.
func TestSolvesInkala(t *testing.T) {
	for _, s := range orders()[:Fewest] {
		out := solvertest.Solve(t, s, sudokutest.Read(t, sudokutest.Inkala), solver.Run{Seed: 1, Budget: solver.Iterations(20000)})
		alltest.Check(t, out.Status == solver.Solved, "%s: %s, cost %v", s.Variant, out.Status, out.Cost)
	}
}

func TestPromises(t *testing.T) {
	stuck := sudokutest.Read(t, sudokutest.Stuck)
	sudokutest.Promises(t, stuck, 30, orders()...)
	solvertest.Stops(t, New(), stuck)
}

// q0 as the program reads it is 1−q0 as the text reads it.
func TestGreedyModes(t *testing.T) {
	p := sudokutest.Solvable(t, rand.New(rand.NewPCG(3, 3)), puzzle.Size{Rows: 5, Cols: 5}, 0.45)
	run := solver.Run{Seed: 9, Budget: solver.Iterations(6)}
	text, program := New(), New()
	program.Greedy, text.Q0 = Program, 1-text.Q0
	a, b := solvertest.Solve(t, text, p, run), solvertest.Solve(t, program, p, run)
	alltest.Check(t, solvertest.Same(a, b), "1−q0 in the text %+v, in the program %+v", a, b)
	a, b = solvertest.Solve(t, New(), p, run), solvertest.Solve(t, program, p, run)
	alltest.Check(t, !solvertest.Same(a, b), "both readings of q0 give one run")
}

// Givens that contradict each other, at sight or after propagation, end at
// once without a budget.
func TestContradictory(t *testing.T) {
	solvertest.Unsolvable(t, "no cell for a digit", New(), sudokutest.Read(t, sudokutest.HiddenContradiction))
	// Givens that say all of a solution, or all but what propagation tells.
	for _, share := range []float64{1, 0.9} {
		p := sudokutest.Solvable(t, rand.New(rand.NewPCG(3, 3)), puzzle.Size{Rows: 3, Cols: 3}, share)
		out := solvertest.Solve(t, New(), p, solver.Run{})
		alltest.Check(t, out.Status == solver.Solved && out.Iterations == 1, "%v given: %s after %d iterations", share, out.Status, out.Iterations)
	}
}

// Patience counts iterations without a better board from the last beginning or
// the last better board on.
func TestPatience(t *testing.T) {
	rule := colony.Impatient(3)
	for i, step := range []struct {
		cost  float64
		again bool
	}{
		{9, false},
		{9, false},
		{8, false},
		{8, false},
		{9, false},
		{8, true},
		{20, false},
		{20, false},
		{20, false},
		{20, true},
		{5, false},
	} {
		alltest.Equal(t, rule(colony.State{Iterations: int64(i + 1), Cost: step.cost}), step.again, "iteration %d, cost %v: begins again", i+1, step.cost)
	}
	run := solver.Run{Seed: 1, Budget: solver.Iterations(2000)}
	restarts := func(s *Solver) float64 {
		out := solvertest.Solve(t, s, sudokutest.Read(t, sudokutest.Stuck), run)
		if len(out.Statistics) == 0 {
			return 0
		}
		return out.Statistics[0].Value
	}
	n := restarts(patient())
	alltest.Check(t, n >= 2 && n <= 20, "%v restarts in 2000 iterations with a patience of 100", n)
	n = restarts(New())
	alltest.Check(t, n == 0, "the paper's engine began again %v times", n)
	// A restart rule of one's own replaces patience.
	s := patient()
	s.Restart = func(colony.State) bool { return false }
	n = restarts(s)
	alltest.Check(t, n == 0, "%v restarts by a rule that never does", n)
}

// patient is the engine with restarts.
func patient() *Solver {
	s := Named("patient")
	s.Patience = 100
	return s
}

// even is a trail with the same pheromone everywhere.
func even(pr *problem, seed uint64) *colony.Trail {
	trail := &colony.Trail{Tau: make([]float64, pr.Components()), Random: solver.NewPCG(seed)}
	for i := range trail.Tau {
		trail.Tau[i] = 1
	}
	return trail
}

// What an ant visits, turn by turn: in Raster order every cell from its first
// one on; in random order every open cell once. (Of Fewest TestWalk says it.)
func TestOrders(t *testing.T) {
	p := sudokutest.Solvable(t, rand.New(rand.NewPCG(8, 8)), puzzle.Size{Rows: 4, Cols: 4}, 0.4)
	for _, s := range orders()[:Fewest] {
		pr := newProblem(s, p)
		trail := even(pr, 5)
		a := pr.NewAnt().(*ant)
		starts := map[int]bool{}
		for range 50 {
			a.Reset(trail)
			start := a.at
			seen := map[int]bool{}
			for turn := 0; ; turn++ {
				c := a.next()
				if turn == 0 {
					starts[c] = true
				}
				alltest.Require(t, s.Cells != Raster || c == (start+turn)%256, "raster: cell %d in turn %d from %d on", c, turn, start)
				alltest.Require(t, s.Cells != Shuffled || pr.start.open(c), "shuffled: cell %d is not open at the start", c)
				seen[c] = true
				if turn == a.turns-1 {
					break
				}
			}
			want := map[Order]int{Raster: 256, Shuffled: len(pr.open)}[s.Cells]
			alltest.Require(t, len(seen) == want, "%s: %d cells visited, want %d", s.Variant, len(seen), want)
		}
		alltest.Check(t, len(starts) >= 20, "%s: only %d different first cells in 50 trips", s.Variant, len(starts))
	}
}

// Cells that propagation filled before the first ant are left out of the best
// solution, all others that are filled are in it.
func TestChosen(t *testing.T) {
	p := sudokutest.Solvable(t, rand.New(rand.NewPCG(8, 8)), puzzle.Size{Rows: 4, Cols: 4}, 0.4)
	pr := newProblem(New(), p)
	trail := even(pr, 1)
	a := pr.NewAnt()
	a.Reset(trail)
	for a.Step(trail) {
	}
	board := a.Board()
	want := -pr.start.filled
	for _, v := range board.Values {
		if v != puzzle.Unset {
			want++
		}
	}
	for _, component := range a.Chosen() {
		cell, digit := int(component)/16, uint8(component%16)+1
		alltest.Check(t, board.Values[cell] == digit && pr.start.value[cell] == 0,
			"component %d: digit %d of cell %d, which holds %d", component, digit, cell, board.Values[cell])
	}
	alltest.Check(t, len(a.Chosen()) == want && a.Cost() == float64(256-want-pr.start.filled),
		"%d components, want %d; cost %v", len(a.Chosen()), want, a.Cost())
}

// The authors' own puzzles: all of those that they call solvable by logic, in
// the paper's mode, and the first 25×25 boards of the hardest share with
// restarts.
func TestPaperInstances(t *testing.T) {
	if os.Getenv(sets.DataEnv) == "" {
		t.Skip(sets.DataEnv + " names no folder with the paper's instances")
	}
	for _, item := range sudokus.Kind.MustOpen("lloyd-amos-logic-solvable").Items {
		out := solvertest.Solve(t, New(), item, solver.Run{Seed: 1, Budget: solver.Iterations(5000)})
		alltest.Check(t, out.Status == solver.Solved, "%s: %s, cost %v", item.ID(), out.Status, out.Cost)
	}
	large := sudokus.Kind.MustOpen("lloyd-amos-general-25x25").Where(func(i puzzle.Item) bool { return strings.HasPrefix(i.ID(), "45 ") })
	for _, item := range large.Take(5).Items {
		out := solvertest.Solve(t, patient(), item, solver.Run{Seed: 1, Budget: solver.Iterations(10000)})
		alltest.Check(t, out.Status == solver.Solved, "%s: %s, cost %v", item.ID(), out.Status, out.Cost)
	}
}

// A filter of pairs leaves ants the run that they have without one.
func TestFilters(t *testing.T) {
	pairs, whole := New(), New()
	pairs.Prefilter, whole.Prefilter = network.AC3, network.GAC
	sudokutest.Filters(t, whole, pairs, New())
	p, run := sudokutest.Read(t, sudokutest.Stuck), solver.Run{Seed: 1, Budget: solver.Iterations(20)}
	a, b := solvertest.Solve(t, New(), p, run), solvertest.Solve(t, pairs, p, run)
	alltest.Check(t, solvertest.Same(a, b), "AC3 makes another run: %+v, %+v", a, b)
	alltest.Equal(t, newProblem(whole, sudokutest.Read(t, sudokutest.Hard)).start.filled, 81, "GAC decides the hard puzzle, and the ants' board has cells of it")
	// Here the filter ends with no tuple for a given, and propagation finds nothing wrong.
	given := sudokutest.Read(t, "...7..8....64...31.4.6.2....24.7.....1..3..8.....6.29....8...7.86....5....2..6...")
	alltest.Check(t, newProblem(whole, given).broken && !newProblem(pairs, given).broken, "a given without a tuple is not noticed")
}

// The defaults are those of Lloyd and Amos, section 4.
func TestParameters(t *testing.T) {
	solvertest.Parameters(t, New, solvertest.Ants("0.9", "0.005", map[string]solvertest.Values{
		"greedy":   {Default: "text", Good: []string{"program"}, Bad: []string{"x"}},
		"patience": {Default: "0", Good: []string{"1"}, Bad: []string{"-1"}},
		"order":    {Default: "raster", Good: []string{"shuffled", "fewest"}, Bad: []string{"x"}},
	}))
}
