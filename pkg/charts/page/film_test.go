package page_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/puzzle"
)

// hostile is a text that is markup where it is taken for it, with a character that XML
// lacks.
const hostile = `</script><img src=x onerror="window.__evil=1"><b>x` + "\x01"

// reel is a film of two tracks that end at different times; the title of one is hostile,
// and so are its captions.
func reel(moments int) page.Reel {
	size := puzzle.Size{Rows: 4, Cols: 5}
	p := sample.Puzzle(size)
	track := func(title, colour string, n, every int) page.Track {
		t := page.Track{Title: title, Colour: colour}
		for i := range n {
			heat := make([]float64, size.Cells())
			for c := range heat {
				heat[c] = 1 / float64(1+i*c)
			}
			view := puzzle.View{Title: title, Heat: heat, HeatMin: 0.001, HeatMax: 1, HeatLog: true, HeatName: "pheromone"}
			t.Moments = append(t.Moments, page.Moment{
				At: int64(1 + i*every), Caption: fmt.Sprintf("%s moment %d", title, i+1), SVG: string(p.Draw(view)),
				Numbers: []page.Number{{Name: "cost", Value: float64(n - 1 - i)}, {Name: "lowest so far", With: "cost", Value: float64(n - 1 - i)}, {Name: "entropy", Value: 1 / float64(1+i)}},
			})
		}
		return t
	}
	return page.Reel{Clock: "iteration", Tracks: []page.Track{track("first", "#0072B2", moments, 10), track(hostile, "#D55E00", moments/2, 5)}}
}

// opened is a browser with a document in the given theme, under the policy of exported pages.
func opened(t *testing.T, body ...string) *labtest.Browser {
	t.Helper()
	text := echartsText(t)
	protected := alltest.Must(page.Protect([]byte(document(body...)), text))(t)
	file := filepath.Join(t.TempDir(), "page.html")
	alltest.OK(t, os.WriteFile(file, protected, 0o644))
	b := labtest.Open(t, labtest.Offline)
	b.Go(t, "file://"+file)
	return b
}

