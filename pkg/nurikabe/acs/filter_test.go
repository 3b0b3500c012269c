package acs

import (
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/solver"
)

// walkAll lets an ant of the engine finish its walk so many times and returns the
// numbers of cells that it took.
func walkAll(t *testing.T, s *Solver, clues []int, rows, cols, times int) (taken []int) {
	t.Helper()
	p := newPuzzle(t, rows, cols, clues...)
	pr := newProblem(s, p)
	pr.hooks = s.Hooks.Under(new(colony.Guard))
	trail := &colony.Trail{Tau: make([]float64, pr.Components()), Random: solver.NewPCG(3)}
	for i := range trail.Tau {
		trail.Tau[i] = 1
	}
	a := pr.NewAnt()
	for range times {
		a.Reset(trail)
		for a.Step(trail) {
		}
		alltest.Require(t, !a.Step(trail), "the walk goes on after its end")
		chosen := a.Chosen()
		for i, c := range chosen {
			alltest.Require(t, !slices.Contains(chosen[:i], c), "cell %d is taken twice: %v", c, chosen)
		}
		taken = append(taken, len(chosen))
	}
	return taken
}

// With a filter that keeps all, as without one, islands with room around them
// become whole; with one that gives the first island up, the others do.
func TestFilteredWalk(t *testing.T) {
	clues := make([]int, 49)
	clues[0], clues[6], clues[42] = 3, 4, 2
	keep := func(_ *View, c []int32) []int32 { return c }
	for name, c := range map[string]struct {
		filter func() func(*View, []int32) []int32
		want   []int
	}{
		"none":           {func() func(*View, []int32) []int32 { return nil }, []int{6}},
		"all":            {func() func(*View, []int32) []int32 { return keep }, []int{6}},
		"one at a time":  {func() func(*View, []int32) []int32 { return func(_ *View, c []int32) []int32 { return c[len(c)-1:] } }, []int{6}},
		"nothing at all": {func() func(*View, []int32) []int32 { return func(*View, []int32) []int32 { return nil } }, []int{0}},
		"all but the first island": {func() func(*View, []int32) []int32 {
			var given []int32 // the candidates that were given up; a walk begins where they come again
			return func(_ *View, c []int32) []int32 {
				if given == nil {
					given = slices.Clone(c)
					return nil
				}
				return c
			}
		}, []int{6 - 2, 6 - 3, 6 - 1}},
	} {
		for range 20 {
			s := New()
			s.Filter = c.filter()
			for _, n := range walkAll(t, s, clues, 7, 7, 1) {
				alltest.Check(t, slices.Contains(c.want, n), "%s: %d cells taken, want one of %v", name, n, c.want)
			}
		}
	}
}

// An ant takes, of the cells that the wall does not refuse, one of those that a
// filter prefers: as if the filter had been shown these cells only.
func TestFilterPrefers(t *testing.T) {
	s, p := New(), benchPuzzle(12)
	s.Filter = func(v *View, c []int32) (most []int32) {
		breaks := 0
		for _, cell := range c {
			switch b := v.Breaks(cell); {
			case b > breaks || most == nil:
				breaks, most = b, []int32{cell}
			case b == breaks:
				most = append(most, cell)
			}
		}
		return most
	}
	pr := newProblem(s, p)
	pr.hooks = s.Hooks.Under(new(colony.Guard))
	trail := &colony.Trail{Tau: make([]float64, pr.Components()), Tau0: 1, Random: solver.NewPCG(3)}
	for i := range trail.Tau {
		trail.Tau[i] = 1
	}
	a := pr.NewAnt().(*ant)
	steps, refused := 0, 0
	for range 50 {
		a.Reset(trail)
		for going := true; going; {
			breaks := map[int32]int{}
			most := 0
			for _, cell := range a.candidates {
				if a.wall.isCut(int(a.position[cell])) {
					refused++
					continue
				}
				breaks[cell] = a.view.Breaks(cell)
				most = max(most, breaks[cell])
			}
			before := len(a.chosen)
			going = a.Step(trail)
			alltest.Require(t, len(breaks) == 0 == (len(a.chosen) == before), "took %v of %v", a.chosen[before:], breaks)
			for _, cell := range a.chosen[before:] {
				steps++
				b, passes := breaks[cell]
				alltest.Require(t, passes && b == most, "took cell %d of %v", cell, breaks)
			}
		}
	}
	alltest.Check(t, steps >= 1000 && refused >= 1000, "only %d steps and %d cells refused", steps, refused)
}

// A wall that is in pieces from the beginning may come to nothing: then the board
// is solved.
func TestNoWallLeft(t *testing.T) {
	out, err := New().Solve(t.Context(), newPuzzle(t, 1, 3, 0, 3, 0), solver.Run{Seed: 1, Budget: solver.Iterations(5)})
	alltest.Check(t, err == nil && out.Status == solver.Solved && out.Cost == 0, "%+v, %v", out, err)
	for _, island := range out.Best.Values {
		alltest.Check(t, island == out.Best.Values[1], "board %v", out.Best.Values)
	}
}
