package play_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/charts/explore"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/solver"
)

// explored is a page with an explorer, with charts.
func explored(t *testing.T, body string) string {
	t.Helper()
	echarts := alltest.Must(os.ReadFile(labtest.Pages(t).EchartsFile()))(t)
	return document(t, body+page.Library(string(echarts)))
}

// natively is what the page's program has of records.
func natively(t *testing.T, records []experiment.Record, sources ...explore.Source) *explore.Data {
	t.Helper()
	c := alltest.Must(columns.Open("records", columns.Set{Records: records}.Pack(columns.Extras{})))(t)
	return alltest.Must(explore.New(c, sources...))(t)
}

// answered waits for the chart of the last question.
func answered(t *testing.T, b *labtest.Browser) {
	t.Helper()
	b.Await(t, labtest.Patience, `formicary.explorers().length && !document.querySelector(".formicary-explored").hasAttribute("aria-busy")`)
	why := labtest.Eval[string](t, b, `(e => e ? e.textContent : "")(document.querySelector(".formicary-why"))`)
	alltest.Require(t, why == "", "the explorer says %q", why)
}

// choose sets a control by its name, as a reader does.
func choose(t *testing.T, b *labtest.Browser, name, value string) {
	t.Helper()
	labtest.Eval[bool](t, b, fmt.Sprintf(`(function () {
		var label = [...document.querySelectorAll(".formicary-choices label")].find(l => l.textContent.startsWith(%q)), e = label.querySelector("select, input");
		e.value = %q;
		e.dispatchEvent(new Event(e.type === "search" ? "input" : "change", {bubbles: true}));
		return true;
	})()`, name, value))
	answered(t, b)
}

const drawnOption = `document.querySelector(".formicary-explored .formicary-option").textContent`

