package memetic

import (
	"slices"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// deducing is the engine in its propagating setting.
func deducing() *Solver {
	s := New()
	s.Setting = Propagating
	return s
}

// stubborn is a puzzle of two islands about which the rules can say little.
func stubborn(t *testing.T) *nurikabe.Puzzle {
	clues := make([]int, 100)
	clues[11], clues[22] = 37, 36
	return puzzleOf(t, 10, 10, clues...)
}

// Every solution passes Check in [solver.Meter.Finish]. These puzzles have one
// solution each.
func TestPropagatingSolves(t *testing.T) {
	items := slices.Concat(open(t, 1, 99, 30), open(t, 100, 199, 60), open(t, 200, 399, 20))
	none, solved := 0, 0
	for _, item := range items {
		out := solvertest.Solve(t, deducing(), item, solver.Run{Seed: 4, Budget: solver.Iterations(60)})
		if out.Status == solver.Solved && out.Best.Equal(item.Solution) {
			solved++
		} else if out.Status == solver.Solved {
			t.Errorf("%s: not the solution", item.ID())
		}
		if solvertest.Statistic(t, out, "choices") == 0 {
			none++
			alltest.Check(t, out.Iterations == 1, "%s: %d iterations without a choice", item.ID(), out.Iterations)
		}
	}
	alltest.Check(t, solved >= len(items)-2 && none != 0 && none <= len(items)/2, "of %d: %d solved, %d by deduction alone", len(items), solved, none)
}

// colonyOf is a colony on a puzzle, and what it shares.
func colonyOf(t *testing.T, s *Solver, p *nurikabe.Puzzle, seed uint64) (*propagating, *colony.Colony, *solver.Meter) {
	t.Helper()
	m := solver.Start(t.Context(), p, solver.Run{})
	t.Cleanup(func() { m.Finish(solver.Outcome{}) })
	pr := alltest.Must(newPropagating(p, s.Deposit, m))(t)
	return pr, pr.colony(s, seed), m
}

// What is certain agrees with the only solution in every iteration, and only
// grows; a board that an ant leaves has as many open cells as it costs, and breaks
// no rule in sight: no 2×2 block of wall, no two clues in one piece of island.
func TestFacts(t *testing.T) {
	facts := int64(0)
	for i, item := range append(open(t, 50, 199, 40), open(t, 400, 2500, 2)...) {
		p := item.Puzzle.(*nurikabe.Puzzle)
		pr, c, m := colonyOf(t, deducing(), p, uint64(i))
		before := len(pr.start)
		for range 8 {
			solved := c.Iterate(m)
			pr.board.Undo(0)
			open := 0
			for cell := range item.Solution.Values {
				switch v := pr.board.Value(cell); v {
				case puzzle.Unset:
					open++
				case item.Solution.Values[cell]:
				default:
					t.Fatalf("%s: cell %d is certain to be %d", p.ID(), cell, v)
				}
			}
			alltest.Require(t, open == len(pr.start) && open <= before && !pr.none,
				"%s: %d cells are open, %d listed, %d before", p.ID(), open, len(pr.start), before)
			before = open
			if solved {
				break
			}
			board, cost := c.Best()
			left := 0
			for cell, v := range board.Values {
				if v == puzzle.Unset {
					left++
				}
				row, col := cell/board.Cols, cell%board.Cols
				alltest.Check(t, row <= 0 || col <= 0 || v != nurikabe.Wall || board.Values[cell-1] != v || board.Values[cell-board.Cols] != v || board.Values[cell-board.Cols-1] != v,
					"%s: a block of wall at cell %d", p.ID(), cell)
				alltest.Check(t, (row <= 0 || p.Clue(cell) == 0 || p.Clue(cell-board.Cols) == 0) && (v != nurikabe.Wall || p.Clue(cell) == 0),
					"%s: the clue at cell %d", p.ID(), cell)
			}
			alltest.Check(t, float64(left) == cost, "%s: cost %v, %d open", p.ID(), cost, left)
		}
		facts += pr.facts
	}
	alltest.Check(t, facts != 0, "no choice was refuted for good")
}

// A refuted choice gets its deposit, an unrefuted one nothing (ξ = 0), and all
// evaporates towards τ0.
func TestTrailOfRefutations(t *testing.T) {
	s := deducing()
	s.Ants = 1
	p := open(t, 300, 399, 1)[0].Puzzle.(*nurikabe.Puzzle)
	for _, fade := range []float64{0, 0.25, 1} {
		pr, _, _ := colonyOf(t, s, p, 1)
		trail := &colony.Trail{Tau: make([]float64, pr.Components()), Tau0: 0.5, Random: solver.NewPCG(1)}
		for i := range trail.Tau {
			trail.Tau[i] = 0.5
		}
		a := pr.NewAnt()
		refuted := int64(0)
		for range 20 {
			a.Reset(trail)
			for a.Step(trail) {
			}
			if a.(*scout).lost {
				refuted++ // the other colour of the last cell
			}
		}
		refuted += pr.refuted
		sum := 0.0
		for _, tau := range trail.Tau {
			sum += tau - 0.5
		}
		want := float64(refuted) * s.Deposit * 0.5
		alltest.Check(t, sum == want && refuted != 0, "deposits of %v by %d refutations, want %v", sum, refuted, want)
		rules := pr.rules(fade)
		rules.GlobalUpdate(trail, nil, 0)
		after := 0.0
		for _, tau := range trail.Tau {
			after += tau - 0.5
		}
		want = sum * (1 - fade)
		alltest.Check(t, after >= want-1e-6 && after <= want+1e-6, "fade %v: %v is left of %v", fade, after, sum)
	}
}

func TestPropagatingContract(t *testing.T) {
	p := stubborn(t)
	other := deducing()
	other.Ants, other.Fade = 3, 0.1
	solvertest.Repeats(t, p, solver.Run{Seed: 2, Budget: solver.Iterations(12)}, deducing(), other)
	solvertest.Stops(t, deducing(), p)
	solvertest.Refuses(t, open(t, 50, 99, 1)[0], deducing, map[string]func(*Solver){
		"deposit": func(s *Solver) { s.Deposit = -1 },
		"fade":    func(s *Solver) { s.Fade = 1.5 },
	})
	run := solver.Run{Seed: 1, Budget: solver.Iterations(12)}
	digest := solvertest.Solve(t, deducing(), p, run).Digest
	pure := deducing()
	pure.Q0, pure.Xi, pure.Rho, pure.BVE, pure.FirstTie = 0.5, 0.7, 0.9, 0.3, true
	pure.Patience, pure.Beta, pure.Moves, pure.Lack = 2, 1, 3, 1
	alltest.Check(t, solvertest.Solve(t, pure, p, run).Digest == digest, "parameters of the pure setting act")
	slow := deducing()
	slow.Fade = 0.1
	alltest.Check(t, solvertest.Solve(t, slow, p, run).Digest != digest, "fade changes nothing")
	quiet := deducing()
	quiet.Deposit = 0
	alltest.Check(t, solvertest.Solve(t, quiet, p, run).Digest != digest, "a trail of refutations changes nothing")
}

// Small boards with random clues, "?" among them: the ants say solved and
// unsolvable of those of which a complete solver does.
func TestPropagatingAgrees(t *testing.T) {
	random := solver.NewPCG(8)
	late, seen := 0, map[solver.Status]int{}
	for range 300 {
		clues := make([]int, 25)
		for range 2 + random.Uint64()%4 {
			clues[random.Uint64()%25] = int(random.Uint64()%7) - 1
		}
		p := puzzleOf(t, 5, 5, clues...)
		truth := solvertest.Solve(t, exact.New(), p, solver.Run{})
		out := solvertest.Solve(t, deducing(), p, solver.Run{Seed: 1, Budget: solver.Iterations(200)})
		seen[out.Status]++
		if out.Status == solver.Unsolvable && out.Iterations > 0 {
			late++
		}
		alltest.Check(t, (!out.Status.Decided() || (out.Status == solver.Solved) == truth.Status.HasSolution()) && (!truth.Status.HasSolution() || out.Status == solver.Solved),
			"%s, and it is %s:\n%s", out.Status, truth.Status, p.Text())
	}
	alltest.Check(t, seen[solver.Solved] >= 20 && seen[solver.Unsolvable] >= 20 && late != 0, "%v, %d of them refuted by ants", seen, late)
}

// A run that a time limit ended is the run of its iterations: one within which time ran
// out counts for nothing.
func TestPropagatingEndedByTime(t *testing.T) {
	s, p := deducing(), stubborn(t)
	s.Ants = 100
	for us := 0; us < 60; us += alltest.Of(4, 1) {
		out := solvertest.Solve(t, s, p, solver.Run{Seed: 1, Budget: solver.CPU(time.Duration(1+us*us*10) * time.Microsecond)})
		if out.Iterations == 0 {
			alltest.Check(t, out.Best.IsZero() && out.Cost == -1 && len(out.Statistics) == 0, "before the first iteration: %+v", out)
			continue
		}
		again := solvertest.Solve(t, s, p, solver.Run{Seed: 1, Budget: solver.Iterations(out.Iterations)})
		alltest.Check(t, solvertest.Same(out, again), "after %d iterations: %+v, and %+v", out.Iterations, out, again)
	}
}
