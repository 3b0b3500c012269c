package pencil

import (
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// TestRing: a loop is one by the judge of Simple Loop, whatever changes; it is read back from its links, and stays as it was elsewhere
// than near the cells where it changes.
func TestRing(t *testing.T) {
	for seed := range 20 {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		size := puzzle.Size{Rows: 3 + r.IntN(10), Cols: 3 + r.IntN(10)}
		w := newRing(size, thin, r)
		for range 5 {
			before := w.values()
			in := alltest.Must(SimpleLoop.Blank(size))(t)
			for cell, links := range before {
				if !slices.Contains(links, 1) {
					in.Put(model.Clues, cell, "x")
				}
			}
			p := alltest.Must(SimpleLoop.New("ring", SimpleLoop.Name, in.Text()))(t)
			if wrong := p.Check(p.BoardOf(before)); wrong != nil {
				t.Fatalf("seed %d: no loop: %v", seed, wrong)
			}
			w = ringOf(size, thin, func(cell int) []int { return before[cell] }, 0)
			row := r.IntN(size.Rows)
			near := func(cell int) bool { return size.At(cell).Row >= row }
			w.vary(near, r)
			for cell, links := range w.values() {
				if !near(cell) && !slices.Equal(links, before[cell]) {
					t.Fatalf("seed %d: the loop changed in cell %d: %v, was %v", seed, cell, links, before[cell])
				}
			}
		}
	}
}
