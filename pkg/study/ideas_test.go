package study

import (
	"slices"
	"testing"

	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// openBoard is a board that ants find hard.
func openBoard(t *testing.T) puzzle.Puzzle {
	t.Helper()
	set, err := nurikabes.Kind.Open("open-908")
	if err != nil {
		t.Fatal(err)
	}
	return set.Between(200, 399).Puzzles()[40]
}

// TestIdeasDiffer sees that each idea makes another run of a seed than all others do.
// Those that have not parted after a few iterations get more: some begin late.
func TestIdeasDiffer(t *testing.T) {
	board, together := openBoard(t), allIdeas()
	for _, iterations := range []int64{20, 700} {
		same := map[uint64][]solver.Solver{}
		for _, engine := range together {
			out, err := engine.Solve(t.Context(), board, solver.Run{Seed: 1, Budget: solver.Iterations(iterations)})
			if err != nil {
				t.Fatal(err)
			}
			same[out.Digest] = append(same[out.Digest], engine)
		}
		together = nil
		for _, engines := range same {
			if len(engines) > 1 {
				together = append(together, engines...)
			}
		}
	}
	for _, engine := range together {
		t.Errorf("%s and another idea make the same run", engine.Describe().Label())
	}
}

// TestRepairsMakeNothingWorse holds every repair against the cost before it.
func TestRepairsMakeNothingWorse(t *testing.T) {
	for name, change := range map[string]func(*acs.View){"move a leaf": moveLeaf, "regrow": regrow} {
		better := 0
		check := func(v *acs.View) {
			cost := v.Missing() + v.Blocks()
			change(v)
			after := v.Missing() + v.Blocks()
			if after > cost {
				t.Fatalf("%s: the cost goes from %d to %d", name, cost, after)
			}
			if after < cost {
				better++
			}
		}
		rule := changed(name, repair(check))
		if _, err := rule.Solve(t.Context(), openBoard(t), solver.Run{Seed: 2, Budget: solver.Iterations(5)}); err != nil {
			t.Fatal(err)
		}
		if better == 0 {
			t.Errorf("%s mends nothing", name)
		}
	}
}

// TestLookAhead sees, on a row, that an island may not take the last cell of another one.
func TestLookAhead(t *testing.T) {
	// The 2 in the middle may go up, down or to the sides; the 2 in the corner has only cells
	// that are the neighbours of one that the first may take.
	board, err := nurikabe.New("corner", puzzle.Size{Rows: 3, Cols: 4}, []int{
		2, 0, 0, 0,
		0, 0, 2, 0,
		0, 0, 0, 0,
	})
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	rule := changed("look ahead", lookAhead)
	filter := rule.Filter
	rule.Filter = func(v *acs.View, cells []int32) []int32 {
		kept := filter(v, cells)
		if growing(v) == 1 && v.Island(1) < 0 && v.Island(4) < 0 && slices.Contains(cells, 5) {
			if slices.Contains(kept, 5) {
				t.Error("cell 5 shuts in the island in the corner")
			}
			refused++
		}
		return kept
	}
	if _, err := rule.Solve(t.Context(), board, solver.Run{Seed: 1, Budget: solver.Iterations(5)}); err != nil {
		t.Fatal(err)
	}
	if refused == 0 {
		t.Error("the ants never came to the cell")
	}
}
