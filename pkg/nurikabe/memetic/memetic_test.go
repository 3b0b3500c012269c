package memetic

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

func open(t testing.TB, least, most, n int) []puzzle.Item {
	t.Helper()
	set := alltest.Must(nurikabes.Kind.Open("open-908"))(t)
	return set.Between(least, most).Sample(n, 3).Items
}

// Every solution passes Check in [solver.Meter.Finish]; the improver solves boards
// on which the plain colony does not get far in as many iterations.
func TestSolves(t *testing.T) {
	plain, improved := 0, 0
	items := append(open(t, 1, 99, 20), open(t, 100, 199, 20)...)
	for _, item := range items {
		run := solver.Run{Seed: 4, Budget: solver.Iterations(25)}
		if out := solvertest.Solve(t, New(), item, run); out.Status == solver.Solved {
			improved++
		} else if out.Cost != float64(item.Puzzle.(*nurikabe.Puzzle).Cost(out.Best)) {
			t.Errorf("%s: cost %v of the best board", item.ID(), out.Cost)
		}
		if solvertest.Solve(t, acs.New(), item, run).Status == solver.Solved {
			plain++
		}
	}
	alltest.Check(t, improved >= len(items)-2 && plain <= len(items)/2, "of %d: %d solved, %d without an improver", len(items), improved, plain)
}

// Each part can be left out, and its absence shows.
func TestParts(t *testing.T) {
	item := open(t, 300, 399, 1)[0]
	seen := map[string]string{}
	for name, change := range map[string]func(s *Solver){
		"all":         func(*Solver) {},
		"no improver": func(s *Solver) { s.Moves = 0 },
		"no windows":  func(s *Solver) { s.Mend = 0 },
		"no learning": func(s *Solver) { s.Rho, s.Xi = 0, 0 },
		"worth":       func(s *Solver) { s.Beta = 2 },
		"restarts":    func(s *Solver) { s.Patience = 1 },
		"kept":        func(s *Solver) { s.Kept = 20 },
	} {
		s := New()
		s.Moves, s.Mend, s.Local = 2, 2, 2
		change(s)
		levels := 0
		run := solver.Run{Seed: 1, Budget: solver.Iterations(20), Observer: func(e solver.Event) {
			if e.Improved {
				return
			}
			set := map[float64]bool{}
			for _, x := range e.Pheromone {
				set[x] = true
			}
			levels = len(set)
			board := float64(item.Puzzle.(*nurikabe.Puzzle).Cost(e.Board))
			alltest.Check(t, board == e.Cost, "%s: cost %v of a board of %v", name, e.Cost, board)
		}}
		out := solvertest.Solve(t, s, item, run)
		ants := out.Iterations * int64(s.Ants)
		if none := s.Moves == 0; none != (out.Evaluations == ants) || out.Evaluations < ants || s.Mend == 0 && out.Evaluations > ants*int64(1+s.Moves*item.Size().Cells()) {
			t.Errorf("%s: %d evaluations of %d ants", name, out.Evaluations, ants)
		}
		alltest.Check(t, name == "no learning" == (levels == 1), "%s: %d amounts of pheromone", name, levels)
		key := fmt.Sprint(out.Digest)
		alltest.Check(t, seen[key] == "", "%s and %s are one run", name, seen[key])
		seen[key] = name
	}
}

// Ants that do not improve are the paper's, with other random numbers: their mean
// cost is that of package acs.
func TestConstruction(t *testing.T) {
	item := open(t, 200, 299, 1)[0]
	mean := func(s solver.Solver) float64 {
		sum, n := 0.0, 0
		for seed := range uint64(20) {
			solvertest.Solve(t, s, item, solver.Run{Seed: seed, Budget: solver.Iterations(20), Observer: func(e solver.Event) {
				for _, cost := range e.Costs {
					sum += cost
					n++
				}
			}})
		}
		return sum / float64(n)
	}
	own, paper := New(), acs.New()
	own.Moves, own.Patience, own.Settings = 0, 0, colony.Defaults()
	a, b := mean(own), mean(paper)
	alltest.Check(t, a >= b*0.97 && a <= b*1.03, "mean cost %v, the paper's ants %v", a, b)
}

func TestContract(t *testing.T) {
	p := randomPuzzle(t, rand.New(rand.NewPCG(1, 1)), 12, 12, true) // without a solution
	few := func() *Solver {
		s := New()
		s.Moves, s.Mend, s.Local = 2, 2, 2
		return s
	}
	solvertest.Repeats(t, p, solver.Run{Seed: 2, Budget: solver.Iterations(10)}, few())
	solvertest.Stops(t, few(), p)
	solvertest.Refuses(t, p, New, map[string]func(*Solver){
		"ants":     func(s *Solver) { s.Ants = 0 },
		"setting":  func(s *Solver) { s.Setting = 200 },
		"beta":     func(s *Solver) { s.Beta = -1 },
		"patience": func(s *Solver) { s.Patience = -1 },
		"moves":    func(s *Solver) { s.Moves = -1 },
		"hot":      func(s *Solver) { s.Hot = 0 },
		"cold":     func(s *Solver) { s.Cold = 2 * s.Hot },
		"lack":     func(s *Solver) { s.Lack = 0 },
		"mend":     func(s *Solver) { s.Mend = -1 },
		"local":    func(s *Solver) { s.Local = 0 },
	})
}

