package model

import (
	"cmp"
	"slices"

	"formicary/pkg/puzzle"
)

// Variable is a variable of at least two values with the places where the board shows it.
type Variable struct {
	Var
	shown []spot
}

// spot is where a board shows a variable: its value counts stride in the cell.
type spot struct{ cell, stride int }

// Cells are those that show the variable, as raster indices.
func (v *Variable) Cells() (out []int) {
	for _, p := range v.shown {
		out = append(out, p.cell)
	}
	return out
}

// Variables are those with at least two values, in the raster order of the first cell that shows
// each. Their values are all that a board says: every free atom is a condition on one of them.
func (f *Form) Variables() []Variable {
	var out []Variable
	known := map[Var]int{}
	stride := 1
	for _, l := range f.layers {
		for cell, v := range l.at {
			if v.values < 2 {
				continue
			}
			i, ok := known[v]
			if !ok {
				i = len(out)
				known[v] = i
				out = append(out, Variable{Var: v})
			}
			out[i].shown = append(out[i].shown, spot{cell, stride})
		}
		stride *= l.radix
	}
	for _, v := range out {
		slices.SortStableFunc(v.shown, func(a, b spot) int { return cmp.Compare(a.cell, b.cell) })
	}
	slices.SortStableFunc(out, func(a, b Variable) int { return cmp.Compare(a.shown[0].cell, b.shown[0].cell) })
	return out
}

// Show is the board on which variables have values, those of all [Form.Variables]: -1 for one without a value,
// whose cells are [puzzle.Unset].
func (f *Form) Show(variables []Variable, values []int16) puzzle.Grid {
	g := puzzle.NewGrid(f.Size, 0)
	open := make([]bool, len(g.Values))
	for i, v := range variables {
		for _, p := range v.shown {
			open[p.cell] = open[p.cell] || values[i] < 0
			g.Values[p.cell] += uint8(p.stride * int(max(values[i], 0)))
		}
	}
	for cell, is := range open {
		if is {
			g.Values[cell] = puzzle.Unset
		}
	}
	return g
}
