package show

import (
	"context"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
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
	count(all.On("A", "C"), 4, 3)
	if by := all.By(func(r experiment.Record) string { return r.Variant }); len(by) != 2 || len(by["a"]) != 40 {
		t.Errorf("%d labels", len(by))
	}
	if c := all.Only("b").Count("B solves", "puzzles"); c.Successes != 30 || c.Trials != 40 || c.Short() != "B solves 30 of 40 puzzles" {
		t.Errorf("%+v", c)
	}
	if e := all.Only("b").Where(experiment.Record.Solved).Times(analysis.Iterations, 10)[0]; e.Row != "b" || e.Value != 100 || e.Within.High != 100 || e.Text != "30 of 30 runs solved" {
		t.Errorf("%+v", e)
	}
	if two := Panels(all.SuccessAt("here"), all.SuccessAt("there")); len(two.All) != 4 || two.All[2].Panel != "there" {
		t.Errorf("%+v", two.All)
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

// TestFactor: of runs that combine choices those with one are compared with those without it.
func TestFactor(t *testing.T) {
	all := sampled()
	for i, r := range all {
		all[i].Variant = map[string]string{"a": "greedy", "b": "greedy, bounds"}[r.Variant]
	}
	claims := Together(all.Factor("colony", "bounds", "a bound").On(" of here"))
	e := claims[0].(analysis.Effect)
	if len(claims) != 1 || e.Subject != "“colony, with a bound”" || e.Than != "“colony, without a bound”" || e.Value != 0.5 || e.On != " of here" {
		t.Errorf("%+v", e)
	}
	if r := Together(all.Factor("colony", "bounds", "a bound").Reversed())[0].(analysis.Effect); r.Value != -0.5 || r.Subject != e.Than {
		t.Errorf("%+v", r)
	}
}

// explainer explains a puzzle by its name.
type explainer string

func (e explainer) Explain(_ context.Context, p *called, _ solver.Budget) (string, error) {
	return string(e) + p.ID(), nil
}

type called struct{ puzzle.Puzzle }

func (n *called) ID() string { return "it" }

// TestWith: an engine is changed where it is made, and explains puzzles of its kind.
func TestWith(t *testing.T) {
	if e := With(new(explainer), func(e *explainer) { *e = "how " }); Explain(e.Explain, puzzle.Item{Puzzle: &called{}}) != "how it" {
		t.Errorf("says %q", *e)
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
	claims := Together(all.Ask(analysis.SuccessRate(), "a", "b").On(" of here"), all.Ask(analysis.PAR(analysis.Iterations, 1)), fixed, fixed)
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
		questions = append(questions, all.Ask(analysis.SuccessRate()))
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
