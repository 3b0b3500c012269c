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
	"slices"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/alltest"
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
	text := alltest.Must(os.ReadFile(labtest.Pages(t).EchartsFile()))(t)
	r := alltest.Must(static.New(string(text)))(t)
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
				svg := alltest.Must(r.SVG(c, colours))(t)
				alltest.Check(t, strings.HasPrefix(svg, "<svg ") && strings.Contains(svg[:strings.Index(svg, ">")], `role="img"`),
					"the picture begins with %.120s", svg)
				if !strings.Contains(svg, "<title>"+html.EscapeString(c.Title)+"</title>") || !strings.Contains(svg, html.EscapeString(c.Alt)+"</desc>") {
					t.Error("the picture has not its title and its text alternative")
				}
				shapes, text := read(t, svg)
				alltest.Check(t, shapes >= c.Points/4 && shapes >= 20, "%d shapes for %d points", shapes, c.Points)
				for _, want := range []string{c.Title, c.Alt} {
					alltest.Check(t, strings.Contains(text, want), "the picture does not say %q", want)
				}
				alltest.Equal(t, regexp.MustCompile(`NaN|undefined|Infinity|@theme`).FindString(svg), "", "in the picture")
				alltest.Has(t, svg, colours["text"], "no text in the theme's colour")
				grammar(t, c, svg)
				for _, axis := range axisNames(t, c) {
					alltest.Check(t, strings.Contains(text, axis), "no axis %q in the picture", axis)
				}
			})
		}
	}
}

// axisNames are the names of axes, panels and series of a chart, on a wide page.
func axisNames(t *testing.T, c charts.Chart) (all []string) {
	t.Helper()
	type named struct{ Name, Text string }
	var option struct {
		BaseOption struct{ Legend struct{ Data []named } }
		Media      []struct {
			Option struct{ XAxis, YAxis, Title []named }
		}
	}
	alltest.OK(t, json.Unmarshal(c.Option(), &option))
	wide := option.Media[1].Option
	for _, one := range slices.Concat(option.BaseOption.Legend.Data, wide.XAxis, wide.YAxis, wide.Title) {
		all = append(all, strings.Split(one.Name+one.Text, "\n")...)
	}
	alltest.Check(t, len(strings.Join(all, "")) != 0, "nothing has a name")
	return all
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
		alltest.OK(t, err)
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
		alltest.Must(r.SVG(all[4], charts.Dark))(t)
		svg := alltest.Must(r.SVG(all[1], charts.Light))(t)
		alltest.Check(t, first == "" || clip.ReplaceAllString(svg, "") == clip.ReplaceAllString(first, ""), "two pictures of one chart differ")
		first = svg
	}
}

// clip matches what the renderer numbers over its life.
var clip = regexp.MustCompile(`zr\d+-`)

// TestBroken: an option that ECharts refuses and a library that is none are
// errors, not panics.
func TestBroken(t *testing.T) {
	alltest.Refused(static.New("not JavaScript"))(t, "", "a library that does not parse is no error")
	alltest.Refused(static.New("var a = 1;"))(t, "", "a library without echarts is no error")
	r := renderer(t)
	broken, _ := charts.Chart{Title: "broken", Height: 100}.Restore(json.RawMessage(`{"series":`), "")
	alltest.Refused(r.SVG(broken, charts.Light))(t, "", "an option that is no JSON is no error")
	whole, _ := charts.Chart{Title: "whole", Height: 100}.Restore(json.RawMessage(`{"series":[{"type":"line","data":[1,2]}],"xAxis":{},"yAxis":{}}`), "")
	_, err := r.SVG(whole, charts.Light)
	alltest.Check(t, err == nil, "after an error: %v", err)
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
		alltest.Must(r.SVG(c, charts.Light))(b)
	}
}

