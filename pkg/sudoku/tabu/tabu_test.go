package tabu

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/genome"
	"formicary/pkg/sudoku/network"
)

// hard is s12c of the set by Mantere and Koljonen; stuck has few givens, so
// that no run of a few rounds solves it.
const (
	hard  = "...7..8....6....31.4...2....24.7.....1..3..8.....6.29....8...7.86....5....2..6..."
	stuck = "1........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n........2\n"
)

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
		"filtered once": func(s *Solver) { s.Refilter = false },
		"no filter":     func(s *Solver) { s.Filter, s.Refilter = network.None, false },
		"GAC":           func(s *Solver) { s.Filter = network.GAC },
		"no tenure":     func(s *Solver) { s.Tenure, s.TenureRange = 0, 0 },
		"long tenure":   func(s *Solver) { s.Tenure, s.TenureRange = 1000, 0 },
		"no restarts":   func(s *Solver) { s.Stagnation = 0 },
	} {
		s := New()
		change(s)
		out[name] = s
	}
	return out
}

func TestModesSolve(t *testing.T) {
	puzzles := []*sudoku.Puzzle{read(t, "1...\n...2\n.3..\n...."), read(t, "1.....\n...2..\n..3...\n....4.\n.....5\n6.....")}
	for name, s := range modes() {
		for _, p := range puzzles {
			if out := mustSolve(t, s, p, solver.Run{Seed: 2, Budget: solver.Iterations(100000)}); out.Status != solver.Solved {
				t.Errorf("%s, %v: %s with cost %v", name, p.Size(), out.Status, out.Cost)
			}
		}
	}
	for seed := range uint64(3) {
		if out := mustSolve(t, New(), read(t, hard), solver.Run{Seed: seed, Budget: solver.Iterations(100000)}); out.Status != solver.Solved {
			t.Errorf("hard, seed %d: %s with cost %v", seed, out.Status, out.Cost)
		}
	}
}

// After every swap the counts, the cost and the conflicts are those of the
// board counted anew, rows are permutations inside the domains, and what was
// left is tabu for the tenure.
func TestSearchKeepsCount(t *testing.T) {
	for name, s := range modes() {
		p := read(t, hard)
		space, ok := genome.New(p, s.Filter, genome.Rows)
		if !ok {
			t.Fatal("no space")
		}
		m := solver.Start(t.Context(), p, solver.Run{})
		q := newSearch(s, space, p.Layout(), genome.NewRandom(3), m)
		q.start()
		for round := range 300 {
			if q.lowest == 0 {
				break
			}
			before := append([]uint8(nil), q.genes...)
			q.iterate()
			if q.cost != space.Cost(q.genes) {
				t.Fatalf("%s, round %d: cost %d, counted %d", name, round, q.cost, space.Cost(q.genes))
			}
			for row := range space.N() {
				if !space.Inside(q.genes, row) {
					t.Fatalf("%s: row %d is outside its domains", name, row)
				}
			}
			changed := 0
			for i, v := range q.genes {
				if v == before[i] {
					continue
				}
				changed++
				if left := q.until[i][before[i]] - q.iteration - 1; q.since > 0 && (left < int64(s.Tenure) || left > int64(s.Tenure+s.TenureRange)) {
					t.Fatalf("%s: %d is tabu for %d rounds", name, before[i], left)
				}
			}
			if changed != 2 && q.restarts == 0 {
				t.Fatalf("%s: %d cells changed", name, changed)
			}
			q.findConflicts()
			board := space.Board(q.genes)
			for i, v := range board.Values {
				twice := false
				for _, peer := range p.Layout().Peers[i] {
					twice = twice || board.Values[peer] == v
				}
				if twice != q.conflict[i] {
					t.Fatalf("%s: conflict at %d is %v", name, i, q.conflict[i])
				}
			}
		}
		if _, err := m.Finish(solver.Outcome{Status: solver.Exhausted}); err != nil {
			t.Fatal(err)
		}
	}
}

