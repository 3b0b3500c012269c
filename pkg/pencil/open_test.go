package pencil_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/exact"
	"formicary/pkg/model/generate"
	"formicary/pkg/pencil"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/solver"
)

// TestOpenSets holds every file of data/KIND of the declared kinds against its manifest and makes a part of
// it again. The complete engine proves every solution to be the only one; and because it is, a board
// with another value in some cell is none.
func TestOpenSets(t *testing.T) {
	for _, kind := range pencil.Kinds() {
		if kind.Make == nil {
			continue
		}
		t.Run(kind.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			puzzletest.OpenSets[generate.Options]{
				Generator: generate.Generator(kind),
				Prove: func(t *testing.T, _ *generate.Options, item puzzle.Item) error {
					out, err := exact.New(kind).Solve(t.Context(), item, solver.Run{})
					if err != nil {
						return err
					}
					if out.Status != solver.Unique || !out.Best.Equal(item.Solution) {
						return fmt.Errorf("%s, not the puzzle that the file says", out.Status)
					}
					return changed(item, r)
				},
				// What is made quickly: small boards.
				Part: func(o generate.Options) (generate.Options, bool) {
					o.Count = 1
					return o, o.Size.Cells() <= alltest.Of(40, 64)
				},
			}.Test(t)
		})
	}
}

// changed gives a random cell of the solution each other value, and says where Check finds nothing wrong.
func changed(item puzzle.Item, r *rand.Rand) error {
	cell := r.IntN(len(item.Solution.Values))
	for code := range item.Puzzle.(*model.Puzzle).Form().Codes() {
		other := item.Solution.Clone()
		other.Values[cell] = uint8(code)
		if !other.Equal(item.Solution) && len(item.Check(other)) == 0 {
			return fmt.Errorf("a board with value %d at %v is a solution, too", code, other.Size.At(cell))
		}
	}
	return nil
}
