package lab_test

import (
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab/labtest"
)

// TestLicences: a page that is sent has the licence of everything that it carries, in
// full, and of nothing else.
func TestLicences(t *testing.T) {
	env := labtest.Env(t)
	echarts := alltest.Must(os.ReadFile(env.EchartsFile()))(t)
	program := alltest.Must(env.Program(t.Context()))(t)
	fold := regexp.MustCompile(`(?s)<details><summary>([^<]*)</summary><pre[^>]*>(.*?)</pre></details>`)
	for _, tt := range []struct {
		body string
		want [][2]string // whose, and what the licence says
	}{
		{"", nil},
		{page.Library(string(echarts)), [][2]string{{"Apache ECharts", "The Apache Software Foundation"}}},
		{
			`<p class="jp-x">` + page.Library(string(echarts)) + program,
			[][2]string{
				{"Apache ECharts", "Apache License"},
				{"JupyterLab", "Project Jupyter"},
				{"Go", "The Go Authors"},
				{"gonum.org/v1/gonum v", "The Gonum Authors"},
				{"github.com/go-echarts/go-echarts/v2 v", "Permission is hereby granted"},
			},
		},
	} {
		text := alltest.Must(env.Finish(t.Context(), []byte(`<html><head><meta charset="utf-8"></head><body>`+tt.body+"</body></html>")))(t)
		found := fold.FindAllStringSubmatch(string(text), -1)
		want := append([][2]string{{"Formicary", "MIT License"}}, tt.want...)
		alltest.Require(t, len(found) == len(want), "%d licences: %.2000q", len(found), found)
		for i, w := range want {
			name, licence := html.UnescapeString(found[i][1]), html.UnescapeString(found[i][2])
			alltest.Check(t, strings.HasPrefix(name, w[0]) && strings.Contains(licence, w[1]) && len(licence) >= 900, "%s: want %q, found %.300q", name, w, licence)
		}
		alltest.Has(t, string(text), `<meta http-equiv="Content-Security-Policy" content="default-src 'none';`, "a page without a policy")
	}
}
