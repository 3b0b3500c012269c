// Package notebooks_test runs every notebook as its reader would: through the
// real kernel, and then as a page in a browser without a network.
package notebooks_test

import (
	"bytes"
	"fmt"
	"go/format"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/gallery"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
)

func TestMain(m *testing.M) { os.Exit(labtest.Main(m)) }

// mostLines is how long a cell may be that does more than import; what is longer belongs in a package. The code of all
// notebooks has allLines at most.
const mostLines, allLines = 12, 2800

// atOnce is how many notebooks run side by side: kernels compile, and tests of
// other packages run beside them.
const atOnce = 2

// notebooks are the paths of all notebooks, and of a small one that always has
// what there is to check: a film with a time slider and a live chart.
func notebooks(t testing.TB) []string {
	t.Helper()
	paths := alltest.Must(filepath.Glob("*.ipynb"))(t)
	return append(paths, filepath.Join("..", "pkg", "lab", "testdata", "charts.ipynb"))
}

// TestSource checks notebooks as they are kept.
func TestSource(t *testing.T) {
	code := 0
	defer func() {
		alltest.Check(t, code <= allLines, "the notebooks have %d lines of code, at most %d are allowed", code, allLines)
	}()
	for _, path := range notebooks(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text := committed(t, path)
			alltest.Check(t, !bytes.Contains(text, []byte(`"version": "go`)), "it has a version of Go in its metadata: strip it (nbstripout)")
			nb := alltest.Must(lab.ParseNotebook(path, text))(t)
			if clean := filtered(t, text); !bytes.Equal(clean, text) {
				t.Error("the lab's filter of git writes it differently, so that git status shows it as modified: python3 pkg/lab/strip.py FILE writes it as it is committed")
			}
			alltest.Equal(t, nb.Metadata.KernelSpec.Name, lab.KernelName, "the kernel")
			alltest.Check(t, nb.Title() != "", "no title: the first heading of a notebook is \"# …\"")
			ids := map[string]bool{}
			for i, cell := range nb.Cells {
				alltest.Check(t, cell.ID != "" && !ids[cell.ID], "cell %d: id %q is missing or taken", i+1, cell.ID)
				ids[cell.ID] = true
				if cell.Type != "code" {
					continue
				}
				lines := strings.Count(strings.TrimSpace(string(cell.Source)), "\n") + 1
				if filepath.Dir(path) == "." {
					code += lines
				}
				if _, rest, ok := strings.Cut(string(cell.Source), "\n)"); ok && strings.HasPrefix(string(cell.Source), "import (") {
					lines = strings.Count(strings.TrimSpace(rest), "\n")
				}
				alltest.Check(t, lines <= mostLines, "cell %d has %d lines, at most %d are allowed", i+1, lines, mostLines)
				clean := formatted(t, string(cell.Source))
				alltest.Check(t, clean == string(cell.Source), "cell %d is not formatted: gofmt writes\n%s", i+1, clean)
				alltest.Check(t, len(cell.Outputs) == 0 && cell.ExecutionCount == nil, "cell %d has outputs: strip them (nbstripout)", i+1)
			}
		})
	}
}

// formatted is a cell as gofmt writes it: what it declares, and what it runs below "%%".
func formatted(t *testing.T, code string) string {
	t.Helper()
	declared, runs, is := strings.Cut("\n"+code, "\n%%")
	arguments, body, _ := strings.Cut(runs, "\n")
	var parts []string
	for _, part := range []string{declared, body} {
		if part = strings.TrimSpace(part); part != "" {
			part = string(alltest.Must(format.Source([]byte(part)))(t))
		}
		parts = append(parts, part)
	}
	if !is {
		return parts[0]
	}
	return strings.TrimPrefix(strings.Join([]string{parts[0], "%%" + arguments, parts[1]}, "\n"), "\n")
}

// filtered is a notebook as the filter writes it that the lab sets in a clone's git.
func filtered(t *testing.T, text []byte) []byte {
	t.Helper()
	strip := exec.Command("python3", filepath.Join("..", "pkg", "lab", "strip.py"))
	strip.Stdin = bytes.NewReader(text)
	return alltest.Must(strip.Output())(t)
}