// TestCards: on the card of each chart, whose picture is lower than a page's, no text lies on another, and none but a
// name of an axis is cut.
func TestCards(t *testing.T) {
	r := renderer(t)
	names, all := sample.Charts()
	for i, c := range all {
		svg := alltest.Must(r.Card(c, static.Heading{}, charts.Light))(t)
		high := 0.0
		alltest.Must(fmt.Sscanf(svg[strings.Index(svg, "height="):], `height="%f"`, &high))(t)
		boxes := lines(t, svg)
		for k, a := range boxes {
			if a.left < -5 || a.right > 405 || a.top < -1 || a.bottom > high+1 || high > 330 {
				t.Errorf("%s: %q is cut: %v", names[i], a.text, a)
			}
			for _, b := range boxes[k+1:] {
				if a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom {
					t.Errorf("%s: %q lies on %q", names[i], a.text, b.text)
				}
			}
		}
	}
}

// TestCardRows: rows that would be cut to the same text are told apart on a card, by their ends or in two lines.
func TestCardRows(t *testing.T) {
	r := renderer(t)
	of := func(rows ...string) (all []string) {
		chart := charts.DotPlot{Axis: "share", Share: true}
		for _, row := range rows {
			chart.All = append(chart.All, charts.Estimate{Row: row, Value: 0.5})
		}
		for _, b := range lines(t, alltest.Must(r.Card(chart.Chart(), static.Heading{}, charts.Light))(t)) {
			all = append(all, b.text)
		}
		return all
	}
	many := []string{"logic, sub-procedures 1", "logic, sub-procedures 1 and 2", "logic, sub-procedures 1, 2 and 3", "a", "b", "c", "d", "e", "f", "g"}
	alltest.Has(t, strings.Join(of(many...), "|"), "|… 1, 2 and 3|logic, sub-procedures 1 and 2|logic, sub-procedures 1|", "the card of many rows")
	alltest.Has(t, strings.Join(of(many[1:4]...), "|"), "|logic, sub-procedures 1, 2 and|3|logic, sub-procedures 1 and 2|", "the card of few rows")
	alltest.Has(t, strings.Join(of("ants, a", "ants, b against ants, c"), "|"), "|b against c|a|", "the card of rows that begin alike")
	alltest.Has(t, strings.Join(of(many[:8]...), "|"), "logic, sub-procedures 1, 2 and|3|logic, sub-procedures 1 and 2|", "the card of eight rows, one of them long")
	two := append(many, "paint, sub-procedures 1 and 2", "paint, sub-procedures 1 and 3")
	alltest.Equal(t, strings.Count(strings.Join(of(two...), "|"), "… 1 and"), 0, "rows whose ends do not tell them apart are cut to these")
}

// TestCardBasis: a card says how many puzzles and runs it rests on, and the level of its intervals.
func TestCardBasis(t *testing.T) {
	r := renderer(t)
	for subtitle, want := range map[string]string{
		"896 puzzles, 20 runs each · at most 5 s a run · mark: size class, n puzzles; intervals: 95 %, for puzzles like these":                                  "n = 896 puzzles, 20 runs each · intervals: 95 %",
		"12 puzzles, 60 runs · Kaplan–Meier estimate, intervals: 95 %, for runs on the same puzzle":                                                             "n = 12 puzzles, 60 runs · intervals: 95 %, for runs on the|same puzzle",
		"14 to 26 puzzles · simultaneous 95 % intervals (Bonferroni, 11 comparisons)":                                                                           "n = 14 to 26 puzzles · simultaneous 95 % intervals|(Bonferroni, 11 comparisons)",
		"9 puzzles, 9 runs · mark: size class; intervals: 95 %, for puzzles like these · hollow: A and B 2019, table 1, with the widest interval that there is": "n = 9 puzzles, 9 runs · intervals: 95 % · hollow: A and B|2019, table 1",
		"median of 50 runs": "share|b|a|0|",
	} {
		chart := charts.DotPlot{Subtitle: subtitle, Axis: "share", Share: true, All: []charts.Estimate{{Row: "a", Value: 0.5}, {Row: "b", Value: 0.5}}}
		var said []string
		for _, b := range lines(t, alltest.Must(r.Card(chart.Chart(), static.Heading{}, charts.Light))(t)) {
			said = append(said, b.text)
		}
		alltest.Has(t, strings.Join(said, "|"), want, "the card of %q", subtitle)
	}
}

