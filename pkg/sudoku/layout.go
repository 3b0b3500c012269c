package sudoku

import (
	"fmt"
	"math"
	"sync"

	"formicary/pkg/puzzle"
)

// minBox and MaxBox are the least and the greatest side of a box; MaxN is the
// greatest side of a board.
const (
	minBox = 2
	MaxBox = 6
	MaxN   = MaxBox * MaxBox
)

// Layout is what all puzzles with one size of boxes share: which cells lie in
// which unit, and which cells see each other. There is one Layout a size, made
// when it is first asked for; nobody may write to it.
type Layout struct {
	// Box is the size of a box: rows and columns.
	Box puzzle.Size
	// N is the side of the board and the number of digits: Box.Rows·Box.Cols.
	N int
	// Units are the cells of every row (0 to N−1), then of every column (N to
	// 2N−1), then of every box (2N to 3N−1, in raster order), each in raster
	// order.
	Units [][]int16
	// UnitsOf are the three units of a cell: its row, its column, its box.
	UnitsOf [][3]int16
	// Peers are the cells that share a unit with a cell, without itself, in
	// raster order.
	Peers [][]int16
}

// LayoutOf returns the layout for a size of boxes. Sides below minBox or
// above [MaxBox] are programmer errors and panic; [CheckBox] tells.
func LayoutOf(box puzzle.Size) *Layout {
	if err := CheckBox(box); err != nil {
		panic("sudoku: LayoutOf: " + err.Error())
	}
	l := &layouts[box.Rows][box.Cols]
	l.once.Do(func() { l.Layout = newLayout(box) })
	return l.Layout
}

// layouts are made when they are asked for.
var layouts [MaxBox + 1][MaxBox + 1]struct {
	once sync.Once
	*Layout
}

// CheckBox is the error of boxes that are too small or too large.
func CheckBox(box puzzle.Size) error {
	if box.Rows < minBox || box.Cols < minBox || box.Rows > MaxBox || box.Cols > MaxBox {
		return fmt.Errorf("boxes of %v: expected %dx%d to %dx%d", box, minBox, minBox, MaxBox, MaxBox)
	}
	return nil
}

func newLayout(box puzzle.Size) *Layout {
	n := box.Cells()
	l := &Layout{Box: box, N: n, Units: make([][]int16, 3*n), UnitsOf: make([][3]int16, n*n), Peers: make([][]int16, n*n)}
	for c := range n * n {
		row, col := c/n, c%n
		l.UnitsOf[c] = [3]int16{int16(row), int16(n + col), int16(2*n + row/box.Rows*box.Rows + col/box.Cols)}
		for _, u := range l.UnitsOf[c] {
			l.Units[u] = append(l.Units[u], int16(c))
		}
	}
	for c, units := range l.UnitsOf {
		for d, others := range l.UnitsOf {
			if c != d && (units[0] == others[0] || units[1] == others[1] || units[2] == others[2]) {
				l.Peers[c] = append(l.Peers[c], int16(d))
			}
		}
	}
	return l
}

// Size is the size of the board.
func (l *Layout) Size() puzzle.Size { return puzzle.Size{Rows: l.N, Cols: l.N} }

// UnitName names a unit as people do, counting from one: "row 3", "column 9",
// "box 5".
func (l *Layout) UnitName(unit int) string {
	return fmt.Sprintf("%s %d", [3]string{"row", "column", "box"}[unit/l.N], unit%l.N+1)
}

// UsualBox is the size of boxes that a board of n×n cells usually has: of all
// that fit, the one nearest to a square, wider than high. ok is false where
// there is none.
func UsualBox(n int) (box puzzle.Size, ok bool) {
	for rows := min(int(math.Sqrt(float64(max(n, 0)))), MaxBox); rows >= minBox; rows-- {
		if cols := n / rows; n%rows == 0 {
			return puzzle.Size{Rows: rows, Cols: cols}, cols <= MaxBox
		}
	}
	return puzzle.Size{}, false
}
