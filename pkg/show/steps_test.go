package show

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"formicary/pkg/lab/labtest"
	"formicary/pkg/puzzle"
)

// TestStepsInBrowser moves through steps by button, slider and by letting them
// play; two of them on a page do not disturb each other.
func TestStepsInBrowser(t *testing.T) {
	r := record(t)
	var figures []Figure
	for i := range 4 {
		figures = append(figures, Captioned(puzzle.SVG(fmt.Sprintf("<svg><text>%d</text></svg>", i+1)), "step %d", i+1))
	}
	Steps(figures...)
	Steps(figures[:2]...)
	file := filepath.Join(t.TempDir(), "steps.html")
	document := "<!DOCTYPE html><title>steps</title>" + r.all()[0].html + r.all()[1].html
	if err := os.WriteFile(file, []byte(document), 0o644); err != nil {
		t.Fatal(err)
	}
	b := labtest.Open(t, labtest.Offline)
	b.Go(t, "file://"+file)
	seen := func() string {
		return labtest.Eval[string](t, b, `[...document.querySelectorAll(".formicary-steps")].map(box => [...box.querySelectorAll(".formicary-step")].filter(s => s.checkVisibility()).map(s => s.querySelector("figcaption").textContent).join("+") + ", " + box.querySelector("output").textContent).join("; ")`)
	}
	check := func(after, want string) {
		t.Helper()
		if got := seen(); got != want {
			t.Errorf("after %s: %s, want %s", after, got, want)
		}
	}
	const other = "; step 2, 2 of 2"
	check("opening", "step 4, 4 of 4"+other)
	b.Click(t, `[data-do="back"]`)
	check("one step back", "step 3, 3 of 4"+other)
	b.Click(t, `[data-do="next"]`)
	b.Click(t, `[data-do="next"]`)
	check("going on past the end", "step 4, 4 of 4"+other)
	labtest.Eval[bool](t, b, `(s => { s.focus(); return true })(document.querySelector(".formicary-steps input"))`)
	b.Press(t, labtest.Home)
	check("Home", "step 1, 1 of 4"+other)
	b.Press(t, labtest.ArrowRight)
	check("an arrow", "step 2, 2 of 4"+other)
	// Playing goes from the beginning when it is at the end, and stops there.
	b.Press(t, labtest.End)
	b.Click(t, `[data-do="play"]`)
	b.Await(t, labtest.Patience, `document.querySelector(".formicary-steps").dataset.step === "1"`)
	b.Await(t, labtest.Patience, `document.querySelector(".formicary-steps").dataset.step === "4" && document.querySelector("[data-do=play]").getAttribute("aria-label") === "play"`)
	check("playing", "step 4, 4 of 4"+other)
	if errors := b.Errors(); len(errors) > 0 {
		t.Errorf("the page threw %q", errors)
	}
	if requests := b.Requests("file:"); len(requests) > 0 {
		t.Errorf("the page asks for %q", requests)
	}
}
