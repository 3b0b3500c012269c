package acs

import (
	"fmt"

	"formicary/pkg/colony"
	"formicary/pkg/nurikabe"
)

// View is what a rule of one's own sees of the ant that asks it: the board so
// far, the island under way and the pheromone. It is valid during the call.
// Cells are raster indices, islands are numbered as their clues stand on the
// board in raster order.
type View struct {
	ant   *ant
	trail *colony.Trail
}

// Puzzle is the instance.
func (v *View) Puzzle() *nurikabe.Puzzle { return v.ant.puzzle }

// IsWall says whether a cell is still wall.
func (v *View) IsWall(cell int32) bool { return v.ant.wall.isBlack(int(v.ant.position[cell])) }

// Breaks is the number of black 2×2 blocks that turning the wall cell white
// would break, 0 to 4.
func (v *View) Breaks(cell int32) int { return v.ant.wall.breaks(int(v.ant.position[cell])) }

// Blocks is the number of black 2×2 blocks on the board.
func (v *View) Blocks() int { return v.ant.wall.blocks }

// Missing is the number of white cells that the board still lacks.
func (v *View) Missing() int { return v.ant.missing - len(v.ant.chosen) }

// Island is the number of the island that grows, Needs the cells it lacks.
func (v *View) Island() int { return int(v.ant.island) - 1 }

// Needs is the number of cells that the growing island lacks.
func (v *View) Needs() int { return int(v.ant.need) }

// Clue is the size that an island is to have, Seed the cell of its clue.
func (v *View) Clue(island int32) int { return int(v.ant.clues[island]) }

// Seed is the cell of an island's clue.
func (v *View) Seed(island int32) int32 { return v.ant.cell[v.ant.seeds[island]] }

// Pheromone is the pheromone of a cell.
func (v *View) Pheromone(cell int32) float64 { return v.trail.Tau[cell] }

// Intn is a random number of 0 to n-1 from the run's own source.
func (v *View) Intn(n int) int { return v.trail.Intn(n) }

// Float64 is a random number in [0, 1) from the run's own source.
func (v *View) Float64() float64 { return v.trail.Float64() }

// askOrder lets the replaced island order choose among the islands left.
func (a *ant) askOrder(t *colony.Trail, order func(*View, []int32) int) int32 {
	a.view.trail = t
	it := &a.itinerary
	left := it.left[it.next:]
	i := order(&a.view, left)
	if i < 0 || i >= len(left) {
		panic(fmt.Sprintf("acs: Order answered %d for %d islands", i, len(left)))
	}
	it.swap(it.next + i)
	island := it.left[it.next]
	it.next++
	return island
}

// stepFiltered is Step for a replaced candidate filter, which is to see only
// cells that may be taken: all are tested first.
func (a *ant) stepFiltered(t *colony.Trail) bool {
	a.view.trail = t
	a.legal = a.legal[:0]
	for _, cell := range a.candidates {
		if !a.wall.isCut(int(a.position[cell])) {
			a.legal = append(a.legal, cell)
		}
	}
	var kept []int32
	if len(a.legal) > 0 {
		kept = a.filter(&a.view, a.legal)
	}
	if len(kept) == 0 {
		a.nextIsland(t)
		return a.need > 0
	}
	cell := kept[0]
	if len(kept) > 1 {
		cell = kept[t.Choose(kept, t.Greedy())]
	}
	for i, c := range a.candidates {
		if c != cell {
			continue
		}
		last := len(a.candidates) - 1
		a.candidates[i] = a.candidates[last]
		a.candidates = a.candidates[:last]
		pos := int(a.position[cell])
		if a.wall.isCut(pos) {
			break
		}
		a.take(t, pos, cell)
		return a.need > 0
	}
	panic(fmt.Sprintf("acs: Filter answered cell %d, which is none of its candidates", cell))
}

// askCost lets the replaced cost judge a board that is no solution.
func (a *ant) askCost() float64 {
	cost := a.solver.Cost(&a.view)
	if !(cost > 0) {
		panic(fmt.Sprintf("acs: Cost answered %v for a board that is no solution; expected a number above 0", cost))
	}
	return cost
}
