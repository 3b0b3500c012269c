package page

import (
	"strings"

	"formicary/pkg/markup"
)

// Licence is what a page has to say of work that it carries: whose it is, and the text
// of its licence with all notices.
type Licence struct{ Name, Text string }

// Licences is the markup of a fold with licences, for the end of a page.
func Licences(all []Licence) string {
	var b strings.Builder
	b.WriteString(`<footer class="formicary-licences" style="box-sizing:border-box;width:100%;max-width:62.5rem;margin:0 auto 1rem;font-size:.85rem;overflow-wrap:anywhere"><details><summary>Licences</summary><p>This page carries these works.</p>`)
	for _, l := range all {
		b.WriteString(`<details><summary>` + markup.HTML(l.Name) + `</summary><pre style="white-space:pre-wrap;overflow-wrap:anywhere">` + markup.HTML(strings.TrimSpace(l.Text)) + `</pre></details>`)
	}
	b.WriteString("</details></footer>")
	return b.String()
}

// Carries says whether a document has ECharts, and whether it has a Go program.
func Carries(document []byte) (echarts, program bool) {
	return library.Match(document), programs.Match(document)
}
