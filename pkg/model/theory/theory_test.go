package theory

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/modeltest"
	"formicary/pkg/puzzle"
)

// count is the number of solutions that the search finds, each of which obeys.
func count(t *testing.T, form *model.Form) int {
	th := New(form)
	seen := map[string]bool{}
	for {
		if th.Solver.Solve(func() bool { return true }) == cdcl.Unsatisfiable {
			return len(seen)
		}
		board := form.Board(th.Values())
		bad := form.Check(board)
		alltest.Require(t, bad == nil, "the search gives %v: %v", board.Values, bad)
		alltest.Require(t, !seen[string(board.Values)], "the search gives %v twice", board.Values)
		seen[string(board.Values)] = true
		th.Block()
	}
}

// randomGraph is a declaration of connected conditions on a random graph, where connectivity implies much.
func randomGraph(r *rand.Rand) *model.Form {
	m := model.NewModel(puzzle.Size{Rows: 2, Cols: 4 + r.IntN(2)})
	cells := m.Cells(model.Shade, 2, nil)
	for range 1 + r.IntN(2) {
		nodes := cells.Is(r.IntN(2))
		if r.IntN(2) == 0 {
			nodes = append(nodes, model.True)
		}
		var pairs [][2]int32
		for i := range nodes {
			for range 1 + r.IntN(2) {
				if j := r.IntN(len(nodes)); j != i {
					pairs = append(pairs, [2]int32{int32(i), int32(j)})
				}
			}
		}
		m.ConnectedBy(nodes, pairs)
	}
	for range r.IntN(8) {
		m.Any(cells[r.IntN(len(cells))].Is(r.IntN(2)), cells[r.IntN(len(cells))].Is(r.IntN(2)))
	}
	return m.Form()
}

// TestAllSolutions holds the search against every board, for random declarations.
func TestAllSolutions(t *testing.T) {
	several := 0
	for seed := uint64(0); seed < 2500; seed += alltest.Of[uint64](20, 1) {
		var form *model.Form
		if seed < 1500 {
			form = modeltest.Random(t, seed).Form()
		} else {
			form = randomGraph(rand.New(rand.NewPCG(seed, 1)))
		}
		want := modeltest.Solutions(form)
		if want > 1 {
			several++
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			got := count(t, form)
			alltest.Check(t, got == want, "the search finds %d solutions of %d", got, want)
		})
		if t.Failed() {
			return
		}
	}
	alltest.Check(t, several >= alltest.Of(12, 250), "%d of the declarations have several solutions", several)
}

// TestBetween has what lies between two true nodes true at once, though nothing became false.
func TestBetween(t *testing.T) {
	m := model.NewModel(puzzle.Size{Rows: 1, Cols: 4})
	cells := m.Cells(model.Shade, 2, nil).Is(1)
	m.Connected(cells)
	s := New(m.Form()).Solver
	lit := func(cell int) cdcl.Lit { return cdcl.Lit(cells[cell]) }
	alltest.Require(t, s.Propagate() && s.Assume(lit(0)) && s.Value(lit(1)) == 0 && s.Assume(lit(3)), "the ends exclude each other")
	alltest.Check(t, s.Value(lit(1)) == 1 && s.Value(lit(2)) == 1, "what is between the ends stays open")
}

// TestPatience: what a search of connectivity would find is found 16 calls later at the latest, and at once after that.
func TestPatience(t *testing.T) {
	const n = 200
	m := model.NewModel(puzzle.Size{Rows: 1, Cols: n})
	cells := m.Cells(model.Shade, 2, nil).Is(1)
	m.Connected(cells)
	s := New(m.Form()).Solver
	lit := func(cell int) cdcl.Lit { return cdcl.Lit(cells[cell]) }
	alltest.Require(t, s.Propagate() && s.Assume(lit(0)), "a cell is excluded")
	end := n
	shorten := func() {
		end--
		alltest.Require(t, s.Assume(lit(end).Not()), "the last cell is needed")
	}
	for range 60 { // nothing follows
		shorten()
	}
	cut := end - 30
	alltest.Require(t, s.Assume(lit(cut).Not()), "a cell is needed")
	passed := 0
	for ; s.Value(lit(cut+1)) == 0; passed++ {
		shorten()
	}
	alltest.Check(t, passed <= 16, "%d calls passed", passed)
	alltest.Check(t, s.Value(lit(cut-1)) == 0 && s.Value(lit(end-1)) < 0, "not all that is cut off is false, or something else is")
	if s.Assume(lit(50).Not()) && s.Value(lit(51)) != -1 {
		t.Error("a call passed after one that found something")
	} // Without a decision no call passes.
	s.Backtrack(0)
	s.AddClause(lit(0))
	for cell := n - 1; cell >= cut; cell-- {
		if s.AddClause(lit(cell).Not()); !s.Propagate() {
			t.Fatal("the last cell is needed")
		}
	}
	if s.AddClause(lit(10).Not()); !s.Propagate() || s.Value(lit(11)) != -1 {
		t.Error("a call passed before any decision")
	}
}

// TestCause: a definition is no constraint.
func TestCause(t *testing.T) {
	m := model.NewModel(puzzle.Size{Rows: 1, Cols: 2})
	f := m.Cells(model.Number, 3, nil)
	m.Different(f...)
	th := Told(m.Form())
	alltest.Require(t, th.Solver.Propagate() && th.Solver.Assume(cdcl.Lit(f[0].Is(1))), "a number is excluded")
	for _, c := range []struct {
		lit  model.Lit
		told bool
	}{{f[0].Is(0).Not(), false}, {f[0].Is(2).Not(), false}, {f[1].Is(1).Not(), true}} {
		cause, told := th.Cause(cdcl.Lit(c.lit))
		alltest.Check(t, told == c.told && (!told || cause == 0), "%v: %d, %v", c.lit, cause, told)
	}
}
