package exact

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/sudokus"
	"formicary/pkg/sudoku/sudokutest"
)

// oracle counts solutions in the slow, obvious way: cell by cell in raster
// order, every digit, and a look at the whole row, column and box. Of package
// sudoku it uses nothing but the size of boxes.
type oracle struct {
	n      int
	box    puzzle.Size
	cells  []uint8
	limit  int
	found  int
	visits int
}

func (o *oracle) fits(at int, v uint8) bool {
	row, col := at/o.n, at%o.n
	for i := range o.n {
		inBox := (row/o.box.Rows*o.box.Rows+i/o.box.Cols)*o.n + col/o.box.Cols*o.box.Cols + i%o.box.Cols
		for _, c := range [3]int{row*o.n + i, i*o.n + col, inBox} {
			if c != at && o.cells[c] == v {
				return false
			}
		}
	}
	return true
}

func (o *oracle) count(at int) {
	o.visits++
	if at == len(o.cells) {
		o.found++
		return
	}
	if v := o.cells[at]; v != puzzle.Unset {
		if o.fits(at, v) {
			o.count(at + 1)
		}
		return
	}
	for v := uint8(1); int(v) <= o.n && o.found < o.limit; v++ {
		if o.fits(at, v) {
			o.cells[at] = v
			o.count(at + 1)
		}
	}
	o.cells[at] = puzzle.Unset
}

// boards makes random boards: cut-down solutions, some with a digit changed.
func boards(r *rand.Rand, box puzzle.Size, open int) []uint8 {
	cells := sudokutest.Solution(r, box)
	for _, c := range r.Perm(len(cells))[:open] {
		cells[c] = puzzle.Unset
	}
	if r.IntN(3) == 0 {
		cells[r.IntN(len(cells))] = uint8(1 + r.IntN(box.Cells()))
	}
	return cells
}

// TestCountsAgree compares all ways to count on thousands of random boards.
func TestCountsAgree(t *testing.T) {
	const limit = 40
	r := rand.New(rand.NewPCG(11, 12))
	seen := map[int]int{}
	for _, tt := range []struct {
		box         puzzle.Size
		open, count int
	}{
		{puzzle.Size{Rows: 2, Cols: 2}, 16, 2500},
		{puzzle.Size{Rows: 2, Cols: 3}, 30, 600},
		{puzzle.Size{Rows: 3, Cols: 2}, 30, 600},
		{puzzle.Size{Rows: 3, Cols: 3}, 50, 2000},
		{puzzle.Size{Rows: 2, Cols: 4}, 36, 100},
		{puzzle.Size{Rows: 3, Cols: 4}, 60, 40},
		{puzzle.Size{Rows: 4, Cols: 4}, 90, 15},
	} {
		for i := range tt.count {
			open := r.IntN(tt.open) + 1
			cells := boards(r, tt.box, open)
			p, err := sudoku.New(fmt.Sprint(i), tt.box, cells)
			alltest.OK(t, err)
			o := &oracle{n: p.N(), box: tt.box, cells: p.Board().Values, limit: limit}
			o.count(0)
			want := o.found
			seen[min(want, 2)]++
			n, err := Count(t.Context(), p, limit)
			alltest.Require(t, n == want && err == nil, "%s: Count says %d, %v; the oracle %d", p.Rows(p.Board()), n, err, want)
			plain := &search{limit: limit}
			plain.anySize(p.Layout(), cells)
			alltest.Require(t, plain.found == want, "%s: the general path says %d, the oracle %d", p.Rows(p.Board()), plain.found, want)
			learn := &search{limit: limit}
			if root := newBoard(p.Layout()); root.start(cells) && root.propagate() {
				learn.learn(root)
			}
			alltest.Require(t, learn.found == want, "%s: learning says %d, the oracle %d", p.Rows(p.Board()), learn.found, want)
			out, err := New().Solve(t.Context(), p, solver.Run{})
			if status := [3]solver.Status{solver.Unsolvable, solver.Unique, solver.Multiple}[min(want, 2)]; out.Status != status || err != nil {
				t.Fatalf("%s: Solve says %s, %v; the oracle counts %d", p.Rows(p.Board()), out.Status, err, want)
			}
		}
	}
	for _, n := range []int{0, 1, 2} {
		alltest.Check(t, seen[n] >= 100, "only %d boards with %d solutions", seen[n], n)
	}
}

// TestWhole counts whole boards: 288 of 4×4 and, in the first row's 6! part,
// the 28,200,960 of 6×6 (both: Sloane's A107739 and Pettersen 2006 list them).
func TestWhole(t *testing.T) {
	four := alltest.Must(sudoku.New("4", puzzle.Size{Rows: 2, Cols: 2}, open(16)))(t)
	n, err := Count(t.Context(), four, 1000)
	alltest.Check(t, n == 288 && err == nil, "4x4: %d, %v", n, err)
	cells := open(36)
	for i := range uint8(6) {
		cells[i] = i + 1
	}
	six := alltest.Must(sudoku.New("6", puzzle.Size{Rows: 2, Cols: 3}, cells))(t)
	n, err = Count(t.Context(), six, 100_000)
	alltest.Check(t, n == 28_200_960/720 && err == nil, "6x6 with the first row given: %d, %v", n, err)
}

func open(cells int) []uint8 {
	return puzzle.NewGrid(puzzle.Size{Rows: 1, Cols: cells}, puzzle.Unset).Values
}

// TestPublished: what is known of the benchmark sets. All puzzles are unique
// but two: puzzle 3 of the eleven, which as printed has 74 solutions, and
// sabuncu3 with 27 (both counted by the oracle, too).
func TestPublished(t *testing.T) {
	if os.Getenv(sets.DataEnv) == "" {
		t.Skipf("%s does not name the benchmarks", sets.DataEnv)
	}
	for _, name := range []string{"17-clue-5000", "magictour-top1465", "forum-hardest-1905-3000", "mantere-koljonen", "cuckoo-9-inferred", "lloyd-amos-logic-solvable", "paper-11"} {
		for _, item := range sudokus.Kind.MustOpen(name).Items {
			want := 1
			switch item.ID() {
			case "puzzle 3":
				want = 74
			case "sabuncu3":
				want = 27
			}
			p := item.Puzzle.(*sudoku.Puzzle)
			n, err := Count(t.Context(), p, 100)
			alltest.Check(t, n == want && err == nil, "%s %s: %d solutions, %v", name, item.ID(), n, err)
			if want > 1 {
				o := &oracle{n: 9, box: p.Box(), cells: p.Board().Values, limit: 100}
				if o.count(0); o.found != want {
					t.Errorf("%s %s: the oracle counts %d solutions", name, item.ID(), o.found)
				}
			}
		}
	}
}

// TestLargeSets: every board of the sets by Lloyd and Amos comes from a solved
// one, so all have a solution; those with the fewest open cells have one only.
func TestLargeSets(t *testing.T) {
	if os.Getenv(sets.DataEnv) == "" {
		t.Skipf("%s does not name the benchmarks", sets.DataEnv)
	}
	for _, name := range []string{"lloyd-amos-general-9x9", "lloyd-amos-general-16x16", "lloyd-amos-general-25x25"} {
		for i, item := range sudokus.Kind.MustOpen(name).Items {
			if i%10 != 0 && i < 950 {
				continue
			}
			out, err := New().Solve(t.Context(), item, solver.Run{})
			alltest.Check(t, err == nil && out.Status.HasSolution(), "%s %s: %s, %v", name, item.ID(), out.Status, err)
		}
	}
}
