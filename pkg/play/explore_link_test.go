package play_test

import (
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/charts/explore"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/nurikabe/nurikabes"
)

// linked is the address of an explorer with the boards of some of its puzzles, and its
// records. Of so many puzzles so many have no board; some are the same under two names.
func linked(t *testing.T) (address string, records []experiment.Record, all, contents, without int) {
	t.Helper()
	s, err := archive.Open("nurikabe-rules")
	alltest.OK(t, err)
	if records, err = s.Records(); err != nil {
		t.Fatal(err)
	}
	texts, puzzles, boards := map[string]string{}, map[analysis.PuzzleKey]bool{}, map[string]bool{}
	for _, item := range nurikabes.Kind.MustOpen("open-908").Items {
		texts[item.Hash().String()] = item.Text()
	}
	for _, r := range records {
		key := analysis.PuzzleKey{Puzzle: r.Puzzle, Content: r.Content}
		if !puzzles[key] && texts[r.Content] == "" {
			without++
		}
		puzzles[key], boards[r.Content] = true, true
	}
	engines := alltest.Must(s.Engines())(t)
	source := explore.Source{Name: "nurikabe-rules", Count: len(records), Cell: `show.Published("nurikabe-rules")`}
	body := `<main style="max-width:1000px;margin:auto"><h1>Explorer</h1>` + page.Explorer(records, texts, engines, source) + "</main>"
	return explored(t, body), records, len(puzzles), len(boards), without
}

