package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

func sizeOf(rows, cols int) puzzle.Size { return puzzle.Size{Rows: rows, Cols: cols} }

// posted are the constraints of a form, and the atoms that follow from others.
func posted(f *Form) string {
	var out []string
	for _, a := range f.Atoms {
		if a.Op != Free {
			out = append(out, fmt.Sprint([...]string{And: "And", Xor: "Xor"}[a.Op], a.From))
		}
	}
	for _, c := range f.Constraints {
		text := strings.TrimPrefix(fmt.Sprintf("%T", c.Constraint), "*model.") + fmt.Sprintf("%v", c.Constraint)
		if c.Set > 0 {
			text += fmt.Sprint("@", c.Set)
		}
		out = append(out, strings.ReplaceAll(text, "&", ""))
	}
	return strings.Join(out, " ")
}

// boards visits the boards of a form, with the values of their variables.
func boards(f *Form, visit func(board puzzle.Grid, x []int)) {
	vars := f.Variables()
	values, x := make([]int16, len(vars)), make([]int, len(vars))
	for {
		for i, v := range values {
			x[i] = int(v)
		}
		visit(f.Show(vars, values), x)
		i := 0
		for ; i < len(values); i++ {
			if values[i]++; int(values[i]) < vars[i].Values() {
				break
			}
			values[i] = 0
		}
		if i == len(values) {
			return
		}
	}
}

// reach says of the cells with a value of 1 which one reaches from which over sides.
func reach(size puzzle.Size, x []int) [][]bool {
	var pairs [][2]int32
	for a := range size.Cells() {
		for b := range a {
			if at, to := size.At(a), size.At(b); (at.Row-to.Row)*(at.Row-to.Row)+(at.Col-to.Col)*(at.Col-to.Col) == 1 {
				pairs = append(pairs, [2]int32{int32(a), int32(b)})
			}
		}
	}
	return classes(size.Cells(), func(n int) bool { return x[n] == 1 }, pairs)
}

// every says of all cells with a value of 1 that it holds for them.
func every(x []int, holds func(cell int) bool) bool {
	for cell := range x {
		if x[cell] == 1 && !holds(cell) {
			return false
		}
	}
	return true
}

// rows of bits: squares that are all 1, of a side.
func hasSquare(size puzzle.Size, x []int, side int) bool {
	for row := range size.Rows - side + 1 {
	next:
		for col := range size.Cols - side + 1 {
			for r := range side {
				for c := range side {
					if x[(row+r)*size.Cols+col+c] == 0 {
						continue next
					}
				}
			}
			return true
		}
	}
	return false
}

var sums = NewTable(func(choice []int) bool { return choice[0]+choice[1] == 1 && choice[2] == 1 || choice[0] == 1 }, 2, 2, 2)

