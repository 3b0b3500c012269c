package exact

import (
	"fmt"

	"formicary/pkg/cdcl"
	"formicary/pkg/nurikabe"
	"formicary/pkg/solver"
)

// model is what does not change while one instance is solved: cells, islands,
// and the pairs (cell, island) that are possible at all. The variables are one
// for each cell (true: island) followed by one for each pair (true: the cell
// belongs to that island). The pairs of one island are consecutive.
type model struct {
	rows, cols, cells int
	around            [][4]int32 // the four neighbours of a cell, -1 off the board
	clueAt            []int32    // the island whose clue stands on a cell, -1 for none
	islands           []region
	wall              region
	pairing
}

// pairing are the pairs.
type pairing struct {
	pairCell   []int32
	pairIsland []int32
	// cellPairs[cellStart[c]:cellStart[c+1]] are the pairs of cell c.
	cellStart []int32
	cellPairs []int32
}

// region is a set of nodes of which some connected part is to be chosen: the
// pairs of an island, or the cells of the board for the wall. Node k is in the
// part when the literal lit(k) is true.
type region struct {
	base  int32 // variable of node 0
	sign  cdcl.Lit
	next  [][4]int32 // neighbours by node, -1 for none
	least int        // nodes that the part has at least
	most  int        // nodes that the part has at most
	known int        // nodes that are in, by the assignments seen so far
	dirty bool
}

func (r *region) lit(k int32) cdcl.Lit { return cdcl.Lit((r.base+k)<<1) | r.sign }

func (r *region) node(l cdcl.Lit) int32 { return int32(l.Var()) - r.base }

// mostPairs is the most pairs of a cell and an island that may reach it, by the
// islands' sizes alone: about 1 GiB of memory.
const mostPairs = 1 << 22

// affords is the error of a puzzle that would take more pairs; it wraps
// [solver.ErrPuzzle].
func affords(p *nurikabe.Puzzle) error {
	cells, pairs := p.Size().Cells(), 0
	for _, c := range p.ClueCells() {
		// Within n-1 steps of a cell lie 2n(n-1)+1 cells.
		if n := p.Clue(c); n != nurikabe.Unknown && n < cells {
			pairs += min(2*n*(n-1)+1, cells)
		} else {
			pairs += cells
		}
	}
	if pairs <= mostPairs {
		return nil
	}
	return fmt.Errorf("%s: nurikabe %s: %w: its islands can reach %d cells together: at most %d, which take 1 GiB of memory", Name, p.ID(), solver.ErrPuzzle, pairs, mostPairs)
}

// newModel finds the pairs: an island reaches the cells within its size of its
// clue, along ways that keep clear of the other clues.
func newModel(p *nurikabe.Puzzle) *model {
	size := p.Size()
	m := &model{rows: size.Rows, cols: size.Cols, cells: size.Cells()}
	m.around = make([][4]int32, m.cells)
	m.clueAt = make([]int32, m.cells)
	for c := range m.around {
		row, col := c/m.cols, c%m.cols
		m.around[c] = [4]int32{-1, -1, -1, -1}
		if row > 0 {
			m.around[c][0] = int32(c - m.cols)
		}
		if col > 0 {
			m.around[c][1] = int32(c - 1)
		}
		if col < m.cols-1 {
			m.around[c][2] = int32(c + 1)
		}
		if row < m.rows-1 {
			m.around[c][3] = int32(c + m.cols)
		}
		m.clueAt[c] = -1
	}
	clueCells := p.ClueCells()
	for i, c := range clueCells {
		m.clueAt[c] = int32(i)
	}
	// touches[c]: the island whose clue touches c; -2 for more than one.
	touches := make([]int32, m.cells)
	for c := range touches {
		touches[c] = -1
		for _, d := range m.around[c] {
			if d >= 0 && m.clueAt[d] >= 0 {
				if touches[c] == -1 {
					touches[c] = m.clueAt[d]
				} else {
					touches[c] = -2
				}
			}
		}
	}
	m.islands = make([]region, len(clueCells))
	local := make([]int32, m.cells) // node of a cell in the present island
	for c := range local {
		local[c] = -1
	}
	count := make([]int32, m.cells+1)
	white, known := 0, true
	for i, cell := range clueCells {
		r := &m.islands[i]
		first := len(m.pairCell)
		r.base = int32(m.cells + first)
		r.least, r.most = p.Clue(cell), p.Clue(cell)
		if p.Clue(cell) == nurikabe.Unknown {
			r.least, r.most, known = 1, m.cells, false
		}
		white += r.least
		m.pairCell = append(m.pairCell, int32(cell))
		local[cell] = 0
		begin, end := first, len(m.pairCell)
		for distance := 1; distance < r.most && begin < end; distance++ {
			for _, c := range m.pairCell[begin:end] {
				for _, d := range m.around[c] {
					if d >= 0 && local[d] < 0 && m.clueAt[d] < 0 && (touches[d] == -1 || touches[d] == int32(i)) {
						local[d] = int32(len(m.pairCell) - first)
						m.pairCell = append(m.pairCell, d)
					}
				}
			}
			begin, end = end, len(m.pairCell)
		}
		nodes := m.pairCell[first:]
		r.next = make([][4]int32, len(nodes))
		for k, c := range nodes {
			m.pairIsland = append(m.pairIsland, int32(i))
			count[c+1]++
			for way, d := range m.around[c] {
				r.next[k][way] = -1
				if d >= 0 {
					r.next[k][way] = local[d]
				}
			}
		}
		for _, c := range nodes {
			local[c] = -1
		}
	}
	for c := range m.cells {
		count[c+1] += count[c]
	}
	m.cellStart = count
	m.cellPairs = make([]int32, len(m.pairCell))
	fill := make([]int32, m.cells)
	for p, c := range m.pairCell {
		m.cellPairs[count[c]+fill[c]] = int32(p)
		fill[c]++
	}
	m.wall = region{sign: 1, next: m.around, least: max(m.cells-white, 0), most: m.cells - white}
	if !known {
		m.wall.least = 0
	}
	return m
}

// pairs are the pairs of a cell.
func (m *model) pairs(c int32) []int32 { return m.cellPairs[m.cellStart[c]:m.cellStart[c+1]] }

// white is the literal "the cell is island", member "the pair holds".
func white(c int32) cdcl.Lit             { return cdcl.Lit(c << 1) }
func (m *model) member(p int32) cdcl.Lit { return cdcl.Lit((int32(m.cells) + p) << 1) }
