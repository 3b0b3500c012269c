package page_test

import (
	"fmt"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab/labtest"
)

// TestTextsApart draws each kind of chart as a browser with its fonts does, all on
// one page, at the width of a phone, of a notebook and of a wide screen, and then
// again of a phone: no two texts of a chart overlap, none is cut, and none lies on a
// mark. With FORMICARY_SCREENSHOTS=FOLDER it writes the contact sheet: all charts at each
// width, light and dark.
func TestTextsApart(t *testing.T) {
	alltest.Only(t, "it draws all charts at four widths in a browser")
	_, all := sample.Charts()
	parts := []string{`<style>body{max-width:none}</style>`, page.Library(echartsText(t))}
	for _, c := range all {
		parts = append(parts, page.Chart(c))
	}
	b := browser(t)
	for i, width := range []int{380, 932, 1632, 380} { // less the margins
		if i == 0 {
			open(t, b, document(parts...), width, len(all))
		} else {
			b.Look(t, width, false)
		}
		b.Await(t, labtest.Patience, `[...document.querySelectorAll(".formicary-plot")].every(p => p.querySelector("svg") && Math.abs(p.clientWidth - p.querySelector("svg").getBoundingClientRect().width) < 2)`)
		for theme, dark := range map[string]bool{"light": false, "dark": true} {
			b.Look(t, width, dark)
			b.Screenshot(t, fmt.Sprint(width, "-", theme))
		}
		for _, fault := range b.Faults(t) {
			t.Errorf("at %d pixels: %s", width, fault)
		}
	}
	n := labtest.Eval[int](t, b, `document.querySelectorAll(".formicary-plot svg text").length`)
	alltest.Check(t, n >= 20*len(all)/2, "only %s", fmt.Sprint(n, " texts were measured"))
}
