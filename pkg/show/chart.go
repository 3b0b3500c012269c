package show

import (
	"sync"

	"formicary/pkg/assets"
	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/markup"
)

// Chart shows charts, one below the other. The first one of a cell includes the
// chart library; package page says why every cell does.
func Chart(all ...charts.Drawable) {
	for _, d := range all {
		c := d.Chart()
		put(output{html: chartMarkup(c) + met.markup(c) + libraryOnce(), plain: c.String()})
	}
}

// chartMarkup is the chart with its notes, and a warning where it is incomplete.
func chartMarkup(c charts.Chart) string {
	body := page.Chart(c)
	for _, note := range c.Notes {
		body += `<p style="margin:.2rem 0;font-size:90%">Note: ` + markup.HTML(note) + `</p>`
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
