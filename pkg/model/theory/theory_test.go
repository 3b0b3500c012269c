package theory

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"formicary/pkg/clause"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// random is a declaration of a few constraints on a small board.
func random(r *rand.Rand) *model.Form {
	m := model.NewModel(puzzle.Size{Rows: 1 + r.IntN(3), Cols: 2 + r.IntN(2)})
	cells := m.Size().Cells()
	shaded := m.Cells(model.Shade, 2, nil)
	lit := func() model.Lit { return shaded[r.IntN(cells)].Is(r.IntN(2)) }
	some := func(n int) (out []model.Lit) {
		for range n {
			out = append(out, lit())
		}
		return out
	}
	var numbers model.Field
	if r.IntN(2) == 0 && cells <= 4 {
		numbers = m.Cells(model.Number, 3, func(cell int) bool { return cell < 3 })
	}
	for range 1 + r.IntN(4) {
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
			m.Same(m.And(some(2)...), m.Differ(lit(), m.Or(some(3)...)))
		case 12:
			var edges []model.Edge
			for i := range 7 {
				edges = append(edges, model.Edge{A: int32(i % 5), B: int32((i + 1 + i/5) % 5), Lit: lit()})
			}
			m.Paths([]int{1, r.IntN(3), 0, r.IntN(3), 0}, edges...)
		case 11:
			divided(r, m, lit)
		case 9:
			least := 1 + r.IntN(4)
			m.Pieces(least, least+r.IntN(3), shaded.Is(r.IntN(2)))
		case 10:
			least := r.IntN(5)
			m.Reach(least, least+r.IntN(3), shaded.Is(r.IntN(2)), r.IntN(cells), r.IntN(cells))
		case 8:
			var pairs [][2]int32
			for range 6 {
				pairs = append(pairs, [2]int32{int32(r.IntN(3)), int32(r.IntN(3))})
			}
			m.Matched(some(3), some(3), pairs)
		case 7:
			if numbers != nil {
				m.Different(numbers[:min(3, cells)]...)
				m.Sum(1, 3, append(numbers[0].Weighted(nil), model.Term{Lit: lit(), Weight: 2})...)
			}
		}
	}
	return m.Form()
}

// count is the number of solutions that the search finds, each of which obeys.
func count(t *testing.T, form *model.Form) int {
	th := New(form)
	seen := map[string]bool{}
	for {
		if th.Solver.Solve(func() bool { return true }) == clause.Unsatisfiable {
			return len(seen)
		}
		board := form.Board(th.Values())
		if bad := form.Check(board); bad != nil {
			t.Fatalf("the search gives %v: %v", board.Values, bad)
		}
		if seen[string(board.Values)] {
			t.Fatalf("the search gives %v twice", board.Values)
		}
		seen[string(board.Values)] = true
		th.Block()
	}
}

// all is the number of boards that obey, by trying every one.
func all(form *model.Form) (n int) {
	board := puzzle.NewGrid(form.Size, 0)
	var try func(cell int)
	try = func(cell int) {
		if cell == len(board.Values) {
			if form.Check(board) == nil {
				n++
			}
			return
		}
		for x := range form.Codes() {
			board.Values[cell] = uint8(x)
			try(cell + 1)
		}
	}
	try(0)
	return n
}

// randomGraph is a declaration of connected conditions on a random graph, where connectivity implies much.
func randomGraph(r *rand.Rand) *model.Form {
	m := model.NewModel(puzzle.Size{Rows: 2, Cols: 4 + r.IntN(2)})
	cells := m.Cells(model.Shade, 2, nil)
	for range 1 + r.IntN(2) {
		nodes := cells.Is(r.IntN(2))
		if r.IntN(2) == 0 {
			nodes = append(nodes, model.True)
		}
		var pairs [][2]int32
		for i := range nodes {
			for range 1 + r.IntN(2) {
				if j := r.IntN(len(nodes)); j != i {
					pairs = append(pairs, [2]int32{int32(i), int32(j)})
				}
			}
		}
		m.ConnectedBy(nodes, pairs)
	}
	for range r.IntN(8) {
		m.Any(cells[r.IntN(len(cells))].Is(r.IntN(2)), cells[r.IntN(len(cells))].Is(r.IntN(2)))
	}
	return m.Form()
}

// TestAllSolutions holds the search against every board, for random declarations.
func TestAllSolutions(t *testing.T) {
	several := 0
	for seed := range uint64(2500) {
		declare := random
		if seed >= 1500 {
			declare = randomGraph
		}
		form := declare(rand.New(rand.NewPCG(seed, 1)))
		want := all(form)
		if want > 1 {
			several++
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			if got := count(t, form); got != want {
				t.Errorf("the search finds %d solutions of %d", got, want)
			}
		})
		if t.Failed() {
			return
		}
	}
	if several < 250 {
		t.Errorf("%d of the declarations have several solutions", several)
	}
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

// TestBetween has what lies between two true nodes true at once, though nothing became false.
func TestBetween(t *testing.T) {
	m := model.NewModel(puzzle.Size{Rows: 1, Cols: 4})
	cells := m.Cells(model.Shade, 2, nil).Is(1)
	m.Connected(cells)
	s := New(m.Form()).Solver
	lit := func(cell int) clause.Lit { return clause.Lit(cells[cell]) }
	if !s.Propagate() || !s.Assume(lit(0)) || s.Value(lit(1)) != 0 || !s.Assume(lit(3)) {
		t.Fatal("the ends exclude each other")
	}
	if s.Value(lit(1)) != 1 || s.Value(lit(2)) != 1 {
		t.Error("what is between the ends stays open")
	}
}
