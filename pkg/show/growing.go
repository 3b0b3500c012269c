package show

import (
	"html"
	"time"

	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
)

// growing is a chart with a line below it that changes in place, drawn by
// whoever has news. It belongs to one goroutine.
type growing struct {
	id      string
	next    time.Time
	element string
	updates int
}

func newGrowing() *growing { return &growing{id: displayID()} }

// watch draws, but not too often; see [liveShare].
func (g *growing) watch(draw func() (charts.Chart, string)) {
	start := time.Now()
	if start.Before(g.next) {
		return
	}
	g.update(false)(draw())
	g.next = time.Now().Add(max(liveEvery, liveShare*time.Since(start)))
}

// end draws what stays.
func (g *growing) end(c charts.Chart, state string) {
	g.update(true)(c, state)
	reader().flush()
}

func (g *growing) update(last bool) func(c charts.Chart, state string) {
	return func(c charts.Chart, state string) {
		if g.element == "" {
			g.element = c.ID()
		} else {
			g.updates++
		}
		o := output{id: g.id, html: page.Live(c, g.element, g.updates) +
			`<div class="formicary-progress" style="font-variant-numeric:tabular-nums">` + html.EscapeString(state) + `</div>`}
		switch {
		case last:
			o.html += libraryOnce()
			o.plain = c.String()
		case g.updates == 0:
			o.html += library()
		}
		reader().put(o)
	}
}
