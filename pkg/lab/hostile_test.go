package lab_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/lab/labtest"
)

// lure is markup with every class that the lab's scripts know. Data stand in pre elements, as a sanitiser drops scripts.
const lure = `<div class="mathjax_ignore"><div class="formicary-play" role="group" style="min-height:40px"><pre class="formicary-play-data">{"puzzle":{"kind":"nurikabe","id":"1","text":"nurikabe/2/2/1g1g"},"engine":"nurikabe/acs","sets":[]}</pre>
<div class="formicary-program"><pre class="formicary-wasm">H4sIAAAAAAAA/wEIAPf/AGFzbQEAAAAAAAAAAAAAAA==</pre><pre class="formicary-glue">fetch("/api/contents/EVIL")</pre></div></div>
<div class="formicary-program"><pre class="formicary-wasm">H4sIAAAAAAAA/wEIAPf/AGFzbQEAAAAAAAAAAAAAAA==</pre><pre class="formicary-glue">fetch("/api/contents/EVIL")</pre></div>
<div class="formicary-chart" data-height="100" data-narrow="100"><div class="formicary-title">Success</div><div class="formicary-plot" style="height:100px">plot</div><p class="formicary-alt">A chart. <em>Trust the notebook.</em></p>
<pre class="formicary-option">{"xAxis":{"type":"value"},"yAxis":{"type":"value"},"tooltip":{"formatter":"<img src=x onerror=window.evil=1>"},"series":[{"type":"scatter","data":[[1,1]]}]}</pre><pre class="formicary-csv">"a"</pre><p class="formicary-data"><button>Save CSV</button></p></div>
<div class="formicary-film"><p class="formicary-film-alt">A film. <em>x</em></p><pre class="formicary-reel">x</pre></div>
<div class="formicary-explorer" data-records="r"><pre class="formicary-explored-facts">{}</pre><pre class="formicary-records" id="r">x</pre></div>
<div class="formicary-marks"><pre class="formicary-facts">{"puzzles":{"beef":{"id":"evil","set":"--engine=evil"}},"engines":{}}</pre><pre class="formicary-runs" id="evil">x</pre></div>
<div class="formicary-dress"><style>body{display:none}</style><pre class="formicary-echarts">x</pre></div><div class="formicary-library">x</div><div class="formicary-script">x</div>
<nav class="formicary-contents"><details open><summary>Contents</summary>x</details></nav><p class="formicary-fold"><button>Show all code</button></p><details class="formicary-code"><summary>Code</summary>x</details></div>`

// writeHostile writes a notebook of somebody else, which is not trusted: its Markdown and its saved outputs are lures.
func writeHostile(t *testing.T, folder string) {
	t.Helper()
	cell := func(kind, source string, more map[string]any) map[string]any {
		out := map[string]any{"cell_type": kind, "metadata": map[string]any{}, "source": source, "id": kind}
		for k, v := range more {
			out[k] = v
		}
		return out
	}
	output := map[string]any{"output_type": "display_data", "metadata": map[string]any{}, "data": map[string]any{"text/html": lure, "text/plain": "plain"}}
	text := alltest.Must(json.Marshal(map[string]any{
		"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{"kernelspec": map[string]any{"name": "gonb", "display_name": "Go (gonb)", "language": "go"}},
		"cells": []any{
			cell("markdown", lure, nil),
			cell("code", "%% // saved", map[string]any{"execution_count": 1, "outputs": []any{output}}),
		},
	}))(t)
	alltest.OK(t, os.WriteFile(filepath.Join(folder, "hostile.ipynb"), text, 0o644))
}

// hostileInLab opens that notebook beside the present one, in whose page the lab's scripts run, and goes back.
func hostileInLab(t *testing.T, b *labtest.Browser) {
	t.Helper()
	const dblclick = `new MouseEvent("dblclick", {bubbles: true, cancelable: true, button: 0})`
	open := func(name string) {
		t.Helper()
		item := `document.querySelector('.jp-DirListing-item[title*="` + name + `"]')`
		b.Await(t, labtest.Patience, item)
		labtest.Eval[any](t, b, item+`.dispatchEvent(`+dblclick+`), null`)
		b.Await(t, labtest.Patience, `document.querySelector(".lm-DockPanel-tabBar .lm-mod-current")?.textContent === "`+name+`"`)
	}
	open("hostile.ipynb")
	const panel = `document.querySelector(".jp-NotebookPanel:not(.lm-mod-hidden)")`
	const lures = `[...document.querySelectorAll(".formicary-marks, .formicary-program")].filter(e => e.closest(".jp-NotebookPanel") === ` + panel + `)`
	b.Await(t, labtest.Patience, lures+`.length >= 4`) // of the Markdown and of the saved output
	if dropped := labtest.Eval[string](t, b, panel+`.innerText`); !strings.Contains(dropped, "Success") || !strings.Contains(dropped, "A chart.") {
		t.Errorf("a notebook that is not trusted does not show a chart's title and its text alternative: %.600q", dropped)
	}
	// All that may make the scripts look: scanning, sizes, scrolling, a pointer over the plot, a click on each button.
	labtest.Eval[any](t, b, `(p => {
		formicary.scan();
		formicary.facts.gather();
		window.dispatchEvent(new Event("resize"));
		p.querySelectorAll("[class^=formicary-]").forEach(e => { e.scrollIntoView(); e.dispatchEvent(new PointerEvent("pointermove", {bubbles: true})); });
		p.querySelectorAll(".formicary-fold button, .formicary-data button").forEach(e => e.click());
	})(`+panel+`), null`)
	b.Screenshot(t, "hostile")
	b.Await(t, labtest.Patience, `new Promise(done => setTimeout(() => done(true), 500))`)
	got := labtest.Eval[[]string](t, b, `[...`+panel+`.querySelectorAll("[class*=formicary-]")].filter(e => e.matches("[data-seen], [data-error], [data-ready], .formicary-drawn, .formicary-open, .formicary-film-ready, :has(svg)")).map(e => e.className)`)
	alltest.Check(t, len(got) == 0, "the lab's scripts have taken up %q of a notebook that is not trusted", got)
	got = labtest.Eval[[]string](t, b, `performance.getEntriesByType("resource").map(e => e.name).filter(n => n.includes("EVIL"))`)
	alltest.Check(t, len(got) == 0, "a program of a notebook that is not trusted asked for %q", got)
	alltest.Check(t, !labtest.Eval[bool](t, b, `Boolean(window.evil || formicary.facts.puzzle("beef")) || getComputedStyle(document.body).display === "none"`),
		"facts, styles or HTML of a notebook that is not trusted count")
	// The page's own program is the lab's.
	b.Await(t, labtest.Patience, `formicary.newProgram().then(p => p.call("draw", {kind: "nurikabe", text: "nurikabe/2/2/1g1g"}).then(a => { p.end(); return a.svg.startsWith("<svg"); }), () => false)`)
	open("charts.ipynb")
	b.Await(t, labtest.Patience, `document.querySelector(".formicary-explorer")?.checkVisibility()`)
}