// TestCardFound: what a run found stands above the picture, whole or without its last clauses, and the picture is as high as without.
func TestCardFound(t *testing.T) {
	r := renderer(t)
	chart := charts.DotPlot{Axis: "share", Share: true, All: []charts.Estimate{{Row: "a", Value: 0.5}}}.Chart()
	long := strings.TrimSpace(strings.Repeat("many words ", 19))
	for found, want := range map[string]string{"": "", "“a” < b": "“a” < b", long + "; and this is cut": long, long + " " + long: long + " many …"} {
		svg, said := alltest.Must(r.Card(chart, static.Heading{Found: found}, charts.Light))(t), ""
		for _, b := range lines(t, svg) {
			if b.text == "share" {
				break
			}
			said += " " + b.text
		}
		alltest.Equal(t, strings.TrimSpace(said), want, "the card of %q says", found)
		alltest.Check(t, strings.Contains(svg, `<svg width="400" height="266"`), "the picture under %q has another height", found)
	}
	svg, said := alltest.Must(r.Card(charts.Hardness(sample.Hardness()), static.Heading{Asks: "Which?", Found: "This"}, charts.Light))(t), ""
	for _, b := range lines(t, svg) {
		said += b.text + "|"
	}
	alltest.Check(t, strings.HasPrefix(said, "Which?|This|"), "above a card stands %q", said)
	alltest.Has(t, said, "dashed: no difference", "what stands beneath a card")
}

// box is where a line of text stands.
type box struct {
	text                     string
	left, right, top, bottom float64
}

var textTag = regexp.MustCompile(`<text ([^>]*)>([^<]*)</text>`)

// lines are the lines of text of a picture of ECharts, as wide as ECharts takes them to be, and two pixels lower.
func lines(t *testing.T, svg string) (all []box) {
	t.Helper()
	for _, m := range textTag.FindAllStringSubmatch(svg, -1) {
		number := func(pattern string) (out float64) {
			if found := regexp.MustCompile(pattern).FindStringSubmatch(m[1]); found != nil {
				out = alltest.Must(strconv.ParseFloat(found[1], 64))(t)
			}
			return out
		}
		size := number(`font-size:([\d.]+)`)
		b := box{text: html.UnescapeString(m[2])}
		wide := 0.5 * size * float64(len([]rune(b.text)))
		b.left = number(` x="(-?[\d.]+)`) + number(`translate\((-?[\d.]+)`)
		switch {
		case strings.Contains(m[1], `text-anchor="middle"`):
			b.left -= wide / 2
		case strings.Contains(m[1], `text-anchor="end"`):
			b.left -= wide
		}
		y := number(` y="(-?[\d.]+)`) + number(`translate\(-?[\d.]+[ ,](-?[\d.]+)`)
		if strings.Contains(m[1], `dominant-baseline="central"`) {
			y += size / 2
		}
		b.right, b.top, b.bottom = b.left+wide, y-size+2, y
		if strings.TrimSpace(b.text) != "" && !strings.Contains(m[1], "matrix") {
			all = append(all, b)
		}
	}
	return all
}

// TestOneSample draws each kind of chart from one sample: what was measured is seen, no number is none, and no line leads
// anywhere but up or along.
func TestOneSample(t *testing.T) {
	r := renderer(t)
	for name, c := range sample.One() {
		svg := alltest.Must(r.SVG(c, charts.Light))(t)
		bad := regexp.MustCompile(`NaN|undefined|Infinity|@theme`).FindString(svg)
		alltest.Check(t, bad == "", "%s: %s in the picture", name, bad)
		err := c.Check()
		alltest.Check(t, err == nil || len(c.Notes) != 0, "%s: nothing is seen, and no note says why: %v", name, err)
	}
}
