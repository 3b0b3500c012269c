package play_test

import (
	"os"
	"path/filepath"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/explore"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
)

// TestPrinted: on paper nothing scrolls or sticks out, tables are whole, films show their last drawings, panels have their puzzle, and
// no part asks to be run.
func TestPrinted(t *testing.T) {
	alltest.Only(t, "it looks at pages in a browser")
	records := alltest.Must(alltest.Must(archive.Open("nurikabe-bve"))(t).Records())(t)[:300]
	board := nurikabes.Kind.MustOpen("open-908").Items[0]
	reel := page.Reel{Clock: "step", Tracks: []page.Track{{Moments: []page.Moment{
		{SVG: string(board.Draw(puzzle.View{})), Caption: "first", Numbers: []page.Number{{Name: "cost", Value: 1}}}, {At: 1, SVG: string(board.Draw(puzzle.View{Board: board.Solution})), Caption: "last"},
	}}}}
	play := page.Play(page.Playground{Puzzle: board, Engine: "nurikabe/acs"})
	env := labtest.Pages(t)
	text := "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>t</title>" + page.StylePlace + `</head><body class="jp-Notebook"><main>`
	for _, markup := range []string{
		page.Chart(charts.SuccessBySize(records).Chart()), page.Film(reel), play, page.Explorer(records, nil, nil, explore.Source{Name: "nurikabe-bve", Count: len(records)}),
		"<pre>" + string(make([]byte, 400)) + "</pre>", play, play, // out of sight
	} {
		text += `<div class="jp-OutputArea-child"><div class="jp-OutputArea-output">` + markup + "</div></div>"
	}
	text += "</main>" + page.Library(string(alltest.Must(os.ReadFile(env.EchartsFile()))(t))) + alltest.Must(env.Program(t.Context()))(t) + "</body></html>"
	file := filepath.Join(t.TempDir(), "page.html")
	alltest.OK(t, os.WriteFile(file, page.Document([]byte(text), "", nil), 0o644))
	b := labtest.Open(t, labtest.Offline)
	b.Look(t, 1400, false)
	b.Go(t, "file://"+file)
	b.Await(t, labtest.Patience, `document.querySelectorAll(".formicary-drawn svg").length === 2 && formicary.explorers().length && document.querySelector("tr[data-line]") && document.querySelector("[data-stops]")`)
	labtest.Eval[any](t, b, `formicary.film.seek(0), document.querySelector(".formicary-play").scrollIntoView(), null`)
	b.Await(t, labtest.Patience, `document.querySelector(".formicary-play[data-ready][data-puzzle]")`)
	// A browser lays out what is there right after beforeprint: no observer is called before.
	if cut := labtest.Eval[bool](t, b, `(say => (say("beforeprint"), (cut => (say("afterprint"), cut))(formicary.explorers().some(e => e.box.querySelectorAll("tr[data-line]").length !== e.table.lines.length))))(name => dispatchEvent(new Event(name)))`); cut {
		t.Error("a table is cut when a person prints")
	}
	b.PDF(t, "page")
	b.Print(t)
	labtest.Eval[any](t, b, `document.querySelector(".formicary-explorer").scrollIntoView(), null`)
	b.Screenshot(t, "page")
	if got := labtest.Eval[[]string](t, b, `(all => all.filter(e => /auto|scroll/.test(getComputedStyle(e).overflow) && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)).map(e => e.outerHTML.slice(0, 120) + " scrolls")
		.concat(all.filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 120) + " sticks out"))
		.concat(all.filter(e => e.matches(".formicary-plot svg") && e.getBoundingClientRect().height < 150).map(e => "a chart is cut"))
		.concat(formicary.explorers().filter(e => e.box.querySelectorAll("tr[data-line]").length !== e.table.lines.length).map(e => "a table is cut"))
		.concat(all.filter(e => e.matches(".formicary-film") && (e.dataset.stop !== e.dataset.stops || ![...e.querySelectorAll(".formicary-film-still figcaption")].some(c => c.checkVisibility() && c.textContent === "last"))).map(e => "a film is at " + e.dataset.stop))
		.concat(all.filter(e => e.matches(".formicary-play") && !e.querySelector("svg")?.checkVisibility()).map(e => "a panel has no picture"))
		.concat(document.body.innerText.match(/.*(rust this|run the cell again).*/g) || []))([...document.querySelectorAll("main *")].filter(e => e.checkVisibility() && !e.closest(".formicary-unseen, .formicary-film-live")))`); len(got) > 0 {
		t.Errorf("printed: %q", got)
	}
	b.Look(t, 1400, false)
	b.Await(t, labtest.Patience, `document.querySelector(".formicary-film").dataset.stop === "1" && (e => e.box.querySelectorAll("tr[data-line]").length < e.table.lines.length)(formicary.explorers()[0])`)
}
