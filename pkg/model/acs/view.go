package acs

import (
	"slices"

	"formicary/pkg/colony"
	"formicary/pkg/model"
)

// View is what a rule of your own sees of the ant that asks it: the board so far. It is valid during
// the call. Variables are those that are open before the first ant, numbered in the raster order of
// the cells that show them; a component is one value of one of them.
type View struct {
	ant   *ant
	trail *colony.Trail
}

// Cells are the cells that show a variable, as raster indices.
func (v *View) Cells(variable int32) []int { return v.shown(variable).Cells() }

func (v *View) shown(variable int32) *model.Variable {
	return &v.ant.variables[v.ant.open[variable]]
}

// Variable is the variable of a component.
func (v *View) Variable(component int32) int32 { return v.ant.of[component] }

// Value is the value of a component.
func (v *View) Value(component int32) int { return int(v.ant.number[component]) }

// Taken is the component of a variable; -1 where it has no value.
func (v *View) Taken(variable int32) int32 {
	a := v.own()
	for c := a.first[variable]; c < a.first[variable+1]; c++ {
		if a.search.Value(a.lits[c]) > 0 {
			return c
		}
	}
	return -1
}

// Candidates are the components that a variable without a value can have.
func (v *View) Candidates(variable int32) []int32 {
	if v.Taken(variable) >= 0 {
		return nil
	}
	return v.ant.list(nil, variable)
}

// Variables is the number of variables.
func (v *View) Variables() int { return len(v.ant.open) }

// Place gives a variable without a value a component that it can have, and propagates. Where it
// cannot, or where that contradicts the rules, it does nothing and returns false.
func (v *View) Place(component int32) bool {
	a := v.own()
	if a.search.Value(a.lits[component]) != 0 || !a.assume(component) {
		return false
	}
	a.judge()
	return true
}

// Clear takes the values of variables away: the board begins anew, and all others get the values that
// they had, in order, as far as these are still possible. Propagation may fill cleared ones.
func (v *View) Clear(variables ...int32) {
	a := v.ant
	had := slices.Clone(a.taken)
	a.clear()
	for i, c := range had {
		if c >= 0 && !slices.Contains(variables, int32(i)) && a.search.Value(a.lits[c]) == 0 {
			a.assume(c)
		}
	}
	a.judge()
}

// Intn is a random number of 0 to n-1 from the run's own source.
func (v *View) Intn(n int) int { return v.trail.Intn(n) }

// own is the ant, with its board in the search: others may have built since it ended.
func (v *View) own() *ant {
	if v.ant.owner != v.ant {
		v.Clear()
	}
	return v.ant
}
