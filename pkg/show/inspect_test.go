package show

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// inspected is a document with charts of runs of ants and of the complete solver, as it
// is exported: under its policy, from disk, with the lab's program.
func inspected(t *testing.T) (address string, records []experiment.Record) {
	t.Helper()
	env := labtest.Pages(t)
	program := alltest.Must(env.Program(t.Context()))(t)
	echarts := alltest.Must(os.ReadFile(env.EchartsFile()))(t)
	m := newReferences()
	set := nurikabes.Kind.MustOpen("open-908").Between(25, 100).Sample(24, 4)
	engines := []solver.Solver{acs.Schemes()[0], exact.New()}
	plan := experiment.Plan{Puzzles: set.Puzzles(), Engines: engines, Runs: 2, Budget: solver.Iterations(12), Seed: 1}
	m.solvers(plan.Puzzles, engines...)
	records = plan.MustRun(t.Context()).Records()
	m.records(slices.All(records))
	labels := []string{engines[0].Describe().Label(), engines[1].Describe().Label()}
	features := analysis.FeaturesOf(set, nurikabes.Kind.Features...)
	var body strings.Builder
	for _, d := range []charts.Drawable{
		charts.HeadToHead(analysis.Group(records).HeadToHead(labels[0], labels[1], analysis.Iterations)),
		charts.Cactus(analysis.Group(records).CactusCurves(analysis.Iterations)),
		charts.SuccessBySize(records),
		charts.RunTimes(analysis.Group(records).RunTimes(analysis.Iterations)),
		charts.Features(analysis.Group(records).By(analysis.Ranges(3, features[:2]...)).Features(analysis.Iterations)),
	} {
		c := d.Chart()
		body.WriteString(chartMarkup(c) + m.markup(c))
	}
	text := `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>t</title><meta name="viewport" content="width=device-width"><style>:root{color-scheme:light dark}body{max-width:960px;margin:1rem auto;padding:0 1rem}</style></head><body>` +
		body.String() + page.Library(string(echarts)) + program + "</body></html>"
	protected := alltest.Must(page.Protect(page.Once([]byte(text)), string(echarts)))(t)
	folder := t.TempDir()
	if keep := os.Getenv("FORMICARY_SCREENSHOTS"); keep != "" {
		folder = keep
	}
	file := filepath.Join(folder, "inspected.html")
	alltest.OK(t, os.WriteFile(file, protected, 0o644))
	return "file://" + file, records
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
	alltest.Only(t, "it goes through a page in a browser")
	b := labtest.Open(t, labtest.Offline)
	url, records := inspected(t)
	eval := func(expression string) string {
		t.Helper()
		return labtest.Eval[string](t, b, "String("+expression+")")
	}
	await := func(expression string) { t.Helper(); b.Await(t, labtest.Patience, expression) }
	const drawn = `document.querySelectorAll(".formicary-drawn svg").length >= 5 && formicary.charts().every(c => c.chart)`
	const boards = `document.querySelectorAll(".formicary-inspector figure svg").length === 3`
	const opacity = `formicary.charts()[0].chart.getOption().series.flatMap(s => s.data || []).filter(d => d.of).filter(d => (d.itemStyle || {}).opacity === 0.07).length`
	open := func(url string) { t.Helper(); b.Go(t, url); await(drawn) }

	open(url)
	// A mark under the mouse is marked in the other charts.
	x, y := at(t, b, 0, 3)
	b.Move(t, x, y)
	await(`formicary.charts().filter(c => c.plot.querySelector(".formicary-rings > i")).length >= 4`)
	b.Move(t, 1, 1)
	await(`!document.querySelector(".formicary-rings > i")`)

	// A click opens the inspector, which draws what each engine last had.
	b.Drag(t, x, y, x, y)
	await(boards)
	text := eval(`document.querySelector(".formicary-inspector").innerText`)
	for _, want := range []string{"set open-908", "Clues", "run 1", "cells", "Open at puzz.link", "formicary solve --engine nurikabe/", "--run-seed", "open-908", "evaluations"} {
		alltest.Check(t, strings.Contains(text, want), "the inspector does not say %q: %s", want, text)
	}
	got := eval(`document.activeElement.className`)
	alltest.Check(t, got == "formicary-inspector", "the focus is on %q", got)
	b.Screenshot(t, "inspector")
	b.Axe(t)
	// Another run of the table is drawn, and its command shown.
	seed := eval(`document.querySelector(".formicary-runs-table tbody tr:last-child td:nth-child(3)").textContent`)
	eval(`document.querySelector(".formicary-runs-table tbody tr:last-child button").click()`)
	await(boards + ` && document.querySelector(".formicary-again pre").textContent.includes(` + "`--run-seed " + seed + " `" + `)`)
	// It is in the address, also after the page is read again.
	await(`/^#view={"open":\["[0-9a-f]{16}","[^"]+",\d+\]/.test(decodeURIComponent(location.hash))`)
	shared := eval(`location.href`)
	b.Go(t, "about:blank")
	b.Go(t, shared)
	await(boards + ` && document.querySelector(".formicary-again pre").textContent.includes(` + "`--run-seed " + seed + " `" + `)`)
	b.Press(t, labtest.Escape)
	await(`!document.querySelector(".formicary-inspector") && !location.hash`)
	opensInPlay(t, b, records)
	compares(t, b)

	// A drag with the shift key selects; what is not selected fades everywhere.
	left := labtest.Eval[[]float64](t, b, `(() => { const c = formicary.charts()[0], r = (c.plot.scrollIntoView({block: "center", behavior: "instant"}), c.plot.getBoundingClientRect()); return [r.x, r.y, r.width, r.height] })()`)
	b.Drag(t, left[0]+left[2]*0.08, left[1]+left[3]*0.12, left[0]+left[2]*0.5, left[1]+left[3]*0.85, labtest.Shift)
	await(`document.getElementById("formicary-selection")`)
	b.Screenshot(t, "selected")
	said := eval(`document.querySelector("#formicary-selection > span").textContent`)
	n := labtest.Eval[int](t, b, `formicary.link.selected().size`)
	alltest.Check(t, n >= 2 && n < 24 && said == fmt.Sprintf("%d of 24 puzzles selected", n), "%d are selected, it says %q", n, said)
	alltest.Equal(t, labtest.Eval[int](t, b, opacity), 24-n)
	await(`decodeURIComponent(location.hash).includes('"selected":"')`)
	eval(`document.querySelector("#formicary-selection button").click()`)
	await(`!document.getElementById("formicary-selection") && !location.hash`)

	// The wheel scrolls the page unless the control key is down; the keyboard zooms and pans.
	ends := func() string {
		return eval(`JSON.stringify([formicary.charts()[0].chart.getOption().xAxis[0].min, formicary.charts()[0].chart.getOption().xAxis[0].max])`)
	}
	whole := ends()
	eval(`document.activeElement.blur()`)
	b.Wheel(t, left[0]+left[2]/2, left[1]+left[3]/2, -200)
	if got := ends(); got != whole {
		t.Errorf("the wheel alone zooms to %s", got)
	}
	eval(`formicary.charts()[0].plot.scrollIntoView({block: "center", behavior: "instant"})`)
	b.Wheel(t, left[0]+left[2]/2, left[1]+left[3]/2, -200, labtest.Ctrl)
	await(`decodeURIComponent(location.hash).includes('"zoom":{"')`)
	near := ends()
	eval(`formicary.charts()[0].plot.focus()`)
	address := eval(`location.hash`)
	b.Press(t, labtest.ArrowRight)
	await("location.hash !== " + strconv.Quote(address))
	b.Screenshot(t, "zoomed")
	if panned := ends(); near == whole || panned == near {
		t.Errorf("the whole axis is %s, zoomed %s, panned %s", whole, near, panned)
	}
	panned := ends()
	shared = eval(`location.href`)
	b.Go(t, "about:blank")
	open(shared)
	await(`formicary.zoom.is(formicary.charts()[0])`)
	alltest.Equal(t, ends(), panned, "by the address the axis")
	eval(`formicary.charts()[0].plot.focus()`)
	b.Press(t, "0")
	await(`!location.hash`)
	alltest.Equal(t, ends(), whole, "after 0 the axis")
	b.Press(t, "+")
	alltest.Check(t, ends() != whole, "+ does not zoom")
	b.Press(t, "0")

	// From mark to mark, and into the inspector and back, by the keyboard alone.
	b.Press(t, labtest.ArrowRight)
	await(`document.querySelector(".formicary-said").textContent.includes("cells")`)
	b.Press(t, labtest.Enter)
	await(boards)
	b.Press(t, labtest.Escape)
	if got := eval(`document.activeElement === formicary.charts()[0].plot`); got != "true" {
		t.Error("after the inspector was closed the focus is not on the chart")
	}

	// A mark of several puzzles offers all of them, at every width and by night.
	for _, width := range []int{380, 900, 1600} {
		b.Look(t, width, width == 900)
		eval(`(c => { const all = formicary.link.marks(c).find(m => m.of.length > 1); formicary.inspect(all.of, {from: c.plot}) })(formicary.charts()[4])`)
		await(`document.querySelectorAll(".formicary-several option").length > 1 && document.querySelectorAll(".formicary-inspector figure svg").length >= 2`)
		b.Screenshot(t, fmt.Sprint("width-", width))
		b.Axe(t)
		if width == 1600 && labtest.Eval[bool](t, b, `formicary.charts().some(c => c.box.getBoundingClientRect().right > document.querySelector(".formicary-inspector").getBoundingClientRect().left)`) {
			t.Error("the inspector lies over charts, although there is room beside them")
		}
		over := labtest.Eval[int](t, b, `document.documentElement.scrollWidth - innerWidth`)
		alltest.Check(t, over <= 0, "%d pixels: the page scrolls sideways by %d", width, over)
		b.Press(t, labtest.Escape)
	}
	if errs, asked := b.Errors(), b.Requests("file://"); len(errs) > 0 || len(asked) > 0 {
		t.Errorf("errors %q, requests %q", errs, asked)
	}
}

