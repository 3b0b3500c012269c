package model_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/modeltest"
	"formicary/pkg/puzzle"
)

// plainCost is the cost of a complete board by the plain meaning of all constraints.
func plainCost(t testing.TB, form *model.Form, board puzzle.Grid) (cost int) {
	t.Helper()
	values, bad := form.Values(board)
	alltest.Require(t, bad == nil, "%v", bad)
	for _, c := range form.Constraints {
		_, measure := c.Broken(values)
		cost += measure
	}
	return cost
}

// broken are what Broken has, as rules and cells.
func broken(p *model.Puzzle, board puzzle.Grid) (out []puzzle.Violation) {
	for rule, cells := range p.Broken(board) {
		v := puzzle.Violation{Rule: rule}
		for _, c := range cells {
			v.Cells = append(v.Cells, p.Size().At(c))
		}
		out = append(out, v)
	}
	return out
}

// TestCost holds the cost of boards, one after the other, against the plain meaning of the constraints, and what is broken against
// Check.
func TestCost(t *testing.T) {
	solved, wrong := 0, 0
	for seed := range uint64(400) {
		p := modeltest.Random(t, seed)
		variables := p.Form().Variables()
		r := rand.New(rand.NewPCG(seed, 3))
		board := p.Board()
		for range 40 {
			want := plainCost(t, p.Form(), board)
			if got := p.Cost(board); got != want {
				t.Fatalf("declaration %d, %v: cost %d, want %d", seed, board.Values, got, want)
			}
			faults := p.Check(board)
			got := broken(p, board)
			alltest.Require(t, slices.EqualFunc(got, faults, func(a, b puzzle.Violation) bool { return a.Rule == b.Rule && slices.Equal(a.Cells, b.Cells) }),
				"declaration %d, %v: %v are broken, Check has %v", seed, board.Values, got, faults)
			alltest.Require(t, (want == 0) == (len(faults) == 0), "declaration %d: a cost of %d with %v", seed, want, faults)
			if want == 0 {
				solved++
			} else {
				wrong++
			}
			for range 1 + r.IntN(3) {
				v := variables[r.IntN(len(variables))]
				x := r.IntN(v.Values())
				if v.Set(board, x); v.Value(board) != x {
					t.Fatalf("declaration %d: value %d is read as %d", seed, x, v.Value(board))
				}
			}
		}
	}
	alltest.Check(t, solved >= 1000 && wrong >= 1000, "%d boards are solutions, %d are not", solved, wrong)
}

// TestCostOfPartialBoards: what a board costs does not depend on the boards before it, whatever their cells say, and what is missing
// or contradicts itself costs and is named.
func TestCostOfPartialBoards(t *testing.T) {
	for seed := range uint64(100) {
		p, again := modeltest.Random(t, seed), modeltest.Random(t, seed)
		if seed%4 == 0 {
			p, again = modeltest.Dominoes(t, 4), modeltest.Dominoes(t, 4)
		}
		r := rand.New(rand.NewPCG(seed, 4))
		board := p.Board()
		for range 30 {
			cell := r.IntN(len(board.Values))
			board.Values[cell] = []uint8{puzzle.Unset, uint8(r.IntN(p.Form().Codes())), uint8(r.IntN(256))}[r.IntN(3)]
			fresh := again
			if r.IntN(5) == 0 {
				if fresh = modeltest.Random(t, seed); seed%4 == 0 {
					fresh = modeltest.Dominoes(t, 4)
				}
			}
			got, want := p.Cost(board), fresh.Cost(board)
			alltest.Require(t, got == want, "declaration %d, %v: cost %d, then %d", seed, board.Values, want, got)
			_, bad := p.Form().Values(board)
			if rule := func(v puzzle.Violation) bool { return v.Rule == "complete" || v.Rule == "ends meet" }; slices.ContainsFunc(broken(p, board), rule) != (bad != nil) {
				t.Fatalf("declaration %d, %v: %v are broken, the form has %v", seed, board.Values, broken(p, board), bad)
			}
			alltest.Require(t, bad == nil || p.Cost(board) != 0, "declaration %d: %v costs nothing", seed, board.Values)
		}
	}
	domino := modeltest.New(t, 1, 3, func(m *model.Model) {
		l := m.Links(model.Line, nil)
		m.Rule("one link", 2)
		m.Exactly(1, l.All()...)
	})
	for _, c := range []struct {
		board []uint8
		cost  int
		want  []puzzle.Violation
	}{
		{[]uint8{2, 8, 0}, 0, nil},
		{[]uint8{puzzle.Unset, 8, 0}, 1, []puzzle.Violation{{Rule: "complete", Cells: []puzzle.Cell{{}}}}}, // the other cell says that they are linked
		{[]uint8{2, 0, 0}, 1, []puzzle.Violation{{Rule: "ends meet", Cells: []puzzle.Cell{{Col: 1}}}}},
		{[]uint8{0, 0, 0}, 1, []puzzle.Violation{{Rule: "one link", Cells: []puzzle.Cell{{}, {Col: 1}, {Col: 2}}}}},
	} {
		board := puzzle.Grid{Size: domino.Size(), Values: c.board}
		got := broken(domino, board)
		if cost := domino.Cost(board); cost != c.cost || !slices.EqualFunc(got, c.want, func(a, b puzzle.Violation) bool { return a.Rule == b.Rule && slices.Equal(a.Cells, b.Cells) }) {
			t.Errorf("%v: cost %d and %v, want %d and %v", c.board, cost, got, c.cost, c.want)
		}
	}
}

