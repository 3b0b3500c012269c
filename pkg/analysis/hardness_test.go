package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

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
		h := Default.HardnessOf(records, Seconds, features...)[0]
		if !h.Success.Fitted || !h.Time.Fitted || h.Success.Effects[0].Feature != "islands" || h.Success.Puzzles != 120 {
			t.Fatalf("%+v", h)
		}
		e := h.Success.Effects[0]
		// The features are drawn: one deviation of them is not quite 3.
		if truth := -2 * e.Deviation / 3; e.Interval.Low <= truth && truth <= e.Interval.High {
			held++
		}
		noise := h.Success.Effects[slices.IndexFunc(h.Success.Effects, func(e FeatureEffect) bool { return e.Feature == "noise" })]
		if noise.P > 0.05 {
			cleared++
		}
		if !near(e.Factor, math.Exp(e.Effect), 9) || e.Inflation > 1.5 || e.P > 1e-6 {
			t.Fatalf("%+v", e)
		}
	}
	if held < 52 || cleared < 52 {
		t.Errorf("the interval held in %d of %d, noise was cleared in %d", held, draws, cleared)
	}
	records, features := hard(random, 400, 3)
	for i := range records {
		records[i].Status = solver.Solved // else what a solution costs depends on success, too
	}
	h := Default.HardnessOf(records, Seconds, features...)[0]
	if e := h.Time.Effects[0]; e.Feature != "givens" || math.Abs(e.Effect-e.Deviation/3) > 0.06 || h.Time.Explained < 0.8 {
		t.Errorf("%+v", h.Time)
	}
	if h.Success.Fitted || len(h.Success.Warnings) == 0 {
		t.Errorf("only successes: %+v", h.Success)
	}
}

func TestPartials(t *testing.T) {
	records, features := hard(rand.New(rand.NewPCG(3, 4)), 80, 4)
	h := Default.HardnessOf(records, Seconds, features...)[0]
	for _, r := range []Regression{h.Success, h.Time} {
		partials := r.Partials(11)
		if len(partials) != 3 {
			t.Fatalf("%d partials", len(partials))
		}
		for i, p := range partials {
			if p.Feature != r.Effects[i].Feature || len(p.Points) != 11 || p.Response != r.Response {
				t.Fatalf("%+v", p)
			}
			rises := r.Effects[i].Effect > 0
			for j, x := range p.Points {
				if !(x.Band.Low <= x.Value && x.Value <= x.Band.High) || j > 0 && (x.Value > p.Points[j-1].Value) != rises || j > 0 && x.X <= p.Points[j-1].X {
					t.Fatalf("%s: %+v", p.Feature, p.Points)
				}
			}
			if r.Logistic && len(p.Seen) != 0 || !r.Logistic && len(p.Seen) != r.Puzzles || len(p.Of) != len(p.Seen) {
				t.Fatalf("%s: %d puzzles seen", p.Feature, len(p.Seen))
			}
			for k, at := range p.Of {
				f := features[slices.IndexFunc(features, func(f Feature) bool { return f.Name == p.Feature })]
				if f.Values[at.Puzzle] != p.Seen[k].X {
					t.Fatalf("%s: %s stands at %v", p.Feature, at.Puzzle, p.Seen[k].X)
				}
			}
		}
		// At the means of all features it is the same point on every curve.
		var means []float64
		for _, f := range r.features {
			means = append(means, r.Effects[slices.IndexFunc(r.Effects, func(e FeatureEffect) bool { return e.Feature == f })].Mean)
		}
		if at, _ := r.At(means...); r.Logistic && !(at > 0 && at < 1) || at <= 0 {
			t.Errorf("%+v", at)
		}
	}
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
		h := Default.HardnessOf(records, Seconds, c.features...)[0]
		for _, r := range []Regression{h.Success, h.Time} {
			if r.Fitted != c.fitted || !strings.Contains(strings.Join(r.Warnings, "; "), c.warning) {
				t.Errorf("%s: fitted %v, warnings %q", c.name, r.Fitted, r.Warnings)
			}
		}
	}
	few := Default.HardnessOf(records[:6], Seconds, features...)[0]
	if few.Time.Fitted || few.Success.Fitted {
		t.Errorf("three puzzles are enough: %+v", few)
	}
	separated := slices.Clone(records)
	for i := range separated {
		separated[i].Status = solver.Exhausted
		if features[0].Values[separated[i].Puzzle] < 10 {
			separated[i].Status = solver.Solved
		}
	}
	h := Default.HardnessOf(separated, Seconds, features[0])[0]
	if e := h.Success.Effects; len(e) != 1 || e[0].Effect >= 0 || math.IsInf(e[0].Effect, 0) || !strings.Contains(strings.Join(h.Success.Warnings, ";"), "Firth") {
		t.Errorf("%+v", h.Success)
	}
	defer func() {
		if recover() == nil {
			t.Error("asked without a fit: no panic")
		}
	}()
	Regression{}.At(1)
}

