package memetic

import (
	"formicary/pkg/colony"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// problem is a Nurikabe as package colony sees it: the components are the cells
// in raster order.
type problem struct {
	*ground
	moves   int // of the improver, for each board
	cooling [temperatures]odds
	// Windows in a row without a lower cost, and moves for each cell of one.
	patience, local int
	corners         bool
	kept            int // finished boards
	breed           breed
	worth           []float64 // η^β by the number of black blocks that a cell breaks; nil where β is 0
	solved          bool      // an ant solved a board
}

func newProblem(s *Solver, p *nurikabe.Puzzle) *problem {
	pr := &problem{ground: newGround(p), moves: s.Moves * p.Size().Cells(), patience: s.Mend, local: s.Local, corners: s.Corners, kept: s.Kept}
	if pr.moves > 0 {
		pr.cooling = s.cool()
	}
	if s.Beta > 0 {
		for blocks := range 5 {
			pr.worth = append(pr.worth, solver.Exp(float64(s.Beta*solver.Log(float64(1+blocks)))))
		}
	}
	return pr
}

func (pr *problem) Components() int { return len(pr.position) }

func (pr *problem) Scale() int { return len(pr.position) }

func (pr *problem) NewAnt() colony.Ant {
	a := &ant{problem: pr, land: newLand(pr.ground), board: puzzle.NewGrid(pr.puzzle.Size(), nurikabe.Wall)}
	for k := 1; k < len(pr.clues); k++ {
		if pr.clues[k] > 1 {
			a.order = append(a.order, uint16(k))
		}
	}
	a.corners = pr.corners
	a.listed = make([]uint16, pr.n)
	return a
}

var _ colony.Improver = (*ant)(nil)

// ant builds one board by the paper's Algorithm 1, islands in random order, and
// improves it.
type ant struct {
	*land
	problem    *problem
	order      []uint16 // islands with more than one cell
	next       int      // place in order of the island after the one that grows
	island     uint16   // that grows; 0 where the board is built
	candidates []int32  // cells that were found to border it
	scores     []float64
	listed     []uint16 // the last island that a position was a candidate of
	chosen     []int32
	board      puzzle.Grid
	begun      bool // it has built a board
}

func (a *ant) Reset(t *colony.Trail) {
	a.land.reset()
	clear(a.listed)
	a.next = 0
	for i := len(a.order) - 1; i > 0; i-- {
		j := t.Intn(i + 1)
		a.order[i], a.order[j] = a.order[j], a.order[i]
	}
	a.nextIsland()
}

// nextIsland goes on to the next island.
func (a *ant) nextIsland() {
	a.island, a.candidates = 0, a.candidates[:0]
	if a.next < len(a.order) {
		a.island = a.order[a.next]
		a.next++
		a.gather(a.clueAt[a.island])
	}
}

// gather puts the wall cells beside a position among the candidates.
func (a *ant) gather(pos int32) {
	for d := 1; d < 8; d += 2 {
		next := pos + int32(a.delta[d])
		if a.owner[next] == black && a.listed[next] != a.island {
			a.listed[next] = a.island
			a.candidates = append(a.candidates, a.cell[next])
		}
	}
}

// Step chooses before it tests, see [colony.Trail.Choose].
func (a *ant) Step(t *colony.Trail) bool {
	if a.island == 0 {
		return false
	}
	left := a.candidates
	greedy := t.Greedy()
	for len(left) > 0 {
		i := 0
		if len(left) > 1 {
			i = a.choose(t, left, greedy)
		}
		cell, last := left[i], len(left)-1
		pos := a.position[cell]
		if a.neighbour(pos) != a.island || a.cuts(pos) {
			left[i], left[last] = left[last], cell
			left = left[:last]
			continue
		}
		last = len(a.candidates) - 1
		left[i] = a.candidates[last]
		a.candidates = a.candidates[:last]
		a.open(pos, a.island)
		t.Took(cell)
		a.gather(pos)
		if a.size[a.island] == a.clues[a.island] {
			a.nextIsland()
		}
		return a.island != 0
	}
	a.nextIsland()
	return a.island != 0
}

// choose is the place of the cell that is chosen: by pheromone, and by what cells
// are worth where β is above 0.
func (a *ant) choose(t *colony.Trail, cells []int32, greedy bool) int {
	if a.problem.worth == nil {
		return t.Choose(cells, greedy)
	}
	a.scores = a.scores[:0]
	sum, most, place, ties := 0.0, -1.0, 0, 0
	for i, cell := range cells {
		score := float64(t.Tau[cell] * a.problem.worth[blocksOf[a.ring[a.position[cell]]]])
		a.scores = append(a.scores, score)
		sum += score
		switch {
		case score > most:
			most, place, ties = score, i, 1
		case score == most:
			if ties++; t.Intn(ties) == 0 {
				place = i
			}
		}
	}
	if greedy {
		return place
	}
	point := float64(t.Float64() * sum)
	for i, score := range a.scores {
		if point -= score; point < 0 {
			return i
		}
	}
	return len(cells) - 1
}

// Improve anneals the finished board, and then where it is wrong, unless an ant before
// has a solution. On a large board, where that takes minutes, the first board stays as it is: the run has a board soon.
func (a *ant) Improve(t *colony.Trail, budget int) int {
	const large = 10_000 // cells
	if !a.begun && len(a.position) > large {
		a.begun = true
		return 0
	}
	if a.problem.moves == 0 || a.problem.solved {
		return 0
	}
	pr := a.problem
	judged := a.anneal(t.Random, &pr.cooling, pr.moves, int64(budget), t.Expired)
	taken, _ := pr.breed.cross(a.land, int64(budget)-judged)
	judged += taken
	for better := true; better; judged += taken {
		judged += a.mend(t.Random, &pr.cooling, pr.patience, pr.local, int64(budget)-judged, t.Expired)
		taken, better = pr.breed.cross(a.land, int64(budget)-judged)
	}
	if pr.kept > 0 {
		pr.breed.keep(a.land, pr.kept)
	}
	pr.solved = a.Cost() == 0
	return int(judged)
}

// Cost is the paper's, of the improved board: missing white cells plus black 2×2
// blocks; and clues that touch, and pieces of a wall that was never whole.
func (a *ant) Cost() float64 {
	cost := a.cost() + a.touching
	if cost == 0 && a.walls > 1 {
		cost = max(a.pieces()-1, 0)
	}
	return float64(cost)
}

// Chosen are the white cells without clues, island by island.
func (a *ant) Chosen() []int32 {
	a.chosen = a.chosen[:0]
	for k := 1; k < len(a.clues); k++ {
		for _, pos := range a.cells(uint16(k)) {
			if !a.isClue[pos] {
				a.chosen = append(a.chosen, a.cell[pos])
			}
		}
	}
	return a.chosen
}

func (a *ant) Board() puzzle.Grid {
	for cell, pos := range a.position {
		a.board.Values[cell] = nurikabe.Island
		if a.owner[pos] == black {
			a.board.Values[cell] = nurikabe.Wall
		}
	}
	return a.board
}
