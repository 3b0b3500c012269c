package lab_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
)

// serve starts JupyterLab with notebooks in a folder of its own and returns
// what makes an address of a notebook's name, alone in a workspace.
func serve(t *testing.T, notebooks map[string][]byte) func(name string) string {
	t.Helper()
	env := *labtest.Env(t)
	env.Home = t.TempDir()
	folder := t.TempDir()
	for name, text := range notebooks {
		alltest.OK(t, os.WriteFile(filepath.Join(folder, name), text, 0o644))
	}
	server := alltest.Must(env.Serve(t.Context(), lab.ServeOptions{Folder: folder}))(t)
	t.Cleanup(func() { server.Wait() })
	address := alltest.Must(url.Parse(server.URL))(t)
	return func(name string) string {
		return "http://" + address.Host + "/lab/workspaces/" + strings.TrimSuffix(name, ".ipynb") + "/tree/" + name + "?" + address.RawQuery
	}
}

// until is the first cell of a notebook that contains a text, which runs in full, after
// one with all that the cells before it declare; words of them are replaced by others, in
// pairs, to make it take longer.
func until(t *testing.T, path, text string, longer ...string) []byte {
	t.Helper()
	nb := alltest.Must(lab.ReadNotebook(path))(t)
	declared := ""
	for _, cell := range nb.Cells {
		if cell.Type != "code" {
			continue
		}
		declares, body, runs := strings.Cut(string(cell.Source), "%%\n")
		if strings.HasPrefix(declares, "import") { // imports come first
			declared = declares + "\n\n" + declared
		} else {
			declared += declares + "\n\n"
		}
		if !runs || !strings.Contains(body, text) {
			continue
		}
		whole := []string{declared, "%% --full\n" + body}
		for i, cell := range whole {
			whole[i] = strings.NewReplacer(longer...).Replace(cell)
		}
		if len(longer) > 0 && whole[0] == declared && strings.HasSuffix(whole[1], body) {
			t.Fatalf("%s does not have %q", path, longer[0])
		}
		return labtest.Notebook(whole, false)
	}
	t.Fatalf("%s has no cell with %q", path, text)
	return nil
}

// open opens a notebook and waits for its kernel.
func open(t *testing.T, address string) *labtest.Browser {
	t.Helper()
	b := labtest.Open(t, labtest.Loopback)
	for range 3 {
		b.Go(t, address)
		b.Await(t, labtest.Patience, `document.querySelector(".jp-Notebook .jp-InputPrompt") && document.querySelector(".jp-KernelName")?.textContent === "Go (gonb)"`)
		for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			if labtest.Eval[bool](t, b, "Boolean("+idle+")") {
				return b
			}
		}
		// A page whose kernel is there may miss the one message that says so, and shows it as connecting until a cell runs.
		t.Log("the page is loaded again: it does not show its kernel as idle")
	}
	b.Await(t, labtest.Patience, idle)
	return b
}

// idle is true in a page with a notebook whose kernel waits.
const idle = `document.querySelector('.jp-Notebook-ExecutionIndicator[data-status="idle"]')`

// menu chooses from a menu of JupyterLab, the number of which counts from 1.
func menu(t *testing.T, b *labtest.Browser, number, command string) {
	t.Helper()
	b.Click(t, ".lm-MenuBar-content > li:nth-child("+number+")")
	b.Click(t, `li.lm-Menu-item[data-command="`+command+`"]`)
}

// busy is true in a page of which a cell runs or waits for its turn.
const busy = `[...document.querySelectorAll(".jp-InputPrompt")].some(p => p.textContent.includes("*"))`