// A budget of evaluations ends the annealing; before it does, the run is that of its
// iterations.
func TestEvaluations(t *testing.T) {
	p := randomPuzzle(t, rand.New(rand.NewPCG(1, 1)), 12, 12, true) // without a solution
	whole := solvertest.Solve(t, New(), p, solver.Run{Seed: 3, Budget: solver.Iterations(2)})
	for _, n := range []int64{10, 11, 1000, whole.Evaluations - 1, whole.Evaluations} {
		out := solvertest.Solve(t, New(), p, solver.Run{Seed: 3, Budget: solver.Budget{Evaluations: n}})
		alltest.Check(t, out.Evaluations == n && (n != whole.Evaluations || out.Digest == whole.Digest) && out.Cost >= whole.Cost,
			"budget %d: %d evaluations at cost %v in %d iterations, whole: %v at %v", n, out.Evaluations, out.Cost, out.Iterations, whole.Evaluations, whole.Cost)
	}
}

// The settings have names, where the user gives none.
func TestDescribe(t *testing.T) {
	s := New()
	for setting, want := range settings {
		s.Setting = Setting(setting)
		d := s.Describe()
		alltest.Check(t, d.Engine == solver.Recorded(Name) && d.Variant == want, "%s: %+v", want, d)
	}
	if s.Variant = "mine"; s.Describe().Variant != "mine" {
		t.Error(s.Describe().Variant)
	}
}

func puzzleOf(t *testing.T, rows, cols int, clues ...int) *nurikabe.Puzzle {
	t.Helper()
	p := alltest.Must(nurikabe.New("test", puzzle.Size{Rows: rows, Cols: cols}, clues))(t)
	return p
}

// Boards at the edges of what there is, in both settings: puzzles with "?" are solved by
// deduction only, and puzzles without solution are told where deduction refutes them, before
// the first ant or by choices that are refuted for good.
func TestEdges(t *testing.T) {
	const unknown = nurikabe.Unknown
	for name, c := range map[string]struct {
		p    *nurikabe.Puzzle
		cost float64 // in the pure setting; 0 where there is a solution
	}{
		"one cell":          {puzzleOf(t, 1, 1, 1), 0},
		"no clue":           {puzzleOf(t, 2, 2, 0, 0, 0, 0), 1},
		"all one island":    {puzzleOf(t, 2, 2, 4, 0, 0, 0), 0},
		"solved at once":    {puzzleOf(t, 2, 2, 0, 0, 0, 1), 0},
		"too large":         {puzzleOf(t, 2, 2, 9, 0, 0, 0), 5},
		"clues touch":       {puzzleOf(t, 1, 3, 1, 1, 0), 1},
		"corner cut off":    {puzzleOf(t, 3, 3, 0, 1, 0, 1, 0, 0, 0, 0, 0), 1},
		"wall in halves":    {puzzleOf(t, 1, 3, 0, 1, 0), 1},
		"island all over":   {puzzleOf(t, 3, 3, 8, 0, 0, 0, 0, 0, 0, 0, 0), 0},
		"two blocks apart":  {puzzleOf(t, 2, 5, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0), 3},
		"more than a board": {puzzleOf(t, 3, 3, 5, 0, 0, 0, 0, 0, 0, 0, 5), 4},
		"unknown":           {puzzleOf(t, 1, 2, unknown, 0), 0},
		"many solutions":    {puzzleOf(t, 3, 3, unknown, 0, 0, 0, 0, 0, 0, 0, unknown), 0},
	} {
		switch out, err := New().Solve(t.Context(), c.p, solver.Run{Seed: 1, Budget: solver.Iterations(3)}); {
		case c.p.HasUnknown():
			alltest.Check(t, errors.Is(err, solver.ErrPuzzle), "%s: %v", name, err)
		case err != nil || (out.Status == solver.Solved) != (c.cost == 0) || out.Cost != c.cost:
			t.Errorf("%s: %s at cost %v, %v\n%v", name, out.Status, out.Cost, err, c.p.Rows(out.Best))
		}
		out := solvertest.Solve(t, deducing(), c.p, solver.Run{Seed: 1, Budget: solver.Iterations(100)})
		if want := map[bool]solver.Status{true: solver.Solved, false: solver.Unsolvable}[c.cost == 0]; out.Status != want || c.cost > 0 && out.Iterations > 0 != (name == "no clue") {
			t.Errorf("%s: by deduction %s after %d iterations", name, out.Status, out.Iterations)
		}
	}
}

// TestLarge: on a large board the first boards are judged as they were built, and one of them is there; on others they are improved.
func TestLarge(t *testing.T) {
	for _, rows := range []int{50, 101} {
		clues := make([]int, rows*100)
		for cell := 0; cell < len(clues); cell += 204 {
			clues[cell] = 3
		}
		p := alltest.Must(nurikabe.New("large", puzzle.Size{Rows: rows, Cols: 100}, clues))(t)
		s := New()
		s.Moves, s.Mend = 1, 0
		out := solvertest.Solve(t, s, p, solver.Run{Seed: 1, Budget: solver.Iterations(1)})
		alltest.Check(t, !out.Best.IsZero() && (out.Evaluations == int64(s.Ants)) == (rows > 100),
			"%d rows: %d boards were judged, best %v", rows, out.Evaluations, out.Best.Size)
	}
}