// committed is the notebook as git has it, or as it lies there where git does
// not know it: in use it gets outputs, which are not committed.
func committed(t *testing.T, path string) []byte {
	t.Helper()
	show := exec.Command("git", "show", ":./"+filepath.Base(path))
	show.Dir = filepath.Dir(path)
	if text, err := show.Output(); err == nil {
		return text
	}
	return alltest.Must(os.ReadFile(path))(t)
}

// always are the notebooks that every run of the tests executes: the tour, the core
// table, and a rule that is prototyped.
var always = []string{"00-tour.ipynb", "03-nurikabe-table-2.ipynb", "40-change-one-rule.ipynb"}

// TestNotebooks runs notebooks in their quick mode: the tour cell by cell, the others
// joined; with FORMICARY_TEST=all every one, and then as a page.
func TestNotebooks(t *testing.T) {
	env := labtest.Env(t)
	slots := make(chan struct{}, atOnce)
	for _, path := range notebooks(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			if !slices.Contains(always, path) && os.Getenv("UPDATE") == "" {
				alltest.Only(t, "a kernel runs each notebook")
			}
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			join := path != always[0] && filepath.Dir(path) == "."
			executed := execute(t, env, path, join, lab.ExecuteOptions{Timeout: 10 * time.Minute})
			checkAnswer(t, path, executed)
			charts := checkOutputs(t, path, executed)
			if filepath.Dir(path) == "." && path != lab.Index && (alltest.Asked() || os.Getenv("UPDATE") != "") {
				checkPicture(t, path, executed)
			}
			if !alltest.Asked() {
				return
			}
			page := alltest.Must(env.HTML(t.Context(), executed, filepath.Base(path), filepath.Dir(path)))(t)
			file := filepath.Join(t.TempDir(), "page.html")
			alltest.OK(t, os.WriteFile(file, page, 0o644))
			t.Logf("page of %.1f MB with %d charts", float64(len(page))/(1<<20), charts)
			checkPage(t, file, charts)
		})
	}
}

// checkPicture holds the picture that README.md shows of a notebook against the one that its run draws: it must be of the
// same chart or board. UPDATE=1 writes it.
func checkPicture(t *testing.T, path string, executed []byte) {
	t.Helper()
	svg, alt, err := gallery.Card(alltest.Must(lab.ParseNotebook(path, executed))(t))
	alltest.OK(t, err)
	alltest.Require(t, svg != "" && len(svg) <= 200_000, "its picture has %d bytes", len(svg))
	alltest.Check(t, strings.Contains(svg, "formicary-board") || strings.Contains(svg, ">n = "), "its picture is a chart that does not say on how much it rests")
	file := filepath.Join("pictures", strings.TrimSuffix(path, ".ipynb")+".svg")
	if os.Getenv("UPDATE") != "" {
		alltest.OK(t, os.WriteFile(file, []byte(svg), 0o644))
	}
	was, is := svgTitle.FindString(string(alltest.Must(os.ReadFile(file))(t))), svgTitle.FindString(svg)
	alltest.Check(t, was != "" && was == is, "%s shows %s, the run %s", file, was, is)
	readme := string(alltest.Must(os.ReadFile("README.md"))(t))
	shown := `<img src="` + filepath.ToSlash(file) + `" width="320" alt="` + html.EscapeString(alt) + `">`
	alltest.Check(t, strings.Contains(readme, shown), "README.md does not show %s", shown)
}

var (
	// chartMark and pointsMark are what package charts/page writes for a chart.
	chartMark  = regexp.MustCompile(`<div class="formicary-chart"[^>]*>`)
	pointsMark = regexp.MustCompile(` data-points="(\d+)"`)
	// showsChart matches the source of a cell that must show a chart.
	showsChart = regexp.MustCompile(`\bshow\.(Chart|Live)\(`)
)

