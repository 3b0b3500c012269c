package gallery_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/gallery"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/puzzle/sets"
)

func TestMain(m *testing.M) {
	os.Unsetenv(sets.DataEnv) // third-party sets take long
	os.Exit(labtest.Main(m))
}

// TestBuild makes a gallery of a notebook with charts, one without a picture
// and one that fails, and opens it from disk in a browser without a network.
func TestBuild(t *testing.T) {
	alltest.Only(t, "it executes notebooks and looks at all pages in a browser")
	env := labtest.Env(t)
	var paths []string
	for _, name := range []string{"charts", "ok", "error"} {
		paths = append(paths, filepath.Join("..", "lab", "testdata", name+".ipynb"))
	}
	folder := filepath.Join(t.TempDir(), "gallery")
	told := map[string]bool{}
	entries := alltest.Must(gallery.Build(t.Context(), env, paths, folder, gallery.Options{Progress: func(notebook string, _, _ int) { told[notebook] = true }}))(t)
	alltest.Require(t, len(entries) == 3 && len(told) == 3, "%d entries, progress of %v, want three", len(entries), told)
	alltest.Check(t, entries[0].Err == nil && entries[1].Err == nil && entries[2].Err != nil,
		"errors %v, %v, %v; want that of the third alone", entries[0].Err, entries[1].Err, entries[2].Err)
	alltest.Check(t, entries[0].Picture != "" && entries[0].Alt != "" && entries[1].Picture == "", "thumbnails %+v", entries)
	for _, e := range entries {
		for _, file := range []string{e.Page, e.Picture} {
			info, err := os.Stat(filepath.Join(folder, file))
			alltest.Check(t, err == nil && info.Size() != 0, "%s: %v", file, err)
		}
	}
	b := labtest.Open(t, labtest.Offline)
	b.Go(t, "file://"+filepath.Join(folder, "index.html"))
	alltest.Equal(t, labtest.Eval[int](t, b, `document.querySelectorAll("article").length`), 3, "notebooks in the index")
	b.Await(t, labtest.Patience, `[...document.images].length === 1 && document.images[0].complete`)
	alltest.Equal(t, labtest.Eval[int](t, b, "document.images[0].naturalWidth"), 400, "the card's picture wide")
	text := labtest.Eval[string](t, b, "document.body.innerText")
	alltest.Check(t, strings.Contains(text, "It did not run to its end") && !strings.Contains(text, "so far"), "the index says %q", text)
	b.Look(t, 380, false)
	narrowest := labtest.Eval[float64](t, b, `Math.min(...[...document.querySelectorAll(".gallery-words")].map(e => e.clientWidth))`)
	alltest.Check(t, narrowest > 200, "the words of a card have %.0f pixels on a phone", narrowest)
	index(t, b)
	b.Go(t, "file://"+filepath.Join(folder, entries[0].Page))
	b.Await(t, labtest.Patience, `[...document.querySelectorAll(".formicary-chart")].every(c => c.matches(".formicary-drawn"))`)
	next := labtest.Eval[string](t, b, `document.querySelector("nav.formicary-site a[rel=next]").getAttribute("href")`)
	alltest.Check(t, next == "./ok.html", "the first notebook's next is %s", next)
	look(t, b, "notebook")
	// axe-core takes minutes for hundreds of boards.
	b.Go(t, "file://"+filepath.Join(folder, "set-nonogram-table-1.html"))
	look(t, b, "set")
	b.Go(t, "file://"+filepath.Join(folder, "set-nurikabe-open-908.html"))
	set(t, b)
	b.Go(t, "file://"+filepath.Join(folder, "engine-nurikabe-acs.html"))
	engine(t, b)
	b.Quiet(t, "file://", "data:", "blob:")
	linked(t, folder)
}

// look shows a page on a phone in dark and on a wide screen in light: axe-core finds
// nothing serious, and nothing stands out on the right.
func look(t *testing.T, b *labtest.Browser, name string) {
	t.Helper()
	for _, width := range []int{380, 1600} {
		b.Look(t, width, width == 380)
		b.Screenshot(t, fmt.Sprint(name, "-", width))
		b.Axe(t)
		over := labtest.Eval[int](t, b, "document.documentElement.scrollWidth - innerWidth")
		alltest.Check(t, over <= 0, "%s at %d is %d pixels too wide", name, width, over)
	}
}