// Every puzzle with both features is in one cell, which holds its values; empty
// cells have no rate made up for them.
func TestSuccessSurfaces(t *testing.T) {
	records, features := hard(rand.New(rand.NewPCG(7, 8)), 60, 3)
	other := slices.Clone(records)
	for i := range other {
		other[i].Variant = "b"
	}
	delete(features[1].Values, "p0")
	surfaces := Default.SuccessSurfaces(append(records, other[:30]...), features[0], features[1], 4, 3)
	if len(surfaces) != 2 || !slices.Equal(surfaces[0].XEdges, surfaces[1].XEdges) || len(surfaces[0].XEdges) != 5 || len(surfaces[0].YEdges) != 4 {
		t.Fatalf("%+v", surfaces)
	}
	s := surfaces[0]
	puzzles, runs, solved := 0, 0, 0
	for i, column := range s.Cells {
		for j, c := range column {
			count, wins := 0, 0
			for _, in := range byLabel(records)[0].instances {
				x, y := features[0].Values[in.Puzzle], features[1].Values[in.Puzzle]
				inX := (x > s.XEdges[i] || i == 0) && x <= s.XEdges[i+1]
				inY := (y > s.YEdges[j] || j == 0) && y <= s.YEdges[j+1]
				if _, ok := features[1].Values[in.Puzzle]; ok && inX && inY {
					if c.Of[count] != in.PuzzleKey {
						t.Fatalf("cell %d, %d: %v is missing in %v", i, j, in.PuzzleKey, c.Of)
					}
					count++
					wins += in.wins
				}
			}
			if c.Puzzles != count || c.Runs.Successes != wins || c.Runs.Trials != 3*count || (c.Puzzles == 0) != math.IsNaN(c.Fitted) {
				t.Fatalf("cell %d, %d: %+v, counted %d puzzles, %d solved", i, j, c, count, wins)
			}
			if count > 0 && !(c.Across.Low <= c.Runs.Rate+1e-9 && c.Runs.Rate <= c.Across.High+1e-9 && c.Fitted > 0 && c.Fitted < 1) {
				t.Fatalf("cell %d, %d: %+v", i, j, c)
			}
			puzzles, runs, solved = puzzles+c.Puzzles, runs+c.Runs.Trials, solved+c.Runs.Successes
		}
	}
	if puzzles != 59 || puzzles != s.Puzzles || runs != s.Runs || len(s.Warnings) != 1 {
		t.Errorf("%d puzzles, %d runs; %+v", puzzles, runs, s.Warnings)
	}
	// Success falls with the first feature, in the fit and in what was seen.
	rate := func(i int) (seen, fitted float64) {
		n := 0.0
		for _, c := range s.Cells[i] {
			if c.Puzzles > 0 {
				seen, fitted, n = seen+c.Runs.Rate, fitted+c.Fitted, n+1
			}
		}
		return seen / n, fitted / n
	}
	seen0, fitted0 := rate(0)
	seen3, fitted3 := rate(3)
	if seen0-seen3 < 0.4 || fitted0-fitted3 < 0.4 {
		t.Errorf("seen %v to %v, fitted %v to %v", seen0, seen3, fitted0, fitted3)
	}
	flat := Feature{"flat", map[string]float64{"p1": 1, "p2": 1}}
	if s := Default.SuccessSurfaces(records, flat, features[0], 2, 2)[0]; len(s.Cells) != 1 || s.Puzzles != 2 || s.Cells[0][0].Puzzles == 0 {
		t.Errorf("%+v", s)
	}
	if s := Default.SuccessSurfaces(records, Feature{Name: "nothing"}, features[0], 2, 2)[0]; len(s.Cells) != 0 {
		t.Errorf("%+v", s)
	}
}