// checkOutputs looks for what is wrong in the outputs of a notebook whose
// cells all ran, and returns the number of charts.
func checkOutputs(t *testing.T, path string, executed []byte) int {
	t.Helper()
	nb := alltest.Must(lab.ParseNotebook(path, executed))(t)
	total := 0
	for i, cell := range nb.Cells {
		charts := 0
		for _, o := range cell.Outputs {
			alltest.Check(t, o.Type != "error" && (o.Type != "stream" || o.Name != "stderr"), "cell %d: %s%s", i+1, o.ErrorValue, o.Text)
			n := uncommaed(html.UnescapeString(string(o.Data["text/plain"])))
			alltest.Check(t, n == "", "cell %d shows %s: thousands have commas (puzzle.Plural, puzzle.Thousands)", i+1, n)
			text := string(o.Data["text/html"])
			for _, chart := range chartMark.FindAllString(text, -1) {
				charts++
				points := pointsMark.FindStringSubmatch(chart)
				if points == nil {
					t.Errorf("cell %d: a chart does not say how many points it has: %s", i+1, chart)
				} else if n, err := strconv.Atoi(points[1]); err != nil || n == 0 {
					t.Errorf("cell %d: an empty chart: %s", i+1, chart)
				}
			}
			alltest.Check(t, !strings.Contains(text, "formicary-warning"), "cell %d shows a warning: %s", i+1, o.Data["text/plain"])
		}
		// What stands before the %% of a cell is declared, not run.
		_, runs, _ := strings.Cut(string(cell.Source), "%%")
		alltest.Check(t, charts != 0 || cell.Type != "code" || !showsChart.MatchString(runs), "cell %d is to show a chart and shows none", i+1)
		total += charts
	}
	return total
}

// longNumber matches a number of four digits and more that is no part of a name, of another
// number or of a date.
var longNumber = regexp.MustCompile(`(?:^|[^\w.,×⁻/#-])(\d{4,})(?:$|[^\w.,×⁻:-]|[.,:](?:\D|$))`)

// year matches what is one as likely as not.
var year = regexp.MustCompile(`^(?:19|20)\d\d$`)

// uncommaed is the first long number of a text that lacks its commas, with what
// follows it, and empty where there is none.
func uncommaed(text string) string {
	for _, at := range longNumber.FindAllStringSubmatchIndex(text, -1) {
		if n := text[at[2]:at[3]]; !year.MatchString(n) {
			return fmt.Sprintf("%.40q", text[at[2]:])
		}
	}
	return ""
}

// TestUncommaed: numbers of people have commas, names and years need none.
func TestUncommaed(t *testing.T) {
	for text, found := range map[string]bool{
		"300 puzzles, 2100 runs.": true, "solves 1048 of 1267": true, "20000 trips": true, "It has 4993.": true, "(4540 runs)": true,
		"2,100 runs": false, "in 2019, by": false, "open-908, 17-clue-5000": false, "0.0007744": false, "1.57×10²⁵": false, "forum-hardest-1905-3000": false, "2026-11-23": false,
	} {
		got := uncommaed(text)
		alltest.Check(t, (got != "") == found, "%q: found %q", text, got)
	}
}

// checkPage opens the exported page in a browser that has no network.
func checkPage(t *testing.T, file string, charts int) {
	t.Helper()
	b := labtest.Open(t, labtest.Offline)
	address := "file://" + filepath.ToSlash(file)
	b.Go(t, address)
	b.Await(t, labtest.Patience, `[...document.querySelectorAll(".formicary-chart")].every(c => c.matches(".formicary-drawn, [data-error]"))`)
	failed := labtest.Eval[[]string](t, b, `[...document.querySelectorAll(".formicary-chart[data-error]")].map(c => c.dataset.error)`)
	alltest.Check(t, len(failed) == 0, "charts that were not drawn: %v", failed)
	const drawn = `[...document.querySelectorAll(".formicary-chart .formicary-plot")].filter(p => !p.closest(".formicary-explorer") && p.querySelector("svg, canvas") && window.echarts.getInstanceByDom(p)).length`
	if charts > 0 {
		n := labtest.Eval[int](t, b, drawn)
		alltest.Check(t, n == charts, "%d charts are drawn of %d", n, charts)
	}
	for _, width := range []int{380, 1600, 900} {
		b.Look(t, width, width == 900)
		b.Await(t, labtest.Patience, `[...document.querySelectorAll(".formicary-plot")].every(p => !p.querySelector("svg") || Math.abs(p.clientWidth - p.querySelector("svg").getBoundingClientRect().width) < 2)`)
		for _, fault := range b.Faults(t) {
			t.Errorf("at %d pixels: %s", width, fault)
		}
	}
	b.Screenshot(t, "page")
	if charts > 0 {
		b.SavesNumbers(t)
	}
	playFilms(t, b)
	playEngines(t, b)
	b.Quiet(t, address)
}

