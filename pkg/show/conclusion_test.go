package show

import (
	"encoding/json"
	"html"
	"math"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
)

func TestConclusion(t *testing.T) {
	r := record(t)
	was := asked.Swap(true)
	t.Cleanup(func() { asked.Store(was) })
	effect := analysis.Effect{
		Wording:    analysis.Wording{Subject: "max_min", Than: "paper", More: "solves more often", Less: "solves less often"},
		Difference: analysis.Difference{Value: 0.2, Interval: analysis.Interval{Low: 0.1, High: 0.3}}, Evidence: analysis.Evidence{Level: 0.95, Rule: "Holm", Tests: 2}, Basis: "24 puzzles",
	}
	open := effect
	open.Subject, open.Interval.Low = "<b>*bold*</b>", -0.1
	Conclusion(open, effect, analysis.Fact("The run took 12 steps"))
	open.Interval.Low = math.Inf(-1)
	Conclusion(open)
	asked.Store(false)
	Conclusion(effect)
	out := r.all()
	alltest.Require(t, len(out) == 3, "%d outputs", len(out))
	want := `**max_min solves more often than paper: a difference of +0.2 (+0.1 to +0.3; 24 puzzles).**

- The run took 12 steps.
- Whether <b>*bold*</b> or paper solves more often is not settled: a difference of +0.2 (−0.1 to +0.3; 24 puzzles).


Intervals are simultaneous 95 % (Holm, 2 comparisons). This is the quick sample;`
	if got := html.UnescapeString(out[0].markdown); !strings.HasPrefix(got, want) || strings.Count(out[0].markdown, "**") != 2 || strings.Contains(out[0].markdown, "<b>") {
		t.Errorf("got\n%s\nwant\n%s\nwith escapes", out[0].markdown, want)
	}
	alltest.Check(t, strings.HasPrefix(html.UnescapeString(out[1].markdown), "**No difference is settled. Closest: whether "),
		"nothing settled: %s", out[1].markdown)
	alltest.Check(t, !strings.Contains(out[2].markdown, "quick sample"), "a conclusion of published records: %s", out[2].markdown)
	provenance.Store("a study", true)
	defer provenance.Delete("a study")
	Conclusion(effect)
	if got := html.UnescapeString(r.all()[3].markdown); !strings.HasSuffix(got, "2 comparisons). Comparisons are of published records, the same in every mode.") {
		t.Errorf("from records: %s", got)
	}
	for i, want := range []int{3, 0} { // an infinite number is no JSON
		var data struct {
			Headline, Answer string
			Claims           []any
		}
		if err := json.Unmarshal([]byte(out[i].extra[ConclusionType]), &data); err != nil || len(data.Claims) != want || data.Answer == "" || data.Headline == "" {
			t.Errorf("output %d carries %+v, %v", i, data, err)
		}
	}
}