// TestFilm plays a film by its buttons, keys, slider and curves; a second one on the
// page does not move with it, and hostile words stay words.
func TestFilm(t *testing.T) {
	alltest.Only(t, "it looks at pages in a browser")
	b := opened(t, page.Film(reel(8)), page.Script(), page.Film(reel(4)), page.Script())
	b.Await(t, labtest.Patience, `document.querySelectorAll(".formicary-film[data-stops]").length === 2`)
	const film = `document.querySelector(".formicary-film")`
	at := func(after string, want int) {
		t.Helper()
		got := labtest.Eval[int](t, b, "+"+film+".dataset.stop")
		alltest.Check(t, got == want, "after %s the film is at %d, want %d", after, got, want)
	}
	captions := func() string {
		return labtest.Eval[string](t, b, `[...`+film+`.querySelectorAll("figcaption")].filter(e => e.checkVisibility()).map(e => e.textContent).join(" | ")`)
	}
	// The clock stops at 1, 11, … 71 and at 1, 6, 11, 16.
	at("opening", 10)
	if got, want := captions(), "first moment 8 | "+hostile+" moment 4"; got != want {
		t.Errorf("at the end it says %q, want %q", got, want)
	}
	b.Click(t, `[data-do="back"]`)
	at("one step back", 9)
	b.Click(t, `[data-do="next"]`)
	b.Click(t, `[data-do="next"]`)
	at("going on past the end", 10)
	labtest.Eval[any](t, b, film+`.querySelector("input").focus(), null`)
	b.Press(t, labtest.Home)
	at("Home", 1)
	b.Press(t, labtest.ArrowRight)
	at("an arrow", 2)
	if got, want := captions(), "first moment 1 | "+hostile+" moment 2"; got != want {
		t.Errorf("at the second stop it says %q, want %q", got, want)
	}
	if got := labtest.Eval[string](t, b, film+`.querySelector("input").getAttribute("aria-valuetext")`); got != "iteration 6. first: first moment 1. "+hostile+": "+hostile+" moment 2" {
		t.Errorf("the slider says %q", got)
	}
	alltest.Has(t, labtest.Eval[string](t, b, film+`.querySelector("[aria-live=polite]").textContent`), "first moment 1", "what is read out")
	if got := labtest.Eval[string](t, b, film+`.querySelector(".formicary-film-heads").innerText.replace(/\s+/g, " ")`); got != "cost (bold: lowest so far) 7 · 7 2 · 2 entropy 1 0.5" {
		t.Errorf("the curves say %q", got)
	}
	b.Press(t, "+")
	alltest.Equal(t, labtest.Eval[string](t, b, film+`.querySelector("select").value`), "2", "after + the speed")
	// The slider is dragged as a reader does it.
	labtest.Eval[any](t, b, `(r => { r.value = 3; r.dispatchEvent(new Event("input", {bubbles: true})) })(`+film+`.querySelector("input")), null`)
	at("dragging the slider", 4)
	// The curves have the clock's own scale: 31 is the stop next to its middle.
	b.Click(t, ".formicary-film-curves > svg")
	at("a click into the curves", 6)
	// Playing goes from the beginning when it is at the end, and stops there.
	b.Press(t, labtest.End)
	b.Press(t, "+")
	b.Press(t, "+")
	labtest.Eval[any](t, b, `window.stops = [], new MutationObserver(() => stops.push(+`+film+`.dataset.stop)).observe(`+film+`, {attributes: true, attributeFilter: ["data-stop"]}), null`)
	b.Click(t, `[data-do="play"]`)
	b.Await(t, labtest.Patience, `stops.includes(10) && !`+film+`.hasAttribute("data-playing")`)
	got := labtest.Eval[string](t, b, `stops.splice(0).filter((n, i, all) => n !== all[i - 1]).join(" ")`)
	alltest.Check(t, got == "1 2 3 4 5 6 7 8 9 10", "playing goes by %s", got)
	// Repeated it begins again.
	b.Click(t, `[data-do="loop"]`)
	b.Click(t, `[data-do="play"]`)
	b.Await(t, labtest.Patience, `stops.join(" ").includes("9 10 1 2")`)
	b.Click(t, `[data-do="play"]`)
	alltest.Check(t, !labtest.Eval[bool](t, b, film+`.hasAttribute("data-playing")`), "it plays on")
	if got := labtest.Eval[string](t, b, `[...document.querySelectorAll(".formicary-film")][1].dataset.stop`); got != "5" {
		t.Errorf("the other film has moved to %s", got)
	}
	labtest.Eval[any](t, b, `formicary.film.seek(1), null`)
	at("a seek from outside", 1)
	// Phone, laptop and wide screen; nothing sticks out.
	for _, width := range []int{380, 900, 1600} {
		labtest.Eval[any](t, b, fmt.Sprintf(`document.body.style.width = "%dpx", null`, width-20))
		b.Await(t, labtest.Patience, fmt.Sprintf(`%s.querySelector(".formicary-film-curves > svg").clientWidth <= %d`, film, width))
		if out := labtest.Eval[[]string](t, b, `(right => [...`+film+`.querySelectorAll("figure, figure > div, button, select, output, input, .formicary-film-curves > svg")].filter(e => e.getBoundingClientRect().right > right + 1).map(e => e.outerHTML.slice(0, 90)))(`+film+`.getBoundingClientRect().right)`); len(out) > 0 {
			t.Errorf("at %d pixels these stick out: %q", width, out)
		}
	}
	b.Click(t, `[data-do="full"]`)
	b.Await(t, labtest.Patience, `document.fullscreenElement === `+film)
	b.Click(t, `[data-do="full"]`)
	b.Await(t, labtest.Patience, `!document.fullscreenElement`)
	b.Axe(t)
	clean(t, b)
}

// clean checks that nothing of the page failed, ran or was asked for.
func clean(t *testing.T, b *labtest.Browser) {
	t.Helper()
	errors := b.Errors()
	alltest.Check(t, len(errors) == 0, "the page fails: %q", errors)
	requests := b.Requests("file:")
	alltest.Check(t, len(requests) == 0, "the page asks for %q", requests)
	alltest.Check(t, !labtest.Eval[bool](t, b, `Boolean(window.__evil || document.querySelector("img[src=x]"))`), "a caption became markup")
}

