package play_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/explore"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
)

// rerun shows an output as a notebook does: its markup, then its scripts, in place of the one before. It counts workers,
// charts that are drawn, and outputs that something still holds. Its clock is a hundred times as fast: charts are kept for a minute.
const rerun = `
window.workers = 0;
window.outputs = [];
window.Worker = class extends Worker {
	constructor(...of) { super(...of); workers++; }
	terminate() { if (!this.over) workers--; this.over = true; super.terminate(); }
};
window.host = document.body.appendChild(document.createElement("main"));
window.rerun = markup => {
	host.replaceChildren();
	const output = document.createElement("div");
	output.innerHTML = markup;
	host.append(output);
	outputs.push(new WeakRef(output));
	output.querySelectorAll("script").forEach(old => {
		if (old.type && old.type !== "text/javascript" || old.className) return;
		const script = document.createElement("script");
		script.textContent = old.textContent;
		old.replaceWith(script);
	});
};
const now = Date.now, wait = setTimeout, begun = now();
Date.now = () => begun + 100 * (now() - begun);
window.setTimeout = (run, ms, ...of) => wait(run, ms > 10000 ? ms / 100 : ms, ...of);
true`

// shown is an output of a notebook: its markup, what is true when it is complete, and what its reader does then.
type shown struct{ markup, ready, then string }

// outputs are outputs of each kind.
func outputs(t *testing.T) map[string]shown {
	t.Helper()
	records := alltest.Must(alltest.Must(archive.Open("nurikabe-bve"))(t).Records())(t)[:300]
	board := nurikabes.Kind.MustOpen("open-908").Items[0]
	reel := page.Reel{Clock: "step", Tracks: []page.Track{{Run: "r", Moments: []page.Moment{
		{SVG: string(board.Draw(puzzle.View{})), Caption: "first"}, {At: 1, SVG: string(board.Draw(puzzle.View{Board: board.Solution})), Caption: "last"},
	}}}}
	program := alltest.Must(labtest.Pages(t).Program(t.Context()))(t)
	const ready = `document.querySelector("[data-ready]")`
	return map[string]shown{
		"chart":    {page.Chart(charts.SuccessBySize(records).Chart()), `document.querySelector(".formicary-drawn")`, ""},
		"film":     {page.Film(reel), `document.querySelector(".formicary-film-ready")`, ""},
		"explorer": {page.Explorer(records, nil, nil, explore.Source{Name: "nurikabe-bve", Count: len(records)}), `formicary.explorers().length && document.querySelector(".formicary-explored .formicary-drawn")`, ""},
		"play":     {page.Play(page.Playground{Puzzle: board, Engine: "nurikabe/acs"}), ready, `[...document.querySelectorAll("button")].find(b => b.textContent === "Play").click()`},
		"play with a program of its own": {
			page.Play(page.Playground{Puzzle: board, Engine: "nurikabe/acs", Program: program}), ready,
			`[...document.querySelectorAll("button")].find(b => b.textContent === "Step").click()`,
		},
	}
}

// settled is what the page holds when it lets go of no more: frames and observers hold nodes for a while.
func settled(t *testing.T, b *labtest.Browser) (nodes, bytes float64) {
	t.Helper()
	nodes, bytes = b.Held(t)
	for same := 0; same < 6; same++ {
		time.Sleep(500 * time.Millisecond)
		fewer, smaller := b.Held(t)
		if fewer < nodes {
			same = 0
		}
		nodes, bytes = fewer, smaller
	}
	return nodes, bytes
}

// TestOutputsLetGo: an output that is replaced lets go of all that it had, whether or not a frame of a run comes: its workers
// end, its charts are disposed of, and nothing holds its nodes.
func TestOutputsLetGo(t *testing.T) {
	alltest.Only(t, "it reruns outputs in a browser")
	for name, c := range outputs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := labtest.Open(t, labtest.Offline)
			echarts := alltest.Must(os.ReadFile(labtest.Pages(t).EchartsFile()))(t)
			b.Go(t, document(t, page.Library(string(echarts))))
			labtest.Eval[bool](t, b, rerun)
			markup := alltest.Must(json.Marshal(c.markup))(t)
			nodes := 0.0
			for round := range 20 {
				labtest.Eval[bool](t, b, fmt.Sprintf("(rerun(%s), true)", markup))
				b.Await(t, labtest.Patience, c.ready)
				if c.then != "" {
					labtest.Eval[any](t, b, c.then)
					b.Await(t, labtest.Patience, `document.querySelector(".formicary-side-a").dataset.iterations`)
				}
				if round == 1 || round == 19 {
					labtest.Eval[bool](t, b, `(host.replaceChildren(), true)`)
					b.Await(t, labtest.Patience, `workers <= 1 && formicary.charts().length === 0`) // one is the page's own
					held, _ := settled(t, b)
					if round == 1 {
						nodes = held
					} else if held > nodes+200 {
						t.Errorf("after 20 rounds the page holds %.0f nodes, after 2 %.0f", held, nodes)
					}
				}
			}
			if n := labtest.Eval[int](t, b, `outputs.filter(o => o.deref()).length`); n > 2 { // the last ones may be in hand
				t.Errorf("%d of 20 outputs are held", n)
			}
			b.Quiet(t, "file://")
		})
	}
}

