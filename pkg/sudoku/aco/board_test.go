package aco

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
)

// listing is a board as the paper's listings have it: a value and a set of
// candidates for each cell, and three functions that go through rows, columns
// and boxes.
type listing struct {
	box   puzzle.Size
	n     int
	value []int // 0 is open
	can   []map[int]bool
	spot  bool // fill a cell with one candidate on the spot
}

func newListing(box puzzle.Size, spot bool) *listing {
	n := box.Cells()
	b := &listing{box: box, n: n, value: make([]int, n*n), spot: spot}
	for range b.value {
		can := map[int]bool{}
		for d := 1; d <= n; d++ {
			can[d] = true
		}
		b.can = append(b.can, can)
	}
	return b
}

// pass is Algorithms 1 to 3: at gives the cells of unit k.
func (b *listing) pass(at func(k, i int) int) (updates int) {
	for k := range b.n {
		numbers := map[int]bool{}
		for i := range b.n {
			if v := b.value[at(k, i)]; v != 0 {
				numbers[v] = true
			}
		}
		for i := range b.n {
			c := at(k, i)
			if b.value[c] != 0 {
				continue
			}
			for d := range numbers {
				if b.can[c][d] {
					delete(b.can[c], d)
					updates++
				}
			}
			if b.spot && len(b.can[c]) == 1 {
				b.fillOnly(c)
				updates++
			}
		}
	}
	return updates
}

func (b *listing) fillOnly(c int) {
	for d := range b.can[c] {
		b.value[c] = d
	}
}

// simplify is Algorithm 4, and what fills cells with one candidate.
func (b *listing) simplify() {
	for {
		updates := b.pass(func(row, i int) int { return row*b.n + i })
		updates += b.pass(func(col, i int) int { return i*b.n + col })
		updates += b.pass(func(k, i int) int {
			across := b.n / b.box.Cols
			return (k/across*b.box.Rows+i/b.box.Cols)*b.n + k%across*b.box.Cols + i%b.box.Cols
		})
		if updates > 0 {
			continue
		}
		first := -1
		for c, can := range b.can {
			if b.value[c] == 0 && len(can) == 1 {
				first = c
				break
			}
		}
		if first < 0 || b.spot {
			return
		}
		b.fillOnly(first)
	}
}

// valid says whether no unit holds a digit twice.
func (b *listing) valid(l *sudoku.Layout) bool {
	for _, unit := range l.Units {
		seen := map[int]bool{}
		for _, c := range unit {
			if v := b.value[c]; v != 0 && seen[v] {
				return false
			}
			seen[b.value[c]] = true
		}
	}
	return true
}

// Choice after choice, up to the end of the board, masks and values are those
// of the listings, on boards that come to a dead end too.
func TestSimplificationEqualsListings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	invalid, deadEnds := 0, 0
	for round := range 120 {
		box := []puzzle.Size{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 3}, {Rows: 3, Cols: 4}}[round%4]
		how := Singles(round / 4 % 2) // OneSingle, BatchSingles
		l := sudoku.LayoutOf(box)
		fast, slow := newBoard(l), newListing(box, how == BatchSingles)
		for {
			var cells []int
			for c, v := range fast.value {
				if v == 0 && fast.can[c] != 0 {
					cells = append(cells, c)
				}
			}
			if len(cells) == 0 {
				break
			}
			cell := cells[r.IntN(len(cells))]
			digits := fast.can[cell]
			for range r.IntN(bits.OnesCount64(digits)) {
				digits &= digits - 1
			}
			digit := bits.TrailingZeros64(digits)
			fast.fill(cell, digit)
			if how == OneSingle {
				fast.clear(cell)
			}
			simplify(fast, how)
			slow.value[cell] = digit + 1
			slow.simplify()
			dead := 0
			for c, v := range slow.value {
				can := uint64(0)
				for d := range slow.can[c] {
					can |= 1 << (d - 1)
				}
				alltest.Require(t, int(fast.value[c]) == v && (v != 0 || fast.can[c] == can),
					"%v %v: cell %d: %d of %b, want %d of %b", box, how, c, fast.value[c], fast.can[c], v, can)
				if v == 0 && can == 0 {
					dead++
				}
			}
			alltest.Require(t, fast.dead == dead && (fast.twice == 0) == slow.valid(l),
				"%v %v: %d dead ends, want %d; %d digits too many, valid: %v", box, how, fast.dead, dead, fast.twice, slow.valid(l))
		}
		if fast.twice > 0 {
			invalid++
			alltest.Require(t, how != OneSingle, "%v: filled one at a time, a unit holds a digit twice", box)
		}
		if fast.dead > 0 {
			deadEnds++
		}
	}
	alltest.Check(t, invalid >= 10 && deadEnds >= 20, "only %d invalid boards and %d dead ends of 120", invalid, deadEnds)
}