func TestFeaturesOf(t *testing.T) {
	got := FeaturesOf(puzzle.Set{}, puzzle.Cells())
	if len(got) != 1 || got[0].Name != "cells" || len(got[0].Values) != 0 {
		t.Errorf("%+v", got)
	}
}

// TestRegressionClaims holds the claims of two regressions, told jointly, against
// their intervals.
func TestRegressionClaims(t *testing.T) {
	at := func(name string, low, high, p float64) FeatureEffect {
		return FeatureEffect{Feature: name, Deviation: 47, Factor: 0.5, Within: Interval{Low: low, High: high}, P: p}
	}
	r := Regression{Effects: []FeatureEffect{at("island size (cells)", 0.3, 0.8, 0.002), at("share", 0.3, 1.1, 0.04)}, About: About{Level: 0.975}, Basis: "70 puzzles, up to 60 iterations a run"}
	claims := Bonferroni(r.Claims("the odds"), r.Claims("the time"))
	for i, want := range []string{
		"One standard deviation (47 cells) more of island size, the other features held, goes with a fall of the odds: a factor of 0.5 (0.3 to 0.8; p = 0.004; 70 puzzles, up to 60 iterations a run)",
		"Whether one standard deviation (47) more of share, the other features held, goes with a rise of or goes with a fall of the odds is not settled: a factor of 0.5 (0.3 to 1.1; p = 0.08; 70 puzzles, up to 60 iterations a run)",
	} {
		if claims[i].String() != want {
			t.Errorf("got  %v\nwant %s", claims[i], want)
		}
	}
	if rule, want := Conclude(claims...).Rule, "Intervals are simultaneous 95 % (Bonferroni, 4 comparisons)."; rule != want {
		t.Errorf("rule %q, want %q", rule, want)
	}
}

// Of four features that mean nothing, some effect is settled in 5 % of
// experiments at most, for success and time alike, and never by its interval but
// not by its p: 400 experiments have a standard error of 0.011.
func TestEffectsHoldTogether(t *testing.T) {
	const draws = 400
	r := rand.New(rand.NewPCG(17, 18))
	wrong := map[string]int{}
	for range draws {
		var records []experiment.Record
		features := make([]Feature, 4)
		for i := range features {
			features[i] = Feature{Name: fmt.Sprint("f", i), Values: map[string]float64{}}
		}
		for p := range 40 {
			rate, hard := r.Float64(), r.NormFloat64()
			for run := range 4 {
				records = append(records, trial("a", p, run, run == 0 || r.Float64() < rate, math.Exp(hard+r.NormFloat64()/2)))
			}
			for _, f := range features {
				f.Values[records[len(records)-1].Puzzle] = r.NormFloat64()
			}
		}
		h := Default.HardnessOf(records, Seconds, features...)[0]
		for name, regression := range map[string]Regression{"success": h.Success, "time": h.Time} {
			any := false
			for _, e := range regression.Effects {
				settled := !e.Within.Contains(1)
				if settled != (e.P < 0.05) {
					t.Fatalf("%+v", e)
				}
				any = any || settled
			}
			if any {
				wrong[name]++
			}
		}
	}
	t.Logf("of %d experiments with an effect: %v", draws, wrong)
	if max(wrong["success"], wrong["time"]) > draws/20+9 {
		t.Errorf("of %d experiments some effect is settled in %v", draws, wrong)
	}
}
