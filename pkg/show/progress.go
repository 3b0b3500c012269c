package show

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
)

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

func progressMarkup(p experiment.Progress) string { return barMarkup(p, progressText(p)) }

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
