package lab_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
)

// TestJupyterLab does in a browser what a user does: open a notebook, run all
// cells, watch a chart grow, come back later and start at the index. The notebooks
// are copies outside of the module; the user's own workspace is left alone.
func TestJupyterLab(t *testing.T) {
	alltest.Only(t, "it starts JupyterLab and Chromium")
	t.Parallel()
	env := *labtest.Env(t)
	env.Home = t.TempDir()
	folder := t.TempDir()
	for _, path := range []string{"testdata/charts.ipynb", "../../notebooks/index.ipynb"} {
		text := alltest.Must(os.ReadFile(path))(t)
		alltest.OK(t, os.WriteFile(filepath.Join(folder, filepath.Base(path)), text, 0o644))
	}
	writeHostile(t, folder)
	b := labtest.Open(t, labtest.Loopback)
	server := alltest.Must(env.Serve(t.Context(), lab.ServeOptions{Folder: folder}))(t)
	t.Cleanup(func() { server.Wait() })
	address, err := url.Parse(server.URL)
	alltest.Require(t, err == nil && address.Hostname() == "127.0.0.1", "address %s, %v", server.URL, err)
	onlyAt(t, address)
	origin := "http://" + address.Host

	b.Go(t, origin+"/lab/tree/charts.ipynb?"+address.RawQuery)

	// The kernel is chosen and running, nothing asks for anything.
	b.Await(t, labtest.Patience, `document.querySelector(".jp-Notebook .jp-InputPrompt") && document.querySelector(".jp-KernelName")?.textContent === "Go (gonb)"`)
	b.Await(t, labtest.Patience, `document.querySelector('.jp-Notebook-ExecutionIndicator').dataset.status === "idle"`)
	b.Screenshot(t, "open")
	for _, unwanted := range []string{".jp-Dialog", ".Toastify__toast"} {
		if labtest.Eval[bool](t, b, `Boolean(document.querySelector("`+unwanted+`"))`) {
			t.Errorf("JupyterLab shows %s: %s", unwanted, labtest.Eval[string](t, b, `document.querySelector("`+unwanted+`").textContent`))
		}
	}

	// Run all, and watch the live chart while its cell runs.
	b.Click(t, ".lm-MenuBar-content > li:nth-child(4)" /* Run */)
	b.Click(t, `li.lm-Menu-item[data-command="runmenu:run-all"]`)
	const live = `[...document.querySelectorAll(".formicary-chart")].find(c => c.querySelector("svg"))`
	b.Await(t, labtest.Patience, live)
	before := labtest.Eval[int](t, b, "Number(("+live+").dataset.updates)")
	// The page itself looks whether a cell still runs: it is there in time on a busy machine, too.
	labtest.Eval[any](t, b, `window.watched = `+live+`.querySelector("svg"), window.picture = watched.innerHTML, window.look = setInterval(() => {
		if (Number((`+live+`).dataset.updates) <= `+strconv.Itoa(before)+`) return;
		clearInterval(look);
		window.busy = [...document.querySelectorAll(".jp-InputPrompt")].some(p => p.textContent.includes("*"));
	}, 20), null`)
	b.Await(t, labtest.Patience, "window.busy !== undefined")
	busy := labtest.Eval[bool](t, b, "window.busy")
	alltest.Check(t, busy, "the chart has changed after its cell had ended, not while it ran")
	b.Await(t, labtest.Patience, `watched.isConnected && watched.innerHTML !== window.picture`)
	b.Screenshot(t, "live")

	b.Await(t, labtest.Patience, `document.querySelector('.jp-Notebook-ExecutionIndicator[data-status="idle"]') && document.querySelectorAll(".formicary-chart.formicary-drawn:not(.formicary-explorer *)").length === 1`)
	failed := labtest.Eval[int](t, b, `document.querySelectorAll('[data-mime-type="application/vnd.jupyter.error"], [data-mime-type="application/vnd.jupyter.stderr"], .formicary-chart[data-error]').length`)
	alltest.Check(t, failed <= 0, "%d outputs are errors", failed)
	b.Screenshot(t, "done")
	b.SavesNumbers(t)
	filmInLab(t, b)

	// The lab's Go code runs in the page: JupyterLab serves it as soon as it is built.
	b.Await(t, labtest.Patience, `formicary.program().then(p => p.call("draw", {kind: "nurikabe", text: "nurikabe/2/2/1g1g"})).then(a => a.svg.startsWith("<svg"), () => false)`)

	exploreInLab(t, b)

	// Play goes on when the kernel has ended, and keeps JupyterLab's keys away.
	const panel = `document.querySelector(".formicary-play")`
	labtest.Eval[bool](t, b, `(`+panel+`.scrollIntoView(), true)`)
	b.Await(t, labtest.Patience, panel+`.matches("[data-ready]")`)
	ended := labtest.Eval[int](t, b, `(headers => fetch("/api/kernels", {headers}).then(r => r.json())
		.then(all => Promise.all(all.map(k => fetch("/api/kernels/" + k.id, {method: "DELETE", headers})))).then(all => all.filter(r => r.ok).length))({Authorization: "token `+address.Query().Get("token")+`"})`)
	alltest.Equal(t, ended, 1, "kernels are ended")
	for step := range 2 {
		labtest.Eval[any](t, b, `[...`+panel+`.querySelectorAll("button")].find(e => e.textContent === "Step").click(), null`)
		b.Await(t, labtest.Patience, panel+`.querySelector(".formicary-side-a").dataset.iterations === "`+strconv.Itoa(step+1)+`"`)
	}
	cells := labtest.Eval[int](t, b, `document.querySelectorAll(".jp-Cell").length`)
	labtest.Eval[bool](t, b, `(`+panel+`.querySelector("select").focus(), true)`)
	for _, key := range []string{"d", "d", "a"} { // delete this cell, insert one
		b.Press(t, key)
	}
	alltest.Equal(t, labtest.Eval[int](t, b, `document.querySelectorAll(".jp-Cell").length`), cells, "keys pressed in play leave cells")
	b.Screenshot(t, "play")
	hostileInLab(t, b)

	// The printed address shows the index, rendered, although the workspace has
	// another notebook open.
	b.Await(t, labtest.Patience, `fetch("/lab/api/workspaces/default").then(r => r.text()).then(text => text.includes("charts.ipynb"))`)
	again := labtest.Open(t, labtest.Loopback)
	again.Go(t, server.URL)
	again.Await(t, labtest.Patience, `document.querySelector(".lm-DockPanel-tabBar .lm-mod-current")?.textContent === "index.ipynb" && document.querySelector(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-RenderedMarkdown table a")?.checkVisibility()`)
	again.Screenshot(t, "index")
	b.Quiet(t, origin, "ws://"+address.Host)
}

