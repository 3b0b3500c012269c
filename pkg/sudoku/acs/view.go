package acs

import (
	"formicary/pkg/colony"
	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
)

// View is what a rule of one's own sees of the ant that asks it: the board so
// far and the pheromone. It is valid during the call. Cells are raster
// indices, digits count from 1, as on the board.
type View struct {
	ant   *ant
	trail *colony.Trail
}

// Puzzle is the instance.
func (v *View) Puzzle() *sudoku.Puzzle { return v.ant.puzzle }

// Digit is the digit of a cell, or [puzzle.Unset].
func (v *View) Digit(cell int32) uint8 {
	if d := v.ant.board.value[cell]; d != 0 {
		return d
	}
	return puzzle.Unset
}

// Candidates are the digits that may stand in a cell, bit d-1 for the digit d:
// one for a filled cell, none for one that must stay empty.
func (v *View) Candidates(cell int32) uint64 { return v.ant.board.can[cell] }

// Filled is the number of filled cells.
func (v *View) Filled() int { return v.ant.board.filled }

// Component is the number of a digit of a cell in the pheromone matrix.
func (v *View) Component(cell int32, digit uint8) int32 {
	return cell*int32(v.ant.board.n) + int32(digit) - 1
}

// Choice is the cell and the digit that a component stands for.
func (v *View) Choice(component int32) (cell int32, digit uint8) {
	n := int32(v.ant.board.n)
	return component / n, uint8(component%n) + 1
}

// Pheromone is the pheromone of a component.
func (v *View) Pheromone(component int32) float64 { return v.trail.Tau[component] }

// Intn is a random number of 0 to n-1 from the run's own source.
func (v *View) Intn(n int) int { return v.trail.Intn(n) }

// Float64 is a random number in [0, 1) from the run's own source.
func (v *View) Float64() float64 { return v.trail.Float64() }