// TestHundredExecutions tells what a page holds more after a hundred executions without a reload: twenty of each kind of output.
func TestHundredExecutions(t *testing.T) {
	alltest.Only(t, "it reruns outputs in a browser")
	b := labtest.Open(t, labtest.Offline)
	echarts := alltest.Must(os.ReadFile(labtest.Pages(t).EchartsFile()))(t)
	b.Go(t, document(t, page.Library(string(echarts))))
	labtest.Eval[bool](t, b, rerun)
	all := outputs(t)
	names := slices.Sorted(maps.Keys(all))
	round := func() {
		t.Helper()
		for _, name := range names {
			labtest.Eval[bool](t, b, fmt.Sprintf("(rerun(%s), true)", alltest.Must(json.Marshal(all[name].markup))(t)))
			b.Await(t, labtest.Patience, all[name].ready)
			if all[name].then != "" {
				labtest.Eval[any](t, b, all[name].then)
				b.Await(t, labtest.Patience, `document.querySelector(".formicary-side-a").dataset.iterations`)
			}
		}
	}
	held := func() (nodes, bytes float64) {
		t.Helper()
		labtest.Eval[bool](t, b, `(host.replaceChildren(), true)`)
		b.Await(t, labtest.Patience, `workers <= 1 && formicary.charts().length === 0`)
		return settled(t, b)
	}
	round()
	nodes, bytes := held()
	for range 20 {
		round()
	}
	moreNodes, moreBytes := held()
	t.Logf("%d executions: %+.0f nodes, %+.1f MB, %d workers", 20*len(names), moreNodes-nodes, (moreBytes-bytes)/1e6, labtest.Eval[int](t, b, "workers"))
	alltest.Check(t, moreNodes-nodes <= 1000 && moreBytes-bytes <= 40e6,
		"%.0f nodes have become %.0f, %.1f MB have become %.1f MB", nodes, moreNodes, bytes/1e6, moreBytes/1e6)
}

// TestPlayComesBack: a panel whose output is collapsed while it runs, and opened again, says that it was stopped, and plays
// when it is asked to.
func TestPlayComesBack(t *testing.T) {
	alltest.Only(t, "it plays in a browser")
	b := labtest.Open(t, labtest.Offline)
	b.Go(t, document(t, ""))
	labtest.Eval[bool](t, b, rerun)
	board := nurikabes.Kind.MustOpen("open-908").Between(300, 400).Items[0] // nobody solves it at once
	markup := alltest.Must(json.Marshal(page.Play(page.Playground{Puzzle: board, Engine: "nurikabe/acs", Parameters: map[string]string{"rho": "0"}})))(t)
	labtest.Eval[bool](t, b, fmt.Sprintf("(rerun(%s), true)", markup))
	const button = `document.querySelector(".formicary-transport button")`
	b.Await(t, labtest.Patience, `document.querySelector("[data-ready]")`)
	labtest.Eval[any](t, b, `(() => { const e = [...document.querySelectorAll(".formicary-transport input")].find(e => e.type === "range"); e.value = 3; e.dispatchEvent(new Event("input")); })(), `+button+`.click(), null`)
	for range 4 { // each time it goes soon after it came
		b.Await(t, labtest.Patience, `document.querySelector(".formicary-side-a").dataset.iterations && `+button+`.textContent === "Pause"`)
		labtest.Eval[bool](t, b, `(window.gone = host.firstChild, gone.remove(), true)`)
		b.Await(t, labtest.Patience, `workers === 1`)
		labtest.Eval[bool](t, b, `(host.append(gone), true)`)
		said := labtest.Eval[string](t, b, button+`.textContent + ": " + document.querySelector(".formicary-play-says").textContent`)
		alltest.Check(t, said == "Play: stopped: it was not on the page", "it says %q", said)
		labtest.Eval[any](t, b, `delete document.querySelector(".formicary-side-a").dataset.iterations, `+button+`.click(), null`)
	}
}
