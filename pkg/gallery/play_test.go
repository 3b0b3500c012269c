package gallery_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/gallery"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
)

// limit is how long a page may take to come to something, on a machine that does a lot else.
const limit = 40 * time.Second

// playPage writes a page of play and opens it from disk, without a network.
func playPage(t *testing.T, kind string, first puzzle.Puzzle) (*labtest.Browser, int) {
	t.Helper()
	ground := alltest.Must(gallery.Playground(kind, first))(t)
	text := alltest.Must(gallery.Play(t.Context(), labtest.Env(t), ground))(t)
	file := filepath.Join(t.TempDir(), "play.html")
	alltest.OK(t, os.WriteFile(file, text, 0o644))
	b := labtest.Open(t, labtest.Offline)
	b.Go(t, "file://"+file)
	b.Await(t, limit, `document.querySelector(".formicary-play[data-ready]") !== null`)
	return b, len(text)
}

// press clicks a button by its text.
func press(t *testing.T, b *labtest.Browser, text string) {
	t.Helper()
	if !labtest.Eval[bool](t, b, fmt.Sprintf(`(() => { const e = [...document.querySelectorAll(".formicary-play button")].find(e => e.textContent === %q); if (e) e.click(); return !!e; })()`, text)) {
		t.Fatalf("no button %q", text)
	}
}

