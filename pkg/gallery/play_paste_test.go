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
		{"nurikabe", "open-908", "https://puzz.link/p?nurikabe/5/5/zz!", "the puzzle:1:35: expected 5 more cells, found 20 ('z')"},
		{"sudoku", "open", "https://puzz.link/p?sudoku/9/9/g2j5", "the puzzle:1:36: expected 74 more cells, found the end"},
		{"nonogram", "open", "https://puzz.link/p?nonogram/5/x/1", "the puzzle:1:32: expected "},
	} {
		kind := alltest.Must(engines.FindKind(c.kind))(t)
		format := alltest.Must(kind.Format("url"))(t)
		want := kind.MustOpen(c.set).Items[1]
		var address strings.Builder
		alltest.OK(t, format.Write(&address, puzzle.Set{Items: []puzzle.Item{want}}))
		if !strings.HasPrefix(address.String(), "https://puzz.link/p?") {
			t.Fatalf("the address is %s", address.String())
		}
		paste(c.broken)
		b.Await(t, limit, `document.querySelector(".formicary-fault").textContent`)
		if said := labtest.Eval[string](t, b, `document.querySelector(".formicary-fault").textContent`); !strings.HasPrefix(said, c.wrong) {
			t.Errorf("of %s the page says %q, want %q", c.broken, said, c.wrong)
		}
		paste(address.String())
		b.Await(t, limit, fmt.Sprintf(`document.querySelector(".formicary-play").dataset.puzzle === %q && document.querySelector(".formicary-fault").textContent === ""`, want.Hash().String()))
		b.Await(t, limit, fmt.Sprintf(`document.querySelector(".formicary-side-a select").value.startsWith(%q)`, c.kind+"/"))
		press(t, b, "Paste one")
	}
	b.Quiet(t, "file://")
}
