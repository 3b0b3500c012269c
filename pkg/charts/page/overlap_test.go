package page_test

import (
	"fmt"
	"testing"

	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/page"
)

// overlaps lists pairs of texts of a chart that lie on each other, and texts
// that the picture's edge cuts. A line of text has some air above and below its
// letters, which may touch: boxes are taken four pixels lower and two narrower
// than they are.
const overlaps = `[...document.querySelectorAll(".formicary-chart")].map(chart => {
	const svg = chart.querySelector("svg").getBoundingClientRect();
	const texts = [...chart.querySelectorAll("svg text")].map(e => {
		const r = e.getBoundingClientRect();
		return {text: e.textContent, l: r.left + 1, r: r.right - 1, t: r.top + 2, b: r.bottom - 2};
	}).filter(x => x.text.trim() !== "" && x.r > x.l && x.b > x.t);
	const found = [];
	texts.forEach((a, i) => {
		if (a.l < svg.left - 2 || a.r > svg.right + 2 || a.t < svg.top - 3 || a.b > svg.bottom + 3)
			found.push("“" + a.text + "” is cut: from " + Math.round(a.l - svg.left) + " to " + Math.round(a.r - svg.left) + " of " + Math.round(svg.width));
		texts.slice(i + 1).forEach(b => {
			if (a.l < b.r && b.l < a.r && a.t < b.b && b.t < a.b)
				found.push("“" + a.text + "” and “" + b.text + "”");
		});
	});
	return found;
})`

// TestTextsApart draws each kind of chart at the width of a phone and at that of
// a page, as a browser with its fonts does: no two texts of a chart overlap, and
// none is cut.
func TestTextsApart(t *testing.T) {
	names, all := sample.Charts()
	library := page.Library(echartsText(t))
	for _, width := range []int{380, 932} { // 932 less the margins is 900
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			parts := []string{library}
			for _, c := range all {
				parts = append(parts, page.Chart(c))
			}
			ctx := browser(t)
			open(t, ctx, document(parts...), width, len(all))
			found := eval[[][]string](t, ctx, overlaps)
			for i, chart := range found {
				for _, text := range chart {
					t.Errorf("%s: %s", names[i], text)
				}
			}
		})
	}
}