// TestExplorerLinks: a brush in the chart of an explorer filters its table, a line and
// a mark show each other, and an address has all of it.
func TestExplorerLinks(t *testing.T) {
	alltest.Only(t, "it goes through a page in a browser")
	address, records, all, contents, without := linked(t)
	b := labtest.Open(t, labtest.Offline)
	b.Go(t, address)
	answered(t, b)
	text := func(expression string) string { return labtest.Eval[string](t, b, "String("+expression+")") }
	await := func(expression string) { t.Helper(); b.Await(t, labtest.Patience, expression) }
	const table = `formicary.explorers()[0].table`
	const selected = `new Set(` + table + `.rows.map(r => r.puzzle.content)).size`
	alltest.Has(t, text(`document.querySelector(".formicary-boards").textContent`), fmt.Sprintf("the board of %d of %d puzzles", without, all), "without boards: it")
	choose(t, b, "Group by", "board")
	alltest.Has(t, text(table+`.lines.filter(l => !l.row).map(l => l.text).join("; ")`), fmt.Sprintf("no board in this page: %d puzzles", without), "the groups")
	choose(t, b, "Group by", "")

	// The chart of the first statistic has no marks of puzzles, the next one has.
	choose(t, b, "Statistic", "versus")
	await(`document.querySelector(".formicary-explored [data-do=select]:not([hidden])") && formicary.charts()[0].chart`)
	// A line under the mouse, or with the focus, is marked in the chart.
	b.Click(t, `.formicary-puzzles [data-key=size]`)
	b.Click(t, `.formicary-puzzles [data-key=size]`)
	const line = `document.querySelector('tr[data-line="2"] button')`
	at := labtest.Eval[[]float64](t, b, `(e => { e.scrollIntoView({block: "center"}); const r = e.getBoundingClientRect(); return [r.x + 5, r.y + 5] })(`+line+`)`)
	b.Move(t, at[0], at[1])
	const ring = `document.querySelectorAll(".formicary-rings > i").length === 1`
	await(ring)
	b.Move(t, 1, 1)
	await(`!document.querySelector(".formicary-rings > i")`)
	labtest.Eval[any](t, b, line+`.focus(), null`)
	await(ring)
	labtest.Eval[any](t, b, `document.activeElement.blur(), null`)
	await(`!document.querySelector(".formicary-rings > i")`)
	// And the other way round.
	spot := labtest.Eval[[]float64](t, b, `(() => {
		const c = formicary.charts()[0], content = `+line+`.closest("tr").dataset.content, mark = formicary.link.marks(c).find(m => m.of[0][0] === content);
		c.plot.scrollIntoView({block: "center", behavior: "instant"});
		const p = formicary.link.place(c, mark), r = c.plot.getBoundingClientRect();
		return [r.x + p[0], r.y + p[1]];
	})()`)
	b.Move(t, spot[0], spot[1])
	await(line + `.closest("tr").classList.contains("formicary-marked")`)
	b.Screenshot(t, "marked")
	b.Move(t, 1, 1)
	await(`!document.querySelector(".formicary-marked")`)

	// A brush filters the table and leaves its chart.
	option := text(drawnOption)
	box := labtest.Eval[[]float64](t, b, `(r => [r.x, r.y, r.width, r.height])(formicary.charts()[0].plot.getBoundingClientRect())`)
	b.Drag(t, box[0]+box[2]*0.1, box[1]+box[3]*0.3, box[0]+box[2]*0.5, box[1]+box[3]*0.85, labtest.Shift)
	await(`document.getElementById("formicary-selection")`)
	n := labtest.Eval[int](t, b, `formicary.link.selected().size`)
	if said := text(`document.querySelector("#formicary-selection > span").textContent`); n < 2 || n >= contents || said != fmt.Sprintf("%d of %d puzzles selected", n, contents) {
		t.Errorf("%d are selected, it says %q", n, said)
	}
	if rows := labtest.Eval[int](t, b, selected); rows != n || text(drawnOption) != option {
		t.Errorf("the table has %d puzzles of %d that are selected, or the chart is another one", rows, n)
	}
	b.Screenshot(t, "brushed")
	b.Axe(t)
	// The next chart is of the selected puzzles.
	same := func(what string) {
		t.Helper()
		answered(t, b)
		native := natively(t, records, explore.Source{Name: "nurikabe-rules", Count: len(records)})
		q := labtest.Eval[explore.Question](t, b, `formicary.explorers()[0].question`)
		want, _, err := native.Ask(q)
		alltest.OK(t, err)
		alltest.Check(t, len(q.Puzzles) == n && text(drawnOption) == string(want.Option()),
			"%s: the chart is of %d puzzles, want %d, or another one than the package's", what, len(q.Puzzles), n)
	}
	choose(t, b, "Statistic", "times")
	same("times")

	// All of it is in the address.
	labtest.Eval[any](t, b, `document.querySelector("[data-key=runs]").click(), null`)
	await(`/"explore":{.*"Statistic":"times".*"sort":"runs down".*"selected":"/.test(decodeURIComponent(location.hash))`)
	shared := text("location.href")
	b.Go(t, "about:blank")
	b.Go(t, shared)
	await(`window.formicary.explorers().length && document.querySelector("#formicary-selection")`)
	await(`document.querySelector("[data-key=runs]")?.parentNode.getAttribute("aria-sort") === "descending"`) // a busy machine takes its time
	same("by the address")
	if rows, sort := labtest.Eval[int](t, b, selected), text(`document.querySelector("[data-key=runs]").parentNode.getAttribute("aria-sort")`); rows != n || sort != "descending" {
		t.Errorf("by the address the table has %d puzzles, sorted %s", rows, sort)
	}
	b.Click(t, "#formicary-selection button")
	answered(t, b)
	alltest.Equal(t, labtest.Eval[int](t, b, table+`.rows.length`), all, "after the selection was cleared the table puzzles")
	await(`!document.getElementById("formicary-selection") && !decodeURIComponent(location.hash).includes("selected")`)

	// The inspector has the board and the command, or says that the board is not known.
	show := func(board bool) string {
		labtest.Eval[any](t, b, fmt.Sprintf(`formicary.inspect([[formicary.explorers()[0].set.puzzles.find(p => p.board === %v).content, "ants, paper's rules", 0]]), null`, board))
		await(`document.querySelector(".formicary-inspector table")`)
		if board {
			await(`document.querySelector(".formicary-inspector figure svg")`)
		}
		defer labtest.Eval[any](t, b, `formicary.inspect.close(), null`)
		return text(`document.querySelector(".formicary-inspector").innerText`)
	}
	if said := show(true); !strings.Contains(said, "formicary solve --engine nurikabe/") || !strings.Contains(said, "Clues") {
		t.Errorf("the inspector says %s", said)
	}
	alltest.Has(t, show(false), "was not found when the explorer was made", "without a board the inspector")
	b.Quiet(t, "file://")
}
