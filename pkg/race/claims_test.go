package race

import (
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/solver"
)

// TestEffects holds claims against the estimates: they are settled where these
// are, also where an interval ends just at no difference.
func TestEffects(t *testing.T) {
	estimate := func(value, low, high float64, settled bool) Estimate {
		return Estimate{Value: value, Interval: analysis.Interval{Low: low, High: high}, Settled: settled}
	}
	for _, c := range []struct {
		success, effort Estimate
		want            [2]string
	}{
		{estimate(0.1, 0, 0.2, true), estimate(0.5, 0.3, 1, true), [2]string{"“v” solves more often than “b”", "“v” typically needs fewer iterations than “b”"}},
		{estimate(-0.1, -0.2, 0, true), estimate(2, 1, 3, true), [2]string{"“v” solves less often than “b”", "“v” typically needs more iterations than “b”"}},
		{estimate(0.1, 0.05, 0.2, false), estimate(0.5, 0.3, 0.8, false), [2]string{
			"Whether “v” or “b” solves more often is not settled", "Whether “v” or “b” typically needs more iterations is not settled",
		}},
	} {
		v := VariantResult{Variant: "v", Baseline: "b", Finding: Finding{Blocks: 9, Estimates: Estimates{Success: c.success, Effort: c.effort}}}
		v.Measure = analysis.Iterations
		claims := (&Result{Race: Race{Alpha: 0.05}, Variants: []VariantResult{v}}).Effects()
		for i, claim := range claims {
			alltest.Check(t, claim.Short() == c.want[i] && strings.Contains(claim.String(), "9 puzzles"), "%v, want %s", claim, c.want[i])
		}
		alltest.Has(t, analysis.Conclude(claims...).Rule, "95 % (Bonferroni, valid whenever a race stops, 2 comparisons)")
	}
}

// TestEffectsDecided: a question that is not decided on makes no claim, and does
// not count among the comparisons.
func TestEffectsDecided(t *testing.T) {
	for decide, want := range map[Question]string{Both: "solves typically", Success: "solves", Effort: "typically"} {
		r := alltest.Must(Race{Variants: entrants(1), Baseline: nobody("b"), Puzzles: pebbles(9, 1), Decide: decide, Budget: solver.Iterations(9)}.complete())(t)
		var got []string
		claims := r.start().Effects()
		for _, claim := range claims {
			e := claim.(analysis.Effect)
			if got = append(got, strings.Fields(e.More)[0]); e.Tests != len(claims) {
				t.Errorf("decide %d: %d comparisons, %d claims", decide, e.Tests, len(claims))
			}
		}
		alltest.Equal(t, strings.Join(got, " "), want, "decide %d: %v", decide, got)
	}
}
