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
			wrong := p.Check(p.BoardOf(before))
			alltest.Require(t, wrong == nil, "seed %d: no loop: %v", seed, wrong)
			w = ringOf(size, thin, func(cell int) []int { return before[cell] }, 0)
			row := r.IntN(size.Rows)
			near := func(cell int) bool { return size.At(cell).Row >= row }
			w.vary(near, r)
			for cell, links := range w.values() {
				alltest.Require(t, near(cell) || slices.Equal(links, before[cell]), "seed %d: the loop changed in cell %d: %v, was %v", seed, cell, links, before[cell])
			}
		}
	}
}

// TestPearl: a cell is good for a pearl if the judge of Masyu accepts one there, and loops that like pearls have more of them.
func TestPearl(t *testing.T) {
	size := puzzle.Size{Rows: 8, Cols: 8}
	count := func(taste taste, seed uint64) (pearls int) {
		w := newRing(size, taste, rand.New(rand.NewPCG(seed, 1)))
		in := alltest.Must(Masyu.Blank(size))(t)
		for cell, links := range w.values() {
			accepted := false
			for _, sign := range []string{"w", "b"} {
				in.Put(model.Clues, cell, sign)
				p := alltest.Must(Masyu.New("pearl", Masyu.Name, in.Text()))(t)
				accepted = accepted || p.Check(p.BoardOf(w.values())) == nil
			}
			in.Put(model.Clues, cell, model.None)
			at := size.At(cell)
			good := slices.Contains(links, 1) && w.pearl(at.Row, at.Col)
			alltest.Require(t, good == accepted, "seed %d, cell %d: good for a pearl %v, accepted %v", seed, cell, good, accepted)
			if accepted {
				pearls++
			}
		}
		return pearls
	}
	few, many := 0, 0
	for seed := range uint64(5) {
		few, many = few+count(thin, seed), many+count(pearled, seed)
	}
	alltest.Check(t, 2*many >= 3*few, "%d pearls, and %d where they are not asked for", many, few)
}
