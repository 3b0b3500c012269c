package genetic

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/genome"
	"formicary/pkg/sudoku/network"
)

// hard is s12c of the set by Mantere and Koljonen.
const hard = "...7..8....6....31.4...2....24.7.....1..3..8.....6.29....8...7.86....5....2..6..."

func read(t testing.TB, text string) *sudoku.Puzzle {
	t.Helper()
	set, err := sudoku.Read("test", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return set.Items[0].Puzzle.(*sudoku.Puzzle)
}

func mustSolve(t *testing.T, s *Solver, p puzzle.Puzzle, run solver.Run) solver.Outcome {
	t.Helper()
	out, err := s.Solve(context.Background(), p, run)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func modes() map[string]*Solver {
	out := map[string]*Solver{"default": New()}
	for name, change := range map[string]func(s *Solver){
		"rows":       func(s *Solver) { s.Rows = true },
		"filter":     func(s *Solver) { s.Filter = network.AC3 },
		"GAC":        func(s *Solver) { s.Filter = network.GAC },
		"restarts":   func(s *Solver) { s.Stagnation = 50 },
		"many elite": func(s *Solver) { s.Elite = 5 },
		"no age":     func(s *Solver) { s.Aging = 0 },
		"all mutate": func(s *Solver) { s.Mutation, s.Crossover = 1, 0 },
	} {
		s := New()
		change(s)
		out[name] = s
	}
	return out
}

// The modes solve a small board, but for those that lack aging or a crossover
// and promise nothing; the default solves an easy puzzle of 9×9, puzzle 5 of bitmask
// simplification and ants.
func TestSolves(t *testing.T) {
	small := read(t, "1...\n...2\n.3..\n....")
	for name, s := range modes() {
		if name == "no age" || name == "all mutate" {
			continue
		}
		if out := mustSolve(t, s, small, solver.Run{Seed: 2, Budget: solver.Iterations(20000)}); out.Status != solver.Solved {
			t.Errorf("%s: %s with cost %v", name, out.Status, out.Cost)
		}
	}
	p := read(t, "..4.86...9.347.1...825...67.9.8..3.2.5.....4.2.6..1.5.34...927...5.348.6...71.5..")
	if out := mustSolve(t, New(), p, solver.Run{Seed: 1, Budget: solver.Iterations(100000)}); out.Status != solver.Solved || out.Iterations == 0 {
		t.Errorf("easy: %s with cost %v", out.Status, out.Cost)
	}
}

// In every generation individuals are permutations in their groups, keep
// givens and domains, stand in order of fitness, and fitness is the number of
// repeated and of missing digits, and age.
func TestPopulation(t *testing.T) {
	p := read(t, hard)
	for name, s := range modes() {
		groups := genome.Boxes
		if s.Rows {
			groups = genome.Rows
		}
		space, ok := genome.New(p, s.Filter, groups)
		if !ok {
			t.Fatal("no space")
		}
		if space.Fixed() {
			continue
		}
		m := solver.Start(t.Context(), p, solver.Run{})
		e := newEvolution(s, space, genome.NewRandom(3), m)
		e.populate()
		for range 100 {
			if e.lowest == 0 {
				break
			}
			was := m.Evaluations()
			old := slices.Clone(e.now[0].genes)
			restarts := e.restarts
			e.generation()
			if n := m.Evaluations() - was; e.restarts == restarts && n != int64(s.Population-s.Elite) {
				t.Fatalf("%s: %d children", name, n)
			}
			survived := false
			for i, x := range e.now {
				survived = survived || slices.Equal(x.genes, old)
				board := space.Board(x.genes)
				repeated, missing := 0, 0
				for _, unit := range p.Layout().Units {
					var count [10]int
					for _, cell := range unit {
						count[board.Values[cell]]++
					}
					for _, n := range count[1:] {
						repeated += max(n-1, 0)
						missing += max(1-n, 0)
					}
				}
				if age := x.fitness - repeated - missing; age < 0 || s.Aging == 0 && age > 0 {
					t.Fatalf("%s: fitness %d of %d repeated and %d missing digits", name, x.fitness, repeated, missing)
				}
				if i > 0 && x.fitness < e.now[i-1].fitness {
					t.Fatalf("%s: individuals out of order", name)
				}
				for k := range space.N() {
					if !space.Inside(x.genes, k) || len(slices.Compact(slices.Sorted(slices.Values(space.Group(x.genes, k))))) != 9 {
						t.Fatalf("%s: group %d is no permutation inside the domains", name, k)
					}
				}
			}
			if !survived && e.restarts == restarts {
				t.Fatalf("%s: the best individual died", name)
			}
		}
		if _, err := m.Finish(solver.Outcome{Status: solver.Exhausted}); err != nil {
			t.Fatal(err)
		}
	}
}

// Parents come by linear rank: the best of four 4 times as often as the last.
func TestParentsByRank(t *testing.T) {
	p := read(t, hard)
	space, _ := genome.New(p, network.None, genome.Boxes)
	s := New()
	s.Population = 4
	m := solver.Start(t.Context(), p, solver.Run{})
	e := newEvolution(s, space, genome.NewRandom(1), m)
	e.populate()
	var count [4]int
	for range 100000 {
		x := e.parent()
		count[slices.IndexFunc(e.now, func(y individual) bool { return &y.genes[0] == &x.genes[0] })]++
	}
	for i, n := range count {
		// Five standard deviations of a count of 40,000 are about 780.
		if want := 10000 * (4 - i); math.Abs(float64(n-want)) > 800 {
			t.Errorf("rank %d: %d of 100000, want about %d", i, n, want)
		}
	}
	if _, err := m.Finish(solver.Outcome{Status: solver.Exhausted}); err != nil {
		t.Fatal(err)
	}
}

func TestSameSeedSameRun(t *testing.T) {
	p := read(t, hard)
	for name, s := range modes() {
		s.Filter = network.None
		run := solver.Run{Seed: 5, Budget: solver.Iterations(100)}
		a, b := mustSolve(t, s, p, run), mustSolve(t, s, p, run)
		rounds, last := int64(0), math.Inf(1)
		run.Observer = func(e solver.Event) {
			if e.Kind == solver.Iteration {
				rounds++
			} else {
				last = e.Cost
			}
		}
		c := mustSolve(t, s, p, run)
		for _, o := range []solver.Outcome{b, c} {
			if a.Status != o.Status || a.Cost != o.Cost || a.Evaluations != o.Evaluations || !a.Best.Equal(o.Best) {
				t.Errorf("%s: %+v and %+v", name, a, o)
			}
		}
		if rounds != a.Iterations || last != a.Cost {
			t.Errorf("%s: %d rounds seen of %d, cost %v of %v", name, rounds, a.Iterations, last, a.Cost)
		}
		run.Seed++
		if d := mustSolve(t, s, p, run); d.Best.Equal(a.Best) {
			t.Errorf("%s: two seeds give one run", name)
		}
	}
	s := New()
	s.Stagnation = 5
	if out := mustSolve(t, s, p, solver.Run{Seed: 1, Budget: solver.Iterations(200)}); out.Statistics[0].Value == 0 {
		t.Errorf("statistics %v", out.Statistics)
	}
}

func TestContradictions(t *testing.T) {
	for name, text := range map[string]string{
		"row":        "11..\n....\n....\n....",
		"column":     "1...\n....\n....\n1...",
		"box":        "1...\n.1..\n....\n....",
		"cell":       "12..\n...3\n....\n...4",
		"full board": "1234\n3412\n2143\n4312",
	} {
		for mode, s := range modes() {
			if out := mustSolve(t, s, read(t, text), solver.Run{}); out.Status != solver.Unsolvable || out.Iterations != 0 {
				t.Errorf("%s, %s: %s after %d iterations", name, mode, out.Status, out.Iterations)
			}
		}
	}
}

func TestBudgetsAndCancellation(t *testing.T) {
	p := read(t, hard)
	if out := mustSolve(t, New(), p, solver.Run{Seed: 1, Budget: solver.Iterations(7)}); out.Status != solver.Exhausted || out.Iterations != 7 || out.Cost <= 0 {
		t.Errorf("iterations: %+v", out)
	}
	if out := mustSolve(t, New(), p, solver.Run{Seed: 1, Budget: solver.Evaluations(102)}); out.Status != solver.Exhausted || out.Evaluations != 121 || out.Iterations != 5 {
		t.Errorf("evaluations: %+v", out)
	}
	if out := mustSolve(t, New(), p, solver.Run{Seed: 1, Budget: solver.CPU(10 * time.Millisecond)}); out.Status != solver.Exhausted || out.Iterations == 0 {
		t.Errorf("CPU: %+v", out)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if out, err := New().Solve(ctx, p, solver.Run{Seed: 1}); err != nil || out.Status != solver.Cancelled || len(out.Best.Values) != 81 {
		t.Errorf("cancelled: %+v, %v", out, err)
	}
}

func TestParametersOutOfRange(t *testing.T) {
	for name, change := range map[string]func(s *Solver){
		"population": func(s *Solver) { s.Population = 1 },
		"elite":      func(s *Solver) { s.Elite = 21 },
		"crossover":  func(s *Solver) { s.Crossover = -0.1 },
		"mutation":   func(s *Solver) { s.Mutation = math.NaN() },
		"aging":      func(s *Solver) { s.Aging = -1 },
		"filter":     func(s *Solver) { s.Filter = 3 },
		"stagnation": func(s *Solver) { s.Stagnation = -1 },
	} {
		s := New()
		change(s)
		if _, err := s.Solve(t.Context(), read(t, hard), solver.Run{}); !errors.Is(err, solver.ErrParameter) || !strings.Contains(err.Error(), Name+": "+name+" = ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := New().Solve(t.Context(), other{}, solver.Run{}); !errors.Is(err, solver.ErrPuzzle) {
		t.Errorf("another puzzle: error %v", err)
	}
}

// other is a puzzle of another kind.
type other struct{ puzzle.Puzzle }

func (other) Kind() string { return "other" }
func (other) ID() string   { return "1" }
