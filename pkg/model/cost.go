package model

import (
	"fmt"
	"iter"
	"slices"
	"sync"

	"formicary/pkg/puzzle"
)

// Cost says how far a board is from a solution, for searches that improve boards: 0 exactly where [Puzzle.Check] finds
// nothing. It is the sum of the measures of all constraints that the board breaks ([Constraint]), which is the cost of the
// engines of package tabu, and one more
//
//   - for each cell without a value, [puzzle.Unset], or with one that it cannot have, where constraints see the
//     value 0 of each variable that no other cell shows;
//   - for each cell that shows another value of a variable, such as a link, than a cell before it.
//
// Any number of runs may ask at a time. A board is compared with one that was judged before, and only constraints about
// what differs are judged again: a board of 10×10 with one cell changed takes a few microseconds, one of which nothing is
// known some hundred. It panics where the board has another size than the puzzle.
func (p *Puzzle) Cost(board puzzle.Grid) int {
	t := p.tallies.tally(board)
	defer p.tallies.free(t)
	return t.cost
}

// Broken are the rules that a board breaks, as Check names them, each with its cells as raster indices, in rising order: in
// the order of the declaration, a rule as often as constraints of it are broken. On boards that are not complete, and
// where cells differ about what they share, it has those cells first, under the rules "complete" and "ends meet", and judges
// the others as [Puzzle.Cost] does. It writes no sentence and takes the time of Cost and of what is broken.
func (p *Puzzle) Broken(board puzzle.Grid) iter.Seq2[string, []int] {
	return func(yield func(rule string, cells []int) bool) {
		t := p.tallies.tally(board)
		defer p.tallies.free(t)
		t.broken(yield)
	}
}

// tallies are those of a puzzle, made when the first board is judged.
type tallies struct {
	form *Form
	once sync.Once
	pool sync.Pool
	wiring
}

// wiring says what depends on what.
type wiring struct {
	variables []Variable
	shown     [][]int32 // of cells: variables
	of        []int32   // of atoms: the variable, or -1
	above     [][]int32 // of atoms: atoms that follow from them, 2·atom, and 1 more where their opposite counts
	judges    [][]int32 // of atoms: constraints
	open      []Variable
	start     puzzle.Grid
}

// tally is a board that was judged, with all that its judgement needs to follow changes.
type tally struct {
	*tallies
	board puzzle.Grid
	judged
	cost    int
	touched marks // constraints
	moved   marks // variables
	about   marks // atoms
	up      []int32
}

// judged is what the board says, and what is wrong with it.
type judged struct {
	current  []int   // of variables
	values   []bool  // of atoms
	holding  []int32 // of atoms that follow: how many of their conditions hold
	measures []int32 // of constraints
	unset    []bool  // of cells
	differ   []int   // of variables: cells that show another value
}

// marks are numbers in the order in which they were met, each once.
type marks struct {
	list  []int32
	stamp []int32
	now   int32
}

func newMarks(n int) marks { return marks{stamp: make([]int32, n), now: 1} }

// meet says whether a number is met for the first time.
func (m *marks) meet(i int32) bool {
	if m.stamp[i] == m.now {
		return false
	}
	m.stamp[i] = m.now
	m.list = append(m.list, i)
	return true
}

func (m *marks) clear() {
	m.list = m.list[:0]
	if m.now++; m.now < 0 {
		clear(m.stamp)
		m.now = 1
	}
}

// tally is that of a board.
func (s *tallies) tally(board puzzle.Grid) *tally {
	if board.Size != s.form.Size || len(board.Values) != board.Cells() {
		panic(fmt.Sprintf("model: a board of %v for a puzzle of %v", board.Size, s.form.Size))
	}
	s.once.Do(s.wire)
	t, _ := s.pool.Get().(*tally)
	if t == nil {
		t = s.begin()
	}
	t.follow(board)
	return t
}

func (s *tallies) free(t *tally) { s.pool.Put(t) }

func (s *tallies) wire() {
	f := s.form
	s.variables, s.shown = f.Variables(), make([][]int32, f.Size.Cells())
	s.begins()
	s.of, s.above, s.judges = make([]int32, len(f.Atoms)), make([][]int32, len(f.Atoms)), make([][]int32, len(f.Atoms))
	for i := range s.of {
		s.of[i] = -1
	}
	for i, v := range s.variables {
		for x := range v.values {
			s.of[v.Is(x).Atom()] = int32(i)
		}
		for _, cell := range v.shown {
			s.shown[cell.cell] = append(s.shown[cell.cell], int32(i))
		}
	}
	for i, a := range f.Atoms {
		for _, l := range a.From {
			s.above[l.Atom()] = append(s.above[l.Atom()], int32(2*i)+int32(l&1))
		}
	}
	for i, c := range f.Constraints {
		each(c.Constraint, func(l Lit) {
			of := &s.judges[l.Atom()]
			if n := len(*of); n == 0 || (*of)[n-1] != int32(i) {
				*of = append(*of, int32(i))
			}
		})
	}
}

