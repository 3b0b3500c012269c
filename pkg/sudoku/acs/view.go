package acs

import (
	"fmt"
	"slices"

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

// stepCustom is Step with a replaced order or filter.
func (a *ant) stepCustom(t *colony.Trail) bool {
	a.view.trail = t
	cell := -1
	if next := a.solver.Next; next != nil {
		a.cells = a.cells[:0]
		for _, c := range a.open {
			if a.board.open(int(c)) {
				a.cells = append(a.cells, c)
			}
		}
		if len(a.cells) == 0 {
			return false
		}
		i := next(&a.view, a.cells)
		if i < 0 || i >= len(a.cells) {
			panic(fmt.Sprintf("acs: Next answered %d for %d cells", i, len(a.cells)))
		}
		cell = int(a.cells[i])
	} else if cell = a.next(); cell < 0 {
		return false
	}
	if !a.board.open(cell) {
		return a.turns > 0
	}
	list := a.list(cell)
	if a.solver.Filter != nil {
		can := a.board.can[cell]
		list = a.solver.Filter(&a.view, list)
		if i := slices.IndexFunc(list, func(c int32) bool {
			return int(c)/a.board.n != cell || can>>(int(c)%a.board.n)&1 == 0
		}); i >= 0 {
			panic(fmt.Sprintf("acs: Filter answered component %d, which is none of its candidates", list[i]))
		}
	}
	if len(list) > 0 {
		a.fill(t, list)
	}
	return a.turns > 0
}

// askCost lets the replaced cost judge a board that is no solution.
func (a *ant) askCost() float64 {
	cost := a.solver.Cost(&a.view)
	if !(cost > 0) {
		panic(fmt.Sprintf("acs: Cost answered %v for a board that is no solution; expected a number above 0", cost))
	}
	return cost
}
