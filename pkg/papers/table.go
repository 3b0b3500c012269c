package papers

import (
	"fmt"
	"regexp"
	"strings"
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
				here = append(here, breaks.Replace(plain(name)))
			}
		}
		where := strings.Join(here, ", ")
		if r.Reading != "" {
			where += "<br>Read so: " + plain(r.Reading)
		}
		said := string(r.Verdict)
		if r.Sentence != "" {
			said += ": " + plain(r.Sentence)
		}
		fmt.Fprintf(&b, "| %s<br>(%s) | %s | %s | %s |\n", plain(r.Place), r.Kind, plain(r.Paper), where, said)
	}
	return b.String()
}

// breaks lets the line of a long name be broken.
var breaks = strings.NewReplacer("/", "/<wbr>", ".", ".<wbr>")

// marks have a meaning in Markdown.
var marks = strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "<", "&lt;", "[", `\[`, "$", `\$`)

// plain keeps a text from being read as Markdown.
func plain(text string) string { return marks.Replace(text) }
