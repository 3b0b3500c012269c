package static_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/static"
	"formicary/pkg/lab/labtest"
)

// TestMain lets garbage lie for longer: the interpreter makes much and keeps little.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// renderer draws with the library that the lab's environment fetches.
func renderer(t testing.TB) *static.Renderer {
	t.Helper()
	text, err := os.ReadFile(labtest.Pages(t).EchartsFile())
	if err != nil {
		t.Fatal(err)
	}
	r, err := static.New(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestEveryChart draws each kind of chart and reads the SVG:
// well-formed, with the chart's title and text alternative, shapes for its
// data, and no number that is none.
func TestEveryChart(t *testing.T) {
	r := renderer(t)
	names, all := sample.Charts()
	for i, c := range all {
		// The themes differ in colours alone: they take turns.
		for theme, colours := range map[string]charts.Theme{"light": charts.Light, "dark": charts.Dark} {
			if (theme == "dark") != (i%2 == 0) {
				continue
			}
			t.Run(names[i]+"/"+theme, func(t *testing.T) {
				svg, err := r.SVG(c, colours)
				if err != nil {
					t.Fatal(err)
				}
				if !strings.HasPrefix(svg, "<svg ") || !strings.Contains(svg[:strings.Index(svg, ">")], `role="img"`) {
					t.Errorf("the picture begins with %.120s", svg)
				}
				if !strings.Contains(svg, "<title>"+html.EscapeString(c.Title)+"</title>") || !strings.Contains(svg, html.EscapeString(c.Alt)+"</desc>") {
					t.Error("the picture has not its title and its text alternative")
				}
				shapes, text := read(t, svg)
				if shapes < c.Points/4 || shapes < 20 {
					t.Errorf("%d shapes for %d points", shapes, c.Points)
				}
				for _, want := range []string{c.Title, c.Alt} {
					if !strings.Contains(text, want) {
						t.Errorf("the picture does not say %q", want)
					}
				}
				if bad := regexp.MustCompile(`NaN|undefined|Infinity|@theme`).FindString(svg); bad != "" {
					t.Errorf("%s in the picture", bad)
				}
				if !strings.Contains(svg, colours["text"]) {
					t.Error("no text in the theme's colour")
				}
				grammar(t, c, svg)
				for _, axis := range axisNames(names[i]) {
					if !strings.Contains(text, axis) {
						t.Errorf("no axis %q in the picture", axis)
					}
				}
			})
		}
	}
}

// axisNames are what must be written at the axes of a sample chart.
func axisNames(name string) []string {
	switch name {
	case "success-one", "success-three":
		return []string{"board size (cells)", "success rate (share of runs)", "100"}
	case "classes", "success-six":
		return []string{"success rate (share of runs)", "100–199 cells", "ants, smallest-first"}
	case "workers":
		return []string{"runs per second", "workers at the same time", "time since the start"}
	case "balance":
		return []string{"work of a shard (times the mean)", "shards, the largest first", "plain strides"}
	case "runtimes-six":
		return []string{"runs with a solution (share)", "ants, nearest"}
	case "runtimes-long":
		return []string{"time", "runs with a solution (share)", "greedy rule of the"}
	case "runtimes-two":
		return []string{"time", "runs with a solution (share)", "limit 10 s"}
	case "convergence-six":
		return []string{"after 100 iterations", "lowest cost so far (0 is a solution)", "ants, nearest"}
	case "convergence-one":
		return []string{"iterations", "lowest cost so far (0 is a solution)", "limit 1,000"}
	case "summary-three":
		return []string{"iterations", "ants, largest-first"}
	case "versus":
		return []string{"complete solver: processor time", "ants, shuffled: processor time", "not solved by complete solver", "not solved by ants, shuffled", "limit of a run 10 s"}
	case "features":
		return []string{"cells", "islands", "mean island size", "puzzles solved (share)", "median processor time"}
	case "summary":
		return []string{"iterations", "spread of pheromone (entropy; 1 = all cells equal)", "with BVE"}
	case "ant-costs-long":
		return []string{"iterations", "cost of an ant's board (0 is a solution)", "12x12-101-0, 144 cells"}
	case "ant-costs":
		return []string{"iterations", "cost of an ant's board (0 is a solution)", "ants, largest-first"}
	case "cactus-five":
		return []string{"puzzles solved (share)", "ants, furthest"}
	case "cactus-three":
		return []string{"processor time", "puzzles solved (number)", "limit 10 s"}
	case "targets":
		return []string{"iterations", "runs × targets reached (share)", "ants, largest-first"}
	case "estimates":
		return []string{"share", "Table 1, b", "published"}
	case "arrangements":
		return []string{"arrangements", "without pruning", "to go"}
	case "costs":
		return []string{"processor time of a solution", "line logic", "published"}
	case "critical":
		return []string{"mean rank (1 is the best on a puzzle)", "complete solver", "ants, nearest"}
	case "hardness":
		return []string{"factor on the odds of success", "factor on iterations", "islands"}
	case "contrasts-long":
		return []string{"success rate: first less second"}
	case "success-long":
		return []string{"board size (cells)", "success rate (share of runs)", "100", "shuffled islands, best-value evaporation 0.002"}
	case "contrasts":
		return []string{"success rate: first less second", "ants, raster − ants, shuffled"}
	case "contributions":
		return []string{"Shapley value (success rate)", "ants, shuffled"}
	case "restarts":
		return []string{"cutoff: iterations", "expected iterations of a solution", "p11", "ants, shuffled"}
	case "tails":
		return []string{"time", "runs without a solution (share)", "ants, largest-first"}
	case "tuning":
		return []string{"ants", "q0", "rho", "rule", "cost relative to the reference", "elite", "default", "not comparable"}
	case "ablation":
		return []string{"typical cost: after the change by before it", "1. q0 = 0.8", "4. rho = 0.3"}
	case "race":
		return []string{"puzzles", "difference of success rates", "typical ratio of iterations", "ants, shuffled"}
	case "race-sizes":
		return []string{"cells", "ants, shuffled"}
	case "violins":
		return []string{"processor time of a solution", "ants, shuffled"}
	}
	return []string{"iteration 1", "wall of the iteration's best board"}
}

// read parses an SVG and returns the number of its shapes and all its text.
func read(t *testing.T, svg string) (shapes int, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	var b strings.Builder
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return shapes, b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			switch token.Name.Local {
			case "path", "rect", "circle", "line", "polyline", "polygon":
				shapes++
			}
		case xml.CharData:
			b.Write(token)
			b.WriteByte('\n')
		}
	}
}

