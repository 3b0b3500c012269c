package acs

import (
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

// Turning white one random black cell after another, whether a cut cell or
// not, the union-find gives the depth-first search's answer for every black
// cell of the board at every step, walls in pieces included.
func TestCutCellsEqualDepthFirstSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		size := puzzle.Size{Rows: 1 + r.IntN(9), Cols: 1 + r.IntN(9)}
		var whites []int
		black := make([]bool, size.Cells())
		for i := range black {
			if black[i] = r.Float64() < 0.85; !black[i] {
				whites = append(whites, i)
			}
		}
		f := newFrame(size, whites)
		w := newWall(f)
		onlySafe := r.IntN(2) == 0 // as ants do
		for _, cell := range r.Perm(size.Cells()) {
			want := cutCells(size, black)
			for i := range black {
				alltest.Require(t, w.isBlack(f.position(i)) == black[i], "%v: cell %d is black: %v, want %v", size, i, !black[i], black[i])
				alltest.Require(t, !black[i] || w.isCut(f.position(i)) == want[i],
					"%v, black %v: cut cell %v: %v, want %v", size, black, size.At(i), !want[i], want[i])
			}
			got := countBlocks(size, black)
			alltest.Require(t, w.blocks == got, "%v: %d black blocks, want %d", size, w.blocks, got)
			if !black[cell] || onlySafe && want[cell] {
				continue
			}
			black[cell] = false
			w.force(f.position(cell))
		}
		w.reset()
		for i := range black {
			black[i] = true
		}
		for _, i := range whites {
			black[i] = false
		}
		got := countBlocks(size, black)
		alltest.Require(t, w.blocks == got, "%v after reset: %d black blocks, want %d", size, w.blocks, got)
	}
}

func countBlocks(size puzzle.Size, black []bool) int {
	n := 0
	for r := range size.Rows - 1 {
		for c := range size.Cols - 1 {
			i := r*size.Cols + c
			if black[i] && black[i+1] && black[i+size.Cols] && black[i+size.Cols+1] {
				n++
			}
		}
	}
	return n
}
