package notebooks_test

import (
	"bytes"
	"fmt"
	"html"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/puzzle/sets"
)

// evil is a name that runs code, or commands a terminal, wherever it is read as
// anything but a name. Each way leaves its mark in window.__evil, and each element
// that it makes has the class evil.
const evil = ` "'><img class=evil src=x onerror="window.__evil='img'"><svg class=evil onload=window.__evil='svg'></svg>` +
	`</script></style></title><script class=evil>window.__evil='script'</script><!-- --> ]]> ` +
	"[link](javascript:window.__evil='md') ![](x) <javascript:window.__evil='auto'> `code` **bold** | cell\u2028" +
	`{b} {c|x} {{a}} $\href{javascript:window.__evil='tex'}{x}$ \(x\) \begin{align}x\end{align}` +
	"\x1b[2J\x1b]0;x\x07\r\u009b31m\u202e\u2066 %0a %s "

// long is a word that no page has room for.
var long = strings.Repeat("wide", 60)

// evilFile is as much of it as the name of a file can hold.
const evilFile = `"'><img class=evil src=x onerror=window.__evil='file'>` + "`$x$` javascript:x --><b>{{a}}"

// hostileSets writes a set of each kind whose ids, titles, authors, grades and file
// names are hostile, and returns their paths by kind.
func hostileSets(t *testing.T) map[string]string {
	t.Helper()
	root := alltest.Must(sets.Root())(t)
	folder := t.TempDir()
	paths := map[string]string{}
	for file, change := range map[string]func(string) string{
		"nurikabe/open-908.nurikabe": func(text string) string {
			var b strings.Builder
			for _, line := range strings.Split(text, "\n") {
				if id, rest, ok := strings.Cut(line, " nurikabe/"); ok && (strings.HasPrefix(rest, "6/6/") || strings.HasPrefix(rest, "5/5/")) {
					fmt.Fprintf(&b, "%s nurikabe/%s\n", sets.Escape(id+evil+long), regexp.MustCompile(`grade=\w+`).ReplaceAllLiteralString(rest, "grade="+sets.Escape(evil)))
				}
			}
			return b.String()
		},
		"sudoku/open.sdm": func(text string) string {
			lines := strings.Split(text, "\n")[:6]
			for i, line := range lines {
				lines[i] = strings.ReplaceAll(line, "grade=", "grade="+sets.Escape(evil)) + strings.NewReplacer("\r", "", "\u2028", "").Replace(evil+long)
			}
			return strings.Join(lines, "\n") + "\n"
		},
		"nonogram/open-colour.non": func(text string) string {
			quoted := html.EscapeString(strings.NewReplacer("\r", "", "\u2028", "").Replace(evil))
			return regexp.MustCompile(`(?m)^(catalogue|title|by|grade) "(.*)"$`).ReplaceAllStringFunc(text, func(line string) string {
				return strings.TrimSuffix(line, `"`) + strings.ReplaceAll(quoted, "\\", "&#92;") + `"`
			})
		},
	} {
		text := alltest.Must(os.ReadFile(filepath.Join(root, "data", filepath.FromSlash(file))))(t)
		path := filepath.Join(folder, evilFile+filepath.Ext(file))
		alltest.OK(t, os.WriteFile(path, []byte(change(string(text))), 0o644))
		paths[filepath.Dir(file)] = path
	}
	return paths
}

