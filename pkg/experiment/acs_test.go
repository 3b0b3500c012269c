package experiment_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// boards are instances with a few clues at random places. Most have no
// solution, which is all the same here.
func boards(tb testing.TB, n, side int) []puzzle.Puzzle {
	tb.Helper()
	random := rand.New(rand.NewPCG(uint64(n), uint64(side)))
	var out []puzzle.Puzzle
	for range n {
		clues := make([]int, side*side)
		for sum := 0; sum < len(clues)*2/5; {
			if i := random.IntN(len(clues)); clues[i] == 0 {
				clues[i] = 1 + random.IntN(4)
				sum += clues[i]
			}
		}
		p := alltest.Must(nurikabe.New("", puzzle.Size{Rows: side, Cols: side}, clues))(tb)
		out = append(out, p)
	}
	return out
}

// pressed are ants with a typed rule that reads a number.
func pressed(value string, pressure *float64) solver.Solver {
	s := acs.Named("pressed")
	s.With("pressure", pressure, 0, 1)
	s.Filter = func(v *acs.View, candidates []int32) []int32 {
		return slices.DeleteFunc(candidates, func(cell int32) bool { return v.Breaks(cell) == 0 && float64(cell%10) < 10*(*pressure) })
	}
	_ = solver.NewFlags(s.Table().Define).Set("pressure", value)
	return s
}

// Engines whose rules read a number run at once, each with its value; those that share the variable are
// refused, and so is a plan without an end.
func TestNumbersOfTypedRules(t *testing.T) {
	plan := experiment.Plan{Puzzles: boards(t, 4, 8), Runs: 2, Budget: solver.Iterations(20), Seed: 3, Workers: 1}
	var want []experiment.Record
	digests := map[uint64]bool{}
	for _, value := range []string{"0.1", "0.5", "0.9"} {
		plan.Engines = []solver.Solver{pressed(value, new(float64))}
		sum := uint64(0)
		for _, r := range plan.MustRun(t.Context()).Records() {
			want, sum = append(want, r), sum+r.Digest
		}
		digests[sum] = true
	}
	plan.Engines, plan.Workers = nil, 8
	for _, value := range []string{"0.1", "0.5", "0.9"} {
		plan.Engines = append(plan.Engines, pressed(value, new(float64)))
	}
	got := plan.MustRun(t.Context()).Records()
	for i := range got {
		want, _, _ := strings.Cut(got[i].Variant, ", pressure 0.")
		alltest.Check(t, want == "pressed" && got[i].Variant != want, "the variant is called %q beside the others", got[i].Variant)
		got[i].Variant = "pressed"
	}
	slices.SortStableFunc(got, func(a, b experiment.Record) int { return strings.Compare(a.ConfigHash, b.ConfigHash) })
	slices.SortStableFunc(want, func(a, b experiment.Record) int { return strings.Compare(a.ConfigHash, b.ConfigHash) })
	diff := cmp.Diff(experimenttest.Timeless(want), experimenttest.Timeless(got))
	alltest.Check(t, diff == "" && len(digests) == 3, "%d different runs\n%s", len(digests), diff)
	shared := 0.0
	plan.Engines = []solver.Solver{pressed("0.1", &shared), pressed("0.2", &shared)}
	if _, err := plan.Run(t.Context()); !errors.Is(err, experiment.ErrPlan) || !strings.Contains(err.Error(), "declare the variable in the func that makes the engine") {
		t.Error(err)
	}
	plan.Engines, plan.Budget = acs.Schemes(), solver.Budget{}
	_, err := plan.Run(t.Context())
	alltest.Check(t, errors.Is(err, experiment.ErrPlan) && strings.Contains(err.Error(), "ants, raster proves nothing"), "%v", err)
}

// limping is a pair of ants whose rule counts its calls: anew for every run, or
// in a variable that all runs share.
func limping(each bool) *acs.Solver {
	s := acs.Named("limping")
	count := func(s *acs.Solver) {
		calls := 0
		s.Choose = func(t *colony.Trail, c []int32) int {
			if calls++; calls%1009 < 500 {
				return t.ChooseGreedy(c)
			}
			return t.ChooseRoulette(c)
		}
	}
	if each {
		s.Each = count
	} else {
		count(s)
	}
	return s
}
