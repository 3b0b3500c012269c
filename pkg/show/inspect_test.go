package show

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/solver"
)

// inspected is a document with charts of runs of ants and of the complete solver, as it
// is exported: under its policy, from disk, with the lab's program.
func inspected(t *testing.T) string {
	t.Helper()
	env := labtest.Env(t)
	program, err := env.Program(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	echarts, err := os.ReadFile(env.EchartsFile())
	if err != nil {
		t.Fatal(err)
	}
	m := newMeeting()
	set := nurikabe.Kind.MustOpen("open-908").Between(25, 100).Sample(24, 4)
	engines := []solver.Solver{acs.Schemes()[0], exact.New()}
	plan := experiment.Plan{Puzzles: set.Puzzles(), Engines: engines, Runs: 2, Budget: solver.Iterations(12), Seed: 1}
	m.solvers(plan.Puzzles, engines...)
	records := plan.MustRun(t.Context()).Records
	m.records(records)
	labels := []string{engines[0].Describe().Label(), engines[1].Describe().Label()}
	features := analysis.FeaturesOf(set, nurikabe.Kind.Features...)
	var body strings.Builder
	for _, d := range []charts.Drawable{
		charts.Versus(analysis.Default.Versus(records, labels[0], labels[1], analysis.Iterations)),
		charts.Cactus(analysis.Default.CactusCurves(records, analysis.Iterations)),
		charts.SuccessBySize(records),
		charts.RunTimes(analysis.Default.RunTimes(records, analysis.Iterations)),
		charts.Features(analysis.Default.ByFeature(records, analysis.Iterations, 3, features[:2]...)),
	} {
		c := d.Chart()
		body.WriteString(chartMarkup(c) + m.markup(c))
	}
	text := `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>t</title><meta name="viewport" content="width=device-width"><style>:root{color-scheme:light dark}body{max-width:960px;margin:1rem auto;padding:0 1rem}</style></head><body>` +
		body.String() + page.Library(string(echarts)) + program + "</body></html>"
	protected, err := page.Protect(page.Once([]byte(text)), string(echarts))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if keep := os.Getenv("FORMICARY_SCREENSHOTS"); keep != "" {
		folder = keep
	}
	file := filepath.Join(folder, "inspected.html")
	if err := os.WriteFile(file, protected, 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + file
}

// at is the place of the n-th mark of a chart in the window, after it was scrolled there.
func at(t *testing.T, b *labtest.Browser, chart, n int) (x, y float64) {
	t.Helper()
	p := labtest.Eval[[]float64](t, b, fmt.Sprintf(`(() => {
		const c = formicary.charts()[%d], mark = formicary.link.marks(c).filter(m => formicary.link.place(c, m))[%d], p = formicary.link.place(c, mark);
		c.plot.scrollIntoView({block: "center", behavior: "instant"});
		const r = c.plot.getBoundingClientRect();
		return [r.x + p[0], r.y + p[1]];
	})()`, chart, n))
	return p[0], p[1]
}

// TestInspector clicks through a page as a reader does: from a mark to its board, over
// all charts, with a selection, zoomed, and back by the address.
func TestInspector(t *testing.T) {
	b := labtest.Open(t, labtest.Offline)
	url := inspected(t)
	b.Go(t, url)
	drawn := `document.querySelectorAll(".formicary-drawn svg").length >= 5 && formicary.charts().every(c => c.chart)`
	b.Await(t, labtest.Patience, drawn)
	// A click on a mark.
	x, y := at(t, b, 0, 3)
	b.Drag(t, x, y, x, y)
	b.Await(t, labtest.Patience, `document.querySelectorAll(".formicary-inspector figure svg").length === 3`)
	b.Screenshot(t, "inspector")
	fmt.Println(labtest.Eval[string](t, b, `document.querySelector(".formicary-inspector").innerText + location.hash`))
	if errs, asked := b.Errors(), b.Requests("file://"); len(errs) > 0 || len(asked) > 0 {
		t.Errorf("errors %q, requests %q", errs, asked)
	}
}
