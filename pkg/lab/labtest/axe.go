package labtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/lab"
)

// axe is axe-core (Mozilla Public License 2.0), which looks for what keeps people
// from using a page with the keyboard, a screen reader or weak eyes. Only tests
// fetch it.
var axe = lab.Library{
	Name: "axe-core", Version: "4.14.1",
	Integrity: "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==",
	Files:     []string{"axe.min.js", "LICENSE"},
}

// Axe fails the test for every rule of axe-core that the present page breaks in a
// way that the rule calls serious or critical, as the page is now: what is hidden is
// not looked at, and colours are those of the present theme ([Browser.Look]).
func (b *Browser) Axe(t testing.TB) {
	t.Helper()
	for _, broken := range b.breaks(t) {
		t.Error(broken)
	}
}

// breaks are the rules that the page breaks, with the first places of each.
func (b *Browser) breaks(t testing.TB) []string {
	t.Helper()
	folder := alltest.Must(Env(t).Fetch(t.Context(), axe, os.Stderr))(t)
	source := alltest.Must(os.ReadFile(filepath.Join(folder, "axe.min.js")))(t)
	// Loaders of modules in the page (RequireJS) must not take it. It is evaluated
	// by the browser's debugger, so that no policy of the page forbids it.
	Eval[bool](t, b, `window.axe ? true : (function (define, exports, module) {`+string(source)+"\n}).call(window), Boolean(window.axe)")
	type violation struct {
		ID, Impact, Help string
		Nodes            []struct{ HTML, FailureSummary string }
	}
	found := Eval[[]violation](t, b, `axe.run(document, {resultTypes: ["violations"], preload: false}).then(result => result.violations.filter(v => v.impact === "serious" || v.impact === "critical").map(v => (
		{ID: v.id, Impact: v.impact, Help: v.help, Nodes: v.nodes.map(n => ({HTML: n.html.slice(0, 300), FailureSummary: n.failureSummary || ""}))})))`)
	var out []string
	for _, v := range found {
		var text strings.Builder
		fmt.Fprintf(&text, "%s: %s (%s, %d places)", v.ID, v.Help, v.Impact, len(v.Nodes))
		for _, n := range v.Nodes[:min(len(v.Nodes), 3)] {
			fmt.Fprintf(&text, "\n\t%s\n\t%s", n.HTML, strings.ReplaceAll(n.FailureSummary, "\n", "\n\t"))
		}
		out = append(out, text.String())
	}
	return out
}