// begins finds out which variables are open, and with what a search begins.
func (s *tallies) begins() {
	against := make([]bool, 2*len(s.form.Atoms)) // of conditions
	var holds func(l Lit)
	holds = func(l Lit) {
		against[l.Not()] = true
		if a := s.form.Atoms[l.Atom()]; a.Op == And && l.Positive() {
			for _, from := range a.From {
				holds(from)
			}
		}
	}
	for _, c := range s.form.Constraints {
		if c, ok := c.Constraint.(*Clause); ok && len(c.Lits) == 1 {
			holds(c.Lits[0])
		}
	}
	s.start = puzzle.NewGrid(s.form.Size, 0)
	for _, v := range s.variables {
		for x := range v.values {
			switch is := v.Is(x); {
			case against[is.Not()]:
				v.can = []int{x}
			case !against[is] && !slices.ContainsFunc(v.can, func(y int) bool { return against[v.Is(y).Not()] }):
				v.can = append(v.can, x)
			}
		}
		if len(v.can) > 0 { // else the rules contradict each other
			v.Set(s.start, v.can[0])
		}
		if len(v.can) > 1 {
			s.open = append(s.open, v)
		}
	}
}

// each visits the conditions of a constraint.
func each(c Constraint, visit func(Lit)) {
	some := func(lits []Lit) {
		for _, l := range lits {
			visit(l)
		}
	}
	edges := func(edges []Edge) {
		for _, e := range edges {
			visit(e.Lit)
		}
	}
	switch c := c.(type) {
	case *Clause:
		some(c.Lits)
	case *Linear:
		for _, t := range c.Terms {
			visit(t.Lit)
		}
	case *Different:
		for _, v := range c.Vars {
			for x := range v.values {
				visit(v.Is(x))
			}
		}
	case *Connected:
		some(c.Nodes)
	case *Forest:
		edges(c.Edges)
	case *Matched:
		some(c.Left)
		some(c.Right)
	case *Pieces:
		some(c.Nodes)
	case *Reach:
		some(c.Nodes)
	case *Division:
		edges(c.Edges)
	case *Paths:
		edges(c.Edges)
	default:
		panic(fmt.Sprintf("model: a constraint of type %T, which is not known here", c))
	}
}

// begin is the tally of the board of zeros.
func (s *tallies) begin() *tally {
	atoms, cells := len(s.form.Atoms), s.form.Size.Cells()
	t := &tally{
		tallies: s, board: puzzle.NewGrid(s.form.Size, 0),
		judged: judged{
			current: make([]int, len(s.variables)), values: make([]bool, atoms), holding: make([]int32, atoms),
			measures: make([]int32, len(s.form.Constraints)), unset: make([]bool, cells), differ: make([]int, len(s.variables)),
		},
		touched: newMarks(len(s.form.Constraints)), moved: newMarks(len(s.variables)), about: newMarks(atoms),
	}
	t.values[0] = true
	for _, v := range s.variables {
		for x := range v.values {
			l := v.Is(x)
			t.values[l.Atom()] = (x == 0) == l.Positive()
		}
	}
	s.form.Complete(t.values)
	for i, a := range s.form.Atoms {
		for _, l := range a.From {
			t.holding[i] += int32(b2i(l.holds(t.values)))
		}
	}
	for i := range t.measures {
		t.measures[i] = int32(t.measure(i))
		t.cost += int(t.measures[i])
	}
	return t
}

// follow makes the tally that of another board.
func (t *tally) follow(board puzzle.Grid) {
	t.moved.clear()
	t.touched.clear()
	for cell, code := range board.Values {
		if code == t.board.Values[cell] {
			continue
		}
		t.board.Values[cell] = code
		unset := code == puzzle.Unset || !t.form.possible(cell, code)
		t.cost += b2i(unset) - b2i(t.unset[cell])
		t.unset[cell] = unset
		for _, v := range t.shown[cell] {
			t.moved.meet(v)
		}
	}
	for _, i := range t.moved.list {
		v := &t.variables[i]
		value, differ := max(v.Value(board), 0), 0
		for _, s := range v.shown {
			differ += b2i(t.differs(s, i, value))
		}
		t.cost += differ - t.differ[i]
		t.differ[i] = differ
		if before := t.current[i]; before != value {
			t.current[i] = value
			t.flip(int32(v.Is(before).Atom()))
			if v.values > 2 {
				t.flip(int32(v.Is(value).Atom()))
			}
		}
	}
	for _, i := range t.touched.list {
		m := int32(t.measure(int(i)))
		t.cost += int(m - t.measures[i])
		t.measures[i] = m
	}
}