// What a swap adds is the difference of the costs, for every swap.
func TestDelta(t *testing.T) {
	p := read(t, stuck)
	space, _ := genome.New(p, network.AC3, genome.Rows)
	m := solver.Start(t.Context(), p, solver.Run{})
	q := newSearch(New(), space, p.Layout(), genome.NewRandom(1), m)
	q.start()
	for row := range 9 {
		for i := 9 * row; i < 9*row+9; i++ {
			for j := i + 1; j < 9*row+9; j++ {
				want := -space.Cost(q.genes)
				got := q.delta(i, j)
				q.genes[i], q.genes[j] = q.genes[j], q.genes[i]
				want += space.Cost(q.genes)
				q.genes[i], q.genes[j] = q.genes[j], q.genes[i]
				if got != want {
					t.Fatalf("swap of %d and %d: %d, want %d", i, j, got, want)
				}
			}
		}
	}
	if _, err := m.Finish(solver.Outcome{Status: solver.Exhausted}); err != nil {
		t.Fatal(err)
	}
}

func TestSameSeedSameRun(t *testing.T) {
	p := read(t, hard)
	for name, s := range modes() {
		run := solver.Run{Seed: 5, Budget: solver.Iterations(30)}
		a, b := mustSolve(t, s, p, run), mustSolve(t, s, p, run)
		rounds := int64(0)
		run.Observer = func(e solver.Event) {
			if e.Kind == solver.Iteration {
				rounds++
			}
		}
		c := mustSolve(t, s, p, run)
		for _, o := range []solver.Outcome{b, c} {
			if a.Status != o.Status || a.Cost != o.Cost || a.Evaluations != o.Evaluations || !a.Best.Equal(o.Best) {
				t.Errorf("%s: %+v and %+v", name, a, o)
			}
		}
		if rounds != a.Iterations {
			t.Errorf("%s: %d rounds seen of %d", name, rounds, a.Iterations)
		}
		run.Seed++
		if d := mustSolve(t, s, p, run); a.Status != solver.Solved && d.Evaluations == a.Evaluations && d.Best.Equal(a.Best) {
			t.Errorf("%s: two seeds give one run", name)
		}
	}
	s := New()
	s.Stagnation = 5
	out := mustSolve(t, s, read(t, hard), solver.Run{Seed: 1, Budget: solver.Iterations(200)})
	if out.Statistics[0].Name != "restarts" || out.Statistics[0].Value == 0 {
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
	p, s := read(t, hard), New()
	s.Tenure = 100 // too long for the puzzle
	if out := mustSolve(t, s, p, solver.Run{Seed: 1, Budget: solver.Iterations(7)}); out.Status != solver.Exhausted || out.Iterations != 7 || out.Cost <= 0 {
		t.Errorf("iterations: %+v", out)
	}
	if out := mustSolve(t, s, p, solver.Run{Seed: 1, Budget: solver.Evaluations(500)}); out.Status != solver.Exhausted || out.Evaluations < 500 || out.Evaluations > 800 {
		t.Errorf("evaluations: %+v", out)
	}
	if out := mustSolve(t, s, p, solver.Run{Seed: 1, Budget: solver.CPU(10 * time.Millisecond)}); out.Status != solver.Exhausted || out.Iterations == 0 {
		t.Errorf("CPU: %+v", out)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if out, err := s.Solve(ctx, p, solver.Run{Seed: 1}); err != nil || out.Status != solver.Cancelled || len(out.Best.Values) != 81 {
		t.Errorf("cancelled: %+v, %v", out, err)
	}
}

func TestParametersOutOfRange(t *testing.T) {
	for name, change := range map[string]func(s *Solver){
		"tenure":       func(s *Solver) { s.Tenure = -1 },
		"tenure-range": func(s *Solver) { s.TenureRange = math.MaxInt },
		"filter":       func(s *Solver) { s.Filter = -1 },
		"stagnation":   func(s *Solver) { s.Stagnation = -1 },
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