// rules are declarations on 2×3 cells of two values unless it is said otherwise; l are the conditions that they are 1.
var rules2x3 = []struct {
	size    puzzle.Size
	values  int
	declare func(m *Model, f Field, l []Lit)
	holds   func(x []int) bool // nil for always
	posted  string             // "-" for what is too long
}{
	{declare: func(m *Model, _ Field, l []Lit) { m.Any(l[0], l[1].Not()) }, holds: func(x []int) bool { return x[0] == 1 || x[1] == 0 }, posted: "Clause{[2 5]}"},
	{declare: func(m *Model, _ Field, l []Lit) { m.Any(l[0], l[0], False, l[2], l[0]) }, holds: func(x []int) bool { return x[0]+x[2] > 0 }, posted: "Clause{[2 6]}"},
	{declare: func(m *Model, _ Field, l []Lit) { m.Any(l[0], True); m.Any(l[1], l[1].Not()); m.Is() }},
	{declare: func(m *Model, _ Field, _ []Lit) { m.Any() }, holds: func([]int) bool { return false }, posted: "Clause{[]}"},
	{declare: func(m *Model, _ Field, l []Lit) { m.Is(l[0], l[5].Not()) }, holds: func(x []int) bool { return x[0] > x[5] }, posted: "Clause{[2]} Clause{[13]}"},
	{declare: func(m *Model, _ Field, l []Lit) { m.NotAll(l[0], l[1]); m.NotAll(l[2]) }, holds: func(x []int) bool { return x[0]+x[1] < 2 && x[2] == 0 }, posted: "Clause{[3 5]} Clause{[7]}"},
	{declare: func(m *Model, _ Field, l []Lit) { m.If(l[0], l[1], l[2]); m.If(l[3]) }, holds: func(x []int) bool { return x[0] <= x[1]+x[2] && x[3] == 0 }, posted: "Clause{[3 4 6]} Clause{[9]}"},
	{declare: func(m *Model, _ Field, l []Lit) { m.Same(l[0], l[1].Not()) }, holds: func(x []int) bool { return x[0] != x[1] }, posted: "Clause{[3 5]} Clause{[4 2]}"},
	{declare: func(m *Model, _ Field, l []Lit) {
		m.Sum(3, 6, Term{l[0], 2}, Term{l[1].Not(), 1}, Term{True, 1}, Term{False, 5}, Term{l[0], 1}, Term{l[1], 3}, Term{l[2], 0}, Term{l[3].Not(), -2})
	}, holds: func(x []int) bool { s := 3*x[0] + (1 - x[1]) + 1 + 3*x[1] - 2*(1-x[3]); return s >= 3 && s <= 6 }, posted: "Linear{[{2 3} {5 -2} {9 -2}] -1 2}"},
	{declare: func(m *Model, _ Field, l []Lit) {
		m.Sum(0, 6, Each(1, l...)...)
		m.Sum(-1, 1, Term{l[0], 1}, Term{l[1], -1})
		m.Sum(1, 1, Term{l[0], 2}, Term{l[0], -2}, Term{True, 1})
	}},
	{declare: func(m *Model, _ Field, l []Lit) {
		m.Sum(-1, 0, Term{l[0], 1}, Term{l[1], -1})
		m.Sum(0, 1, Term{l[2], 1}, Term{l[3], -1})
	}, holds: func(x []int) bool { return x[0] <= x[1] && x[2] >= x[3] }, posted: "Linear{[{2 1} {4 -1}] -1 0} Linear{[{6 1} {8 -1}] 0 1}"},
	{declare: func(m *Model, _ Field, l []Lit) { m.Sum(0, 5, Each(1, l...)...); m.Sum(1, 6, Each(1, l...)...) }, holds: func(x []int) bool { return !slices.Contains([]int{0, 6}, x[0]+x[1]+x[2]+x[3]+x[4]+x[5]) }, posted: "Linear{[{2 1} {4 1} {6 1} {8 1} {10 1} {12 1}] 0 5} Linear{[{2 1} {4 1} {6 1} {8 1} {10 1} {12 1}] 1 6}"},
	{declare: func(m *Model, _ Field, l []Lit) { m.Exactly(1, l[:3]...); m.Count(1, 2, l[3:]...) }, holds: func(x []int) bool { s := x[3] + x[4] + x[5]; return x[0]+x[1]+x[2] == 1 && s > 0 && s < 3 }, posted: "Linear{[{2 1} {4 1} {6 1}] 1 1} Linear{[{8 1} {10 1} {12 1}] 1 2}"},
	{size: sizeOf(1, 3), values: 3, declare: func(m *Model, f Field, _ []Lit) { m.Different(f...) }, holds: func(x []int) bool { return x[0] != x[1] && x[1] != x[2] && x[0] != x[2] }, posted: "Different{[{2 3} {8 3} {14 3}]}"},
	{size: sizeOf(1, 2), values: 4, declare: func(m *Model, f Field, _ []Lit) {
		m.Sum(5, 7, append(f[0].Weighted(nil), f[1].Weighted(func(x int) int { return x*x - 1 })...)...)
	}, holds: func(x []int) bool { s := x[0] + x[1]*x[1] - 1; return s >= 5 && s <= 7 }, posted: "Linear{[{4 1} {6 2} {8 3} {10 -1} {14 3} {16 8}] 5 7}"},
	{size: sizeOf(3, 3), declare: func(m *Model, _ Field, l []Lit) { m.Connected(l) }, holds: func(x []int) bool {
		to := reach(sizeOf(3, 3), x)
		return every(x, func(a int) bool { return every(x, func(b int) bool { return to[a][b] }) })
	}, posted: "Connected{[2 4 6 8 10 12 14 16 18] [[0 1] [0 3] [1 2] [1 4] [2 5] [3 4] [3 6] [4 5] [4 7] [5 8] [6 7] [7 8]]}"},
	{declare: func(m *Model, _ Field, l []Lit) { m.ConnectedBy(l[:3], [][2]int32{{0, 2}}) }, holds: func(x []int) bool { return x[1] == 0 || x[0]+x[2] == 0 }, posted: "Connected{[2 4 6] [[0 2]]}"},
	{size: sizeOf(3, 4), declare: func(m *Model, _ Field, l []Lit) { m.Bordered(l) }, holds: func(x []int) bool {
		to := reach(sizeOf(3, 4), x)
		return every(x, func(a int) bool {
			return slices.ContainsFunc([]int{0, 1, 2, 3, 4, 7, 8, 9, 10, 11}, func(b int) bool { return to[a][b] })
		})
	}, posted: "-"},
	{size: sizeOf(1, 4), declare: func(m *Model, _ Field, l []Lit) { m.Matched(l[:2], l[2:], [][2]int32{{0, 0}, {1, 1}}) }, holds: func(x []int) bool { return x[0] == x[2] && x[1] == x[3] }, posted: "Matched{[2 4] [6 8] [[0 0] [1 1]]}"},
	{size: sizeOf(1, 3), values: 3, declare: func(m *Model, _ Field, _ []Lit) {
		m.Cells(Hidden, 3, func(cell int) bool { return cell < 2 })
		m.Cells(Hidden, 2, func(cell int) bool { return cell == 2 })
		m.OneLayer(func(cell int) bool { return cell != 0 })
	}, holds: func(x []int) bool { return x[2]*x[3] == 0 && x[4]*x[5] == 0 }, posted: "Clause{[8 26]} Clause{[14 33]}"},
	{size: sizeOf(1, 3), declare: func(m *Model, _ Field, l []Lit) {
		m.Forest(2, Edge{0, 1, l[0]}, Edge{1, 0, l[1]}, Edge{0, 0, l[2]})
	}, holds: func(x []int) bool { return x[0]+x[1] < 2 && x[2] == 0 }, posted: "Forest{2 [{0 1 2} {1 0 4} {0 0 6}]}"},
	{size: sizeOf(3, 4), declare: func(m *Model, _ Field, l []Lit) { m.NoSquare(l, 2) }, holds: func(x []int) bool { return !hasSquare(sizeOf(3, 4), x, 2) }, posted: "-"},
	{size: sizeOf(3, 4), declare: func(m *Model, _ Field, l []Lit) { m.NoSquare(l, 3); m.NoSquare(l, 4) }, holds: func(x []int) bool { return !hasSquare(sizeOf(3, 4), x, 3) }, posted: "Clause{[3 5 7 11 13 15 19 21 23]} Clause{[5 7 9 13 15 17 21 23 25]}"},
	{declare: func(m *Model, _ Field, l []Lit) { m.NoChequer(l) }, holds: func(x []int) bool {
		odd := func(a, b, c, d int) bool { return x[a] == x[d] && x[b] == x[c] && x[a] != x[b] }
		return !odd(0, 1, 3, 4) && !odd(1, 2, 4, 5)
	}, posted: "Clause{[2 10 5 9]} Clause{[4 8 3 11]} Clause{[4 12 7 11]} Clause{[6 10 5 13]}"},
	{declare: func(m *Model, _ Field, l []Lit) { m.Apart(l) }, holds: func(x []int) bool {
		to := reach(sizeOf(2, 3), x)
		return every(x, func(a int) bool { return count(to, int32(a)) == 1 })
	}, posted: "Clause{[3 5]} Clause{[3 9]} Clause{[5 7]} Clause{[5 11]} Clause{[7 13]} Clause{[9 11]} Clause{[11 13]}"},
	{declare: func(m *Model, _ Field, l []Lit) {
		a := m.And(l[1], True, l[0], l[1])
		m.Any(a, m.And(l[0], l[1]), m.And(l[2], l[2]), m.And(l[3], l[3].Not()), m.And(l[4], False))
		m.Is(m.And(), m.Or(l[4], l[5]))
	}, holds: func(x []int) bool { return x[0]*x[1]+x[2] > 0 && x[4]+x[5] > 0 }, posted: "And[2 4] And[11 13] Clause{[14 6]} Clause{[17]}"},
	{
		declare: func(m *Model, _ Field, l []Lit) {
			m.Is(m.Differ(l[0], l[1]), m.Differ(l[1].Not(), l[0]).Not(), m.Differ(l[2], False), m.Differ(True, l[3]), m.Differ(l[4], l[4].Not()), m.Differ(l[4], l[4]).Not(), m.Differ(l[5], True).Not())
			m.Is(m.Differ(False, l[2]), m.Differ(l[0].Not(), l[1].Not()))
		}, holds: func(x []int) bool { return x[0] != x[1] && x[2] == 1 && x[3] == 0 && x[5] == 1 },
		posted: "Xor[2 4] Clause{[14]} Clause{[14]} Clause{[6]} Clause{[9]} Clause{[12]} Clause{[6]} Clause{[14]}",
	},
	{declare: func(m *Model, _ Field, l []Lit) { m.Exactly(2, m.Seen(l[:3])...) }, holds: func(x []int) bool { return x[0]*x[1] == 1 && x[2] == 0 }, posted: "And[2 4] And[6 14] Linear{[{2 1} {14 1} {16 1}] 2 2}"},
	{
		declare: func(m *Model, f Field, l []Lit) {
			place := func(v Var) []Lit { return []Lit{v.Is(0), v.Is(1)} }
			m.Fits(sums, place(f[0]), place(f[1]), place(f[2]))
			m.Fits(sums, []Lit{True, False}, place(f[3]), place(f[4]))
			m.Is(l[5])
		}, holds: func(x []int) bool { return (x[0] == 1 || x[1]*x[2] == 1) && x[3]*x[4] == 1 && x[5] == 1 },
		posted: "Clause{[2 6]}@1 Clause{[2 4]}@1 Clause{[10]}@2 Clause{[8]}@2 Clause{[12]}",
	},
	{declare: func(m *Model, _ Field, l []Lit) {
		m.Pieces(2, 3, l)
		m.Pieces(1, 6, l)
		m.Pieces(1, 5, append([]Lit{False}, l[1:]...))
		m.Pieces(1, 1, []Lit{False, False, False, False, False, False})
	}, holds: func(x []int) bool {
		to := reach(sizeOf(2, 3), x)
		return every(x, func(a int) bool { n := count(to, int32(a)); return n == 2 || n == 3 })
	}, posted: "Pieces{[2 4 6 8 10 12] [[0 1] [0 3] [1 2] [1 4] [2 5] [3 4] [4 5]] 2 3} Pieces{[2 4 6 8 10 12] [[0 1] [0 3] [1 2] [1 4] [2 5] [3 4] [4 5]] 1 6} Pieces{[4 6 8 10 12] [[0 1] [0 3] [1 4] [2 3] [3 4]] 1 5}"},
	{size: sizeOf(1, 2), declare: func(m *Model, _ Field, l []Lit) { m.Pieces(2, 2, []Lit{False, l[1]}) }, holds: func(x []int) bool { return x[1] == 0 }, posted: "Pieces{[4] [] 2 2}"},
	{size: sizeOf(2, 4), declare: func(m *Model, _ Field, l []Lit) { m.Reach(2, 3, l, 0, 6) }, holds: func(x []int) bool {
		n := count(reach(sizeOf(2, 4), x), 0, 6)
		return n == 2 || n == 3
	}, posted: "-"},
	{size: sizeOf(1, 6), declare: func(m *Model, _ Field, l []Lit) {
		m.Reach(1, 2, l, 1)
		m.Reach(0, 1, append([]Lit{False}, l[1:]...), 0, 5)
	}, holds: func(x []int) bool {
		n := count(reach(sizeOf(1, 6), x), 1)
		return (n == 1 || n == 2) && x[5]*x[4] == 0
	}, posted: "Reach{[2 4 6 8] [[0 1] [1 2] [2 3]] [1] 1 2} Reach{[10 12] [[0 1]] [1] 0 1}"},
	{size: sizeOf(1, 4), declare: func(m *Model, _ Field, l []Lit) {
		m.Paths([]int{1, 1, 0}, Edge{0, 1, l[0]}, Edge{1, 2, l[1]}, Edge{2, 0, l[2]})
	}, holds: func(x []int) bool { return x[0] != x[1] && x[1] == x[2] }, posted: "Paths{[{0 1 2} {1 2 4} {2 0 6}] [1 1 0]}"},
}