// playEngines does two iterations in every panel of play: no kernel is there any more.
func playEngines(t *testing.T, b *labtest.Browser) {
	t.Helper()
	for i := range labtest.Eval[int](t, b, `document.querySelectorAll(".formicary-play").length`) {
		panel := fmt.Sprintf(`document.querySelectorAll(".formicary-play")[%d]`, i)
		labtest.Eval[bool](t, b, `(`+panel+`.scrollIntoView(), true)`)
		b.Await(t, labtest.Patience, panel+`.matches("[data-ready]")`)
		for step := range 2 {
			labtest.Eval[any](t, b, `[...`+panel+`.querySelectorAll("button")].find(e => e.textContent === "Step").click(), null`)
			b.Await(t, labtest.Patience, fmt.Sprintf(panel+`.querySelector(".formicary-side-a").dataset.iterations === "%d"`, step+1))
		}
		b.Screenshot(t, "play")
	}
}

// playFilms goes through every film by buttons, slider and keyboard, and lets it play.
func playFilms(t *testing.T, b *labtest.Browser) {
	t.Helper()
	b.Await(t, labtest.Patience, `[...document.querySelectorAll(".formicary-film")].every(f => f.matches("[data-stops], [data-error]"))`)
	failed := labtest.Eval[[]string](t, b, `[...document.querySelectorAll(".formicary-film[data-error]")].map(f => f.dataset.error)`)
	alltest.Check(t, len(failed) == 0, "films that do not play: %v", failed)
	for _, id := range slices.Compact(labtest.Eval[[]string](t, b, `[...document.querySelectorAll(".formicary-film")].filter(f => Number(f.dataset.stops) > 1).map(f => f.id)`)) {
		film := `document.getElementById("` + id + `")`
		at := func(after string, want int) {
			t.Helper()
			got := labtest.Eval[int](t, b, "Number("+film+".dataset.stop)")
			alltest.Check(t, got == want, "film %s is at %d after %s, want %d", id, got, after, want)
		}
		last := labtest.Eval[int](t, b, "Number("+film+".dataset.stops)")
		at("opening", last)
		b.Click(t, "#"+id+" [data-do=back]")
		at("one step back", last-1)
		b.Click(t, "#"+id+" [data-do=next]")
		at("one step on", last)
		labtest.Eval[any](t, b, film+`.querySelector("input").focus(), null`)
		b.Press(t, labtest.Home)
		at("Home", 1)
		b.Press(t, labtest.ArrowRight)
		at("an arrow", 2)
		b.Press(t, labtest.Home)
		b.Press(t, " ")
		b.Await(t, labtest.Patience, film+".dataset.stop >= 2")
		b.Press(t, labtest.End)
		at("End", last)
	}
}

// heavy are modules that no cell may link: they make every cell slow to build.
var heavy = regexp.MustCompile(`chromedp|cdproto|goja|kong|parquet|klog|zeromq|testing$|net/http$`)

// imports matches an import of a module in a cell.
var imports = regexp.MustCompile(`"((?:formicary|[a-z]+\.[a-z]+)/[^" ]+)"\n`)

// wing is the puzzle that a package belongs to.
var wing = regexp.MustCompile(`^formicary/pkg/(nurikabe|sudoku|nonogram)(/|$)`)

// TestCellsStayLight looks at all that cells link. A notebook is about one puzzle.
func TestCellsStayLight(t *testing.T) {
	var all []string
	for _, path := range notebooks(t) {
		nb := alltest.Must(lab.ReadNotebook(path))(t)
		wings := map[string]bool{}
		for _, cell := range nb.Cells {
			for _, found := range imports.FindAllStringSubmatch(string(cell.Source), -1) {
				if cell.Type != "code" {
					continue
				}
				all = append(all, found[1])
				if about := wing.FindStringSubmatch(found[1]); about != nil {
					wings[about[1]] = true
				}
			}
		}
		alltest.Check(t, len(wings) <= 1, "%s imports the packages of %d puzzles", path, len(wings))
	}
	list := exec.Command("go", append([]string{"list", "-deps"}, all...)...)
	out := alltest.Must(list.Output())(t)
	for _, name := range strings.Fields(string(out)) {
		alltest.Check(t, !heavy.MatchString(name), "a cell links %s", name)
	}
}