// TestExplorer opens an explorer from disk, without a network and under the policy:
// what it computes is what the package computes, to the last byte, for every
// statistic and every choice; its table has the package's numbers and is searched,
// sorted, grouped and walked through by keys.
func TestExplorer(t *testing.T) {
	alltest.Only(t, "it goes through a page in a browser")
	s := alltest.Must(archive.Open("nurikabe-rules"))(t)
	records := alltest.Must(s.Records())(t)
	b := labtest.Open(t, labtest.Offline)
	source := explore.Source{Name: "nurikabe-rules", Count: len(records), Cell: `show.Published("nurikabe-rules")`}
	native := natively(t, records, source)
	b.Go(t, explored(t, page.Explorer(records, nil, nil, source)))
	answered(t, b)
	all := analysis.Group(records).By(analysis.Size).Success()
	q := explore.Question{}
	same := func(what string) {
		t.Helper()
		want, cell, err := native.Ask(q)
		alltest.OK(t, err)
		alltest.Equal(t, labtest.Eval[string](t, b, drawnOption), string(want.Option()), "%s: the page draws another option than the package", what)
		alltest.Equal(t, labtest.Eval[string](t, b, `document.querySelector(".formicary-cell").textContent`), cell, "%s: the page's cell", what)
	}
	same("at first")
	// The first answer came along with the page, and is what the program would say; so
	// is the table of its numbers.
	asked := labtest.Eval[string](t, b, `document.querySelector(".formicary-explorer").dataset.asked || "not"`)
	alltest.Check(t, asked == "not", "the page asked for the chart that it brings along")
	labtest.Eval[bool](t, b, `(function () {
		var e = formicary.explorers()[0], q = {id: e.id, question: e.first.question};
		e.program().then(p => Promise.all([p.call("explore.ask", q), p.call("explore.numbers", q)])).then(all => { window.said = all; });
		return true;
	})()`)
	b.Await(t, labtest.Patience, `window.said`)
	alltest.Check(t, labtest.Eval[bool](t, b, `JSON.stringify(said[0]) === JSON.stringify(formicary.explorers()[0].first.answer)`),
		"the program answers the first question in another way than the page that brings its answer along")
	first, _, err := native.Ask(explore.Question{})
	alltest.OK(t, err)
	if got := labtest.Eval[string](t, b, `said[1]`); got != first.CSV() || strings.Count(got, "\n") < 3 {
		t.Errorf("the numbers of the first chart are %.300q", got)
	}
	for _, c := range []struct {
		name, value string
		change      func()
	}{
		{"Statistic", "times", func() { q.Statistic = explore.Times }},
		{"Told in", "iterations", func() { q.Measure = "iterations" }},
		{"Statistic", "cost", func() { q.Statistic = explore.Cost }},
		{"Board size", "0", func() { q.Class = all.Classes[0] }},
		{"Cut runs off after", "20", func() { q.Iterations = 20 }},
		{"Statistic", "par", func() { q.Statistic = explore.PAR }},
		{"Penalty", "2", func() { q.Factor = 2 }},
		{"Statistic", "versus", func() { q.Statistic = explore.HeadToHead }},
	} {
		choose(t, b, c.name, c.value)
		c.change()
		same(c.name + " " + c.value)
	}
	b.Click(t, `.formicary-engines label:nth-of-type(1) input`)
	answered(t, b)
	q.Labels = all.Labels[1:]
	same("without an engine")

	// Times have their unit.
	choose(t, b, "Told in", "processor time")
	const costs = `(() => {
		const at = [...document.querySelectorAll(".formicary-puzzles th")].findIndex(th => th.querySelector("[data-key=cost]"));
		return [document.querySelectorAll(".formicary-puzzles th")[at].textContent].concat([...document.querySelectorAll(".formicary-puzzles tr[data-line]")].map(tr => tr.cells[at].textContent));
	})()`
	for i, text := range labtest.Eval[[]string](t, b, costs) {
		alltest.Check(t, (i != 0 || text == "Processor time of a solution") && (i <= 0 || text == "∞" || strings.HasSuffix(text, "s")), "the column of costs says %q", text)
	}
	choose(t, b, "Told in", "iterations")

	// The table has the package's numbers.
	choose(t, b, "Cut runs off after", "")
	choose(t, b, "Board size", "")
	type row struct {
		ID           string
		Runs, Solved int
		Spent        float64
	}
	of := slices.DeleteFunc(slices.Clone(records), func(r experiment.Record) bool { return !slices.Contains(q.Labels, r.Label()) })
	got := map[string]row{}
	for _, r := range labtest.Eval[[]row](t, b, `formicary.explorers()[0].table.rows.map(r => ({ID: r.puzzle.id, Runs: r.runs, Solved: r.solved, Spent: r.spent}))`) {
		got[r.ID] = r
	}
	want := map[string]row{}
	for _, e := range analysis.Group(of).By(analysis.EachPuzzle).ExpectedRunTime(analysis.Iterations).Rows {
		w := want[e.Puzzle]
		want[e.Puzzle] = row{e.Puzzle, w.Runs + e.Runs, w.Solved + e.Successes, w.Spent + e.Total}
	}
	// Statistics count copies once, the table has a line for each.
	named := map[string]string{}
	for _, r := range of {
		if _, counted := want[r.Puzzle]; counted {
			named[r.Content] = r.Puzzle
		}
	}
	for _, r := range of {
		copied := want[named[r.Content]]
		copied.ID = r.Puzzle
		want[r.Puzzle] = copied
	}
	alltest.Check(t, len(want) >= 100 && fmt.Sprint(want) == fmt.Sprint(got), "the table has %d puzzles, want %d with the same numbers", len(got), len(want))

	// Search, sort, group, keys.
	some := of[0].Puzzle
	choose(t, b, "Puzzles", strings.ToUpper(some))
	n := labtest.Eval[int](t, b, `document.querySelectorAll(".formicary-puzzles tr[data-line]").length`)
	alltest.Check(t, n >= 1 && n <= 3, "the search for %s finds %d puzzles", some, n)
	choose(t, b, "Puzzles", "")
	b.Click(t, `.formicary-puzzles [data-key=runs]`)
	sort := labtest.Eval[string](t, b, `document.querySelector(".formicary-puzzles [data-key=runs]").parentNode.getAttribute("aria-sort")`)
	alltest.Check(t, sort == "descending", "sorted %q", sort)
	if n := labtest.Eval[int](t, b, `document.querySelectorAll(".formicary-puzzles tr[data-line]").length`); n > 60 {
		t.Errorf("%d lines are drawn of %d: those in sight are enough", n, len(want))
	}
	b.Click(t, `.formicary-puzzles tr[data-line="0"] button`)
	b.Await(t, labtest.Patience, `document.querySelector(".formicary-inspector")?.textContent.includes("runs")`)
	labtest.Eval[any](t, b, `formicary.inspect.close(), document.querySelector('.formicary-puzzles tr[data-line="0"] button').focus(), null`)
	b.Press(t, labtest.End)
	last := len(want) - 1
	b.Await(t, labtest.Patience, fmt.Sprintf(`document.activeElement.closest("tr") && document.activeElement.closest("tr").getAttribute("data-line") === "%d"`, last))
	choose(t, b, "Group by", "rate")
	if n := labtest.Eval[int](t, b, `formicary.explorers()[0].table.lines.filter(l => !l.row).length`); n < 2 || n > 4 {
		t.Errorf("%d groups by success rate", n)
	}
	b.Quiet(t, "file://")
	for _, width := range []int{380, 900, 1600} {
		for _, dark := range []bool{false, true} {
			b.Look(t, width, dark)
			b.Screenshot(t, fmt.Sprintf("%d-%v", width, dark))
		}
	}
}

