package lab_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
)

// pageCells is an executed notebook with what pages have: headings, code, text, a
// chart, an error, and runs that others made.
func pageCells(t *testing.T, env *lab.Env) []byte {
	t.Helper()
	library := alltest.Must(os.ReadFile(env.EchartsFile()))(t)
	c := alltest.Must(charts.Chart{Title: "A chart", Subtitle: "of a test", Alt: "One bar of height 1.", Height: 200, Points: 1}.
		Restore(json.RawMessage(`{"xAxis":{"data":["a"]},"yAxis":{},"series":[{"type":"bar","data":[1]}]}`), "label,height\na,1\n"))(t)
	html := func(text string) map[string]any {
		return map[string]any{"output_type": "display_data", "metadata": map[string]any{}, "data": map[string]any{"text/html": text}}
	}
	code := func(n int, source string, outputs ...map[string]any) map[string]any {
		return map[string]any{"cell_type": "code", "id": fmt.Sprint("c", n), "metadata": map[string]any{}, "execution_count": n, "source": source, "outputs": append([]map[string]any{}, outputs...)}
	}
	text := func(n int, source string) map[string]any {
		return map[string]any{"cell_type": "markdown", "id": fmt.Sprint("t", n), "metadata": map[string]any{}, "source": source}
	}
	said := map[string]any{"output_type": "stream", "name": "stdout", "text": []string{"cells: 12 quick"}}
	reused := page.Source{Short: "the plan: 3 of 3 runs reused", Full: "the plan: 3 of 3 runs reused: same puzzles"}
	nb := map[string]any{"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{"language_info": map[string]any{"name": "go"}}, "cells": []any{
		text(1, "# A page\n\nWith prose, and <code>code</code> in it."),
		text(2, "## First part\n\nAnd more prose."),
		code(1, "func double(i int) int { return 2 * i }"),
		code(2, "%%\nshow.Chart(chart)", html(page.Mode("quick")), html(reused.Markup()), html(page.Library(string(library))+page.Chart(c)), said),
		text(3, "## Second part\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nA sentence of some words with a [link](00-tour.ipynb) in its middle.\n\n← [before](00-tour.ipynb) · [All notebooks](index.ipynb)"),
		code(3, "%%\npanic(1)", html(reused.Markup()), map[string]any{"output_type": "error", "ename": "ERROR", "evalue": "no", "traceback": []string{"ERROR"}}),
	}}
	return alltest.Must(json.Marshal(nb))(t)
}

// shared is the page of [pageCells], which Jupyter takes seconds to write.
var shared struct {
	once sync.Once
	text []byte
}

// sharedPage is that page, of which several tests look at parts.
func sharedPage(t *testing.T) []byte {
	t.Helper()
	env := labtest.Env(t)
	shared.once.Do(func() {
		text := alltest.Must(env.HTML(t.Context(), pageCells(t, env), "page", "testdata"))(t)
		shared.text = text
	})
	alltest.Require(t, len(shared.text) != 0, "the page could not be written")
	return shared.text
}

// fetches matches what makes a browser fetch something.
var fetches = regexp.MustCompile(`(?i)(<(script|img|iframe)[^>]*\ssrc=|<link|@import|url\(["']?(https?:)?//)[^>]{0,80}`)

// TestHTML checks that a page is one file and always the same, with what each cell shows,
// and says once what runs were reused.
func TestHTML(t *testing.T) {
	env := labtest.Env(t)
	text := sharedPage(t)
	again := alltest.Must(env.HTML(t.Context(), pageCells(t, env), "page", "testdata"))(t)
	alltest.Check(t, bytes.Equal(text, again), "two pages of one notebook differ")
	for _, want := range []string{
		"<title>A page</title>", "cells: 12 quick", "prefers-color-scheme: dark", `<span class="kd">func</span>`,
		"Quick mode. Where runs come from: ", "and <code>code</code> in it", // no element within a line is closed before its text
	} {
		alltest.Check(t, bytes.Contains(text, []byte(want)), "the page has no %s", want)
	}
	for _, found := range fetches.FindAll(text, -1) {
		t.Errorf("the page fetches something: %s", found)
	}
	n := bytes.Count(text, []byte("3 of 3 runs reused: same puzzles"))
	alltest.Check(t, n == 1 && !bytes.Contains(text, []byte(`class="formicary-mode"`)), "the page says %d times what runs were reused, or its mode twice", n)
}

