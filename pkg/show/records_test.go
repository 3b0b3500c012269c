package show

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
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
		p := r.Share()
		alltest.Check(t, p.Trials == n && p.Successes == solved, "%d of %d solved, want %d of %d", p.Successes, p.Trials, solved, n)
	}
	count(all, 80, 40)
	count(all.Only("b"), 40, 30)
	count(all.Cells(100, 109), 20, 11)
	count(all.Cells(130, 0).Only("a"), 10, 2)
	count(all.Within(solver.Iterations(20)), 80, 30)
	alltest.Equal(t, all.Only("a").Total("steps"), 39*40/2, "steps")
	named := all.Named(func(r experiment.Record) string { return strings.Trim(r.Variant, "a") })
	if count(named, 40, 30); named[0].Label() != "b" || all[1].Variant != "b" || len(all) != 80 {
		t.Errorf("named %q; what was named is %q", named[0].Label(), all[1].Variant)
	}
	count(all.On("A", "C"), 4, 3)
	by := all.By(func(r experiment.Record) string { return r.Variant })
	alltest.Check(t, len(by) == 2 && len(by["a"]) == 40, "%d labels", len(by))
	c := all.Only("b").Count("B solves", "puzzles")
	alltest.Check(t, c.Successes == 30 && c.Trials == 40 && c.Short() == "B solves 30 of 40 puzzles", "%+v", c)
	e := all.Only("b").Where(experiment.Record.Solved).Times(analysis.Iterations, 10)[0]
	alltest.Check(t, e.Row == "b" && e.Value == 100 && e.Within.High == 100 && e.Text == "30 of 30 runs solved", "%+v", e)
	two := Panels(all.SuccessAt("here"), all.SuccessAt("there"))
	if len(two.All) != 4 || two.All[2].Panel != "there" || two.Subtitle != "40 puzzles, 80 runs of here · 40 puzzles, 80 runs of there" {
		t.Errorf("%+v", two)
	}
	if r := Ranked(charts.DotPlot{All: []charts.Estimate{{Row: "a", Value: 1}, {Row: "b", Value: 4}, {Row: "a", Value: 2}, {Row: "a", Panel: "second", Value: 9}, {Row: "b", Panel: "third"}}}).All; r[0].Row != "b" || r[3].Panel != "second" || r[1].Value != 1 || r[2].Value != 2 {
		t.Errorf("ranked: %v", r)
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

// TestByParam: runs get the value of a parameter as their label; engines without it are left out.
func TestByParam(t *testing.T) {
	all := sampled()
	named := solver.Description{Engine: "ants", Variant: "a", Parameters: []solver.Parameter{{Name: "q0", Value: "0.9"}}}
	cited.engine(named, solver.Description{Engine: "ants", Variant: "b"})
	for i, r := range all {
		all[i].ConfigHash = map[string]string{"a": named.Hash(), "b": solver.Description{Engine: "ants", Variant: "b"}.Hash()}[r.Variant]
	}
	got := all.ByParam("q0", "q0 = %s")
	alltest.Check(t, len(got) == 40 && got[0].Label() == "q0 = 0.9" && len(all.ByParam("rho", "%s")) == 0, "%d runs", len(got))
}

// TestShares: shares are by label, in the runs' order, over runs, and the paper's stand beside them; kinds and parts are counted.
func TestShares(t *testing.T) {
	all := sampled()
	shares := all.Shares("here", "all")
	if a, b := shares[0], shares[1]; len(shares) != 2 || a.Row != "a" || a.Value != 0.25 || b.Value != 0.75 || b.Within != all.Only("b").Share().Interval || b.Text != "30 of 40 runs" || b.Of.Content != "" {
		t.Errorf("%+v", shares)
	}
	one := all.On("C").Only("b").Shares("", "")
	alltest.Check(t, one[0].Of.Puzzle == "C" && one[0].Of.Cells == 102, "%+v", one)
	both := Beside(shares, func(e charts.Estimate) (float64, analysis.Interval, bool) {
		return 0.5, analysis.Interval{Low: 0.4, High: 0.6}, e.Row == "b"
	})
	if e := both[2]; len(both) != 3 || !e.Published || e.Row != "b" || e.Panel != "here" || e.Value != 0.5 || both[1].Published || len(shares) != 2 {
		t.Errorf("%+v", both)
	}
	for i := range all {
		all[i].Kind = []string{"easy", "hard"}[i%2] // of label a, and of b
	}
	n, kinds := all.Kinds(0.5)
	alltest.Check(t, n == 1 && kinds == 2, "%d of %d kinds", n, kinds)
	e := all.Only("b").Where(experiment.Record.Solved).Middle("", analysis.Iterations, 10)[0]
	alltest.Check(t, e.Value == 100 && e.Within == (analysis.Interval{Low: 100, High: 100}), "%+v", e)
	var first, slower, opposite Records // of two sizes; the larger boards take longer in each
	for i, one := range all.Only("a") {
		one.Cols = 100 + i%2
		one.CPU = float64(1+i) + 1000*float64(i%2)
		first, one.CPU = append(first, one), 2*one.CPU
		slower, one.CPU = append(slower, one), float64(100-i)+1000*float64(i%2)
		opposite = append(opposite, one)
	}
	r, in := first.Agreement(slower, analysis.CPU, analysis.Default)
	alltest.Check(t, r >= 0.999 && in.High <= 1, "two engines of which one is twice as fast: %g in %v", r, in)
	if r, in := first.Agreement(opposite, analysis.CPU, analysis.Default); r > -0.5 || in.High > r+1 {
		t.Errorf("two engines that agree in nothing but sizes: %g in %v", r, in)
	}
	alltest.Equal(t, Count([]int{1, 2, 3}, func(n int) bool { return n != 2 }), 2)
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
	drawn := Effects("One choice", claims...)[0].(charts.DotPlot)
	if row := drawn.All[0]; row.Row != "colony, with a bound" || drawn.Title != "One choice: solved within 50 iterations of here" || drawn.Subtitle != "40 puzzles · 95 % interval" {
		t.Errorf("drawn: %q, %+v", drawn.Subtitle, row)
	}
	r := Together(all.Factor("colony", "bounds", "a bound").Reversed())[0].(analysis.Effect)
	alltest.Check(t, r.Value == -0.5 && r.Subject == e.Than, "%+v", r)
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
	alltest.Has(t, first.String(), "40 puzzles, 100 to 139 cells of here", first)
	ask := all.Ask(analysis.SuccessRate(), "a", "b")
	one := Effects("By puzzles", Together(ask.On(", here"), ask.On(", there"), ask.On(" of both"))...)[0].(charts.DotPlot)
	if rows := one.All; len(rows) != 3 || rows[0].Row != "here" || rows[1].Row != "there" || rows[2].Row != "of both" || rows[0].Panel != "" || one.Axis != "right: b solves more often than a" ||
		!strings.HasPrefix(one.Subtitle, "40 puzzles a row · ") || !strings.HasSuffix(one.Subtitle, " · difference of success rates: solved within 50 iterations") {
		t.Errorf("effects of the same two on other puzzles: %+v", one)
	}
	par := all.Ask(analysis.PAR(analysis.Iterations, 1))
	parts, flat := TogetherBy(map[string][]Ask{"z": {par}, "a": {ask, fixed}}), Together(ask, fixed, par)
	if len(parts) != 2 || fmt.Sprint(parts["a"]) != fmt.Sprint(flat[:2]) || fmt.Sprint(parts["z"]) != fmt.Sprint(flat[2:]) {
		t.Errorf("by parts %v, want %v", parts, flat)
	}
	drawn := Effects("Both", claims...)
	alltest.Equal(t, drawn[0].(charts.DotPlot).Title, "Both: solved within 50 iterations of here", "the first of two charts is called")
	alltest.Check(t, len(drawn) == 2 && len(drawn[0].(charts.DotPlot).All) == 1 && drawn[1].(charts.DotPlot).Log,
		"differences and quotients share a chart: %d charts", len(drawn))
	e := drawn[0].(charts.DotPlot).All[0]
	alltest.Check(t, e.Row == "b against a" && e.Value == first.Value, "drawn is %+v", e)
	for i, want := range []string{"difference of success rates (right: solves more often)", "factor (right: needs more iterations)"} {
		alltest.Equal(t, drawn[i].(charts.DotPlot).Axis, want, "the axis of a chart of effects")
	}
	other := claims[1].(analysis.Effect)
	other.Ratio = false
	alltest.Equal(t, Effects("Mixed", claims[0], other)[0].(charts.DotPlot).Axis, "difference", "the axis of unlike effects")
	other.Subject = "“c”"
	apart := Effects("Apart", claims[0], other)
	alltest.Check(t, len(apart) == 2 && apart[1].(charts.DotPlot).All[0].Row == "c against a",
		"panels without a row in common are %d charts", len(apart))
	soon := claims[1].(analysis.Effect)
	soon.Basis = strings.Replace(soon.Basis, "up to 50 ", "up to 5 ", 1)
	if all := Effects("Two budgets", claims[1], soon)[0].(charts.DotPlot).All; len(all) != 2 || all[0].Panel == all[1].Panel {
		t.Errorf("costs within two budgets share a panel: %+v", all)
	}
	if all := Effects("Both ways", first, first.Reversed())[0].(charts.DotPlot).All; len(all) != 2 || all[0] != all[1] {
		t.Errorf("a pair is told in two ways: %+v", all)
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