// TestPlay plays on a page from disk: steps, pauses, changes parameters in mid-run,
// runs many seeds of two variants, and takes puzzles that are pasted and drawn.
func TestPlay(t *testing.T) {
	alltest.Only(t, "it plays in a browser")
	b, size := playPage(t, "", nil)
	alltest.Check(t, size <= 4_200_000, "the page has %d bytes", size)
	number := func(expression string) int { return labtest.Eval[int](t, b, expression) }
	const a = `document.querySelector(".formicary-side-a")`
	chosen := func(want string) {
		t.Helper()
		got := labtest.Eval[string](t, b, `["set of puzzles", "puzzle"].map(n => document.querySelector("[aria-label='" + n + "']").selectedOptions[0].textContent).join(": ")`)
		alltest.Check(t, got == want, "the lists say %q, the board is %q", got, want)
	}
	chosen("Nurikabe: 10x13-103-4, 10×13")
	iterations := func() int { return number(`+(` + a + `.dataset.iterations || 0)`) }
	set := func(name, value string) {
		labtest.Eval[bool](t, b, fmt.Sprintf(`(() => { const e = document.querySelector('.formicary-side-a [data-name=%q] input[type=number]'); e.value = %q; e.dispatchEvent(new Event("change")); return true; })()`, name, value))
	}
	// A board that takes long.
	labtest.Eval[bool](t, b, `(() => { const s = document.querySelector("[aria-label=puzzle]"); s.selectedIndex = s.length - 1; s.dispatchEvent(new Event("change")); return true; })()`)
	b.Await(t, limit, a+`.querySelectorAll("svg").length === 1`)
	press(t, b, "Step")
	b.Await(t, limit, a+`.dataset.iterations === "1"`)
	press(t, b, "Step")
	b.Await(t, limit, a+`.dataset.iterations === "2"`)
	alltest.Check(t, number(a+`.querySelectorAll(".fb-heat path").length`) != 0, "no pheromone on the board")
	set("ants", "3")
	b.Await(t, limit, `document.querySelector(".formicary-fault").textContent === "" && !document.querySelector(".formicary-waits")`)
	set("ants", "0")
	b.Await(t, limit, `document.querySelector(".formicary-fault").textContent === "ants = 0: expected 1 to 10000"`)
	set("ants", "4")
	set("tau0", "2")
	b.Await(t, limit, `document.querySelector(".formicary-waits[data-name=tau0]") !== null`)
	press(t, b, "Play")
	b.Await(t, limit, a+`.dataset.iterations > 40`)
	press(t, b, "Pause")
	b.Await(t, limit, a+`.querySelector(".formicary-play-says").textContent.includes("paused")`)
	at := iterations()
	press(t, b, "Step")
	b.Await(t, limit, fmt.Sprintf(a+`.dataset.iterations === "%d"`, at+1))
	alltest.Check(t, number(`document.querySelector(".formicary-line.formicary-a").getAttribute("d").split("L").length`) >= 2,
		"no curve of the cost")
	press(t, b, "Add a second variant")
	b.Await(t, limit, `document.querySelectorAll(".formicary-side-b .formicary-parameter").length > 5`)
	press(t, b, "Step")
	b.Await(t, limit, `document.querySelector(".formicary-side-b").dataset.iterations === "1" && `+a+`.dataset.iterations === "1"`)
	// Many seeds of both; on another board the curve follows a control, and the last one stays in grey.
	choose := func(at string) {
		labtest.Eval[bool](t, b, `(() => { const s = document.querySelector("[aria-label=puzzle]"); s.selectedIndex = `+at+`; s.dispatchEvent(new Event("change")); return true; })()`)
	}
	curve := func(class string) string {
		return labtest.Eval[string](t, b, `document.querySelector(".formicary-tallies .formicary-line.formicary-`+class+`").getAttribute("d")`)
	}
	choose("13")
	labtest.Eval[bool](t, b, `(() => { const e = [...document.querySelectorAll("label")].find(e => e.textContent.startsWith("iterations each")).querySelector("input"); e.value = 20; return true; })()`)
	press(t, b, "Run many seeds")
	const ended = `document.querySelector(".formicary-tallies").dataset.iterations === "20" && [...document.querySelectorAll("button")].some(e => e.textContent === "Run many seeds")`
	b.Await(t, limit, ended)
	tally := labtest.Eval[string](t, b, `document.querySelector(".formicary-tally").innerText`)
	if !strings.Contains(tally, "A: ") || !strings.Contains(tally, "of 100 seeds decided by iteration 20") || !strings.Contains(tally, "neither") {
		t.Errorf("many seeds come to %q", tally)
	}
	choose("12")
	b.Await(t, limit, ended)
	alltest.Check(t, curve("before") == "", "a curve of another puzzle stays: %s", curve("before"))
	old := curve("a")
	set("ants", "1")
	b.Await(t, limit, `document.querySelector(".formicary-tallies .formicary-line.formicary-before").getAttribute("d") !== "" && `+ended)
	alltest.Check(t, curve("before") == old && curve("a") != old && strings.Contains(curve("a"), "L"), "the curve was %s, now %s, in grey %s", old, curve("a"), curve("before"))
	b.Screenshot(t, "many")

	press(t, b, "Paste one")
	paste := func(text string) {
		labtest.Eval[bool](t, b, fmt.Sprintf(`(() => { document.querySelector("textarea").value = %q; return true; })()`, text))
		press(t, b, "Read it")
	}
	paste("nurikabe/2/2/zz")
	b.Await(t, limit, `document.querySelector(".formicary-fault").textContent.startsWith("Line 1, character ")`)
	paste("https://puzz.link/p?sudoku/9/9/g2j5g3j7h1i9g4")
	b.Await(t, limit, `document.querySelector(".formicary-fault").textContent !== ""`)
	labtest.Eval[bool](t, b, `(() => { document.querySelector("[aria-label='kind of puzzle']").value = "sudoku"; return true; })()`)
	paste("53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79")
	b.Await(t, limit, a+`.querySelector("select").value.startsWith("sudoku/") && document.querySelector(".formicary-fault").textContent === ""`)
	chosen("pasted: 1, 9×9")
	press(t, b, "Play")
	b.Await(t, limit, a+`.dataset.status === "solved"`)

	press(t, b, "Draw one")
	labtest.Eval[bool](t, b, `(() => { const k = document.querySelector("[aria-label='kind of puzzle']"); k.value = "nonogram"; k.dispatchEvent(new Event("change")); ["r2c2", "r2c3", "r3c2"].forEach(n => document.querySelector("[aria-label=" + n + "]").click()); return true; })()`)
	press(t, b, "Play it")
	b.Await(t, limit, a+`.querySelector("select").value.startsWith("nonogram/")`)
	chosen("this puzzle: drawn, 8×8")
	labtest.Eval[bool](t, b, `(() => { const e = document.querySelector(".formicary-side-a select"); e.value = "nonogram/exact"; e.dispatchEvent(new Event("change")); return true; })()`)
	press(t, b, "Play")
	b.Await(t, limit, a+`.dataset.status === "unique"`)

	for _, width := range []int{380, 900, 1600} {
		b.Look(t, width, width == 900)
		over := number(`document.documentElement.scrollWidth - window.innerWidth`)
		alltest.Check(t, over <= 0, "%d pixels: the page scrolls sideways by %d", width, over)
		b.Screenshot(t, fmt.Sprint(width))
	}
	b.Axe(t)
	b.Quiet(t, "file://")
}

// TestPlayHostile: names of puzzles mean nothing.
func TestPlayHostile(t *testing.T) {
	alltest.Only(t, "it plays in a browser")
	const evil = `</script><img src=x onerror="window.evil=1"><b>`
	p := alltest.Must(nurikabe.New(evil, puzzle.Size{Rows: 2, Cols: 2}, []int{1, 0, 0, 0}))(t)
	b, _ := playPage(t, "nurikabe", p)
	press(t, b, "Paste one")
	labtest.Eval[bool](t, b, fmt.Sprintf(`(() => { document.querySelector("textarea").value = "id: " + %q + "\n2.\n..\n"; return true; })()`, evil))
	press(t, b, "Read it")
	b.Await(t, limit, `document.querySelector("[aria-label='set of puzzles']").value === "pasted" && document.querySelector("[aria-label=puzzle]").textContent.includes("onerror")`)
	press(t, b, "Step")
	b.Await(t, limit, `document.querySelector(".formicary-side-a").dataset.iterations === "1"`)
	alltest.Check(t, !labtest.Eval[bool](t, b, `!!window.evil || !!document.querySelector("main img")`), "a name became markup")
}