// filmInLab plays the notebook's film by keys, which the notebook does not take for its
// own, and again after its cell has run anew.
func filmInLab(t *testing.T, b *labtest.Browser) {
	t.Helper()
	const film = `document.querySelector(".formicary-film")`
	cells := labtest.Eval[int](t, b, `document.querySelectorAll(".jp-Cell").length`)
	for _, time := range []string{"first", "again"} {
		b.Await(t, labtest.Patience, film+`?.dataset.stops > 2`)
		labtest.Eval[any](t, b, `(s => { s.scrollIntoView({block: "center"}); s.focus() })(`+film+`.querySelector(".formicary-film-stage")), null`)
		for _, step := range []struct {
			key  string
			stop int
		}{{labtest.Home, 1}, {labtest.ArrowRight, 2}, {labtest.ArrowRight, 3}, {"a", 3}, {"b", 3}, {"-", 3}} {
			b.Press(t, step.key)
			alltest.Equal(t, labtest.Eval[int](t, b, "+"+film+".dataset.stop"), step.stop, "%s: the film is at after %q", time, step.key)
		}
		b.Press(t, " ")
		b.Await(t, labtest.Patience, film+".dataset.stop > 4")
		b.Screenshot(t, "film-"+time)
		if time == "again" {
			break
		}
		// The film plays while its output is replaced.
		labtest.Eval[any](t, b, `window.played = `+film+`, null`)
		b.Click(t, ".jp-Cell:has(.formicary-film) .jp-InputArea-prompt")
		b.Click(t, ".lm-MenuBar-content > li:nth-child(4)" /* Run */)
		b.Click(t, `li.lm-Menu-item[data-command="runmenu:run"]`)
		b.Await(t, labtest.Patience, `!played.isConnected && `+film)
	}
	alltest.Equal(t, labtest.Eval[int](t, b, `document.querySelectorAll(".jp-Cell").length`), cells, "the keys of a film have made cells")
}

