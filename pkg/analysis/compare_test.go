package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// trial is a run of a budget of 10 s.
func trial(label string, p, run int, solved bool, seconds float64) experiment.Record {
	status := solver.Exhausted
	if solved {
		status = solver.Solved
	}
	r := row(label, fmt.Sprintf("p%03d", p), 50+10*p, run, status, seconds)
	r.Budget = solver.Budget{Wall: 10e9}
	return r
}

// Ten puzzles, one run each: "a" solves nine, "b" three of those, and one that
// "a" does not.
func TestCompareSingleRuns(t *testing.T) {
	var records []experiment.Record
	for p := range 10 {
		records = append(records, trial("a", p, 0, p > 0, 1), trial("b", p, 0, p < 4, 1))
	}
	c := Group(records).Compare(Question{})
	x := c.Contrasts[0]
	want := stats.McNemar(6, 1)
	if x.Test.P != want.P || x.Test.Method != want.Method || x.P != want.P || x.Puzzles != 10 || x.Better != 6 || x.Worse != 1 || x.Equal != 3 {
		t.Errorf("%+v", x)
	}
	if !near(x.Effect, 0.5, 12) || !near(x.Interval.Low, -0.112, 3) || !near(x.Interval.High, 0.8540, 3) || !near(x.Improvement, 0.75, 12) {
		t.Errorf("%+v", x)
	}
	if got, want := c.String(), "No difference is settled. Closest: whether “a” or “b” solves more often within 10 s of time: 0.9 against 0.4 of runs, a difference of +0.5 (−0.112 to +0.854; p = 0.125; 10 puzzles, 50 to 140 cells); about 7 more puzzles would settle it. The interval is 95 %."; got != want {
		t.Errorf("says %q", got)
	}
}

// A run without a solution has no penalty in a measure that its budget does not limit:
// what is said then says on how many puzzles.
func TestCompareUnknownScores(t *testing.T) {
	var records []experiment.Record
	for p := range 8 {
		records = append(records, trial("a", p, 0, p < 5, 1+float64(p)), trial("b", p, 0, true, 2))
	}
	for i := range records {
		records[i].Budget = solver.Iterations(10)
	}
	x := Group(records).Compare(Question{Score: PAR(Seconds, 2)})
	alltest.Has(t, x.Effects()[0].String(), "5 of 8 puzzles, 50 to 90 cells", "claims")
	for i := range records {
		records[i].Status = solver.Exhausted
	}
	x = Group(records).Compare(Question{Score: PAR(Seconds, 2)})
	if got := strings.Join(x.AllWarnings(), "; "); !strings.Contains(got, "both ran on 8 puzzles, and the PAR-2 of time (geometric mean over puzzles) is known of both on none") {
		t.Errorf("warns %q", got)
	}
}

// Times: "b" takes four times as long on each of 30 puzzles; "c" the same as "a".
func TestCompareTimes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var records []experiment.Record
	for p := range 30 {
		for run := range 3 {
			base := math.Exp(random.NormFloat64() / 4)
			records = append(records, trial("a", p, run, true, base), trial("b", p, run, true, 4*base), trial("c", p, run, p%2 == 0, base))
		}
	}
	c := Group(records).Compare(Question{Score: PAR(Seconds, 2), Labels: []string{"b", "a"}})
	x := c.Contrasts[0]
	if !x.Ratio || !near(x.Effect, 4, 9) || x.Worse != 30 || x.Verdict() != -1 || x.ByRuns() || !near(x.Interval.Low, 2, 2) || !near(x.Interval.High, 5.81, 2) || x.Improvement > 0.05 || x.P > 1e-8 {
		t.Errorf("%+v", x)
	}
	if !strings.HasPrefix(c.String(), "“b” needs more time (PAR-2) than “a”: ") || !strings.Contains(c.String(), "a factor of 4 (2 to 5.81; p < 0.0001; geometric mean over puzzles, 30 puzzles, ") {
		t.Errorf("says %q", c)
	}
	c = Group(records).Compare(Question{Score: PAR(Seconds, 2)})
	alltest.Check(t, len(c.Contrasts) == 3 && c.Contrasts[1].Tests == 3, "%+v", c)
	if want := "“a” needs less time (PAR-2) than “b” and “c”. "; !strings.HasPrefix(c.String(), want) || !strings.HasSuffix(c.String(), " Intervals are simultaneous 95 % (Bonferroni, p by Holm, 3 comparisons).") {
		t.Errorf("says %q", c)
	}
	c = Group(records).Compare(Question{Score: PAR(Seconds, 2), AgainstFirst: true})
	if len(c.Contrasts) != 2 || c.Contrasts[0].First != "b" || c.Contrasts[0].Second != "a" || !strings.HasPrefix(c.Contrasts[1].Test.Method, "Wilcoxon") {
		t.Errorf("%+v", c.Contrasts)
	}
}

