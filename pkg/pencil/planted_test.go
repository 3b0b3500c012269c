package pencil_test

import (
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/pencil"
	"formicary/pkg/puzzle"
)

// TestPlanted: planted boards are solutions by the judge, before and after changes near some cells.
func TestPlanted(t *testing.T) {
	for _, kind := range pencil.Kinds() {
		how := kind.Make
		if how == nil || how.Plant == nil || how.Move == nil {
			continue
		}
		judged := 0
		for seed := range uint64(10) {
			r := rand.New(rand.NewPCG(seed, 1))
			size := puzzle.Size{Rows: 6 + r.IntN(8), Cols: 6 + r.IntN(8)}
			in := alltest.Must(kind.Blank(size))(t)
			values := how.Plant(t.Context(), in, r)
			for step := 0; step < 6 && values != nil; step++ {
				bare := map[*model.Part][]string{}
				for _, part := range kind.Parts {
					rows, cols := part.Of(in.Size)
					for index := range rows * cols {
						bare[part] = append(bare[part], in.Sign(part, index))
					}
				}
				at := func(cell int) []int { return values[cell] }
				if how.Clues == nil || how.Clues(in, at, r) {
					p := alltest.Must(kind.New("planted", kind.Name, in.Text()))(t)
					if wrong := p.Check(p.BoardOf(values)); wrong != nil {
						t.Fatalf("%s, seed %d, step %d: %v\n%s", kind.Name, seed, step, wrong, in.Text())
					}
					judged++
				}
				for part, signs := range bare {
					for index, sign := range signs {
						in.Put(part, index, sign)
					}
				}
				row := r.IntN(size.Rows)
				values = how.Move(in, at, func(cell int) bool { return in.Size.At(cell).Row >= row }, r)
			}
		}
		alltest.Check(t, judged >= 10, "%s: %d boards", kind.Name, judged)
	}
}