// opensInPlay opens a run of ants in play, by a click, and plays it: it comes out as the
// record did.
func opensInPlay(t *testing.T, b *labtest.Browser, records []experiment.Record) {
	t.Helper()
	at := slices.IndexFunc(records, func(r experiment.Record) bool {
		return r.Engine == "nurikabe/acs" && r.Status == solver.Exhausted && r.Run == 1
	})
	r := records[at]
	labtest.Eval[any](t, b, fmt.Sprintf(`formicary.inspect([[%q, %q, %d]]), null`, r.Content, r.Label(), r.Run))
	b.Await(t, labtest.Patience, `document.querySelector(".formicary-inspector figure svg")`)
	b.Click(t, ".formicary-actions .formicary-to-play")
	const root = `document.querySelector("dialog[open] .formicary-play")`
	b.Await(t, labtest.Patience, root+`?.matches("[data-ready][data-puzzle]")`)
	type opened struct{ Puzzle, Engine, Seed string }
	if got, want := labtest.Eval[opened](t, b, `(root => ({Puzzle: root.dataset.puzzle, Engine: root.querySelector(".formicary-side-a select").value, Seed: root.querySelector("input[inputmode=numeric]").value}))(`+root+`)`),
		(opened{r.Content, r.Engine, strconv.FormatUint(r.Seed, 10)}); got != want {
		t.Errorf("play opens with %+v, want %+v", got, want)
	}
	labtest.Eval[any](t, b, fmt.Sprintf(`(root => {
		const limit = [...root.querySelectorAll("label")].find(l => l.textContent.startsWith("iterations, 0")).querySelector("input");
		limit.value = %d;
		limit.dispatchEvent(new Event("change"));
		[...root.querySelectorAll("button")].find(e => e.textContent === "Play").click();
	})(%s), null`, r.Budget.Iterations, root))
	const side = root + `.querySelector(".formicary-side-a").dataset`
	b.Await(t, labtest.Patience, side+`.status`)
	set := nurikabes.Kind.MustOpen("open-908").Puzzles()
	p := set[slices.IndexFunc(set, func(p puzzle.Puzzle) bool { return p.Hash().String() == r.Content })]
	out := alltest.Must(acs.Schemes()[0].Solve(t.Context(), p, solver.Run{Seed: r.Seed, Budget: r.Budget}))(t)
	if got, want := labtest.Eval[string](t, b, `[`+side+`.status, `+side+`.digest, `+side+`.iterations].join(" ")`), fmt.Sprintf("%s %016x %d", r.Status, out.Digest, r.Iterations); got != want {
		t.Errorf("in play the run comes to %s, in the record to %s", got, want)
	}
	b.Screenshot(t, "play")
	b.Click(t, ".formicary-close button")
	b.Await(t, labtest.Patience, `!document.querySelector("dialog")`)
}

