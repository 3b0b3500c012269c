// Package modeltest has declared puzzles for the tests of engines: random ones with a slow oracle, and
// some of which all is known.
package modeltest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
)

// New makes a puzzle of a declaration on a board.
func New(t testing.TB, rows, cols int, declare func(m *model.Model)) *model.Puzzle {
	t.Helper()
	kind := &model.Kind{Name: "test", Title: "Test", Declare: func(m *model.Model, _ *model.Instance) { declare(m) }}
	p, err := kind.New("1", "test", fmt.Sprintf("%d %d", rows, cols))
	alltest.OK(t, err)
	return p
}

// Latin is an empty square of n×n cells whose rows and columns have different numbers.
func Latin(t testing.TB, n int) *model.Puzzle {
	return New(t, n, n, func(m *model.Model) {
		f := m.Cells(model.Number, n, nil)
		m.Rule("numbers of a line differ")
		for i := range n {
			var row, col []model.Var
			for j := range n {
				row, col = append(row, f[n*i+j]), append(col, f[n*j+i])
			}
			m.Different(row...)
			m.Different(col...)
		}
	})
}

// Dominoes is a board of n×n cells without two corners, at least 4 and even, that dominoes are to
// cover: there is no way, and no engine sees that soon where n is large (J. McCarthy, 1964).
func Dominoes(t testing.TB, n int) *model.Puzzle {
	return New(t, n, n, func(m *model.Model) {
		gone := func(cell int) bool { return cell == 0 || cell == n*n-1 }
		l := m.Links(model.Line, func(a, b int) bool { return !gone(a) && !gone(b) })
		m.Rule("each cell is in one domino")
		for cell := range n * n {
			if !gone(cell) {
				m.Exactly(1, l.Around(cell)...)
			}
		}
	})
}

// Random is a declaration of a few constraints of all sorts on a small board.
func Random(t testing.TB, seed uint64) *model.Puzzle {
	r := rand.New(rand.NewPCG(seed, 1))
	return New(t, 1+r.IntN(3), 2+r.IntN(2), func(m *model.Model) {
		cells := m.Size().Cells()
		shaded := m.Cells(model.Shade, 2, nil)
		numbers := m.CellsOf(model.Number, func(cell int) int { return []int{3, 4, 1, 0}[min(cell, 3)] })
		lit := func() model.Lit {
			if r.IntN(4) == 0 {
				return numbers[r.IntN(2)].Is(r.IntN(3))
			}
			return shaded[r.IntN(cells)].Is(r.IntN(2))
		}
		some := func(n int) (out []model.Lit) {
			for range n {
				out = append(out, lit())
			}
			return out
		}
		for range 2 + r.IntN(4) {
			switch r.IntN(13) {
			case 0:
				m.Any(some(1 + r.IntN(3))...)
			case 1:
				var terms []model.Term
				for _, l := range some(1 + r.IntN(6)) {
					terms = append(terms, model.Term{Lit: l, Weight: r.IntN(7) - 3})
				}
				least := r.IntN(7) - 3
				m.Sum(least, least+r.IntN(4), terms...)
			case 2:
				m.Count(1, 3, some(7)...)
			case 3:
				m.Connected(shaded.Is(r.IntN(2)))
			case 4:
				m.Bordered(shaded.Is(r.IntN(2)))
			case 5:
				var edges []model.Edge
				for range 6 {
					edges = append(edges, model.Edge{A: int32(r.IntN(4)), B: int32(r.IntN(4)), Lit: lit()})
				}
				m.Forest(4, edges...)
			case 6:
				m.Same(m.And(some(2)...), m.Differ(lit(), m.Or(m.And(some(2)...), lit())))
			case 7:
				var pairs [][2]int32
				for range 6 {
					pairs = append(pairs, [2]int32{int32(r.IntN(3)), int32(r.IntN(3))})
				}
				m.Matched(some(3), some(3), pairs)
			case 8:
				m.Different(numbers[0], numbers[1], numbers[min(2, cells-1)])
			case 9:
				least := 1 + r.IntN(4)
				m.Pieces(least, least+r.IntN(3), shaded.Is(r.IntN(2)))
			case 10:
				least := r.IntN(5)
				m.Reach(least, least+r.IntN(3), shaded.Is(r.IntN(2)), r.IntN(cells), r.IntN(cells))
			case 11:
				divided(r, m, lit)
			case 12:
				var edges []model.Edge
				for i := range 7 {
					edges = append(edges, model.Edge{A: int32(i % 5), B: int32((i + 1 + i/5) % 5), Lit: lit()})
				}
				m.Paths([]int{1, r.IntN(3), 0, r.IntN(3), 0}, edges...)
			}
		}
	})
}

// divided posts a division of a few nodes into shares, symmetric ones and others.
func divided(r *rand.Rand, m *model.Model, lit func() model.Lit) {
	nodes := 3 + r.IntN(3)
	var edges []model.Edge
	for a := range nodes {
		edges = append(edges, model.Edge{A: int32(a), B: int32((a + 1) % nodes), Lit: lit()})
	}
	edges = append(edges, model.Edge{A: 0, B: 2, Lit: lit()})
	var shares []model.Share
	for range 1 + r.IntN(3) {
		s := model.Share{Core: []int32{int32(r.IntN(nodes))}}
		turn, kind := r.IntN(nodes), r.IntN(4)
		for n := range nodes {
			image := n
			switch {
			case kind == 0:
				image = (turn - n + nodes) % nodes
			case kind == 1 && r.IntN(3) == 0:
				image = r.IntN(nodes+1) - 1
			}
			s.Image = append(s.Image, int32(image))
		}
		if r.IntN(3) == 0 {
			s.Core = append(s.Core, int32(r.IntN(nodes)))
		}
		shares = append(shares, s)
	}
	m.Divide(nodes, edges, shares...)
}

// Solutions counts the boards that obey, by trying every one.
func Solutions(form *model.Form) (n int) {
	variables := form.Variables()
	values := make([]int16, len(variables))
	for {
		if form.Check(form.Show(variables, values)) == nil {
			n++
		}
		i := 0
		for ; i < len(values); i++ {
			if values[i]++; int(values[i]) < variables[i].Values() {
				break
			}
			values[i] = 0
		}
		if i == len(values) {
			return n
		}
	}
}

// Fixed are puzzles that are decided before any search, with what they come to.
func Fixed(t testing.TB) (solved, unsolvable []*model.Puzzle) {
	nothing := New(t, 1, 1, func(m *model.Model) { m.Cells(model.Shade, 1, nil) })
	one := New(t, 1, 1, func(m *model.Model) { m.Is(m.Cells(model.Number, 3, nil)[0].Is(2)) })
	none := New(t, 1, 1, func(m *model.Model) { m.Is(m.Cells(model.Number, 3, nil).Is(3)...) })
	against := New(t, 1, 2, func(m *model.Model) {
		f := m.Cells(model.Shade, 2, nil)
		m.Same(f[0].Is(1), f[1].Is(1))
		m.Is(f[0].Is(1), f[1].Is(0))
	})
	empty := New(t, 2, 2, func(m *model.Model) {
		m.Cells(model.Shade, 1, nil)
		m.Any()
	})
	return []*model.Puzzle{nothing, one}, []*model.Puzzle{none, against, empty}
}

// Refuted has no solution, which propagation sees after any choice only.
func Refuted(t testing.TB) *model.Puzzle {
	return New(t, 1, 2, func(m *model.Model) {
		f := m.Cells(model.Shade, 2, nil)
		for x := range 4 {
			m.Any(f[0].Is(x&1), f[1].Is(x>>1))
		}
	})
}
