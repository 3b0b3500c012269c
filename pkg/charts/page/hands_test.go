package page_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
)

// script matches what a sanitiser takes out of markup.
var script = regexp.MustCompile(`(?s)<script>.*?</script>`)

// TestHands: markup that looks like the lab's and has no script behind it is left as it is, beside markup that has one,
// in every place before and after the page's program.
func TestHands(t *testing.T) {
	alltest.Only(t, "it looks at pages in a browser")
	b := browser(t)
	c := charts.RunTimes(sample.RunTimes(1))
	p := alltest.Must(nurikabe.New("1", puzzle.Size{Rows: 1, Cols: 2}, []int{1, 0}))(t)
	evil := page.Marks([]byte(`{"puzzles":{"beef":{"id":"evil"}},"engines":{}}`), "") + page.Chart(c) + page.Film(reel(4)) +
		page.Play(page.Playground{Puzzle: p}) + page.Program([]byte("wasm"), "self.evil = 1") + `<div class="formicary-fold" hidden><button>x</button></div>`
	// Data in scripts are gone, too, where there is a sanitiser: here the worst case is that they stay.
	bare := strings.NewReplacer(`<script type`, `<pre class="x" type`).Replace(script.ReplaceAllString(evil, ""))
	for _, name := range []string{"chart", "film", "play", "program", "marks"} {
		alltest.Require(t, strings.Contains(bare, `class="formicary-`+name+`"`), "the hostile markup lacks %s", name)
	}
	open(t, b, document(`<div id="before">`+bare+`</div>`, page.Chart(c), page.Library(echartsText(t)), `<div id="after">`+bare+`</div>`, page.Chart(c)), 900, 2)
	labtest.Eval[bool](t, b, `(formicary.scan(), formicary.facts.gather(), window.dispatchEvent(new Event("resize")), true)`)
	if n := labtest.Eval[int](t, b, `document.querySelectorAll(":is(#before, #after) :is([data-seen], [data-error], .formicary-drawn, [data-ready])").length`); n > 0 {
		t.Errorf("%d elements were taken up that no script handed over", n)
	}
	if n := labtest.Eval[int](t, b, `["chart", "film", "play", "program", "marks", "fold"].flatMap(formicary.boxes).length`); n != 2 {
		t.Errorf("%d boxes are known, want the two charts", n)
	}
	alltest.Check(t, !labtest.Eval[bool](t, b, `Boolean(formicary.facts.puzzle("beef"))`), "facts were read that no script handed over")
}

// drawings is a page with the program alone.
func drawings(t *testing.T) *labtest.Browser {
	t.Helper()
	b := browser(t)
	openBare(t, b, document(page.Script()), 900, 0) // a policy would report what the parser reads and nobody runs
	return b
}

// drawnAs is the markup that the page makes of a drawing; "null" where it is none.
func drawnAs(t *testing.T, b *labtest.Browser, text string) string {
	t.Helper()
	quoted := alltest.Must(json.Marshal(text))(t)
	return labtest.Eval[string](t, b, fmt.Sprintf(`(d => d ? new XMLSerializer().serializeToString(d) : "null")(formicary.drawing(%s))`, quoted))
}

// TestDrawing: of a drawing shapes, text and looks are left.
func TestDrawing(t *testing.T) {
	alltest.Only(t, "it looks at pages in a browser")
	b := drawings(t)
	const head = `<svg xmlns="http://www.w3.org/2000/svg"`
	for _, c := range []struct{ in, want string }{
		{
			head + ` viewBox="0 0 1 1" style="width:100%;position:fixed"><path class="fb-grid" d="M0 0" style="fill:red;background:url(x)"/></svg>`,
			head + ` viewBox="0 0 1 1" style="width:100%"><path class="fb-grid" d="M0 0" style="fill:red"/></svg>`,
		},
		{head + ` onload="evil()"><script>evil()</script><a href="javascript:evil()"><text>t</text></a><image href="http://x"/><foreignObject><p xmlns="http://www.w3.org/1999/xhtml">p</p></foreignObject></svg>`, head + `/>`},
		{
			head + `><style>body{display:none}.formicary-board{--ink:#123}.formicary-board .fb-a{fill:var(--ink);position:fixed}.formicary-board,body{fill:red}@import "x";@font-face{src:url(x)}.formicary-board~*{fill:red}</style></svg>`,
			head + `><style>.formicary-board{--ink:#123}.formicary-board .fb-a{fill:var(--ink)}</style></svg>`,
		},
		{head + `><svg><rect/></svg><g id="jupyter-config-data" data-x="1" aria-label="a"><rect fill="url(http://x)" width="1"/></g></svg>`, head + `><g aria-label="a"><rect width="1"/></g></svg>`},
		{`<svg><rect/></svg>`, "null"},
		{`<form xmlns="http://www.w3.org/1999/xhtml"><svg/></form>`, "null"},
		{`<svg xmlns="http://www.w3.org/1999/xhtml"><form action="javascript:evil()"/></svg>`, "null"},
		{head, "null"},
	} {
		if got := drawnAs(t, b, c.in); got != c.want {
			t.Errorf("%s\nis drawn as %s\nwant        %s", c.in, got, c.want)
		}
	}
	// Boards of the lab look as they did.
	set := alltest.Must(nurikabes.Kind.Open("open-908"))(t)
	p := set.Items[0]
	board := string(p.Draw(puzzle.View{Title: "a & b", Board: p.Solution, Coordinates: true, Heat: make([]float64, p.Size().Cells()), HeatName: "h", HeatMin: 1, HeatMax: 9}))
	got := drawnAs(t, b, board)
	tags := func(text string) []string { return regexp.MustCompile(`<[a-zA-Z]+`).FindAllString(text, -1) }
	alltest.Check(t, slices.Equal(tags(board), tags(got)), "of a board %d elements are left of %d", len(tags(got)), len(tags(board)))
	looks := func(text string) int { return strings.Count(text[strings.Index(text, "<style>"):], "{") }
	alltest.Equal(t, looks(got), looks(board), "of a board's style")
}

