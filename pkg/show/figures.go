package show

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"sync"

	"formicary/pkg/assets"
	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/lists"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
)

// Figure is a drawing with a caption.
type Figure struct {
	Caption string
	SVG     puzzle.SVG
}

// Captioned is a [Figure] with a caption formatted as by [fmt.Sprintf].
func Captioned(svg puzzle.SVG, format string, args ...any) Figure {
	return Figure{sprint(format, args), svg}
}

// Draw shows a puzzle, once for each view, or without marks where there is none.
func Draw(p puzzle.Puzzle, views ...puzzle.View) {
	if len(views) == 0 {
		views = []puzzle.View{{}}
	}
	figures := lists.Map(views, func(v puzzle.View) Figure { return Figure{v.Title, p.Draw(v)} })
	Boards(figures...)
}

// Boards shows drawings with their captions side by side, wrapping at the
// page's edge.
func Boards(figures ...Figure) {
	var b, plain strings.Builder
	b.WriteString(`<div class="formicary-boards" style="display:flex;flex-wrap:wrap;gap:1rem 1.5rem;align-items:flex-start;margin:.4rem 0">`)
	for _, f := range figures {
		b.WriteString(f.markup(columns(len(figures))))
		fmt.Fprintln(&plain, f.plain())
	}
	b.WriteString("</div>")
	put(output{html: b.String(), plain: plain.String()})
}

// columns is the width of a figure beside others: two or three fit a page of
// 900 pixels, whatever their natural size.
func columns(n int) string {
	switch n {
	case 1:
		return "max-width:100%"
	case 2:
		return "max-width:max(calc(50% - 1rem),min(100%,calc((33rem - 100%)*99)))" // the whole of a phone
	}
	return "max-width:calc(33.3% - 1.2rem);min-width:min(100%,9.5rem)"
}

func (f Figure) markup(width string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<figure style="margin:0;%s">`, width)
	b.WriteString(string(f.SVG))
	if f.Caption != "" {
		fmt.Fprintf(&b, `<figcaption style="font-size:.9em;margin-top:.25rem">%s</figcaption>`, markup.HTML(f.Caption))
	}
	b.WriteString("</figure>")
	return b.String()
}

var titleElement = regexp.MustCompile(`(?s)<title[^>]*>(.*?)</title>`)

// plain is the caption, and the drawing's own text alternative.
func (f Figure) plain() string {
	title := ""
	if m := titleElement.FindStringSubmatch(string(f.SVG)); m != nil {
		title = html.UnescapeString(m[1])
	}
	switch {
	case f.Caption == "" || f.Caption == title:
		return title
	case title == "":
		return f.Caption
	}
	return f.Caption + " (" + title + ")"
}

// Chart shows charts, one below the other. The first one of a cell includes the
// chart library; package page says why every cell does.
func Chart(all ...charts.Drawable) {
	for _, d := range all {
		c := d.Chart()
		put(output{html: chartMarkup(c) + cited.markup(c) + libraryOnce(), plain: c.String()})
	}
}

// chartMarkup is the chart with its notes, and a warning where it is incomplete.
func chartMarkup(c charts.Chart) string {
	body := page.Chart(c)
	const style = ` style="margin:.2rem 0;font-size:90%"`
	notes := lists.Map(c.Notes, markup.HTML)
	switch {
	case len(notes) == 1:
		body += "<p" + style + ">Note: " + notes[0] + "</p>"
	case len(notes) > 1:
		body += fmt.Sprintf("<details%s><summary>%d notes</summary><ul><li>%s</li></ul></details>", style, len(notes), strings.Join(notes, "</li><li>"))
	}
	if err := c.Check(); err != nil {
		return body + warning(markup.HTML(err.Error()))
	}
	return body
}

// library is the markup of the chart library, or of the reason why it is
// missing.
var library = sync.OnceValue(func() string {
	text, err := assets.Echarts()
	if err != nil {
		return warning(markup.HTML("Charts are shown as text: " + err.Error()))
	}
	return page.Library(text)
})

// brought says what the outputs of this program that are not replaced have.
var brought struct {
	sync.Mutex
	library, script bool
}

// libraryOnce is the library for the first output of this program that is not
// replaced, and nothing for the others.
func libraryOnce() string {
	brought.Lock()
	defer brought.Unlock()
	if brought.library {
		return ""
	}
	brought.library = true
	return library()
}

// scriptOnce is the same for what needs the page's program only: the library has it.
func scriptOnce() string {
	brought.Lock()
	defer brought.Unlock()
	if brought.library || brought.script {
		return ""
	}
	brought.script = true
	return page.Script()
}