// differs says whether a cell shows another value of a variable than the one that counts.
func (t *tally) differs(s spot, variable int32, value int) bool {
	x, ok := s.on(t.board, t.variables[variable].Var)
	return ok && x != value
}

// flip changes an atom and what follows from it, and notes the constraints about them.
func (t *tally) flip(atom int32) {
	now := !t.values[atom]
	t.values[atom] = now
	for _, c := range t.judges[atom] {
		t.touched.meet(c)
	}
	for _, use := range t.above[atom] {
		i := use >> 1
		t.holding[i] += int32(2*b2i(now == (use&1 == 0)) - 1)
		is := t.holding[i] == 1
		if a := t.form.Atoms[i]; a.Op == And {
			is = int(t.holding[i]) == len(a.From)
		}
		if is != t.values[i] {
			t.flip(i)
		}
	}
}

// measure is by how much a constraint is broken, as its Broken says.
func (t *tally) measure(constraint int) (measure int) {
	switch c := t.form.Constraints[constraint].Constraint.(type) {
	case *Linear:
		return c.measure(t.values)
	case *Different:
		var seen [4]uint64
		for _, v := range c.Vars {
			x := v.value(t.values) + 1
			measure += int(seen[x/64] >> (x % 64) & 1)
			seen[x/64] |= 1 << (x % 64)
		}
		return measure
	case *Connected:
		for _, l := range c.Nodes {
			measure += b2i(l.holds(t.values))
		}
		t.apart(len(c.Nodes))
		for _, p := range c.Pairs {
			if c.Nodes[p[0]].holds(t.values) && c.Nodes[p[1]].holds(t.values) && t.join(p[0], p[1]) {
				measure--
			}
		}
		return max(measure-1, 0)
	case *Forest:
		t.apart(c.Nodes)
		for _, e := range c.Edges {
			if e.Lit.holds(t.values) && !t.join(e.A, e.B) {
				measure++
			}
		}
		return measure
	default:
		_, measure = c.Broken(t.values)
		return measure
	}
}

// apart begins with so many nodes, each a piece.
func (t *tally) apart(nodes int) {
	t.up = t.up[:0]
	for i := range nodes {
		t.up = append(t.up, int32(i))
	}
}

// join joins the pieces of two nodes; it returns false where they are one.
func (t *tally) join(a, b int32) bool {
	for t.up[a] != a {
		t.up[a] = t.up[t.up[a]]
		a = t.up[a]
	}
	for t.up[b] != b {
		t.up[b] = t.up[t.up[b]]
		b = t.up[b]
	}
	t.up[max(a, b)] = min(a, b)
	return a != b
}

// broken visits what the board breaks.
func (t *tally) broken(yield func(rule string, cells []int) bool) {
	for cell, is := range t.unset {
		if is && !yield(complete, []int{cell}) {
			return
		}
	}
	for i, n := range t.differ {
		if n == 0 {
			continue
		}
		var cells []int
		for _, s := range t.variables[i].shown {
			if t.differs(s, int32(i), t.current[i]) {
				cells = append(cells, s.cell)
			}
		}
		if !yield(endsMeet, cells) {
			return
		}
	}
	broken, clues := false, []int(nil)
	for i, c := range t.form.Constraints {
		if t.measures[i] > 0 {
			broken = true
			lits, _ := c.Broken(t.values)
			for _, l := range lits {
				t.rests(int32(l.Atom()))
			}
			clues = append(clues, c.at(t.values)...)
		}
		if broken && t.form.ends(i) {
			if !yield(c.Rule, t.cells(clues)) {
				return
			}
			broken, clues = false, nil
		}
	}
}

// rests notes an atom and those that it follows from.
func (t *tally) rests(atom int32) {
	if atom != 0 && t.about.meet(atom) {
		for _, from := range t.form.Atoms[atom].From {
			t.rests(int32(from.Atom()))
		}
	}
}

// cells are those that show what was noted, and some more.
func (t *tally) cells(out []int) []int {
	for _, atom := range t.about.list {
		if i := t.of[atom]; i >= 0 {
			out = append(out, t.variables[i].Cells()...)
		}
	}
	t.about.clear()
	slices.Sort(out)
	return slices.Compact(out)
}
