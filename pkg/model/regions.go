package model

import (
	"math/rand/v2"
	"strconv"

	"formicary/pkg/puzzle"
)

// Divide divides the board into so many random regions, which grow from random cells. As far as that
// comes out, each has at least least and at most most cells.
func (in *Instance) Divide(r *rand.Rand, regions, least, most int) {
	const tries = 30
	var best []int
	bestOff := -1
	for range tries {
		of, off := grow(in.Size, r, regions, least, most)
		if bestOff < 0 || off < bestOff {
			best, bestOff = of, off
		}
		if off == 0 {
			break
		}
	}
	in.name(best)
}

// grow is one attempt: the region of each cell, and how many cells regions have too few or too
// many.
func grow(size puzzle.Size, r *rand.Rand, regions, least, most int) (of []int, off int) {
	of = make([]int, size.Cells())
	for i := range of {
		of[i] = -1
	}
	count := make([]int, regions)
	for k, cell := range r.Perm(size.Cells())[:regions] {
		of[cell], count[k] = k, 1
	}
	rank := func(k int) int { // of a region: small ones grow first
		switch {
		case k < 0:
			return -1
		case count[k] < least:
			return 2
		case count[k] < most:
			return 1
		}
		return 0
	}
	for left := size.Cells() - regions; left > 0; left-- {
		cell, to, seen := -1, -1, 0
		for c := range of {
			if of[c] >= 0 {
				continue
			}
			for next := range size.Neighbours(c) {
				k := of[next]
				if rank(k) < 0 || rank(k) < rank(to) {
					continue
				}
				if rank(k) > rank(to) {
					seen = 0
				}
				if seen++; r.IntN(seen) == 0 {
					cell, to = c, k
				}
			}
		}
		of[cell] = to
		count[to]++
	}
	for _, n := range count {
		off += max(least-n, 0) + max(n-most, 0)
	}
	return of, off
}

// Rooms divides the board into random rectangles: cut in two again and again, as long as a part has more than most
// cells, and not below least. It returns the cells of each.
func (in *Instance) Rooms(r *rand.Rand, least, most int) (rooms [][]int) {
	m := NewModel(in.Size)
	var cut func(row, col, rows, cols int)
	cut = func(row, col, rows, cols int) {
		var ways [][2]int // rows and columns of the first part
		for n := 1; n < rows; n++ {
			if n*cols >= least && (rows-n)*cols >= least {
				ways = append(ways, [2]int{n, cols})
			}
		}
		for n := 1; n < cols; n++ {
			if n*rows >= least && (cols-n)*rows >= least {
				ways = append(ways, [2]int{rows, n})
			}
		}
		if len(ways) == 0 || rows*cols <= most && r.IntN(2) == 0 {
			rooms = append(rooms, m.Block(row, col, rows, cols))
			return
		}
		way := ways[r.IntN(len(ways))]
		cut(row, col, way[0], way[1])
		if way[0] < rows {
			cut(row+way[0], col, rows-way[0], cols)
		} else {
			cut(row, col+way[1], rows, cols-way[1])
		}
	}
	cut(0, 0, in.Size.Rows, in.Size.Cols)
	return rooms
}

// Name writes the regions of lists of cells.
func (in *Instance) Name(rooms [][]int) {
	of := make([]int, in.Size.Cells())
	for k, room := range rooms {
		for _, cell := range room {
			of[cell] = k
		}
	}
	in.name(of)
}

// name writes regions, numbered from 1 in the order of their first cells.
func (in *Instance) name(of []int) {
	names := map[int]int{}
	for cell, k := range of {
		if names[k] == 0 {
			names[k] = len(names) + 1
		}
		in.Put(Regions, cell, strconv.Itoa(names[k]))
	}
}
