package show

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
)

// Live shows a chart that grows while an experiment runs: draw is called with
// the records so far, ordered by label (numbers in labels by value), and the
// chart changes in place. The notebook keeps the chart of the last records.
// Other runs go on while draw is called.
//
//	show.Run(plan, show.Live(charts.SuccessBySize))
func Live[R ~[]experiment.Record, D charts.Drawable](draw func(records R) D) experiment.Option {
	return live(func(records []experiment.Record) charts.Chart { return draw(records).Chart() })
}

// live is [Live] without a type parameter: the compiler makes what has one again
// for each cell.
func live(draw func(records []experiment.Record) charts.Chart) experiment.Option {
	g := newGrowing("")
	var records []experiment.Record
	drawn := 0
	chart := func() (charts.Chart, string) {
		drawn = len(records)
		// Runs end in any order; the labels of a chart must not move.
		return draw(slices.SortedStableFunc(slices.Values(records), func(a, b experiment.Record) int {
			return cmp.Or(analysis.Natural(a.Label(), b.Label()), cmp.Compare(a.Puzzle, b.Puzzle), cmp.Compare(a.Run, b.Run))
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
			cited.records(slices.All(records))
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
	plan    string // the name of the race or of the tuner whose state stands below it
	element string // the chart's id on the page
	updates int
	next    time.Time
}

func newGrowing(plan string) *growing { return &growing{id: displayID(), plan: plan} }

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
	if body := cited.markup(c); body != "" {
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
		if plain == "" {
			body += reopened(g.plan)
		}
	}
	reader().put(output{html: body, plain: plain, id: g.id})
}

// reopened is a line below an output that changes, which only a page that was opened later shows: Jupyter sends the changes to
// the page that started the cell, and a saved notebook has the output as it was.
func reopened(plan string) string {
	text := "This page was opened after the cell had started, so this output stands still. A cell that still runs continues in the kernel. "
	if plan == "" {
		text += "Its plan has no name, so its runs are not kept."
	} else {
		text += "Its runs are kept under the name " + puzzle.Quote(plan) + ": run the cell again and it continues from them."
	}
	return fmt.Sprintf(`<p class="formicary-reopened" hidden>%s</p><script>(p => { if (p?.matches(".formicary-reopened")) p.hidden = performance.timeOrigin < %d; })(document.currentScript?.previousElementSibling)</script>`, markup.HTML(text), time.Now().UnixMilli())
}

// progressEvery is the least time between two updates of the line.
const progressEvery = 250 * time.Millisecond

// progress shows one line with a bar: runs done and total, rate, time left,
// failures. It changes in place and becomes a summary at the end. In a terminal
// only the summary is written.
func progress() experiment.Option {
	id := displayID()
	var shown time.Time
	return experiment.OnProgress(func(p experiment.Progress) {
		now := time.Now()
		if !p.Finished && now.Sub(shown) < progressEvery {
			return
		}
		shown = now
		o := output{html: progressMarkup(p), id: id}
		if p.Finished {
			o.plain = progressText(p)
		}
		// Where nothing was run the line says only where the runs come from.
		if p.Finished && p.Reuse != "" && p.Reused == p.Done && p.Failed == 0 {
			s := reused(p.Name, p.Reuse)
			s.Full, o.plain = progressText(p)+"\n"+p.Reuse, o.plain+"\n"+p.Reuse
			o.html = s.Markup()
		}
		reader().put(o)
		if p.Finished && p.Reuse != "" && (p.Reused < p.Done || p.Failed > 0) {
			reader().put(output{html: reused(p.Name, p.Reuse).Markup(), plain: p.Reuse})
		}
		if p.Finished {
			reader().flush()
		}
	})
}

// displayID is a new name for an output that will change. It is not saved with
// the notebook.
func displayID() string {
	return fmt.Sprintf("formicary-%016x", rand.Uint64()) //nolint:forbidigo // a name on the page, not a result
}

func progressMarkup(p experiment.Progress) string {
	if p.Finished {
		return barMarkup(p, progressText(p))
	}
	return barMarkup(p, progressText(p)) + reopened(p.Name)
}

// barMarkup is a bar with a text.
func barMarkup(p experiment.Progress, text string) string {
	text = markup.HTML(text)
	if p.Finished {
		return fmt.Sprintf(`<div class="formicary-progress" data-done="%d" data-total="%d" data-finished="true">%s</div>`, p.Done, p.Total, text)
	}
	return fmt.Sprintf(`<div class="formicary-progress" data-done="%d" data-total="%d" style="display:flex;gap:.75rem;align-items:center;font-variant-numeric:tabular-nums">`+
		`<progress value="%d" max="%d" aria-label="runs done" style="width:16rem;max-width:30%%">%d of %d</progress><span>%s</span></div>`,
		p.Done, p.Total, p.Done, max(p.Total, 1), p.Done, p.Total, text)
}

// progressText is the line in words.
func progressText(p experiment.Progress) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch {
	case p.Finished && !p.Interrupted && p.Done < p.Total: // the archive has no more
		add("%s of %s", puzzle.Thousands(p.Done), puzzle.Plural(p.Total, "run"))
	case p.Finished && p.Interrupted:
		add("■ interrupted: %s of %s done", puzzle.Thousands(p.Done), puzzle.Plural(p.Total, "run"))
	case p.Finished && p.Reused == p.Total:
		add("✓ %s", puzzle.Plural(p.Total, "run"))
	case p.Finished:
		add("✓ %s in %s", puzzle.Plural(p.Total, "run"), puzzle.Time(p.Elapsed.Seconds()))
	default:
		add("%s of %s", puzzle.Thousands(p.Done), puzzle.Plural(p.Total, "run"))
	}
	if p.Rate > 0 {
		add("%s/s", puzzle.Number(p.Rate))
	}
	if !p.Finished && p.Remaining >= 0 && p.Done < p.Total {
		add("%s left", puzzle.Time(p.Remaining.Seconds()))
	}
	add("%s solved", puzzle.Thousands(p.Solved))
	if p.Reused > 0 {
		add("%s reused", puzzle.Thousands(p.Reused))
	}
	if p.Failed > 0 {
		add("%s failed", puzzle.Thousands(p.Failed))
	}
	if asked.Load() { // published runs and small experiments are the same in both
		add("%s mode", mode())
	}
	text := strings.Join(parts, " · ")
	if p.Name != "" {
		text = p.Name + ": " + text
	}
	return text
}