// TestExplorerWidths: on a phone and on a wide screen nothing makes the page scroll
// sideways, and nobody is kept out.
func TestExplorerWidths(t *testing.T) {
	alltest.Only(t, "it shows a page at three widths")
	b := labtest.Open(t, labtest.Offline)
	b.Go(t, explored(t, "<main><h1>Explorer</h1>"+page.Explorer(hostile(40), nil, nil, explore.Source{Name: "</script><b>", Count: 40})+"</main>"))
	answered(t, b)
	for _, width := range []int{380, 900, 1600} {
		b.Look(t, width, false)
		b.Await(t, labtest.Patience, `document.querySelector(".formicary-explored svg")`)
		// A chart follows the width soon after the page.
		b.Await(t, labtest.Patience, fmt.Sprintf(`innerWidth === %d && document.documentElement.scrollWidth <= document.documentElement.clientWidth`, width))
	}
	n := labtest.Eval[int](t, b, `document.querySelectorAll(".formicary-explorer b, .formicary-explorer img").length`)
	alltest.Check(t, n <= 0 && !labtest.Eval[bool](t, b, `!!window.__evil`), "names have become %d elements", n)
	choose(t, b, "Statistic", "versus")
	alltest.Has(t, labtest.Eval[string](t, b, `document.querySelector(".formicary-explored").textContent`), "</script><b>", "the chart does not name the engine")
	b.Axe(t)
	b.Quiet(t, "file://")
}

// hostile are records whose names are code.
func hostile(n int) []experiment.Record {
	const code = `</script><b>"'><img src=x onerror="window.__evil=1">{b}${1}`
	var all []experiment.Record
	for i := range n {
		r := experiment.Record{
			Puzzle: fmt.Sprint(code, i/4), Kind: code, Content: fmt.Sprintf("%016x", i/4), Rows: 5 + i/4, Cols: 8, Engine: "e", Variant: fmt.Sprint(code, i%2), Run: i % 4 / 2,
			Seed: uint64(i), Status: "solved", Iterations: int64(i + 1), Evaluations: int64(i + 1), Seconds: 0.5, CPU: 0.25,
		}
		if i%3 == 0 {
			r.Status, r.Error = experiment.Failed, code
		}
		all = append(all, r)
	}
	return all
}