func TestCompareSaysWhatIsMissing(t *testing.T) {
	var records []experiment.Record
	for p := range 12 {
		records = append(records, trial("a", p, 0, true, 1), trial("b", p, 0, true, 1))
		if p > 0 {
			records = append(records, trial("c", p, 0, p > 6, 2))
		}
	}
	records = append(records, trial("b", 40, 0, true, 1))
	c := Group(records).Compare(Question{})
	alltest.Check(t, c.Puzzles == 11 && c.Contrasts[0].Puzzles == 12 && c.Contrasts[1].Puzzles == 11, "%+v", c)
	all := strings.Join(c.AllWarnings(), "\n")
	for _, want := range []string{
		"2 puzzles are left out: not all engines have a score there", "a and b: ceiling: both are perfect on 12 of 12 puzzles",
		"a and b: no pair differs",
	} {
		alltest.Has(t, all, want, "in")
	}
	for labels, want := range map[[2]string]string{
		{"a"}:           "No two labels to compare: a.",
		{"a", "nobody"}: "No two labels to compare: a and nobody.",
	} {
		c := Group(records).Compare(Question{Labels: slices.DeleteFunc(labels[:], func(l string) bool { return l == "" })})
		alltest.Check(t, c.String() == want && !slices.ContainsFunc(c.Contrasts, func(x Contrast) bool { return x.Verdict() != 0 }),
			"%q: %s", labels, c)
	}
	alltest.Panics(t, func() { Group(records).Compare(Question{Labels: []string{"a", "a"}}) }, "an engine is compared with itself")
	apart := []experiment.Record{trial("a", 1, 0, true, 1), trial("b", 2, 0, true, 1)}
	c = Group(apart).Compare(Question{})
	alltest.Check(t, slices.Contains(c.AllWarnings(), "there is no puzzle in common") && c.Contrasts[0].Verdict() == 0, "%+v", c)
}

// One puzzle: its runs are compared, and the sentence says so.
func TestCompareOnePuzzle(t *testing.T) {
	var records []experiment.Record
	for run := range 12 {
		records = append(records, trial("a", 0, run, true, 1+float64(run)/20), trial("b", 0, run, true, 2+float64(run)/20))
	}
	c := Group(records).Compare(Question{Score: PAR(Seconds, 2)})
	x := c.Contrasts[0]
	alltest.Check(t, strings.HasPrefix(x.Test.Method, "Mann–Whitney") && x.Improvement == 1 && x.Verdict() == 1, "%+v", x)
	s := c.String()
	alltest.Check(t, strings.HasPrefix(s, "“a” is better in more runs by PAR-2 of time than “b”: a difference of +1 (+"), "says %q", s)
}