// exploreInLab chooses in the notebook's explorer, opens a mark of its chart and a line
// of its table in the inspector, and presses keys in all of them, which the notebook
// does not take for its own.
func exploreInLab(t *testing.T, b *labtest.Browser) {
	t.Helper()
	await := func(expression string) { t.Helper(); b.Await(t, labtest.Patience, expression) }
	const cells = `document.querySelectorAll(".jp-Cell").length`
	had := labtest.Eval[int](t, b, cells)
	keys := func(where string) {
		t.Helper()
		for _, key := range []string{"a", "b", "d", "d", "x", "m", labtest.ArrowRight} { // insert cells, delete and cut this one, make it text
			b.Press(t, key)
		}
		if n := labtest.Eval[int](t, b, cells+` - 100 * document.querySelectorAll(".jp-MarkdownCell").length`); n != had-100 {
			t.Errorf("keys pressed in %s have changed the cells: %d, there were %d", where, n, had-100)
		}
	}
	const explorer = `document.querySelector(".formicary-explorer")`
	const chart = `formicary.charts().find(c => c.chart && ` + explorer + `.contains(c.box) && formicary.link.marks(c).length)`
	await(explorer + `?.matches(".formicary-open")`)
	labtest.Eval[any](t, b, `(e => { e.value = "versus"; e.dispatchEvent(new Event("change")); })([...`+explorer+`.querySelectorAll("label")].find(l => l.textContent.startsWith("Statistic")).querySelector("select")), null`)
	await(chart + ` && !` + explorer + `.querySelector("[aria-busy]")`)

	// A click on a mark opens the board with what is wrong on it, and the command.
	const inspector = `document.querySelector(".formicary-inspector")`
	at := labtest.Eval[[]float64](t, b, `(c => {
		c.plot.scrollIntoView({block: "center", behavior: "instant"});
		const p = formicary.link.place(c, formicary.link.marks(c)[0]), r = c.plot.getBoundingClientRect();
		return [r.x + p[0], r.y + p[1]];
	})(`+chart+`)`)
	b.Drag(t, at[0], at[1], at[0], at[1])
	await(inspector + `?.querySelectorAll("figure svg").length >= 2`)
	said := labtest.Eval[string](t, b, inspector+`.innerText`)
	for _, want := range []string{"Clues", "broken", "islands", "formicary solve --engine nurikabe/acs", "--run-seed", "Open in play"} {
		alltest.Has(t, said, want, "the inspector does not say")
	}
	b.Screenshot(t, "inspector")
	alltest.Equal(t, labtest.Eval[int](t, b, inspector+`.querySelectorAll("tbody tr").length`), 8, "the inspector runs, want 8: two engines, four runs each")
	// Where there is room the notebook stands beside the panel.
	b.Look(t, 1600, false)
	await(`document.querySelector(".jp-NotebookPanel").getBoundingClientRect().right <= ` + inspector + `.getBoundingClientRect().left && ` + explorer + `.clientWidth > 400`)
	b.Screenshot(t, "beside")
	b.Look(t, 1280, false)
	keys("the inspector")
	b.Press(t, labtest.Escape)
	await(`!` + inspector)

	// From mark to mark in the chart, and from a line of the table to the inspector.
	labtest.Eval[any](t, b, `formicary.charts().find(c => c.chart && !`+explorer+`.contains(c.box)).plot.focus(), null`)
	keys("a chart of an output")
	labtest.Eval[any](t, b, chart+`.plot.focus(), null`)
	keys("a chart of the explorer")
	await(explorer + `.querySelector(".formicary-said")?.textContent`)
	labtest.Eval[any](t, b, explorer+`.querySelector("tr[data-line] button").focus(), null`)
	keys("the table")
	b.Press(t, labtest.Enter)
	await(inspector + `?.querySelector("figure svg")`)
	b.Press(t, labtest.Escape)
	await(`!` + inspector)
	alltest.Equal(t, labtest.Eval[int](t, b, `document.activeElement.closest(".formicary-explorer tr[data-line]") ? 1 : 0`), 1, "after the inspector was closed the focus")
	b.Screenshot(t, "explorer")
}
