package model

import (
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

var divided = &Kind{Name: "divided", Parts: []*Part{Regions}}

// TestDivide: as many regions as asked for, each in one piece and mostly of the sizes asked for; each
// room a rectangle, and every cell in one.
func TestDivide(t *testing.T) {
	size := puzzle.Size{Rows: 8, Cols: 10}
	off := 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		in := alltest.Must(divided.Blank(size))(t)
		in.Divide(r, 16, 3, 7)
		areas, of := in.Areas(nil)
		alltest.Require(t, len(areas) == 16, "%d regions", len(areas))
		for k, area := range areas {
			nodes := make([]Lit, size.Cells())
			for cell := range nodes {
				nodes[cell] = []Lit{False, True}[b2i(of[cell] == k)]
			}
			m := NewModel(size)
			m.Connected(nodes)
			broken, _ := m.form.Constraints[0].Broken([]bool{true})
			alltest.Require(t, broken == nil, "region %d is in pieces", k)
			if n := len(area.Cells); n < 3 || n > 7 {
				off++
			}
		}
		covered := make([]int, size.Cells())
		for _, room := range in.Rooms(r, 2, 9) {
			first, last := size.At(room[0]), size.At(room[len(room)-1])
			n := (last.Row - first.Row + 1) * (last.Col - first.Col + 1)
			alltest.Require(t, n == len(room) && n >= 2 && n <= 9, "a room of %d cells from %v to %v", len(room), first, last)
			for _, cell := range room {
				covered[cell]++
			}
		}
		for cell, n := range covered {
			if n != 1 {
				t.Fatalf("%v is in %d rooms", size.At(cell), n)
			}
		}
	}
	alltest.Check(t, off <= 40*16/100, "%d regions of 640 have another size", off)
}
