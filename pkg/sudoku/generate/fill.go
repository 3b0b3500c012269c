package generate

import (
	"context"
	"fmt"
	"math/rand/v2"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/exact"
)

// exchanges is the number of Kempe exchanges for each cell of a board.
const exchanges = 1

// fill makes a solved board.
func fill(ctx context.Context, r *rand.Rand, l *sudoku.Layout) ([]uint8, error) {
	n, box := l.N, l.Box
	board := puzzle.NewGrid(l.Size(), puzzle.Unset)
	var out solver.Outcome
	for out.Status != solver.Solved {
		for k := range min(n/box.Rows, n/box.Cols) {
			digits := r.Perm(n)
			for i := range n {
				at := puzzle.Cell{Row: k*box.Rows + i/box.Cols, Col: k*box.Cols + i%box.Cols}
				board.Values[l.Size().Index(at)] = uint8(digits[i] + 1)
			}
		}
		p, err := sudoku.New("fill", box, board.Values)
		if err != nil {
			return nil, err
		}
		// Two boxes of 2×2 may leave nothing for the rest.
		if out, err = (&exact.Solver{}).Solve(ctx, p, solver.Run{}); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	rows, cols := lines(r, box.Cols, box.Rows), lines(r, box.Rows, box.Cols)
	for c := range board.Values {
		board.Values[c] = out.Best.Values[rows[c/n]*n+cols[c%n]]
	}
	in := make([]bool, n*n)
	var chain []int16
	for range exchanges * n * n {
		chain = kempe(l, board.Values, int16(r.IntN(n*n)), uint8(r.IntN(n)+1), in, chain[:0])
	}
	return board.Values, nil
}

// lines is a random order of the rows (or columns): groups of size stay
// together.
func lines(r *rand.Rand, groups, size int) []int {
	out := make([]int, 0, groups*size)
	for _, g := range r.Perm(groups) {
		for _, i := range r.Perm(size) {
			out = append(out, g*size+i)
		}
	}
	return out
}

// kempe swaps the digit of a cell with another one, and does the same wherever
// that makes it necessary. Each unit has each of the two digits once, so that
// the cells to swap are those that can be reached over units from one with one
// of the digits to one with the other. in is all false before and after.
func kempe(l *sudoku.Layout, board []uint8, start int16, other uint8, in []bool, chain []int16) []int16 {
	sum := board[start] + other
	if board[start] == other {
		return chain
	}
	a, b := board[start], other
	chain = append(chain, start)
	in[start] = true
	for i := 0; i < len(chain); i++ {
		for _, c := range l.Peers[chain[i]] {
			if !in[c] && (board[c] == a || board[c] == b) {
				in[c] = true
				chain = append(chain, c)
			}
		}
	}
	for _, c := range chain {
		board[c] = sum - board[c]
		in[c] = false
	}
	return chain
}

// orbits returns the classes of the cells of an n×n board under a symmetry,
// each in raster order of its first cell.
func orbits(n int, symmetry string) ([][]int, error) {
	var image func(row, col int) (int, int)
	switch symmetry {
	case "", "none":
		image = func(row, col int) (int, int) { return row, col }
	case "rotation":
		image = func(row, col int) (int, int) { return n - 1 - row, n - 1 - col }
	case "quarter":
		image = func(row, col int) (int, int) { return col, n - 1 - row }
	case "mirror":
		image = func(row, col int) (int, int) { return row, n - 1 - col }
	case "diagonal":
		image = func(row, col int) (int, int) { return col, row }
	default:
		return nil, fmt.Errorf("generate: %w: symmetry %q: expected none, rotation, quarter, mirror or diagonal", sets.ErrOptions, symmetry)
	}
	var out [][]int
	seen := make([]bool, n*n)
	for c := range n * n {
		var orbit []int
		for d := c; !seen[d]; {
			seen[d] = true
			orbit = append(orbit, d)
			row, col := image(d/n, d%n)
			d = row*n + col
		}
		if orbit != nil {
			out = append(out, orbit)
		}
	}
	return out, nil
}
