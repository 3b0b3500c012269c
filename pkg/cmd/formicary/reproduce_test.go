package main

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
)

// TestStatements: what a page says is taken from its outputs, without code, scripts and
// progress and what is marked as a measured time; and what differs between two pages is named.
func TestStatements(t *testing.T) {
	page := func(rate string) string {
		return `<main><div class="jp-Cell jp-CodeCell"><div class="jp-InputArea"><pre>code 1</pre></div>
<div class="jp-Cell-outputWrapper"><div class="formicary-chart"><div class="formicary-title">Success</div><p class="formicary-alt">ants 0.5; bees ` + rate + `</p><script>var x = "</p>9";</script></div></div>
</div><div class="jp-Cell jp-MarkdownCell"><p>words</p></div>
<div class="jp-Cell jp-CodeCell"><div class="jp-Cell-outputWrapper"><table><tr><td>a &amp; b</td><td>1</td></tr></table><p><strong>Ants win.</strong></p>
<p><span class="formicary-time">“ants” takes ` + rate + ` times the time; <code>n</code> too.</span></p><p>Done after 3 rounds, in <span class="formicary-time">` + rate + ` ms</span>.</p>
<div class="formicary-warning formicary-time" role="alert">⚠ but ` + rate + `</div><div class="formicary-progress" data-done="1">` + rate + `</div></div></div>
<div class="jp-Cell jp-CodeCell"><div class="jp-Cell-outputWrapper"></div></div><details class="formicary-sources"><summary>Quick mode.</summary></details><p></p></main>`
	}
	was, is := statements(page("0.25")), statements(page("0.30"))
	want := []string{"Success", "ants 0.5;", "bees 0.25", "a & b", "1", "Ants win.", "Done after 3 rounds, in ."}
	alltest.Check(t, slices.Equal(was, want), "%q, want %q", was, want)
	same, differ := compared(was, was)
	alltest.Check(t, same == len(want) && len(differ) == 0, "%d the same, %q", same, differ)
	same, differ = compared(was, is)
	alltest.Check(t, same == len(want)-1 && slices.Equal(differ, []string{"published: bees 0.25", "now: bees 0.30"}), "%d the same, %q", same, differ)
	same, differ = compared(was, nil)
	alltest.Check(t, same == 0 && len(differ) == len(want), "%d the same, %q", same, differ)
}

// TestKeptConclusion: every notebook of whose conclusion every execution says something has that to
// compare with; of one from published records it is all of it, and a number that differs
// is named.
func TestKeptConclusion(t *testing.T) {
	for name, ok := range map[string]bool{"01-nurikabe-table-1": true, "12-what-each-rule-buys": true, "99-none": false} {
		was, _, err := keptConclusion(name)
		alltest.Check(t, (err == nil && len(was) > 0 && was[0] != "") == ok, "%s: %q, %v", name, was, err)
	}
	was, now, err := keptConclusion("12-what-each-rule-buys")
	alltest.Require(t, err == nil && len(was) >= 3, "%q, %v", was, err)
	text := alltest.Must(os.ReadFile("../../../notebooks/answers.json"))(t)
	var all map[string]struct{ Claims analysis.Claims }
	alltest.OK(t, json.Unmarshal(text, &all))
	claims := all["12-what-each-rule-buys"].Claims
	same, differ := compared(was, now(&executed{claims: claims}))
	alltest.Check(t, same == len(was) && len(differ) == 0, "%d the same, %q", same, differ)
	at := slices.IndexFunc(claims, func(c analysis.Claim) bool { _, ok := c.(analysis.Effect); return ok && c.Settled() })
	e := claims[at].(analysis.Effect)
	e.Interval.High += 1
	claims[at] = e
	same, differ = compared(was, now(&executed{claims: claims}))
	alltest.Check(t, same == len(was)-1 && len(differ) == 2, "%d the same, %q", same, differ)
	same, differ = compared(was, now(&executed{claims: append(claims, analysis.Fact("Another"))}))
	alltest.Check(t, len(differ) == 3, "%d the same, %q", same, differ)
}
