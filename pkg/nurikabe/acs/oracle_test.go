package acs

import (
	"math/rand/v2"
	"slices"

	"formicary/pkg/colony"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
)

// The oracle is Algorithm 1 of the paper written down line by line, with the
// standard depth-first search for cut cells, on plain arrays. It is an Ant of
// package colony, so that colony, random source and rules are the same and
// only what the ants do to find their candidates is measured against it. Its
// buffers are kept from step to step: it is slow by its method, not by
// carelessness.

type oracleProblem struct {
	puzzle *nurikabe.Puzzle
	scheme Scheme
}

func (p oracleProblem) Components() int { return p.puzzle.Size().Cells() }
func (p oracleProblem) Scale() int      { return p.puzzle.Size().Cells() }

func (p oracleProblem) NewAnt() colony.Ant {
	n := p.Components()
	return &oracleAnt{
		oracleProblem: p, clueCells: p.puzzle.ClueCells(), size: p.puzzle.Size(),
		itinerary: newItinerary(p.scheme, p.puzzle), owner: make([]int, n),
		depth: make([]int, n), low: make([]int, n), cut: make([]bool, n),
	}
}

type oracleAnt struct {
	oracleProblem
	size      puzzle.Size
	clueCells []int
	itinerary itinerary
	owner     []int // 0 is wall, else the island from 1
	island    int
	cells     []int // of the island
	chosen    []int32
	finished  bool
	list      []int32
	depth     []int
	low       []int
	cut       []bool
}

func (a *oracleAnt) Reset(t *colony.Trail) {
	clear(a.owner)
	for k, seed := range a.clueCells {
		a.owner[seed] = k + 1
	}
	a.chosen = a.chosen[:0]
	a.itinerary.begin(t)
	a.next()
}

func (a *oracleAnt) next() {
	for a.itinerary.more() {
		k := int(a.itinerary.take())
		if a.puzzle.Clue(a.clueCells[k]) > 1 {
			a.island, a.cells, a.finished = k+1, append(a.cells[:0], a.clueCells[k]), false
			return
		}
	}
	a.finished = true
}

func (a *oracleAnt) Step(t *colony.Trail) bool {
	if a.finished {
		return false
	}
	// Lines 12 to 14 of Algorithm 1.
	a.list = a.list[:0]
	a.findCuts()
	for _, cell := range a.cells {
		for next := range a.size.Neighbours(cell) {
			if a.owner[next] == 0 && !slices.Contains(a.list, int32(next)) && !a.cut[next] && !a.touchesAnother(next) {
				a.list = append(a.list, int32(next))
			}
		}
	}
	if len(a.list) > 0 {
		cell := a.list[0]
		if len(a.list) > 1 {
			cell = a.list[t.Choose(a.list, t.Greedy())]
		}
		a.owner[cell] = a.island
		a.cells = append(a.cells, int(cell))
		a.chosen = append(a.chosen, cell)
		t.Took(cell)
	}
	if len(a.list) == 0 || len(a.cells) == a.puzzle.Clue(a.clueCells[a.island-1]) {
		a.next()
	}
	return !a.finished
}

func (a *oracleAnt) touchesAnother(cell int) bool {
	for next := range a.size.Neighbours(cell) {
		if o := a.owner[next]; o != 0 && o != a.island {
			return true
		}
	}
	return false
}

// findCuts marks the articulation points of the wall (Tarjan, Hopcroft 1973).
func (a *oracleAnt) findCuts() {
	clear(a.depth)
	clear(a.cut)
	for cell := range a.owner {
		if a.owner[cell] == 0 && a.depth[cell] == 0 {
			a.visit(cell, -1, 1)
		}
	}
}

func (a *oracleAnt) visit(cell, parent, depth int) {
	a.depth[cell], a.low[cell] = depth, depth
	children := 0
	for next := range a.size.Neighbours(cell) {
		switch {
		case next == parent || a.owner[next] != 0:
		case a.depth[next] != 0:
			a.low[cell] = min(a.low[cell], a.depth[next])
		default:
			children++
			a.visit(next, cell, depth+1)
			a.low[cell] = min(a.low[cell], a.low[next])
			if parent >= 0 && a.low[next] >= depth {
				a.cut[cell] = true
			}
		}
	}
	if parent < 0 && children > 1 {
		a.cut[cell] = true
	}
}

