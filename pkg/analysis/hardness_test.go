package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// hard makes runs of an engine on puzzles whose features decide success and
// time: the odds fall by e² per deviation of the first and the time grows by e
// per deviation of the second; the third does nothing.
func hard(random *rand.Rand, puzzles, runs int) ([]experiment.Record, []Feature) {
	names := []string{"islands", "givens", "noise"}
	var features []Feature
	for _, n := range names {
		features = append(features, Feature{n, map[string]float64{}})
	}
	var records []experiment.Record
	for p := range puzzles {
		id := fmt.Sprintf("p%d", p)
		var x [3]float64
		for j := range x {
			x[j] = random.NormFloat64()
			features[j].Values[id] = 10 + 3*x[j]
		}
		for run := range runs {
			solved := random.Float64() < 1/(1+math.Exp(-1+2*x[0]))
			status := solver.Exhausted
			if solved {
				status = solver.Solved
			}
			r := row("a", id, 100, run, status, math.Exp(x[1]+random.NormFloat64()/2))
			records = append(records, r)
		}
	}
	return records, features
}

func TestHardnessFindsWhatIsHard(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	held, cleared := 0, 0
	const draws = 60
	for range draws {
		records, features := hard(random, 120, 5)
		h := Group(records).HardnessOf(Seconds, features...)[0]
		alltest.Require(t, h.Success.Fitted && h.Time.Fitted && h.Success.Effects[0].Feature == "islands" && h.Success.Puzzles == 120, "%+v", h)
		e := h.Success.Effects[0]
		// The features are drawn: one deviation of them is not quite 3.
		if truth := -2 * e.Deviation / 3; e.Interval.Low <= truth && truth <= e.Interval.High {
			held++
		}
		noise := h.Success.Effects[slices.IndexFunc(h.Success.Effects, func(e FeatureEffect) bool { return e.Feature == "noise" })]
		if noise.P > 0.05 {
			cleared++
		}
		alltest.Require(t, near(e.Factor, math.Exp(e.Effect), 9) && e.Inflation <= 1.5 && e.P <= 1e-6, "%+v", e)
	}
	alltest.Check(t, held >= 52 && cleared >= 52, "the interval held in %d of %d, noise was cleared in %d", held, draws, cleared)
	records, features := hard(random, 400, 3)
	for i := range records {
		records[i].Status = solver.Solved // else what a solution costs depends on success, too
	}
	h := Group(records).HardnessOf(Seconds, features...)[0]
	e := h.Time.Effects[0]
	alltest.Check(t, e.Feature == "givens" && math.Abs(e.Effect-e.Deviation/3) <= 0.06 && h.Time.Explained >= 0.8, "%+v", h.Time)
	alltest.Check(t, !h.Success.Fitted && len(h.Success.Warnings) != 0, "only successes: %+v", h.Success)
}

func TestHardnessWarns(t *testing.T) {
	records, features := hard(rand.New(rand.NewPCG(5, 6)), 40, 2)
	flat := Feature{"flat", map[string]float64{}}
	twice := Feature{"twice", map[string]float64{}}
	for id, v := range features[0].Values {
		flat.Values[id], twice.Values[id] = 7, 2*v
	}
	delete(features[1].Values, "p3")
	features[1].Values["p4"] = math.NaN()
	for _, c := range []struct {
		name     string
		features []Feature
		fitted   bool
		warning  string
	}{
		{"a feature is missing", features[:2], true, "2 puzzles are left out because a feature is missing"},
		{"a feature is flat", []Feature{features[0], flat}, true, "flat has only one value"},
		{"only a flat one", []Feature{flat}, false, "no feature to fit"},
		{"a copy", []Feature{features[0], twice}, false, "combination of the others"},
		{"none", nil, false, "no feature to fit"},
	} {
		h := Group(records).HardnessOf(Seconds, c.features...)[0]
		for _, r := range []Regression{h.Success, h.Time} {
			alltest.Check(t, r.Fitted == c.fitted && strings.Contains(strings.Join(r.Warnings, "; "), c.warning),
				"%s: fitted %v, warnings %q", c.name, r.Fitted, r.Warnings)
		}
	}
	few := Group(records[:6]).HardnessOf(Seconds, features...)[0]
	alltest.Check(t, !few.Time.Fitted && !few.Success.Fitted, "three puzzles are enough: %+v", few)
	separated := slices.Clone(records)
	for i := range separated {
		separated[i].Status = solver.Exhausted
		if features[0].Values[separated[i].Puzzle] < 10 {
			separated[i].Status = solver.Solved
		}
	}
	h := Group(separated).HardnessOf(Seconds, features[0])[0]
	if e := h.Success.Effects; len(e) != 1 || e[0].Effect >= 0 || math.IsInf(e[0].Effect, 0) || !strings.Contains(strings.Join(h.Success.Warnings, ";"), "Firth") {
		t.Errorf("%+v", h.Success)
	}
}

func TestFeaturesOf(t *testing.T) {
	got := FeaturesOf(puzzle.Set{}, puzzle.Cells())
	alltest.Check(t, len(got) == 1 && got[0].Name == "cells" && len(got[0].Values) == 0, "%+v", got)
}

// TestRegressionClaims holds the claims of two regressions, told jointly, against
// their intervals.
func TestRegressionClaims(t *testing.T) {
	at := func(name string, low, high, p float64) FeatureEffect {
		return FeatureEffect{Feature: name, Deviation: 47, Factor: 0.5, Within: Interval{Low: low, High: high}, P: p}
	}
	r := Regression{Effects: []FeatureEffect{at("island size (cells)", 0.3, 0.8, 0.002), at("share", 0.3, 1.1, 0.04)}, Scope: Scope{Level: 0.975}, Basis: "70 puzzles, up to 60 iterations a run"}
	claims := Bonferroni(r.Claims("the odds"), r.Claims("the time"))
	for i, want := range []string{
		"One standard deviation (47 cells) more of island size, the other features held, goes with a fall of the odds: a factor of 0.5 (0.3 to 0.8; p = 0.004; 70 puzzles, up to 60 iterations a run)",
		"Whether one standard deviation (47) more of share, the other features held, goes with a rise or a fall of the odds is not settled: a factor of 0.5 (0.3 to 1.1; p = 0.08; 70 puzzles, up to 60 iterations a run)",
	} {
		alltest.Check(t, claims[i].String() == want, "got  %v\nwant %s", claims[i], want)
	}
	if rule, want := Conclude(claims...).Rule, "Intervals are simultaneous 95 % (Bonferroni, 4 comparisons)."; rule != want {
		t.Errorf("rule %q, want %q", rule, want)
	}
}
