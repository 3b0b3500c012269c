package pencil

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// crossword lays out white cells, and gives their runs sums that few sets of digits have: those leave few solutions.
func crossword(in *model.Instance, r *rand.Rand) bool {
	m, white := model.NewModel(in.Size), layout(in.Size, r)
	digits, runs := make([]int, len(white)), make([][2][]int, len(white)) // the runs of each cell, down and to the right
	heads := [2]model.Direction{model.South, model.East}
	from := func(cell int, d model.Direction) []int { return m.Ray(cell, d, func(c int) bool { return !white[c] }) }
	for cell := range white {
		for i, d := range heads {
			if !white[cell] {
				run := from(cell, d)
				for _, c := range run {
					runs[c][i] = run
				}
			}
		}
	}
	// ways is the number of sets of digits with a run's sum where a cell has a digit; 0 where another cell has it. Before all cells
	// have one, sums say nothing.
	ways := func(run []int, cell, digit int, all bool) int {
		sum := digit
		for _, c := range run {
			if c != cell {
				if digits[c] == digit {
					return 0
				}
				sum += digits[c]
			}
		}
		if !all {
			return 1
		}
		return len(digitSets(len(run), sum, 9))
	}
	const rounds = 30
	for round := range rounds {
		for cell := range white {
			if !white[cell] {
				continue
			}
			best, fewest := 0, 0
			for _, k := range r.Perm(9) {
				n := 1
				for _, run := range runs[cell] {
					n *= ways(run, cell, k+1, round > 0)
				}
				if n > 0 && (best == 0 || n < fewest) {
					best, fewest = k+1, n
				}
			}
			if best == 0 {
				return false
			}
			digits[cell] = best
		}
	}
	for cell := range white {
		if white[cell] {
			in.Put(model.Clues, cell, "0")
			continue
		}
		var sums [2]string
		for i, d := range heads {
			sum := 0
			for _, c := range from(cell, d) {
				sum += digits[c]
			}
			if sum > 0 {
				sums[i] = strconv.Itoa(sum)
			}
		}
		if sums != [2]string{} {
			in.Put(model.Clues, cell, sums[0]+","+sums[1])
		}
	}
	return true
}

// layout says which cells are white: none of the first row and column, connected ones, in runs of two cells or more that are
// cut where they are long.
func layout(size puzzle.Size, r *rand.Rand) []bool {
	const long, more = 3, 0.2
	m, white, left := model.NewModel(size), make([]bool, size.Cells()), 0
	free := func(cell int) bool { return white[cell] }
	for cell := range white {
		if at := size.At(cell); at.Row > 0 && at.Col > 0 {
			white[cell] = true
			left++
		}
	}
	for _, cell := range r.Perm(len(white)) {
		if !white[cell] {
			continue
		}
		var reach [4]int // white cells in each direction
		for d := range reach {
			reach[d] = len(m.Ray(cell, model.Direction(d), func(c int) bool { return !white[c] }))
		}
		if slices.Contains(reach[:], 1) || max(reach[0]+reach[2], reach[1]+reach[3]) < long && r.Float64() >= more {
			continue
		}
		white[cell] = false
		if slices.Max(roomSizes(m, free)) < left-1 {
			white[cell] = true // it joins others
		} else {
			left--
		}
	}
	return white
}