// TestDeterministic draws the same chart with two renderers.
func TestDeterministic(t *testing.T) {
	_, all := sample.Charts()
	var first string
	for range 2 {
		r := renderer(t)
		// Another chart before it leaves no trace.
		if _, err := r.SVG(all[4], charts.Dark); err != nil {
			t.Fatal(err)
		}
		svg, err := r.SVG(all[1], charts.Light)
		if err != nil {
			t.Fatal(err)
		}
		if first != "" && clip.ReplaceAllString(svg, "") != clip.ReplaceAllString(first, "") {
			t.Error("two pictures of one chart differ")
		}
		first = svg
	}
}

// clip matches what the renderer numbers over its life.
var clip = regexp.MustCompile(`zr\d+-`)

// TestBroken: an option that ECharts refuses and a library that is none are
// errors, not panics.
func TestBroken(t *testing.T) {
	if _, err := static.New("not JavaScript"); err == nil {
		t.Error("a library that does not parse is no error")
	}
	if _, err := static.New("var a = 1;"); err == nil {
		t.Error("a library without echarts is no error")
	}
	r := renderer(t)
	broken, _ := charts.Chart{Title: "broken", Height: 100}.Restore(json.RawMessage(`{"series":`), "")
	if _, err := r.SVG(broken, charts.Light); err == nil {
		t.Error("an option that is no JSON is no error")
	}
	whole, _ := charts.Chart{Title: "whole", Height: 100}.Restore(json.RawMessage(`{"series":[{"type":"line","data":[1,2]}],"xAxis":{},"yAxis":{}}`), "")
	if _, err := r.SVG(whole, charts.Light); err != nil {
		t.Errorf("after an error: %v", err)
	}
}

func Example() {
	// In place of the text of echarts.min.js, which static.New reads.
	library := `var echarts = {init: function () {
		return {setOption: function () {}, renderToSVGString: function () { return "<svg/>"; }, dispose: function () {}};
	}}`
	r, err := static.New(library)
	if err != nil {
		fmt.Println(err)
		return
	}
	svg, err := r.SVG(charts.RunTimes(sample.RunTimes(2)), charts.Light)
	fmt.Println(strings.Contains(svg, "<title>How soon runs find a solution</title>"), err)
	// Output: true <nil>
}

// BenchmarkSVG draws a chart of two distributions.
func BenchmarkSVG(b *testing.B) {
	r := renderer(b)
	c := charts.RunTimes(sample.RunTimes(2))
	for b.Loop() {
		if _, err := r.SVG(c, charts.Light); err != nil {
			b.Fatal(err)
		}
	}
}
