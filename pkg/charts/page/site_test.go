package page_test

import (
	"regexp"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/page"
)

// TestSitePage: a page of a site has neither ECharts nor style sheets of its own; what it had in its head is in a file,
// under the conditions that it had there; its policy knows the one script that it has, and leaves no others.
func TestSitePage(t *testing.T) {
	site := page.NewSite("window.echarts = 1;", page.Program([]byte("\x1f\x8bwasm"), "glue"))
	chart := page.Chart(charts.RunTimes(sample.RunTimes(2)))
	document := `<html><head><meta charset="utf-8"><style>a{top:0}</style><style media="print">b{top:0}</style></head><body>` + chart + page.Library("x") + page.Library("x") + page.Script() + "</body></html>"
	text := alltest.Must(site.Page([]byte(document), "mine()"))(t)
	got := string(text)
	for _, without := range []string{"formicary-echarts\"", "<style", "a{top:0}", "'unsafe-eval'", "script-src 'unsafe-inline'", "http:", "https:", "formicary-wasm"} {
		alltest.Check(t, !strings.Contains(got, without), "the page has %s", without)
	}
	n := strings.Count(got, "formicarySite")
	alltest.Check(t, n != 0 && strings.Count(got, "w.formicarySite =") == 1, "the page has the site's script %d times", n)
	if n := len(regexp.MustCompile(`'sha256-[^']*'`).FindAllString(got[:strings.Index(got, "</head>")], -1)); n != 3 {
		t.Errorf("the policy leaves %d scripts to run, want the site's, that behind elements, and the given one", n)
	}
	files := site.Files()
	names := map[string]string{}
	for name, text := range files {
		alltest.Equal(t, page.SiteFile.FindString(name), name, "has no name of a site's file")
		names[regexp.MustCompile(`-[0-9a-f]{24}`).ReplaceAllString(name, "")] = string(text)
		alltest.Has(t, got, name, "the page does not name")
	}
	if len(files) != 5 || names["formicary-style.css"] != "a{top:0}\n@media print {\nb{top:0}\n}\n" || !strings.Contains(names["formicary-echarts.js"], "window.echarts = 1;") {
		t.Errorf("the files are %v", names)
	}
	again := page.NewSite("window.echarts = 1;", page.Program([]byte("\x1f\x8bwasm"), "glue"))
	alltest.Check(t, len(again.Files()) == 4, "a site without pages has %d files", len(again.Files()))
	alltest.Refused(site.Page([]byte("<html><body>")))(t, "", "a document without a head becomes a page")
}
