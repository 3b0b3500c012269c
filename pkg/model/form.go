package model

import (
	"fmt"
	"slices"

	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

// Form is what a declaration comes to: atoms, and constraints on them. Engines work on it.
type Form struct {
	Size puzzle.Size
	// Atoms are all there are; atom 0 is always true.
	Atoms []Atom
	// Vars are those with three or more values: exactly one of their conditions holds.
	Vars []Var
	// Constraints are in the order of the declaration.
	Constraints []Posted
	layers      []layer
}

// Atom is something that is true or not.
type Atom struct {
	// Op says how the atom follows from others; [Free] where the solution says.
	Op Op
	// From are the conditions that it follows from, of atoms before it.
	From []Lit
}

// Op is how an atom follows from conditions.
type Op uint8

const (
	// Free atoms are given by the board.
	Free Op = iota
	// And is true where all conditions hold.
	And
	// Xor is true where one of two conditions holds.
	Xor
)

// Posted is a constraint, and the rule of the puzzle that it belongs to.
type Posted struct {
	Constraint
	Rule string
	// Set is the same, above 0, for constraints that are one to a reader: they are broken once.
	Set   int
	clues *clues // nil: none
	from  spotIn // the sign that was read last before it
}

// spotIn is a line and a word of a text; line 0, which has no signs, is none.
type spotIn struct{ line, word int32 }

// clues are the cells of those that a constraint is about.
type clues struct {
	rule  []int // of its rule
	nodes []int // of its first nodes
}

// layer is a variable for each cell, or none, as boards show it.
type layer struct {
	at    []Var
	radix int
	look  Look
}

// Board is the board of an assignment of values to all atoms.
func (f *Form) Board(values []bool) puzzle.Grid {
	g := puzzle.NewGrid(f.Size, 0)
	stride := 1
	for _, l := range f.layers {
		for cell, v := range l.at {
			if v.values > 1 {
				g.Values[cell] += uint8(stride * max(v.value(values), 0))
			}
		}
		stride *= l.radix
	}
	return g
}

// digits are the values of a board in each layer; ok is false where a number is too large.
func (f *Form) digits(code uint8) (out []int, ok bool) {
	rest := int(code)
	out = make([]int, 0, len(f.layers))
	for _, l := range f.layers {
		out = append(out, rest%l.radix)
		rest /= l.radix
	}
	return out, rest == 0
}

// possible says whether a cell can have a value of the board.
func (f *Form) possible(cell int, code uint8) bool {
	rest := int(code)
	for _, l := range f.layers {
		if rest%l.radix >= max(l.at[cell].values, 1) {
			return false
		}
		rest /= l.radix
	}
	return rest == 0
}

// The rules of boards that are none of a form.
const (
	complete = "complete"
	endsMeet = "ends meet"
)

// Values are the values of all atoms on a complete board, and what is wrong with the board
// where it is none of this form.
func (f *Form) Values(board puzzle.Grid) ([]bool, []puzzle.Violation) {
	if board.Size != f.Size || len(board.Values) != f.Size.Cells() {
		return nil, []puzzle.Violation{{Rule: "size", Text: fmt.Sprintf("the board has %v cells, the puzzle %v", board.Size, f.Size)}}
	}
	values := make([]bool, len(f.Atoms))
	values[0] = true
	known := make([]bool, len(f.Atoms))
	known[0] = true
	var bad []puzzle.Violation
	fault := func(cell int, rule, text string, args ...any) {
		bad = append(bad, puzzle.Violation{Rule: rule, Cells: []puzzle.Cell{f.Size.At(cell)}, Text: fmt.Sprintf(text, args...)})
	}
	codes := f.Codes()
	for cell, code := range board.Values {
		if code == puzzle.Unset || int(code) >= codes {
			fault(cell, complete, "%v has no value", f.Size.At(cell))
			continue
		}
		rest := int(code)
		for _, l := range f.layers {
			v, x := l.at[cell], rest%l.radix
			rest /= l.radix
			if x >= max(v.values, 1) {
				fault(cell, complete, "%v has a value that it cannot have", f.Size.At(cell))
				continue
			}
			for value := range v.values {
				lit := v.Is(value)
				is := (value == x) == lit.Positive()
				if known[lit.Atom()] && values[lit.Atom()] != is {
					fault(cell, endsMeet, "%v and its neighbour say different things of what they share", f.Size.At(cell))
					break
				}
				known[lit.Atom()], values[lit.Atom()] = true, is
			}
		}
	}
	if bad != nil {
		return nil, bad
	}
	f.Complete(values)
	return values, nil
}

// Complete works out the atoms that follow from others.
func (f *Form) Complete(values []bool) {
	for i, a := range f.Atoms {
		switch a.Op {
		case And:
			values[i] = !slices.ContainsFunc(a.From, func(l Lit) bool { return !l.holds(values) })
		case Xor:
			values[i] = a.From[0].holds(values) != a.From[1].holds(values)
		}
	}
}

// Cells are those that show what conditions are about, in raster order.
func (f *Form) Cells(lits []Lit) (out []puzzle.Cell) {
	about := make([]bool, len(f.Atoms))
	for _, l := range lits {
		f.mark(l, about)
	}
	about[0] = false
	for cell := range f.Size.Cells() {
		if slices.ContainsFunc(f.layers, func(l layer) bool {
			for x := range l.at[cell].values {
				if about[l.at[cell].Is(x).Atom()] {
					return true
				}
			}
			return false
		}) {
			out = append(out, f.Size.At(cell))
		}
	}
	return out
}

// mark notes an atom and those that it follows from.
func (f *Form) mark(l Lit, about []bool) {
	if !about[l.Atom()] {
		about[l.Atom()] = true
		for _, from := range f.Atoms[l.Atom()].From {
			f.mark(from, about)
		}
	}
}

// Check judges a complete board: each constraint that it breaks, by the plain meaning of
// the constraint.
func (f *Form) Check(board puzzle.Grid) []puzzle.Violation {
	values, bad := f.Values(board)
	if bad != nil {
		return bad
	}
	var about []Lit // of the broken constraints of the set
	var clues []int
	for i, c := range f.Constraints {
		lits, _ := c.Broken(values)
		if about = append(about, lits...); lits != nil {
			clues = append(clues, c.at(values)...)
		}
		if about != nil && f.ends(i) {
			bad = append(bad, f.violation(c, f.Cells(about), clues))
			about, clues = nil, nil
		}
	}
	return bad
}

// at are the cells of the clues that break a constraint.
func (c *Posted) at(values []bool) (cells []int) {
	if c.clues == nil {
		return nil
	}
	cells = append(cells, c.clues.rule...)
	if of, ok := c.Constraint.(clued); ok && c.clues.nodes != nil {
		for _, n := range of.wrong(values) {
			if n < len(c.clues.nodes) {
				cells = append(cells, c.clues.nodes[n])
			}
		}
	}
	return cells
}

// ends says whether a constraint is the last of those that are one to a reader.
func (f *Form) ends(i int) bool {
	set := f.Constraints[i].Set
	return set == 0 || i+1 == len(f.Constraints) || f.Constraints[i+1].Set != set
}

// violation is a sentence on a broken rule, with the cells that show its conditions and those of its clues.
func (f *Form) violation(c Posted, cells []puzzle.Cell, clues []int) puzzle.Violation {
	text, begin, others := c.Rule+": broken", " at ", cells
	if len(clues) > 0 {
		at := lists.Map(clues, func(cell int) puzzle.Cell { return f.Size.At(cell) })
		others = slices.DeleteFunc(slices.Clone(cells), func(c puzzle.Cell) bool { return slices.Contains(at, c) })
		cells = slices.Concat(at, others)
		slices.SortFunc(cells, func(a, b puzzle.Cell) int { return f.Size.Index(a) - f.Size.Index(b) })
		cells = slices.Compact(cells)
		text += " for the " + []string{"clue", "clues"}[b2i(len(at) > 1)] + " at " + some(at)
		begin = ", at "
	}
	if len(others) > 0 {
		text += begin + some(others)
	}
	return puzzle.Violation{Rule: c.Rule, Cells: cells, Text: text}
}

// some are a few cells, and how many more there are.
func some(cells []puzzle.Cell) (text string) {
	const most = 4
	for i, c := range cells {
		switch {
		case i == most:
			return text + " and " + puzzle.Plural(len(cells)-most, "more cell")
		case i > 0:
			text += ", "
		}
		text += c.String()
	}
	return text
}

// Codes is the number of values that a cell of a board can have, those of all layers together.
func (f *Form) Codes() int {
	n := 1
	for _, l := range f.layers {
		n *= l.radix
	}
	return n
}
