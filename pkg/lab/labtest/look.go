package labtest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"formicary/pkg/alltest"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Look makes the window so many pixels wide and the reader's theme light or dark.
func (b *Browser) Look(t testing.TB, width int, dark bool) {
	t.Helper()
	theme := "light"
	if dark {
		theme = "dark"
	}
	b.media(t, "", theme, width)
}

// Print shows the present page as it is printed.
func (b *Browser) Print(t testing.TB) {
	t.Helper()
	b.media(t, "print", "light", 800)
}

// PDF writes the present page, as it is printed, where [Browser.Screenshot] writes pictures.
func (b *Browser) PDF(t testing.TB, name string) {
	t.Helper()
	dir := os.Getenv("FORMICARY_SCREENSHOTS")
	if dir == "" {
		return
	}
	ctx, cancel := context.WithTimeout(b.ctx, Patience)
	defer cancel()
	out, err := chromedp.Call(ctx, page.PrintToPDF, page.PrintToPDFParams{})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, t.Name()+"-"+name+".pdf"), out.Data, 0o644)
	}
	alltest.Check(t, err == nil, "printing the page: %v", err)
}

func (b *Browser) media(t testing.TB, media, theme string, width int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, Patience)
	defer cancel()
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: media, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
	})
	if err == nil {
		err = chromedp.Do(ctx, chromedp.EmulateViewport(int64(width), 1000))
	}
	alltest.Require(t, err == nil, "a window of %d pixels in %s: %v", width, theme, err)
}

// Faults are what is wrong with how the present page looks at its width, each in words.
func (b *Browser) Faults(t testing.TB) []string {
	t.Helper()
	return Eval[[]string](t, b, faults)
}

// faults lists pairs of texts of a chart that lie on each other, texts that
// the picture's edge cuts, and texts that lie on a mark. A line of text has some
// air above and below its letters, which may touch: boxes are taken four pixels
// lower and two narrower than they are. Marks are small filled shapes; on a board
// and in a legend they belong to texts. It lists texts of the page that are cut, too, a page that is wider than its window, and a footer that
// is not at its foot. What charts have yet to draw since the page has another size is drawn first.
const faults = `(document.querySelectorAll(".formicary-plot").forEach(p => window.echarts?.getInstanceByDom(p)?.getZr().flush()), [...document.querySelectorAll(".formicary-chart:not(.formicary-explorer *)")].flatMap(chart => {
	if (!chart.querySelector("svg")) return [];
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
	return found.map(text => chart.querySelector(".formicary-title").textContent + ": " + text);
}).concat((wide => wide > innerWidth ? ["the page is " + wide + " pixels wide"] : [])(document.documentElement.scrollWidth),
	[...document.querySelectorAll("body > main ~ footer")].filter(e => e.getBoundingClientRect().top < document.querySelector("body > main").getBoundingClientRect().bottom).map(() => "the footer stands above the end of the page"),
	[...document.querySelectorAll("h1, h2, h3, p, li, td, th, button, label, summary")].filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === "hidden")
		.map(e => "“" + e.textContent.trim().slice(0, 60) + "” is cut")))`
