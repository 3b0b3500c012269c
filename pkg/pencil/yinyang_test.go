package pencil_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/pencil"
	"formicary/pkg/puzzle"
)

// TestYinYangAsItsRulesSay holds the declaration, with all that it says besides the rules, against
// the plain rules on every board.
func TestYinYangAsItsRulesSay(t *testing.T) {
	for _, size := range []puzzle.Size{{Rows: 1, Cols: 4}, {Rows: 2, Cols: 5}, {Rows: 3, Cols: 4}} {
		text := fmt.Sprintf("%d %d", size.Rows, size.Cols) + strings.Repeat("\n-"+strings.Repeat(" -", size.Cols-1), size.Rows)
		p := alltest.Must(pencil.YinYang.New("empty", "test", text))(t)
		right := 0
		for code := range 1 << size.Cells() {
			board := puzzle.NewGrid(size, 0)
			for cell := range board.Values {
				board.Values[cell] = uint8(code >> cell & 1)
			}
			want := !squares(board) && pieces(board, 0) < 2 && pieces(board, 1) < 2
			if want {
				right++
			}
			got := p.Check(board)
			alltest.Require(t, (got == nil) == want, "%v: %v, by the rules %v", board.Values, got, want)
		}
		alltest.Check(t, right >= 4, "%v: %d boards are right", size, right)
	}
}

// squares says whether four cells of a square have one value.
func squares(board puzzle.Grid) bool {
	for i := range board.Values {
		at := board.At(i)
		if at.Row+1 == board.Rows || at.Col+1 == board.Cols {
			continue
		}
		four := []uint8{board.Values[i], board.Values[i+1], board.Values[i+board.Cols], board.Values[i+board.Cols+1]}
		if slices.Min(four) == slices.Max(four) {
			return true
		}
	}
	return false
}

// pieces is the number of connected pieces of cells with a value.
func pieces(board puzzle.Grid, value uint8) (n int) {
	seen := make([]bool, len(board.Values))
	var visit func(cell int)
	visit = func(cell int) {
		if seen[cell] || board.Values[cell] != value {
			return
		}
		seen[cell] = true
		for next := range board.Neighbours(cell) {
			visit(next)
		}
	}
	for cell, v := range board.Values {
		if v == value && !seen[cell] {
			n++
			visit(cell)
		}
	}
	return n
}
