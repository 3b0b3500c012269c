package acs

import (
	"slices"

	"formicary/pkg/colony"
)

// View is what a rule of your own sees of the ant that asks it: the board so far. It is
// valid during the call. Cells are raster indices; a component is one digit of one cell.
type View struct {
	ant   *ant
	trail *colony.Trail
}

// Cell is the cell of a component.
func (v *View) Cell(component int32) int32 { return component / int32(v.ant.board.n) }

// Digit is the digit of a component, from 1.
func (v *View) Digit(component int32) int { return int(component)%v.ant.board.n + 1 }

// Value is the digit of a cell, from 1; 0 where it is empty.
func (v *View) Value(cell int32) int { return int(v.ant.board.value[cell]) }

// Candidates are the components that an empty cell can have: none where other cells have
// taken all of its digits.
func (v *View) Candidates(cell int32) []int32 {
	if !v.ant.board.open(int(cell)) {
		return nil
	}
	return v.ant.list(nil, int(cell))
}

// Empty is the number of empty cells.
func (v *View) Empty() int { return len(v.ant.board.can) - v.ant.board.filled }

// Place fills an empty cell with a component that it can have, and propagates; otherwise
// it does nothing and returns false.
func (v *View) Place(component int32) bool {
	a, cell := v.ant, int(v.Cell(component))
	if !a.board.open(cell) || !a.isCandidate(component, cell) {
		return false
	}
	a.board.set(cell, v.Digit(component)-1)
	return true
}

// Clear empties cells: the board begins again from the givens, and all other cells get the
// digits that they had, in raster order, as far as these are still possible. Propagation
// may fill cleared cells.
func (v *View) Clear(cells ...int32) {
	a := v.ant
	had := slices.Clone(a.board.value)
	a.board.copyFrom(a.start)
	for _, cell := range a.open {
		if had[cell] > 0 && !slices.Contains(cells, cell) {
			v.Place(cell*int32(a.board.n) + int32(had[cell]) - 1)
		}
	}
}

// Intn is a random number of 0 to n-1 from the run's own source.
func (v *View) Intn(n int) int { return v.trail.Intn(n) }
