package pencil_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/exact"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// TestCrowded: where as many cells are to be shaded as can be, no board is lost. All boards of a size with shaded cells
// apart and the others connected are counted here by trying each.
func TestCrowded(t *testing.T) {
	crowded := 0
	for _, size := range []puzzle.Size{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 5}, {Rows: 3, Cols: 3}, {Rows: 4, Cols: 3}, {Rows: 4, Cols: 4}} {
		boards := map[int]int{} // by shaded cells
		least := map[int]int{}  // by shaded cells of the first row's region
		for bits := range 1 << size.Cells() {
			n, ok := plainCrowded(size, bits)
			if ok {
				boards[n]++
				least[n-shadedIn(bits, size.Cols)]++
			}
		}
		for n, want := range boards {
			if 3*n > (size.Rows-1)*(size.Cols-1) {
				crowded++
			}
			alltest.Equal(t, solutions(t, size, n, 0), want, "%v with %d shaded cells boards", size, n)
		}
		for n, want := range least { // the first row is a region without a number
			alltest.Equal(t, solutions(t, size, n, size.Cols), want, "%v with %d shaded cells below the first row boards", size, n)
		}
		most := 0
		for n := range boards {
			most = max(most, n)
		}
		p := crowdedPuzzle(t, size, most+1, 0)
		out, err := exact.New(pencil.Heyawake).Solve(context.Background(), p, solver.Run{})
		alltest.Check(t, err == nil && out.Status == solver.Unsolvable, "%v with %d shaded cells: %v, %v", size, most+1, out.Status, err)
	}
	alltest.Check(t, crowded >= 5, "%d crowded puzzles were tried", crowded)
}

// crowdedPuzzle asks for so many shaded cells below the first cells, which are a region without a number.
func crowdedPuzzle(t *testing.T, size puzzle.Size, n, free int) puzzle.Puzzle {
	t.Helper()
	var clues, regions []string
	for cell := range size.Cells() {
		clue, region := "-", "1"
		if cell < free {
			region = "0"
		}
		if cell == free {
			clue = fmt.Sprint(n)
		}
		clues, regions = append(clues, clue), append(regions, region)
	}
	rows := func(signs []string) (text string) {
		for i := 0; i < len(signs); i += size.Cols {
			text += "\n" + strings.Join(signs[i:i+size.Cols], " ")
		}
		return text
	}
	p := alltest.Must(pencil.Heyawake.New("1", "test", fmt.Sprintf("%d %d", size.Rows, size.Cols)+rows(clues)+rows(regions)))(t)
	return p
}

// solutions counts the boards that Check takes.
func solutions(t *testing.T, size puzzle.Size, n, free int) (count int) {
	p := crowdedPuzzle(t, size, n, free)
	board := puzzle.NewGrid(size, 0)
	for bits := range 1 << size.Cells() {
		if _, ok := plainCrowded(size, bits); !ok {
			continue
		}
		for cell := range board.Values {
			board.Values[cell] = uint8(bits >> cell & 1)
		}
		if len(p.Check(board)) == 0 {
			count++
		}
	}
	return count
}

// plainCrowded is plainShading of the cells whose bits are set.
func plainCrowded(size puzzle.Size, bits int) (shaded int, ok bool) {
	board := puzzle.NewGrid(size, 0)
	for cell := range board.Values {
		board.Values[cell] = uint8(bits >> cell & 1)
	}
	return plainShading(board)
}

// plainShading says how many cells are shaded, and whether they are apart and the others connected.
func plainShading(board puzzle.Grid) (shaded int, ok bool) {
	start, reached := -1, 0
	for cell, value := range board.Values {
		if value == 0 {
			start = cell
			continue
		}
		shaded++
		for next := range board.Neighbours(cell) {
			if board.Values[next] == 1 {
				return 0, false
			}
		}
	}
	if start < 0 {
		return shaded, true
	}
	seen := map[int]bool{start: true}
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		reached++
		for next := range board.Neighbours(queue[0]) {
			if board.Values[next] == 0 && !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return shaded, reached+shaded == board.Cells()
}

// shadedIn is the number of shaded cells of the first so many.
func shadedIn(bits, cells int) (n int) {
	for cell := range cells {
		n += bits >> cell & 1
	}
	return n
}

// TestCrowdedRegions: boards whose cells are shaded in random order, as long as they are apart and leave the others
// connected, are accepted with the numbers of their two regions, or one of them.
func TestCrowdedRegions(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		size := puzzle.Size{Rows: 5 + r.IntN(4), Cols: 5 + r.IntN(4)}
		board := puzzle.NewGrid(size, 0)
		for _, cell := range r.Perm(size.Cells()) {
			board.Values[cell] = 1
			if _, ok := plainShading(board); !ok || r.IntN(20) == 0 {
				board.Values[cell] = 0
			}
		}
		in := alltest.Must(pencil.Heyawake.Blank(size))(t)
		first := 1 + r.IntN(size.Rows-1) // rows of the first region
		var shaded [2]int
		for cell, value := range board.Values {
			k := 0
			if cell >= first*size.Cols {
				k = 1
			}
			shaded[k] += int(value)
			in.Put(model.Regions, cell, fmt.Sprint(k))
		}
		for k, cell := range []int{0, first * size.Cols} {
			if r.IntN(3) > 0 {
				in.Put(model.Clues, cell, fmt.Sprint(shaded[k]))
			}
		}
		p := alltest.Must(pencil.Heyawake.New("1", "test", in.Text()))(t)
		bad := p.Check(board)
		alltest.Check(t, bad == nil, "%s\n%v is refused: %v", p.Text(), board.Values, bad)
	}
}

// TestCrowdedBoard: a board of 12×12 with 48 of at most 48 shaded cells, which search alone does not decide in a minute.
func TestCrowdedBoard(t *testing.T) {
	const text = `https://puzz.link/p?heyawake/12/12/00000o0003063cc0o00030000000008020080a4a92a02008020000-2811111111`
	set, err := pencils.Of(pencil.Heyawake).Read("test", strings.NewReader(text))
	alltest.OK(t, err)
	out, err := exact.New(pencil.Heyawake).Solve(context.Background(), set.Items[0].Puzzle, solver.Run{Budget: solver.Budget{Iterations: 100_000}})
	alltest.Check(t, err == nil && out.Status == solver.Unique, "%v after %d conflicts, %v", out.Status, out.Iterations, err)
}
