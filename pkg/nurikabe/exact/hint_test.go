package exact

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// TestHint gives the search a solution after its first or third conflict: the
// decision is that of the enumeration all the same, and the hint is the first
// solution.
func TestHint(t *testing.T) {
	taken := map[solver.Status]int{}
	for _, size := range []puzzle.Size{{Rows: 4, Cols: 4}, {Rows: 3, Cols: 7}, {Rows: 5, Cols: 5}} {
		o := oracleFor(size)
		r := rand.New(solver.NewPCG(uint64(size.Cells())))
		for range alltest.Of(200, 1500) {
			p := o.random(r)
			solutions := o.solutions(p)
			if len(solutions) == 0 {
				continue
			}
			want := [...]solver.Status{solver.Unique, solver.Multiple}[len(solutions)-1]
			given := solutions[len(solutions)-1]
			e, asked, after := New(), 0, 1+2*r.IntN(2)
			e.Trials = 0 // else there are hardly any conflicts
			e.Hint = func() (puzzle.Grid, bool) {
				asked++
				return given, asked == after
			}
			out, err := e.Solve(context.Background(), p, solver.Run{})
			alltest.OK(t, err)
			alltest.Require(t, out.Status == want, "%v: %s, want %s\n%s", size, out.Status, want, text(p))
			alltest.Require(t, asked <= after, "asked %d times, the last %d of them with a solution known", asked, asked-after)
			if asked == after {
				taken[want]++
				alltest.Require(t, out.Best.Equal(given), "the first solution is not the one given\n%s", text(p))
			}
			// Without a proof the hint is the answer.
			asked, e.Proof = 0, false
			if out, err = e.Solve(context.Background(), p, solver.Run{}); err != nil || out.Status != solver.Solved {
				t.Fatalf("without a proof: %s, %v", out.Status, err)
			}
		}
	}
	for status, n := range map[solver.Status]int{solver.Unique: alltest.Of(5, 20), solver.Multiple: alltest.Of(5, 20)} {
		alltest.Check(t, taken[status] >= n, "%d hints taken on boards that are %s, want %d at least", taken[status], status, n)
	}
}

func text(p *nurikabe.Puzzle) string {
	var b strings.Builder
	format, err := nurikabes.Kind.Format("text")
	if err == nil {
		err = format.Write(&b, puzzle.Set{Items: []puzzle.Item{{Puzzle: p}}})
	}
	if err != nil {
		return err.Error()
	}
	return b.String()
}

// A board that is no solution must not pass for one.
func TestHintThatIsWrong(t *testing.T) {
	o := oracleFor(puzzle.Size{Rows: 5, Cols: 5})
	r := rand.New(solver.NewPCG(1))
	for range 500 {
		p := o.random(r)
		e, asked := New(), false
		e.Trials = 0
		e.Hint = func() (puzzle.Grid, bool) {
			asked = true
			return puzzle.NewGrid(p.Size(), nurikabe.Wall), true
		}
		var message string
		func() {
			defer func() { message, _ = recover().(string) }()
			_, _ = e.Solve(context.Background(), p, solver.Run{})
		}()
		if !asked {
			continue
		}
		alltest.Require(t, strings.Contains(message, "the hint for random breaks"), "panicked with %q", message)
		return
	}
	t.Error("no board asked for a hint")
}
