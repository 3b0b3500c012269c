package acs

import (
	"formicary/pkg/colony"
	"formicary/pkg/puzzle"
)

// View is what a rule of your own sees of the ant that asks it: the board so
// far. It is valid during the call. Cells are raster indices; islands are
// numbered as their clues stand on the board in raster order.
type View struct {
	ant      *ant
	trail    *colony.Trail
	wall     *wall    // the ant's
	position []uint16 // of a cell
}

// Size is the board's size: puzzle.Size.At is the place of a cell.
func (v *View) Size() puzzle.Size { return v.ant.frame.size }

// Breaks is the number of black 2×2 blocks that turning the wall cell white
// would break, 0 to 4.
func (v *View) Breaks(cell int32) int { return v.wall.breaks(int(v.position[cell])) }

// Blocks is the number of black 2×2 blocks on the board.
func (v *View) Blocks() int { return v.ant.wall.blocks }

// Missing is the number of white cells that the board still lacks.
func (v *View) Missing() int { return v.ant.missing - len(v.ant.chosen) }

// Islands is the number of islands.
func (v *View) Islands() int { return len(v.ant.clues) }

// Clue is the number of cells that an island should have.
func (v *View) Clue(island int32) int { return int(v.ant.clues[island]) }

// At is the place of an island's clue.
func (v *View) At(island int32) puzzle.Cell { return v.ant.itinerary.places[island] }

// Visited are the islands that the ant has visited, in order. Where an Order
// rule is asked, the last one is that which the ant comes from; the ants of
// package acs with [Shuffled] and no such rule leave out those with clue 1.
func (v *View) Visited() []int32 {
	it := &v.ant.itinerary
	return it.left[:it.next:it.next]
}

// Grown are the places of the cells that the ant gave to the island visited
// last, in order, without the clue's.
func (v *View) Grown() []puzzle.Cell {
	a, visited := v.ant, v.Visited()
	if len(visited) == 0 {
		return nil
	}
	last := visited[len(visited)-1]
	if a.clues[last] == 1 {
		return nil
	}
	var out []puzzle.Cell
	for _, cell := range a.chosen[len(a.chosen)-int(a.clues[last]-1-a.need):] {
		out = append(out, a.frame.size.At(int(cell)))
	}
	return out
}

// Intn is a random number of 0 to n-1 from the run's own source.
func (v *View) Intn(n int) int { return v.trail.Intn(n) }
