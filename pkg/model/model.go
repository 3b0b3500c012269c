// Package model is the language in which a puzzle is declared once: what its text has ([Part]), its rules on variables
// of cells and links ([Model]), and how boards show them ([Look], [Mark]). A [Kind] has all that. It gets from it a
// reader and a writer of text, a judge, a drawing and features. It also gets the engines, generators and formats
// (package notation) below this package.
//
//	m.Rule("shaded cells are connected")
//	m.Connected(shaded.Is(1))
//	m.Rule("no 2×2 block is shaded")
//	m.NoSquare(shaded.Is(1), 2)
//
// A declaration comes to a [Form]: atoms, which are true or not, and constraints on them. Each constraint says by a plain
// evaluation whether it is broken ([Constraint]); engines share no code with that.
//
// Its opinion: rules are to be written as the rules read, and an engine is to know nothing else. What is wrong with
// an instance is told where its text is wrong; a declaration that makes no sense gives an error that
// names its rule, the constraint and the line of the program.
//
// Its limits: boards are grids of cells of at most 255 values, those of all variables of a cell together. Rules are about
// finite domains; a rule that none of the constraints says needs a constraint here and a propagator in package theory.
package model

import (
	"fmt"
	"slices"

	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

// Model is where a puzzle is declared: variables on the board, and what must hold of them.
// What is declared after [Model.Rule] belongs to that rule.
type Model struct {
	form Form
	declaring
	most int // values that some cell was to have, where that is too many
	size int // bytes that the form takes, roughly
	// ands has the atoms that follow from others, by a hash of what they follow from.
	ands map[uint64]Lit
	// seen has for each literal the last stamp with which it was met, at its place then.
	seen    []seen
	in      *Instance // that is declared; nil: none
	near    *near     // nil: all of the board is open
	stamp   int32
	slab    []Lit // where conditions of clauses lie
	scratch []Lit
	graph   struct { // the last that [Model.within] made
		of    []int32
		pairs [][2]int32
	}
}

// declaring is the rule that is being declared.
type declaring struct {
	rule  string
	clues *clues // of the rule
	from  spotIn // what was read last
	set   int    // that of constraints that are one to a reader; 0: each is
	sets  int
}

type seen struct{ stamp, place int32 }

// NewModel returns an empty model of a board.
func NewModel(size puzzle.Size) *Model {
	return &Model{form: Form{Size: size, Atoms: []Atom{{}}}, declaring: declaring{rule: "rules"}, ands: map[uint64]Lit{}}
}

// Size is the size of the board.
func (m *Model) Size() puzzle.Size { return m.form.Size }

// Form is what was declared. The model is not to be changed after it.
func (m *Model) Form() *Form {
	if codes := m.form.Codes(); codes > puzzle.Unset {
		panic(fmt.Sprintf("model: the layers of the board have %d values a cell, %d at most", codes, puzzle.Unset))
	}
	return &m.form
}

// Rule begins a rule: a short statement, such as "shaded cells do not touch". What is
// declared from now on belongs to it. Where the rule is that of one clue, the cell of the clue
// follows, as raster index: faults name it, also where no variable of the cell is in the rule.
func (m *Model) Rule(statement string, clue ...int) {
	m.rule, m.clues = statement, nil
	if len(clue) > 0 {
		m.clues = &clues{rule: clue}
	}
	for _, cell := range clue {
		if cell < 0 || cell >= m.form.Size.Cells() || len(clue) > 1 {
			m.fail("Rule", "expected at most one cell of the board, found %v", clue)
		}
	}
}

// atom adds one.
func (m *Model) atom(a Atom) Lit {
	m.form.Atoms = append(m.form.Atoms, a)
	m.takes(32 + 4*len(a.From))
	return Lit(2 * (len(m.form.Atoms) - 1))
}

// variable adds one, which the board shows in some places.
func (m *Model) variable(values int, shown ...spot) Var {
	switch {
	case values < 1:
		m.fail("a variable", "expected at least one value, found %d", values)
	case values == 1:
		return Var{True, 1}
	case m.near != nil && !m.near.opens(shown):
		return knownVar(values, m.near.value(shown[0], values))
	case values == 2:
		return Var{m.atom(Atom{}), 2}
	}
	v := Var{Lit(2 * len(m.form.Atoms)), values}
	for range values {
		m.atom(Atom{})
	}
	m.form.Vars = append(m.form.Vars, v)
	return v
}

// Cells declares a variable with values from 0 to values-1 for each cell that in says, all
// where it is nil. The board shows them.
func (m *Model) Cells(look Look, values int, in func(cell int) bool) Field {
	return m.CellsOf(look, func(cell int) int {
		if in == nil || in(cell) {
			return values
		}
		return 0
	})
}

// CellsOf declares a variable for each cell with as many values as the func says, from 0 on; none
// where it says 0. The board shows them.
func (m *Model) CellsOf(look Look, values func(cell int) int) Field {
	f := make(Field, m.form.Size.Cells())
	counts, radix, all := make([]int, len(f)), 1, 0
	for cell := range f {
		n := values(cell)
		if n > puzzle.Unset { // the puzzle is refused
			m.most, n = max(m.most, n), 1
		}
		counts[cell], radix, all = n, max(radix, n), all+n
	}
	if m.near == nil {
		m.form.Atoms = slices.Grow(m.form.Atoms, all)
	}
	stride := m.form.Codes()
	for cell, n := range counts {
		if n > 0 {
			f[cell] = m.variable(n, spot{cell, stride, radix})
		}
	}
	m.show(f, radix, look)
	return f
}

func (m *Model) show(at []Var, radix int, look Look) {
	m.form.layers = append(m.form.layers, layer{at, radix, look})
}

// Spans declares a variable with values from 0 to values-1 for each list of cells, of which no two have
// a cell in common. The board shows a variable in all cells of its list.
func (m *Model) Spans(look Look, values int, cells [][]int) (out []Var) {
	at := make([]Var, m.form.Size.Cells())
	stride := m.form.Codes()
	for _, span := range cells {
		shown := lists.Map(span, func(cell int) spot { return spot{cell, stride, values} })
		v := m.variable(values, shown...)
		out = append(out, v)
		for _, cell := range span {
			at[cell] = v
		}
	}
	m.show(at, values, look)
	return out
}

// Links are conditions on pairs of cells side by side: that a line goes from one to the other,
// or that both belong together.
type Links struct {
	size  puzzle.Size
	right []Var // of a cell and the one to its right
	below []Var // of a cell and the one below
}

// Links declares a condition for each pair of cells side by side that between says, all where
// it is nil. The board shows, for each cell, which of its four links hold.
func (m *Model) Links(look Look, between func(a, b int) bool) *Links {
	size := m.form.Size
	l := &Links{size, make([]Var, size.Cells()), make([]Var, size.Cells())}
	stride := m.form.Codes()
	link := func(a, b int, d Direction) Var {
		return m.variable(2, spot{a, stride << d, 2}, spot{b, stride << ((d + 2) % 4), 2})
	}
	for cell := range size.Cells() {
		if b, ok := l.Beside(cell, East); ok && (between == nil || between(cell, b)) {
			l.right[cell] = link(cell, b, East)
		}
		if b, ok := l.Beside(cell, South); ok && (between == nil || between(cell, b)) {
			l.below[cell] = link(cell, b, South)
		}
	}
	for d := North; d <= West; d++ {
		at := lists.Of(size.Cells(), func(cell int) Var { return l.of(cell, d) })
		m.show(at, 2, look)
	}
	return l
}

// Beside is the cell in a direction; ok is false at the edge of the board.
func (l *Links) Beside(cell int, d Direction) (beside int, ok bool) {
	at := l.size.At(cell)
	at.Row += [...]int{-1, 0, 1, 0}[d]
	at.Col += [...]int{0, 1, 0, -1}[d]
	if !l.size.Contains(at) {
		return 0, false
	}
	return l.size.Index(at), true
}

func (l *Links) of(cell int, d Direction) Var {
	b, ok := l.Beside(cell, d)
	switch {
	case !ok:
		return Var{}
	case d == North:
		return l.below[b]
	case d == East:
		return l.right[cell]
	case d == South:
		return l.below[cell]
	}
	return l.right[b]
}

// At is the condition on a cell and the one in a direction; [False] where there is none.
func (l *Links) At(cell int, d Direction) Lit { return l.of(cell, d).Is(1) }

// Around are the conditions on a cell and those around it, as many as there are.
func (l *Links) Around(cell int) (out []Lit) {
	for d := North; d <= West; d++ {
		if lit := l.At(cell, d); lit != False {
			out = append(out, lit)
		}
	}
	return out
}

// All are the conditions on all pairs.
func (l *Links) All() (out []Lit) {
	for cell := range l.right {
		for _, d := range [2]Direction{East, South} {
			if lit := l.At(cell, d); lit != False {
				out = append(out, lit)
			}
		}
	}
	return out
}

// Pairs are all pairs of cells side by side, each cell with the one to its right and the one
// below.
func (m *Model) Pairs() (out [][2]int) {
	size := m.form.Size
	for cell := range size.Cells() {
		if at := size.At(cell); at.Col+1 < size.Cols {
			out = append(out, [2]int{cell, cell + 1})
		}
		if cell+size.Cols < size.Cells() {
			out = append(out, [2]int{cell, cell + size.Cols})
		}
	}
	return out
}

// Ray are the cells from one on in a direction, without itself, up to the edge of the board or
// before the first cell that stops says.
func (m *Model) Ray(cell int, d Direction, stops func(cell int) bool) (out []int) {
	l := Links{size: m.form.Size}
	for {
		next, ok := l.Beside(cell, d)
		if !ok || stops != nil && stops(next) {
			return out
		}
		out = append(out, next)
		cell = next
	}
}

// Block are the cells of a rectangle with a corner at the top left, as far as it is on the
// board.
func (m *Model) Block(row, col, rows, cols int) (out []int) {
	for r := max(row, 0); r < min(row+rows, m.form.Size.Rows); r++ {
		for c := max(col, 0); c < min(col+cols, m.form.Size.Cols); c++ {
			out = append(out, m.form.Size.Index(puzzle.Cell{Row: r, Col: c}))
		}
	}
	return out
}

// Row and Col are the cells of a line.
func (m *Model) Row(row int) []int { return m.Block(row, 0, 1, m.form.Size.Cols) }

// Col is of [Model.Row].
func (m *Model) Col(col int) []int { return m.Block(0, col, m.form.Size.Rows, 1) }
