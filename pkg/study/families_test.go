package study

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/solver"
)

// plansOf are the plans of a study.
func plansOf(t *testing.T, name string) []experiment.Plan {
	t.Helper()
	s := alltest.Must(Get(name))(t)
	plans, err := s.Plans()
	if err != nil {
		t.Skip(err)
	}
	return plans
}

// TestTunedFamilies sees that the tuned settings are those that need least in the published
// tuning: with the mean by hand, and a run without a solution ten times its limit.
func TestTunedFamilies(t *testing.T) {
	published := alltest.Must(archive.Open("family-tuning"))(t)
	tried := map[string]map[string]solver.Description{} // by plan and variant
	for _, plan := range plansOf(t, "family-tuning") {
		tried[plan.Name] = map[string]solver.Description{}
		for _, engine := range plan.Engines {
			d := engine.Describe()
			tried[plan.Name][d.Variant] = d
		}
	}
	for _, plan := range plansOf(t, "families") {
		records := alltest.Must(published.Records(plan.Name))(t)
		sums := map[string]int64{}
		for _, r := range records {
			cost := r.Iterations
			if !r.Solved() {
				cost = 10 * r.Budget.Iterations
			}
			sums[r.Variant] += cost
		}
		tuned := 0
		for _, engine := range plan.Engines {
			d := engine.Describe()
			of, ok := strings.CutSuffix(d.Variant, ", tuned")
			if !ok {
				continue
			}
			tuned++
			best := ""
			for _, variant := range slices.Sorted(maps.Keys(sums)) {
				if strings.HasPrefix(variant, of+", ") && (best == "" || sums[variant] < sums[best]) {
					best = variant
				}
			}
			alltest.Check(t, slices.Equal(tried[plan.Name][best].Parameters, d.Parameters), "%s: the best setting of %v is %v", plan.Name, of, best)
		}
		alltest.Equal(t, tuned, 9, "%s tuned families", plan.Name)
	}
}

// TestFamilyBoards sees that no board is in the tuning and in the comparison.
func TestFamilyBoards(t *testing.T) {
	tuning := plansOf(t, "family-tuning")
	for i, plan := range plansOf(t, "families") {
		seen := map[string]bool{}
		for _, p := range tuning[i].Puzzles {
			seen[p.ID()] = true
		}
		alltest.Check(t, len(plan.Puzzles) >= 40 && len(seen) >= 40 && tuning[i].Name == plan.Name, "%s: %d and %d boards", plan.Name, len(seen), len(plan.Puzzles))
		for _, p := range plan.Puzzles {
			alltest.Check(t, !seen[p.ID()], "%s: %s is in both", plan.Name, p.ID())
		}
	}
}

// TestFamilyChoices sees that the choices make 32 different colonies, and that a label says
// what its parameters are.
func TestFamilyChoices(t *testing.T) {
	for _, plan := range plansOf(t, "family-choices") {
		hashes := map[string]bool{}
		for _, e := range plan.Engines {
			d := e.Describe()
			hashes[d.Hash()] = true
			for _, c := range choices {
				want := c.value
				if slices.Contains(strings.Split(d.Variant, ", "), c.name) {
					want = c.other
				}
				alltest.Check(t, slices.Contains(d.Parameters, solver.Parameter{Name: c.parameter, Value: want}), "%q has no %s = %s", d.Variant, c.parameter, want)
			}
		}
		alltest.Equal(t, len(hashes), 32, "%s colonies", plan.Name)
	}
}
