package show

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	"formicary/pkg/markup"
)

// Live shows a chart that grows while an experiment runs: draw is called with
// the records so far, ordered by label (numbers in labels by value), and the
// chart changes in place. The notebook keeps the chart of the last records.
// Other runs go on while draw is called.
//
//	show.Run(plan, show.Live(charts.SuccessBySize))
func Live[D charts.Drawable](draw func(records []experiment.Record) D) experiment.Option {
	return live(func(records []experiment.Record) charts.Chart { return draw(records).Chart() })
}

// live is [Live] without a type parameter: the compiler makes what has one again
// for each cell.
func live(draw func(records []experiment.Record) charts.Chart) experiment.Option {
	g := newGrowing()
	var records []experiment.Record
	drawn := 0
	chart := func() (charts.Chart, string) {
		drawn = len(records)
		// Runs end in any order; the labels of a chart must not move.
		return draw(slices.SortedStableFunc(slices.Values(records), func(a, b experiment.Record) int {
			return cmp.Or(natural(a.Label(), b.Label()), cmp.Compare(a.Puzzle, b.Puzzle), cmp.Compare(a.Run, b.Run))
		})), ""
	}
	broken := false
	return together(experiment.OnRecord(func(r experiment.Record) { records = append(records, r) }), experiment.OnProgress(func(p experiment.Progress) {
		defer func() { // draw is the notebook's code
			if v := recover(); v != nil {
				broken = true
				Warn("the live chart stopped: %v", v)
			}
		}()
		switch {
		case broken:
		case p.Finished:
			met.records(records)
			g.end(chart())
		case len(records) > drawn:
			g.watch(chart)
		}
	}))
}

// together makes one option of several.
func together[S any](options ...func(*S)) func(*S) {
	return func(s *S) {
		for _, option := range options {
			option(s)
		}
	}
}

// The cadence of a growing chart: at most twice a second, and no more than a
// tenth of the time goes into computing it.
const (
	growEvery = 500 * time.Millisecond
	growShare = 10
)

// growing is a chart that changes in place, with a line of text below it. It
// belongs to one goroutine.
type growing struct {
	id      string // of the output
	element string // the chart's id on the page
	updates int
	next    time.Time
}

func newGrowing() *growing { return &growing{id: displayID()} }

// watch draws unless it did so a moment ago.
func (g *growing) watch(draw func() (charts.Chart, string)) {
	start := time.Now()
	if start.Before(g.next) {
		return
	}
	c, state := draw()
	g.put(c, state, "")
	g.next = time.Now().Add(max(growEvery, growShare*time.Since(start)))
}

// end draws what the notebook keeps.
func (g *growing) end(c charts.Chart, state string) {
	plain := c.String()
	if state != "" {
		plain += "\n" + state
	}
	g.put(c, state, plain)
	if body := met.markup(c); body != "" {
		reader().put(output{html: body})
	}
	reader().flush()
}

func (g *growing) put(c charts.Chart, state, plain string) {
	if g.element == "" {
		g.element = c.ID()
		// An output of its own: the chart's is replaced, and its style sheet with it.
		if body := libraryOnce(); body != "" {
			reader().put(output{html: body})
		}
	} else {
		g.updates++
	}
	body := page.Live(c, g.element, g.updates)
	if state != "" {
		body += `<div class="formicary-progress" style="font-variant-numeric:tabular-nums">` + markup.HTML(state) + `</div>`
	}
	reader().put(output{html: body, plain: plain, id: g.id})
}

// natural compares texts as people do: numbers in them by their value.
func natural(a, b string) int { return cmp.Compare(padded(a), padded(b)) }

var numeral = regexp.MustCompile(`[0-9]+(\.[0-9]*)?`)

// padded gives all numbers in a text as many digits before the point.
func padded(text string) string {
	return numeral.ReplaceAllStringFunc(text, func(number string) string {
		whole, _, _ := strings.Cut(number, ".")
		return strings.Repeat("0", max(0, 20-len(whole))) + number
	})
}