// index searches the first page and groups its cards in the other way.
func index(t *testing.T, b *labtest.Browser) {
	t.Helper()
	look(t, b, "index")
	const shown = `[...document.querySelectorAll("[data-text]")].filter(c => c.checkVisibility()).map(c => c.querySelector("a:not([tabindex])").textContent)`
	labtest.Eval[any](t, b, `document.getElementById("gallery-find").focus()`)
	for _, letter := range "smAll notebook" {
		b.Press(t, string(letter))
	}
	got := labtest.Eval[[]string](t, b, shown)
	alltest.Check(t, len(got) == 1 && got[0] == "A small notebook", "a search finds %q", got)
	alltest.Equal(t, labtest.Eval[string](t, b, `document.getElementById("gallery-said").textContent`), "1 page has all these words.", "the search")
	// What was asked stands in the address.
	labtest.Eval[any](t, b, `document.getElementById("gallery-find").value = "ant colony nurikabe"; document.getElementById("gallery-find").dispatchEvent(new Event("input"))`)
	b.Click(t, `input[name=gallery-by][value=question]`)
	alltest.Equal(t, labtest.Eval[string](t, b, "location.hash"), "#find=ant+colony+nurikabe&by=question", "the address ends in")
	labtest.Eval[any](t, b, "window.before = true, location.reload()")
	b.Await(t, labtest.Patience, `!window.before && document.readyState === "complete" && document.querySelector("input[value=question]").checked`)
	if got := labtest.Eval[[]string](t, b, shown); !slices.Contains(got, "nurikabe/acs") || slices.Contains(got, "sudoku/tabu") {
		t.Errorf("again the search finds %q", got)
	}
	labtest.Eval[any](t, b, `document.getElementById("gallery-find").value = ""; document.getElementById("gallery-find").dispatchEvent(new Event("input"))`)
	if got := labtest.Eval[[]string](t, b, `[...document.querySelectorAll("h3")].filter(h => h.checkVisibility()).map(h => h.textContent)`); fmt.Sprint(got) != "[Other questions]" {
		t.Errorf("by question there are %q", got)
	}
}

// set sorts the boards of a set.
func set(t *testing.T, b *labtest.Browser) {
	t.Helper()
	b.Await(t, labtest.Patience, `document.querySelectorAll(".gallery-boards > li svg").length === 908`)
	const values = `[...document.querySelectorAll(".gallery-boards > li")].map(li => li.dataset.values.split(",")[Number(document.getElementById("gallery-sort").value)]).map(v => v === "" ? -1 : Number(v))`
	options := labtest.Eval[[]string](t, b, `[...document.querySelectorAll("#gallery-sort option")].map(o => o.textContent)`)
	for _, by := range []string{"cells", "published difficulty", "share of runs solved by ants"} {
		at := slices.Index(options, by)
		alltest.Require(t, at >= 0, "the boards are sorted by one of %q", options)
		for _, down := range []bool{false, true} {
			labtest.Eval[any](t, b, fmt.Sprintf(`{const s = document.getElementById("gallery-sort"), d = document.getElementById("gallery-down"); s.selectedIndex = %d; s.dispatchEvent(new Event("change")); if (d.checked !== %v) d.click()}`, at, down))
			got := labtest.Eval[[]float64](t, b, values)
			known := slices.DeleteFunc(slices.Clone(got), func(v float64) bool { return v < 0 })
			if down {
				slices.Reverse(known)
			}
			// Boards without a value come last.
			if !slices.IsSorted(known) || len(known) < 400 || len(known) < 908 && got[907] >= 0 {
				t.Errorf("by %s, largest first %v: %d values, %v…", by, down, len(known), got[:9])
			}
		}
	}
	b.Screenshot(t, "sorted")
}

// engine reads the page of an engine.
func engine(t *testing.T, b *labtest.Browser) {
	t.Helper()
	look(t, b, "engine")
	text := labtest.Eval[string](t, b, "document.body.innerText")
	for _, want := range []string{"Amos, Crossley and Lloyd", "Its limits: it proves nothing", "probability q0 of a greedy choice", "0 to 1", "All studies", "nurikabe-table-2", " puzzles)"} {
		alltest.Has(t, text, want, "the engine's page does not say")
	}
	n := labtest.Eval[int](t, b, `[...document.querySelectorAll("td b")].filter(b => b.textContent === "ahead").length`)
	alltest.Check(t, n != 0, "nobody is ahead of the ants anywhere")
}

// linked follows all links between the pages.
func linked(t *testing.T, folder string) {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(folder, "*.html"))
	alltest.Require(t, err == nil && len(pages) >= 20, "%d pages, %v", len(pages), err)
	for _, path := range pages {
		text := alltest.Must(os.ReadFile(path))(t)
		for _, m := range regexp.MustCompile(`<(?:a|img)\b[^>]* (?:href|src)="([^"#:]+)["#]`).FindAllSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(folder, string(m[1]))); err != nil {
				t.Errorf("%s leads to %s: %v", filepath.Base(path), m[1], err)
			}
		}
	}
}
