package gallery

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/play"
	"formicary/pkg/puzzle"
)

// notebook is an executed notebook with one chart.
func notebook(t *testing.T, env *lab.Env) []byte {
	t.Helper()
	echarts := alltest.Must(os.ReadFile(env.EchartsFile()))(t)
	studies, _, err := published()
	alltest.OK(t, err)
	chart := charts.SuccessBySize(studies[0].records).Chart()
	output := alltest.Must(json.Marshal(page.Chart(chart) + page.Library(string(echarts))))(t)
	return []byte(`{"cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# A chart"},
		{"cell_type": "code", "id": "b", "execution_count": 1, "metadata": {}, "source": "%%", "outputs": [{"output_type": "display_data", "metadata": {}, "data": {"text/html": ` + string(output) + `}}]}],
		"metadata": {"kernelspec": {"name": "gonb", "display_name": "Go", "language": "go"}}, "nbformat": 4, "nbformat_minor": 5}`)
}

// TestSite: two pages of a site share one program, one ECharts and their style sheets, and work from disk without a
// network: a chart is drawn, and an engine plays, also one of a program that the page has of its own. A page that is taken away from the site says what it lacks, and
// shows its text. What a newer site does not have any more is removed.
func TestSite(t *testing.T) {
	env := labtest.Env(t)
	shared, licences, err := env.Site(t.Context())
	alltest.OK(t, err)
	to := site{t.TempDir(), shared}
	text := alltest.Must(env.SiteHTML(t.Context(), shared, notebook(t, env), "chart", "."))(t)
	ground := alltest.Must(Playground("nurikabe", nil))(t)
	plays := map[string]string{PlayPage: ""}
	if alltest.Asked() { // to pack a program takes long
		plays[own] = ownProgram(t, env)
	}
	stale := filepath.Join(to.folder, "formicary-program-0123456789abcdef01234567.js")
	alltest.OK(t, os.WriteFile(stale, nil, 0o644))
	pages := map[string][]byte{"chart.html": text}
	for name, program := range plays {
		if pages[name], err = shared.Page(page.With(playDocument(ground), program)); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range pages {
		alltest.OK(t, to.write(name, text))
		alltest.Check(t, name == own || len(text) <= 200_000, "%s has %d bytes of its own", name, len(text))
	}
	some := puzzle.Set{Items: nurikabes.Kind.MustOpen("open-908").Items[:3]}
	alltest.OK(t, writeSet(to, place{Title: "some"}, setLink{link: link{"set.html", "some"}, kind: nurikabes.Kind, Count: 3}, some, tally{}))
	alltest.OK(t, to.sweep())
	kinds, size := map[string]int{}, int64(0)
	files := alltest.Must(os.ReadDir(to.folder))(t)
	for _, f := range files {
		info := alltest.Must(f.Info())(t)
		if f.Name() != own {
			size += info.Size()
		}
		kinds[regexp.MustCompile(`-[0-9a-f]{24}`).ReplaceAllString(f.Name(), "")]++
	}
	for _, name := range []string{"formicary-program.js", "formicary-echarts.js", "formicary-page.js", "formicary-page.css"} {
		alltest.Equal(t, kinds[name], 1, "files are %s: %v", name, kinds)
	}
	alltest.Check(t, size <= mostShared, "the site has %d bytes, of which its pages share all but %d", size, len(text)+len(pages[PlayPage]))
	alltest.Check(t, strings.Contains(licences, "Apache ECharts") && strings.Contains(licences, "gonum.org/v1/gonum"), "licences are missing")

	b := labtest.Open(t, labtest.Offline)
	b.Go(t, "file://"+filepath.Join(to.folder, "chart.html"))
	b.Await(t, labtest.Patience, `document.querySelector(".formicary-drawn svg text")`)
	for name := range plays {
		b.Go(t, "file://"+filepath.Join(to.folder, name))
		b.Await(t, labtest.Patience, `document.querySelector(".formicary-play[data-ready]")`)
		labtest.Eval[any](t, b, `[...document.querySelectorAll(".formicary-play button")].find(e => e.textContent === "Step").click()`)
		b.Await(t, labtest.Patience, `document.querySelector(".formicary-side-a").dataset.iterations === "1"`)
	}
	b.Go(t, "file://"+filepath.Join(to.folder, "set.html"))
	b.Await(t, labtest.Patience, `document.querySelectorAll("figure[data-board] > svg.formicary-board path").length > 3`)
	b.Await(t, labtest.Patience, `document.querySelectorAll("figure[data-board] > svg").length === 3`)
	b.Quiet(t, "file://")
	alone := filepath.Join(t.TempDir(), "chart.html")
	alltest.OK(t, os.WriteFile(alone, text, 0o644))
	b.Go(t, "file://"+alone)
	b.Await(t, labtest.Patience, `document.querySelector(".formicary-missing")`)
	if said := labtest.Eval[string](t, b, `document.body.innerText`); !strings.Contains(said, "This page needs the file formicary-page-") || !strings.Contains(said, "This text stands for a chart") {
		t.Errorf("alone the page says %.2000q", said)
	}
}

// TestIndexFits: the index of all notebooks, sets and engines is a page to look over, also on a telephone. Cards of a
// group have one height, lists open on demand, and a search finds what is in them.
func TestIndexFits(t *testing.T) {
	alltest.Only(t, "it looks at the index in a browser")
	env := labtest.Env(t)
	shared, licences, err := env.Site(t.Context())
	alltest.OK(t, err)
	to, paths := site{t.TempDir(), shared}, alltest.Must(filepath.Glob("../../notebooks/[0-9]*.ipynb"))(t)
	x := alltest.Must(newIndex(paths))(t)
	alltest.OK(t, writeOthers(to, env.Root, x, licences))
	picture := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 5"><path d="M1 4L3 2L5 3L7 1" fill="none" stroke="#0072b2" stroke-width=".2"/></svg>`
	alltest.OK(t, to.write("picture.svg", []byte(picture)))
	var entries []Entry
	for _, path := range paths {
		nb := alltest.Must(lab.ReadNotebook(path))(t)
		e := read(nb)
		e.Name, e.Page, e.Picture, e.Question, e.Known = base(path), base(path)+".html", "picture.svg", x.cards[base(path)].Question, x.cards[base(path)].Known
		entries = append(entries, e)
	}
	alltest.OK(t, x.write(to, entries))
	b := labtest.Open(t, labtest.Offline)
	b.Go(t, "file://"+filepath.Join(to.folder, "index.html"))
	b.Await(t, labtest.Patience, `!document.querySelector(".gallery-controls").hidden`)
	for _, c := range []struct{ width, most int }{{380, 4500}, {900, 4600}, {1600, 3200}} {
		b.Look(t, c.width, c.width == 900)
		high := labtest.Eval[int](t, b, `document.documentElement.scrollHeight`)
		t.Logf("the index is %d pixels high at %d", high, c.width)
		alltest.Check(t, high <= c.most, "at %d pixels the index is %d high, expected at most %d", c.width, high, c.most)
		over := labtest.Eval[int](t, b, `document.documentElement.scrollWidth - innerWidth`)
		alltest.Check(t, over <= 0, "%d pixels: the index scrolls sideways by %d", c.width, over)
		if uneven := labtest.Eval[[]string](t, b, `[...document.querySelectorAll("section[data-group]:not([hidden])")].filter(s => new Set([...s.querySelectorAll("article")].filter(a => a.checkVisibility()).map(a => Math.round(a.offsetHeight))).size > 1).map(s => s.dataset.group)`); len(uneven) > 0 {
			t.Errorf("%d pixels: cards of %q have several heights", c.width, uneven)
		}
		b.Screenshot(t, fmt.Sprint("index-", c.width))
		b.Axe(t)
	}
	const seen = `[...document.querySelectorAll("section[data-group=Nurikabe] article")].filter(a => a.checkVisibility()).length`
	few := labtest.Eval[int](t, b, seen)
	labtest.Eval[any](t, b, `document.querySelector("section[data-group=Nurikabe] .gallery-more").click(), null`)
	all := labtest.Eval[int](t, b, seen)
	alltest.Check(t, few == 4 && all > 10, "%d cards of Nurikabe are seen, then %d", few, all)
	labtest.Eval[any](t, b, `(e => { e.value = "nurikabe/acs"; e.dispatchEvent(new Event("input")); })(document.getElementById("gallery-find")), null`)
	if !labtest.Eval[bool](t, b, `[...document.querySelectorAll(".gallery-list a")].some(a => a.textContent === "nurikabe/acs" && a.checkVisibility())`) {
		t.Error("a search does not show what a closed list has")
	}
	b.Quiet(t, "file://")
}

// ownProgram is the markup of a program for one page.
func ownProgram(t *testing.T, env *lab.Env) string {
	t.Helper()
	program := alltest.Must(play.Build(t.Context(), env.Root, "./pkg/play/program", os.Environ()))(t)
	markup := alltest.Must(page.Repacked([]byte(page.Program(program.WASM, program.Glue)), func(wasm []byte) ([]byte, error) {
		return play.Small(t.Context(), "python3", wasm)
	}))(t)
	return string(markup)
}

// own is a page with a program of its own, mostShared how many bytes a site without notebooks and that page may have.
const (
	own        = "own.html"
	mostShared = 5_000_000
)