// TestCostAtATime asks from several goroutines, and again in the midst of an answer.
func TestCostAtATime(t *testing.T) {
	p := modeltest.Latin(t, 6)
	var wait sync.WaitGroup
	for seed := range uint64(4) {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(seed, 5))
			board := p.Board()
			for range 200 {
				board.Values[r.IntN(len(board.Values))] = uint8(r.IntN(6))
				got, want := p.Cost(board), plainCost(t, p.Form(), board)
				alltest.Check(t, got == want, "cost %d, want %d", got, want)
				for range p.Broken(board) {
					if p.Cost(p.Board()) != 60 { // five too many in each of twelve lines
						t.Error("another board costs something else")
					}
					break
				}
			}
		})
	}
	wait.Wait()
}

// TestOpen: what rules of one condition say is not open.
func TestOpen(t *testing.T) {
	p := modeltest.New(t, 1, 5, func(m *model.Model) {
		f := m.CellsOf(model.Number, func(cell int) int { return []int{4, 3, 2, 3, 0}[cell] })
		m.Is(f[0].Is(0).Not(), f[0].Is(2).Not(), f[1].Is(2))
		m.Is(m.And(f[2].Is(1), f[3].Is(0).Not()))
	})
	open := p.Open()
	alltest.Check(t, len(open) == 2 && slices.Equal(open[0].Can(), []int{1, 3}) && slices.Equal(open[1].Can(), []int{1, 2}), "%v are open", open)
	got := p.Board().Values
	alltest.Check(t, slices.Equal(got, []uint8{1, 2, 1, 1, 0}) && p.Cost(p.Board()) == 0, "a search begins with %v", got)
	all := p.Form().Variables()
	if got := all[0].Can(); !slices.Equal(got, []int{0, 1, 2, 3}) || len(all) != 4 {
		t.Errorf("of all %d variables the first can be %v", len(all), got)
	}
	alltest.Panics(t, func() { all[2].Set(p.Board(), 2) }, "a variable has a value that it cannot have")
}

// TestClues reads tables of a puzzle by their names.
func TestClues(t *testing.T) {
	kind := simple("rooms", func(k *model.Kind) { k.Parts = []*model.Part{model.Clues, model.Regions} }, nil)
	p := read(t, kind, "2 2\n7 x\n- ?\na a\nb b")
	n, ok := p.Number(model.Clues, 0)
	alltest.Check(t, n == 7 && ok && p.Sign(model.Clues, 1) == "x", "clues %d %q", n, p.Sign(model.Clues, 1))
	for at := 1; at < 4; at++ {
		n, ok := p.Number(model.Clues, at)
		alltest.Check(t, !ok, "place %d has the number %d", at, n)
	}
	for range 2 { // an error of a table that the kind did not read as numbers stays with the caller
		if areas, of := p.Areas(model.Clues); len(areas) != 2 || !slices.Equal(of, []int{0, 0, 1, 1}) || areas[0].Clue != 7 || areas[0].At != 0 || !areas[0].HasClue {
			t.Errorf("regions %v %v", areas, of)
		}
	}
}
