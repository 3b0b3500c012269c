package generate

import (
	"fmt"
	"testing"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/exact"
)

// TestOpenSets holds every file of data/sudoku against its manifest, proves
// every solution to be the only one where that is promised, and makes a part
// again.
func TestOpenSets(t *testing.T) {
	puzzletest.OpenSets[Options]{
		Generator: Generator,
		Prove: func(t *testing.T, o *Options, item puzzle.Item) error {
			if o.Fixed > 0 {
				return nil
			}
			out, err := exact.New().Solve(t.Context(), item, solver.Run{})
			if err != nil {
				return err
			}
			if out.Status != solver.Unique || !out.Best.Equal(item.Solution) {
				return fmt.Errorf("%s, not the puzzle that the file says", out.Status)
			}
			return nil
		},
		// What is made quickly: small boards, and some of those without a promise.
		Part: func(o Options) (Options, bool) {
			quick := o.boxes().Cells() <= 9 || o.Fixed > 0 && int(o.Fixed)%15 == 0
			o.Count = 1
			return o, quick
		},
	}.Test(t)
}
