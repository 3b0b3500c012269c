package acs

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/sudokutest"
)

// oracle propagates as the rules say, over and over until nothing changes.
type oracle struct {
	l     *sudoku.Layout
	can   []map[int]bool // digits from 1
	value []int
}

func newOracle(l *sudoku.Layout) *oracle {
	o := &oracle{l: l, value: make([]int, l.N*l.N)}
	for range o.value {
		can := map[int]bool{}
		for d := 1; d <= l.N; d++ {
			can[d] = true
		}
		o.can = append(o.can, can)
	}
	return o
}

func (o *oracle) set(cell, digit int) {
	o.value[cell] = digit
	o.can[cell] = map[int]bool{digit: true}
	for _, p := range o.l.Peers[cell] {
		delete(o.can[p], digit)
	}
}

// propagate fills one single after another.
func (o *oracle) propagate() {
	for {
		cell, digit := o.single()
		if cell < 0 {
			return
		}
		o.set(cell, digit)
	}
}

func (o *oracle) single() (cell, digit int) {
	for c, can := range o.can {
		if o.value[c] == 0 && len(can) == 1 {
			for d := range can {
				return c, d
			}
		}
	}
	for _, unit := range o.l.Units {
		for d := 1; d <= o.l.N; d++ {
			places, last := 0, 0
			for _, c := range unit {
				if o.can[c][d] {
					places, last = places+1, int(c)
				}
			}
			if places == 1 && o.value[last] == 0 {
				return last, d
			}
		}
	}
	return -1, 0
}

// On the way to a solution, digit by digit in random order, the board is what
// the oracle says after each placement.
func TestPropagationEqualsOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, box := range boxes[:6] {
		l := sudoku.LayoutOf(box)
		for range 6 {
			values := sudokutest.Solution(r, box)
			b, o := newBoard(newGeometry(l)), newOracle(l)
			for _, c := range r.Perm(len(values)) {
				if !b.open(c) {
					continue
				}
				b.set(c, int(values[c]-1))
				o.set(c, int(values[c]))
				o.propagate()
				filled := 0
				for c, v := range o.value {
					can := uint64(0)
					for d := range o.can[c] {
						can |= 1 << (d - 1)
					}
					alltest.Require(t, int(b.value[c]) == v && b.can[c] == can,
						"%v: cell %d: digit %d of %b, want %d of %b", box, c, b.value[c], b.can[c], v, can)
					if v != 0 {
						filled++
					}
				}
				if b.filled != filled || b.contradictory() {
					t.Fatalf("%v: %d cells filled, want %d; contradictory: %v", box, b.filled, filled, b.contradictory())
				}
			}
			alltest.Require(t, b.filled == len(values), "%v: %d cells of %d filled", box, b.filled, len(values))
		}
	}
}

// Whatever digits are chosen, on boards that contradict themselves too: no
// unit holds a digit twice, candidates are exactly the digits that nobody in
// sight has or that propagation took away, at least two where a cell is open,
// and the four books of them agree.
func TestPropagationKeepsItsBooks(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	broken := 0
	for i := range 160 {
		l := sudoku.LayoutOf(boxes[i%len(boxes)])
		n := l.N
		g := newGeometry(l)
		b := newBoard(g)
		for _, c := range r.Perm(n * n) {
			if !b.open(c) {
				continue
			}
			digits := b.can[c]
			for range r.IntN(bits.OnesCount64(digits)) {
				digits &= digits - 1
			}
			b.set(c, bits.TrailingZeros64(digits))
		}
		if b.filled < n*n {
			broken++
		}
		alltest.Require(t, (b.filled < n*n) == b.contradictory(), "%v: %d cells filled, contradictory: %v", l.Box, b.filled, b.contradictory())
		for u, unit := range l.Units {
			for d := range n {
				var places uint64
				placed := 0
				for k, c := range unit {
					if b.value[c] == uint8(d+1) {
						placed++
					} else if b.can[c]>>d&1 == 1 {
						places |= 1 << k
					}
				}
				alltest.Require(t, placed <= 1 && (placed != 1 || places == 0) && b.where[d*3*n+u] == places,
					"%v: unit %d, digit %d: %d times placed, places %b, noted %b", l.Box, u, d+1, placed, places, b.where[d*3*n+u])
			}
		}
		for c, can := range b.can {
			alltest.Require(t, (b.value[c] == 0 || can == 1<<(b.value[c]-1)) && (b.value[c] != 0 || can == 0),
				"%v: a finished board has cell %d with digit %d of %b", l.Box, c, b.value[c], can)
		}
	}
	alltest.Check(t, broken >= 40, "only %d of 160 boards contradict themselves", broken)
}
