package lab_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
)

// TestJupyterLab does in a browser what a user does: open a notebook, run all
// cells, watch a chart grow, come back later and start at the index. The notebooks
// are copies outside of the module; the user's own workspace is left alone.
func TestJupyterLab(t *testing.T) {
	env := *labtest.Env(t)
	env.Home = t.TempDir()
	folder := t.TempDir()
	for _, path := range []string{"testdata/charts.ipynb", "../../notebooks/index.ipynb"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(path)), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b := labtest.Open(t, labtest.Loopback)
	server, err := env.Serve(t.Context(), lab.ServeOptions{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Wait() })
	address, err := url.Parse(server.URL)
	if err != nil || address.Hostname() != "127.0.0.1" {
		t.Fatalf("address %s, %v", server.URL, err)
	}
	onlyAt(t, address)
	origin := "http://" + address.Host

	b.Go(t, origin+"/lab/tree/charts.ipynb?"+address.RawQuery)

	// The kernel is chosen and running, nothing asks for anything.
	const minute = time.Minute
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
	b.Await(t, 5*minute, live)
	before := labtest.Eval[int](t, b, "Number(("+live+").dataset.updates)")
	labtest.Eval[any](t, b, `window.watched = `+live+`.querySelector("svg"), window.picture = watched.innerHTML, null`)
	b.Await(t, labtest.Patience, "Number(("+live+").dataset.updates) > "+strconv.Itoa(before))
	if busy := labtest.Eval[bool](t, b, `[...document.querySelectorAll(".jp-InputPrompt")].some(p => p.textContent.includes("*"))`); !busy {
		t.Error("the chart has changed after its cell had ended, not while it ran")
	}
	b.Await(t, labtest.Patience, `watched.isConnected && watched.innerHTML !== window.picture`)
	b.Screenshot(t, "live")

	b.Await(t, 5*minute, `document.querySelector('.jp-Notebook-ExecutionIndicator[data-status="idle"]') && document.querySelectorAll(".formicary-chart.formicary-drawn").length === 1`)
	if failed := labtest.Eval[int](t, b, `document.querySelectorAll('[data-mime-type="application/vnd.jupyter.error"], [data-mime-type="application/vnd.jupyter.stderr"], .formicary-chart[data-error]').length`); failed > 0 {
		t.Errorf("%d outputs are errors", failed)
	}
	b.Screenshot(t, "done")
	b.SavesNumbers(t)
	filmInLab(t, b)

	// The lab's Go code runs in the page: JupyterLab serves it as soon as it is built.
	b.Await(t, 2*minute, `formicary.program().then(p => p.call("draw", {kind: "nurikabe", text: "nurikabe/2/2/1g1g"})).then(a => a.svg.startsWith("<svg"), () => false)`)

	// Play goes on when the kernel has ended, and keeps JupyterLab's keys away.
	const panel = `document.querySelector(".formicary-play")`
	labtest.Eval[bool](t, b, `(`+panel+`.scrollIntoView(), true)`)
	b.Await(t, labtest.Patience, panel+`.matches("[data-ready]")`)
	ended := labtest.Eval[int](t, b, `(headers => fetch("/api/kernels", {headers}).then(r => r.json())
		.then(all => Promise.all(all.map(k => fetch("/api/kernels/" + k.id, {method: "DELETE", headers})))).then(all => all.filter(r => r.ok).length))({Authorization: "token `+address.Query().Get("token")+`"})`)
	if ended != 1 {
		t.Errorf("%d kernels are ended, want 1", ended)
	}
	for step := range 2 {
		labtest.Eval[any](t, b, `[...`+panel+`.querySelectorAll("button")].find(e => e.textContent === "Step").click(), null`)
		b.Await(t, labtest.Patience, panel+`.querySelector(".formicary-side-a").dataset.iterations === "`+strconv.Itoa(step+1)+`"`)
	}
	cells := labtest.Eval[int](t, b, `document.querySelectorAll(".jp-Cell").length`)
	labtest.Eval[bool](t, b, `(`+panel+`.querySelector("select").focus(), true)`)
	for _, key := range []string{"d", "d", "a"} { // delete this cell, insert one
		b.Press(t, key)
	}
	if n := labtest.Eval[int](t, b, `document.querySelectorAll(".jp-Cell").length`); n != cells {
		t.Errorf("keys pressed in play leave %d cells of %d", n, cells)
	}
	b.Screenshot(t, "play")

	// The printed address shows the index, rendered, although the workspace has
	// another notebook open.
	b.Await(t, labtest.Patience, `fetch("/lab/api/workspaces/default").then(r => r.text()).then(text => text.includes("charts.ipynb"))`)
	again := labtest.Open(t, labtest.Loopback)
	again.Go(t, server.URL)
	again.Await(t, labtest.Patience, `document.querySelector(".lm-DockPanel-tabBar .lm-mod-current")?.textContent === "index.ipynb" && document.querySelector(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-RenderedMarkdown table a")?.checkVisibility()`)
	again.Screenshot(t, "index")
	if asked := b.Requests(origin, "ws://"+address.Host); len(asked) > 0 {
		t.Errorf("JupyterLab asks the network for %v", asked)
	}
	if wrong := b.Errors(); len(wrong) > 0 {
		t.Errorf("scripts fail: %v", wrong)
	}
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
			if got := labtest.Eval[int](t, b, "+"+film+".dataset.stop"); got != step.stop {
				t.Errorf("%s: the film is at %d after %q, want %d", time, got, step.key, step.stop)
			}
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
	if n := labtest.Eval[int](t, b, `document.querySelectorAll(".jp-Cell").length`); n != cells {
		t.Errorf("the keys of a film have made %d cells of %d", n, cells)
	}
}
