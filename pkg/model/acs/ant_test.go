package acs

import (
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/model"
	"formicary/pkg/model/modeltest"
	"formicary/pkg/solver"
)

// built are ants that have built a board each, of a puzzle without solution.
func built(t *testing.T, s *Solver) (trail *colony.Trail, ants []*ant) {
	pr := newProblem(s, modeltest.Dominoes(t, 8).Form(), new(solver.Meter))
	trail = &colony.Trail{Tau: make([]float64, pr.Components()), Random: solver.NewPCG(1)}
	for range 5 {
		a := pr.NewAnt().(*ant)
		a.Reset(trail)
		alltest.Require(t, !a.Step(trail), "an ant is not finished after its turn")
		ants = append(ants, a)
	}
	return trail, ants
}

// Ants share a search: a view shows the board of its own ant, though others have built since.
func TestViewOfEarlierAnts(t *testing.T) {
	_, ants := built(t, New(&model.Kind{Name: "test"}))
	for k, a := range append(slices.Clone(ants), ants...) {
		want := slices.Clone(a.taken)
		for variable := range int32(len(want)) {
			got := a.view.Taken(variable)
			alltest.Require(t, got == want[variable], "ant %d: variable %d has component %d, it took %d", k, variable, got, want[variable])
		}
		alltest.Check(t, a.Cost() == float64(len(want)-len(a.Chosen())) && a.Cost() != 0,
			"ant %d: cost %v with %d of %d variables", k, a.Cost(), len(a.Chosen()), len(want))
	}
}

// An ant begins where most ants before it ended.
func TestFailing(t *testing.T) {
	trail, ants := built(t, New(&model.Kind{Name: "test"}))
	a := ants[0]
	alltest.Require(t, slices.Max(a.ended) != 0, "no ant ended")
	a.Reset(trail)
	alltest.Check(t, slices.IsSortedFunc(a.order, func(x, y int32) int { return int(a.ended[y] - a.ended[x]) }), "the order is another one")
	first := slices.Clone(a.order)
	if a.Reset(trail); slices.Equal(first, a.order) {
		t.Error("two ants have one order")
	}
}
