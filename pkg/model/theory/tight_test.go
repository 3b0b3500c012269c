package theory

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"formicary/pkg/clause"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// TestTightPaths holds the search for paths, which sees tight ones first, against all sets of links.
func TestTightPaths(t *testing.T) {
	detours, none := 0, 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 2))
		m := model.NewModel([]puzzle.Size{{Rows: 3, Cols: 3}, {Rows: 2, Cols: 5}, {Rows: 2, Cols: 3}, {Rows: 1, Cols: 5}}[r.IntN(4)])
		links := m.Links(model.Line, nil)
		labels := make([]int, m.Size().Cells())
		order := r.Perm(len(labels))
		for k := range 1 + r.IntN(2) {
			labels[order[2*k]], labels[order[2*k+1]] = k+1, k+1
		}
		m.Paths(labels, links.Edges()...)
		form := m.Form()
		want := 0
		values := make([]bool, len(form.Atoms))
		for mask := range 1 << (len(form.Atoms) - 1) {
			for i := range form.Atoms {
				values[i] = i == 0 || mask>>(i-1)&1 == 1
			}
			if lits, _ := form.Constraints[0].Broken(values); lits == nil {
				want++
			}
		}
		th := New(form)
		seen := map[string]bool{}
		for th.Solver.Solve(func() bool { return true }) == clause.Satisfiable {
			values := th.Values()
			if lits, _ := form.Constraints[0].Broken(values); lits != nil || seen[fmt.Sprint(values)] {
				t.Fatalf("%d: wrong, or found before: %v", seed, values)
			}
			seen[fmt.Sprint(values)] = true
			th.Block()
		}
		if len(seen) != want {
			t.Fatalf("%d: the search finds %d solutions of %d", seed, len(seen), want)
		}
		switch {
		case th.loose != nil:
			detours++
		case want < 2:
			none++
		}
	}
	if detours < 50 || none < 50 {
		t.Errorf("%d puzzles with detours, %d with one solution at most", detours, none)
	}
}
