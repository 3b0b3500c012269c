package pencil_test

import (
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle"
)

// TestSumsAsTheirRulesSay holds a run of three digits, with all that is said of it besides the rules, against
// the plain rules, for every sum and all digits.
func TestSumsAsTheirRulesSay(t *testing.T) {
	for sum := 3; sum <= 28; sum++ {
		p := alltest.Must(pencil.Kakuro.New("run", "test", fmt.Sprintf("1 4\n,%d 0 0 0", sum)))(t)
		for code := range 1000 {
			a, b, c := code%10, code/10%10, code/100
			board := puzzle.NewGrid(p.Size(), 0)
			board.Values[1], board.Values[2], board.Values[3] = uint8(a), uint8(b), uint8(c)
			want := a*b*c > 0 && a != b && b != c && a != c && a+b+c == sum
			got := p.Check(board)
			alltest.Require(t, (got == nil) == want, "%d = %d + %d + %d: %v", sum, a, b, c, got)
		}
	}
}

// TestKakuroLayout: in generated puzzles every run has at least two cells and its sum at its head, and the white cells
// are connected.
func TestKakuroLayout(t *testing.T) {
	for _, item := range pencils.Of(pencil.Kakuro).MustOpen("open").Items {
		size, lines := item.Size(), strings.Split(item.Text(), "\n")[1:]
		sign := func(row, col int) string {
			if row < 0 || col < 0 || row >= size.Rows || col >= size.Cols {
				return "-"
			}
			return strings.Fields(lines[row])[col]
		}
		cells, first := 0, -1
		for cell := range size.Cells() {
			at := size.At(cell)
			if sign(at.Row, at.Col) != "0" {
				continue
			}
			cells, first = cells+1, cell
			for i, d := range [2]puzzle.Cell{{Row: 1}, {Col: 1}} {
				before, after := sign(at.Row-d.Row, at.Col-d.Col), sign(at.Row+d.Row, at.Col+d.Col)
				if before == "0" {
					continue
				}
				sums := strings.Split(before, ",")
				alltest.Check(t, len(sums) >= 2 && sums[i] != "" && after == "0", "%s: a run at %v begins with %q and %q", item.ID(), at, before, after)
			}
		}
		seen := map[int]bool{first: true}
		for queue := []int{first}; len(queue) > 0; queue = queue[1:] {
			for next := range size.Neighbours(queue[0]) {
				if at := size.At(next); !seen[next] && sign(at.Row, at.Col) == "0" {
					seen[next] = true
					queue = append(queue, next)
				}
			}
		}
		alltest.Check(t, len(seen) == cells, "%s: %d of %d white cells are connected", item.ID(), len(seen), cells)
	}
}
