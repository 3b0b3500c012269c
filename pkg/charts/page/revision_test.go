package page_test

import (
	"regexp"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab/labtest"
)

// revision matches the revision of a page's program, in it and in the scripts behind elements.
var revision = regexp.MustCompile(`REVISION = "([0-9a-f]{16})"`)

// TestRevisions: programs of two revisions live on one page, in any order; each draws what its own outputs show, with its
// own charts, and reruns of either are drawn once. A program of a release before there were revisions takes nothing over, whether
// it comes first or last, and its charts are drawn.
func TestRevisions(t *testing.T) {
	alltest.Only(t, "it looks at pages in a browser")
	ours := page.Library(echartsText(t))
	name := revision.FindStringSubmatch(ours)
	alltest.Require(t, name != nil, "the program has no revision")
	other := func(markup string) string { return strings.ReplaceAll(markup, name[1], "0123456789abcdef") }
	// before is what a program did when it compared numbers, and the script behind its elements.
	const before = `<script>(function () {
		var VERSION = 7, old = Object.hasOwn(window, "formicary") ? window.formicary : null;
		if (old && old.version >= VERSION) { old.bring(document.currentScript); old.scan(); return; }
		window.formicary = { version: VERSION, scan: function () {}, older: true };
	})()</script>`
	const behind = `<script>(function(w,s){if(!Object.hasOwn(w,"formicaryGiven"))w.formicaryGiven=[];w.formicaryGiven.push(s);if(Object.hasOwn(w,"formicary"))w.formicary.scan()})(window,document.currentScript)</script>`
	script := regexp.MustCompile(`<script>\(function\(w,s,r\).*?</script>`)
	a, c := page.Chart(charts.RunTimes(sample.RunTimes(1))), page.Chart(charts.RunTimes(sample.RunTimes(2)))
	older := script.ReplaceAllLiteralString(strings.ReplaceAll(a, `id="`, `id="old`), behind)
	alltest.Require(t, older != a && script.MatchString(a), "no script stands behind the chart")
	for _, order := range []struct {
		name            string
		parts           []string
		drawn, programs int
	}{
		{"both", []string{ours, a, other(ours), other(c)}, 2, 2},
		{"both, elements first", []string{other(c), a, ours, other(ours)}, 2, 2},
		{"both, and again", []string{ours, a, other(ours), other(c), ours, other(ours)}, 2, 2},
		{"an older one first", []string{before, older, ours, a}, 2, 1},
		{"an older one last", []string{ours, a, before, older}, 2, 1},
	} {
		t.Run(order.name, func(t *testing.T) {
			b := browser(t)
			openBare(t, b, document(order.parts...), 900, order.drawn)
			alltest.Equal(t, labtest.Eval[int](t, b, `Object.keys(formicaries).length`), order.programs, "programs")
			n := labtest.Eval[int](t, b, `Math.min(...Object.values(formicaries).map(f => f.charts().length))`)
			alltest.Check(t, n == order.drawn/order.programs, "a program has %d charts", n)
			alltest.Check(t, !labtest.Eval[bool](t, b, `Boolean(formicary.older)`), "the older program took over")
			alltest.Equal(t, labtest.Eval[int](t, b, `document.querySelectorAll("#formicary-style").length`), 1, "style sheets")
		})
	}
}
