package papers

import (
	"fmt"
	"regexp"
	"strings"

	"formicary/pkg/markup"
)

// notebook matches the name of one.
var notebook = regexp.MustCompile(`^\d\d-[a-z0-9-]+$`)

// Markdown is a table of judged rows.
func Markdown(rows []Judged) string {
	var b strings.Builder
	b.WriteString("| place | the paper has | here | what comes out |\n|---|---|---|---|\n")
	for _, r := range rows {
		var here []string
		for _, name := range r.names() {
			if notebook.MatchString(name) {
				here = append(here, fmt.Sprintf("[%s](%s.ipynb)", name, name))
			} else {
				here = append(here, breaks.Replace(markup.Markdown(name)))
			}
		}
		where := strings.Join(here, ", ")
		if r.Reading != "" {
			where += "<br>Read so: " + markup.Markdown(r.Reading)
		}
		said := string(r.Verdict)
		if r.Sentence != "" {
			said += ": " + markup.Markdown(r.Sentence)
		}
		fmt.Fprintf(&b, "| %s<br>(%s) | %s | %s | %s |\n", markup.Markdown(r.Place), r.Kind, markup.Markdown(r.Paper), where, said)
	}
	return b.String()
}

// breaks lets the line of a long name be broken: at a slash or a point.
var breaks = strings.NewReplacer("/", "/<wbr>", "&#46;", "&#46;<wbr>")
