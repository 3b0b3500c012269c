package sudoku

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

// parse is the puzzle with the cells of a line and the usual boxes.
func parse(t rapid.TB, line string) *Puzzle {
	t.Helper()
	n := int(math.Sqrt(float64(len(line))))
	box, _ := UsualBox(n)
	return alltest.Must(New("test", box, valuesOf(n, line)))(t)
}

// valuesOf are the values of a line of signs; other signs are no digits.
func valuesOf(n int, line string) []uint8 {
	values := make([]uint8, len(line))
	for i := range line {
		values[i] = 200
		if at := strings.IndexByte(Symbols(n), line[i]); at >= 0 {
			values[i] = uint8(at + 1)
		} else if line[i] == '.' {
			values[i] = puzzle.Unset
		}
	}
	return values
}

// board is a board of a puzzle with the cells of a line.
func board(p *Puzzle, line string) puzzle.Grid {
	return puzzle.Grid{Size: p.Size(), Values: append(valuesOf(p.N(), line), slices.Repeat([]uint8{200}, p.Size().Cells()-len(line))...)}
}

const solvedFour = "1234341221434321"

// TestCheck: what is wrong with boards of 4×4, worked out by hand. Cells are
// written as in errors.
func TestCheck(t *testing.T) {
	p := parse(t, "1..............1")
	tests := []struct {
		name, board string
		want        []string
	}{
		{"solved", solvedFour, nil},
		{"open", "1..............1", []string{"cell-unset r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4 r3c1 r3c2 r3c3 r3c4 r4c1 r4c2 r4c3: the cell r1c2 holds no digit (and 13 other cells)"}},
		{"a given changed", "2134341221434321", []string{
			"given-changed r1c1: the cell r1c1 holds 2, its given is 1",
			"column-twice r1c1 r3c1: column 1 holds the digit 2 2 times, first at r1c1 and r3c1",
			"column-twice r1c2 r3c2: column 2 holds the digit 1 2 times, first at r1c2 and r3c2",
		}},
		{"a digit twice in a row", "1134341221434321", []string{
			"row-twice r1c1 r1c2: row 1 holds the digit 1 2 times, first at r1c1 and r1c2",
			"column-twice r1c2 r3c2: column 2 holds the digit 1 2 times, first at r1c2 and r3c2",
			"box-twice r1c1 r1c2: box 1 holds the digit 1 2 times, first at r1c1 and r1c2",
		}},
		{"values that are no digits, and unset ones", "12?.?41221434321", []string{
			"cell-value r1c3 r2c1: the value 200 at r1c3 is no digit from 1 to 4 (and 1 other cell)",
			"cell-unset r1c4: the cell r1c4 holds no digit",
		}},
	}
	broken := p.Check(puzzle.Grid{})
	alltest.Check(t, len(broken) == 1 && broken[0].Rule == ruleSize, "no board: %v", broken)
	p = parse(t, "1..............1")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, v := range p.Check(board(p, tt.board)) {
				text := v.Rule
				for _, c := range v.Cells {
					text += " " + c.String()
				}
				got = append(got, text+": "+v.Text)
			}
			alltest.Check(t, slices.Equal(got, tt.want), "got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
		})
	}
}

// solved is a solved board of any size: the pattern of shifted rows with
// digits renamed.
func solved(r *rand.Rand, box puzzle.Size) puzzle.Grid {
	n := box.Cells()
	g := puzzle.NewGrid(puzzle.Size{Rows: n, Cols: n}, 0)
	digits := r.Perm(n)
	for i := range g.Values {
		row, col := i/n, i%n
		g.Values[i] = uint8(digits[(row%box.Rows*box.Cols+row/box.Rows+col)%n] + 1)
	}
	return g
}

// TestCheckAnySize: a solved board breaks nothing, on any size; with two
// different digits swapped it does; and what Check says agrees with the units
// of the layout.
func TestCheckAnySize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(minBox, MaxBox)
		box := puzzle.Size{Rows: side.Draw(t, "rows"), Cols: side.Draw(t, "cols")}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		g := solved(r, box)
		p, err := New("x", box, g.Values)
		alltest.OK(t, err)
		broken := p.Check(g)
		alltest.Require(t, len(broken) == 0, "%v: %v", box, broken)
		a, b := r.IntN(len(g.Values)), r.IntN(len(g.Values))
		if g.Values[a] == g.Values[b] {
			return
		}
		g.Values[a], g.Values[b] = g.Values[b], g.Values[a]
		empty := puzzle.NewGrid(g.Size, puzzle.Unset)
		if p, err = New("x", box, empty.Values); err != nil {
			t.Fatal(err)
		}
		var want []string
		for u, cells := range p.Layout().Units {
			seen := map[uint8]int{}
			for _, c := range cells {
				seen[g.Values[c]]++
			}
			for v := uint8(1); int(v) <= p.N(); v++ {
				if seen[v] > 1 {
					want = append(want, fmt.Sprintf("%s holds the digit %d %d times", p.Layout().UnitName(u), v, seen[v]))
				}
			}
		}
		var got []string
		for _, v := range p.Check(g) {
			text, _, _ := strings.Cut(v.Text, ", first")
			got = append(got, text)
		}
		alltest.Require(t, len(want) != 0 && slices.Equal(got, want), "%v: got %q, want %q", box, got, want)
	})
}