// saved is a file that the film gives, as data.
func saved(t *testing.T, b *labtest.Browser, what string) (name string, content []byte) {
	t.Helper()
	labtest.Eval[any](t, b, `formicary.save = async (blob, title, name) => { const bytes = new Uint8Array(await blob.arrayBuffer()); window.file = [name, btoa([...bytes].map(c => String.fromCharCode(c)).join(""))] }, window.file = null`)
	b.Click(t, `[data-do="`+what+`"]`)
	b.Await(t, labtest.Patience, "window.file")
	file := labtest.Eval[[]string](t, b, "window.file")
	content = alltest.Must(base64.StdEncoding.DecodeString(file[1]))(t)
	return file[0], content
}

// TestFilmFiles opens what a film saves: the picture has boards, captions and curves,
// the PNG the same size and colours, and the animation moves by itself.
func TestFilmFiles(t *testing.T) {
	alltest.Only(t, "it looks at pages in a browser")
	b := opened(t, page.Film(reel(8)), page.Script())
	b.Await(t, labtest.Patience, `document.querySelector(".formicary-film[data-stops]")`)
	labtest.Eval[any](t, b, `formicary.film.seek(11), null`)
	_, picture := saved(t, b, "svg")
	_, png := saved(t, b, "png")
	_, moving := saved(t, b, "animation")
	_, table := saved(t, b, "csv")
	if want := "track,iteration,caption,cost,lowest so far,entropy\nfirst,1,first moment 1,7,7,1\n"; !strings.HasPrefix(string(table), "\ufeff"+want) || strings.Count(string(table), "\n") != 13 {
		t.Errorf("the table is %q", table)
	}
	folder := t.TempDir()
	show := func(name string, content []byte) {
		t.Helper()
		path := filepath.Join(folder, name)
		alltest.OK(t, os.WriteFile(path, content, 0o644))
		if dir := os.Getenv("FORMICARY_SCREENSHOTS"); dir != "" {
			_ = os.WriteFile(filepath.Join(dir, name), content, 0o644)
		}
		b.Go(t, "file://"+path)
	}
	show("film.png", png)
	size := labtest.Eval[[]int](t, b, `[document.images[0].naturalWidth, document.images[0].naturalHeight]`)
	show("film.svg", picture)
	if got := labtest.Eval[[]int](t, b, `[2 * document.documentElement.getAttribute("width"), 2 * document.documentElement.getAttribute("height")]`); got[0] != size[0] || got[1] != size[1] || size[0] < 720 {
		t.Errorf("the PNG has %v pixels, twice the SVG %v", size, got)
	}
	words := labtest.Eval[string](t, b, `[...document.querySelectorAll("text")].map(e => e.textContent).join(" ")`)
	for _, want := range []string{"first moment 2", "moment 3", "cost", "entropy", "iteration 11", "pheromone"} {
		alltest.Has(t, words, want, "the picture")
	}
	// Labels keep the colours that stand out from the cells below them.
	if got := labtest.Eval[string](t, b, `[...new Set([...document.querySelectorAll(".fb-label text")].map(e => getComputedStyle(e).fill))].sort().join(" ")`); !strings.Contains(got, "rgb(23, 33, 43)") {
		t.Errorf("labels are %s", got)
	}
	n := labtest.Eval[int](t, b, `document.querySelectorAll("svg.formicary-board").length`)
	alltest.Check(t, n == 2 && len(picture) <= 60_000, "the picture has %d boards and %d bytes", n, len(picture))
	show("animated.svg", moving)
	// What is seen at a time of the animation.
	seen := func(ms int) string {
		return labtest.Eval[string](t, b, fmt.Sprintf(`(() => { document.getAnimations().forEach(a => { a.pause(); a.currentTime = %d; }); return [...document.querySelectorAll("text")].filter(e => getComputedStyle(e).visibility === "visible" && /moment|iteration \d/.test(e.textContent)).map(e => e.textContent).join(" | ") })()`, ms))
	}
	first, later := seen(10), seen(1300)
	if !strings.Contains(first, "iteration 1") || !strings.Contains(first, "first moment 1") || strings.Contains(first, "first moment 8") {
		t.Errorf("the animation begins with %q", first)
	}
	alltest.Check(t, strings.Contains(later, "iteration 11") && first != later, "after 1.3 s the animation shows %q", later)
	if end := seen(600 * 10); !strings.Contains(end, "first moment 8") || !strings.Contains(end, "iteration 71") {
		t.Errorf("at the end the animation shows %q", end)
	}
	alltest.Check(t, strings.Contains(string(moving), "prefers-reduced-motion") && !strings.Contains(string(moving), "<script"),
		"the animation does not heed who wants no motion, or has a script")
	// It follows the reader's theme.
	for _, dark := range []bool{false, true} {
		b.Look(t, 900, dark)
		want := map[bool]string{false: "rgb(255, 255, 255) rgb(31, 35, 40)", true: "rgb(17, 17, 17) rgb(230, 232, 235)"}[dark]
		if got := labtest.Eval[string](t, b, `getComputedStyle(document.querySelector(".fp-ground")).fill + " " + getComputedStyle(document.querySelector(".fp")).color`); got != want {
			t.Errorf("dark %v: the ground and the text are %s, want %s", dark, got, want)
		}
	}
	clean(t, b)
}

