package page_test

import (
	"fmt"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab/labtest"
)

// overlaps lists pairs of texts of a chart that lie on each other, texts that
// the picture's edge cuts, and texts that lie on a mark. A line of text has some
// air above and below its letters, which may touch: boxes are taken four pixels
// lower and two narrower than they are. Marks are small filled shapes; on a board
// and in a legend they belong to texts.
const overlaps = `[...document.querySelectorAll(".formicary-chart")].map(chart => {
	const svg = chart.querySelector("svg").getBoundingClientRect();
	const texts = [...chart.querySelectorAll("svg text")].map(e => {
		const r = e.getBoundingClientRect();
		return {text: e.textContent, l: r.left + 1, r: r.right - 1, t: r.top + 2, b: r.bottom - 2};
	}).filter(x => x.text.trim() !== "" && x.r > x.l && x.b > x.t);
	const board = chart.querySelector("[role=slider]");
	const marks = board ? [] : [...chart.querySelectorAll("svg path")].filter(e => {
		const fill = e.getAttribute("fill");
		return fill && fill !== "none" && fill !== "transparent" && e.getAttribute("fill-opacity") !== "0" && !e.closest("defs");
	}).map(e => e.getBoundingClientRect()).filter(r => r.width > 3 && r.width < 22 && r.height > 3 && r.height < 22);
	const found = [];
	texts.forEach((a, i) => {
		if (a.l < svg.left - 2 || a.r > svg.right + 2 || a.t < svg.top - 3 || a.b > svg.bottom + 3)
			found.push("“" + a.text + "” is cut: from " + Math.round(a.l - svg.left) + " to " + Math.round(a.r - svg.left) + " of " + Math.round(svg.width));
		texts.slice(i + 1).forEach(b => {
			if (a.l < b.r && b.l < a.r && a.t < b.b && b.t < a.b)
				found.push("“" + a.text + "” and “" + b.text + "”");
		});
		const under = marks.filter(m => Math.min(a.r, m.right) - Math.max(a.l, m.left) > 3 && Math.min(a.b, m.bottom) - Math.max(a.t, m.top) > 3);
		if (under.length > 0)
			found.push("“" + a.text + "” lies on " + under.length + " marks");
	});
	return found;
})`

// TestTextsApart draws each kind of chart as a browser with its fonts does, all on
// one page, at the width of a phone, of a notebook and of a wide screen, and then
// again of a phone: no two texts of a chart overlap, none is cut, and none lies on a
// mark. With FORMICARY_SCREENSHOTS=FOLDER it writes the contact sheet: all charts at each
// width, light and dark.
func TestTextsApart(t *testing.T) {
	alltest.Only(t, "it draws all charts at four widths in a browser")
	names, all := sample.Charts()
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
		for i, chart := range labtest.Eval[[][]string](t, b, overlaps) {
			for _, text := range chart {
				t.Errorf("%s at %d pixels: %s", names[i], width, text)
			}
		}
	}
	if n := labtest.Eval[int](t, b, `document.querySelectorAll(".formicary-plot svg text").length`); n < 20*len(all)/2 {
		t.Errorf("only %s", fmt.Sprint(n, " texts were measured"))
	}
}