// TestSolvedBy: the short judge says of every board whether the long one finds
// something: of solved boards, and of those with one cell changed or two swapped.
func TestSolvedBy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(minBox, MaxBox)
		box := puzzle.Size{Rows: side.Draw(t, "rows"), Cols: side.Draw(t, "cols")}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		g := solved(r, box)
		givens := slices.Clone(g.Values)
		for i := range givens {
			if r.IntN(3) > 0 {
				givens[i] = puzzle.Unset
			}
		}
		p := alltest.Must(New("x", box, givens))(t)
		judged := func(what string, want bool) {
			got, broken := p.solvedBy(g.Values), p.broken(g)
			alltest.Require(t, got == want && got == (len(broken) == 0), "%v, %s: solved is %v, broken are %v", box, what, got, broken)
		}
		judged("a solved board", true)
		n := uint8(p.N())
		c := r.IntN(len(g.Values))
		was := g.Values[c]
		for _, v := range []uint8{0, was%n + 1, n, n + 1, 63, 64, 200, puzzle.Unset} {
			g.Values[c] = v
			judged("a changed cell", v == was)
		}
		g.Values[c] = was
		if d := r.IntN(len(g.Values)); g.Values[d] != was {
			g.Values[c], g.Values[d] = g.Values[d], was
			judged("two cells swapped", false)
		}
	})
}

// TestLayout: sizes of units, and numbers of peers: 20 on 9×9, as everybody
// knows, and in general 3n − 1 − rows − cols.
func TestLayout(t *testing.T) {
	for rows := minBox; rows <= MaxBox; rows++ {
		for cols := minBox; cols <= MaxBox; cols++ {
			box := puzzle.Size{Rows: rows, Cols: cols}
			l := LayoutOf(box)
			alltest.Check(t, l == LayoutOf(box) && l.N == rows*cols && l.Box == box, "%v: %+v", box, l)
			for c, peers := range l.Peers {
				alltest.Require(t, len(peers) == 3*l.N-1-rows-cols && !slices.Contains(peers, int16(c)) && slices.IsSorted(peers),
					"%v: cell %d has %d peers", box, c, len(peers))
			}
			for u, cells := range l.Units {
				if len(cells) != l.N || !slices.IsSorted(cells) {
					t.Errorf("%v: %s has %d cells", box, l.UnitName(u), len(cells))
				}
			}
		}
	}
	alltest.Equal(t, len(LayoutOf(puzzle.Size{Rows: 3, Cols: 3}).Peers[0]), 20, "peers on 9x9")
	alltest.Equal(t, alltest.Panics(t, func() { LayoutOf(puzzle.Size{Rows: 1, Cols: 7}) }), "sudoku: LayoutOf: boxes of 1x7: expected 2x2 to 6x6")
}

func TestUsualBox(t *testing.T) {
	want := map[int]string{4: "2x2", 6: "2x3", 8: "2x4", 9: "3x3", 10: "2x5", 12: "3x4", 15: "3x5", 16: "4x4", 18: "3x6", 20: "4x5", 24: "4x6", 25: "5x5", 30: "5x6", 36: "6x6"}
	for n := -3; n < 100; n++ {
		box, ok := UsualBox(n)
		alltest.Check(t, ok == (want[n] != "") && (!ok || box.String() == want[n]), "%d: %v, %v", n, box, ok)
	}
}

func TestNew(t *testing.T) {
	box := puzzle.Size{Rows: 2, Cols: 2}
	givens := puzzle.NewGrid(puzzle.Size{Rows: 4, Cols: 4}, puzzle.Unset).Values
	p := alltest.Must(New("a", box, givens))(t)
	hash := p.Hash()
	givens[3] = 2
	q := alltest.Must(New("b", box, givens))(t)
	alltest.Check(t, p.Hash() == hash && q.Hash() != hash && p.Given(3) == puzzle.Unset && q.Given(3) == 2 && p.Givens() == 0 && q.Givens() == 1,
		"New keeps what it was given, or the hash misses it")
	for _, tt := range []struct {
		box    puzzle.Size
		givens []uint8
		want   string
	}{
		{puzzle.Size{Rows: 1, Cols: 4}, givens, "sudoku x: boxes of 1x4: expected 2x2 to 6x6"},
		{box, givens[1:], "sudoku x: 15 cells given for a board of 4x4"},
		{box, append(slices.Clone(givens[:15]), 5), "sudoku x: the digit 5 at r4c4: expected 1 to 4"},
		{box, append(slices.Clone(givens[:15]), 0), "sudoku x: the digit 0 at r4c4: expected 1 to 4"},
	} {
		_, err := New("x", tt.box, tt.givens)
		alltest.Check(t, err != nil && err.Error() == tt.want, "got %v, want %s", err, tt.want)
	}
	// 2×6 and 3×4 have the same cells and other boxes.
	twelve := puzzle.NewGrid(puzzle.Size{Rows: 12, Cols: 12}, puzzle.Unset).Values
	a, errA := New("", puzzle.Size{Rows: 2, Cols: 6}, twelve)
	b, errB := New("", puzzle.Size{Rows: 3, Cols: 4}, twelve)
	alltest.Check(t, errA == nil && errB == nil && a.Hash() != b.Hash(), "boxes are not part of the hash: %v, %v", errA, errB)
}

func TestRows(t *testing.T) {
	p := parse(t, "0123456789abcdef"+strings.Repeat(".", 240))
	g := p.Board()
	g.Values[16] = 77
	rows := p.Rows(g)
	alltest.Check(t, rows[0] == "0123456789abcdef" && rows[1] == "?...............", "got %q", rows[:2])
}
