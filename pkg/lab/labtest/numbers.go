package labtest

import (
	"strings"
	"testing"

	"formicary/pkg/alltest"
)

// SavesNumbers presses the button below the first chart of a page that saves
// its numbers, and looks at the file that the page makes: comma-separated
// values, with a header and at least one row, of a name that ends in .csv.
// Every drawn chart must have the button.
func (b *Browser) SavesNumbers(t testing.TB) {
	t.Helper()
	if bare := Eval[[]string](t, b, `[...document.querySelectorAll(".formicary-drawn")].filter(c => !c.querySelector(".formicary-data:not([hidden]) > button")).map(c => c.querySelector(".formicary-title").textContent)`); len(bare) > 0 {
		t.Errorf("charts whose numbers cannot be saved: %q", bare)
		return
	}
	Eval[any](t, b, `(() => {
		const make = URL.createObjectURL;
		URL.createObjectURL = blob => { window.savedBlob = blob; return make.call(URL, blob) };
		document.addEventListener("click", event => { if (event.target.download) window.savedName = event.target.download }, true);
	})(), null`)
	for range 20 { // a page that moves while it is drawn has the button elsewhere once it is pressed
		b.Click(t, ".formicary-drawn .formicary-data > button")
		if Eval[bool](t, b, `new Promise(done => setTimeout(() => done(!!window.savedBlob && !!window.savedName), 1000))`) {
			break
		}
	}
	b.Await(t, Patience, "window.savedBlob && window.savedName")
	name := Eval[string](t, b, "savedName")
	text := Eval[string](t, b, "savedBlob.text()")
	alltest.Check(t, strings.HasSuffix(name, ".csv") && len(name) >= 6, "the numbers of a chart are saved as %q", name)
	alltest.Check(t, strings.Count(text, "\n") >= 2 && strings.Contains(text, ","), "%s holds %.200q", name, text)
}