// TestRules holds what constraints mean on all boards against what is written beside them, and how they are put: what holds
// anyway, and what is said twice, is left out.
func TestRules(t *testing.T) {
	for i, tt := range rules2x3 {
		if tt.size.Rows == 0 {
			tt.size = sizeOf(2, 3)
		}
		m := NewModel(tt.size)
		f := m.Cells(Shade, max(tt.values, 2), nil)
		tt.declare(m, f, f.Is(1))
		got := posted(m.Form())
		alltest.Check(t, got == tt.posted || tt.posted == "-", "%d is put as %q, want %q", i, got, tt.posted)
		boards(m.Form(), func(board puzzle.Grid, x []int) {
			bad := m.Form().Check(board)
			alltest.Require(t, (bad == nil) == (tt.holds == nil || tt.holds(x)), "%d, %v: %v", i, x, bad)
			if values, _ := m.Form().Values(board); !m.Form().Board(values).Equal(board) {
				t.Fatalf("%d: the board of the values of %v is %v", i, board.Values, m.Form().Board(values).Values)
			}
		})
	}
}

// linked is a model with links on 3×3 cells, all but those from cell 8 up and left.
func linked() (*Model, *Links) {
	m := NewModel(sizeOf(3, 3))
	return m, m.Links(Line, func(a, b int) bool { return a != 8 && b != 8 })
}

