package theory

import (
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/modeltest"
	"formicary/pkg/puzzle"
)

// TestSizesOfPieces holds the rules on sizes of pieces against every board that is large enough for a part of it to be out of
// a rule's sight.
func TestSizesOfPieces(t *testing.T) {
	several := 0
	for seed := range alltest.Of[uint64](20, 60) {
		r := rand.New(rand.NewPCG(seed, 3))
		m := model.NewModel([]puzzle.Size{{Rows: 1, Cols: 12}, {Rows: 2, Cols: 6}, {Rows: 3, Cols: 4}}[r.IntN(3)])
		shaded := m.Cells(model.Shade, 2, nil)
		for range 2 + r.IntN(3) {
			least := 1 + r.IntN(3)
			if r.IntN(3) == 0 {
				m.Pieces(least, least+r.IntN(4), shaded.Is(r.IntN(2)))
			} else {
				m.Reach(least, least+r.IntN(3), shaded.Is(r.IntN(2)), r.IntN(12), r.IntN(12))
			}
		}
		form := m.Form()
		want := modeltest.Solutions(form)
		got := count(t, form)
		alltest.Require(t, got == want, "%d: the search finds %d solutions of %d", seed, got, want)
		if want > 1 {
			several++
		}
	}
	alltest.Check(t, several >= alltest.Of(10, 30), "%d of the declarations have several solutions", several)
}
