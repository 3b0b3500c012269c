package gallery_test

import (
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/puzzle"
)

// TestPlayAddress: an address at puzz.link that the lab writes is pasted, of every kind
// that has one, whatever kind is chosen beside it, and is the same puzzle; of one that
// is broken the page says where.
func TestPlayAddress(t *testing.T) {
	alltest.Only(t, "it plays in a browser")
	b, _ := playPage(t, "nurikabe", nil)
	press(t, b, "Paste one")
	paste := func(text string) {
		t.Helper()
		labtest.Eval[bool](t, b, fmt.Sprintf(`(() => { document.querySelector("textarea").value = %q; return true; })()`, text))
		press(t, b, "Read it")
	}
	for _, c := range []struct{ kind, set, broken, wrong string }{
		{"nurikabe", "open-908", "https://puzz.link/p?nurikabe/5/5/zz!", "Line 1, character 35 of the puzzle: expected 5 more cells, found 20 ('z')"},
		{"sudoku", "open", "https://puzz.link/p?sudoku/9/9/g2j5", "Line 1, character 36 of the puzzle: expected 74 more cells, found the end"},
		{"nonogram", "open", "https://puzz.link/p?nonogram/5/x/1", "Line 1, character 32 of the puzzle: expected "},
	} {
		kind := alltest.Must(engines.FindKind(c.kind))(t)
		format := alltest.Must(kind.Format("url"))(t)
		want := kind.MustOpen(c.set).Items[1]
		var address strings.Builder
		alltest.OK(t, format.Write(&address, puzzle.Set{Items: []puzzle.Item{want}}))
		alltest.Require(t, strings.HasPrefix(address.String(), "https://puzz.link/p?"), "the address is %s", address.String())
		paste(c.broken)
		b.Await(t, limit, `document.querySelector(".formicary-fault").textContent`)
		said := labtest.Eval[string](t, b, `document.querySelector(".formicary-fault").textContent`)
		alltest.Check(t, strings.HasPrefix(said, c.wrong), "of %s the page says %q, want %q", c.broken, said, c.wrong)
		paste(address.String())
		b.Await(t, limit, fmt.Sprintf(`document.querySelector(".formicary-play").dataset.puzzle === %q && document.querySelector(".formicary-fault").textContent === ""`, want.Hash().String()))
		b.Await(t, limit, fmt.Sprintf(`document.querySelector(".formicary-side-a select").value.startsWith(%q)`, c.kind+"/"))
		press(t, b, "Paste one")
	}
	paste("https://puzz.link/p?nosuchkind/5/5/zz")
	b.Await(t, limit, `document.querySelector(".formicary-fault").textContent === "No engine of this page plays nosuchkind."`)
	b.Quiet(t, "file://")
}

// TestPlayKept: the space bar starts and stops, and the page's address has what the reader chose, also after it is loaded
// again; an address of somebody else's making does no harm.
func TestPlayKept(t *testing.T) {
	alltest.Only(t, "it plays in a browser")
	b, _ := playPage(t, "nurikabe", nil)
	const a, ready = `document.querySelector(".formicary-side-a")`, `document.querySelector(".formicary-play[data-ready]") !== null`
	const button, seed = `document.querySelector(".formicary-main").textContent`, `document.querySelector("[inputmode=numeric][size]")`
	b.Press(t, " ") // as soon as the page is open
	b.Await(t, limit, button+` === "Pause" && `+a+`.dataset.iterations > 3`)
	b.Press(t, " ")
	b.Await(t, limit, button+` === "Play"`)
	n := labtest.Eval[int](t, b, a+`.querySelectorAll("svg").length`)
	alltest.Require(t, n == 1, "%d boards", n)
	board := labtest.Eval[[]float64](t, b, `[`+a+`.querySelector("svg").getBoundingClientRect(), `+a+`.getBoundingClientRect()].map(r => r.width)`)
	alltest.Check(t, board[0] >= 0.9*board[1], "the board is %.0f of %.0f pixels wide", board[0], board[1])
	labtest.Eval[any](t, b, `(() => { const e = `+seed+`; e.value = "77"; e.dispatchEvent(new Event("change")); const p = document.querySelector("[aria-label=puzzle]"); p.selectedIndex = 2; p.dispatchEvent(new Event("change")); const r = document.querySelector(".formicary-side-a [data-name=rho] input[type=number]"); r.value = "0.25"; r.dispatchEvent(new Event("change")); })(), null`)
	b.Await(t, limit, `document.querySelector(".formicary-side-a [data-name=rho][data-taken]")`)
	press(t, b, "Add a second variant")
	b.Await(t, limit, `decodeURIComponent(location.hash).includes('"seed":"77"') && decodeURIComponent(location.hash).split('"rho":').length === 3`)
	address, hash := labtest.Eval[string](t, b, `location.href`), labtest.Eval[string](t, b, `document.querySelector(".formicary-play").dataset.puzzle`)
	b.Go(t, "about:blank")
	b.Go(t, address)
	b.Await(t, limit, ready+` && `+seed+`.value === "77" && document.querySelector(".formicary-play").dataset.puzzle === "`+hash+`"`)
	b.Await(t, limit, `document.querySelector(".formicary-side-b") && +document.querySelector(".formicary-side-a [data-name=rho] input[type=number]").value === 0.25`)
	b.Look(t, 1600, false)
	if wide := labtest.Eval[float64](t, b, `[...document.querySelectorAll(".formicary-play-board svg")].reduce((sum, e) => sum + e.getBoundingClientRect().width, 0)`); wide < 0.9*1600 {
		t.Errorf("at 1600 pixels the boards of both variants take %.0f", wide)
	}
	for _, bad := range []string{`{"play0":{"puzzle":{"kind":"x","id":"","text":""},"sides":[["a",{}]]}}`, `{"play0":{"puzzle":{},"sides":[[]]}}`, `{"play0":7}`} {
		labtest.Eval[any](t, b, fmt.Sprintf(`location.hash = "view=" + encodeURIComponent(%q), null`, bad))
	}
	b.Await(t, limit, ready)
	for _, width := range []int{380, 1600} {
		b.Look(t, width, width == 380)
		b.Screenshot(t, fmt.Sprint(width))
	}
	b.Quiet(t, "file://", "about:")
}
