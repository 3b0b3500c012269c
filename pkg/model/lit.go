package model

import "fmt"

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
	out := make([]Lit, len(f))
	for i, v := range f {
		out[i] = v.Is(value)
	}
	return out
}

// In are the conditions that the cells with the given raster indices have a value.
func (f Field) In(value int, cells ...int) []Lit {
	out := make([]Lit, len(cells))
	for i, c := range cells {
		out[i] = f[c].Is(value)
	}
	return out
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
func Each(weight int, lits ...Lit) (out []Term) {
	for _, l := range lits {
		out = append(out, Term{l, weight})
	}
	return out
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