// hostileNotebook shows the sets in every way that package show has, with hostile
// names of everything that a cell names.
func hostileNotebook(t *testing.T) []byte {
	sets := hostileSets(t)
	cells := []string{fmt.Sprintf(`import (
	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/colony"
	"formicary/pkg/experiment"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/race"
	"formicary/pkg/show"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/sudokus"
	"github.com/go-echarts/go-echarts/v2/opts"
	echarts "github.com/go-echarts/go-echarts/v2/charts"
)

const evil = %q

var set = nurikabes.Kind.MustOpen(%q)
var digits = sudokus.Kind.MustOpen(%q)
var picture = nonograms.Kind.MustOpen(%q)

func named(s string, q0 float64) *acs.Solver {
	a := acs.Named(s + evil)
	a.Q0 = q0
	return a
}
`, evil, sets["nurikabe"], sets["sudoku"], sets["nonogram"]), `%%
first := set.Items[0]
show.Text("%s of %s, %s", first.ID(), set.Name, first.Grade)
show.Warn("%s", evil)
show.Markdown("**%s** <b>%v</b> [%6.2f] | %s", evil, []string{evil}, 1.5, errors.New(evil))
show.Markdown("| a | b |\n|---|---|\n| %s | %q |\n\n- %s\n\n# %s\n\n%s", evil, evil, evil, "\n\n# "+evil, strings.Split(evil, " "))
show.Table(evil, []string{evil, "b"}, []any{evil, 1.5}, []any{first.ID(), first.Grade})
for _, p := range []puzzle.Puzzle{first, digits.Items[0], picture.Items[0]} {
	broken := []puzzle.Violation{{Rule: evil, Text: evil, Cells: []puzzle.Cell{{}}}}
	heat := make([]float64, p.Size().Cells())
	heat[0] = 1
	show.Draw(p, puzzle.View{}, puzzle.View{Title: evil, Violations: broken}, puzzle.View{Heat: heat, HeatName: evil})
}
show.Film(show.Views(evil, first, []puzzle.View{{Title: evil}, {Title: evil, Board: puzzle.NewGrid(first.Size(), puzzle.Unset)}}), show.Track{Title: evil,
	Clock: evil, Moments: []show.Moment{{Caption: evil, Picture: digits.Items[0].Draw(puzzle.View{})}}})
`, `%%
_, film := show.Solve(named("film", 0.9), set.Items[0], solver.Iterations(40), 1)
show.Film(show.Frames(evil, set.Items[0], film))
bar := echarts.NewBar()
bar.SetXAxis([]string{evil, "b"}).AddSeries(evil, []opts.BarData{{Name: evil, Value: 1}, {Value: 2}})
show.Chart(charts.Of(bar, charts.Chart{Title: evil, Subtitle: evil}))
show.Play(set.Items[0], named("play", 0.9))
`, `%%
poison := named("poison", 0.9)
poison.Restart = func(colony.State) bool { panic(evil) }
show.Run(experiment.Plan{Name: "poison " + evil[:90], Puzzles: set.Take(1).Puzzles(), Engines: []solver.Solver{poison},
	Budget: solver.Iterations(3), Seed: 1})
`, `func records(options ...experiment.Option) []experiment.Record {
	return show.Run(experiment.Plan{
		Name: "hostile " + evil[:90], Puzzles: set.Take(14).Puzzles(), Runs: 6, Budget: solver.Iterations(60), Seed: 1,
		Engines: []solver.Solver{named("a", 0.1), named("b", 0.9)},
	}, options...).Records()
}

func byPuzzle(records []experiment.Record) (out []experiment.Record) {
	for _, r := range records[:60] {
		r.Variant = r.Puzzle
		out = append(out, r)
	}
	return out
}

%%
all := records(show.Live(func(records []experiment.Record) charts.Chart { return charts.SuccessBySize(records).Chart() }))
do := analysis.Group(all)
show.Explore(all)
show.Chart(charts.SuccessByClass(do.By(analysis.Size).Success()), charts.DotPlot{Title: evil, Subtitle: evil, Axis: evil, Published: evil,
	All: []charts.Estimate{{Row: evil, Panel: evil, Series: evil, Value: 1, Text: evil}, {Row: evil, Panel: evil, Value: 2, Published: true}}})
a, b := all[0].Label(), all[len(all)-1].Label()
cells := analysis.Feature{Name: evil, Values: set.Values(func(i puzzle.Item) float64 { return float64(i.Size().Cells()) })}
clues := analysis.Feature{Name: "clues" + evil, Values: set.Values(nurikabe.IslandCount)}
iterations := analysis.Iterations
show.Chart(charts.Convergence(do.AnytimeCurves(iterations)), charts.RunTimes(analysis.Group(byPuzzle(all)).RunTimes(iterations)),
	charts.Tails(analysis.Group(byPuzzle(all)).RunTimes(iterations)), charts.Restarts(do.Restarts(iterations)),
	charts.HeadToHead(do.HeadToHead(a, b, iterations)), charts.Features(do.By(analysis.Ranges(2, cells, clues)).Features(iterations)),
	charts.Cactus(do.CactusCurves(iterations)),
	charts.Violins(do.Scores(analysis.CostOfSolution(iterations))),
	charts.Contrasts(do.Compare(analysis.Question{Score: analysis.PAR(iterations, 1)})),
	charts.Contributions(do.PortfolioOf(analysis.SuccessRate())), charts.Targets(do.TargetCurves(iterations)))
`, `%%
show.Race(race.Race{
	Name: "race " + evil[:90], Puzzles: set.Take(24).Puzzles(), Baseline: named("base", 0.9),
	Variants: []solver.Solver{named("other", 0.05)}, Budget: solver.Iterations(4), Seed: 1,
})
effects := analysis.Group(records()).Compare(analysis.Question{Score: analysis.SuccessRate()}).Effects()
show.Conclusion(append(analysis.Bonferroni(effects), analysis.Fact(evil), analysis.Default.Count(evil, 3, 4, evil))...)
`}
	// nbconvert wants a kernel to have a name for people.
	return bytes.Replace(labtest.Notebook(cells, false), []byte(`"name":"gonb"`), []byte(`"name":"gonb","display_name":"Go (gonb)","language":"go"`), 1)
}