// TestExplorerSpeed prints how long half a million records take; it asserts nothing of
// it. FORMICARY_CAMPAIGN names a file that the test of package columns wrote.
func TestExplorerSpeed(t *testing.T) {
	file := os.Getenv("FORMICARY_CAMPAIGN")
	if file == "" {
		t.Skip("FORMICARY_CAMPAIGN names no file")
	}
	packed := alltest.Must(os.ReadFile(file))(t)
	c := alltest.Must(columns.Open(file, packed))(t)
	records := make([]experiment.Record, len(c.Puzzle))
	for i := range records {
		p, of, m := c.Puzzles[c.Puzzle[i]], c.Configurations[c.Configuration[i]], c.Measures()
		records[i] = experiment.Record{
			Puzzle: p.ID, Kind: p.Kind, Content: p.Content, Rows: p.Rows, Cols: p.Cols, Engine: of.Engine, Variant: of.Variant, ConfigHash: of.Parameters, Budget: of.Budget,
			Host: of.Host, Code: of.Code, Run: int(m.Run[i]), Seed: m.Seeds[m.Seed[i]], Status: c.Statuses[c.Status[i]], Error: c.Failures[c.Failure[i]],
			Iterations: m.Iterations[i], Evaluations: m.Evaluations[i], Seconds: m.Seconds[i], CPU: m.CPU[i],
		}
	}
	address := explored(t, page.Explorer(records, nil, nil, explore.Source{Name: "campaign", Count: len(records)}))
	info := alltest.Must(os.Stat(strings.TrimPrefix(address, "file://")))(t)
	t.Logf("%d records: a page of %.1f MB", len(records), float64(info.Size())/1e6)
	b := labtest.Open(t, labtest.Offline)
	start := time.Now()
	b.Go(t, address)
	b.Await(t, 10*labtest.Patience, `document.querySelector(".formicary-explored svg")`)
	t.Logf("chart after %.2f s, %.2f s by the page's clock", time.Since(start).Seconds(), labtest.Eval[float64](t, b, `performance.now() / 1000`))
	b.Await(t, 10*labtest.Patience, `document.querySelector(".formicary-puzzles tr[data-line]")`)
	t.Logf("table and counts after %.2f s", time.Since(start).Seconds())
	labtest.Eval[bool](t, b, `(formicary.explorers()[0].program().then(() => { window.ready = true; }), true)`)
	b.Await(t, 10*labtest.Patience, `window.ready`)
	t.Logf("program with the runs after %.2f s", time.Since(start).Seconds())
	type figures struct{ Filtered, Asked string }
	for _, c := range [][2]string{{"Board size", "0"}, {"Board size", "2"}, {"Board size", ""}, {"Statistic", "cost"}, {"Statistic", "times"}, {"Board size", "1"}, {"Statistic", "par"}, {"Statistic", "versus"}, {"Told in", "processor time"}} {
		choose(t, b, c[0], c[1])
		f := labtest.Eval[figures](t, b, `({Filtered: document.querySelector(".formicary-explorer").dataset.filtered, Asked: document.querySelector(".formicary-explorer").dataset.asked})`)
		t.Logf("%s %s: counts and table in %s ms, chart in %s ms", c[0], cmp.Or(c[1], "all"), f.Filtered, f.Asked)
	}
	text, err := json.Marshal(b.Errors())
	alltest.Check(t, err == nil && (string(text) == "null" || string(text) == "[]"), "%v %v", string(text), err)
}

// TestInspectDeclared: of a puzzle whose kind only a notebook knows the inspector shows the text, says once why there is no board,
// and does not offer to play.
func TestInspectDeclared(t *testing.T) {
	alltest.Only(t, "it goes through a page in a browser")
	const content, text = "95fa1896fe30f2bf", "2 2\n- 1\n- -"
	records := []experiment.Record{
		{Puzzle: "mine", Kind: "evenrows", Content: content, Rows: 2, Cols: 2, Engine: "evenrows/acs", Status: solver.Solved},
		{Puzzle: "mine", Kind: "evenrows", Content: content, Rows: 2, Cols: 2, Engine: "evenrows/exact", Status: solver.Unique},
	}
	b := labtest.Open(t, labtest.Offline)
	b.Go(t, explored(t, page.Explorer(records, map[string]string{content: text}, nil, explore.Source{Name: "own", Count: 2})))
	answered(t, b)
	b.Await(t, labtest.Patience, `[...document.querySelectorAll("table button")].some(e => e.textContent === "mine")`)
	labtest.Eval[bool](t, b, `([...document.querySelectorAll("table button")].find(e => e.textContent === "mine").click(), true)`)
	b.Await(t, labtest.Patience, `document.querySelector(".formicary-inspected-boards pre") !== null`)
	const want = "The board cannot be drawn here: draw: the program of this page does not know evenrows puzzles, which a notebook declares"
	got := labtest.Eval[string](t, b, `document.querySelector(".formicary-inspected-boards").innerText.trim()`)
	alltest.Check(t, strings.HasPrefix(got, want) && strings.HasSuffix(got, text) && strings.Count(got, "evenrows") == 1, "the inspector says %q", got)
	alltest.Check(t, !labtest.Eval[bool](t, b, `document.querySelector(".formicary-actions").textContent.includes("play")`), "it offers to play what the page does not know")
}
