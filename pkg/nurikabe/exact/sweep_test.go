package exact

import (
	"context"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// sweepAlone decides by a sweep, with and without what deduction knows.
func sweepAlone(t *testing.T, p *nurikabe.Puzzle, deduce bool) (solver.Outcome, bool) {
	t.Helper()
	meter := solver.Start(context.Background(), p, solver.Run{})
	x := New().start(p, meter)
	x.s.SetPropagator(x.prop)
	out := solver.Outcome{Status: solver.Unsolvable}
	ok := true
	if x.givens() && (!deduce || x.s.Propagate()) {
		out.Status, ok = x.sweep()
	}
	if len(x.found) > 0 {
		out.Best = x.found[0]
	}
	if len(x.found) > 1 {
		out.Second = x.found[1]
	}
	if !ok {
		out.Status = solver.Exhausted
	}
	out = alltest.Must(meter.Finish(out))(t)
	return out, ok
}

func TestSweepBruteForce(t *testing.T) {
	for _, size := range []puzzle.Size{{Rows: 1, Cols: 1}, {Rows: 1, Cols: 6}, {Rows: 6, Cols: 1}, {Rows: 2, Cols: 5}, {Rows: 3, Cols: 3}, {Rows: 4, Cols: 4}, {Rows: 5, Cols: 3}, {Rows: 5, Cols: 5}} {
		o := oracleFor(size)
		r := rand.New(solver.NewPCG(uint64(100 + size.Cells())))
		decided := 0
		for range alltest.Of(100, 600) {
			p := o.random(r)
			want := [...]solver.Status{solver.Unsolvable, solver.Unique, solver.Multiple}[len(o.solutions(p))]
			for _, deduce := range []bool{false, true} {
				out, ok := sweepAlone(t, p, deduce)
				if !ok {
					continue // an unknown clue
				}
				decided++
				if out.Status != want {
					t.Fatalf("%v, deduction %v: %s, brute force says %s, clues %v", size, deduce, out.Status, want, clueText(p))
				}
			}
		}
		alltest.Check(t, decided >= alltest.Of(100, 600), "%v: only %d sweeps", size, decided)
	}
}

// TestSweepAfterSolution: a sweep that follows a solution found by search does
// not count it twice and does not lose it.
func TestSweepAfterSolution(t *testing.T) {
	size := puzzle.Size{Rows: 5, Cols: 5}
	o := oracleFor(size)
	r := rand.New(solver.NewPCG(5))
	swept := 0
	for range alltest.Of(150, 800) {
		p := o.random(r)
		want := [...]solver.Status{solver.Unsolvable, solver.Unique, solver.Multiple}[len(o.solutions(p))]
		for after := int64(1); after <= 3; after++ {
			e := &Solver{Proof: true, SweepAfter: after}
			out := alltest.Must(e.Solve(context.Background(), p, solver.Run{}))(t)
			alltest.Require(t, out.Status == want, "after %d conflicts: %s, brute force says %s, clues %v", after, out.Status, want, clueText(p))
			if states, _ := out.Statistic("swept"); states > 0 {
				swept++
			}
		}
	}
	alltest.Check(t, swept >= alltest.Of(8, 50), "only %d sweeps", swept)
}

// TestSweepAfterHint: a sweep that follows a solution given by Hint improves nothing,
// and the run tells of one improvement. So it was not with Janko's 0029 and 0753, whose
// first solution ants find.
func TestSweepAfterHint(t *testing.T) {
	o := oracleFor(puzzle.Size{Rows: 5, Cols: 5})
	r := rand.New(solver.NewPCG(6))
	swept := 0
	for range alltest.Of(150, 800) {
		p := o.random(r)
		solutions := o.solutions(p)
		if len(solutions) == 0 {
			continue
		}
		e, improved := &Solver{Proof: true, SweepAfter: 2}, 0
		e.Hint = func() (puzzle.Grid, bool) { return solutions[0], true }
		out := alltest.Must(e.Solve(context.Background(), p, solver.Run{Trace: func(solver.Event) { improved++ }}))(t)
		want := [...]solver.Status{solver.Unique, solver.Multiple}[len(solutions)-1]
		alltest.Require(t, out.Status == want && improved == 1, "%s, want %s; %d improvements, clues %v", out.Status, want, improved, clueText(p))
		if states, _ := out.Statistic("swept"); states > 0 {
			swept++
		}
	}
	alltest.Check(t, swept >= 20, "only %d sweeps after a hint", swept)
}

// TestSweepStops: the context stops a sweep.
func TestSweepStops(t *testing.T) {
	size := puzzle.Size{Rows: 10, Cols: 10}
	clues := make([]int, size.Cells())
	clues[11], clues[22] = 37, 36 // the clues of Janko's 0029
	p := alltest.Must(nurikabe.New("two", size, clues))(t)
	e := New()
	e.SweepAfter = 10
	out := alltest.Must(e.Solve(context.Background(), p, solver.Run{Budget: solver.Iterations(60)}))(t)
	alltest.Check(t, out.Status == solver.Exhausted && out.Iterations >= 60 && out.Iterations <= 62,
		"%s after %d iterations", out.Status, out.Iterations)
}