// traces are elements and attributes that the names have made, and formulas.
const traces = `[...document.querySelectorAll(".evil, mjx-container, [*|href*='__evil']:not([href^='#']), [onerror*='__evil'], [onload*='__evil'], [src='x']")].map(e => e.outerHTML.slice(0, 200) + " in " + e.parentNode?.outerHTML.slice(0, 300))`

// hover shows every tooltip of every chart, moves over the charts, and opens what is
// folded.
const hover = `(async () => {
	let shown = 0;
	for (const {chart, plot} of window.formicary?.charts() || []) {
		if (!chart) continue;
		plot.scrollIntoView({block: "center"});
		chart.getOption().series.forEach((series, i) => (series.data || []).slice(0, 300).forEach((_, j) => {
			chart.dispatchAction({type: "showTip", seriesIndex: i, dataIndex: j});
			shown++;
		}));
		const at = plot.getBoundingClientRect(), inside = plot.querySelector("svg").parentNode;
		for (let x = 0.05; x < 1; x += 0.1) for (let y = 0.05; y < 1; y += 0.1) {
			const event = {bubbles: true, clientX: at.left + x * at.width, clientY: at.top + y * at.height};
			inside.dispatchEvent(new MouseEvent("mousemove", event));
			inside.dispatchEvent(new MouseEvent("click", event));
		}
		await new Promise(done => setTimeout(done, 20));
	}
	document.querySelectorAll("details").forEach(d => d.open = true);
	document.querySelectorAll("a[href^='#'], a[href^='javascript' i], main button, main input, .jp-OutputArea button").forEach(e => e.click());
	await new Promise(done => setTimeout(done, 300));
	return shown;
})()`

// widgets goes through what explorers show, opens the inspector for a puzzle of each, and
// takes a step in every panel of play. It counts both.
const widgets = `(async () => {
	const until = async (what, f) => {
		for (let i = 0; i < 1200 && !f(); i++) await new Promise(done => setTimeout(done, 100));
		if (!f()) throw new Error(what);
	};
	let used = 0;
	for (const box of document.querySelectorAll(".formicary-explorer")) {
		await until("the explorer", () => box.matches(".formicary-open"));
		const answered = () => until("the chart of the explorer", () => !box.querySelector("[aria-busy]"));
		const choose = async (e, value) => { e.value = value; e.dispatchEvent(new Event("change", {bubbles: true})); await answered(); };
		await answered();
		for (const select of box.querySelectorAll("select")) {
			const first = select.value;
			if (/Statistic|Group by|Runs of|Puzzle/.test(select.closest("label").textContent)) for (const o of [...select.options]) await choose(select, o.value);
			await choose(select, first);
		}
		box.querySelector(".formicary-cell").hidden = false;
		for (const tr of [...box.querySelectorAll("tr[data-content]")].slice(0, 2)) {
			tr.dispatchEvent(new MouseEvent("mouseover", {bubbles: true}));
			tr.click();
			await until("the inspector", () => document.querySelector(".formicary-inspector figure svg"));
			document.querySelectorAll(".formicary-runs-table button").forEach(e => e.click());
			await until("a run", () => document.querySelector(".formicary-inspector figure svg"));
			formicary.inspect.close();
		}
		used++;
	}
	for (const box of document.querySelectorAll(".formicary-play")) {
		box.scrollIntoView({block: "center"});
		await until("play", () => box.matches("[data-ready]"));
		[...box.querySelectorAll("button")].find(e => e.textContent === "Step").click();
		await until("a step", () => +box.querySelector(".formicary-side-a").dataset.iterations > 0);
		used++;
	}
	return used;
})()`