// compares puts two runs side by side: two marks of a chart, then two runs on one puzzle, which play takes together.
func compares(t *testing.T, b *labtest.Browser) {
	t.Helper()
	x, y := at(t, b, 0, 3)
	b.Drag(t, x, y, x, y)
	b.Await(t, labtest.Patience, `document.querySelectorAll(".formicary-inspector figure svg").length === 3`) // which move the button
	b.Click(t, ".formicary-compare")
	b.Await(t, labtest.Patience, `document.querySelector(".formicary-inspector [role=status]")?.textContent.startsWith("Choose a second mark")`)
	first := labtest.Eval[string](t, b, `document.querySelector("#formicary-inspected").textContent`)
	labtest.Eval[any](t, b, `(c => { formicary.inspect(formicary.link.marks(c)[5].of, {from: c.plot}) })(formicary.charts()[0]), null`)
	const shown = `document.querySelectorAll(".formicary-compared figure svg").length === 2`
	b.Await(t, labtest.Patience, shown)
	second := labtest.Eval[string](t, b, `document.querySelector("#formicary-inspected").textContent`)
	row := labtest.Eval[[]string](t, b, `[...document.querySelectorAll(".formicary-compared tbody tr:first-child td b")].map(e => e.textContent)`)
	alltest.Check(t, len(row) == 2 && first != second && strings.HasSuffix(first, " "+row[0]) && strings.HasSuffix(second, " "+row[1]),
		"%q beside %q is %q", first, second, row)
	b.Screenshot(t, "compared")
	b.Axe(t)
	// Another run on the puzzle that was kept, and both in play, each with its seed.
	labtest.Eval[any](t, b, `(c => { formicary.inspect(formicary.link.marks(c).filter(m => formicary.link.place(c, m))[3].of, {from: c.plot}) })(formicary.charts()[0]), null`)
	b.Await(t, labtest.Patience, `document.querySelector("#formicary-inspected").textContent === `+strconv.Quote(first))
	labtest.Eval[any](t, b, `[...document.querySelectorAll(".formicary-runs-table tbody tr:not([aria-current]) button")].at(-1).click(), null`)
	b.Await(t, labtest.Patience, shown+` && document.querySelector(".formicary-compared .formicary-to-play")`)
	seeds := labtest.Eval[[]string](t, b, `[...document.querySelectorAll(".formicary-compared tr:nth-child(3) td")].map(e => e.textContent)`)
	b.Screenshot(t, "compared-runs")
	b.Click(t, ".formicary-compared .formicary-to-play")
	const root = `document.querySelector("dialog[open] .formicary-play")`
	b.Await(t, labtest.Patience, root+`?.matches("[data-ready][data-puzzle]") && `+root+`.querySelector(".formicary-side-b .formicary-name").textContent.endsWith(", seed `+seeds[1]+`")`)
	alltest.Equal(t, labtest.Eval[string](t, b, root+`.querySelector("input[inputmode=numeric]").value`), seeds[0], "the first seed")
	b.Click(t, ".formicary-close button")
	b.Await(t, labtest.Patience, `!document.querySelector("dialog") && !document.querySelector(".formicary-inspector")`)
}