// Changing sides turns effects over and leaves p as it is; an engine is never
// different from itself under another name.
func TestCompareProperties(t *testing.T) {
	s := Settings{Resamples: 50}
	rapid.Check(t, func(t *rapid.T) {
		records := draw(t)
		for i := range records {
			records[i].Budget = solver.Budget{Wall: 60e9}
		}
		labels := []string{"label 0", "label 1"}
		for _, score := range []Score{SuccessRate(), PAR(Seconds, 10), CostOfSolution(Evaluations)} {
			there := s.Group(records).Compare(Question{Score: score, Labels: labels})
			back := s.Group(records).Compare(Question{Score: score, Labels: []string{labels[1], labels[0]}})
			a, b := there.Contrasts[0], back.Contrasts[0]
			if a.Puzzles > 0 && (!near(a.P, b.P, 9) || a.Better != b.Worse || a.Equal != b.Equal || a.Ratio != b.Ratio || a.Verdict() != -b.Verdict() || !near(a.Improvement, 1-b.Improvement, 9)) {
				t.Fatalf("%+v\n%+v", a, b)
			}
			if a.Puzzles > 0 && !math.IsNaN(a.Effect) && !math.IsInf(a.Effect, 0) && a.Effect != 0 {
				if a.Ratio && !(math.Abs(math.Log(a.Effect*b.Effect)) < 1e-9 || math.IsInf(b.Effect, 0)) || !a.Ratio && !near(a.Effect, -b.Effect, 9) {
					t.Fatalf("%+v\n%+v", a, b)
				}
			}
		}
		var twins []experiment.Record
		for _, r := range records {
			if r.Label() == "label 0" {
				twin := r
				twin.Variant = "twin"
				twins = append(twins, r, twin)
			}
		}
		for _, score := range []Score{SuccessRate(), PAR(Seconds, 2), CostOfSolution(CPU)} {
			c := s.Group(twins).Compare(Question{Score: score})
			if x := c.Contrasts[0]; x.P != 1 || x.Verdict() != 0 || x.Better+x.Worse != 0 || !near(x.Improvement, 0.5, 12) {
				t.Fatalf("%s: a twin differs: %+v", score.Name, x)
			}
		}
	})
}

// Scores by hand.
func TestScores(t *testing.T) {
	records := []experiment.Record{
		trial("a", 0, 0, true, 2), trial("a", 0, 1, false, 10), trial("a", 1, 0, false, 9), trial("b", 0, 0, true, 4),
	}
	unlimited := trial("b", 2, 0, false, 3)
	unlimited.Budget = solver.Budget{}
	unlimited.Cost = -1
	records = append(records, unlimited)
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		score Score
		want  [3][2]float64
	}{
		{SuccessRate(), [3][2]float64{{0.5, 1}, {0, nan}, {nan, 0}}},
		{PAR(Seconds, 2), [3][2]float64{{11, 4}, {20, nan}, {nan, nan}}},
		{PAR(Seconds, 10), [3][2]float64{{51, 4}, {100, nan}, {nan, nan}}},
		{CostOfSolution(Seconds), [3][2]float64{{12, 4}, {inf, nan}, {nan, inf}}},
	} {
		table := Group(records).Scores(c.score)
		alltest.Require(t, len(table.Values) == 3 && table.Runs[0][0] == 2 && table.Runs[0][1] == 1 && table.Runs[1][1] == 0, "%+v", table)
		for i, row := range table.Values {
			for j, v := range row {
				if w := c.want[i][j]; v != w && !(math.IsNaN(v) && math.IsNaN(w)) {
					t.Errorf("%s: puzzle %d, label %d: %v, want %v", c.score.Name, i, j, v, w)
				}
			}
		}
		whole := table.Complete()
		alltest.Check(t, len(whole.Values) == 1 && len(whole.Warnings) != 0, "%s: complete %+v", c.score.Name, whole.Values)
	}
	table := Group(records).Scores(SuccessRate(), "b", "nobody")
	if len(table.Puzzles) != 2 || !math.IsNaN(table.Values[0][1]) || table.Column("b")[0] != 1 || !strings.Contains(strings.Join(table.Warnings, ";"), "nobody has no runs") {
		t.Errorf("%+v", table)
	}
}
