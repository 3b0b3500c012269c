package memetic

import "formicary/pkg/nurikabe"

// The owner of a position is an island, from 1, or one of these.
const (
	black   uint16 = 0
	outside uint16 = 0xffff // the frame around the board
)

// ground is what all boards of one puzzle share. Positions are those of a board
// with a frame of one cell on each side, row by row.
type ground struct {
	puzzle *nurikabe.Puzzle
	framed
	islands
	// What no board can mend, or hardly one: pairs of clues side by side, and a
	// wall that clues cut into pieces.
	touching int
	walls    int // pieces of the wall at first
}

// framed is the board with its frame.
type framed struct {
	rows, cols int
	stride     int
	n          int     // positions
	delta      [8]int  // from a position to its neighbours, clockwise from the corner at the top left
	frame      []uint8 // which of the neighbours of a position are frame, one bit each
	position   []int32 // of a cell
	cell       []int32 // at a position; -1 on the frame
}

// islands are the clues.
type islands struct {
	isClue []bool
	free   []int32 // positions without a clue
	// By island, from 1:
	clues  []int32
	clueAt []int32 // position
	base   []int32 // where its list of cells begins
	room   int     // for all lists
}

func newGround(p *nurikabe.Puzzle) *ground {
	size := p.Size()
	s := size.Cols + 2
	g := &ground{
		puzzle: p,
		framed: framed{
			rows: size.Rows, cols: size.Cols, stride: s, n: (size.Rows + 2) * s,
			delta:    [8]int{-s - 1, -s, -s + 1, 1, s + 1, s, s - 1, -1},
			position: make([]int32, size.Cells()),
		},
		islands: islands{clues: []int32{0}, clueAt: []int32{0}, base: []int32{0}},
	}
	g.cell, g.frame, g.isClue = make([]int32, g.n), make([]uint8, g.n), make([]bool, g.n)
	for i := range g.cell {
		g.cell[i] = -1
	}
	for i := range size.Cells() {
		pos := int32((i/size.Cols+1)*s + i%size.Cols + 1)
		g.position[i], g.cell[pos] = pos, int32(i)
	}
	for _, pos := range g.position {
		for d, delta := range g.delta {
			if g.cell[int(pos)+delta] < 0 {
				g.frame[pos] |= 1 << d
			}
		}
	}
	for _, cell := range p.ClueCells() {
		pos := g.position[cell]
		g.isClue[pos] = true
		g.clues = append(g.clues, int32(p.Clue(cell)))
		g.clueAt = append(g.clueAt, pos)
		g.base = append(g.base, int32(g.room))
		g.room += p.Clue(cell)
		if g.isClue[int(pos)-s] {
			g.touching++
		}
		if g.isClue[pos-1] {
			g.touching++
		}
	}
	for _, pos := range g.position {
		if !g.isClue[pos] {
			g.free = append(g.free, pos)
		}
	}
	g.walls = newLand(g).pieces()
	return g
}
