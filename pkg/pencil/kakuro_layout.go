package pencil

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"

	"formicary/pkg/lists"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// crossword lays out white cells, and gives their runs sums that few sets of digits have: those leave few solutions.
func crossword(in *model.Instance, r *rand.Rand) bool {
	w := newRuns(in.Size, layout(in.Size, r))
	cells := w.inside(func(int) bool { return true })
	if !w.fill(cells, 0, rounds, r) {
		return false
	}
	w.write(in, cells)
	return true
}

// rounds is how often each white cell gets a digit.
const rounds = 30

// crosswordFilled does the same on a large board, where cells are left without a digit again and again.
func crosswordFilled(ctx context.Context, in *model.Instance, r *rand.Rand) [][]int {
	white := layout(in.Size, r)
	if !short(ctx, in.Size, white, r) {
		return nil
	}
	w := newRuns(in.Size, white)
	cells := w.inside(func(int) bool { return true })
	if !w.begin(cells, r) || !w.fill(cells, 1, rounds, r) {
		return nil
	}
	w.write(in, cells)
	return lists.Map(w.digits, func(digit int) []int { return []int{digit} })
}

// write writes white cells and sums.
func (w *runs) write(in *model.Instance, cells []int) {
	for _, cell := range cells {
		in.Put(model.Clues, cell, "0")
	}
	w.head(in)
}

// begin gives cells digits. If a cell has none that differs from those of its runs, it takes one, and others have to give it back.
func (w *runs) begin(cells []int, r *rand.Rand) bool {
	const most = 100 // for each cell
	left := slices.Clone(cells)
	for n := 0; n < len(left); n++ {
		if n > most*len(cells) {
			return false
		}
		cell := left[n]
		if w.digits[cell] > 0 || w.fill([]int{cell}, 0, 1, r) {
			continue
		}
		w.digits[cell] = 1 + r.IntN(9)
		for _, run := range w.of[cell] {
			for _, c := range run {
				if c != cell && w.digits[c] == w.digits[cell] {
					w.digits[c] = 0
					left = append(left, c)
				}
			}
		}
	}
	return true
}

// digitsMoved gives the white cells near some other digits, and their runs other sums.
func digitsMoved(in *model.Instance, at func(cell int) []int, near func(cell int) bool, r *rand.Rand) [][]int {
	white := lists.Of(in.Size.Cells(), func(cell int) bool { return in.Sign(model.Clues, cell) == "0" })
	w := newRuns(in.Size, white)
	cells := w.inside(near)
	for cell := range white {
		if white[cell] && !near(cell) {
			w.digits[cell] = at(cell)[0]
		}
	}
	const rounds = 4
	if w.fill(cells, 0, 1+r.IntN(rounds), r) {
		w.head(in)
	}
	return nil
}

// runs are white cells with digits, and the runs of each, down and to the right.
type runs struct {
	m      *model.Model
	white  []bool
	digits []int
	of     [][2][]int
}

// heads are the directions of runs.
var heads = [2]model.Direction{model.South, model.East}

func newRuns(size puzzle.Size, white []bool) *runs {
	w := &runs{model.NewModel(size), white, make([]int, len(white)), make([][2][]int, len(white))}
	for cell := range white {
		for i, d := range heads {
			if !white[cell] {
				run := w.from(cell, d)
				for _, c := range run {
					w.of[c][i] = run
				}
			}
		}
	}
	return w
}

// from is the run behind a cell.
func (w *runs) from(cell int, d model.Direction) []int {
	return w.m.Ray(cell, d, func(c int) bool { return !w.white[c] })
}

// inside are some white cells.
func (w *runs) inside(some func(cell int) bool) (cells []int) {
	for cell := range w.white {
		if w.white[cell] && some(cell) {
			cells = append(cells, cell)
		}
	}
	return cells
}

// ways is the number of sets of digits with a run's sum where a cell has a digit; 0 where another cell has it. Before all cells
// have one, sums say nothing.
func (w *runs) ways(run []int, cell, digit int, all bool) int {
	sum := digit
	for _, c := range run {
		if c != cell {
			if w.digits[c] == digit {
				return 0
			}
			sum += w.digits[c]
		}
	}
	if !all {
		return 1
	}
	return len(digitSets(len(run), sum, 9))
}

// fill gives cells digits in rounds, from one on to before another, each the one that leaves the fewest sets. It returns false where there is none.
func (w *runs) fill(cells []int, from, to int, r *rand.Rand) bool {
	for round := from; round < to; round++ {
		for _, cell := range cells {
			best, fewest := 0, 0
			for _, k := range r.Perm(9) {
				n := 1
				for _, run := range w.of[cell] {
					n *= w.ways(run, cell, k+1, round > 0)
				}
				if n > 0 && (best == 0 || n < fewest) {
					best, fewest = k+1, n
				}
			}
			if best == 0 {
				return false
			}
			w.digits[cell] = best
		}
	}
	return true
}

// head writes the sums.
func (w *runs) head(in *model.Instance) {
	for cell := range w.white {
		if w.white[cell] {
			continue
		}
		var sums [2]string
		for i, d := range heads {
			sum := lists.Sum(w.from(cell, d), func(c int) int { return w.digits[c] })
			if sum > 0 {
				sums[i] = strconv.Itoa(sum)
			}
		}
		if sums != [2]string{} {
			in.Put(model.Clues, cell, sums[0]+","+sums[1])
		}
	}
}

// layout says which cells are white: none of the first row and column, connected ones, in runs of two cells or more that are
// cut where they are long.
func layout(size puzzle.Size, r *rand.Rand) []bool {
	white := make([]bool, size.Cells())
	for cell := range white {
		at := size.At(cell)
		white[cell] = at.Row > 0 && at.Col > 0
	}
	blacken(size, white, r.Perm(len(white)), r)
	return white
}

// blacken makes some white cells black, one after the other, where runs are long and none of one cell is left.
func blacken(size puzzle.Size, white []bool, some []int, r *rand.Rand) {
	const long, more = 3, 0.2
	m, left := model.NewModel(size), 0
	free := func(cell int) bool { return white[cell] }
	for cell := range white {
		if free(cell) {
			left++
		}
	}
	for _, cell := range some {
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
}

// short lays a large board out again near runs of more than nine cells, until none is left.
func short(ctx context.Context, size puzzle.Size, white []bool, r *rand.Rand) bool {
	const most, tries, reach = 9, 1000, 3
	for range tries {
		w := newRuns(size, white)
		long := slices.IndexFunc(w.of, func(of [2][]int) bool { return len(of[0]) > most || len(of[1]) > most })
		if long < 0 || ctx.Err() != nil {
			return long < 0
		}
		run := w.of[long][0]
		if len(run) <= most {
			run = w.of[long][1]
		}
		at := size.At(run[r.IntN(len(run))])
		near := w.m.Block(at.Row-reach, at.Col-reach, 2*reach+1, 2*reach+1)
		for _, cell := range near {
			at := size.At(cell)
			white[cell] = at.Row > 0 && at.Col > 0
		}
		blacken(size, white, shuffled(near, r), r)
	}
	return false
}
