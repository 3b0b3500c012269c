package model

import (
	"cmp"
	"fmt"
	"slices"

	"formicary/pkg/puzzle"
)

// Variable is a variable of at least two values with the places where the board shows it.
type Variable struct {
	Var
	shown []spot
	can   []int // nil: all values
}

// spot is where a board shows a variable: its value counts stride in the cell, and is below radix.
type spot struct{ cell, stride, radix int }

// on is the value that a board shows there; ok is false where that is none of the variable's.
func (s spot) on(board puzzle.Grid, v Var) (value int, ok bool) {
	code := int(board.Values[s.cell])
	value = code / s.stride % s.radix
	return value, code != puzzle.Unset && value < v.values
}

// Cells are those that show the variable, as raster indices.
func (v *Variable) Cells() (out []int) {
	for _, p := range v.shown {
		out = append(out, p.cell)
	}
	return out
}

// Can are the values that the variable can have: all but those that a rule of one condition rules out, for
// variables of [Puzzle.Open]; else all. It is shared, and to be read only.
func (v *Variable) Can() []int {
	if v.can != nil {
		return v.can
	}
	all := make([]int, v.values)
	for x := range all {
		all[x] = x
	}
	return all
}

// Value is the variable's value on a board, that of the first cell which has one; -1 where none has.
func (v *Variable) Value(board puzzle.Grid) int {
	for _, s := range v.shown {
		if x, ok := s.on(board, v.Var); ok {
			return x
		}
	}
	return -1
}

// Set gives the variable a value, from 0 to below Values, in all cells of a board that show it. In a cell that was
// [puzzle.Unset] other variables get 0.
func (v *Variable) Set(board puzzle.Grid, value int) {
	if value < 0 || value >= v.values {
		panic(fmt.Sprintf("model: value %d for a variable of %d values", value, v.values))
	}
	for _, s := range v.shown {
		code := int(board.Values[s.cell])
		if code == puzzle.Unset {
			code = 0
		}
		board.Values[s.cell] = uint8(code + (value-code/s.stride%s.radix)*s.stride)
	}
}

// Variables are those with at least two values, in the raster order of the first cell that shows
// each. Their values are all that a board says: every free atom is a condition on one of them.
func (f *Form) Variables() []Variable {
	var out []Variable
	known := map[Var]int{}
	stride := 1
	for _, l := range f.layers {
		for cell, v := range l.at {
			if v.values < 2 || v.Is(0).Atom() == 0 {
				continue
			}
			i, ok := known[v]
			if !ok {
				i = len(out)
				known[v] = i
				out = append(out, Variable{Var: v})
			}
			out[i].shown = append(out[i].shown, spot{cell, stride, l.radix})
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
