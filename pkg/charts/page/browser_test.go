package page_test

import (
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab/labtest"
)

// echartsText is the library, which the lab's environment fetches.
func echartsText(t *testing.T) string {
	t.Helper()
	fetched.Do(func() {
		text := alltest.Must(os.ReadFile(labtest.Env(t).EchartsFile()))(t)
		fetched.text = string(text)
	})
	return fetched.text
}

var fetched struct {
	sync.Once
	text string
}

// browser opens a headless Chromium, or skips. Errors of the page and requests that
// leave it fail the test.
func browser(t *testing.T) *labtest.Browser {
	t.Helper()
	b := labtest.Open(t, labtest.Offline)
	t.Cleanup(func() {
		if errors := b.Errors(); len(errors) > 0 {
			t.Errorf("the page fails: %q", errors)
		}
		requests := b.Requests("file:")
		alltest.Check(t, len(requests) == 0, "the page asks for %q", requests)
	})
	return b
}

// slow is for a test that is one of those that take longer: the library, and a tab.
func slow(t *testing.T) (library string, b *labtest.Browser) {
	t.Helper()
	alltest.Only(t, "it looks at pages in a browser")
	return page.Library(echartsText(t)), browser(t)
}

// document is an HTML document that holds the given markup, in the colours of
// the reader's theme.
func document(parts ...string) string {
	const head = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>charts</title>` +
		`<style>:root{color-scheme:light dark}body{max-width:960px;margin:1.5rem auto;padding:0 1rem}</style></head><body>`
	return head + strings.Join(parts, "\n") + "</body></html>"
}

// open shows a document with its policy at a width and waits until all its charts are
// drawn.
func open(t *testing.T, b *labtest.Browser, document string, width, drawn int) {
	t.Helper()
	protected := alltest.Must(page.Protect([]byte(document), echartsText(t)))(t)
	openBare(t, b, string(protected), width, drawn)
}

// openBare is open for a document that may run any script.
func openBare(t *testing.T, b *labtest.Browser, document string, width, drawn int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	alltest.OK(t, os.WriteFile(file, []byte(document), 0o644))
	b.Look(t, width, false)
	b.Go(t, "file://"+file)
	b.Await(t, labtest.Patience, fmt.Sprintf(`document.querySelectorAll(".formicary-drawn svg").length === %d`, drawn))
}

// crowd finds texts of a chart that lie on each other, and texts that reach
// out of it.
const crowd = `(function () {
	var found = [];
	document.querySelectorAll(".formicary-chart").forEach(function (box) {
		var title = box.querySelector(".formicary-title").textContent;
		var frame = box.querySelector(".formicary-plot").getBoundingClientRect();
		var texts = Array.from(box.querySelectorAll("svg text")).filter(function (e) { return e.textContent.trim() && getComputedStyle(e).visibility !== "hidden"; });
		var all = texts.map(function (e) { return {text: e.textContent, box: e.getBoundingClientRect()}; }).filter(function (e) { return e.box.width > 0; });
		all.forEach(function (a, i) {
			if (a.box.left < frame.left - 2 || a.box.right > frame.right + 2 || a.box.top < frame.top - 2 || a.box.bottom > frame.bottom + 2) found.push(title + ": " + a.text + " reaches out");
			all.slice(i + 1).forEach(function (b) {
				var w = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
				var h = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
				if (w > 1 && h > 3) found.push(title + ": " + a.text + " on " + b.text);
			});
		});
	});
	return found;
})()`

// TestDrawn opens a page with every kind of chart on it, the library last (with all tests also as
// a narrow and as a wide page): all are drawn, no text lies on another, nothing
// makes the page scroll sideways.
func TestDrawn(t *testing.T) {
	library := page.Library(echartsText(t))
	b := browser(t)
	_, all := sample.Charts()
	var parts []string
	for _, c := range all {
		parts = append(parts, page.Chart(c))
	}
	parts = append(parts, library, library)
	widths := []int{900}
	if alltest.Asked() {
		widths = []int{600, 900, 1400}
	}
	for _, width := range widths {
		open(t, b, document(parts...), width, len(all))
		for _, complaint := range labtest.Eval[[]string](t, b, crowd) {
			t.Errorf("%d pixels: %s", width, complaint)
		}
		over := labtest.Eval[int](t, b, `document.documentElement.scrollWidth - window.innerWidth`)
		alltest.Check(t, over <= 0, "%d pixels: the page scrolls sideways by %d", width, over)
		if n := labtest.Eval[int](t, b, `Array.from(document.querySelectorAll(".formicary-alt")).filter(function (e) { return e.offsetHeight > 0 }).length`); n > 0 {
			t.Errorf("%d text alternatives beside pictures", n)
		}
		name := "data-height"
		if width-32 < charts.NarrowWidth {
			name = "data-narrow"
		}
		wrong := labtest.Eval[int](t, b, fmt.Sprintf(`Array.from(document.querySelectorAll(".formicary-chart")).filter(function (e) { return e.querySelector(".formicary-plot").offsetHeight !== +e.getAttribute(%q) }).length`, name))
		alltest.Check(t, wrong <= 0, "%d pixels: %d charts of another height than %s", width, wrong, name)
	}
}

// TestModuleLoader: a page with RequireJS does not take the library away.
func TestModuleLoader(t *testing.T) {
	library, b := slow(t)
	loader := `<script>window.define = function () { window.swallowed = true; }; window.define.amd = {}; window.exports = {}; window.module = {exports: {}};</script>`
	openBare(t, b, document(loader, library, page.Chart(charts.RunTimes(sample.RunTimes(2)))), 900, 1)
	alltest.Check(t, !labtest.Eval[bool](t, b, `!!window.swallowed`), "the module loader swallowed the library")
}

// TestNoLibrary: without the library the reader gets the text and the reason.
func TestNoLibrary(t *testing.T) {
	alltest.Only(t, "it looks at pages in a browser")
	b := browser(t)
	c := charts.RunTimes(sample.RunTimes(2))
	for _, library := range []string{"", page.Library("var nothing"), strings.Replace(page.Library("x"), "formicary-echarts", "taken-away", 1)} {
		openBare(t, b, document(page.Chart(c), library), 900, 0)
		if library != "" {
			b.Await(t, labtest.Patience, `!!document.querySelector(".formicary-chart[data-error]")`)
		}
		text := labtest.Eval[string](t, b, `document.querySelector(".formicary-chart").innerText`)
		alltest.Check(t, strings.Contains(text, c.Alt) && strings.Contains(text, c.Title), "without a library the page says %q", text)
	}
}

// TestTheme follows JupyterLab's attribute and keeps what the reader chose.
func TestTheme(t *testing.T) {
	library, b := slow(t)
	_, all := sample.Charts()
	open(t, b, document(library, page.Chart(all[1])), 900, 1)
	inks := func() string {
		return labtest.Eval[string](t, b, `Array.from(document.querySelectorAll("svg text")).map(function (e) { return e.getAttribute("fill") }).join(" ")`)
	}
	labtest.Eval[bool](t, b, `(function () { var c = formicary.charts(); c[0].chart.dispatchAction({type: "legendUnSelect", name: "ants, shuffled"}); return true })()`)
	labtest.Eval[bool](t, b, `(document.body.setAttribute("data-jp-theme-light", "false"), true)`)
	b.Await(t, labtest.Patience, fmt.Sprintf(`document.querySelector("svg text[fill='%s']") !== null`, charts.Dark["text"]))
	alltest.Check(t, !strings.Contains(inks(), charts.Light["text"]), "by night a text has the colour of day")
	alltest.Check(t, labtest.Eval[bool](t, b, `formicary.charts()[0].chart.getOption().legend[0].selected["ants, shuffled"] === false`),
		"the change of theme brought back what the reader hid")
	labtest.Eval[bool](t, b, `(document.body.setAttribute("data-jp-theme-light", "true"), true)`)
	b.Await(t, labtest.Patience, fmt.Sprintf(`document.querySelector("svg text[fill='%s']") === null`, charts.Dark["text"]))
	// On paper it is day.
	labtest.Eval[bool](t, b, `(document.body.setAttribute("data-jp-theme-light", "false"), true)`)
	b.Await(t, labtest.Patience, fmt.Sprintf(`document.querySelector("svg text[fill='%s']") !== null`, charts.Dark["text"]))
	labtest.Eval[bool](t, b, `window.dispatchEvent(new Event("beforeprint"))`)
	alltest.Check(t, !strings.Contains(inks(), charts.Dark["text"]), "on paper a text has the colour of night")
}

// replace does with an output what JupyterLab does: it sets the markup and
// lets the scripts in it run.
const replace = `(function (html) {
	var host = document.getElementById("output");
	host.innerHTML = html;
	Array.from(host.getElementsByTagName("script")).forEach(function (script) {
		var clone = document.createElement("script");
		Array.from(script.attributes).forEach(function (a) { clone.setAttribute(a.name, a.value); });
		clone.textContent = script.textContent;
		script.parentNode.replaceChild(clone, script);
	});
	return document.querySelectorAll("#output .formicary-chart").length;
})(%s)`

// TestUpdate replaces the output of a live chart: the picture stays the same
// element and changes, also where its series change, and another chart of the
// same id elsewhere on the page is left alone.
func TestUpdate(t *testing.T) {
	library, b := slow(t)
	first := page.Live(charts.RunTimes(sample.RunTimes(1)), "live", 0)
	open(t, b, document(library, `<div id="elsewhere">`+first+`</div>`, `<div id="output">`+first+`</div>`), 900, 2)
	labtest.Eval[bool](t, b, `(function () { window.before = document.querySelector("#output svg"); window.other = document.querySelector("#elsewhere svg").outerHTML; return true })()`)
	for i, c := range []charts.Chart{
		charts.RunTimes(sample.RunTimes(1)[:1]).Titled("second"),
		charts.RunTimes(sample.RunTimes(3)).Titled("third"),
		charts.RunTimes(sample.RunTimes(6)).Titled("fourth"),
	} {
		markup := alltest.Must(json.Marshal(page.Live(c, "live", i+1)))(t)
		n := labtest.Eval[int](t, b, fmt.Sprintf(replace, markup))
		alltest.Require(t, n == 1, "%d charts in the output", n)
		alltest.Check(t, labtest.Eval[bool](t, b, `document.querySelector("#output svg") === window.before`),
			"update %d drew the chart anew", i+1)
		if got := labtest.Eval[string](t, b, `document.querySelector("#output .formicary-chart").getAttribute("data-updates") + document.querySelector("#output .formicary-title").textContent`); got != fmt.Sprint(i+1)+c.Title {
			t.Errorf("update %d: %s", i+1, got)
		}
		alltest.Equal(t, labtest.Eval[int](t, b, `document.querySelector("#output .formicary-plot").offsetHeight`), c.Height, "update %d", i+1)
		complaints := labtest.Eval[[]string](t, b, crowd)
		alltest.Check(t, len(complaints) == 0, "update %d: %s", i+1, complaints)
	}
	alltest.Check(t, labtest.Eval[bool](t, b, `document.querySelector("#elsewhere svg").outerHTML === window.other`),
		"the update changed another chart")
}

// TestStyleStays: when the output with the library goes, what is drawn keeps its
// style, and so does what is drawn later.
func TestStyleStays(t *testing.T) {
	library, b := slow(t)
	first := page.Live(charts.RunTimes(sample.RunTimes(1)), "first", 0)
	open(t, b, document(library, first, `<div id="output"></div>`), 900, 1)
	labtest.Eval[any](t, b, `document.querySelectorAll(".formicary-library").forEach(function (e) { e.remove() })`)
	later := alltest.Must(json.Marshal(page.Live(charts.RunTimes(sample.RunTimes(2)), "later", 0)))(t)
	labtest.Eval[int](t, b, fmt.Sprintf(replace, later))
	b.Await(t, labtest.Patience, `document.querySelectorAll(".formicary-drawn svg").length === 2`)
	if bare := labtest.Eval[int](t, b, `Array.from(document.querySelectorAll(".formicary-drawn")).filter(function (c) {
		return c.querySelector(".formicary-alt").checkVisibility() || getComputedStyle(c.querySelector("button")).borderTopLeftRadius !== "3px";
	}).length`); bare > 0 {
		t.Errorf("%d charts have lost their style", bare)
	}
}

// TestSaveCSV presses the button below charts and reads the file that the
// browser is given; then that of a chart whose output is replaced.
func TestSaveCSV(t *testing.T) {
	library, b := slow(t)
	_, all := sample.Charts()
	bar := echarts.NewBar()
	bar.SetXAxis([]string{"a", "b"}).AddSeries("n", []opts.BarData{{Value: 3}, {Value: 4}})
	replaced, successor := all[4], all[0]
	all = append(all[:2:2], charts.Of(bar, charts.Chart{Title: "Überall — 100 %!"}), charts.Of(bar, charts.Chart{Title: "★"}))
	var parts []string
	for _, c := range all {
		parts = append(parts, page.Chart(c))
	}
	open(t, b, document(append(parts, `<div id="output">`+page.Live(replaced, "live", 0)+`</div>`, library)...), 900, len(all)+1)

	saved := downloads(t, b)
	save := func(button string, c charts.Chart) {
		t.Helper()
		name := map[string]string{"Überall — 100 %!": "berall-100.csv", "★": "chart.csv"}[c.Title]
		if name == "" {
			name = strings.Trim(regexp.MustCompile("[^a-z0-9]+").ReplaceAllString(strings.ToLower(c.Title), "-"), "-") + ".csv"
		}
		text := saved(button, name)
		alltest.Check(t, text == "\ufeff"+c.CSV(), "%s: the file is %q, want %q", c.Title, text, c.CSV())
	}
	for i, c := range all {
		save(fmt.Sprintf(`document.querySelectorAll(".formicary-data:not([hidden]) > button:first-child")[%d]`, i), c)
	}
	markup := alltest.Must(json.Marshal(page.Live(successor, "live", 1)))(t)
	labtest.Eval[int](t, b, fmt.Sprintf(replace, markup))
	save(`document.querySelector("#output .formicary-data > button:first-child")`, successor)
}

// downloads is a function that presses a button and has the text of the file which it
// saves, of a name.
func downloads(t *testing.T, b *labtest.Browser) func(button, name string) string {
	t.Helper()
	labtest.Eval[any](t, b, `(make => {
		URL.createObjectURL = blob => { window.file = blob; return make.call(URL, blob); };
		HTMLAnchorElement.prototype.click = function () { window.fileName = this.download; };
	})(URL.createObjectURL), null`)
	return func(button, name string) string {
		t.Helper()
		labtest.Eval[any](t, b, `window.file = null, `+button+`.click(), null`)
		b.Await(t, labtest.Patience, "window.file && window.fileName")
		alltest.Equal(t, labtest.Eval[string](t, b, "window.fileName"), name, "the file is called")
		bytes := alltest.Must(base64.StdEncoding.DecodeString(labtest.Eval[string](t, b, `window.file.arrayBuffer().then(b => btoa([...new Uint8Array(b)].map(c => String.fromCharCode(c)).join("")))`)))(t)
		return string(bytes)
	}
}

// TestSaveSVG: a chart saves as a picture that is XML through and through, with its title and what it draws, and
// nothing that runs or is fetched.
func TestSaveSVG(t *testing.T) {
	library, b := slow(t)
	bar := echarts.NewBar()
	bar.SetXAxis([]string{"<b>a</b>", "b"}).AddSeries("n", []opts.BarData{{Value: 3}, {Value: 4}})
	c := charts.Of(bar, charts.Chart{Title: "Shares <script>x()</script>", Subtitle: "made up & small"})
	open(t, b, document(page.Chart(c), library), 900, 1)
	text := downloads(t, b)(`document.querySelector(".formicary-data > button:nth-child(2)")`, "shares-script-x-script.svg")
	words, elements := "", map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		switch token := token.(type) {
		case xml.StartElement:
			elements[token.Name.Local]++
			for _, a := range token.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || strings.HasSuffix(a.Name.Local, "href") || strings.Contains(a.Value, "url(h") {
					t.Errorf("%s has %s=%q", token.Name.Local, a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			words += string(token)
		}
	}
	alltest.Check(t, elements["path"] >= 4 && elements["script"]+elements["foreignObject"]+elements["image"]+elements["b"] <= 0,
		"it has %v", elements)
	for _, want := range []string{c.Title, c.Subtitle, "<b>a</b>"} {
		alltest.Has(t, words, want, "it lacks")
	}
}

// TestWords: a drawn chart has its text alternative as its name, and nothing that can be
// operated lies within a picture.
func TestWords(t *testing.T) {
	library, b := slow(t)
	names, all := []string{}, []charts.Chart{}
	known, samples := sample.Charts()
	for i, name := range known {
		if slices.Contains([]string{"success-one", "runtimes-two", "race"}, name) {
			names, all = append(names, name), append(all, samples[i])
		}
	}
	var parts []string
	for _, c := range all {
		parts = append(parts, page.Chart(c))
	}
	open(t, b, document(append(parts, library)...), 900, 3)
	for i, name := range names {
		plot := fmt.Sprintf(`document.querySelectorAll(".formicary-plot")[%d]`, i)
		// Its marks can be gone through, and it zooms.
		got := labtest.Eval[string](t, b, plot+`.getAttribute("role")`)
		alltest.Check(t, got == "application", "%s is a %s", name, got)
		if got := labtest.Eval[string](t, b, plot+`.getAttribute("aria-label")`); !strings.HasPrefix(got, all[i].Alt) {
			t.Errorf("%s is called %q", name, got)
		}
	}
	n := labtest.Eval[int](t, b, `document.querySelectorAll("[role=img] button, [role=img] [tabindex]").length`)
	alltest.Check(t, n <= 0, "%d controls within pictures", n)
	// A chart whose output is replaced takes its words along.
	labtest.Eval[bool](t, b, `(function () { var host = document.createElement("div"); host.id = "output"; document.body.appendChild(host); return true })()`)
	for i, c := range all[:2] {
		markup := alltest.Must(json.Marshal(page.Live(c, "live", i)))(t)
		labtest.Eval[int](t, b, fmt.Sprintf(replace, markup))
		b.Await(t, labtest.Patience, `document.querySelectorAll("#output .formicary-drawn svg").length === 1`)
		if got := labtest.Eval[string](t, b, `document.querySelector("#output .formicary-plot").getAttribute("aria-label")`); got != c.Alt {
			t.Errorf("after %d updates the picture is called %q, want %q", i, got, c.Alt)
		}
	}
}

// TestHidden: a chart in a folded cell is drawn when it is seen.
func TestHidden(t *testing.T) {
	library, b := slow(t)
	chart := page.Chart(charts.RunTimes(sample.RunTimes(1)))
	open(t, b, document(library, `<div id="fold" style="display:none">`+chart+`</div>`), 900, 0)
	labtest.Eval[bool](t, b, `(document.getElementById("fold").style.display = "block", true)`)
	b.Await(t, labtest.Patience, `document.querySelectorAll(".formicary-drawn svg").length === 1`)
}
