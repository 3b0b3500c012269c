package study

import (
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// openBoard is a board that ants find hard.
func openBoard(t *testing.T) puzzle.Puzzle {
	t.Helper()
	set := alltest.Must(nurikabes.Kind.Open("open-908"))(t)
	return set.Between(200, 399).Puzzles()[40]
}

// enginesOf are the engines of a plan.
func enginesOf(t *testing.T, study, plan string) []solver.Solver {
	t.Helper()
	s := alltest.Must(Get(study))(t)
	plans, err := s.Plans()
	for _, p := range plans {
		if p.Name == plan {
			return p.Engines
		}
	}
	t.Skip(err)
	return nil
}

// TestIdeasDiffer sees that each idea makes another run of a seed than all others do.
// Those that have not parted after a few iterations get more: some begin late.
func TestIdeasDiffer(t *testing.T) {
	board, together := openBoard(t), enginesOf(t, "nurikabe-ideas", "one idea at a time")
	for _, iterations := range []int64{20, 700} {
		same := map[uint64][]solver.Solver{}
		for _, engine := range together {
			out := alltest.Must(engine.Solve(t.Context(), board, solver.Run{Seed: 1, Budget: solver.Iterations(iterations)}))(t)
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
			alltest.Require(t, after <= cost, "%s: the cost goes from %d to %d", name, cost, after)
			if after < cost {
				better++
			}
		}
		rule := acs.Named(name)
		repair(check)(rule)
		alltest.Must(rule.Solve(t.Context(), openBoard(t), solver.Run{Seed: 2, Budget: solver.Iterations(5)}))(t)
		alltest.Check(t, better != 0, "%s mends nothing", name)
	}
}

// TestLookAhead sees, on a row, that an island may not take the last cell of another one.
func TestLookAhead(t *testing.T) {
	// The 2 in the middle may go up, down or to the sides; the 2 in the corner has only cells
	// that are the neighbours of one that the first may take.
	board := alltest.Must(nurikabe.New("corner", puzzle.Size{Rows: 3, Cols: 4}, []int{
		2, 0, 0, 0,
		0, 0, 2, 0,
		0, 0, 0, 0,
	}))(t)
	refused := 0
	rule := acs.Named("look ahead")
	lookAhead(rule)
	filter := rule.Filter
	rule.Filter = func(v *acs.View, cells []int32) []int32 {
		kept := filter(v, cells)
		if growing(v) == 1 && v.Island(1) < 0 && v.Island(4) < 0 && slices.Contains(cells, 5) {
			alltest.Check(t, !slices.Contains(kept, 5), "cell 5 shuts in the island in the corner")
			refused++
		}
		return kept
	}
	alltest.Must(rule.Solve(t.Context(), board, solver.Run{Seed: 1, Budget: solver.Iterations(5)}))(t)
	alltest.Check(t, refused != 0, "the ants never came to the cell")
}
