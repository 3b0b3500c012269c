package analysis

import (
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/solver"
)

// TestSequentialRefused: what compares engines refuses runs of a race or a tuner, read
// from anywhere and cut to any budget, and names what holds; what tells of one engine
// takes them.
func TestSequentialRefused(t *testing.T) {
	var records []experiment.Record
	for i := range 40 {
		for _, label := range []string{"a", "b", "c"} {
			r := row(label, fmt.Sprint("p", i), 100, 0, solver.Solved, float64(1+i))
			r.Budget, r.Iterations = solver.Iterations(100), int64(1+i)
			records = append(records, r)
		}
	}
	said := func(f func()) (text string) {
		defer func() {
			if reason := recover(); reason != nil {
				text = fmt.Sprint(reason)
			}
		}()
		f()
		return ""
	}
	ask := map[string]func(r *Runs){
		"Compare":             func(r *Runs) { r.Compare(Default, Question{}) },
		"CriticalDifferences": func(r *Runs) { r.CriticalDifferences(Default, SuccessRate()) },
		"PortfolioOf":         func(r *Runs) { r.PortfolioOf(Default, SuccessRate()) },
		"Firsts":              func(r *Runs) { Default.Firsts(r.HeadToHead(Default, "a", "b", Seconds)) },
	}
	for _, design := range []string{"", "race", "tuning"} {
		for i := range records {
			if records[i].Design = ""; records[i].Engine == records[0].Engine && records[i].Variant == records[0].Variant {
				records[i].Design = design // one of the engines is enough
			}
		}
		c, err := columns.Open("set", columns.Set{Records: records}.Pack(columns.Extras{}))
		if err != nil {
			t.Fatal(err)
		}
		for from, runs := range map[string]*Runs{"records": Group(records), "columns": Collect(c, 0, len(records)), "cut": Group(records).Within(solver.Iterations(50))} {
			for name, f := range ask {
				text := said(func() { f(runs) })
				if design == "" && text != "" || design != "" && (!strings.HasPrefix(text, "analysis: ") || !strings.Contains(text, "of a "+design) || !strings.Contains(text, "Effects()")) {
					t.Errorf("%s of %s, design %q: %q", name, from, design, text)
				}
			}
			if text := said(func() { runs.Compare(Default, Question{Labels: []string{"b", "c"}}); runs.SuccessBySize(Default) }); text != "" {
				t.Errorf("%s, design %q: two engines of a fixed plan, and rates: %s", from, design, text)
			}
		}
		if text := said(func() { Default.Between(records, records) }); (text == "") != (design == "") {
			t.Errorf("Between, design %q: %q", design, text)
		}
	}
}
