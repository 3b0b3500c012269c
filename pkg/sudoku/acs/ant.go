package acs

import (
	"math/bits"

	"formicary/pkg/colony"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/network"
)

// problem is a Sudoku as package colony sees it: component cell·n+digit-1 is
// one digit of one cell.
type problem struct {
	solver *Solver
	puzzle *sudoku.Puzzle
	start  *board  // the givens, propagated
	open   []int32 // cells that are open there
	broken bool    // the givens contradict each other at sight
	hooks  colony.Hooks[*View]
}

func newProblem(s *Solver, p *sudoku.Puzzle) *problem {
	pr := &problem{solver: s, puzzle: p, start: newBoard(newGeometry(p.Layout()))}
	for c, v := range p.Values() {
		switch b := pr.start; {
		case v == puzzle.Unset || b.value[c] == v:
		case b.value[c] != 0 || b.can[c]>>(v-1)&1 == 0:
			pr.broken = true
		default:
			b.set(c, int(v-1))
		}
	}
	if s.Prefilter != network.None {
		filtered := network.New(p)
		pr.broken = pr.broken || !filtered.Filter(s.Prefilter)
		for c, d := range filtered.Domains {
			pr.start.keep(c, uint64(d)>>1)
		}
	}
	pr.broken = pr.broken || pr.start.contradictory()
	for c := range pr.start.can {
		if pr.start.open(c) {
			pr.open = append(pr.open, int32(c))
		}
	}
	return pr
}

func (pr *problem) Components() int { return len(pr.start.can) * pr.start.n }

func (pr *problem) Scale() int { return len(pr.start.can) }

// Layout says that pheromone stands for digits.
func (pr *problem) Layout() solver.Layout {
	digits := lists.Of(pr.start.n, func(i int) uint8 { return uint8(i + 1) })
	return solver.Layout{Values: len(digits), Codes: digits}
}

func (pr *problem) NewAnt() colony.Ant {
	a := &ant{
		problem: pr, board: newBoard(pr.start.geometry),
		candidates: make([]int32, 0, pr.start.n), chosen: make([]int32, 0, len(pr.open)),
		grid: puzzle.NewGrid(pr.puzzle.Size(), puzzle.Unset),
	}
	if pr.solver.Cells == Shuffled {
		a.order = append([]int32(nil), pr.open...)
	}
	a.view = View{ant: a}
	a.attraction = pr.hooks.Attraction(&a.view)
	return a
}

// ant fills one board.
type ant struct {
	*problem
	board      *board
	at         int     // the next cell, or the next place in order
	turns      int     // left
	order      []int32 // for Shuffled
	candidates []int32 // components of the cell to fill
	chosen     []int32
	grid       puzzle.Grid
	attraction *colony.Attraction
	hooked
}

// hooked is what rules see.
type hooked struct {
	view View
	lent []int32 // what an Order rule is lent
}

func (a *ant) Reset(t *colony.Trail) {
	a.view.trail = t
	a.board.copyFrom(a.start)
	a.turns = len(a.board.can)
	if a.solver.Cells != Shuffled {
		a.at = t.Intn(a.turns)
		return
	}
	a.at, a.turns = 0, len(a.order)
	for i := len(a.order) - 1; i > 0; i-- {
		j := t.Intn(i + 1)
		a.order[i], a.order[j] = a.order[j], a.order[i]
	}
}

func (a *ant) Step(t *colony.Trail) bool {
	if a.turns == 0 {
		return false
	}
	a.turns--
	cell := a.next()
	if cell < 0 {
		return false
	}
	if a.board.open(cell) {
		a.fill(t, cell)
	}
	return a.turns > 0
}

// next is the cell of this turn, open or not; -1 when Fewest finds none.
func (a *ant) next() int {
	if a.hooks.Order != nil {
		return a.askOrder()
	}
	switch a.solver.Cells {
	case Shuffled:
		a.at++
		return int(a.order[a.at-1])
	case Fewest:
		return a.fewest()
	}
	cell := a.at
	if a.at++; a.at == len(a.board.can) {
		a.at = 0
	}
	return cell
}

// fewest is an open cell with the fewest digits, the first one from at on.
func (a *ant) fewest() int {
	best, least := -1, sudoku.MaxN+1
	search := func(from, to int) {
		for c := from; c < to && least > 2; c++ {
			if k := bits.OnesCount64(a.board.can[c]); k > 1 && k < least {
				best, least = c, k
			}
		}
	}
	search(a.at, len(a.board.can))
	search(0, a.at)
	return best
}

// list appends the components of an open cell to a list.
func (a *ant) list(list []int32, cell int) []int32 {
	base := int32(cell * a.board.n)
	for can := a.board.can[cell]; can != 0; can &= can - 1 {
		list = append(list, base+int32(bits.TrailingZeros64(can)))
	}
	return list
}

// fill chooses one of the components of a cell and places it.
func (a *ant) fill(t *colony.Trail, cell int) {
	list := a.list(a.candidates[:0], cell)
	if a.hooks.Filter != nil {
		if list = a.hooks.Filter(&a.view, list); len(list) == 0 {
			return
		}
	}
	if a.attraction != nil {
		t.Attract(a.attraction)
	}
	component := list[0]
	if len(list) > 1 {
		component = list[t.Choose(list, t.Greedy())]
		if c := t.Chooser(); c != nil && !a.isCandidate(component, cell) {
			c.Refuse("it overwrote its list of candidates: %d is none", component)
		}
	}
	t.Took(component)
	a.board.set(int(component)/a.board.n, int(component)%a.board.n)
}

// askOrder lets the replaced order choose among the open cells; -1 where none is left.
func (a *ant) askOrder() int {
	a.lent = a.lent[:0]
	for _, cell := range a.problem.open {
		if a.board.open(int(cell)) {
			a.lent = append(a.lent, cell)
		}
	}
	if len(a.lent) == 0 {
		return -1
	}
	cells := len(a.lent)
	cell := a.lent[a.hooks.Order(&a.view, a.lent[:cells:cells])]
	if uint(cell) >= uint(len(a.board.can)) || !a.board.open(int(cell)) {
		a.hooks.Overwritten()
	}
	return int(cell)
}

// Improve lets the hook improve the finished board.
func (a *ant) Improve(_ *colony.Trail, budget int) int {
	if a.hooks.Improve == nil {
		return 0
	}
	return a.hooks.Improve(&a.view, budget)
}

// isCandidate says whether a component is a digit that a cell can have.
func (a *ant) isCandidate(component int32, cell int) bool {
	digit := int(component) - cell*a.board.n
	return digit >= 0 && digit < a.board.n && a.board.can[cell]>>digit&1 == 1
}

// Cost is the number of empty cells.
func (a *ant) Cost() float64 {
	empty := a.view.Empty()
	if empty > 0 {
		return a.hooks.Judge(&a.view, float64(empty))
	}
	return float64(empty)
}

// Chosen are the components of all cells that the ant filled, by choice or by
// propagation.
func (a *ant) Chosen() []int32 {
	a.chosen = a.chosen[:0]
	for _, cell := range a.open {
		if v := a.board.value[cell]; v != 0 {
			a.chosen = append(a.chosen, cell*int32(a.board.n)+int32(v)-1)
		}
	}
	return a.chosen
}

// Board is the ant's board, givens included.
func (a *ant) Board() puzzle.Grid {
	for c, v := range a.board.value {
		if v == 0 {
			v = puzzle.Unset
		}
		a.grid.Values[c] = v
	}
	return a.grid
}
