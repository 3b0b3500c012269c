package generate

import (
	"fmt"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/solver"
)

// TestOpenSets holds every file of data/nurikabe against its manifest, proves
// every solution to be the only one and of the grade that the file says, except for
// planted ones, and makes a part again.
func TestOpenSets(t *testing.T) {
	puzzletest.OpenSets[Options]{
		Generator: Generator,
		Prove: func(t *testing.T, o *Options, item puzzle.Item) error {
			if o.Planted {
				return nil
			}
			out, err := exact.New().Solve(t.Context(), item, solver.Run{})
			if err != nil {
				return err
			}
			if out.Status != solver.Unique || !out.Best.Equal(item.Solution) || exact.GradeOf(out).String() != item.Grade {
				return fmt.Errorf("%s, grade %s, not the instance that the file says", out.Status, exact.GradeOf(out))
			}
			return nil
		},
		Part: func(o Options) (Options, bool) {
			quick := o.Size.Cells() <= alltest.Of(80, 150) && o.Difficulty != exact.Learning.String()
			o.Count = min(max(o.Count, 1), 2)
			return o, quick
		},
	}.Test(t)
}