func (a *oracleAnt) Cost() float64 {
	white, blocks := 0, 0
	for r := range a.size.Rows {
		for c := range a.size.Cols {
			i := a.size.Index(puzzle.Cell{Row: r, Col: c})
			if a.owner[i] != 0 {
				white++
			}
			if r+1 < a.size.Rows && c+1 < a.size.Cols &&
				a.owner[i] == 0 && a.owner[i+1] == 0 && a.owner[i+a.size.Cols] == 0 && a.owner[i+a.size.Cols+1] == 0 {
				blocks++
			}
		}
	}
	return float64(a.puzzle.White() - white + blocks)
}

func (a *oracleAnt) Chosen() []int32 { return a.chosen }

func (a *oracleAnt) Board() puzzle.Grid {
	g := puzzle.NewGrid(a.size, nurikabe.Wall)
	for i, o := range a.owner {
		if o != 0 {
			g.Values[i] = nurikabe.Island
		}
	}
	return g
}

// cutCells is the oracle's answer for a set of black cells.
func cutCells(size puzzle.Size, black []bool) []bool {
	a := &oracleAnt{
		size: size, owner: make([]int, len(black)),
		depth: make([]int, len(black)), low: make([]int, len(black)), cut: make([]bool, len(black)),
	}
	for i, b := range black {
		if !b {
			a.owner[i] = 1
		}
	}
	a.findCuts()
	return a.cut
}

// solvablePuzzle makes an instance that has a solution, with about the measures
// of the paper's set, where boards of 10×10 to 20×20 have a clue on every
// eighth cell, islands of 3.8 cells on average, and 45 % white cells. It grows
// a wall from one cell, never closing a 2×2 block, until no cell can be added;
// then it turns cells white that are no cut cells, joining islands up to nine
// cells, until 45 % are white; each island gets a clue.
func solvablePuzzle(r *rand.Rand, size puzzle.Size) *nurikabe.Puzzle {
	n := size.Cells()
	black := make([]bool, n)
	frontier := []int{r.IntN(n)}
	for len(frontier) > 0 {
		k := r.IntN(len(frontier))
		cell := frontier[k]
		frontier = slices.Delete(frontier, k, k+1)
		if black[cell] {
			continue
		}
		black[cell] = true
		if countBlocks(size, black) > 0 {
			black[cell] = false
			continue
		}
		frontier = slices.AppendSeq(frontier, size.Neighbours(cell))
	}
	white := 0
	for _, b := range black {
		if !b {
			white++
		}
	}
	for _, cell := range r.Perm(n) {
		if white*100 >= n*45 {
			break
		}
		if !black[cell] || cutCells(size, black)[cell] {
			continue
		}
		black[cell] = false
		if len(islandOf(size, black, cell)) > 9 {
			black[cell] = true
			continue
		}
		white++
	}
	clues, board := make([]int, n), puzzle.NewGrid(size, nurikabe.Wall)
	for cell, b := range black {
		if b {
			continue
		}
		board.Values[cell] = nurikabe.Island
		if island := islandOf(size, black, cell); cell == slices.Min(island) {
			clues[island[r.IntN(len(island))]] = len(island)
		}
	}
	p, err := nurikabe.New("solvable", size, clues)
	if err != nil {
		panic(err)
	}
	if broken := p.Check(board); len(broken) > 0 {
		panic(broken[0].String())
	}
	return p
}

// islandOf lists the white cells connected to a white cell.
func islandOf(size puzzle.Size, black []bool, cell int) []int {
	island := []int{cell}
	for i := 0; i < len(island); i++ {
		for next := range size.Neighbours(island[i]) {
			if !black[next] && !slices.Contains(island, next) {
				island = append(island, next)
			}
		}
	}
	return island
}
