package show

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/charts"
)

func bars(title string, points int) charts.Chart {
	bar := echarts.NewBar()
	bar.SetXAxis([]string{"a", "b"}).AddSeries("n", []opts.BarData{{Value: 3}, {Value: 4}}[:points])
	return charts.Of(bar, charts.Chart{Title: title, Subtitle: "made up"})
}

// TestChartLibrary: the first chart of a cell brings the library, later ones
// find it on the page. (library is read once in a program: where this test
// comes first, the file here is it; else the one of another test.)
func TestChartLibrary(t *testing.T) {
	file := filepath.Join(t.TempDir(), "echarts.min.js")
	alltest.OK(t, os.WriteFile(file, []byte("var echarts;"), 0o644))
	t.Setenv(assets.EchartsEnv, file)
	r := record(t)
	Chart(bars("one", 2), bars("two", 2))
	Chart(bars("three", 2))
	all := r.all()
	alltest.Require(t, len(all) == 3, "%d outputs", len(all))
	for i, o := range all {
		alltest.Equal(t, strings.Contains(o.html, `class="formicary-library"`), i == 0, "chart %d: library", i)
		alltest.Check(t, strings.Contains(o.html, `class="formicary-chart"`) && strings.HasSuffix(o.plain, "\nmade up"),
			"chart %d in words: %q", i, o.plain)
	}
}

// TestEmptyChart: an empty chart is shown with a warning, not as if nothing
// were wrong.
func TestEmptyChart(t *testing.T) {
	r := record(t)
	Chart(bars("nothing", 0))
	o := r.all()[0]
	alltest.Check(t, strings.Contains(o.html, `data-points="0"`) && strings.Contains(o.html, "it has no data points"),
		"an empty chart is shown as %.200s", o.html)
}

// TestChartNotes: what a chart's statistics warn of stands below it.
func TestChartNotes(t *testing.T) {
	r := record(t)
	c := bars("few", 2)
	c.Notes = []string{"3 < 20 puzzles"}
	Chart(c)
	o := r.all()[0]
	alltest.Check(t, strings.Contains(o.html, "Note: 3 &lt; 20 puzzles"), "shown as %.200s", o.html)
}

// TestLinks holds what a cell has to link: nothing that takes long.
func TestLinks(t *testing.T) {
	out := alltest.Must(exec.Command("go", "list", "-deps", "formicary/pkg/show").Output())(t)
	allowed := []string{
		"formicary/pkg/", "gonum.org/v1/gonum/", "github.com/go-echarts/go-echarts/v2/", "github.com/janpfeifer/gonb/gonbui/protocol",
	}
	// What formicary has that is heavy, or is not for notebooks.
	barred := []string{"formicary/pkg/lab", "formicary/pkg/charts/static", "formicary/pkg/cmd"}
	for _, path := range strings.Fields(string(out)) {
		domain, _, _ := strings.Cut(path, "/")
		ok := !strings.Contains(domain, ".") && domain != "formicary" || strings.HasPrefix(path, "crypto/internal/") || strings.HasPrefix(path, "vendor/")
		for _, a := range allowed {
			ok = ok || strings.HasPrefix(path, a)
		}
		for _, b := range barred {
			ok = ok && !strings.HasPrefix(path, b)
		}
		// The parts of the standard library that weigh most.
		alltest.Check(t, ok && path != "net/http" && path != "text/template", "show links %s", path)
	}
}