// TestPage reads an exported page in a browser: code is folded and unfolds by its
// own button and by that of all, contents stand beside the text or above it, and text
// and outputs begin at one edge.
func TestPage(t *testing.T) {
	alltest.Only(t, "it starts Chromium")
	path := filepath.Join(t.TempDir(), "page.html")
	alltest.OK(t, os.WriteFile(path, sharedPage(t), 0o644))
	b := labtest.Open(t, labtest.Offline)
	open := func() {
		b.Go(t, "file://"+path)
		b.Await(t, labtest.Patience, `document.querySelector(".formicary-chart.formicary-drawn svg")`)
	}
	unfolded := func() string {
		return labtest.Eval[string](t, b, `[...document.querySelectorAll("details.formicary-code")].map(d => Number(d.open)).join("")`)
	}
	b.Look(t, 1600, false)
	open()
	alltest.Equal(t, unfolded(), "001", "code is unfolded where, want that of the cell that failed alone")
	b.Click(t, "details.formicary-code > summary")
	alltest.Equal(t, unfolded(), "101", "after a click on one")
	labtest.Eval[any](t, b, `document.querySelector(".formicary-fold > button").focus()`)
	for _, want := range []string{"111", "000", "111"} {
		b.Press(t, " ")
		alltest.Equal(t, unfolded(), want, "after the space bar on the button of all")
	}
	alltest.Equal(t, labtest.Eval[string](t, b, `document.querySelector(".formicary-fold > button").textContent`), "Hide all code", "the button")
	const edges = `[...document.querySelectorAll("main h1, main p, main table, main details.formicary-code, .formicary-title, .formicary-plot, .formicary-sources")].filter(e => e.checkVisibility() && Math.round(e.getBoundingClientRect().left) !== Math.round(document.querySelector("main").getBoundingClientRect().left)).map(e => e.outerHTML.slice(0, 99))`
	aside := labtest.Eval[[]string](t, b, edges)
	alltest.Check(t, len(aside) <= 0, "beside the edge at which the text begins: %q", aside)
	const beside = `document.querySelector(".formicary-contents").getBoundingClientRect().right <= document.querySelector("main").getBoundingClientRect().left`
	alltest.Check(t, labtest.Eval[bool](t, b, beside), "on a wide page the contents do not stand beside the text")
	b.Click(t, `.formicary-contents a[href="#Second-part"]`)
	// What is unfolded may come into the address after the click.
	b.Await(t, labtest.Patience, `location.hash.split("&")[0] === "#Second-part"`)
	for _, width := range []int{380, 900, 1600} {
		b.Look(t, width, width != 900)
		open()
		b.Screenshot(t, fmt.Sprint("page-", width))
		b.Axe(t)
		over := labtest.Eval[int](t, b, `document.documentElement.scrollWidth - innerWidth`)
		alltest.Check(t, over <= 0, "at %d the page is %d pixels too wide", width, over)
		chart := labtest.Eval[int](t, b, `document.querySelector(".formicary-plot").clientWidth`)
		alltest.Check(t, chart >= min(width-50, 900), "at %d the chart is %d wide", width, chart)
		if labtest.Eval[bool](t, b, beside) != (width == 1600) || labtest.Eval[bool](t, b, `document.querySelector(".formicary-contents > details").open`) != (width == 1600) {
			t.Errorf("at %d the contents stand at the wrong place", width)
		}
	}
	b.Print(t)
	shown := labtest.Eval[[]bool](t, b, `["main h2", ".formicary-chart svg", "details.formicary-code", ".formicary-contents", ".formicary-fold", ".formicary-sources li"].map(s => document.querySelector(s).checkVisibility({contentVisibilityAuto: true}))`)
	alltest.Check(t, fmt.Sprint(shown) == "[true true false false false true]", "printed are heading, chart, code, contents, button and sources: %v", shown)
	b.Quiet(t, "file://")
}

// TestPageWithoutScripts: headings are listed, and code is there to unfold.
func TestPageWithoutScripts(t *testing.T) {
	text := sharedPage(t)
	for _, want := range []string{
		`<details class="formicary-code"><summary>Code 1</summary>`, `<details class="formicary-code" open=""><summary>Code 3</summary>`,
		`<p class="formicary-fold" hidden>`, `<nav class="formicary-contents" aria-label="Contents"><details open>`, `href="00-tour.html"`, `href="index.html"`,
	} {
		alltest.Check(t, bytes.Contains(text, []byte(want)), "the page has no %s", want)
	}
	alltest.Check(t, !strings.Contains(string(text), `class="jp-InputPrompt`) && !strings.Contains(string(text), `class="jp-OutputPrompt`), "the page has columns for prompts")
}

// TestFoldOfDeclarations: cells without outputs that follow each other have one fold, with all of their code in it; a text or
// an output between them parts it.
func TestFoldOfDeclarations(t *testing.T) {
	var cells []any
	add := func(kind, source string, n int, outputs ...any) {
		cell := map[string]any{"cell_type": kind, "id": fmt.Sprint("c", len(cells)), "metadata": map[string]any{}, "source": source}
		if kind == "code" {
			cell["execution_count"], cell["outputs"] = n, append([]any{}, outputs...)
		}
		cells = append(cells, cell)
	}
	said := map[string]any{"output_type": "stream", "name": "stdout", "text": "said"}
	for n := 1; n <= 3; n++ {
		add("code", fmt.Sprint("var quiet", n, " int"), n)
	}
	add("code", "loud()", 4, said)
	add("code", "var quiet5 int", 5)
	add("markdown", "Text", 0)
	add("code", "var quiet6 int", 6)
	env := labtest.Env(t)
	nb := alltest.Must(json.Marshal(map[string]any{"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{}, "cells": cells}))(t)
	page := alltest.Must(env.HTML(t.Context(), nb, "page", "testdata"))(t)
	var folds []string
	for _, m := range regexp.MustCompile(`(?s)<details class="formicary-code"><summary>([^<]*)</summary>(.*?)</details>`).FindAllSubmatch(page, -1) {
		folds = append(folds, fmt.Sprint(string(m[1]), ": ", regexp.MustCompile(`quiet\d|loud`).FindAllString(string(m[2]), -1)))
	}
	alltest.Equal(t, strings.Join(folds, "; "), "Code 1 to 3: [quiet1 quiet2 quiet3]; Code 4: [loud]; Code 5: [quiet5]; Code 6: [quiet6]", "the folds")
	alltest.Equal(t, bytes.Count(page, []byte(`class="jp-Cell jp-CodeCell`)), 6, "cells of code")
}
