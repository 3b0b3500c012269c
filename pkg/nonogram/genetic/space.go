package genetic

import (
	"math/bits"
	"math/rand/v2"

	"formicary/pkg/lists"
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
)

// space is a puzzle as the algorithm sees it, and its working memory.
type space struct {
	size  puzzle.Size
	words int       // of 64 cells in a row of a board
	rows  [][]int32 // lengths of blocks
	cols  [][]int32
	first []int32 // by column: where its genes are in an individual's
	count Cost

	runs, old, new []int32 // of the row that is judged
	chosen         []int32 // by sample
}

// individual is a board whose columns satisfy their clues.
type individual struct {
	genes []int32  // the starts of the columns' blocks, column by column
	cells []uint64 // a bit a cell, by rows
	rows  []int32  // the cost of each row
	cost  int      // their sum
}

func newSpace(p *nonogram.Puzzle, count Cost) *space {
	s := &space{size: p.Size(), count: count}
	s.words = (s.size.Cols + 63) / 64
	for r := range s.size.Rows {
		s.rows = append(s.rows, lengths(p.Row(r)))
	}
	genes := int32(0)
	for c := range s.size.Cols {
		s.cols = append(s.cols, lengths(p.Col(c)))
		s.first = append(s.first, genes)
		genes += int32(len(p.Col(c)))
	}
	s.first = append(s.first, genes)
	return s
}

func lengths(clue nonogram.Clue) []int32 {
	return lists.Map(clue, func(block nonogram.Block) int32 { return int32(block.Length) })
}

func (s *space) newIndividual() individual {
	return individual{
		genes: make([]int32, s.first[s.size.Cols]),
		cells: make([]uint64, s.size.Rows*s.words),
		rows:  make([]int32, s.size.Rows),
	}
}

// bytes is the memory of an individual.
func (s *space) bytes() int {
	return 4*int(s.first[s.size.Cols]) + 8*s.size.Rows*s.words + 4*s.size.Rows + 80
}

func (x *individual) copyFrom(y *individual) {
	copy(x.genes, y.genes)
	copy(x.cells, y.cells)
	copy(x.rows, y.rows)
	x.cost = y.cost
}

// column is the part of an individual's genes that column c is.
func (s *space) column(x *individual, c int) []int32 { return x.genes[s.first[c]:s.first[c+1]] }

// sample draws starts of blocks for a column, each arrangement that satisfies
// the clue with the same probability. Arrangements of k blocks with slack l are
// the choices of k out of l+k things (stars and bars): what block i stands
// beyond its earliest start is the number of things before its own that were
// not chosen. The choice is Floyd's (Bentley and Floyd, "A Sample of
// Brilliance", CACM 1987), kept in order.
func (s *space) sample(starts []int32, c int, r *rand.Rand) {
	blocks := s.cols[c]
	k := len(blocks)
	span := int32(k - 1)
	for _, n := range blocks {
		span += n
	}
	all := int32(s.size.Rows) - span + int32(k) // l + k
	chosen := s.chosen[:0]
	for j := all - int32(k); j < all; j++ {
		v := r.Int32N(j + 1)
		at := len(chosen)
		for at > 0 && chosen[at-1] > v {
			at--
		}
		if at > 0 && chosen[at-1] == v {
			chosen = append(chosen, j) // larger than all before
			continue
		}
		chosen = append(chosen, 0)
		copy(chosen[at+1:], chosen[at:])
		chosen[at] = v
	}
	s.chosen = chosen
	earliest := int32(0)
	for i, n := range blocks {
		starts[i] = earliest + chosen[i] - int32(i)
		earliest += n + 1
	}
}

// paint sets or clears the cells of a column's blocks.
func (s *space) paint(x *individual, c int, starts []int32, filled bool) {
	word, bit := c>>6, uint64(1)<<(c&63)
	for i, n := range s.cols[c] {
		for r := starts[i]; r < starts[i]+n; r++ {
			if filled {
				x.cells[int(r)*s.words+word] |= bit
			} else {
				x.cells[int(r)*s.words+word] &^= bit
			}
		}
	}
}

// judge computes the costs of all rows.
func (s *space) judge(x *individual) {
	x.cost = 0
	for r := range x.rows {
		x.rows[r] = s.row(x, r)
		x.cost += int(x.rows[r])
	}
}

// row is the cost of one row.
func (s *space) row(x *individual, r int) int32 {
	cells := x.cells[r*s.words : (r+1)*s.words]
	runs := s.runs[:0]
	if s.words == 1 {
		for w := cells[0]; w != 0; {
			n := bits.TrailingZeros64(^(w >> bits.TrailingZeros64(w)))
			runs = append(runs, int32(n))
			w &= w + w&-w // the carry runs through the lowest run
		}
	} else {
		runs = longRuns(runs, cells)
	}
	s.runs = runs
	blocks := s.rows[r]
	switch s.count {
	case Edit:
		return s.edit(runs, blocks)
	case Rows:
		if len(runs) != len(blocks) {
			return 1
		}
		for i, n := range runs {
			if n != blocks[i] {
				return 1
			}
		}
		return 0
	}
	sum := int32(0)
	for i := range max(len(runs), len(blocks)) {
		switch {
		case i >= len(runs):
			sum += blocks[i]
		case i >= len(blocks):
			sum += runs[i]
		case runs[i] > blocks[i]:
			sum += runs[i] - blocks[i]
		default:
			sum += blocks[i] - runs[i]
		}
	}
	return sum
}

// longRuns reads the runs off a row of several words.
func longRuns(runs []int32, cells []uint64) []int32 {
	open := false // the last run reaches the end of the word before
	for _, w := range cells {
		for at := 0; at < 64; {
			rest := w >> at
			if rest&1 == 0 {
				open = false
				if rest == 0 {
					break
				}
				at += bits.TrailingZeros64(rest)
				continue
			}
			n := min(bits.TrailingZeros64(^rest), 64-at)
			if open {
				runs[len(runs)-1] += int32(n)
			} else {
				runs = append(runs, int32(n))
			}
			at += n
			open = at == 64
		}
	}
	return runs
}

// edit is the least cost of an alignment.
func (s *space) edit(runs, blocks []int32) int32 {
	old, new := append(s.old[:0], 0), s.new[:0]
	for j, n := range blocks {
		old = append(old, old[j]+n)
	}
	for _, a := range runs {
		new = append(new[:0], old[0]+a)
		for j, n := range blocks {
			d := a - n
			if d < 0 {
				d = -d
			}
			new = append(new, min(old[j]+d, old[j+1]+a, new[j]+n))
		}
		old, new = new, old
	}
	s.old, s.new = old, new
	return old[len(blocks)]
}

// board is an individual's board.
func (s *space) board(x *individual) puzzle.Grid {
	board := puzzle.NewGrid(s.size, nonogram.Blank)
	for i := range board.Values {
		r, c := i/s.size.Cols, i%s.size.Cols
		if x.cells[r*s.words+c>>6]>>(c&63)&1 == 1 {
			board.Values[i] = nonogram.Filled
		}
	}
	return board
}
