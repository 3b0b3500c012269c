package pencil_test

import (
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/pencil"
)

// TestCostOfSolutions: on boards of the open sets a solution costs nothing, and a disturbed one what its constraints say, which is
// nothing only where Check has nothing.
func TestCostOfSolutions(t *testing.T) {
	for _, kind := range pencil.Kinds() {
		r := rand.New(rand.NewPCG(1, 3))
		for _, item := range smallest(kind, 2) {
			p := item.Puzzle.(*model.Puzzle)
			alltest.Equal(t, p.Cost(item.Solution), 0, "%s %s: the solution costs", kind.Name, item.ID())
			for range 20 {
				board := disturbed(p, item.Solution, r)
				values, _ := p.Form().Values(board)
				want := 0
				for _, c := range p.Form().Constraints {
					_, measure := c.Broken(values)
					want += measure
				}
				if got := p.Cost(board); got != want || (got == 0) != (p.Check(board) == nil) {
					t.Errorf("%s %s: cost %d, want %d with %v", kind.Name, item.ID(), got, want, p.Check(board))
				}
			}
		}
	}
}

// BenchmarkCost judges boards of one step after the other of a random walk: by Cost, by Broken, by a loop over the constraints,
// and by Check.
func BenchmarkCost(b *testing.B) {
	for _, kind := range []*model.Kind{pencil.Kuromasu, pencil.Slitherlink, pencil.Masyu, pencil.KenKen, pencil.Fillomino, pencil.Tent} {
		p := smallest(kind, 100)[99].Puzzle.(*model.Puzzle)
		open, board := p.Open(), p.Board()
		for _, by := range []struct {
			name  string
			judge func()
		}{
			{"cost", func() { p.Cost(board) }},
			{"broken", func() { p.Broken(board)(func(string, []int) bool { return true }) }},
			{"form", func() {
				values, _ := p.Form().Values(board)
				for _, c := range p.Form().Constraints {
					c.Broken(values)
				}
			}},
			{"check", func() { p.Check(board) }},
		} {
			b.Run(kind.Name+"/"+p.Size().String()+"/"+by.name, func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 4))
				for b.Loop() {
					v := open[r.IntN(len(open))]
					v.Set(board, v.Can()[r.IntN(len(v.Can()))])
					by.judge()
				}
			})
		}
	}
}
