package acs

import (
	"formicary/pkg/colony"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// problem is a Nurikabe as package colony sees it: the components are the
// cells in raster order.
type problem struct {
	solver    *Solver
	puzzle    *nurikabe.Puzzle
	frame     *frame
	position  []uint16 // of a cell
	cell      []int32  // at a position; -1 on the frame
	beside    []uint16 // how beside begins
	clues     []int32  // of the islands, in raster order
	clueCells []uint16 // their positions
	given     []int32  // their cells
	hooks     colony.Hooks[*View]
	wanting
}

// wanting is what boards lack.
type wanting struct {
	missing  int  // white cells to place
	touching int  // pairs of clues side by side: no board can mend them
	inPieces bool // the wall is not connected even before the first step
}

// What an ant knows of a position besides the numbers of islands, which count
// from 1: it touches none, or it may not be taken by any.
const (
	free    uint16 = 0
	blocked uint16 = 0xffff
)

func newProblem(s *Solver, p *nurikabe.Puzzle) *problem {
	size, clueCells := p.Size(), p.ClueCells()
	f := newFrame(size, clueCells)
	n := positions(size)
	pr := &problem{
		solver: s, puzzle: p, frame: f,
		position: make([]uint16, size.Cells()), cell: make([]int32, n), beside: make([]uint16, n),
		wanting: wanting{missing: p.White() - len(clueCells)},
	}
	for pos := range n {
		pr.cell[pos], pr.beside[pos] = -1, blocked
	}
	for i := range size.Cells() {
		pos := f.position(i)
		pr.position[i], pr.cell[pos], pr.beside[pos] = uint16(pos), int32(i), free
	}
	for k, cell := range clueCells {
		pr.clues = append(pr.clues, int32(p.Clue(cell)))
		pr.clueCells = append(pr.clueCells, pr.position[cell])
		pr.given = append(pr.given, int32(cell))
		pr.beside[pr.position[cell]] = uint16(k + 1)
	}
	isClue := make([]bool, n)
	for _, pos := range pr.clueCells {
		isClue[pos] = true
	}
	for k, pos := range pr.clueCells {
		for _, d := range f.side {
			switch next := int(pos) + d; {
			case !isClue[next]:
				touch(&pr.beside[next], uint16(k+1))
			case d > 0:
				pr.touching++
			}
		}
	}
	pr.inPieces = newWall(f).pieces() > 1
	return pr
}

// touch notes that an island touches a position.
func touch(beside *uint16, island uint16) {
	switch *beside {
	case free:
		*beside = island
	case island:
	default:
		*beside = blocked
	}
}

func (pr *problem) Components() int { return len(pr.position) }

func (pr *problem) Scale() int { return len(pr.position) }

// Layout says that pheromone stands for islands.
func (pr *problem) Layout() solver.Layout {
	return solver.Layout{Values: 1, Codes: []uint8{nurikabe.Island}, Given: pr.given}
}

func (pr *problem) NewAnt() colony.Ant {
	a := &ant{
		problem: pr, wall: newWall(pr.frame), itinerary: newItinerary(pr.solver.Scheme, pr.puzzle),
		beside: make([]uint16, len(pr.beside)),
		chosen: make([]int32, 0, pr.Components()), candidates: make([]int32, 0, pr.Components()+4),
		board: puzzle.NewGrid(pr.puzzle.Size(), nurikabe.Wall),
	}
	a.view = View{ant: a, wall: a.wall, position: a.position}
	a.attraction = pr.hooks.Attraction(&a.view)
	return a
}

// ant builds one board: it grows islands, one at a time, into a board that is
// all wall but for the clues.
type ant struct {
	*problem
	wall       *wall
	itinerary  itinerary
	beside     []uint16 // the island that touches or owns a position, free or blocked
	chosen     []int32  // cells turned white
	candidates []int32  // black cells that border the island and no other one
	island     uint16   // the island that grows, from 1
	need       int32    // how many cells it lacks
	board      puzzle.Grid
	hooked
}

// hooked is what rules see.
type hooked struct {
	view       View
	attraction *colony.Attraction
}

func (a *ant) Reset(t *colony.Trail) {
	a.wall.reset()
	copy(a.beside, a.problem.beside)
	a.chosen, a.candidates = a.chosen[:0], a.candidates[:0]
	a.view.trail = t
	a.itinerary.begin(t)
	a.nextIsland(t)
}

// nextIsland moves on to the next island that lacks cells; need is 0 when
// there is none.
func (a *ant) nextIsland(t *colony.Trail) {
	for a.itinerary.more() {
		var k int32
		if order := a.hooks.Order; order != nil {
			k = a.askOrder(order)
		} else {
			k = a.itinerary.take()
		}
		if a.clues[k] > 1 {
			a.island, a.need = uint16(k+1), a.clues[k]-1
			a.candidates = a.candidates[:0]
			a.gather(int(a.clueCells[k]), a.island)
			return
		}
	}
	a.need = 0
	if c := t.Chooser(); c != nil {
		a.checkList(c)
	}
}

// Step chooses before it tests, see [colony.Trail.Choose]. Cells that fail are
// set aside at the end of the list: they may pass later, when all of the wall
// that they cut off has turned white.
func (a *ant) Step(t *colony.Trail) bool {
	if a.need == 0 {
		return false
	}
	if a.attraction != nil {
		t.Attract(a.attraction)
	}
	left := a.candidates
	greedy := len(left) > 1 && t.Greedy()
	for len(left) > 0 {
		i, kept := 0, left
		if a.hooks.Filter != nil {
			if kept = a.hooks.Filter(&a.view, left); len(kept) == 0 {
				break
			}
		}
		if len(kept) > 1 {
			i = t.Choose(kept, greedy)
		}
		cell := kept[i]
		if len(kept) != len(left) || left[i] != cell {
			i = a.placeOf(t, cell, left)
		}
		if c := t.Chooser(); c != nil && !a.isCandidate(cell) {
			c.Refuse("it overwrote its list of candidates: %d is none", cell)
		}
		last := len(left) - 1
		pos := int(a.position[cell])
		if a.wall.isCut(pos) {
			left[i], left[last] = left[last], cell
			left = left[:last]
			continue
		}
		last = len(a.candidates) - 1
		left[i] = a.candidates[last]
		a.candidates = a.candidates[:last]
		a.take(t, pos, cell)
		return a.need > 0
	}
	a.nextIsland(t)
	return a.need > 0
}

// take turns a cell white that the last call of isCut let pass. The cell has
// left the candidates.
func (a *ant) take(t *colony.Trail, pos int, cell int32) {
	a.wall.open(pos)
	a.chosen = append(a.chosen, cell)
	t.Took(cell)
	a.need--
	a.gather(pos, free)
	if a.need == 0 {
		a.nextIsland(t)
	}
}

// gather notes that the growing island touches the four neighbours of one of
// its positions.
func (a *ant) gather(pos int, fresh uint16) {
	n, s := len(a.candidates), a.frame.stride
	list := a.candidates[:n+4]
	n = a.meet(pos-s, fresh, list, n)
	n = a.meet(pos-1, fresh, list, n)
	n = a.meet(pos+1, fresh, list, n)
	n = a.meet(pos+s, fresh, list, n)
	a.candidates = list[:n]
}

// meet notes that the growing island touches a position: one that was free
// becomes the island's, one that another island touches becomes nobody's. One
// that was as fresh says becomes candidate n of the list. It is written
// without branches: which of the cases it is nothing could predict.
func (a *ant) meet(pos int, fresh uint16, list []int32, n int) int {
	was, is := a.beside[pos], blocked
	if was == a.island {
		is = was
	}
	if was == free {
		is = a.island
	}
	a.beside[pos] = is
	list[n] = a.cell[pos]
	if was == fresh {
		n++
	}
	return n
}

// Cost is the paper's, missing white cells plus black 2×2 blocks, and what
// the paper's construction takes for granted: clues that touch, and pieces of
// a wall that was never whole. On every puzzle that can be solved, and has no
// corner cut off by clues, these are zero.
func (a *ant) Cost() float64 {
	f := a.missing - len(a.chosen) + a.wall.blocks + a.touching
	if f == 0 && a.inPieces {
		f = max(a.wall.pieces()-1, 0)
	}
	if f > 0 {
		return a.hooks.Judge(&a.view, float64(f))
	}
	return float64(f)
}

// Improve lets the hook improve the finished board.
func (a *ant) Improve(t *colony.Trail, budget int) int {
	if a.hooks.Improve == nil {
		return 0
	}
	return a.hooks.Improve(&a.view, budget)
}

func (a *ant) Chosen() []int32 { return a.chosen }

func (a *ant) Board() puzzle.Grid {
	for i := range a.board.Values {
		a.board.Values[i] = nurikabe.Wall
	}
	for _, pos := range a.clueCells {
		a.board.Values[a.cell[pos]] = nurikabe.Island
	}
	for _, cell := range a.chosen {
		a.board.Values[cell] = nurikabe.Island
	}
	return a.board
}
