package acs

import (
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

// Clue is the size that an island is to have.
func (v *View) Clue(island int32) int { return int(v.ant.clues[island]) }

// ClueCell is the cell of an island's clue.
func (v *View) ClueCell(island int32) int32 { return v.ant.cell[v.ant.clueCells[island]] }

// Pheromone is the pheromone of a cell.
func (v *View) Pheromone(cell int32) float64 { return v.trail.Tau[cell] }

// Intn is a random number of 0 to n-1 from the run's own source.
func (v *View) Intn(n int) int { return v.trail.Intn(n) }

// Float64 is a random number in [0, 1) from the run's own source.
func (v *View) Float64() float64 { return v.trail.Float64() }
