package page_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab/labtest"
)

// TestVSCode shows outputs as the renderer of VS Code's notebooks does: it sets their markup, then runs a copy of each
// script at the end of the output and takes it away at once. It may show the outputs in any order.
func TestVSCode(t *testing.T) {
	alltest.Only(t, "it looks at pages in a browser")
	const render = `(outputs => (outputs.forEach(html => {
		const e = document.createElement("div");
		e.innerHTML = html;
		document.body.appendChild(e);
		Array.from(e.getElementsByTagName("script")).forEach(node => {
			const script = document.createElement("script");
			script.text = node.innerText;
			["type", "src", "nonce", "noModule", "async"].forEach(key => {
				const value = node[key] || node.getAttribute(key);
				if (value) script.setAttribute(key, value);
			});
			e.appendChild(script).parentNode.removeChild(script);
		});
	}), true))(%s)`
	frame := func(text string) string { return `<div class="mathjax_ignore">` + text + `</div>` }
	c := page.Chart(charts.RunTimes(sample.RunTimes(1)))
	bare := frame(script.ReplaceAllString(c+page.Film(reel(4)), ""))
	outputs := []string{bare, frame(c + page.Script()), frame(page.Film(reel(4)) + page.Script()), frame(c + page.Library(echartsText(t))), bare}
	text := alltest.Must(json.Marshal(outputs))(t)
	b := browser(t)
	openBare(t, b, document(), 900, 0)
	labtest.Eval[bool](t, b, fmt.Sprintf(render, text))
	b.Await(t, labtest.Patience, `document.querySelectorAll(".formicary-drawn .formicary-plot svg").length === 2`)
	got := labtest.Eval[string](t, b, `["chart", "film"].map(name => formicary.boxes(name).length).join()`)
	alltest.Check(t, got == "2,1", "taken up are %s charts and films, want 2,1", strings.ReplaceAll(got, ",", " and "))
}
