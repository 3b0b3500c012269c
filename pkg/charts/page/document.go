package page

import (
	"bytes"
	_ "embed" // document.css
	"fmt"
	"html"
	"regexp"
	"strings"

	"formicary/pkg/markup"
)

//go:embed document.css
var documentStyle string

// heading matches a heading of a notebook's text, as nbconvert writes it.
var heading = regexp.MustCompile(`(?s)<h([1-3]) id="([^"]*)">(.*?)<a class="anchor-link" href="[^"]*">[^<]*</a></h[1-3]>`)

// tag matches what is no text.
var tag = regexp.MustCompile(`<[^>]*>`)

// ContentsPlace and SourcesPlace are where [Document] puts the list of headings and
// the line about runs.
const (
	ContentsPlace = "<!-- formicary: contents -->"
	SourcesPlace  = "<!-- formicary: sources -->"
	StylePlace    = "<!-- formicary: style -->"
)

// Document makes a notebook's document, as the lab's template has it, one to read: a
// list of its headings, one line about the mode and the runs of all cells, and the
// style and the program of both, with [Once].
func Document(document []byte, mode string, sources []Source) []byte {
	document, contents := contentsOf(document)
	fold := `<p class="formicary-fold" hidden><button type="button" aria-pressed="false">Show all code</button></p>` + handed + "\n"
	if !bytes.Contains(document, []byte(`<details class="formicary-code"`)) {
		fold = ""
	}
	// Nothing of a cell's code scrolls but the code: a reader with a keyboard need not stop there.
	document = bytes.ReplaceAll(document, []byte(`class="jp-Cell-inputWrapper" tabindex="0"`), []byte(`class="jp-Cell-inputWrapper"`))
	for place, text := range map[string]string{
		StylePlace: "<style>\n" + documentStyle + "</style>", ContentsPlace: contents + fold,
		SourcesPlace: gathered(mode, sources) + Script(),
	} {
		document = bytes.Replace(document, []byte(place), []byte(text), 1)
	}
	return Once(document)
}

// fragment writes an id for an address as [net/url.PathEscape] does: that package
// brings two more into each cell.
func fragment(id string) string {
	var b strings.Builder
	for _, c := range []byte(id) {
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-_.~$&+=:@", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// contentsOf gives all headings names of their own and lists them, if there are
// several. The first one is the title.
func contentsOf(document []byte) (named []byte, contents string) {
	var b strings.Builder
	seen, count := map[string]int{}, 0
	named = heading.ReplaceAllFunc(document, func(found []byte) []byte {
		m := heading.FindSubmatch(found)
		id := html.UnescapeString(string(m[2]))
		seen[id]++
		if n := seen[id]; n > 1 {
			id = fmt.Sprintf("%s-%d", id, n)
		}
		text := strings.Join(strings.Fields(html.UnescapeString(tag.ReplaceAllString(string(m[3]), ""))), " ")
		if string(m[1]) != "1" {
			count++
			fmt.Fprintf(&b, `<li class="formicary-level-%s"><a href="#%s">%s</a></li>`, m[1], markup.HTML(fragment(id)), markup.HTML(text))
		}
		return fmt.Appendf(nil, `<h%s id="%s">%s</h%s>`, m[1], markup.HTML(id), m[3], m[1])
	})
	if count < 2 {
		return named, ""
	}
	return named, `<nav class="formicary-contents" aria-label="Contents"><details open><summary>Contents</summary><ul>` + b.String() + "</ul></details></nav>" + handed + "\n"
}
