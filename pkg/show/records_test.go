package show

import (
	"slices"
	"strings"
	"testing"

	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// sampled are 40 puzzles of 100 to 139 cells, which b solves twice as often as a and early.
func sampled() (out Records) {
	for i := range 40 {
		for k, label := range []string{"a", "b"} {
			r := experiment.Record{Puzzle: string(rune('A' + i)), Content: string(rune('A' + i)), Rows: 1, Cols: 100 + i, Variant: label, Status: solver.Exhausted, Cost: 1, Iterations: 50}
			r.Budget.Iterations = 50
			if r.Statistics = []solver.Statistic{{Name: "steps", Value: float64(i)}}; i%4 <= 2*k {
				r.Status, r.Cost, r.Iterations = solver.Solved, 0, int64(10+20*(1-k))
			}
			out = append(out, r)
		}
	}
	return out
}

func TestRecords(t *testing.T) {
	all := sampled()
	count := func(r Records, n, solved int) {
		t.Helper()
		if p := r.Share(); p.Trials != n || p.Successes != solved {
			t.Errorf("%d of %d solved, want %d of %d", p.Successes, p.Trials, solved, n)
		}
	}
	count(all, 80, 40)
	count(all.Only("b"), 40, 30)
	count(all.Cells(100, 109), 20, 11)
	count(all.Cells(130, 0).Only("a"), 10, 2)
	count(all.Within(solver.Iterations(20)), 80, 30)
	if got := all.Only("a").Total("steps"); got != 39*40/2 {
		t.Errorf("%g steps", got)
	}
	named := all.Named(func(r experiment.Record) string { return strings.Trim(r.Variant, "a") })
	if count(named, 40, 30); named[0].Label() != "b" || all[1].Variant != "b" || len(all) != 80 {
		t.Errorf("named %q; what was named is %q", named[0].Label(), all[1].Variant)
	}
	chart := all.SuccessAt("here", solver.Iterations(20), solver.Iterations(50))
	rate := func(e charts.Estimate) float64 { return e.Value }
	var got []float64
	for _, e := range chart.All {
		got = append(got, rate(e))
	}
	if !slices.Equal(got, []float64{0, 0.75, 0.25, 0.75}) || chart.All[0].Panel != "here" || chart.All[0].Series != "within 20 iterations" {
		t.Errorf("shares %v, first %+v", got, chart.All[0])
	}
}

// TestTogether: each question errs by its part, and one conclusion has one rule.
func TestTogether(t *testing.T) {
	all := sampled()
	var levels []float64
	fixed := func(s analysis.Settings) []analysis.Claim {
		levels = append(levels, s.Level)
		return []analysis.Claim{analysis.Fact("It is so")}
	}
	claims := Together(all.Ask(analysis.SuccessRate(), " of here", "a", "b"), all.Ask(analysis.PAR(analysis.Iterations, 1), ""), fixed, fixed)
	first := claims[0].(analysis.Effect)
	if len(claims) != 4 || first.Tests != 2 || first.Level < 0.9749 || first.Level > 0.9751 || levels[0] < 0.98749 || levels[0] > 0.98751 {
		t.Errorf("levels %v, first %+v of %d", levels, first, len(claims))
	}
	if !strings.Contains(first.String(), "40 puzzles, 100 to 139 cells of here") {
		t.Errorf("%s", first)
	}
	drawn := Effects("Both", claims...)
	if len(drawn) != 2 || len(drawn[0].(charts.DotPlot).All) != 1 || !drawn[1].(charts.DotPlot).Log {
		t.Errorf("differences and quotients share a chart: %d charts", len(drawn))
	}
	if e := drawn[0].(charts.DotPlot).All[0]; e.Row != "b against a" || e.Value != first.Value {
		t.Errorf("drawn is %+v", e)
	}
}

// TestConclusionIsShort: of many claims it says five, and draws all.
func TestConclusionIsShort(t *testing.T) {
	r := record(t)
	all := sampled()
	var questions []Ask
	for range 7 {
		questions = append(questions, all.Ask(analysis.SuccessRate(), ""))
	}
	Conclusion(Together(questions...)...)
	out := r.all()
	if n := strings.Count(out[0].plain, ".\n"); n > 5 || len(out) != 2 || !strings.Contains(out[0].plain, "7 comparisons") {
		t.Errorf("%d sentences, %d outputs: %s", n, len(out), out[0].plain)
	}
	if _, said := shortened(Together(questions...)); len(said) != 5 {
		t.Errorf("%d claims are told", len(said))
	}
}