// TestFilmStill: without scripts the last drawings and the words are seen.
func TestFilmStill(t *testing.T) {
	html := page.Film(reel(8))
	still, _, _ := strings.Cut(html, `class="formicary-reel"`)
	if n := strings.Count(still, "<svg"); n != 2 || strings.Contains(still, "<img") || !strings.Contains(still, "first moment 8</figcaption>") {
		t.Errorf("the still picture has %d drawings: %s", n, still)
	}
	long := page.Reel{Clock: "iteration", Tracks: []page.Track{{Moments: []page.Moment{{At: 1, SVG: "<svg></svg>", Caption: "a"}, {At: 4993, SVG: "<svg></svg>", Caption: "b."}}}}}
	alltest.Equal(t, long.String(), "2 moments, iteration 1 to 4,993. It begins with: a. It ends with: b.")
	alltest.Check(t, strings.Contains(still, "first: 8 moments, iteration 1 to 71. ") && html == page.Film(reel(8)),
		"the words are missing, or the markup changes")
}

// TestFilmBounded: of a film that is too large, evenly spaced drawings are left out, and
// a note says so; its curves have every moment.
func TestFilmBounded(t *testing.T) {
	alltest.Only(t, "it looks at pages in a browser")
	random := rand.New(rand.NewPCG(1, 2))
	var track page.Track
	for i := range 200 {
		noise := make([]byte, 6000)
		for k := range noise {
			noise[k] = byte('!' + random.IntN(90))
		}
		text, _ := json.Marshal(string(noise))
		track.Moments = append(track.Moments, page.Moment{
			At: int64(i), Caption: fmt.Sprint("moment ", i), Numbers: []page.Number{{Name: "n", Value: float64(i)}},
			SVG: `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>` + strings.NewReplacer("<", "", "&", "", ">", "").Replace(string(text)) + `</title></svg>`,
		})
	}
	b := opened(t, page.Film(page.Reel{Clock: "step", Tracks: []page.Track{track}}), page.Script())
	b.Await(t, labtest.Patience, `document.querySelector(".formicary-film[data-stops]")`)
	stops := labtest.Eval[int](t, b, `+document.querySelector(".formicary-film").dataset.stops`)
	bytes := labtest.Eval[int](t, b, `document.querySelector(".formicary-reel").textContent.length`)
	note := labtest.Eval[string](t, b, `document.querySelector(".formicary-film-note").textContent`)
	if stops < 20 || stops > 120 || bytes > 300_000 || !strings.HasPrefix(note, fmt.Sprintf("%d of 200 moments are drawn", stops)) {
		t.Errorf("%d stops in %d bytes: %s", stops, bytes, note)
	}
	labtest.Eval[any](t, b, `formicary.film.seek(0), null`)
	first := labtest.Eval[string](t, b, `document.querySelector(".formicary-film-stage figcaption").textContent`)
	labtest.Eval[any](t, b, `formicary.film.seek(199), null`)
	last := labtest.Eval[string](t, b, `document.querySelector(".formicary-film-stage figcaption").textContent`)
	alltest.Check(t, first == "moment 0" && last == "moment 199", "it goes from %s to %s", first, last)
	b.Await(t, labtest.Patience, `[...document.querySelectorAll(".formicary-film-curves path[stroke-linejoin]")].map(e => e.getAttribute("d")).join("").split("L").length === 200`) // the browser draws curves later
	clean(t, b)
}