// TestHostileNames shows hostile names in every way, as an exported page without the
// policy that would keep them from running, and in JupyterLab: nothing runs, nothing
// is asked for, and no element comes of a name.
func TestHostileNames(t *testing.T) {
	if lab.FindChromium() == "" {
		t.Skip("no Chromium on the PATH: what a browser runs is not checked")
	}
	alltest.Only(t, "it runs a kernel, a browser and JupyterLab")
	t.Parallel()
	env := *labtest.Env(t)
	folder := t.TempDir()
	path := filepath.Join(folder, evilFile+".ipynb")
	alltest.OK(t, os.WriteFile(path, hostileNotebook(t), 0o644))
	t.Run("exported", func(t *testing.T) {
		executed := alltest.Must(env.Execute(t.Context(), path, lab.ExecuteOptions{}))(t)
		page := alltest.Must(env.HTML(t.Context(), executed, evilFile, folder))(t)
		exported(t, page)
	})
	t.Run("JupyterLab", func(t *testing.T) {
		env.Home = t.TempDir()
		b := labtest.Open(t, labtest.Loopback)
		server := alltest.Must(env.Serve(t.Context(), lab.ServeOptions{Folder: folder}))(t)
		t.Cleanup(func() { server.Wait() })
		address := alltest.Must(url.Parse(server.URL))(t)
		origin := "http://" + address.Host
		b.Go(t, origin+"/lab/tree/"+url.PathEscape(evilFile)+".ipynb?"+address.RawQuery)
		b.Await(t, labtest.Patience, `document.querySelector(".jp-Notebook .jp-InputPrompt") && document.querySelector(".jp-KernelName")?.textContent === "Go (gonb)"`)
		b.Await(t, labtest.Patience, `document.querySelector('.jp-Notebook-ExecutionIndicator').dataset.status === "idle"`)
		b.Click(t, ".lm-MenuBar-content > li:nth-child(4)" /* Run */)
		b.Click(t, `li.lm-Menu-item[data-command="runmenu:run-all"]`)
		b.Await(t, labtest.Patience, `document.querySelector('.jp-Notebook-ExecutionIndicator[data-status="idle"]') && [...document.querySelectorAll(".jp-CodeCell .jp-InputPrompt")].every(p => /\d/.test(p.textContent))`)
		harmless(t, b)
		asked := b.Requests(origin, "ws://"+address.Host)
		alltest.Check(t, len(asked) == 0, "it asks for %v", asked)
		open := labtest.Eval[int](t, b, `fetch("/api/terminals").then(r => r.json()).then(all => all.length)`)
		alltest.Check(t, open <= 0, "%d terminals are open", open)
	})
}

// policy matches the policy of a page.
var policy = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)

// exported opens a page without its policy: escapes alone must do.
func exported(t *testing.T, page []byte) {
	t.Helper()
	bare := policy.ReplaceAll(page, nil)
	alltest.Check(t, len(bare) != len(page), "the page has no policy")
	file := filepath.Join(t.TempDir(), "page.html")
	alltest.OK(t, os.WriteFile(file, bare, 0o644))
	b := labtest.Open(t, labtest.Offline)
	b.Go(t, "file://"+file)
	b.Await(t, labtest.Patience, `[...document.querySelectorAll(".formicary-chart")].every(c => c.matches(".formicary-drawn, [data-error]"))`)
	harmless(t, b)
	b.Quiet(t, "file://"+file)
}

// harmless hovers over and clicks at all that a page shows, and uses its explorer and its panel of play.
func harmless(t *testing.T, b *labtest.Browser) {
	t.Helper()
	b.Screenshot(t, "hostile")
	alltest.Equal(t, labtest.Eval[int](t, b, widgets), 2, "explorers and panels of play were used")
	n := labtest.Eval[int](t, b, hover)
	alltest.Check(t, n >= 100, "%d tooltips were shown, want 100", n)
	alltest.Equal(t, labtest.Eval[string](t, b, `String(window.__evil || "")`), "", "a name has run code")
	for _, trace := range labtest.Eval[[]string](t, b, traces) {
		t.Errorf("a name has become markup: %s", trace)
	}
}
