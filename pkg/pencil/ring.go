package pencil

import (
	"context"
	"math/rand/v2"
	"slices"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// ring is a loop from cell to cell, as the border of what it has inside: corners of cells that are in one piece, as are those outside.
// It changes corner by corner, and stays one loop.
type ring struct {
	size   puzzle.Size
	inside [][]bool // corners by row and column; the outermost are outside
	taste
}

// taste says which loops are wanted: what a cell off the loop costs, what two of them side by side cost, what a cell on it costs that is
// good for no pearl, and how often a change is made that costs one more.
type taste struct {
	off, pair, plain int
	worse            float64
}

// thin are loops with a quarter of the cells off them, few of these side by side: so the loop seldom runs beside itself, and few others
// have the same cells.
var thin = taste{-6, 4, 0, 0.3}

// roads have few cells off them: each makes it less clear which cells of its region a number counts.
var roads = taste{2, 4, 0, 0.3}

// pearled are loops with pearls nearly everywhere.
var pearled = taste{5, 0, 3, 0.3}

// plant is [model.Making.Plant] for boards of links alone.
func (t taste) plant(_ context.Context, in *model.Instance, r *rand.Rand) [][]int {
	return newRing(in.Size, t, r).values()
}

// move is [model.Making.Move] for them.
func (t taste) move(in *model.Instance, at func(cell int) []int, near func(cell int) bool, r *rand.Rand) [][]int {
	w := ringOf(in.Size, t, at, 0)
	w.vary(near, r)
	return w.values()
}

// newRing is a random loop.
func newRing(size puzzle.Size, taste taste, r *rand.Rand) *ring {
	w := &ring{size: size, taste: taste}
	for range size.Rows + 1 {
		w.inside = append(w.inside, make([]bool, size.Cols+1))
	}
	w.inside[1+r.IntN(size.Rows-1)][1+r.IntN(size.Cols-1)] = true
	const sweeps = 60
	w.change(sweeps, func(int) bool { return true }, r)
	return w
}

// ringOf is the loop on a board with links, whose values begin at one of those of a cell.
func ringOf(size puzzle.Size, taste taste, at func(cell int) []int, first int) *ring {
	w := &ring{size: size, taste: taste, inside: [][]bool{make([]bool, size.Cols+1)}}
	for row := range size.Rows {
		line := make([]bool, size.Cols+1)
		for col := 1; col < size.Cols; col++ {
			// A link to the right is a border between the corner above and that below.
			line[col] = w.inside[row][col] != (at(size.Index(puzzle.Cell{Row: row, Col: col - 1}))[first+int(model.East)] == 1)
		}
		w.inside = append(w.inside, line)
	}
	return w
}

func (w *ring) values() (out [][]int) {
	for cell := range w.size.Cells() {
		out = append(out, w.links(cell))
	}
	return out
}

// links are the values of a cell: whether the loop goes on to the north, east, south and west.
func (w *ring) links(cell int) []int {
	at := w.size.At(cell)
	way := w.way(at.Row, at.Col)
	return []int{way & 1, way >> 1 & 1, way >> 2 & 1, way >> 3}
}

// loop are the cells on the loop, one after the other.
func (w *ring) loop() (out []int) {
	steps := [4]int{-w.size.Cols, 1, w.size.Cols, -1}
	start := 0
	for !slices.Contains(w.links(start), 1) {
		start++
	}
	for cell, from := start, -1; from < 0 || cell != start; {
		out = append(out, cell)
		for d, on := range w.links(cell) {
			if on == 1 && cell+steps[d] != from {
				cell, from = cell+steps[d], cell
				break
			}
		}
	}
	return out
}

// visits says whether a cell is on the loop.
func (w *ring) visits(row, col int) bool {
	a := w.inside[row][col]
	return a != w.inside[row][col+1] || a != w.inside[row+1][col] || a != w.inside[row+1][col+1]
}

// change changes some times as many corners as there are, at random, of those between cells that are near.
func (w *ring) change(sweeps int, near func(cell int) bool, r *rand.Rand) {
	var corners []puzzle.Cell
	for row := 1; row < w.size.Rows; row++ {
		for col := 1; col < w.size.Cols; col++ {
			at := w.size.Index(puzzle.Cell{Row: row, Col: col})
			if near(at) && near(at-1) && near(at-w.size.Cols) && near(at-w.size.Cols-1) {
				corners = append(corners, puzzle.Cell{Row: row, Col: col})
			}
		}
	}
	for range sweeps * len(corners) {
		c := corners[r.IntN(len(corners))]
		if !w.mobile(c) {
			continue
		}
		before := w.cost(c)
		w.flip(c)
		for more := w.cost(c) - before; more > 0; more-- {
			if r.Float64() >= w.worse {
				w.flip(c)
				break
			}
		}
	}
}

func (w *ring) flip(c puzzle.Cell) { w.inside[c.Row][c.Col] = !w.inside[c.Row][c.Col] }

// vary changes the loop near some cells for a while, to the same taste or to one of fewer cells on it.
func (w *ring) vary(near func(cell int) bool, r *rand.Rand) {
	const most, sparser = 6, 6
	w.off -= r.IntN(sparser)
	if cold := w.worse; w.plain > 0 { // else it stays as it is
		const warm = 0.8
		w.worse = warm
		w.change(1, near, r)
		w.worse = cold
	}
	w.change(1+r.IntN(most), near, r)
}

// mobile says whether the loop stays one if a corner changes sides: if the corners around it that are inside are in one piece beside it,
// and those outside, too.
func (w *ring) mobile(c puzzle.Cell) bool {
	around := [8][2]int{{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}
	changes, sides := 0, 0
	last := w.inside[c.Row-1][c.Col-1]
	for i, d := range around {
		is := w.inside[c.Row+d[0]][c.Col+d[1]]
		if is != last {
			changes++
		}
		if last = is; is && i%2 == 0 {
			sides++
		}
	}
	return changes == 2 && sides > 0 && sides < 4
}

// way are the directions in which the loop goes on from a cell, bit by bit from the north on: 0 off it.
func (w *ring) way(row, col int) (bits int) {
	a, b, c, d := w.inside[row][col], w.inside[row][col+1], w.inside[row+1][col+1], w.inside[row+1][col]
	for i, on := range [4]bool{a != b, b != c, c != d, d != a} {
		if on {
			bits |= 1 << i
		}
	}
	return bits
}

// pearl says whether a cell on the loop is good for a pearl: whether the loop turns there and at none of both cells beside, or goes
// straight there and turns at one of them.
func (w *ring) pearl(row, col int) bool {
	straight := func(way int) bool { return way == 0b0101 || way == 0b1010 }
	way, turns := w.way(row, col), 0
	for i, step := range [4][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
		if way>>i&1 == 1 && !straight(w.way(row+step[0], col+step[1])) {
			turns++
		}
	}
	return straight(way) == (turns > 0)
}

// cost is what the cells around a corner cost.
func (w *ring) cost(c puzzle.Cell) (sum int) {
	if w.plain != 0 {
		for row := max(c.Row-2, 0); row < min(c.Row+2, w.size.Rows); row++ {
			for col := max(c.Col-2, 0); col < min(c.Col+2, w.size.Cols); col++ {
				if w.visits(row, col) && !w.pearl(row, col) {
					sum += w.plain
				}
			}
		}
	}
	off := func(row, col int) bool {
		return row >= 0 && col >= 0 && row < w.size.Rows && col < w.size.Cols && !w.visits(row, col)
	}
	for row := c.Row - 1; row <= c.Row; row++ {
		for col := c.Col - 1; col <= c.Col; col++ {
			if !off(row, col) {
				continue
			}
			sum += w.off
			for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				if off(row+d[0], col+d[1]) {
					sum += w.pair
				}
			}
		}
	}
	return sum
}
