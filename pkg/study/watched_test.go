package study

import (
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/model"
	"formicary/pkg/model/acs"
	"formicary/pkg/model/exact"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/solver"
)

// TestWatched: on a board of each kind, ants that are watched do what they do alone, and ants that are told the distance are
// told what their boards, cell by cell, say.
func TestWatched(t *testing.T) {
	boards := 0
	for _, kind := range pencil.Kinds() {
		p := pencils.Of(kind).MustOpen("open").Between(36, 100).Items[0].Puzzle
		run := solver.Run{Budget: solver.Iterations(5), Seed: 7}
		paper := func() *acs.Solver {
			s := acs.New(kind)
			s.Sequence, s.Facts, s.Patience = acs.Raster, false, 0
			return s
		}
		want := alltest.Must(paper().Solve(t.Context(), p, run))(t)
		got := alltest.Must(watched{pheromone: true}.Solve(t.Context(), p, run))(t)
		if got.Digest != want.Digest || got.Cost != want.Cost || got.Iterations != want.Iterations {
			t.Errorf("%s: cost %g after %d iterations, alone %g after %d", kind.Name, got.Cost, got.Iterations, want.Cost, want.Iterations)
		}

		solution := alltest.Must(exact.New(kind).Solve(t.Context(), p, solver.Run{}))(t).Best
		q := alltest.Must(solver.Cast[*model.Puzzle](p))(t)
		seen, s := look(q, solution), paper()
		single, cells := true, map[int]bool{} // each cell shows one variable
		for _, v := range q.Form().Variables() {
			single = single && len(v.Cells()) == 1 && !cells[v.Cells()[0]]
			cells[v.Cells()[0]] = true
		}
		s.Cost = seen.distance
		s.Update = func(g *colony.Generation) {
			seen.update(g)
			for _, ant := range g.Ants {
				right, shown := 0, 0
				for _, c := range ant.Components {
					if seen.right[c] {
						right++
					}
				}
				for _, v := range seen.open {
					if v.Value(ant.Board()) == v.Value(solution) {
						shown++
					}
				}
				boards++
				if shown > right || single && shown < right {
					t.Errorf("%s: %d values are right, its board shows %d", kind.Name, right, shown)
				}
				if n := float64(len(seen.open) - right); ant.Cost < 1 || ant.Cost > max(n, 1) {
					t.Errorf("%s: told %g, %g are not right", kind.Name, ant.Cost, n)
				}
			}
		}
		out := alltest.Must(s.Solve(t.Context(), p, run))(t)
		alltest.Check(t, out.Status != solver.Solved || out.Cost == 0, "%s: %v at %g", kind.Name, out.Status, out.Cost)
	}
	alltest.Check(t, boards > 300, "only %d boards were compared", boards)
}