// watchCharts has the page look, at each of its frames while a cell runs, for
// charts that are drawn but do not look like it: the text alternative can be
// seen, or the button has the browser's own border.
const watchCharts = `(() => {
	window.seen = 0;
	window.bare = [];
	const look = () => {
		if (` + busy + `) {
			for (const chart of document.querySelectorAll(".formicary-drawn")) {
				if (!chart.checkVisibility() || !chart.querySelector(".formicary-plot svg")) continue;
				window.seen++;
				const button = chart.querySelector(".formicary-data > button");
				if (chart.querySelector(".formicary-alt").checkVisibility()) bare.push(chart.dataset.updates + " alternative");
				if (button.checkVisibility() && getComputedStyle(button).borderTopLeftRadius !== "3px") bare.push(chart.dataset.updates + " button");
			}
		}
		requestAnimationFrame(look);
	};
	look();
})(), null`

// TestRunning runs the live experiment of a notebook, on more puzzles and with more
// iterations, and the first of another with --full, which take hours, from a fresh
// kernel, and looks while they run: the live chart is drawn and styled, and the line
// below says the mode where the cell asks for it. An interrupt leaves the chart and a
// warning. The cell goes on from its journal when it is run again, with the same kernel
// and with a new one.
func TestRunning(t *testing.T) {
	alltest.Only(t, "it starts JupyterLab and a kernel for each notebook")
	t.Parallel()
	at := serve(t, map[string][]byte{
		"01.ipynb": until(t, "../../notebooks/01-nurikabe-table-1.ipynb", "show.Live", "open.Between(25, 144).Sample(48, 2), 1000", "open, 100000"),
		"40.ipynb": until(t, "../../notebooks/40-change-one-rule.ipynb", "show.Race"),
	})
	for _, name := range []string{"01.ipynb", "40.ipynb"} {
		t.Run(name, func(t *testing.T) {
			b := open(t, at(name))
			labtest.Eval[any](t, b, watchCharts)
			said := `text.includes("full mode")`
			if name == "01.ipynb" { // which does not depend on the mode
				said = `text.includes(", live:") && text.includes("solved")`
			}
			for _, round := range []struct{ name, command, state string }{
				{"fresh", "runmenu:run-all", said},
				{"again", "runmenu:run-all", said + ` && /[1-9][0-9]* (of them )?reused/.test(text)`},
				{"restarted", "runmenu:restart-and-run-all", said + ` && /[1-9][0-9]* (of them )?reused/.test(text)`},
			} {
				labtest.Eval[any](t, b, "window.seen = 0, window.bare = [], null")
				menu(t, b, "4" /* Run */, round.command)
				if round.name == "restarted" {
					b.Click(t, ".jp-Dialog .jp-mod-accept")
				}
				b.Await(t, labtest.Patience, `window.seen > 20 && [...document.querySelectorAll(".formicary-progress:not([data-finished])")].some(e => (text => `+round.state+`)(e.textContent))`)
				b.Screenshot(t, round.name)
				menu(t, b, "5" /* Kernel */, "kernelmenu:interrupt")
				b.Await(t, labtest.Patience, idle+" && !("+busy+")")
				b.Await(t, labtest.Patience, `[...document.querySelectorAll(".formicary-warning")].some(e => e.textContent.includes("Interrupted after"))`)
				b.Await(t, labtest.Patience, `document.querySelectorAll(".formicary-chart").length > 0 && [...document.querySelectorAll(".formicary-chart")].every(c => c.matches(".formicary-drawn"))`)
				b.Screenshot(t, round.name+"-interrupted")
				if bare := labtest.Eval[[]string](t, b, "window.bare"); len(bare) > 0 {
					t.Errorf("%s: of %d looks at charts %d saw one without its style: %.200q", round.name, labtest.Eval[int](t, b, "window.seen"), len(bare), bare)
				}
				failed := labtest.Eval[[]string](t, b, `[...document.querySelectorAll('[data-mime-type="application/vnd.jupyter.error"], [data-mime-type="application/vnd.jupyter.stderr"]')].map(e => e.textContent)`)
				alltest.Check(t, len(failed) == 0, "%s: outputs are errors: %q", round.name, failed)
			}
		})
	}
}