// TestLoops: the loops of 3×3 cells without a corner, counted on paper: three of four cells, of which one does not visit the
// second cell, two of six cells, and one of eight.
func TestLoops(t *testing.T) {
	for _, second := range []bool{false, true} {
		m, l := linked()
		visits := m.Loop(l)
		if second {
			m.Is(visits[1])
		}
		n := 0
		boards(m.Form(), func(board puzzle.Grid, x []int) { n += b2i(m.Form().Check(board) == nil) })
		alltest.Check(t, len(visits) == 9 && visits[8] == False && n == 6-b2i(second), "%d visits, %d loops", len(visits), n)
	}
}

// TestDivideLinks: 2×2 cells in two pieces, one for each of two opposite corners: either corner takes one, both, or none of
// the two others.
func TestDivideLinks(t *testing.T) {
	m := NewModel(sizeOf(2, 2))
	l := m.Links(Border, nil)
	same := []int32{0, 1, 2, 3}
	m.Divide(4, l.Edges(), Share{[]int32{0}, same}, Share{[]int32{3}, same})
	n := 0
	boards(m.Form(), func(board puzzle.Grid, x []int) { n += b2i(m.Form().Check(board) == nil) })
	alltest.Check(t, n == 4, "%d divisions, want 4", n)
}

// TestPlaces: cells and links around each other.
func TestPlaces(t *testing.T) {
	m, l := linked()
	f := m.Cells(Hidden, 1, func(cell int) bool { return cell == 3 })
	stop := func(cell int) bool { return cell == 2 || cell == 8 }
	spans := m.Spans(Hidden, 3, [][]int{{0, 1}, {8}})
	from, off := l.Beside(4, North)
	_, over := l.Beside(2, East)
	none := NewModel(sizeOf(1, 2))
	none.Cells(Hidden, 2, func(int) bool { return false })
	alltest.Equal(t, none.Form().Codes(), 1, "cells without a variable have values")
	big := NewModel(sizeOf(40, 40))
	big.Any(big.Cells(Hidden, 2, nil).Is(1)...)
	lits := big.Form().Constraints[0].Constraint.(*Clause).Lits
	alltest.Check(t, len(lits) == 1600 && lits[0] == 2 && lits[1599] == 3200, "%d conditions of 1600", len(lits))
	for _, c := range [][2]string{
		{fmt.Sprint(m.Ray(3, East, nil), m.Ray(0, East, stop), m.Ray(8, North, stop), m.Ray(6, West, nil), m.Ray(0, South, nil)), "[4 5] [1] [5] [] [3 6]"},
		{fmt.Sprint(m.Row(1), m.Col(2), m.Block(-1, 1, 2, 3), m.Block(2, 2, 5, 5)), "[3 4 5] [2 5 8] [1 2] [8]"},
		{fmt.Sprint(m.Pairs()), "[[0 1] [0 3] [1 2] [1 4] [2 5] [3 4] [3 6] [4 5] [4 7] [5 8] [6 7] [7 8]]"},
		{fmt.Sprint(l.All()), "[2 4 6 8 10 12 14 16 18 20]"},
		{fmt.Sprint(l.Around(0), l.Around(4), l.Around(8), l.At(4, West), l.At(4, North), l.At(0, North)), "[2 4] [8 16 18 12] [] 12 8 1"},
		{fmt.Sprint(l.Edges()), "[{0 1 2} {0 3 4} {1 2 6} {1 4 8} {2 5 10} {3 4 12} {3 6 14} {4 5 16} {4 7 18} {6 7 20}]"},
		{fmt.Sprint(f.Is(0), f.In(0, 3, 2), f[3].Values()), "[1 1 1 0 1 1 1 1 1] [0 1] 1"},
		{fmt.Sprint(spans, m.Form().Vars, spans[1].Is(2), spans[1].Is(3), spans[1].Is(-1)), "[{22 3} {28 3}] [{22 3} {28 3}] 32 1 1"},
		{fmt.Sprint(from, off, over, North, East, South, West, Direction(-1), Direction(4)), "1 true false n e s w Direction(-1) Direction(4)"},
		{fmt.Sprint(Var{2, 2}.Is(-1), Var{2, 2}.Is(0), Var{2, 2}.Is(1), Var{2, 2}.Is(2), Var{3, 2}.Is(0), Var{}.Is(0), m.Size(), m.Form().Codes(), NewModel(sizeOf(1, 1)).CellsOf(Hidden, func(int) int { return 0 })), "1 3 2 1 2 1 3x3 48 [{0 0}]"},
	} {
		alltest.Check(t, c[0] == c[1], "%s, want %s", c[0], c[1])
	}
}

// TestForbidden: what a table forbids is as short as it can be.
func TestForbidden(t *testing.T) {
	for _, c := range []struct {
		fits       func(choice []int) bool
		conditions []int
		want       string
	}{
		{func([]int) bool { return false }, []int{2, 2}, "[[-1 -1]]"},
		{func([]int) bool { return true }, []int{2, 3}, "[]"},
		{func(c []int) bool { return c[0] != c[1] }, []int{2, 3}, "[[0 0] [1 1]]"},
		{func(c []int) bool { return c[1] == 2 || c[0] == 0 && c[1] == 1 }, []int{2, 3, 1}, "[[-1 0 -1] [1 1 -1]]"},
	} {
		alltest.Equal(t, fmt.Sprint(NewTable(c.fits, c.conditions...).forbidden), c.want)
	}
	NewTable(func([]int) bool { return true }, 1023, 1023) // as many as there may be
	for _, conditions := range [][]int{{2, 0}, {1024, 1023}} {
		want := fmt.Sprintf("model: NewTable: expected at least one condition for each place and at most 1048576 choices, found places of %v", conditions)
		alltest.Equal(t, alltest.Panics(t, func() { NewTable(func([]int) bool { return true }, conditions...) }), want)
	}
}
