package model

import (
	"cmp"
	"fmt"
	"slices"

	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

// Lit is a condition on the board: an atom is true, or is not. Atoms count from 0, and the
// literal of an atom is 2·atom where it is to be true, 2·atom+1 where not.
type Lit int32

// The conditions that always hold, and never.
const (
	True  Lit = 0
	False Lit = 1
)

// Not is the opposite condition.
func (l Lit) Not() Lit { return l ^ 1 }

// Atom is the number of the condition's atom.
func (l Lit) Atom() int { return int(l >> 1) }

// Positive says whether the atom is to be true.
func (l Lit) Positive() bool { return l&1 == 0 }

// holds says whether the condition holds where atoms have values.
func (l Lit) holds(values []bool) bool { return values[l>>1] == (l&1 == 0) }

// Var is a variable with values from 0 on. The zero Var is none: it has no values.
type Var struct {
	first  Lit // of value 0; of value 1 where there are two; below 0 where one of three or more is known
	values int
}

// knownVar is a variable that has a value for certain.
func knownVar(values, value int) Var {
	if values == 2 {
		return Var{True ^ Lit(1-value), 2}
	}
	return Var{Lit(-1 - value), values}
}

// Values is the number of values.
func (v Var) Values() int { return v.values }

// Is is the condition that the variable has a value; [False] for a value that it cannot have.
func (v Var) Is(value int) Lit {
	switch {
	case value < 0 || value >= v.values:
		return False
	case v.values == 1:
		return True
	case v.values == 2:
		return v.first ^ Lit(1-value)
	case v.first < 0:
		return True ^ Lit(b2i(value != int(-1-v.first)))
	}
	return v.first + Lit(2*value)
}

// value is the variable's value where atoms have values; -1 where it is none or several.
func (v Var) value(values []bool) int {
	found := -1
	for x := range v.values {
		if v.Is(x).holds(values) {
			if found >= 0 {
				return -1
			}
			found = x
		}
	}
	return found
}

// known is the variable's value where some atoms are known, 1 as true and -1 as false; -1 where it is not known.
func (v Var) known(atoms []int8) int {
	for x := range v.values {
		if l := v.Is(x); atoms[l.Atom()] == 1-2*int8(l&1) {
			return x
		}
	}
	return -1
}

// Field is a variable for each cell, in raster order; the zero Var where a cell has none.
type Field []Var

// Is are the conditions that cells have a value, in the order of all cells.
func (f Field) Is(value int) []Lit {
	return lists.Map(f, func(v Var) Lit { return v.Is(value) })
}

// In are the conditions that the cells with the given raster indices have a value.
func (f Field) In(value int, cells ...int) []Lit {
	return lists.Map(cells, func(c int) Lit { return f[c].Is(value) })
}

// Term is a condition with what it counts in a sum.
type Term struct {
	Lit    Lit
	Weight int
}

// Weighted is the value of a variable as terms: each of its values counts as much as worth
// says, nil: as itself.
func (v Var) Weighted(worth func(value int) int) (out []Term) {
	for x := range v.values {
		w := x
		if worth != nil {
			w = worth(x)
		}
		if w != 0 {
			out = append(out, Term{v.Is(x), w})
		}
	}
	return out
}

// Each are terms that count the same.
func Each(weight int, lits ...Lit) []Term {
	return lists.Map(lits, func(l Lit) Term { return Term{l, weight} })
}

// Direction is one of the four ways out of a cell.
type Direction int

// The directions, in the order of the bits of a loop's cell.
const (
	North Direction = iota
	East
	South
	West
)

// String is the direction's letter.
func (d Direction) String() string {
	if d < North || d > West {
		return fmt.Sprintf("Direction(%d)", int(d))
	}
	return "nesw"[d : d+1]
}

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
func (v *Variable) Cells() []int {
	return lists.Map(v.shown, func(p spot) int { return p.cell })
}

// Can are the values that the variable can have: all but those that a rule of one condition rules out, for
// variables of [Puzzle.Open]; else all. It is shared, and to be read only.
func (v *Variable) Can() []int {
	if v.can != nil {
		return v.can
	}
	return lists.Of(v.values, func(i int) int { return i })
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