// Names that are code are text in the inspector: as ids, labels, sets and errors.
func TestInspectorHostile(t *testing.T) {
	const bad = `</script><img src=x onerror="window.broken=1">{b}`
	echarts := alltest.Must(os.ReadFile(labtest.Pages(t).EchartsFile()))(t)
	m := newReferences()
	const content = "0123456789abcdef"
	m.records(slices.All([]experiment.Record{{Puzzle: bad, Kind: bad, Content: content, Engine: bad, Variant: bad, ConfigHash: bad, Rows: 5, Cols: 5, Status: solver.Status(bad), Error: bad}}))
	point := analysis.HeadToHeadPoint{PuzzleKey: analysis.PuzzleKey{Puzzle: bad, Content: content, Cells: 25}, First: analysis.HeadToHeadTime{Runs: 1, Successes: 1, Mean: 1}, Second: analysis.HeadToHeadTime{Runs: 1, Successes: 1, Mean: 2}}
	c := charts.HeadToHead(analysis.HeadToHead{First: bad, Second: "b", Points: []analysis.HeadToHeadPoint{point}})
	// Without a policy, so that nothing but the page itself keeps code from running.
	ours := chartMarkup(c) + m.markup(c)
	alltest.Check(t, !strings.Contains(ours, "<img"), "a name is markup")
	alltest.Only(t, "it goes through the page in a browser, too")
	text := `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>` + ours + page.Library(string(echarts)) + "</body></html>"
	file := filepath.Join(t.TempDir(), "hostile.html")
	alltest.OK(t, os.WriteFile(file, []byte(text), 0o644))
	b := labtest.Open(t, labtest.Offline)
	b.Go(t, "file://"+file)
	b.Await(t, labtest.Patience, `formicary.charts().some(c => c.chart)`)
	labtest.Eval[any](t, b, `formicary.inspect([["`+content+`"]]), null`)
	b.Await(t, labtest.Patience, `document.querySelector(".formicary-inspector table")`)
	said := labtest.Eval[string](t, b, `document.querySelector(".formicary-inspector").innerText`)
	if strings.Count(said, bad) < 4 || labtest.Eval[bool](t, b, `Boolean(window.broken || document.querySelector(".formicary-inspector img"))`) {
		t.Errorf("the inspector says %s", said)
	}
	// So is an address that somebody else wrote.
	for _, view := range []string{`{"open":["<img src=x>","` + content + `"]}`, `{"open":{},"selected":7,"zoom":[1],"code":{}}`, `%`, `{"zoom":{"x":{"x value 0 1":["a",null]}}}`} {
		labtest.Eval[any](t, b, "location.hash = 'view=' + encodeURIComponent("+strconv.Quote(view)+"), null")
	}
	errs := b.Errors()
	alltest.Check(t, len(errs) == 0, "%v", errs)
}
