package acs

import "formicary/pkg/colony"

// View is what a rule of your own sees of the ant that asks it: the board so
// far. It is valid during the call. Cells are raster indices; islands are
// numbered as their clues stand on the board in raster order.
type View struct {
	ant   *ant
	trail *colony.Trail
}

// Breaks is the number of black 2×2 blocks that turning the wall cell white
// would break, 0 to 4.
func (v *View) Breaks(cell int32) int { return v.ant.wall.breaks(int(v.ant.position[cell])) }

// Blocks is the number of black 2×2 blocks on the board.
func (v *View) Blocks() int { return v.ant.wall.blocks }

// Missing is the number of white cells that the board still lacks.
func (v *View) Missing() int { return v.ant.missing - len(v.ant.chosen) }

// Clue is the number of cells that an island should have.
func (v *View) Clue(island int32) int { return int(v.ant.clues[island]) }

// Intn is a random number of 0 to n-1 from the run's own source.
func (v *View) Intn(n int) int { return v.trail.Intn(n) }
