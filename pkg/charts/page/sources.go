package page

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"formicary/pkg/markup"
)

// Source says where runs come from that were not made where they are shown: in
// short, and in full.
type Source struct{ Short, Full string }

// Markup is a line with the short text that unfolds to the full one. It is to be an
// output of its own, so that whoever writes a finished document can gather those of
// all cells: see [ReadSource] and [Document].
func (s Source) Markup() string {
	return fmt.Sprintf(`<details class="formicary-source" style="font-size:.85em;color:var(--jp-content-font-color2,inherit)"><summary style="cursor:pointer">%s</summary><p style="margin:.2rem 0 0 1rem;white-space:pre-line">%s</p></details>`,
		markup.HTML(s.Short), markup.HTML(s.Full))
}

// Mode is the markup of a line above the outputs of a cell that depend on how much it
// runs, "quick" or "full". It is to be an output of its own, too.
func Mode(mode string) string {
	return `<div class="formicary-mode" style="text-align:right;line-height:1.2;font-size:.75rem;color:var(--jp-content-font-color2,inherit)">` + markup.HTML(mode) + ` mode</div>`
}

// alone matches an output that is one element and nothing else but a frame.
func alone(element string) *regexp.Regexp {
	return regexp.MustCompile(`^(?:<div class="mathjax_ignore"[^>]*>)?` + element + `(?:</div>)?$`)
}

var (
	sourceAlone = alone(`<details class="formicary-source"[^>]*><summary[^>]*>([^<]*)</summary><p[^>]*>([^<]*)</p></details>`)
	modeAlone   = alone(`<div class="formicary-mode"[^>]*>(\w+) mode</div>`)
)

// ReadSource reads an output that [Source.Markup] is alone in.
func ReadSource(output string) (s Source, ok bool) {
	m := sourceAlone.FindStringSubmatch(output)
	if m == nil {
		return Source{}, false
	}
	return Source{html.UnescapeString(m[1]), html.UnescapeString(m[2])}, true
}

// ReadMode reads an output that [Mode] is alone in; "" is another one.
func ReadMode(output string) string {
	if m := modeAlone.FindStringSubmatch(output); m != nil {
		return m[1]
	}
	return ""
}

// briefly is how long the short texts of a document's sources may be together: the line says of longer ones how many they are.
const briefly = 200

// gathered is the one line of a document about the mode of all its cells ("" where
// they differ) and where runs come from, each once.
func gathered(mode string, sources []Source) string {
	var all []Source
	for _, s := range sources {
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	said := ""
	if mode != "" {
		said = strings.ToUpper(mode[:1]) + mode[1:] + " mode"
	}
	switch {
	case len(all) == 0 && said == "":
		return ""
	case len(all) == 0:
		return `<p class="formicary-sources">` + markup.HTML(said) + ".</p>\n"
	case said != "":
		said += ". "
	}
	if len(all) == 1 && all[0].Short == all[0].Full {
		return `<p class="formicary-sources">` + markup.HTML(said+all[0].Full) + "</p>\n"
	}
	var b strings.Builder
	b.WriteString(`<details class="formicary-sources"><summary>`)
	var short []string
	for _, s := range all {
		if !slices.Contains(short, s.Short) {
			short = append(short, s.Short)
		}
	}
	told := strings.Join(short, "; ")
	if len(short) > 1 && len(told) > briefly {
		told = fmt.Sprintf("%d sources", len(short))
	}
	b.WriteString(markup.HTML(said + "Where runs come from: " + told))
	b.WriteString("</summary><ul>")
	for _, s := range all {
		fmt.Fprintf(&b, "<li>%s</li>", markup.HTML(s.Full))
	}
	b.WriteString("</ul></details>\n")
	return b.String()
}