// TestDrawingsFuzzed: whatever a drawing is made of, nothing is left that could run, ask for something, or stand out of
// its place.
func TestDrawingsFuzzed(t *testing.T) {
	alltest.Only(t, "it looks at pages in a browser")
	pieces := []string{
		"<g>", "</g>", "<script>evil()</script>", `<a xlink:href="javascript:1">`, "</a>", `<style>`, "</style>", "body{display:none}", ".formicary-board{", "}", "position:fixed;", "fill:url(http://x);", "@media screen{", "@import 'x';",
		`<rect onclick="evil()"/>`, `<set attributeName="href" to="javascript:1"/>`, `<use href="#a"/>`, `<image href="http://x"/>`, "<![CDATA[", "]]>", "<!--", "-->", "&lt;script&gt;", `<path style="fill:red;behavior:url(x);position:fixed" d="M0 0"/>`,
		`<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="x"/></foreignObject>`, `<h:form xmlns:h="http://www.w3.org/1999/xhtml" action="javascript:1"/>`, `<text id="x" x="1">t</text>`, "\u0000", "</svg>", `<svg xmlns="http://www.w3.org/2000/svg">`, `<animate attributeName="x"/>`, `<title>&amp;</title>`,
	}
	random := rand.New(rand.NewPCG(1, 2))
	all := make([]string, 400)
	for i := range all {
		all[i] = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">`
		for range 1 + random.IntN(12) {
			all[i] += pieces[random.IntN(len(pieces))]
		}
		all[i] += "</svg>"
	}
	// Most mixtures are no XML; these are for sure.
	for i := range 100 {
		all[i] = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">` + pieces[2] + pieces[14+random.IntN(4)] + `<style>` + pieces[7] + pieces[8] + pieces[10+random.IntN(2)] + "}" + `</style>` + pieces[23+random.IntN(4)] + "</svg>"
	}
	text := alltest.Must(json.Marshal(all))(t)
	b := drawings(t)
	type result struct {
		Drawn int
		Wrong []string
	}
	got := labtest.Eval[result](t, b, fmt.Sprintf(`(texts => {
		const out = {drawn: 0, wrong: []};
		window.evil = () => { window.evils = ["evil ran"]; };
		texts.forEach(text => {
			const d = formicary.drawing(text);
			if (!d) return;
			out.drawn++;
			[d, ...d.querySelectorAll("*")].forEach(e => {
				const bad = e.namespaceURI !== "http://www.w3.org/2000/svg" || /script|foreign|image|use|^a$|set|animate/.test(e.localName) ||
					[...e.attributes].some(a => /^on|href|^id$|^src/.test(a.name) || /url|javascript|position/.test(a.value)) || e.localName === "style" && /body|url|position|import/.test(e.textContent);
				if (bad) out.wrong.push(text + " gives " + e.outerHTML);
			});
		});
		return {Drawn: out.drawn, Wrong: out.wrong.concat(window.evils || []).slice(0, 3)};
	})(%s)`, text))
	alltest.Check(t, got.Drawn >= 100 && len(got.Wrong) == 0, "%d drawings; wrong are %q", got.Drawn, got.Wrong)
}

// TestOptionIsText: no member of an option is HTML, an address or a picture from elsewhere.
func TestOptionIsText(t *testing.T) {
	alltest.Only(t, "it looks at pages in a browser")
	b := drawings(t)
	const option = `{"tooltip":{"formatter":"<img src=x onerror=evil()>&"},"xAxis":{"axisLabel":{"formatter":"<100"}},"title":{"link":"javascript:evil()","sublink":"x"},"series":[{"symbol":"image://http://x"}],"toolbox":{"feature":{"dataView":{"lang":["<b>"]}}}}`
	quoted := alltest.Must(json.Marshal(option))(t)
	const want = `{"tooltip":{"formatter":"&lt;img src=x onerror=evil()>&amp;"},"xAxis":{"axisLabel":{"formatter":"<100"}},"title":{},"series":[{}],"toolbox":{"feature":{}}}`
	alltest.Equal(t, labtest.Eval[string](t, b, fmt.Sprintf(`JSON.stringify(formicary.option(%s))`, quoted)), want, "the option")
}

// TestPackedDocument: a small document, which is parsed before its packed texts are there, folds its list of headings and has
// its button, too.
func TestPackedDocument(t *testing.T) {
	alltest.Only(t, "it looks at pages in a browser")
	b := browser(t)
	text := document(page.StylePlace, page.ContentsPlace, `<main><h2 id="a">A<a class="anchor-link" href="#a">¶</a></h2><h2 id="b">B<a class="anchor-link" href="#b">¶</a></h2><details class="formicary-code"></details>`,
		page.Library(echartsText(t)), page.Chart(charts.RunTimes(sample.RunTimes(3))), page.SourcesPlace, "</main>")
	packed := string(page.Document([]byte(text), "quick", nil))
	alltest.Has(t, packed, "formicary-packed", "nothing is packed")
	open(t, b, packed, 900, 1)
	b.Await(t, labtest.Patience, `!document.querySelector(".formicary-fold").hidden && !document.querySelector(".formicary-contents details").open`)
}
